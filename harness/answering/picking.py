"""The value that answers a typed question: every value of the wanted type near the subject is a candidate."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from harness.answering.forms import Want
from harness.answering.index import Floats, Unit
from harness.answering.question import Question
from harness.answering.ranking import Scored, Subject, is_question
from harness.answering.tables import cell_of
from harness.answering.thesaurus import related
from harness.language import normalise, term_spans, terms
from harness.values import IdentifierKind, IdentifierValue, QuantityValue, TimeValue, Value, ValueKind, find

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
_NUMBERS = frozenset((IdentifierKind.TICKET, IdentifierKind.NAME, IdentifierKind.CODE, IdentifierKind.HASH, IdentifierKind.UUID))
_LOOSE = 0.45  # a unit that says nothing against the asked one
_ASKED = 0.7  # a value in a question is a suggestion
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


def candidates(
    asked: Question, subject: Subject, ranked: Sequence[Scored], revises: Callable[[Unit], bool]
) -> list[Candidate]:
    """The values of the wanted type in the best units, best first; of equals the later one. ``revises`` tells the units that
    change or settle something."""
    found = [c for s in ranked for c in _in_unit(asked, subject, s)]
    if not asked.original and found:
        first, last = min(c.unit.place for c in found), max(c.unit.place for c in found)
        best = max(c.covered * c.fit for c in found)
        found = [
            _aged(asked, c, (c.unit.place - first) / max(1, last - first), revises(c.unit), c.covered / max(best, 1e-6))
            for c in found
        ]
    found = sorted(found, key=lambda c: (-c.score, -c.unit.place, c.value.start))
    if found and not asked.original:
        last = _last_word(asked, found, revises)
        found.sort(key=lambda c: c is not last)
    return found


def _last_word(asked: Question, found: Sequence[Candidate], revises: Callable[[Unit], bool]) -> Candidate:
    """The best candidate, or what was said later of the same: a revision need not repeat the whole subject."""
    best = found[0]
    for c in sorted(found, key=lambda c: c.unit.place):
        if c.unit.place <= best.unit.place or c.fit < best.fit:
            continue
        if not (asked.latest or revises(c.unit)):
            continue
        if c.score >= P["r2"] * best.score:
            best = c
    return best


P = dict(clause=0.4, cshare=0.25, r2=0.6, cov=1.0, latest=0.3, late=0.1, rev=0.25, denied=0.6, limit=0.4, to=0.35, kfloor=0.6, kdist=60.0, call=0.8, rlo=0.3, rhi=0.15)


def _aged(asked: Question, c: Candidate, place: float, revises: bool, share: float) -> Candidate:
    """What was said later, and what was said to change something, holds now; but only if it is about the subject."""
    late = P["latest"] if asked.latest else P["late"]
    about = min(1.0, max(0.0, (share - P["rlo"]) / P["rhi"]))
    return replace(c, score=c.score * (1 + about * (late * place + P["rev"] * revises)))


def _in_unit(asked: Question, subject: Subject, s: Scored) -> Iterator[Candidate]:
    text = s.unit.text
    values = _typed(text, asked)
    if not values:
        return
    cell = cell_of(asked, s.unit)
    own = set(asked.terms)
    places = _word_places(asked, text)
    near = subject.near[:, s.unit.place]
    for value in values:
        said = set(terms(value.text))
        fit = suits(asked, value)
        if fit <= 0 or (said and said <= own):
            continue
        covered = _local(subject, near, places, value, text)
        clause = _clause_share(subject, places, value, text)
        score = (1 - P["clause"] + P["clause"] * min(1.0, clause / P["cshare"])) * covered ** P["cov"] * fit * _standing(asked, text, value)
        if is_question(s.unit):
            score *= _ASKED
        if cell is not None:
            score *= 1.4 if cell[0] <= value.start < cell[1] else 0.6
        yield Candidate(value, s.unit, score, covered, fit)


@lru_cache(maxsize=20_000)
def _spans(text: str) -> tuple[tuple[int, int, frozenset[str]], ...]:
    return tuple((a, b, frozenset(t)) for a, b, t in term_spans(text))


def _word_places(asked: Question, text: str) -> list[list[tuple[int, int]]]:
    """For each word of the question where it (or another word of its group) stands in a text."""
    spans = _spans(text)
    forms = [[w.terms, *related().get(w.terms, ())] for w in asked.words]
    return [[(a, b) for a, b, own in spans if any(_same(f, own) for f in fs)] for fs in forms]


def _same(form: tuple[str, ...], own: frozenset[str]) -> bool:
    return form[0] in own if len(form) == 1 else 2 * len(own.intersection(form)) >= len(form)


_CLAUSE = re.compile(r"[,;:|]\s| and | but | while |지만|는데|이고|하고")


def _local(subject: Subject, near: Floats, places: Sequence[Sequence[tuple[int, int]]], value: Value, text: str) -> float:
    """The share of the subject that is near a value: words of its sentence by their distance, others by their unit's."""
    total = 0.0
    named = value.kind is ValueKind.IDENTIFIER  # "the values file" names rollback/values.yaml; 40 minutes name no 40
    for i, spots in enumerate(places):
        reach = [_distance(text, a, b, value) for a, b in spots if named or not value.start <= a < value.end]
        here = P["kfloor"] + (1 - P["kfloor"]) * math.exp(-min(reach) / P["kdist"]) if reach else 0.0
        total += float(subject.needed[i]) * max(here * float(subject.held[i].max() > 0), min(float(near[i]), 0.72))
    return total / max(float(subject.needed.sum()), 1e-6)


