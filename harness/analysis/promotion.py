"""Promotion: which information types to keep as memory items, whether a second replay bears it out, and what it costs.

A type is promoted if the upper bound of S_K lies below the target and its losses come from the fold; it stays in the summary if the
lower bound lies above (``advice``, the same as in the table of types). The choice that is verified for a conversation is made on the
other conversations only (cross-fit).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

from harness.analysis.advice import advise
from harness.analysis.decay import retention
from harness.analysis.intervals import Share, clustered_share
from harness.analysis.outcomes import KEYS, attribution, by_age, eligible_probes, folded_share
from harness.analysis.paired import Difference, estimate
from harness.categories import Categories

PARTS = 5  # of the conversations: each is verified with what the others chose
RECALLED = (*KEYS, "arm", "fold", "age", "chain", "answer", "outcome", "why", "extracted", "selected", "tokens")
_WRONG = ("stale", "fabricated")


@dataclass(frozen=True)
class Judged:
    """The judgement on one type: ``share`` is S_K, ``few`` says that it lies under the minimum, ``reader`` that most losses were
    still in the context, ``folded`` the share of losses that the fold made; ``missing`` further probes would decide it."""

    name: str
    verdict: str
    age: int | None
    share: Share | None
    few: bool
    reader: bool
    folded: float
    missing: int


@dataclass(frozen=True)
class Price:
    """Mean memory items per conversation and mean tokens per request."""

    items: float
    tokens: float


@dataclass(frozen=True)
class Gain:
    """What the second replay measured on the probes that could be compared, all ages ≥ 1 averaged per probe: retention without and
    with memory, the paired ``difference``, ``invalid`` answers, and where the losses with memory went: not extracted, not
    selected, not answered. ``chosen`` of ``parts`` conversations had the type promoted by the others."""

    without: Share
    memory: Share
    difference: Difference
    invalid: int
    lost: Mapping[str, int]
    chosen: int
    parts: int

    @property
    def verdict(self) -> str:
        """``pays`` (lower bound above 0), ``does not pay`` (no gain) or ``not shown``."""
        if self.difference.value <= 0:
            return "does not pay"
        return "pays" if self.difference.low is not None and self.difference.low > 0 else "not shown"


@dataclass(frozen=True)
class Promoted:
    """One type's row. ``harm_per_token`` is the expected harm avoided per 1,000 tokens of requests: weight × what is lost to the fold
    at K (an estimate), or weight × measured gain where it was replayed; ``ages`` is the gain at each age then."""

    judged: Judged
    kind: str
    put_back: Mapping[str, str]
    weight: float
    price: Price | None
    gain: Gain | None = None
    ages: Mapping[int, Gain] = field(default_factory=dict)

    @property
    def expected(self) -> float:
        """Harm avoided per probe."""
        if self.gain:
            return self.weight * self.gain.difference.value
        return self.weight * (1 - self.judged.share.value) * self.judged.folded if self.judged.share else 0.0

    @property
    def harm_per_token(self) -> float | None:
        """Expected harm avoided per 1,000 tokens; None where the price is not known, or nothing is put back."""
        return 1000 * self.expected / self.price.tokens if self.price and self.price.tokens else None


@dataclass(frozen=True)
class Whole:
    """All verified probes together: the paired gain, memory tokens per request (mean and largest), and how many of the same asks
    were stale or fabricated without and with memory. ``alone`` is what a new conversation answers from the items; ``ages`` the gain at
    each age."""

    gain: Gain
    tokens: float
    most: int
    asks: int
    without: Mapping[str, int]
    memory: Mapping[str, int]
    alone: Share | None
    ages: Mapping[int, Gain]


@dataclass(frozen=True)
class Looked:
    """What only a memory can do wrong, by kind (``before``, ``after``, ``conflict``, ``stale``): how often it was looked at and was as it
    should be. ``slips`` are the lines of those that were not."""

    asked: Mapping[str, int]
    right: Mapping[str, int]
    slips: tuple[Mapping[str, Any], ...]

    @staticmethod
    def of(lines: Iterable[Mapping[str, Any]]) -> Looked | None:
        """From the lines of ``memory_probes.jsonl``; None where there are none."""
        rows = list(lines)
        if not rows:
            return None
        right = Counter(str(r["check"]) for r in rows if r["right"])
        return Looked(Counter(str(r["check"]) for r in rows), right, tuple(r for r in rows if not r["right"]))


@dataclass(frozen=True)
class Promotion:
    """The verdict object: rows ranked by expected harm avoided per token, promoted ones first; ``whole`` and ``looked`` where it was
    replayed. ``notes`` say what could not be done."""

    rows: tuple[Promoted, ...]
    target: float
    budget: int
    whole: Whole | None = None
    notes: tuple[str, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    looked: Looked | None = None

    @property
    def chosen(self) -> tuple[str, ...]:
        """The promoted types, best first."""
        return tuple(r.judged.name for r in self.rows if r.judged.verdict == "promote")

    @property
    def disappointed(self) -> tuple[str, ...]:
        """What is recommended by all conversations and did not pay."""
        return tuple(n for n in self._unpaid if n in self.chosen)

    @property
    def partly(self) -> tuple[str, ...]:
        """What only a part of the conversations recommended for the others, and did not pay there."""
        return tuple(n for n in self._unpaid if n not in self.chosen)

    @property
    def worth_keeping(self) -> tuple[str, ...]:
        """The promoted types without those that did not pay, best first."""
        return tuple(n for n in self.chosen if n not in self._unpaid)

    @property
    def _unpaid(self) -> tuple[str, ...]:
        return tuple(r.judged.name for r in self.rows if r.gain and r.gain.verdict == "does not pay")


def recalled_table(records: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """Answers of the memory arms as a table, one row a record."""
    table = pd.DataFrame(list(records), columns=list(RECALLED))
    return table.assign(age=table["age"].astype("Int64"))


# -------------------------------------------------------------------------------------------------------- judging


def judge(outcomes: pd.DataFrame, categories: Categories, target: float, minimum: tuple[int, int]) -> list[Judged]:
    """A verdict for every type that was asked, from the ``folded`` arm."""
    eligible, _ = eligible_probes(outcomes)
    aged = by_age(outcomes, eligible)
    rows = outcomes[outcomes["arm"].eq("folded")].merge(eligible, on=KEYS, how="inner")
    present = set(eligible["category"])
    return [_judged(c, aged, rows, target, minimum) for c in categories if c in present and c != "absent"]


def _judged(name: str, aged: pd.DataFrame, rows: pd.DataFrame, target: float, minimum: tuple[int, int]) -> Judged:
    shares = retention(aged[aged["category"].eq(name)])
    folded = folded_share(attribution(rows[rows["category"].eq(name)]))
    a = advise(shares, target, minimum, None, folded)
    share = shares.get(a.age) if a.age else None
    return Judged(name, a.verdict, a.age, share, a.few, a.reader_loses, folded, a.missing or 0)


def cross_fit(
    outcomes: pd.DataFrame, categories: Categories, target: float, minimum: tuple[int, int]
) -> dict[str, tuple[str, ...]]:
    """For each conversation the types that are promoted by the conversations of the other parts."""
    names = sorted(outcomes["conversation"].unique())
    parts = min(PARTS, len(names))
    choices: dict[str, tuple[str, ...]] = {}
    for part in range(parts):
        held = names[part::parts]
        rest = outcomes[~outcomes["conversation"].isin(held)]
        chosen = (
            tuple(j.name for j in judge(rest, categories, target, minimum) if j.verdict == "promote")
            if len(rest)
            else ()
        )
        choices |= dict.fromkeys(held, chosen)
    return choices


# ------------------------------------------------------------------------------------------------------ verifying


def promotion(
    outcomes: pd.DataFrame,
    categories: Categories,
    *,
    target: float,
    minimum: tuple[int, int],
    budget: int,
    prices: Mapping[str, Price] | None = None,
    recalled: pd.DataFrame | None = None,
    choices: Mapping[str, Sequence[str]] | None = None,
    notes: Sequence[str] = (),
    looked: Iterable[Mapping[str, Any]] = (),
) -> Promotion:
    """The verdict object, from the outcome table of a run and, where it was replayed, the rows of the memory arms with the types
    that were put back for each conversation, and the lines of the probes that only a memory can fail."""
    prices, picked = prices or {}, {c: tuple(names) for c, names in (choices or {}).items()}
    rows = [_row(j, categories, prices.get(j.name)) for j in judge(outcomes, categories, target, minimum)]
    whole = None
    if recalled is not None and len(recalled):
        pairs = _pairs(outcomes, recalled, picked)
        rows = [_replayed(r, pairs[pairs["category"].eq(r.judged.name)], picked) for r in rows]
        whole = _whole(outcomes, recalled, pairs, picked)
    ranked = sorted(rows, key=_rank)
    return Promotion(tuple(ranked), target, budget, whole, tuple(notes), picked, Looked.of(looked))


def _rank(row: Promoted) -> tuple[int, float, str]:
    order = {"promote": 0, "undecided": 1, "keep": 2}[row.judged.verdict]
    return order, -(row.harm_per_token if row.harm_per_token is not None else row.expected), row.judged.name


def _row(judged: Judged, categories: Categories, price: Price | None) -> Promoted:
    category = categories[judged.name]
    return Promoted(judged, category.kind, category.put_back, category.weight, price)


def _replayed(row: Promoted, pairs: pd.DataFrame, choices: Mapping[str, tuple[str, ...]]) -> Promoted:
    """The row with what the replay measured on the type's own pairs."""
    name = row.judged.name
    return replace(row, gain=_gain(pairs, choices, name), ages=_by_age(pairs, choices, name))


