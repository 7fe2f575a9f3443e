"""What became of each eligible probe over the folds: when it was lost, what was said, and whether it came back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import pandas as pd

from harness.analysis.outcomes import eligible_probes
from harness.runs import Run
from harness.schema import Arm, Outcome, Probe

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Step:
    """One answer in the folded arm. ``age`` is None where not all of the evidence had been said."""

    chain: int
    trial: int
    fold: int
    age: int | None
    answer: str
    outcome: str
    why: str
    verbatim: bool
    carried: bool | None
    reached: bool | None
    there: str = ""

    @property
    def retained(self) -> bool:
        return self.outcome == Outcome.RETAINED

    @property
    def scored(self) -> bool:
        """Whether it counts: its evidence went through a fold, and the fold did not fail."""
        return (self.age or 0) >= 1 and self.outcome != Outcome.INVALID

    @property
    def said(self) -> tuple[object, ...]:
        """What makes two steps the same to a reader."""
        return self.chain, self.trial, self.answer, self.outcome, self.why


@dataclass(frozen=True)
class Stretch:
    """Folds one after the other with the same answer."""

    first: Step
    last: Step

    @property
    def ages(self) -> str:
        ages = [str(s.age) for s in (self.first, self.last) if s.age is not None]
        return "–".join(dict.fromkeys(ages)) or "–"


@dataclass(frozen=True)
class History:
    """An eligible probe and its answers in the folded arm, in order."""

    probe: Probe
    steps: tuple[Step, ...]

    @property
    def scored(self) -> tuple[Step, ...]:
        return tuple(s for s in self.steps if s.scored)

    @property
    def loss(self) -> Step | None:
        """The first answer after a fold that was not retained, over all chains."""
        return min((s for s in self.scored if not s.retained), key=lambda s: (s.fold, s.chain, s.trial), default=None)

    @property
    def recovery(self) -> Step | None:
        """The first time it was retained again in the chain and trial of the loss."""
        if not (loss := self.loss):
            return None
        later = (s for s in self.scored if (s.chain, s.trial) == (loss.chain, loss.trial) and s.fold > loss.fold)
        return next((s for s in later if s.retained), None)

    @property
    def oldest(self) -> int:
        """The largest age it was asked at."""
        return max((s.age or 0 for s in self.scored), default=0)

    def stretches(self) -> list[Stretch]:
        """The answers, with the same answer at several folds in one piece."""
        groups = (list(g) for _, g in groupby(self.steps, key=lambda s: s.said))
        return [Stretch(g[0], g[-1]) for g in groups]


def histories(run: Run) -> tuple[History, ...]:
    """The eligible probes of a run in the order of its probe set."""
    eligible, _ = eligible_probes(run.outcomes)
    wanted = set(zip(eligible["conversation"], eligible["probe"], strict=True))
    steps = _steps(run.outcomes)
    known = {(p.conversation, p.id): p for p in run.probes}
    return tuple(History(p, tuple(steps.get(key, ()))) for key, p in known.items() if key in wanted)


def _steps(outcomes: pd.DataFrame) -> Mapping[Key, Sequence[Step]]:
    rows = outcomes[outcomes["arm"].eq(Arm.FOLDED.value)]
    found: dict[Key, list[Step]] = {}
    for row in rows.to_dict("records"):
        found.setdefault((row["conversation"], row["probe"]), []).append(_step(row))
    return {key: sorted(steps, key=lambda s: (s.chain, s.trial, s.fold)) for key, steps in found.items()}


def _step(row: Mapping[Any, Any]) -> Step:
    age = None if pd.isna(row["age"]) else int(row["age"])
    return Step(
        int(row["chain"]),
        int(row["trial"]),
        int(row["fold"]),
        age,
        str(row["answer"]),
        str(row["outcome"]),
        str(row["why"]),
        bool(row["verbatim"]),
        _maybe(row["carried"]),
        _maybe(row["reached"]),
        "" if pd.isna(row["there"]) else str(row["there"]),
    )


def _maybe(value: Any) -> bool | None:
    return None if pd.isna(value) else bool(value)


def lost(found: Iterable[History]) -> list[History]:
    """Those that were not retained after some fold."""
    return [h for h in found if h.loss]


def retained(found: Iterable[History]) -> list[History]:
    """Those that were retained after every fold they went through."""
    return [h for h in found if h.scored and not h.loss]


def unfolded(found: Iterable[History]) -> list[History]:
    """Those whose evidence has not been through a usable fold."""
    return [h for h in found if not h.scored]
