"""The embedded reader: answers a question from a context alone by quoting it, or abstains.

It finds the sentences that cover the question's subject (with what stands beside them, since an answer often does not repeat
its subject), prefers those of the wanted type, and quotes a value or a few short passages. It knows no facts, cannot combine
them, and never sees the expected answer. How far it can be trusted is measured, not assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness.answering.forms import Want
from harness.answering.index import Index, Unit
from harness.answering.picking import TYPED, Candidate, candidates, with_neighbours
from harness.answering.question import Question, understand
from harness.answering.quoting import quote
from harness.answering.ranking import Ranker, Scored, Subject, locate
from harness.categories import Categories, builtin
from harness.schema import Answer, Passage

UNDECIDED = {"en": "not decided yet", "ko": "아직 정하지 않음"}
_ABSTAINS = Answer("", abstained=True)
_COVERED_VALUE, _COVERED_QUOTE = 0.35, 0.3  # below this share of the subject's weight the reader abstains
_LOOKED_AT = 40


@dataclass(frozen=True)
class EmbeddedAnswerer:
    """Makes contexts ready for the embedded reader; ``categories`` give the cues of the wanted types."""

    categories: Categories | None = None
    name: str = "embedded"

    def read(self, passages: Sequence[Passage], language: str) -> EmbeddedReader:
        """Index the passages."""
        return EmbeddedReader(Index(passages), language, self.categories or builtin())


class EmbeddedReader:
    """One indexed context."""

    def __init__(self, index: Index, language: str, categories: Categories) -> None:
        self._index = index
        self._language = language
        self._ranker = Ranker(index, categories)

    def ask(self, question: str, tool: str | None = None) -> Answer:
        """Answer from the context, or abstain."""
        asked = understand(question)
        if not self._index.units or not asked.words:
            return _ABSTAINS
        subject = locate(self._index, asked)
        ranked = self._ranker.rank(asked, subject, _LOOKED_AT)
        if not ranked or max(s.covered for s in ranked[:8]) < _COVERED_QUOTE or self._lacks_a_name(asked):
            return _ABSTAINS
        if self._open(asked, ranked):
            return Answer(UNDECIDED.get(self._language, UNDECIDED["en"]), support=ranked[0].unit.text)
        if asked.want in TYPED:
            return self._value(asked, subject, ranked)
        return self._quote(ranked)

    def _rank(self, asked: Question, most: int) -> list[Scored]:
        """The best units, best first."""
        if not self._index.units or not asked.words:
            return []
        return self._ranker.rank(asked, locate(self._index, asked), most)

    def _lacks_a_name(self, asked: Question) -> bool:
        """Whether a word that names something is nowhere in the context: then the context speaks of something else."""
        return any(w.naming and not w.agent and not any(map(self._index.has, w.terms)) for w in asked.words)

    def _open(self, asked: Question, ranked: Sequence[Scored]) -> bool:
        """Whether the point that the question asks for was left open: the last of the best passages says so."""
        if asked.want in (Want.REASON, Want.FAILURE, Want.RULE, Want.STATE, Want.GOAL, Want.TONE):
            return False
        near = [s for s in ranked if s.score >= 0.85 * ranked[0].score][:4]
        marked = [s for s in near if self._ranker.cue("open_question", s.unit)]
        if not marked or ranked[0].covered < 0.5:
            return False
        last = max(near, key=lambda s: s.unit.place)
        return last in marked or ranked[0] in marked

    def _value(self, asked: Question, subject: Subject, ranked: Sequence[Scored]) -> Answer:
        """The best value of the wanted type, or nothing where no good unit has one."""
        found = [c for c in candidates(asked, subject, ranked, self._revises) if c.covered >= _COVERED_VALUE and c.fit >= 0.3]
        if not found:
            return self._quote(ranked) if asked.want is Want.IDENTIFIER and not asked.subtypes else _ABSTAINS
        best: Candidate = found[0]
        return Answer(with_neighbours(best.unit.text, best.value), support=best.unit.text)

    def _revises(self, unit: Unit) -> bool:
        return self._ranker.cue("superseded", unit) or self._ranker.cue("decision", unit)

    def _quote(self, ranked: Sequence[Scored]) -> Answer:
        return Answer(quote(self._index, ranked), support=ranked[0].unit.text)
