"""Every fold as the page shows it: sizes, and its text with the evidence marked that survived."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from markupsafe import Markup

from harness.reporting.history import History
from harness.reporting.marks import marked
from harness.reporting.text import number
from harness.runs import Run
from harness.schema import Fold, Probe

FoldKey = tuple[str, int, int]


@dataclass(frozen=True)
class FoldRow:
    """A fold and the id of its text in the page, which is marked with the evidence of ``probes`` when it is first shown."""

    fold: Fold
    anchor: str
    probes: Sequence[Probe]
    tokens_in: str
    tokens_out: str

    @cached_property
    def text(self) -> Markup:
        return marked(self.fold.summary, self.probes)

    @property
    def ratio(self) -> str:
        return f"{self.fold.tokens_out / self.fold.tokens_in:.0%}" if self.fold.tokens_in else "–"


@dataclass(frozen=True)
class ConversationFolds:
    """One conversation and its folds; ``chains`` says whether the chain needs naming. ``length`` is its turns where known."""

    id: str
    turns: str
    tokens: str
    folds: tuple[FoldRow, ...]
    chains: bool
    length: int


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
            probes=probes,
            tokens_in=number(f.tokens_in),
            tokens_out=number(f.tokens_out),
        )
        for f in folds
    )


def _conversation(name: str, about: Mapping[str, Any], rows: tuple[FoldRow, ...]) -> ConversationFolds:
    chains = len({row.fold.chain for row in rows}) > 1
    last = max((row.fold.position for row in rows), default=0)
    turns = about.get("turns")
    length = max(last, turns) if isinstance(turns, int) else last
    return ConversationFolds(name, _count(turns), _count(about.get("tokens")), rows, chains, length)


def _count(value: Any) -> str:
    return number(value) if isinstance(value, int | float) else "–"


def only(found: Iterable[ConversationFolds], wanted: Collection[FoldKey]) -> list[ConversationFolds]:
    """The conversations with the wanted folds only; those without any are left out."""
    kept = (
        replace(c, folds=tuple(r for r in c.folds if (c.id, r.fold.chain, r.fold.ordinal) in wanted)) for c in found
    )
    return [c for c in kept if c.folds]
