"""Items from a fold: from what a model wrote in the same call, or by the embedded extractor from the turns being folded.

The embedded extractor takes a sentence for every memory kind of whose information types it carries a cue or a value. People and
tools state; what an assistant says is inferred. It shares its cues with the probe rules (``categories.toml``), so recall measured
with generated probes is optimistic; gold probes are the fair ones.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from harness.categories import Categories, Category, builtin
from harness.errors import MemoryItemError
from harness.language import negations, normalise, sentences, terms
from harness.memory.expiry import expiry
from harness.memory.item import LONGEST, Confidence, ItemKind, MemoryItem, from_mapping
from harness.memory.secrets import secret
from harness.schema import Role, Turn
from harness.values import ValueKind, find

_SHORTEST = 12  # characters of a sentence
_FEW = 4  # retrieval terms, below which a sentence needs the one before it to be understood
_CARRIES, _SAYS = 0.5, 0.8  # share of an item's terms that its turn must hold to carry it at all, and to state it
_BESIDE = 2  # turns between the one that an item names and one that carries it instead
_IN_USE = 6  # turns for which a tool stays the one in use
# Bans without a word such as "never": no deploys this week, nobody touches it, code freeze.
_BAN = re.compile(
    r"(?:^|[.:;,!—-] ?)no (?:more )?\w+(?: \w+)? (?:this|until|till|before|after|during|today|tomorrow|tonight|on|in|for|from|over|through|next)\b|"
    r"\b(?:nobody|no one) (?:touch|restart|deploy|merg|chang|send|use|open|alter|delet|mov|writ|run|start)\w*|\bfr(?:eeze|ozen)\b|프리즈|동결",
    re.IGNORECASE,
)
_TELLING = frozenset({Role.USER, Role.TOOL})


@dataclass
class Extracted:
    """Items of one fold, and how many were refused, by reason."""

    items: list[MemoryItem] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)


def from_reply(
    raw: Iterable[Mapping[str, Any]], turns: Sequence[Turn], categories: Categories | None = None
) -> Extracted:
    """What a model wrote beside its summary, checked. An item is refused where it is malformed, holds a secret, or names a turn that
    was not folded or does not carry it. What its turn says only in part was put together by the summary: it is inferred.

    Models miscount turns: an item whose turn does not carry it goes to the folded turn that says all of it, the nearest to the one
    named, or to one next to it that carries it (a proposal before the yes that was named); the latter is inferred."""
    known = categories or builtin()
    by_index = {t.index: t for t in turns}
    out = Extracted()
    for data in raw:
        try:
            item = from_mapping({k: v for k, v in data.items() if k != "expires"})
        except MemoryItemError:
            out.refused["malformed"] += 1
            continue
        named = by_index.get(item.source_turn)
        if secret(item.text):
            out.refused["secret"] += 1
        elif named and _share(item.text, named) >= _CARRIES:
            out.items.append(_settled(item, named, data.get("expires"), known))
        elif moved := _moved(item, named, turns):
            out.items.append(_settled(moved, by_index[moved.source_turn], data.get("expires"), known))
        else:
            out.refused["not carried" if named else "no such turn"] += 1
    return out


def _moved(item: MemoryItem, named: Turn | None, turns: Sequence[Turn]) -> MemoryItem | None:
    """The item with the turn that carries it, where that is not the one it names; None where there is none."""
    if len(set(terms(item.text))) < _FEW:
        return None  # so few words stand in many turns
    saying = [t for t in turns if _stated(item.text, t) and _same_sense(item.text, t)]
    if saying:
        nearest = min(saying, key=lambda t: (abs(t.index - item.source_turn), -t.index))
        return replace(item, source_turn=nearest.index)
    if named is None:
        return None
    beside = [t for t in turns if abs(t.index - named.index) <= _BESIDE and _carried_by_both(item.text, t, named)]
    if not beside:
        return None
    best = max(beside, key=lambda t: (_share(item.text, t), t.index))
    return replace(item, source_turn=best.index, confidence=Confidence.INFERRED)


def _carried_by_both(text: str, turn: Turn, named: Turn) -> bool:
    """Whether ``turn`` carries the words, and it or the one named every value."""
    plain = normalise(f"{turn.text}\n{named.text}")
    held = all(normalise(v.text) in plain for v in find(text))
    return held and _share(text, turn) >= _CARRIES and _same_sense(text, turn)


def _same_sense(text: str, turn: Turn) -> bool:
    """Whether the sentence of a turn that shares the most words with ``text`` is negated as it is."""
    wanted = set(terms(text))
    nearest = max(sentences(turn.text), key=lambda s: len(wanted & set(terms(s))), default="")
    return _negated(text) == _negated(nearest)


def _negated(text: str) -> bool:
    return negations(normalise(text)) > 0


def _settled(item: MemoryItem, turn: Turn, expires: Any, categories: Categories) -> MemoryItem:
    rule = item.kind is ItemKind.CONSTRAINT
    until = expiry(item.text, turn.time, periods=rule) or _day_after(expires, turn.time)
    said = turn.role in _TELLING and _stated(item.text, turn)
    stated = said and item.confidence is Confidence.STATED
    return replace(
        item,
        confidence=Confidence.STATED if stated else Confidence.INFERRED,
        expires=until,
        categories=_categories(item, turn, categories),
    )


def _categories(item: MemoryItem, turn: Turn, categories: Categories) -> tuple[str, ...]:
    """The information types of an item. Those of its kind: a model that writes a decision with its reason, or a fact that replaces
    another, need not use a cue for it. Those of other kinds that it carries by cue or value: a rule may tell a time. Constraints stand in every
    request, so of their own types only those that they carry, where they carry any."""
    carried = [c for c in categories.values() if _carries(c, item.text, turn)]
    kind = [c for c in categories.values() if c.kind == item.kind.value and c.name != "absent"]
    own = [c for c in carried if c.kind == item.kind.value] if item.kind is ItemKind.CONSTRAINT else []
    names = {c.name for c in (*carried, *(own or kind))}
    return tuple(c for c in categories if c in names)


def _day_after(expires: Any, said: datetime | None) -> datetime | None:
    """The end of the day that a model names, in the zone of the turn; None where it is none or lies before it was said."""
    try:
        day = datetime.fromisoformat(str(expires))
    except ValueError:
        return None
    end = datetime.combine(day.date(), datetime.max.time().replace(microsecond=0), said.tzinfo if said else None)
    return end if said is None or end > said else None


def _stated(text: str, turn: Turn) -> bool:
    """Whether the turn says all of it: its words, nearly, and every value."""
    plain = normalise(turn.text)
    if normalise(text) in plain:
        return True
    values = (normalise(v.text) for v in find(text))
    return _share(text, turn) >= _SAYS and all(v in plain for v in values)


def _share(text: str, turn: Turn) -> float:
    wanted = set(terms(text))
    held = set(terms(" ".join((turn.text, *(c.arguments for c in turn.calls)))))
    return len(wanted & held) / len(wanted) if wanted else 0.0


# ------------------------------------------------------------------------------------------------------- embedded


@dataclass(frozen=True)
class Extractor:
    """The embedded extractor: items from turns alone."""

    categories: Categories = field(default_factory=builtin)

    def extract(self, turns: Sequence[Turn]) -> Extracted:
        """The items of the turns being folded; secrets are refused and counted."""
        out = Extracted()
        tools = _tools_in_use(turns)
        for turn, tool in zip(turns, tools, strict=True):
            if turn.role is Role.SYSTEM or turn.injected:
                continue
            for text in _spans(turn.text):
                if secret(text):
                    out.refused["secret"] += 1
                else:
                    out.items += self._items(text, turn, tool)
        return out

    def _items(self, text: str, turn: Turn, tool: str | None) -> Iterator[MemoryItem]:
        values = frozenset(v.kind.value for v in find(text, kinds=list(ValueKind)))
        by_kind: dict[str, list[str]] = {}
        for c in self.categories.values():
            if c.name != "absent" and _matches(c, text, turn, values):
                by_kind.setdefault(c.kind, []).append(c.name)
        if _BAN.search(text) and "constraint" in self.categories:
            by_kind.setdefault("constraint", ["constraint"])
        until = expiry(text, turn.time, periods="constraint" in by_kind and turn.role is Role.USER)
        for kind, names in by_kind.items():
            if kind == "constraint" and turn.role is not Role.USER:
                continue  # people make rules; assistants repeat them, and a tool's limits are facts
            yield MemoryItem(
                ItemKind(kind),
                text,
                turn.index,
                Confidence.STATED if turn.role in _TELLING else Confidence.INFERRED,
                until if kind in ("constraint", "decision") or "constraint" in by_kind else None,
                tool if kind == "failure" else None,
                tuple(names),
            )


def _spans(text: str) -> Iterator[str]:
    """The sentences of a text that tell something, each a piece of the text as written; one that is too short to be understood
    takes the one before it along."""
    before = ""
    for sentence in sentences(text):
        own = sentence
        if before and len(set(terms(sentence))) < _FEW:
            start = text.find(before)
            end = text.find(sentence, start + len(before)) + len(sentence)
            own = text[start:end] if start >= 0 and len(before) < end - start <= LONGEST else sentence
        before = sentence
        if len(own) >= _SHORTEST and not sentence.rstrip("\"')” ").endswith("?"):
            yield own[:LONGEST]


def _carries(category: Category, text: str, turn: Turn) -> bool:
    kinds = [ValueKind(k) for k in sorted(category.values)]
    values = frozenset(v.kind.value for v in find(text, kinds=kinds)) if kinds else frozenset()
    return category.name != "absent" and _matches(category, text, turn, values)


def _matches(category: Category, text: str, turn: Turn, values: frozenset[str]) -> bool:
    if category.name == "tool_fact":
        return turn.role is Role.TOOL
    return bool(category.cue.search(text) or category.values & values)


def _tools_in_use(turns: Sequence[Turn]) -> list[str | None]:
    """For each turn the tool that is in use: its own, or the last one called or answering a few turns ago."""
    out: list[str | None] = []
    last, since = None, 0
    for turn in turns:
        name = turn.tool or (turn.calls[-1].name if turn.calls else None)
        last, since = (name, 0) if name else (last, since + 1)
        out.append(last if since <= _IN_USE else None)
    return out
