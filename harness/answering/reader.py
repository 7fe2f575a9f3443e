"""The embedded reader: answers a question from a context alone by quoting it, or abstains.

It finds the sentences that cover the question's subject (with what stands beside them, since an answer often does not repeat
its subject), prefers those of the wanted type, and quotes a value or one or two passages. It knows no facts, cannot combine
them, and never sees the expected answer. How far it can be trusted is measured, not assumed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from harness.answering.index import Floats, Index, Unit
from harness.answering.question import Question, Want, understand
from harness.answering.thesaurus import related
from harness.categories import Categories, builtin
from harness.language import normalise, terms
from harness.schema import Answer, Passage, Role
from harness.values import Value, ValueKind, find

UNDECIDED = {"en": "not decided yet", "ko": "아직 정하지 않음"}
_TYPED = {Want.TIME: ValueKind.TIME, Want.QUANTITY: ValueKind.QUANTITY, Want.IDENTIFIER: ValueKind.IDENTIFIER}
_CUES = {
    Want.REASON: ("decision_reason", "rejected_option", "failed_attempt"),
    Want.FAILURE: ("failed_attempt",),
    Want.RULE: ("constraint", "exception"),
    Want.STATE: ("task_state", "open_question"),
    Want.DECISION: ("decision",),
    Want.TONE: ("language",),
    Want.GOAL: ("goal",),
}
_SAME_TURN, _NEXT_TURN = 0.55, 0.3  # how much a term counts when it stands in the same turn, or in the turn beside it
_RELATED, _UNKNOWN = 0.6, 0.3  # another word of the same group; a word that the context does not have
_CUE_BONUS, _RECENT_BONUS, _LATEST_BONUS = 0.18, 0.10, 0.25  # as shares of the best score
_COVERED = 0.42  # below this share of the subject's weight the reader abstains
_CLOSE, _PASSAGES, _LONGEST = 0.6, 4, 1_200  # further passages: share of the best score, how many, characters in all
_NOT_IT = re.compile(r"\b(?:not|instead of|rather than|no longer|was|were|used to be|originally|from|before|old|over)\W+(?:the |at |on )?$|말고|아니|원래\W*$|기존\W*$")
_NOT_IT_AFTER = re.compile(r"^\W*(?:is out|no longer|was wrong|말고|이?가? ?아니|대신|에서 (?:\S+ ){0,3}(?:으?로))")
_ORIGIN_FACTOR = {Role.SYSTEM: 0.9}


@dataclass(frozen=True, slots=True)
class _Scored:
    unit: Unit
    score: float
    covered: float


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
        self._categories = categories

    def ask(self, question: str, tool: str | None = None) -> Answer:
        """Answer from the context, or abstain."""
        asked = understand(question)
        ranked = self._rank(asked, 24)
        if not ranked or ranked[0].covered < _COVERED:
            return Answer("", abstained=True)
        if self._open(asked, ranked):
            return Answer(UNDECIDED.get(self._language, UNDECIDED["en"]), support=ranked[0].unit.text)
        if asked.want in _TYPED and (answer := self._value(asked, ranked)):
            return answer
        return self._quote(asked, ranked)

    # ------------------------------------------------------------------------------------------------- ranking

    def _rank(self, asked: Question, most: int) -> list[_Scored]:
        """The best units, best first."""
        if not self._index.units or not asked.terms:
            return []
        near, worth, needed = self._match(asked)
        scores = (near * worth[:, None]).sum(axis=0)
        covered = (near * needed[:, None]).sum(axis=0) / needed.sum()
        top = np.argpartition(-scores, min(4 * most, len(scores) - 1))[: 4 * most]
        best = float(scores[top].max())
        if best <= 0:
            return []
        found = [_Scored(self._index.units[i], self._adjusted(asked, i, float(scores[i]), best), float(covered[i])) for i in top]
        return sorted(found, key=lambda s: (-s.score, -s.unit.place))[:most]

    def _match(self, asked: Question) -> tuple[Floats, Floats, Floats]:
        """Nearness of each term to each unit, shape (terms, units); what a term is worth for ranking; and what its absence
        costs in coverage. A word that the context never uses may be the asker's own wording, unless it names something."""
        others = related()
        extra = [(i, o) for i, t in enumerate(asked.terms) for o in others.get(t, ())]
        weights, idf = self._index.weights([*asked.terms, *(o for _, o in extra)])
        near = self._nearness(weights)
        n = len(asked.terms)
        for row, (i, _) in enumerate(extra, n):
            near[i] = np.maximum(near[i], _RELATED * near[row])
        known = near[:n].max(axis=1) > 0
        named = np.array([t in asked.specific for t in asked.terms])
        needed = idf[:n] * np.where(known | named, 1.0, _UNKNOWN)
        return near[:n], _per_term_weight(weights[:n], idf[:n]), needed.astype(np.float32)

    def _nearness(self, weights: Floats) -> Floats:
        """For each term and unit: 1 if the unit has it, less if only its turn or a turn beside it does; shape of ``weights``."""
        has = (weights > 0).astype(np.float32)
        groups = self._index.groups
        starts = np.flatnonzero(np.r_[True, groups[1:] != groups[:-1]])
        by_group = np.maximum.reduceat(has, starts, axis=1)
        beside = np.zeros_like(by_group)
        beside[:, 1:] = by_group[:, :-1]
        beside[:, :-1] = np.maximum(beside[:, :-1], by_group[:, 1:])
        order = np.cumsum(np.r_[True, groups[1:] != groups[:-1]]) - 1
        spread = np.maximum(_SAME_TURN * by_group, _NEXT_TURN * beside)[:, order]
        return np.maximum(has, spread).astype(np.float32)

    def _adjusted(self, asked: Question, i: int, score: float, best: float) -> float:
        unit = self._index.units[i]
        place = unit.place / max(1, len(self._index.units) - 1)
        if asked.original:
            place = 1 - place
        score += best * place * (_LATEST_BONUS if asked.latest or asked.original else _RECENT_BONUS)
        if any(self._categories[c].cue.search(unit.text) for c in self._cue_names(asked) if c in self._categories):
            score += best * _CUE_BONUS
        if unit.text.rstrip().endswith("?"):
            score -= best * 0.3  # a question is no answer
        return score * _ORIGIN_FACTOR.get(unit.passage.role or Role.USER, 1.0)

    @staticmethod
    def _cue_names(asked: Question) -> tuple[str, ...]:
        names = _CUES.get(asked.want, ())
        return ("rejected_option", *names) if asked.rejected else names

    # ------------------------------------------------------------------------------------------------- answers

    def _open(self, asked: Question, ranked: Sequence[_Scored]) -> bool:
        """Whether the point that the question asks for was left open: the last of the best passages says so."""
        if asked.want in (Want.REASON, Want.FAILURE, Want.RULE, Want.STATE):
            return False
        near = [s for s in ranked if s.score >= 0.85 * ranked[0].score][:4]
        cue = self._categories["open_question"].cue
        marked = [s for s in near if cue.search(s.unit.text)]
        if not marked or ranked[0].covered < 0.5:
            return False
        last = max(near, key=lambda s: s.unit.place)
        return last in marked or ranked[0] in marked

    def _value(self, asked: Question, ranked: Sequence[_Scored]) -> Answer | None:
        """The best value of the wanted type, or None where no good unit has one."""
        kind = _TYPED[asked.want]
        candidates = []
        for s in ranked[:12]:
            if s.score < 0.45 * ranked[0].score:
                break
            for value in find(s.unit.text, kinds=[kind], anchor=None):
                if fits := self._fit(asked, s, value):
                    candidates.append((s.score * fits, s.unit.place, value, s.unit))
        if not candidates:
            return None
        _, _, value, unit = max(candidates, key=lambda c: (c[0], c[1]))
        return Answer(_with_neighbours(unit.text, value, kind), support=unit.text)

    @staticmethod
    def _fit(asked: Question, s: _Scored, value: Value) -> float:
        """How well a value fits: near the subject's words, not itself part of the question, not marked as the old one."""
        before, after = normalise(s.unit.text[: value.start]), normalise(s.unit.text[value.end :])
        if set(terms(value.text)) and set(terms(value.text)) <= set(asked.terms):
            return 0.0
        fit = 1.0
        if not asked.original and (_NOT_IT.search(before) or _NOT_IT_AFTER.search(after)):
            fit *= 0.7
        close = set(terms(before[-40:])) | set(terms(after[:25]))
        return fit * (1 + 0.12 * min(4, len(close & set(asked.terms))))

    def _quote(self, asked: Question, ranked: Sequence[_Scored]) -> Answer:
        """The best passages, a turn each, best first: an answer in the words of the context."""
        groups = dict.fromkeys(s.unit.group for s in ranked if s.score >= _CLOSE * ranked[0].score)
        first = ranked[0].unit
        by_group = {s.unit.group: s.unit for s in reversed(ranked)}
        chosen = [*list(groups)[:_PASSAGES], first.group + 1, first.group - 1]
        parts: list[str] = []
        for group in dict.fromkeys(chosen):
            unit = by_group.get(group) or self._first_of(group)
            if unit is not None and sum(map(len, parts)) < _LONGEST:
                parts.append(self._around(unit))
        return Answer("\n".join(parts), support=first.text)

    def _first_of(self, group: int) -> Unit | None:
        at = int(np.searchsorted(self._index.groups, group))
        return self._index.units[at] if at < len(self._index.units) and self._index.groups[at] == group else None

    def _around(self, unit: Unit, most: int = 3, limit: int = 420) -> str:
        units = self._index.units
        chosen = [unit]
        after, before = unit.place + 1, unit.place - 1
        while len(chosen) < most:
            if after < len(units) and units[after].group == unit.group:
                chosen.append(units[after])
                after += 1
            elif before >= 0 and units[before].group == unit.group:
                chosen.insert(0, units[before])
                before -= 1
            else:
                break
            if sum(len(u.text) for u in chosen) > limit:
                break
        return "\n".join(u.text for u in chosen)


def _per_term_weight(weights: Floats, idf: Floats) -> Floats:
    # The typical BM25 weight of the term where it occurs; a rare word decides, whatever the length of the sentence.
    return np.maximum(weights.max(axis=1), 0.0) * 0.5 + idf * 0.5


def _with_neighbours(text: str, value: Value, kind: ValueKind) -> str:
    """A date and a clock time side by side are one answer, and so is what stands between them."""
    if kind is not ValueKind.TIME:
        return value.text
    start, end = value.start, value.end
    for other in find(text, kinds=[kind]):
        if 0 <= other.start - end <= 6 or 0 <= start - other.end <= 6:
            start, end = min(start, other.start), max(end, other.end)
    return text[start:end]
