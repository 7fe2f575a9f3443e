"""The sections on single probes and on folds: what the page lists one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from harness.categories import Categories
from harness.reporting import history
from harness.reporting.history import History, Step, Stretch
from harness.reporting.marks import Searchable, marked
from harness.reporting.strings import Strings
from harness.reporting.text import number, type_title
from harness.runs import Run
from harness.schema import Fold, Probe

FoldKey = tuple[str, int, int]


@dataclass(frozen=True)
class FoldRow:
    """A fold and the id of its text in the page."""

    fold: Fold
    anchor: str
    text: Markup
    tokens_in: str
    tokens_out: str

    @property
    def ratio(self) -> str:
        return f"{self.fold.tokens_out / self.fold.tokens_in:.0%}" if self.fold.tokens_in else "–"


@dataclass(frozen=True)
class ConversationFolds:
    """One conversation and its folds; ``chains`` says whether the chain needs naming."""

    id: str
    turns: str
    tokens: str
    folds: tuple[FoldRow, ...]
    chains: bool


@dataclass(frozen=True)
class Quote:
    """A piece of evidence; ``survives`` is None where the fold's text is not there to look at."""

    turn: int
    text: str
    survives: bool | None


@dataclass(frozen=True)
class Loss:
    """A lost probe, made ready."""

    probe: Probe
    number: int
    step: Step
    recovery: Step | None
    stretches: tuple[Stretch, ...]
    quotes: tuple[Quote, ...]
    where: str
    reached: str
    anchor: str | None
    chains: bool


@dataclass(frozen=True)
class LossGroup:
    """The lost probes of one type, of ``aged`` that went through a fold."""

    title: str
    aged: int
    losses: tuple[Loss, ...]


def conversation_folds(run: Run, found: Iterable[History]) -> list[ConversationFolds]:
    """Every conversation with its folds, their texts marked with the evidence of its eligible probes."""
    probes: dict[str, list[Probe]] = {}
    for h in found:
        probes.setdefault(h.probe.conversation, []).append(h.probe)
    known = {str(c["id"]): c for c in run.conversations}
    ids = [*known, *(c for c in run.folds if c not in known)]
    return [
        _conversation(c, known.get(c, {}), _rows(place, run.folds.get(c, ()), probes.get(c, [])))
        for place, c in enumerate(ids, 1)
    ]


def _rows(place: int, folds: Sequence[Fold], probes: Sequence[Probe]) -> tuple[FoldRow, ...]:
    return tuple(
        FoldRow(
            fold=f,
            anchor=f"fold-{place}-{f.chain}-{f.ordinal}",
            text=marked(f.summary, probes),
            tokens_in=number(f.tokens_in),
            tokens_out=number(f.tokens_out),
        )
        for f in folds
    )


def _conversation(name: str, about: Mapping[str, Any], rows: tuple[FoldRow, ...]) -> ConversationFolds:
    chains = len({row.fold.chain for row in rows}) > 1
    return ConversationFolds(name, _count(about.get("turns")), _count(about.get("tokens")), rows, chains)


def _count(value: Any) -> str:
    return number(value) if isinstance(value, int | float) else "–"


def loss_groups(
    found: Sequence[History], conversations: Iterable[ConversationFolds], categories: Categories, t: Strings
) -> list[LossGroup]:
    """The lost probes by type, in the order of the category file and then of the probe set."""
    folds = {(c.id, row.fold.chain, row.fold.ordinal): row for c in conversations for row in c.folds}
    texts: dict[FoldKey, Searchable] = {key: Searchable(row.fold.summary) for key, row in folds.items()}
    names = dict.fromkeys([*categories, *(h.probe.category for h in found)])
    numbers = iter(range(1, len(found) + 1))
    groups = (_group(name, found, folds, texts, numbers, categories, t) for name in names)
    return [g for g in groups if g.losses]


def _group(
    name: str,
    found: Sequence[History],
    folds: Mapping[FoldKey, FoldRow],
    texts: Mapping[FoldKey, Searchable],
    numbers: Iterator[int],
    categories: Categories,
    t: Strings,
) -> LossGroup:
    mine = [h for h in found if h.probe.category == name and h.scored]
    losses = tuple(_loss(h, step, folds, texts, next(numbers), t) for h in mine if (step := h.loss))
    return LossGroup(type_title(name, categories, t), len(mine), losses)


def _loss(
    h: History,
    step: Step,
    folds: Mapping[FoldKey, FoldRow],
    texts: Mapping[FoldKey, Searchable],
    place: int,
    t: Strings,
) -> Loss:
    key = (h.probe.conversation, step.chain, step.fold)
    row = folds.get(key)
    quotes = tuple(Quote(e.turn, e.quote, texts[key].holds(e.quote) if row else None) for e in h.probe.evidence)
    chains = len({s.chain for s in h.steps}) > 1 or len({s.trial for s in h.steps}) > 1
    return Loss(
        h.probe,
        place,
        step,
        h.recovery,
        tuple(h.stretches()),
        quotes,
        _where(step, t),
        _reached(step, t),
        row.anchor if row else None,
        chains,
    )


def _where(step: Step, t: Strings) -> str:
    if step.carried is None:
        return t("where.unknown")
    return t("where.not_answered_long" if step.carried else "where.folded_away_long")


def _reached(step: Step, t: Strings) -> str:
    """Said only of what is gone: whether the compactor saw it."""
    if step.carried is not False or step.reached is None:
        return ""
    return t("where.reached" if step.reached else "where.not_reached")


@dataclass(frozen=True)
class Kept:
    """The retained probes and the count of those that were never folded."""

    histories: tuple[History, ...]
    unfolded: int


def kept(found: Sequence[History]) -> Kept:
    """The eligible probes that were not lost."""
    return Kept(tuple(history.retained(found)), len(history.unfolded(found)))
