"""Probes that only a memory can fail: does a rule end when it says so, does a correction stand alone, is an old value put back?

They are made from the items and the folds of a conversation, not from questions that a person wrote: what is asked for is an item's
own text (or, for an old value, the question of a probe that has one), and what is looked at is what would be injected.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from harness.answering.carried import CarriedText
from harness.answering.matching import literal
from harness.asking import holds
from harness.folding.replay import Replay
from harness.language import normalise
from harness.memory import MemoryItem
from harness.memory.select import Selection, Selector
from harness.recall import Memory, Remembered
from harness.schema import Passage, Probe
from harness.tokens import TokenCounter


class Check(StrEnum):
    """``before``: an item whose end has not come is put back when it is asked for. ``after``: one whose end has come is not.
    ``conflict``: of two items that disagree only the one of higher rank is. ``stale``: a request for a value that was replaced does
    not get the old value without the new one."""

    BEFORE = "before"
    AFTER = "after"
    CONFLICT = "conflict"
    STALE = "stale"


@dataclass(frozen=True, slots=True)
class MemoryProbe:
    """One look at what is injected after a fold. ``about`` is the item's text or the probe's id; ``right`` whether it is as it should."""

    conversation: str
    check: Check
    fold: int
    request: str
    about: str
    right: bool


def memory_probes(
    replay: Replay,
    probes: Sequence[Probe],
    memory: Memory,
    promoted: Collection[str],
    counter: TokenCounter,
    budget: int,
) -> Iterator[MemoryProbe]:
    """All four kinds, after every fold whose constraints fit the budget (in tokens); only items of the promoted types count."""
    replaced = [p for p in probes if p.positive and p.stale and p.category in promoted]
    for fold in replay.folds:
        held = memory.after.get(fold.ordinal)
        selector = Selector(held.standing(promoted), counter, budget) if held else None
        if held is None or selector is None or selector.fixed > budget:
            continue
        asked = [p for p in replaced if holds(p, fold.position)]
        for check, request, about, right in (*_of_items(held, promoted, selector), *_of_values(asked, selector)):
            yield MemoryProbe(replay.conversation.id, check, fold.ordinal, request, about, right)


_Looked = tuple[Check, str, str, bool]


def _of_items(held: Remembered, promoted: Collection[str], selector: Selector) -> Iterator[_Looked]:
    wanted = frozenset(promoted)
    for item in held.standing(promoted):
        if item.expires is not None:
            yield Check.BEFORE, item.text, item.text, item.plain in _injected(item, selector)
    for item in held.ended:
        if wanted & set(item.categories):
            yield Check.AFTER, item.text, item.text, item.plain not in _injected(item, selector)
    standing = {i.plain for i in held.standing(promoted)}
    for old, new in held.overruled:
        if wanted & set(old.categories) and new.plain in standing:
            found = _injected(old, selector)
            yield Check.CONFLICT, old.text, new.text, new.plain in found and old.plain not in found


def _injected(item: MemoryItem, selector: Selector) -> set[str]:
    return {i.plain for i in selector.select(item.text, item.tool).items}


def _of_values(probes: Iterable[Probe], selector: Selector) -> Iterator[_Looked]:
    for probe in probes:
        yield Check.STALE, probe.question, probe.id, not _outdated(probe, selector.select(probe.question, probe.tool))


def _outdated(probe: Probe, selection: Selection) -> bool:
    """Whether what is put back has an old value and not the one that holds."""
    text = "\n".join(normalise(i.text) for i in selection.items)
    if not any(literal(old, text) for old in probe.stale) or literal(probe.expected, text):
        return False
    return not CarriedText([Passage(i.text, "memory") for i in selection.items]).carries(probe)
