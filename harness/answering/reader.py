"""The embedded reader: answers a question from a context alone by quoting it, or abstains.

It finds the sentences that cover the question's subject (with what stands beside them, since an answer often does not
repeat its subject), prefers those of the wanted type, and quotes a value or a few short passages. It knows no facts,
cannot combine them, and never sees the expected answer. How far it can be trusted is measured, not assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness.answering.forms import Want
from harness.answering.found import TYPED, with_neighbours
from harness.answering.index import Index, Unit
from harness.answering.openness import undecided
from harness.answering.picking import Candidate, candidates
from harness.answering.question import Question, understand
from harness.answering.quoting import quote
from harness.answering.ranking import Ranker, Scored, Subject, locate
from harness.answering.thesaurus import related
from harness.categories import Categories, builtin
from harness.schema import Answer, Passage

_FACTS = frozenset((*TYPED, Want.TEXT, Want.DECISION))
UNDECIDED = {"en": "not decided yet", "ko": "아직 정하지 않음"}
_ABSTAINS = Answer("", abstained=True)
# A value is given from this certainty on; what its score and each word of the question (up to so many) add to the share of
# the subject near it. Calibrated on balanced accuracy by leaving one log out; the optimum is flat.
_ENOUGH, _SCORE, _LENGTH, _LONG = 0.9, 0.3, 0.045, 8
_COVERED_QUOTE = 0.3  # below this share of the subject's weight the reader abstains
_FITS, _NAME_NEAR = 0.32, 0.3
_LOOKED_AT, _CONSIDERED = 40, 4  # units that are looked at; candidates of which one must be near enough to the subject


def _certainty(asked: Question, c: Candidate) -> float:
    """How much speaks for a value: the share of the subject that is near, and its score; the more words a question has, the
    smaller the share that any answer repeats."""
    return c.covered + _SCORE * min(c.score, 1.0) + _LENGTH * min(len(asked.words), _LONG)


@dataclass(frozen=True)
class EmbeddedAnswerer:
    """Makes contexts ready for the embedded reader; ``categories`` give the cues of the wanted types."""

    categories: Categories | None = None
    name: str = "embedded"

    def read(self, passages: Sequence[Passage], language: str) -> EmbeddedReader:
        """Index the passages."""
        index = Index(passages)
        return EmbeddedReader(index, language, Ranker(index, self.categories or builtin()))


class EmbeddedReader:
    """One indexed context."""

    def __init__(self, index: Index, language: str, ranker: Ranker) -> None:
        self._index = index
        self._language = language
        self._ranker = ranker

    def until(self, passages: int) -> EmbeddedReader:
        """A reader of the first ``passages`` alone."""
        index = self._index.until(passages)
        return EmbeddedReader(index, self._language, self._ranker.until(index))

    def ask(self, question: str, tool: str | None = None) -> Answer:
        """Answer from the context, or abstain."""
        asked = understand(question)
        if not self._index.units or not asked.words:
            return _ABSTAINS
        subject = locate(self._index, asked)
        ranked = self._ranker.rank(asked, subject, _LOOKED_AT)
        if not ranked or max(s.covered for s in ranked[:8]) < _COVERED_QUOTE or self._lacks(asked):
            return _ABSTAINS
        values = self._values(asked, subject, ranked)
        if left := undecided(asked, self._ranker, ranked, values):
            return Answer(UNDECIDED.get(self._language, UNDECIDED["en"]), support=left.unit.text)
        if values:
            return Answer(with_neighbours(values[0].unit.text, values[0].value), support=values[0].unit.text)
        if asked.want in TYPED and (asked.want is not Want.IDENTIFIER or asked.subtypes or asked.numbered):
            return _ABSTAINS
        return self._quote(ranked)

    def _rank(self, asked: Question, most: int) -> list[Scored]:
        """The best units, best first."""
        if not self._index.units or not asked.words:
            return []
        return self._ranker.rank(asked, locate(self._index, asked), most)

    def _lacks(self, asked: Question) -> bool:
        """Whether the context never speaks of a name of the question, or not of the attribute that is asked."""
        if asked.attribute and asked.want in _FACTS and not any(map(self._speaks_of, asked.attribute)):
            return True
        return any(w.naming and not w.agent and not any(map(self._index.has, w.terms)) for w in asked.words)

    def _speaks_of(self, word: tuple[str, ...]) -> bool:
        """Whether a word, or another one of its group, stands anywhere."""
        korean = "가" <= word[0][0] <= "힣"
        forms = (word, *related().get(word, ()))
        return any(all(map(self._index.has, f)) if korean else self._index.has(f[0]) for f in forms)

    def _values(self, asked: Question, subject: Subject, ranked: Sequence[Scored]) -> list[Candidate]:
        """The values of the wanted type that are near enough to the subject, best first."""
        if asked.want not in TYPED:
            return []
        found = [c for c in candidates(asked, subject, ranked, self._index, self._revises) if c.fit >= _FITS]
        for c in found[:_CONSIDERED]:
            if _certainty(asked, c) >= _ENOUGH and self._named(asked, subject, c):
                return [c, *(other for other in found if other is not c)]
        return []

    @staticmethod
    def _named(asked: Question, subject: Subject, found: Candidate) -> bool:
        """Whether all words that name something stand near a value: the p95 of rc4 is none of rc5's."""
        near = subject.near[:, found.unit.place if found.about is None else found.about]
        return all(n >= _NAME_NEAR for w, n in zip(asked.words, near, strict=True) if w.naming and not w.agent)

    def _revises(self, unit: Unit) -> bool:
        return self._ranker.cue("superseded", unit) or self._ranker.cue("decision", unit)

    def _quote(self, ranked: Sequence[Scored]) -> Answer:
        return Answer(quote(self._index, ranked), support=ranked[0].unit.text)
