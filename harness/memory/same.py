"""Whether two items speak of the same thing, so that the better one replaces the other.

They do if one repeats the other, or if they share their subject (the words that are no time and no amount) and give it another value
of the same kind. If each names something that the other does not (the archive server, the kiosk server), they speak of two things. The
relation is symmetric and looks at two items only; nothing depends on the order of arrival.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from harness.language import terms
from harness.memory.item import MemoryItem
from harness.values import Value, ValueKind, find

_CHANGING = (ValueKind.TIME, ValueKind.QUANTITY)
_REPEATS = 0.8  # of the terms of both: the same again in other words
_SUBJECT = 0.6  # of the subject words of both
_LEAST = 2  # subject words, below which nothing can be told


@dataclass(frozen=True)
class Content:
    """What an item says, as sets: all retrieval terms, those that are no part of a time or an amount (an identifier tells what is
    spoken of), and these values as (kind, unit) → texts."""

    all: frozenset[str]
    subject: frozenset[str]
    values: dict[tuple[str, str], frozenset[str]]

    @property
    def keys(self) -> frozenset[tuple[str, str]]:
        """Two items that are the same thing have one of these in common (prefix filtering: Chaudhuri et al., ICDE 2006): sets whose
        Jaccard likeness is at least t share a member among the first n − ⌈t·n⌉ + 1 of each in one fixed order."""
        return frozenset(
            (name, term)
            for name, words, least in (("all", self.all, _REPEATS), ("subject", self.subject, _SUBJECT))
            for term in sorted(words, key=lambda t: (-len(t), t))[: len(words) - ceil(least * len(words)) + 1]
        )


def content(item: MemoryItem) -> Content:
    """Take an item apart."""
    found = find(item.text, kinds=_CHANGING)
    rest = list(item.text)
    for value in found:
        rest[value.start : value.end] = " " * (value.end - value.start)
    grouped: dict[tuple[str, str], frozenset[str]] = {}
    for value in found:
        key = _sort(value)
        grouped[key] = grouped.get(key, frozenset()) | {repr(value.normal)}
    return Content(frozenset(terms(item.text)), frozenset(terms("".join(rest))), grouped)


def _sort(value: Value) -> tuple[str, str]:
    """Kind and unit: 40 GB and 3 hours are no two values of one thing."""
    normal = value.normal
    detail = str(getattr(normal, "unit", ""))
    if value.kind.value == "time":
        detail = f"{getattr(normal, 'has_date', False)}{getattr(normal, 'has_clock', False)}"
    return value.kind.value, detail


def same_thing(a: MemoryItem, one: Content, b: MemoryItem, other: Content) -> bool:
    """Whether only one of two items may stand. Failures of different tools never are the same."""
    if a.kind is not b.kind or a.tool != b.tool:
        return False
    if one.values == other.values and _alike(one.all, other.all) >= _REPEATS:
        return True
    if min(len(one.subject), len(other.subject)) < _LEAST or _alike(one.subject, other.subject) < _SUBJECT:
        return False
    return any(one.values[k] != other.values[k] for k in one.values.keys() & other.values.keys())


def _alike(a: frozenset[str], b: frozenset[str]) -> float:
    """Jaccard likeness; 0 where each holds something that the other lacks."""
    return len(a & b) / len(a | b) if (a or b) and (a <= b or b <= a) else 0.0
