"""A run for notebooks: its decay and its outcomes as DataFrames with documented columns.

A probe has one row per answer and category: one that carries several categories stands in the rows of each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from harness.analysis import Analysis, CategoryResult, analyse
from harness.analysis.intervals import Share
from harness.analysis.outcomes import KEYS, eligible_probes
from harness.categories import Categories, load
from harness.errors import UsageError
from harness.reporting.text import enough
from harness.runs import Run, read_run
from harness.schema import Outcome
from harness.settings import Settings

DECAY: Mapping[str, str] = {
    "category": "information type; `all` for all types together",
    "title": "what reports call it, in English",
    "age": "folds that the evidence has been through; 0: still in raw turns",
    "n": "eligible probes asked at this age",
    "conversations": "conversations they come from: the unit of the interval",
    "retention": "S_k: the share of them answered rightly",
    "low": "lower end of its 95 % interval, clustered by conversation; missing where it cannot be had",
    "high": "upper end",
    "enough": "whether the cell has the minimum of probes and conversations",
    "at_risk": "probes retained at every age before this one (from age 1 on)",
    "hazard": "the share of those that was lost at this fold",
    "hazard_low": "lower end of its interval",
    "hazard_high": "upper end",
    "r": "what one fold leaves, over all ages of the type: 1 − losses / at risk",
    "r_low": "lower end of its interval",
    "r_high": "upper end",
    "predicted": "r^k: what a constant r predicts for this age",
    "verdict": "promote, keep or undecided",
}
OUTCOMES: Mapping[str, str] = {
    "conversation": "id of the log",
    "probe": "id of the probe",
    "category": "information type",
    "arm": "context it was asked in: full, none, folded",
    "fold": "folds so far; in the arm full 0 is the end of the log",
    "age": "folds that the evidence has been through; missing for probes without an age",
    "chain": "repeat of the whole fold sequence",
    "trial": "repeat of the question",
    "answer": "what was said; empty where it abstained",
    "outcome": "retained, missing, distorted, stale, fabricated, invalid or ungraded",
    "retained": "whether the outcome is `retained`; missing where it is invalid",
    "why": "reason of the grade",
    "verbatim": "whether the original wording survived",
    "carried": "whether the evidence stood in the context; missing where that was not looked at",
    "reached": "whether its text reached the compactor at that fold",
    "support": "the passage that the answer was read from",
    "there": "of an answer that was lost though carried: the line that carries it, where it is in other words",
    "eligible": "right in every ask of the full log, and not answerable without it",
    "language": "language of the probe",
    "question": "the question",
    "expected": "the expected answer",
}


@dataclass(frozen=True)
class LoadedRun:
    """A run folder, read; see ``DECAY`` and ``OUTCOMES`` for the columns of its tables."""

    run: Run
    settings: Settings
    categories: Categories

    @cached_property
    def analysis(self) -> Analysis:
        """The verdict object that console, page and JSON project."""
        s = self.settings
        return analyse(
            self.run.outcomes,
            self.categories,
            target=s.target,
            min_probes=s.min_probes,
            min_conversations=s.min_conversations,
        )

    def decay(self) -> pd.DataFrame:
        """One row per information type and age, the rows of all types together last; columns as in ``DECAY``."""
        rows = [row for r in (*self.analysis.categories, self.analysis.overall) for row in self._ages(r)]
        frame = pd.DataFrame(rows, columns=list(DECAY))
        whole = {"age": "int64", "conversations": "int64", "enough": "bool"}
        numbers = [c for c in DECAY if c not in (*whole, "category", "title", "verdict")]
        return frame.astype({**whole, **dict.fromkeys(numbers, "float64")})

    def _ages(self, r: CategoryResult) -> Iterator[dict[str, Any]]:
        known = self.categories.get(r.name)
        title = known.title.get("en", r.name) if known else "all types" if r is self.analysis.overall else r.name
        for age, share in sorted(r.decay.retention.items()):
            hazard = r.decay.hazard.get(age)
            yield {
                "category": r.name,
                "title": title,
                "age": age,
                "n": share.n,
                "conversations": share.conversations,
                "retention": share.value,
                "low": share.low,
                "high": share.high,
                "enough": enough(share, self.analysis.minimum),
                "at_risk": hazard.n if hazard else None,
                **_named("hazard", hazard),
                **_named("r", r.decay.r),
                "predicted": r.decay.predicted(age),
                "verdict": r.advice.verdict if r is not self.analysis.overall else "",
            }

    def outcomes(self) -> pd.DataFrame:
        """One row per answer and category, in the order of the run; columns as in ``OUTCOMES``."""
        rows = self.run.outcomes.merge(self._eligible(), on=KEYS, how="left").merge(
            self._probes(), on=["conversation", "probe"], how="left"
        )
        retained = rows["outcome"].eq(Outcome.RETAINED.value).astype("boolean")
        rows["retained"] = retained.mask(rows["outcome"].eq(Outcome.INVALID.value))
        rows["eligible"] = rows["eligible"].eq(True)
        for name in ("carried", "reached"):
            rows[name] = rows[name].astype("boolean")
        return rows[list(OUTCOMES)]

    def _eligible(self) -> pd.DataFrame:
        return eligible_probes(self.run.outcomes)[0].assign(eligible=True)

    def _probes(self) -> pd.DataFrame:
        rows = [(p.conversation, p.id, p.language, p.question, p.expected) for p in self.run.probes]
        columns = ["conversation", "probe", "language", "question", "expected"]
        with pd.option_context(
            "mode.string_storage", "python"
        ):  # as in the rows of the run: a log may hold lone surrogates
            return pd.DataFrame(rows, columns=columns).drop_duplicates(["conversation", "probe"])


def _named(name: str, share: Share | None) -> dict[str, float | None]:
    parts = (share.value, share.low, share.high) if share else (None, None, None)
    return dict(zip((name, f"{name}_low", f"{name}_high"), parts, strict=True))


def load_run(path: Path) -> LoadedRun:
    """Read a run folder. Raises RunFolderError where it is missing, unfinished or damaged."""
    run = read_run(path)
    settings = Settings.model_validate(run.info["settings"])
    return LoadedRun(run, settings, load(Path(settings.categories) if settings.categories else None))


def write_frame(frame: pd.DataFrame, path: Path, form: str) -> None:
    """Write a table as ``csv`` or ``parquet``; lone surrogates of a log are escaped, since UTF-8 has no bytes for them.

    Raises UsageError where a Parquet writer is not installed.
    """
    if form == "csv":
        frame.to_csv(path, index=False, lineterminator="\n", encoding="utf-8", errors="backslashreplace")
        return
    texts = frame.select_dtypes(include=["object", "str"])
    plain = frame.assign(**{name: texts[name].astype(object).map(_escaped) for name in texts})
    try:
        plain.to_parquet(path, index=False)
    except ImportError:
        raise UsageError(
            "--format parquet needs pyarrow, which is not installed: pip install 'afterfold[parquet]', or take --format csv."
        ) from None


def _escaped(value: Any) -> Any:
    return value.encode("utf-8", "backslashreplace").decode("utf-8") if isinstance(value, str) else value