def _clause_share(subject: Subject, places: Sequence[Sequence[tuple[int, int]]], value: Value, text: str) -> float:
    """The share of the subject in the very clause of a value."""
    start = max((m.end() for m in _CLAUSE.finditer(text, 0, value.start)), default=0)
    following = _CLAUSE.search(text, value.end)
    end = following.start() if following else len(text)
    inside = sum(float(subject.needed[i]) for i, spots in enumerate(places) if any(start <= a and b <= end for a, b in spots))
    return inside / max(float(subject.needed.sum()), 1e-6)


def _distance(text: str, start: int, end: int, value: Value) -> float:
    if value.start <= start < value.end:
        return 0.0
    between = text[end : value.start] if end <= value.start else text[value.end : start]
    return len(between) + 15 * len(_CLAUSE.findall(between))


_BARE = frozenset((IdentifierKind.VERSION, IdentifierKind.PORT))  # these may stand as bare numbers
_TOOL_CALL = re.compile(r"→ (\S+)")
_SHAPED = re.compile(r"(?<![\w.])(?=[\w+#/.:-]*\d)[A-Za-z0-9][\w+/.:-]*[A-Za-z0-9](?![\w])")


def _typed(text: str, asked: Question) -> tuple[Value, ...]:
    """The values of the wanted kind; for an identifier also what only looks like one, unless it is something else."""
    kind = TYPED[asked.want]
    values = _values(text, kind)
    if kind is not ValueKind.IDENTIFIER:
        return values
    call = _TOOL_CALL.match(text)
    values = tuple(v for v in values if not (call and v.start < call.end()))
    if not (asked.numbered or asked.subtypes & _BARE):
        return values
    return (*values, *(v for v in _shaped(text, values) if not (call and v.start < call.end())))


def _shaped(text: str, known: Sequence[Value]) -> Iterator[Value]:
    taken = [*known, *_values(text, ValueKind.TIME), *(v for v in _values(text, ValueKind.QUANTITY) if _has_unit(v))]
    for m in _SHAPED.finditer(text):
        if m.end() - m.start() > 1 and not any(v.start < m.end() and m.start() < v.end for v in taken):
            yield Value(ValueKind.IDENTIFIER, *m.span(), m.group(), IdentifierValue(IdentifierKind.CODE, m.group()))


def _has_unit(value: Value) -> bool:
    return isinstance(value.normal, QuantityValue) and bool(value.normal.unit)


_LIMIT = re.compile(r"\b(?:limit|max(?:imum)?|at most|cap(?:ped)?|ceiling|budget|no more than|up to|under|below|within|hard|allow\w*|may|must)\b|상한|최대|한도|이하|이내|까지|넘(?:으면|기면|지)|예산|제한")
_TO = re.compile(r"(?:\b(?:to|make it|make that|now|it's now|let's say|settle on|go with|rather|instead)|→|->) ?(?:the |about |around |at )?$")
_TO_AFTER = re.compile(r"^ ?(?:으로|로)(?![가-힣])|^ ?(?:으로|로) ?(?:가|하|바|변|늘|줄|미|당|옮|정|확|올|내|합|조정|수정|연기)|^[^.]{0,6}(?:확정|결정|최종)|^(?:이|가)? ?(?:맞|됩니다)")


