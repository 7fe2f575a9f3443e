"""Which thing does a value in an answer belong to? Each value is bound to the words of its clause, and these are held
against the words of the question and the words that stand beside other values in the log."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from harness.answering.clauses import clause_bounds, sentence_bounds
from harness.answering.matching import VALUE_KINDS, Span, prepared, spans_of, values_of
from harness.answering.stance import Stance, asks_rejected, rejected_stance, stance
from harness.language import is_inflected, word_terms
from harness.language import terms as plain_terms
from harness.schema import Kind, Probe

_COUNTER_TAIL = re.compile(r"[시분일월년원개명][에은는이가을를로부까]")  # what is left of 30분에
_VERB_END = re.compile(
    r"(?<=[가-힣])(?:합니다|합니까|됩니다|입니다|해요|돼요|했습니다|됐습니다|하나요|하죠|했죠|했나요|되나요|됐나요|할까요|하면)(?=$|[\s.,!?])"
)


def terms(text: str) -> list[str]:
    """The terms of a text; a Korean verb made from a noun gives its noun only, whatever its ending."""
    return plain_terms(_VERB_END.sub("", text))


class Role(Enum):
    """Which of the probe's values a mention is."""

    RIGHT = "right"
    STALE = "stale"
    WRONG = "wrong"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Mention:
    """A value in a text: whose it is, how it is meant, and how many words of the question or of a sibling stand by it."""

    span: Span
    role: Role
    stance: Stance
    words: frozenset[str] = frozenset()
    asked: int = 0
    foreign: int = 0

    @property
    def elsewhere(self) -> bool:
        """Whether it is said of something else than the question asks for."""
        return self.foreign > 0 and self.asked == 0

    @property
    def weight(self) -> int:
        """How much its words speak for the asked thing rather than for a sibling."""
        return self.asked - self.foreign


@dataclass(frozen=True, slots=True)
class Subject:
    """The words by which the asked thing is told from its siblings."""

    asked: frozenset[str]
    foreign: frozenset[str]
    values: frozenset[str]
    rejected: bool


# Words that stand beside any value and tell nothing about whose it is.
_GENERAL = frozenset(
    t
    for w in [
        "come",
        "comes",
        "go",
        "goes",
        "start",
        "starts",
        "run",
        "runs",
        "use",
        "uses",
        "used",
        "take",
        "takes",
        "takes",
        "want",
        "wants",
        "get",
        "set",
        "is",
        "only",
        "total",
        "also",
        "stay",
        "stays",
        "keep",
        "keeps",
        "cover",
        "covers",
        "handle",
        "handles",
        "does",
        "do",
        "works",
        "follow",
        "follows",
        "plus",
        "another",
        "other",
        "now",
        "new",
        "move",
        "moved",
        "change",
        "changed",
        "per",
        "day",
        "week",
        "month",
        "around",
        "about",
        "maximum",
        "max",
        "limit",
        "value",
        "number",
        "first",
        "last",
        "one",
        "two",
        "next",
        "day",
        "time",
        "today",
        "tomorrow",
        "morning",
        "evening",
        "afternoon",
        "night",
        "decide",
        "decided",
        "went",
        "call",
        "called",
        "see",
        "side",
        "people",
        "work",
        "works",
        "man",
        "team",
        "있다",
        "있습니다",
        "하다",
        "합니다",
        "입니다",
        "쪽",
        "까지",
        "부터",
        "지금",
        "현재",
        "전체",
        "총",
        "이번",
        "다음",
        "지난",
        "오늘",
        "내일",
        "오전",
        "오후",
        "시작",
        "진행",
        "예정",
        "유지",
        "인정",
        "바꿨고",
        "옮겼고",
        "였습니다",
        "이었습니다",
        "했습니다",
        "됩니다",
        "있어요",
        "해요",
        "예요",
        "이에요",
        "않습니다",
        "봅니다",
        "볼",
        "맡고",
        "한도",
        "상한",
        "기준",
        "최대",
        "정도",
    ]
    for t in terms(w)
)


def subject_of(probe: Probe) -> Subject:
    """The asked thing's words: of the question, less those that the log also puts beside a sibling's value."""
    quotes = tuple(prepared(e.quote, probe.kind) for e in probe.evidence)
    return _subject(
        prepared(probe.question), quotes, probe.kind, (probe.expected, *probe.accepted), probe.wrong, probe.stale
    )


@lru_cache(maxsize=4_096)
def _subject(
    question: str,
    quotes: tuple[str, ...],
    kind: Kind,
    right: tuple[str, ...],
    wrong: tuple[str, ...],
    stale: tuple[str, ...],
) -> Subject:
    values = frozenset(t for f in (*right, *wrong, *stale) for t in terms(f))
    asked = frozenset(terms(question)) - values
    beside: dict[Role, set[str]] = {role: set() for role in Role}
    for quote in quotes:
        for _span, role, words in _bound(quote, _located(quote, kind, right, wrong, stale)):
            beside[role] |= words
    siblings = beside[Role.WRONG] - beside[Role.RIGHT] - beside[Role.STALE]
    siblings -= {
        t for q in quotes for w, ts in word_terms(q) if is_inflected(w) for t in ts
    }  # what is done tells nothing of whose
    siblings = {t for t in siblings if not _COUNTER_TAIL.fullmatch(t)}
    own = asked - (beside[Role.WRONG] - beside[Role.RIGHT])
    return Subject(own or asked, frozenset(siblings - asked - values - _GENERAL), values, asks_rejected(question))


