"""The value that answers a typed question: every value of the wanted type near the subject is a candidate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from harness.answering.closeness import clause_share, nearness, standing, word_places
from harness.answering.fitting import suits
from harness.answering.found import typed_values
from harness.answering.index import Unit
from harness.answering.question import Question
from harness.answering.ranking import Scored, Subject, is_question
from harness.answering.tables import cell_of
from harness.language import terms
from harness.values import Value

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
_STILL = 0.6  # a later change is believed at this share of the best score


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value with how well it answers; ``covered`` is that of its unit, ``fit`` how well its type suits."""

    value: Value
    unit: Unit
    score: float
    covered: float
    fit: float


def candidates(
    asked: Question, subject: Subject, ranked: Sequence[Scored], revises: Callable[[Unit], bool]
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
        holds = _last_word(asked, found, revises)
        found.sort(key=lambda c: c is not holds)
    return found


def _last_word(asked: Question, found: Sequence[Candidate], revises: Callable[[Unit], bool]) -> Candidate:
    """The best candidate, or what was said later of the same: a revision need not repeat the whole subject."""
    best = found[0]
    for c in sorted(found, key=lambda c: c.unit.place):
        if c.unit.place <= best.unit.place or c.fit < best.fit:
            continue
        if not (asked.latest or revises(c.unit)):
            continue
        if c.score >= _STILL * best.score:
            best = c
    return best


def _aged(asked: Question, c: Candidate, place: float, revises: bool, share: float) -> Candidate:
    """What was said later, and what was said to change something, holds now, if it is about the subject."""
    about = min(1.0, max(0.0, (share - _ABOUT_FROM) / _ABOUT_WITHIN))
    if asked.original:
        return replace(c, score=c.score * (1 + about * _LATEST * (1 - place)))
    late = _LATEST if asked.latest else _LATE
    return replace(c, score=c.score * (1 + about * (late * place + _REVISES * revises)))


def _in_unit(asked: Question, subject: Subject, s: Scored) -> Iterator[Candidate]:
    text = s.unit.text
    values = typed_values(text, asked)
    if not values:
        return
    cell = cell_of(asked, s.unit)
    own = set(asked.terms)
    places = word_places(asked, text)
    near = subject.near[:, s.unit.place]
    for value in values:
        said = set(terms(value.text))
        fit = suits(asked, value)
        if fit <= 0 or (said and said <= own):
            continue
        covered = nearness(subject, near, places, value, text)
        clause = clause_share(subject, places, value, text)
        score = (
            (1 - _CLAUSE_SHARE_COUNTS + _CLAUSE_SHARE_COUNTS * min(1.0, clause / _CLAUSE_ENOUGH))
            * covered
            * fit
            * standing(asked, text, value)
        )
        if is_question(s.unit):
            score *= _ASKED
        if cell is not None:
            score *= _CELL if cell[0] <= value.start < cell[1] else _OTHER_CELL
        yield Candidate(value, s.unit, score, covered, fit)
