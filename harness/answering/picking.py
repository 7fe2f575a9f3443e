"""The value that answers a typed question: every value of the wanted type near the subject is a candidate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice

from harness.answering.closeness import in_clause, nearness, reaches, share, standing, word_places
from harness.answering.fitting import suits
from harness.answering.forms import Want
from harness.answering.found import typed_values
from harness.answering.index import Index, Unit
from harness.answering.question import Question
from harness.answering.ranking import Scored, Subject, is_question
from harness.answering.revising import alike, held_before, marks_change, spoken_of_again
from harness.answering.tables import cell_of
from harness.language import terms
from harness.values import Match, Value, compare

_ASKED = 0.7  # a value in a question is a suggestion
_CELL, _OTHER_CELL = 1.4, 0.6  # a value under the asked column of a table, and under another one
_CLAUSE_SHARE_COUNTS, _CLAUSE_ENOUGH = (
    0.4,
    0.25,
)  # what the value's own clause decides; from this share of the subject on, all
_LATEST, _LATE, _REVISES = (
    0.3,
    0.1,
    0.25,
)  # bonus of the last one if the question asks for it, or not; of what changes something
_ABOUT_FROM, _ABOUT_WITHIN = 0.3, 0.15  # the bonus begins at this share of the best coverage and is full so much higher
_AS_FIT = 0.85  # a later value must suit the question nearly as well
_FULLER = 0.75  # the share of the subject, of what the best has, that a fuller statement of it needs
_MARKED, _UNMARKED = 1.0, 1.1  # the share of the subject, of what the best has, that a later value needs
_ELSEWHERE = 0.25  # the share of the subject that a sentence must hold for its clauses to be told apart
_CHAIN = 6  # revisions of one value that are followed


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value with how well it answers; ``covered`` is that of its unit, ``fit`` how well its type suits."""

    value: Value
    unit: Unit
    score: float
    covered: float
    fit: float
    stands: float = 1.0
    elsewhere: bool = False  # the subject stands in another clause of its sentence than the value
    about: int | None = None  # the place where the subject was named, for a value that only replaces another


def candidates(
    asked: Question, subject: Subject, ranked: Sequence[Scored], index: Index, revises: Callable[[Unit], bool]
) -> list[Candidate]:
    """The values of the wanted type in the best units, best first; of equals the later one.

    ``revises`` tells the units that change or settle something.
    """
    found = [c for s in ranked for c in _in_unit(asked, subject, s)]
    if not found:
        return []
    first, last = min(c.unit.place for c in found), max(c.unit.place for c in found)
    best = max(max(c.covered * c.fit for c in found), 1e-6)
    for i, c in enumerate(found):
        place = (c.unit.place - first) / max(1, last - first)
        found[i] = _aged(asked, c, place, revises(c.unit), c.covered / best)
    found.sort(key=lambda c: (-c.score, -c.unit.place, c.value.start))
    if not asked.original:
        holds = _last_word(asked, subject, found, index, revises)
        found = [holds, *(c for c in found if c.value is not holds.value)]
    return found


def _last_word(
    asked: Question, subject: Subject, found: Sequence[Candidate], index: Index, revises: Callable[[Unit], bool]
) -> Candidate:
    """The best candidate, or what was said later of the same: a revision need not repeat the whole subject."""
    best, about = found[0], found[0].unit.place
    for _ in range(_CHAIN):
        holds = _next(asked, subject, found, best, index, revises)
        if holds is None:
            break
        best = replace(holds, score=max(holds.score, best.score), covered=max(holds.covered, best.covered), about=about)
    return _fuller(asked, found, best)


def _next(
    asked: Question,
    subject: Subject,
    found: Sequence[Candidate],
    best: Candidate,
    index: Index,
    revises: Callable[[Unit], bool],
) -> Candidate | None:
    """The first later value that takes the place of the best one."""
    later = (c for c in found if c.unit.place > best.unit.place)
    takes = [c for c in later if _replaces(asked, c, best, revises)]
    successors = cache(lambda place: _successors(asked, subject, index.units[place], best))
    for places in spoken_of_again(index, best.value, best.unit):
        takes += islice((c for p in places if p > best.unit.place for c in successors(p)), 1)
    return min(takes, key=lambda c: (c.unit.place, c.value.start), default=None)