def _by_age(pairs: pd.DataFrame, choices: Mapping[str, tuple[str, ...]], name: str | None) -> dict[int, Gain]:
    found = ((int(k), _gain(at, choices, name)) for k, at in pairs.groupby(pairs["age"].astype(int)))
    return {k: g for k, g in found if g}


def _pairs(outcomes: pd.DataFrame, recalled: pd.DataFrame, choices: Mapping[str, tuple[str, ...]]) -> pd.DataFrame:
    """Eligible probes of promoted types at ages ≥ 1, asked without and with memory after the same fold."""
    eligible, _ = eligible_probes(outcomes)
    folded = outcomes[outcomes["arm"].eq("folded")][[*KEYS, "fold", "chain", "outcome"]]
    memory = recalled[recalled["arm"].eq("memory") & recalled["age"].fillna(0).ge(1)]
    both = memory.merge(eligible, on=KEYS).merge(folded, on=[*KEYS, "fold", "chain"], suffixes=("", "_without"))
    mine = [
        c in choices.get(conversation, ())
        for conversation, c in zip(both["conversation"], both["category"], strict=True)
    ]
    return both[pd.Series(mine, index=both.index, dtype=bool)]


def _gain(pairs: pd.DataFrame, choices: Mapping[str, tuple[str, ...]], name: str | None) -> Gain | None:
    valid = pairs[pairs["outcome"].ne("invalid") & pairs["outcome_without"].ne("invalid")]
    if valid.empty:
        return None
    kept = valid.assign(
        memory=valid["outcome"].eq("retained").astype(float),
        without=valid["outcome_without"].eq("retained").astype(float),
    )
    probes = kept.groupby(KEYS, sort=False, as_index=False)[["memory", "without"]].mean()
    per = probes.groupby("conversation")[["memory", "without"]].sum().assign(n=probes.groupby("conversation").size())
    memory, without = clustered_share(per["memory"], per["n"]), clustered_share(per["without"], per["n"])
    difference = estimate(per["memory"] - per["without"], per["n"])
    if memory is None or without is None or difference is None:
        return None
    chosen = sum(name in names for names in choices.values()) if name else len(choices)
    return Gain(without, memory, difference, len(pairs) - len(valid), _lost(valid), chosen, len(choices))


