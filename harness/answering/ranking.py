"""Which units of a context speak of a question's subject, and how much of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from harness.answering.forms import Want
from harness.answering.index import Floats, Index, Unit
from harness.answering.question import Question, Word
from harness.answering.thesaurus import related
from harness.categories import Categories
from harness.schema import Role

_RELATED = 0.7  # another word of the same group
_PART = 0.6  # some parts of a compound, some syllable pairs of a Korean word
_UNKNOWN, _AGENT = 0.3, 0.5  # what a word that the context never uses, or who did it, adds to what must be covered
_UNKNOWN_FACT = 0.6  # the same where a value is asked for
_FACTS = frozenset((Want.TIME, Want.QUANTITY, Want.IDENTIFIER))
_THEN = 0.8  # what a date in a question counts for what was said on that day
_NAMING, _PLAIN = 1.4, 0.6  # a word that names something; a verb or a word that people swap for others
_CUE_BONUS, _RECENT_BONUS, _LATEST_BONUS = 0.22, 0.06, 0.18  # as shares of the best score
_QUESTION_COST = 0.25  # a question is no answer
_CUES: Mapping[Want, tuple[str, ...]] = {
    Want.REASON: ("decision_reason", "rejected_option", "failed_attempt"),
    Want.FAILURE: ("failed_attempt",),
    Want.RULE: ("constraint", "exception"),
    Want.STATE: ("task_state", "open_question"),
    Want.DECISION: ("decision",),
    Want.TONE: ("language",),
    Want.GOAL: ("goal",),
}


@dataclass(frozen=True, slots=True)
class Scored:
    """A unit with its score and the share of the subject that it covers, itself or by what stands around it."""

    unit: Unit
    score: float
    covered: float


@dataclass(frozen=True, slots=True)
class Subject:
    """A question's words in an index: row i of ``near`` says how near word i stands to each unit (0 to 1)."""

    near: Floats
    held: Floats
    weights: Floats
    needed: Floats
    naming: tuple[bool, ...]
    unknown: tuple[str, ...]  # naming words that the context does not have at all
    needs: tuple[float, ...]  # ``needed``, as plain numbers
    whole: float  # their sum, never nothing
    there: tuple[bool, ...]  # whether the context has word i at all

    @property
    def covered(self) -> Floats:
        """For each unit the share of the subject that is near."""
        share: Floats = (self.needed @ self.near) / self.whole
        return share


def is_question(unit: Unit) -> bool:
    """Whether a unit asks."""
    return unit.asks


def locate(index: Index, asked: Question) -> Subject:
    """Find a question's words in an index."""
    held = np.stack([_held(index, w) for w in asked.words])
    known = held.max(axis=1) > 0
    rare = np.array([index.idf(w.terms) for w in asked.words], dtype=np.float32)
    for i, word in enumerate(asked.words):
        if word.day is not None:
            held[i] = np.maximum(held[i], _THEN * index.on(word.day))
    weights = rare * np.array([_importance(w) for w in asked.words], dtype=np.float32)
    names = np.array([w.naming and not w.agent for w in asked.words])
    unknown_counts = _UNKNOWN_FACT if asked.want in _FACTS else _UNKNOWN
    needed = weights * np.where(known | names, 1.0, unknown_counts)
    near = np.stack([index.spread(row) for row in held])
    unknown = tuple(w.text for w, k in zip(asked.words, known, strict=True) if w.naming and not k)
    needed = needed.astype(np.float32)
    return Subject(
        near,
        held,
        weights,
        needed,
        tuple(w.naming for w in asked.words),
        unknown,
        tuple(map(float, needed)),
        max(float(needed.sum()), 1e-6),
        tuple(map(bool, held.max(axis=1) > 0)),
    )


def _importance(word: Word) -> float:
    if word.agent:
        return _AGENT
    return _NAMING if word.naming else _PLAIN if word.plain else 1.0


def _held(index: Index, word: Word) -> Floats:
    """How far each unit itself holds a word: 1 for all of it, less for parts or for another word of its group."""
    row = np.zeros(len(index.units), dtype=np.float32)
    for own in related().get(word.terms, ()):
        row = np.maximum(row, _RELATED * _whole(index, own))
    if len(word.terms) > 1 and not all(t.isdigit() for t in word.terms[1:]):  # 0.10 is not in 10.8.0.22
        parts = word.terms if "가" <= word.terms[0][0] <= "힣" else word.terms[1:]
        for term in parts:
            _add(row, index, term, _PART / len(parts))
        row = np.minimum(row, 1.0)
        if parts is not word.terms:
            row = np.maximum(row, 0.8 * _whole(index, parts))
            row[index.places(word.terms[0])] = 1.0
    whole = _whole(index, word.terms if len(word.terms) == 1 or "가" <= word.terms[0][0] <= "힣" else word.terms[:1])
    return np.maximum(row, whole)


def _add(row: Floats, index: Index, term: str, value: float) -> None:
    row[index.places(term)] += np.float32(value)


def _whole(index: Index, terms: Sequence[str]) -> Floats:
    row = np.zeros(len(index.units), dtype=np.float32)
    places = index.places(terms[0]) if terms else index.places("")
    for term in terms[1:]:
        places = np.intersect1d(places, index.places(term), assume_unique=True)
    row[places] = 1.0
    return row


class Ranker:
    """Ranks the units of one index; remembers which cues a unit holds."""

    def __init__(self, index: Index, categories: Categories, cued: dict[tuple[str, int], bool] | None = None) -> None:
        self._index = index
        self._categories = categories
        self._cued: dict[tuple[str, int], bool] = {} if cued is None else cued

    def until(self, index: Index) -> Ranker:
        """A ranker of an index of the first passages alone; what is known of their units holds there, too."""
        return Ranker(index, self._categories, self._cued)

    def cue(self, name: str, unit: Unit) -> bool:
        """Whether a unit carries the cue of a category."""
        known = self._cued.get((name, unit.place))
        if known is None:
            category = self._categories.get(name)
            known = self._cued[name, unit.place] = bool(category and category.cue.search(unit.text))
        return known

    def rank(self, asked: Question, subject: Subject, most: int) -> list[Scored]:
        """The best units, best first."""
        scores = subject.weights @ subject.near
        covered = subject.covered
        few = min(2 * most, len(scores))
        top = np.argpartition(-scores, few - 1)[:few]
        best = float(scores[top].max())
        if best <= 0:
            return []
        found = [
            Scored(self._index.units[i], self._adjusted(asked, i, float(scores[i]), best) / best, float(covered[i]))
            for i in map(int, top)
        ]
        return sorted(found, key=lambda s: (-s.score, -s.unit.place))[:most]

    def _adjusted(self, asked: Question, i: int, score: float, best: float) -> float:
        unit = self._index.units[i]
        place = unit.place / max(1, len(self._index.units) - 1)
        timed = asked.latest or asked.original or asked.want is Want.STATE
        if asked.original:
            place = 1 - place
        score += best * place * (_LATEST_BONUS if timed else _RECENT_BONUS)
        if any(self.cue(c, unit) for c in self._cue_names(asked)):
            score += best * _CUE_BONUS
        if is_question(unit):
            score -= best * _QUESTION_COST
        return score * 0.8 if unit.passage.role is Role.SYSTEM else score

    @staticmethod
    def _cue_names(asked: Question) -> tuple[str, ...]:
        names = _CUES.get(asked.want, ())
        return ("rejected_option", *names) if asked.rejected else names