def _successors(asked: Question, subject: Subject, unit: Unit, best: Candidate) -> list[Candidate]:
    """The values of a unit near which the best one is named again that take its place; if in one sentence, only as its successor."""
    if is_question(unit):
        return []
    contrast = held_before(unit.text, best.value)
    if contrast is False:
        return []
    rivals = [
        v
        for v in typed_values(unit.text, asked)
        if _rivals(best, v)
        and (contrast or marks_change(unit.text, v))  # "it gets 864 now, not 741": one sentence names both
    ]
    found = _of_values(asked, subject, Scored(unit, 0.0, 0.0), rivals)
    return [c for c in found if _may_replace(c, best) and (contrast or not c.elsewhere)]


def _fuller(asked: Question, found: Sequence[Candidate], best: Candidate) -> Candidate:
    """The value as it was said later with more detail: a date with its hour."""
    if asked.want is not Want.TIME:
        return best
    for c in found:
        finer = compare(best.value, c.value) is Match.FINER and c.fit > best.fit
        if finer and c.unit.place > best.unit.place and c.covered >= _FULLER * best.covered and not is_question(c.unit):
            return replace(c, about=best.about)
    return best


def _rivals(best: Candidate, value: Value) -> bool:
    return alike(best.value.normal, value.normal) and compare(best.value, value) is Match.DIFFERENT


def _may_replace(c: Candidate, best: Candidate) -> bool:
    return c.fit >= best.fit * _AS_FIT and c.stands >= 1 and not is_question(c.unit) and _rivals(best, c.value)


def _replaces(asked: Question, c: Candidate, best: Candidate, revises: Callable[[Unit], bool]) -> bool:
    """Whether a later candidate about the subject takes the place of the best one so far."""
    if c.elsewhere or not _may_replace(c, best):
        return False
    if marks_change(c.unit.text, c.value) or revises(c.unit):
        return c.covered >= _MARKED * best.covered
    return asked.latest and c.covered >= _UNMARKED * best.covered


def _aged(asked: Question, c: Candidate, place: float, revises: bool, share: float) -> Candidate:
    """What was said later, and what was said to change something, holds now, if it is about the subject."""
    about = min(1.0, max(0.0, (share - _ABOUT_FROM) / _ABOUT_WITHIN))
    if asked.original:
        return replace(c, score=c.score * (1 + about * _LATEST * (1 - place)))
    late = _LATEST if asked.latest else _LATE
    return replace(c, score=c.score * (1 + about * (late * place + _REVISES * revises)))


def _in_unit(asked: Question, subject: Subject, s: Scored) -> Iterator[Candidate]:
    return _of_values(asked, subject, s, typed_values(s.unit.text, asked))


def _of_values(asked: Question, subject: Subject, s: Scored, values: Sequence[Value]) -> Iterator[Candidate]:
    """Those of a unit's values that may answer, each with how well it does."""
    if not values:
        return
    cell = cell_of(asked, s.unit.text, s.unit.passage.text)
    near = subject.near[:, s.unit.place]
    for value in values:
        seen = _seen(asked, s.unit.text, value)
        if seen is None:
            continue
        covered = nearness(subject, near, seen.reaches)
        clause = share(subject, seen.clause)
        score = (
            (1 - _CLAUSE_SHARE_COUNTS + _CLAUSE_SHARE_COUNTS * min(1.0, clause / _CLAUSE_ENOUGH))
            * covered
            * seen.fit
            * seen.stands
        )
        if is_question(s.unit):
            score *= _ASKED
        if cell is not None:
            score *= _CELL if cell[0] <= value.start < cell[1] else _OTHER_CELL
        elsewhere = not clause and share(subject, seen.sentence) > _ELSEWHERE
        yield Candidate(value, s.unit, score, covered, seen.fit, seen.stands, elsewhere)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a sentence says about a value, whatever stands around the sentence: for each word of the question how near it is, whether it
    stands in the value's clause, and in the sentence at all."""

    fit: float
    stands: float
    reaches: tuple[float, ...]
    clause: tuple[bool, ...]
    sentence: tuple[bool, ...]


@lru_cache(maxsize=20_000)  # the same question is asked of the log as it was at every fold
def _seen(asked: Question, text: str, value: Value) -> _Seen | None:
    """None where the value cannot be what is asked for."""
    said, fit = set(terms(value.text)), suits(asked, value)
    if fit <= 0 or (said and said.issubset(asked.terms)):
        return None
    places = word_places(asked, text)
    return _Seen(
        fit,
        standing(asked, text, value),
        reaches(places, value, text),
        in_clause(places, value, text),
        tuple(map(bool, places)),
    )
