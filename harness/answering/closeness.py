"""How the words around a value speak for it: how near the subject's words are, and how the value is introduced."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache

from harness.answering.found import TOOL_CALL
from harness.answering.index import Floats
from harness.answering.question import Question
from harness.answering.ranking import Subject
from harness.answering.thesaurus import related
from harness.language import normalise, term_spans
from harness.values import Value, ValueKind

_FLOOR, _REACH = (
    0.6,
    60.0,
)  # what a word of the same sentence counts at least; characters in which the rest falls to a third
_AROUND = 0.72  # at most what a word counts that only stands around
_DENIED, _TOWARDS, _LIMITED, _CALLED, _MEASURED = (
    0.6,
    0.35,
    0.4,
    0.8,
    0.6,
)  # denied values, new values, limits, arguments of a tool call, what was observed where a limit is asked for
_NOT_IT = re.compile(
    r"(?:\b(?:not|isn't|instead of|rather than|no longer|was|were|used to be|originally|"
    r"previously|from|before|old|over|than|drop|forget|replaces?|replacing|earlier)\W+(?:the |"
    r"at |on |to |a ){0,2}"
    r"|(?:원래|기존|당초|처음에는?|이전|애초)\W*)$"
)
_NOT_IT_AFTER = re.compile(
    r"^\W{0,2}(?:[가-힣]{1,4} ?(?=에서 |말고 ))?(?:is out|no longer|was wrong|was the old|instead\b.{0,12}\bnow|말고|이?가? "
    r"?아니|대신|에서 (?:\S+ ){0,3}\S+(?:으로|로)(?![가-힣])|였(?:는데|다가|지만)|이었(?:는데|"
    r"다가|지만)|보다|\S{0,3} ?(?:안|못) (?:돼|되|됩))"
)


@lru_cache(maxsize=20_000)
def _spans(text: str) -> tuple[tuple[int, int, frozenset[str]], ...]:
    return tuple((a, b, frozenset(t)) for a, b, t in term_spans(text))


def word_places(asked: Question, text: str) -> list[list[tuple[int, int]]]:
    """For each word of the question where it (or another word of its group) stands in a text."""
    spans = _spans(text)
    forms = [[w.terms, *related().get(w.terms, ())] for w in asked.words]
    return [_where(fs, frozenset(t for f in fs for t in f), spans) for fs in forms]


def _where(
    forms: Sequence[tuple[str, ...]], any_of: frozenset[str], spans: Sequence[tuple[int, int, frozenset[str]]]
) -> list[tuple[int, int]]:
    near = (span for span in spans if not any_of.isdisjoint(span[2]))  # a word without any of the terms is not the same
    return [(a, b) for a, b, own in near if any(_same(f, own) for f in forms)]


def _same(form: tuple[str, ...], own: frozenset[str]) -> bool:
    if len(form) == 1 or form[0] in own:
        return form[0] in own
    if "가" <= form[0][0] <= "힣":
        return 2 * len(own.intersection(form)) >= len(form)
    named = [t for t in form[1:] if not t.isdigit()]  # 10.8.0.14 shares most of its parts with 10.8.0.22
    return bool(named) and own.issuperset(form[1:])


_CLAUSE = re.compile(r"[,;:|]\s| and | but | while |지만|는데|이고|하고")


Places = Sequence[Sequence[tuple[int, int]]]


def reaches(places: Places, value: Value, text: str) -> tuple[float, ...]:
    """How near each word of the question stands to a value in its sentence, from 0 (not there) to 1."""
    named = value.kind is ValueKind.IDENTIFIER  # "the values file" names rollback/values.yaml; 40 minutes name no 40
    return tuple(
        _FLOOR + (1 - _FLOOR) * math.exp(-min(reach) / _REACH) if reach else 0.0
        for spots in places
        for reach in [[_distance(text, a, b, value) for a, b in spots if named or not value.start <= a < value.end]]
    )


def nearness(subject: Subject, near: Floats, here: Sequence[float]) -> float:
    """The share of the subject near a value: words of its sentence by what they reach, others by their unit's."""
    around = map(float, near)
    rows = zip(subject.needs, here, subject.there, around, strict=True)
    return sum(need * max(own * there, min(other, _AROUND)) for need, own, there, other in rows) / subject.whole