def mentions(probe: Probe, text: str, subject: Subject) -> list[Mention]:
    """All values of the probe's kind in a prepared text, bound and judged."""
    located = _located(text, probe.kind, (probe.expected, *probe.accepted), probe.wrong, probe.stale)
    if not located:
        return []
    out = []
    bounds = sentence_bounds(text)
    starts = [a for a, _ in bounds]
    for i, (span, role, words) in enumerate(_bound(text, located)):
        start, end = _around(bounds, starts, span.start, len(text))
        before = text[max(start, located[i - 1][0].end if i else 0) : span.start]
        after = text[span.end : min(end, located[i + 1][0].start if i + 1 < len(located) else len(text))]
        meant = _meant(before, text[span.end : end] if subject.rejected is False else after, after, subject)
        own = frozenset(w for w in words - subject.values if not any(c.isdigit() for c in w))
        if subject.rejected and rejected_stance(before, after) is Stance.HOLDS:
            own -= subject.foreign  # what is said to be out is the asked thing, whatever reason stands beside it
        out.append(Mention(span, role, meant, frozenset(own), len(own & subject.asked), len(own & subject.foreign)))
    return out


def _around(bounds: Sequence[tuple[int, int]], starts: Sequence[int], at: int, length: int) -> tuple[int, int]:
    """The sentence that a place is in, or the whole text."""
    i = bisect_right(starts, at) - 1
    return bounds[i] if i >= 0 and at < bounds[i][1] else (0, length)


def _meant(before: str, tail: str, after: str, subject: Subject) -> Stance:
    if subject.rejected:
        return rejected_stance(before, after) or Stance.HOLDS
    return stance(before, tail)


def _located(
    text: str, kind: Kind, right: Sequence[str], wrong: Sequence[str], stale: Sequence[str]
) -> list[tuple[Span, Role]]:
    """Where each role's values stand, in order. A longer one hides a shorter one; the right one wins, then a stale one."""
    out: list[tuple[Span, Role]] = []
    for role, forms in ((Role.RIGHT, right), (Role.STALE, stale), (Role.WRONG, wrong)):
        for span in spans_of(forms, text, kind) if forms else ():
            rivals = [o for o in out if o[0].overlaps(span)]
            if all(span.end - span.start > o[0].end - o[0].start for o in rivals):
                out = [o for o in out if o not in rivals] + [(span, role)]
    if kind in VALUE_KINDS:
        rest = (Span(v.start, v.end) for v in values_of(text, VALUE_KINDS[kind]))
        out += [(s, Role.OTHER) for s in rest if not any(o.overlaps(s) for o, _ in out)]
    return sorted(out, key=lambda o: o[0].start)


def _bound(text: str, located: Sequence[tuple[Span, Role]]) -> list[tuple[Span, Role, frozenset[str]]]:
    """Each value with the words that belong to it."""
    words: list[set[str]] = [set() for _ in located]
    starts = [s.start for s, _ in located]
    for start, end in sentence_bounds(text):
        inside = list(range(bisect_left(starts, start), bisect_left(starts, end)))
        if inside:
            _bind(text, start, end, located, inside, words)
    return [(span, role, frozenset(w)) for (span, role), w in zip(located, words, strict=True)]


def _bind(
    text: str, start: int, end: int, located: Sequence[tuple[Span, Role]], inside: list[int], words: list[set[str]]
) -> None:
    """Share a sentence's words out: a clause goes to its own value, one without a value to the next one, or to a bare value before it."""
    waiting: set[str] = set()
    last: int | None = None
    for a, b in clause_bounds(text, start, end):
        here = [i for i in inside if a <= located[i][0].start < b]
        if not here:
            waiting |= set(terms(text[a:b]))
            continue
        at = a
        for n, i in enumerate(here):
            stop = b if n + 1 == len(here) else _border(text, located[i][0].end, located[here[n + 1]][0].start)
            words[i] |= set(terms(text[at:stop]))
            at = stop
        words[here[0]] |= waiting
        waiting, last = set(), here[-1]
    if waiting and last is not None and not words[last] - _GENERAL:
        words[last] |= waiting  # "01:15; that is when …": a bare value takes what follows


def _border(text: str, start: int, end: int) -> int:
    """Where the words of one value end and those of the next begin, when no clause ends between them: after the first one's
    particle in Korean, whose values follow their topic; in English before the last word."""
    space = text.find(" ", start, end)
    if space < 0:
        return start
    if any("가" <= c <= "힣" for c in text[start:end]):
        return space
    return max(space, text.rfind(" ", start, end - 1))
