"""The value that answers a typed question: every value of the wanted type near the subject is a candidate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from harness.answering.forms import Want
from harness.answering.index import Unit
from harness.answering.question import Question
from harness.answering.ranking import Scored
from harness.answering.tables import cell_of
from harness.language import normalise, terms
from harness.values import IdentifierValue, QuantityValue, TimeValue, Value, ValueKind, find

TYPED = {Want.TIME: ValueKind.TIME, Want.QUANTITY: ValueKind.QUANTITY, Want.IDENTIFIER: ValueKind.IDENTIFIER}
_NOT_IT = re.compile(
    r"(?:\b(?:not|isn't|instead of|rather than|no longer|was|were|used to be|originally|previously|from|before|old|over|than|drop|forget|replaces?|replacing|earlier)\W+(?:the |at |on |to |a ){0,2}"
    r"|(?:원래|기존|당초|처음에는?|이전|애초)\W*)$"
)
_NOT_IT_AFTER = re.compile(
    r"^\W{0,2}(?:is out|no longer|was wrong|was the old|instead\b.{0,12}\bnow|말고|이?가? ?아니|대신|에서 (?:\S+ ){0,3}\S+(?:으로|로)(?![가-힣])|였(?:는데|다가|지만)|이었(?:는데|다가|지만)|보다|\S{0,3} ?(?:안|못) (?:돼|되|됩))"
)
_MONEY = frozenset(("USD", "KRW", "EUR", "GBP", "JPY", "CNY"))
_TIMES = frozenset(("s", "month", "business day", "night"))
_MEASURES = frozenset(("B", "bit", "m", "g", "l", "m2", "m3", "%", "pp", "V", "A", "Ω", "F", "W", "Wh", "Ah", "Hz", "°C", "°F", "degree", "dB", "dBm", "Pa", "px"))
_DIMENSIONS = {"money": _MONEY, "duration": _TIMES, "bytes": frozenset(("B", "bit")), "temperature": frozenset(("°C", "°F", "degree")),
               "%": frozenset(("%", "pp")), "m": frozenset(("m",)), "g": frozenset(("g",))}
_LOOSE = 0.45  # a unit that says nothing against the asked one
_ELSE = 0.12  # another dimension


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value with how well it answers; ``covered`` is that of its unit, ``fit`` how well its type suits."""

    value: Value
    unit: Unit
    score: float
    covered: float
    fit: float


@lru_cache(maxsize=50_000)
def _values(text: str, kind: ValueKind) -> tuple[Value, ...]:
    return find(text, kinds=[kind])


def candidates(asked: Question, ranked: Sequence[Scored]) -> list[Candidate]:
    """The values of the wanted type in the best units, best first; of equals the later one."""
    found = [c for s in ranked for c in _in_unit(asked, s)]
    return sorted(found, key=lambda c: (-c.score, -c.unit.place, c.value.start))


def _in_unit(asked: Question, s: Scored) -> Iterator[Candidate]:
    text = s.unit.text
    values = _values(text, TYPED[asked.want])
    if not values:
        return
    cell = cell_of(asked, s.unit)
    own = set(asked.terms)
    for value in values:
        said = set(terms(value.text))
        fit = suits(asked, value)
        if fit <= 0 or (said and said <= own):
            continue
        score = s.score * fit * _standing(asked, text, value, own)
        if cell is not None:
            score *= 1.4 if cell[0] <= value.start < cell[1] else 0.6
        yield Candidate(value, s.unit, score, s.covered, fit)


def _standing(asked: Question, text: str, value: Value, own: set[str]) -> float:
    """How the words around a value speak for it: near the subject's words, not marked as the old one or as denied."""
    before, after = normalise(text[: value.start][-80:]), normalise(text[value.end :][:60])
    standing = 1.0
    if text[: value.start].endswith((" ", "(")):
        before += " "
    if not asked.original and (_NOT_IT.search(before) or _NOT_IT_AFTER.search(after)):
        standing *= 0.6
    close = own & (set(terms(before[-45:])) | set(terms(after[:25])))
    return standing * (1 + 0.5 * len(close) / max(2, len(own)))


def suits(asked: Question, value: Value) -> float:
    """How well a value's normal form suits what is asked for: 1 for what is named, less for what is not said."""
    normal = value.normal
    if isinstance(normal, TimeValue):
        return _suits_time(asked, normal)
    if isinstance(normal, QuantityValue):
        return _suits_quantity(asked.unit, normal.unit.split("/")[0] if asked.unit not in ("%",) else normal.unit)
    return _suits_identifier(asked, normal)


def _suits_time(asked: Question, normal: TimeValue) -> float:
    if normal.relative is not None and not normal.has_clock:
        return 0.35
    if asked.clock and not asked.date:
        return 1.0 if normal.has_clock else 0.3
    if asked.date and not asked.clock:
        return 1.0 if normal.has_date else 0.3
    return 1.0 if normal.has_date and normal.has_clock else 0.9 if normal.has_date else 0.8


def _suits_quantity(asked: str, unit: str) -> float:
    if not asked:
        return 1.0 if unit else 0.7
    if unit in _DIMENSIONS.get(asked, frozenset((asked,))):
        return 1.0
    if asked in _DIMENSIONS or asked in _MEASURES:
        return _LOOSE if not unit else _ELSE
    if unit in _MONEY or unit in _TIMES or unit in _MEASURES:
        return _ELSE
    return 0.8 if unit in ("", "item", "case", "unit") else 0.6


def _suits_identifier(asked: Question, normal: IdentifierValue) -> float:
    if not asked.subtypes:
        return 1.0
    return 1.0 if normal.subtype in asked.subtypes else 0.25


def with_neighbours(text: str, value: Value) -> str:
    """A date and a clock time side by side are one answer, and so is what stands between them."""
    if value.kind is not ValueKind.TIME:
        return value.text
    start, end = value.start, value.end
    for other in _values(text, ValueKind.TIME):
        if 0 <= other.start - end <= 6 or 0 <= start - other.end <= 6:
            start, end = min(start, other.start), max(end, other.end)
    return text[start:end]
