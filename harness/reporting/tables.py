"""The tables of the page as plain rows: types, ages, outcomes, where the losses went, controls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd

from harness.analysis import Analysis, Beside, CategoryResult
from harness.analysis.intervals import Share, clustered_share
from harness.categories import Categories
from harness.reporting.console import compared_at
from harness.reporting.strings import Strings
from harness.reporting.text import advice_words, bounds, enough, number, ratio, type_title
from harness.schema import Outcome

OUTCOMES = tuple(o.value for o in Outcome)


@dataclass(frozen=True)
class Cell:
    """A share as shown; ``few`` marks a cell under the minimum. ``level`` is the share itself, for shading."""

    value: str
    bounds: str
    n: str
    conversations: int
    few: bool
    level: float


@dataclass(frozen=True)
class TypeRow:
    """One information type. ``cells`` has one cell (or None) per age of the table."""

    name: str
    title: str
    overall: bool
    words: str
    advice: str
    verdict: str
    asked: int
    eligible: int
    conversations: int
    cells: tuple[Cell | None, ...]
    rate: Cell | None
    half_life: str
    predicted: str
    predicted_age: int
    measured: str


@dataclass(frozen=True)
class MixRow:
    """The outcomes at one age, in the order of ``OUTCOMES``."""

    age: int
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.counts)


@dataclass(frozen=True)
class WhereRow:
    """Where a type's losses went, of ``total``."""

    title: str
    overall: bool
    folded_away: int
    not_answered: int

    @property
    def total(self) -> int:
        return self.folded_away + self.not_answered


@dataclass(frozen=True)
class ControlRow:
    """One control, its share, and what it tells."""

    name: str
    cell: Cell
    means: str


def ages(analysis: Analysis) -> list[int]:
    """All ages at which something was measured."""
    return sorted({k for r in (*analysis.categories, analysis.overall) for k in r.decay.retention})


def cell(share: Share | None, minimum: tuple[int, int]) -> Cell | None:
    """A share made ready; None stays None."""
    if share is None:
        return None
    few = not enough(share, minimum)
    return Cell(ratio(share.value), bounds(share), number(share.n), share.conversations, few, share.value)


def type_rows(analysis: Analysis, categories: Categories, t: Strings) -> list[TypeRow]:
    """One row per type, and one over all of them at the end."""
    columns = ages(analysis)
    return [type_row(r, analysis, columns, categories, t) for r in (*analysis.categories, analysis.overall)]


def type_row(
    r: CategoryResult, analysis: Analysis, columns: Sequence[int], categories: Categories, t: Strings
) -> TypeRow:
    """One type, with a cell for each age in ``columns``."""
    overall = r is analysis.overall
    found, minimum = r.decay, analysis.minimum
    last = compared_at(r, analysis.overall)
    half = found.half_life
    return TypeRow(
        name=r.name,
        title=t("type.all") if overall else type_title(r.name, categories, t),
        overall=overall,
        words=t.pick(r.words),
        advice="" if overall else advice_words(r, t),
        verdict=r.advice.verdict,
        asked=r.probes,
        eligible=r.eligible,
        conversations=r.conversations,
        cells=tuple(cell(found.retention.get(k), minimum) for k in columns),
        rate=cell(found.r, minimum),
        half_life="" if not half else f"{half:.1f}",
        predicted=ratio(found.predicted(last)) if last else "–",
        predicted_age=last,
        measured=ratio(found.retention[last].value) if last else "–",
    )


@dataclass(frozen=True)
class SystemRow:
    """One system of a pair on the same probes. ``type`` is empty for all types together."""

    label: str
    main: bool
    type: str
    eligible: int
    conversations: int
    cells: tuple[Cell | None, ...]
    rate: Cell | None


def system_ages(systems: Sequence[Beside]) -> list[int]:
    """The ages at which any of the systems was measured."""
    return sorted({k for b in systems for a in (b.main, b.other) for k in ages(a)})


def system_rows(systems: Sequence[Beside], categories: Categories, t: Strings) -> list[tuple[SystemRow, ...]]:
    """Per other system: both systems over all types, then both for each type."""
    columns = system_ages(systems)
    return [tuple(_system_rows(b, columns, categories, t)) for b in systems]


def _system_rows(b: Beside, columns: Sequence[int], categories: Categories, t: Strings) -> Iterator[SystemRow]:
    theirs = {r.name: r for r in b.other.categories}
    yield _system_row(b.main.overall, b, True, t("type.all"), columns)
    yield _system_row(b.other.overall, b, False, t("type.all"), columns)
    for r in b.main.categories:
        if r.eligible and r.name in theirs:
            title = type_title(r.name, categories, t)
            yield _system_row(r, b, True, title, columns)
            yield _system_row(theirs[r.name], b, False, title, columns)


def _system_row(r: CategoryResult, b: Beside, main: bool, title: str, columns: Sequence[int]) -> SystemRow:
    cells = tuple(cell(r.decay.retention.get(k), b.main.minimum) for k in columns)
    return SystemRow(b.label, main, title, r.eligible, r.conversations, cells, cell(r.decay.r, b.main.minimum))


def outcomes_seen(analysis: Analysis) -> list[tuple[int, str]]:
    """The outcomes that occur at all, with their places in ``OUTCOMES``."""
    seen = {o for mix in analysis.overall.outcomes.values() for o in mix}
    return [(i, o) for i, o in enumerate(OUTCOMES) if o in seen]


def mix_rows(analysis: Analysis) -> list[MixRow]:
    """Outcomes per age over all types."""
    return mix_of(analysis.overall)


def mix_of(r: CategoryResult) -> list[MixRow]:
    """Outcomes per age of one type."""
    return [MixRow(k, tuple(mix.get(o, 0) for o in OUTCOMES)) for k, mix in sorted(r.outcomes.items())]


def where_rows(analysis: Analysis, categories: Categories, t: Strings) -> list[WhereRow]:
    """Attribution per type, for those that lost anything, and over all."""
    rows = [_where(r, type_title(r.name, categories, t), False) for r in analysis.categories]
    overall = _where(analysis.overall, t("type.all"), True)
    return [*(r for r in rows if r.total), overall] if overall.total else []


def _where(r: CategoryResult, title: str, overall: bool) -> WhereRow:
    return WhereRow(title, overall, r.attribution.get("folded_away", 0), r.attribution.get("not_answered", 0))


def control_rows(outcomes: pd.DataFrame, analysis: Analysis, t: Strings) -> list[ControlRow]:
    """What the controls say: full log, no context, and what was never said."""
    found: list[tuple[str, Share | None, str]] = [
        (t("control.full"), _right(outcomes, "full"), t("control.full_means")),
        (t("control.none"), _right(outcomes, "none"), t("control.none_means")),
    ]
    for fold, share in sorted(analysis.absent.items()):
        name = t("control.absent_fold", age=fold, fold_word=t.folds(fold)) if fold else t("control.absent_full")
        found.append((name, share, t("control.absent_fold_means" if fold else "control.absent_full_means")))
    ready = ((name, cell(share, analysis.minimum), means) for name, share, means in found)
    return [ControlRow(name, c, means) for name, c, means in ready if c]


def _right(outcomes: pd.DataFrame, arm: str) -> Share | None:
    """Share of right answers to positive probes in an arm."""
    rows = outcomes[outcomes["arm"].eq(arm) & outcomes["category"].ne("absent")]
    right = rows["outcome"].eq("retained").groupby(rows["conversation"], sort=False)
    return clustered_share(right.sum().to_numpy(), right.count().to_numpy())
