"""Two sides joined: the same eligible probe at the same age in both, averaged to one difference per probe."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from harness.analysis.outcomes import KEYS
from harness.analysis.paired import Difference, difference
from harness.runs.baseline import Side

_PROBE = [*KEYS, "must_hold"]


@dataclass(frozen=True, slots=True)
class ProbeChange:
    """One probe on both sides: mean retention over common ages ≥ 1 (candidate None: no usable answer there)."""

    conversation: str
    probe: str
    category: str
    base: float
    candidate: float | None

    @property
    def group(self) -> str:
        """regressed, fixed, lost (the same, and not always retained), kept or invalid."""
        if self.candidate is None:
            return "invalid"
        if self.candidate != self.base:
            return "regressed" if self.candidate < self.base else "fixed"
        return "kept" if self.base >= 1 else "lost"


@dataclass(frozen=True)
class Pairs:
    """``probes``: one row per paired probe, with ``base`` and ``candidate`` (mean retention over common ages ≥ 1) and their ``change``;
    ``unpaired`` counts the baseline's eligible probes that the candidate gives no usable answer for."""

    probes: pd.DataFrame
    unpaired: int
    failed_folds: int
    changes: tuple[ProbeChange, ...]


def pair(base: Side, candidate: Side) -> Pairs:
    """Pair by conversation, probe and age. Which probes are eligible is the baseline's word: the candidate may not choose its probes."""
    left, right = _by_age(base.courses), _by_age(candidate.courses)
    left = left[left["eligible"]].drop(columns="eligible")
    joined = left.merge(right[[*KEYS, "age", "kept"]], on=[*KEYS, "age"], how="left", suffixes=("", "_new"))
    both = joined[joined["kept_new"].notna()]
    means = both.groupby(_PROBE, sort=True, as_index=False).agg(base=("kept", "mean"), candidate=("kept_new", "mean"))
    means["change"] = means["candidate"] - means["base"]
    changes = _changes(left, means)
    unpaired = sum(c.candidate is None for c in changes)
    return Pairs(means, unpaired, _failed(candidate) - _failed(base), changes)


def _changes(left: pd.DataFrame, means: pd.DataFrame) -> tuple[ProbeChange, ...]:
    found = {tuple(map(str, r[:3])): (float(r[3]), float(r[4])) for r in means[[*KEYS, "base", "candidate"]].to_numpy()}
    every = left.groupby(KEYS, sort=True)["kept"].mean()
    rows = [(str(c), str(p), str(t), float(kept)) for (c, p, t), kept in every.items()]
    return tuple(ProbeChange(c, p, t, *found.get((c, p, t), (kept, None))) for c, p, t, kept in rows)


def _by_age(courses: pd.DataFrame) -> pd.DataFrame:
    """Mean over chains per probe and age ≥ 1, where at least one chain has a usable fold."""
    rows = courses[courses["age"].ge(1) & courses["kept"].notna()]
    return rows.groupby([*_PROBE, "eligible", "age"], sort=True, as_index=False)["kept"].mean()


def _failed(side: Side) -> int:
    return int(side.folds["failure"].ne("").sum())


def change_of(probes: pd.DataFrame, alpha: float) -> Difference:
    """The difference over some paired probes, with the conversation as the unit."""
    per = probes.groupby("conversation", sort=True)["change"].agg(["sum", "count"])
    return difference(per["sum"].to_numpy(dtype=float), per["count"].to_numpy(dtype=float), alpha)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Mean tokens of a usable summary on both sides, over the conversations that both have, and what else a fold costs."""

    base: float
    candidate: float
    base_in: float
    candidate_in: float
    base_unsupported: float
    candidate_unsupported: float

    @property
    def ratio(self) -> float | None:
        """Candidate's summary tokens over the baseline's; None where the baseline's summaries are empty."""
        return self.candidate / self.base if self.base > 0 else None


def sizes(base: Side, candidate: Side) -> Sizes:
    """Means over folds of common conversations; each conversation counts once, so that a longer log does not outvote the others."""
    common = set(base.folds["conversation"]) & set(candidate.folds["conversation"])
    left, right = _means(base.folds, common), _means(candidate.folds, common)
    return Sizes(left[0], right[0], left[1], right[1], left[2], right[2])


def _means(folds: pd.DataFrame, common: set[str]) -> tuple[float, float, float]:
    rows = folds[folds["conversation"].isin(common) & folds["failure"].eq("")]
    means = rows.groupby("conversation", sort=True)[["tokens_out", "tokens_in", "unsupported"]].mean().mean()
    out, into, unsupported = (0.0 if np.isnan(v) else float(v) for v in means)
    return out, into, unsupported


def lost_must_hold(side: Side, named: frozenset[str]) -> dict[tuple[str, str], tuple[int, int]]:
    """Per must-hold probe (conversation, id): chains that lost it at some age ≥ 1, and chains that could be asked."""
    rows = side.courses
    wanted = rows["must_hold"] | rows["probe"].isin(named)
    rows = rows[wanted & rows["eligible"] & rows["age"].ge(1) & rows["kept"].notna()]
    lost = rows.assign(lost=rows["kept"].lt(0.5)).groupby(["conversation", "probe", "chain"], sort=True)["lost"].max()
    per = lost.groupby(["conversation", "probe"], sort=True).agg(["sum", "count"])
    return {(str(c), str(p)): (int(r["sum"]), int(r["count"])) for (c, p), r in per.iterrows()}