def _standing(asked: Question, text: str, value: Value) -> float:
    """How the words around a value speak for it: near the subject's words, not marked as the old one or as denied."""
    before, after = normalise(text[: value.start][-80:]), normalise(text[value.end :][:60])
    standing = 1.0
    if text[: value.start].endswith((" ", "(")):
        before += " "
    if not asked.original and (_NOT_IT.search(before) or _NOT_IT_AFTER.search(after)):
        standing *= P["denied"]
    elif _TO.search(before) or _TO_AFTER.search(after):
        standing *= 1 + P["to"]
    if asked.limit and _LIMIT.search(before + " " + after):
        standing *= 1 + P["limit"]
    return standing * (P["call"] if _TOOL_CALL.match(text) else 1.0)


def suits(asked: Question, value: Value) -> float:
    """How well a value's normal form suits what is asked for: 1 for what is named, less for what is not said."""
    normal = value.normal
    if isinstance(normal, TimeValue):
        return _suits_time(asked, normal)
    if isinstance(normal, QuantityValue):
        if asked.unit == "money" and not normal.unit and value.text.endswith(("만", "억", "천", "k", "K")):
            return 0.8
        worded = 0.4 if not normal.unit and not re.search(r"\d", value.text) else 1.0
        return worded * _suits_quantity(asked.unit, normal.unit.split("/")[0] if asked.unit not in ("%",) else normal.unit)
    return _suits_identifier(asked, value, normal)


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
    if asked == "amount":
        return 1.0 if unit in _MONEY or unit in _MEASURES or unit in _TIMES else 0.5
    if unit in _DIMENSIONS.get(asked, frozenset((asked,))):
        return 1.0
    if asked in _DIMENSIONS or asked in _MEASURES:
        return _LOOSE if not unit else _ELSE
    if unit in _MONEY or unit in _TIMES or unit in _MEASURES:
        return _ELSE
    return 0.8 if unit in ("", "item", "case", "unit") else 0.6


_CANDIDATE = re.compile(r"(?:\d[\w.-]*)?(?:rc|beta|alpha|v)[-.]?\d+|\d+(?:\.\d+)+\S*", re.IGNORECASE)


def _suits_identifier(asked: Question, value: Value, normal: IdentifierValue) -> float:
    if asked.numbered:
        bare = re.fullmatch(r"\d{1,3}", value.text)
        return 1.0 if normal.subtype in _NUMBERS and re.search(r"\d", value.text) and not bare else 0.4
    if not asked.subtypes or normal.subtype in asked.subtypes:
        return 1.0
    if IdentifierKind.VERSION in asked.subtypes and _CANDIDATE.fullmatch(value.text):
        return 1.0
    if IdentifierKind.PORT in asked.subtypes and re.fullmatch(r"\d{2,5}", value.text):
        return 0.9
    return 0.25


_JOINT = re.compile(r"[\s,(]{0,2}(?:[월화수목금토일](?:요일)?\)?\s?)?(?:at |from |@ |에 |의 )?|\)\s?")


def with_neighbours(text: str, value: Value) -> str:
    """A date and a clock time side by side are one answer."""
    if not isinstance(value.normal, TimeValue):
        return value.text
    start, end = value.start, value.end
    for other in _values(text, ValueKind.TIME):
        if not isinstance(other.normal, TimeValue) or not _complete(value.normal, other.normal):
            continue
        if _JOINT.fullmatch(text[end : other.start] if other.start >= end else text[other.end : start]):
            start, end = min(start, other.start), max(end, other.end)
    return _range(text, start, end)


def _range(text: str, start: int, end: int) -> str:
    """A time with the other end of its range: "from the 25th to the 3rd"."""
    values = _values(text, ValueKind.TIME)
    for a, b in pairwise(values):
        opening = _OPENING.search(text[: a.start])
        if opening and _UNTIL.fullmatch(text[a.end : b.start]) and (a.start <= start < a.end or b.start <= start < b.end):
            return text[opening.start() : b.end]
    opening = _OPENING.search(text[:start])
    return text[opening.start() if opening and _UNTIL.search(text[start:end]) else start : end]


_OPENING = re.compile(r"\b(?:from|between) (?:the )?$", re.IGNORECASE)
_UNTIL = re.compile(r"\s?(?:\bto\b|\band\b|\buntil\b|\btill\b|-|–|~)\s?(?:the )?")


def _complete(a: TimeValue, b: TimeValue) -> bool:
    """Whether one is a date and the other a clock time, or one the weekday of the other's date."""
    if a.has_clock != b.has_clock:
        return a.has_date != b.has_date
    return not a.has_clock and (a.weekday is None) != (b.weekday is None) and (a.day is None) != (b.day is None)