def _lost(rows: pd.DataFrame) -> dict[str, int]:
    lost = rows[rows["outcome"].ne("retained")]
    extracted, selected = lost["extracted"].eq(True), lost["selected"].eq(True)
    return {
        "not_extracted": int((~extracted & ~selected).sum()),
        "not_selected": int((extracted & ~selected).sum()),
        "not_answered": int(selected.sum()),
    }


def _whole(
    outcomes: pd.DataFrame, recalled: pd.DataFrame, pairs: pd.DataFrame, choices: Mapping[str, tuple[str, ...]]
) -> Whole | None:
    gain = _gain(pairs, choices, None)
    if gain is None:
        return None
    folded = outcomes[outcomes["arm"].eq("folded")][[*KEYS, "fold", "chain", "outcome"]]
    memory = recalled[recalled["arm"].eq("memory")]
    asks = memory.merge(folded, on=[*KEYS, "fold", "chain"], suffixes=("", "_without"))
    asks = asks[asks["outcome"].ne("invalid") & asks["outcome_without"].ne("invalid")]
    return Whole(
        gain,
        float(asks["tokens"].mean()),
        int(memory["tokens"].max()),
        len(asks),
        {w: int(asks["outcome_without"].eq(w).sum()) for w in _WRONG},
        {w: int(asks["outcome"].eq(w).sum()) for w in _WRONG},
        _alone(outcomes, recalled, choices),
        _by_age(pairs, choices, None),
    )


def _alone(outcomes: pd.DataFrame, recalled: pd.DataFrame, choices: Mapping[str, tuple[str, ...]]) -> Share | None:
    """Share of the eligible probes of promoted types that a new conversation answers from the items alone."""
    eligible, _ = eligible_probes(outcomes)
    rows = recalled[
        recalled["arm"].eq("memory_only") & recalled["outcome"].ne("invalid") & recalled["age"].fillna(0).ge(1)
    ]
    rows = rows.merge(eligible, on=KEYS)
    mine = [
        c in choices.get(conversation, ())
        for conversation, c in zip(rows["conversation"], rows["category"], strict=True)
    ]
    rows = rows[pd.Series(mine, index=rows.index, dtype=bool)]
    per = rows.assign(y=rows["outcome"].eq("retained")).groupby("conversation")["y"].agg(["sum", "count"])
    return clustered_share(per["sum"].to_numpy(), per["count"].to_numpy())