def in_clause(places: Places, value: Value, text: str) -> tuple[bool, ...]:
    """Which words of the question stand in the very clause of a value."""
    start = max((m.end() for m in _CLAUSE.finditer(text, 0, value.start)), default=0)
    following = _CLAUSE.search(text, value.end)
    end = following.start() if following else len(text)
    return tuple(any(start <= a and b <= end for a, b in spots) for spots in places)


def share(subject: Subject, words: Sequence[bool]) -> float:
    """The share of the subject that some of its words are."""
    return sum(need for need, held in zip(subject.needs, words, strict=True) if held) / subject.whole


def _distance(text: str, start: int, end: int, value: Value) -> float:
    if value.start <= start < value.end:
        return 0.0
    between = text[end : value.start] if end <= value.start else text[value.end : start]
    return len(between) + 15 * len(_CLAUSE.findall(between))


_LIMIT = re.compile(
    r"\b(?:limit|max(?:imum)?|at most|cap(?:ped)?|ceiling|budget|no more than|up to|under|"
    r"below|within|hard|allow\w*|may|must)\b|상한|최대|한도|이하|이내|까지|넘(?:으면|기면|지)|"
    r"예산|제한"
)
# What was observed is no limit.
_OBSERVED = re.compile(
    r"\b(?:peaked|measured|came|comes|reached|hit|climb\w*|shows?|showed|got|ran|used|uses|took|takes|"
    r"was|were|had|avg|average|currently|result\w*)\b[^,;.]{0,20}$|(?:측정|실측|현재|평균|결과|피크)[^,;.]{0,12}$"
)
_OBSERVED_AFTER = re.compile(
    r"^ ?(?:만큼|까지)? ?(?:나왔|나옵|찍|걸렸|걸립|썼|였|이었|측정|올라|잡혔|기록)|^ ?(?:so far|on average|measured)"
)
_TO = re.compile(
    r"(?:\b(?:to|make it|make that|now|it's now|let's say|settle on|go with|rather|instead)|"
    r"→|->) ?(?:the |about |around |at )?$"
)
_TO_AFTER = re.compile(
    r"^ ?(?:으로|로)(?![가-힣])|^ ?(?:으로|로) ?(?:가|하|바|변|늘|줄|미|당|옮|정|확|올|내|합|"
    r"조정|수정|연기)|^[^.]{0,6}(?:확정|결정|최종)|^(?:이|가)? ?(?:맞|됩니다)"
)


def denied(text: str, value: Value) -> bool:
    """Whether the words around a value say that it does not hold, or no longer."""
    before, after = normalise(text[: value.start][-80:]), normalise(text[value.end :][:60])
    spaced = before + " " if text[: value.start].endswith((" ", "(")) else before
    return bool(_NOT_IT.search(spaced) or _NOT_IT_AFTER.search(after))


def standing(asked: Question, text: str, value: Value) -> float:
    """How the words around a value speak for it: near the subject's words, not marked as the old one or as denied."""
    before, after = normalise(text[: value.start][-80:]), normalise(text[value.end :][:60])
    standing = 1.0
    if text[: value.start].endswith((" ", "(")):
        before += " "
    if not asked.original and (_NOT_IT.search(before) or _NOT_IT_AFTER.search(after)):
        standing *= _DENIED
    elif _TO.search(before) or _TO_AFTER.search(after):
        standing *= 1 + _TOWARDS
    if asked.limit and _LIMIT.search(before + " " + after):
        standing *= 1 + _LIMITED
    elif asked.bounded and (_OBSERVED.search(before.strip()) or _OBSERVED_AFTER.search(after)):
        standing *= _MEASURED
    return standing * (_CALLED if TOOL_CALL.match(text) else 1.0)
