"""The typed values of a unit, and the wording in which one is quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from harness.answering.forms import Want
from harness.answering.question import Question
from harness.values import IdentifierKind, IdentifierValue, QuantityValue, TimeValue, Value, ValueKind, find

TYPED = {Want.TIME: ValueKind.TIME, Want.QUANTITY: ValueKind.QUANTITY, Want.IDENTIFIER: ValueKind.IDENTIFIER}
TOOL_CALL = re.compile(r"→ (\S+)")


@lru_cache(maxsize=50_000)
def values_of(text: str, kind: ValueKind) -> tuple[Value, ...]:
    """All values of a kind in a text."""
    return find(text, kinds=[kind])


_BARE = frozenset((IdentifierKind.VERSION, IdentifierKind.PORT))  # these may stand as bare numbers
_SHAPED = re.compile(
    r"(?<![\w.])(?=[\w+#/.:-]*\d)[A-Za-z0-9][\w+/.:-]*[A-Za-z0-9](?![A-Za-z0-9_])"
)  # a Korean particle may follow


def typed_values(text: str, asked: Question) -> tuple[Value, ...]:
    """The values of the wanted kind; for an identifier also what only looks like one, unless it is something else."""
    kind = TYPED[asked.want]
    values = values_of(text, kind)
    if kind is not ValueKind.IDENTIFIER:
        return values
    call = TOOL_CALL.match(text)
    values = tuple(v for v in values if not (call and v.start < call.end()))
    if not (asked.numbered or asked.subtypes & _BARE):
        return values
    return (*values, *(v for v in _shaped(text, values) if not (call and v.start < call.end())))


def _shaped(text: str, known: Sequence[Value]) -> Iterator[Value]:
    taken = [
        *known,
        *values_of(text, ValueKind.TIME),
        *(v for v in values_of(text, ValueKind.QUANTITY) if _has_unit(v)),
    ]
    for m in _SHAPED.finditer(text):
        if m.end() - m.start() > 1 and not any(v.start < m.end() and m.start() < v.end for v in taken):
            yield Value(ValueKind.IDENTIFIER, *m.span(), m.group(), IdentifierValue(IdentifierKind.CODE, m.group()))


def _has_unit(value: Value) -> bool:
    return isinstance(value.normal, QuantityValue) and bool(value.normal.unit)


_JOINT = re.compile(r"[\s,(]{0,2}(?:[월화수목금토일](?:요일)?\)?\s?)?(?:at |from |@ |에 |의 )?|\)\s?")


def with_neighbours(text: str, value: Value) -> str:
    """A date and a clock time side by side are one answer."""
    if not isinstance(value.normal, TimeValue):
        return value.text
    start, end = value.start, value.end
    for other in values_of(text, ValueKind.TIME):
        if not isinstance(other.normal, TimeValue) or not _complete(value.normal, other.normal):
            continue
        if _JOINT.fullmatch(text[end : other.start] if other.start >= end else text[other.end : start]):
            start, end = min(start, other.start), max(end, other.end)
    return _range(text, start, end)


def _range(text: str, start: int, end: int) -> str:
    """A time with the other end of its range: "from the 25th to the 3rd"."""
    values = values_of(text, ValueKind.TIME)
    for a, b in pairwise(values):
        opening = _OPENING.search(text[: a.start])
        if opening and _MOVES.search(text[: opening.start()]):
            return text[start:end]  # "moves from Monday to Thursday" is no range
        if (
            opening
            and _UNTIL.fullmatch(text[a.end : b.start])
            and (a.start <= start < a.end or b.start <= start < b.end)
        ):
            return text[opening.start() : b.end]
    opening = _OPENING.search(text[:start])
    return text[opening.start() if opening and _UNTIL.search(text[start:end]) else start : end]


_MOVES = re.compile(
    r"\b(?:mov|chang|push|postpon|rais|lower|shift|delay|switch|reschedul|bump|cut|went|goes|brought|revis)\w*\b[^.;]{0,40}$",
    re.IGNORECASE,
)
_OPENING = re.compile(r"\b(?:from|between) (?:the )?$", re.IGNORECASE)
_UNTIL = re.compile(r"\s?(?:\bto\b|\band\b|\buntil\b|\btill\b|-|–|~)\s?(?:the )?")


def _complete(a: TimeValue, b: TimeValue) -> bool:
    """Whether one is a date and the other a clock time, or one the weekday of the other's date."""
    if a.has_clock != b.has_clock:
        return a.has_date != b.has_date
    return not a.has_clock and (a.weekday is None) != (b.weekday is None) and (a.day is None) != (b.day is None)
