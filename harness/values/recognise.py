"""All values of a text, in order and without overlap."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from harness.values.identifiers import find_identifiers
from harness.values.model import ALL_KINDS, Normal, Value, ValueKind
from harness.values.quantities import find_quantities
from harness.values.surface import Surface, blank, lower
from harness.values.times import find_times


def find(text: str, *, kinds: Collection[ValueKind] = ALL_KINDS, anchor: datetime | None = None) -> tuple[Value, ...]:
    """The typed values of ``text`` in both languages, in text order, disjoint; offsets count in ``text`` as given.

    Identifiers are claimed first, then times, then quantities, whichever ``kinds`` are asked for: a port is
    no amount even
    to who asks for quantities only. The one exception is a Korean 3일, which is the third where times are asked for and
    three days where they are not (or where the words around it say so). ``anchor`` is the moment of speaking, naive or
    aware; its own wall clock counts. Without it "tomorrow" stays a distance. Decomposed Hangul and full-width
    forms give
    the same normal forms as their usual spellings.
    """
    surface = Surface(text)
    found = _search(surface.text, kinds, anchor)
    return tuple(_value(text, surface, kind, start, end, normal) for kind, start, end, normal in found)


def _value(text: str, surface: Surface, kind: ValueKind, start: int, end: int, normal: Normal) -> Value:
    start, end = surface.span(start, end)
    return Value(kind, start, end, text[start:end], normal)


def _search(
    text: str, kinds: Collection[ValueKind], anchor: datetime | None
) -> list[tuple[ValueKind, int, int, Normal]]:
    identifiers = find_identifiers(text, _is_other)
    text = _without(text, identifiers)
    low = lower(text)
    times = find_times(text, low, anchor, days=ValueKind.TIME in kinds)
    quantities = find_quantities(_without(text, times), _without(low, times)) if ValueKind.QUANTITY in kinds else []
    out: list[tuple[ValueKind, int, int, Normal]] = []
    if ValueKind.IDENTIFIER in kinds:
        out += [(ValueKind.IDENTIFIER, *found) for found in identifiers]
    if ValueKind.TIME in kinds:
        out += [(ValueKind.TIME, *found) for found in times]
    out += [(ValueKind.QUANTITY, *found) for found in quantities]
    return sorted(out, key=lambda row: row[1])


def _without(text: str, found: Sequence[tuple[int, int, Normal]]) -> str:
    return blank(text, [(start, end) for start, end, _ in found]) if found else text


def _is_other(content: str) -> bool:
    """Whether the content of backticks is, as a whole, a time or a quantity."""
    if not any(c.isdigit() or c >= "가" for c in content):
        return False
    low = lower(content)
    whole = (0, len(content))
    times = find_times(content, low, None)
    return any(row[:2] == whole for row in times) or any(row[:2] == whole for row in find_quantities(content, low))
