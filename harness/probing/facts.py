"""What the rules for typed values share: which values are worth a question, and the draft that asks for one."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from harness.language import terms
from harness.probing.draft import Draft, ask, quote
from harness.probing.mentions import Mention
from harness.schema import Kind, Role
from harness.values import (
    IdentifierValue,
    Match,
    QuantityValue,
    TimeValue,
    Value,
    compare,
    find,
)

MONEY = frozenset(["KRW", "USD", "EUR", "GBP", "JPY", "CNY"])
DURATION = frozenset(["s", "day", "month", "year", "week", "hour", "minute"])
_GATE = re.compile(
    r"\d|[\w.]/[\w.]|\w@\w|\b(?:noon|midnight|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"fifteen|twenty|thirty|forty|fifty|sixty|half|hundred|thousand)\b|[월화수목금토일]요일|(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|열한|열두) ?(?:시|명|대|개|달|주|번|시간)|정오|자정|[a-z]_[a-z]",
    re.IGNORECASE,
)
# Without one of these words no English frame can match, and looking for values costs far more than looking for them.
_FRAMED = re.compile(
    r"\b(?:is|are|was|were|will|stays?|remains?|becomes|must|may|can|has|have|needs?|takes?|costs?|to|not|of|for|at|on|by|starts?|begins|ends|closes|opens|meets|sits|expires|called|named|tagged|in|as|from|instead|under|until|make)\s+(?:[\w-]+ ){0,3}?[£$€#]?[\w/`-]*[\d/_.@`]|"
    r":\s?[£$€]?\d|[£$€]\d|\b(?:is|are|was|on|at|by|to|for|until|from)\s(?:the |now |on )*(?:noon|midnight|half|\w+day|[A-Z][a-z]+)\b|^[\w./@-]*[\d_/]\S* (?:is|was)\b|, the\b"
)
_VAGUE = re.compile(
    r"\b(?:would|could|might|maybe|perhaps|suppose|assuming|i think|i guess|i.d|roughly|probably|guess|estimate[ds]?|suggest|propose|expect(?:ed)?|hope|wish|should be|shall|"
    r"used to|had been|what if|imagine|unless|wonder|may have|seems?|looks like|or so|somewhere|such as|e\.g)\b|"
    r"거나[,\s]|거긴 |아마|같아요|같은데|같습니다|[\s은는을]듯|일지도|예상|추정|어떨까|어떨지|제안|권합|대략|[가-힣]다가 |쯤|한다면|다면|라면|[하되]면 좋|려나|싶|정도로|아닌가|아니었나|않나|했었|이었는데|였는데|할지|을지",
    re.IGNORECASE,
)
_UNSPECIFIC_UNITS = frozenset(
    [
        "thing",
        "time",
        "moment",
        "way",
        "bit",
        "one",
        "point",
        "case",
        "sort",
        "kind",
        "item",
        "piece",
        "part",
        "reason",
        "option",
        "side",
        "word",
        "line",
        "step",
        "가지",
        "번",
        "번째",
        "군데",
        "쪽",
        "줄",
        "개",
    ]
)


def values_of(mention: Mention) -> list[Value]:
    """The values of a sentence that are worth a question; none where it asks, guesses or lists more than four."""
    if (
        mention.is_question
        or not may_hold(mention.body)
        or (mention.language == "en" and not _FRAMED.search(mention.body))
    ):
        return []
    if vague(mention.body) and not _PART.search(mention.body):
        return []
    found = joined(mention.body, find(mention.body))
    if len(found) > _MOST_VALUES:
        return []
    return [
        v for v in found if specific(v) and not supposed(mention.body, v) and not vague(part_of(mention.body, v.start))
    ]


def joined(text: str, found: Sequence[Value]) -> list[Value]:
    """The values with a weekday and the date or clock time right behind it as one: "Thursday, the 14th at 10:00"."""
    result: list[Value] = []
    for v in found:
        last = result[-1] if result else None
        if last and re.fullmatch(r"\d{1,2}일", last.text) and text[last.end : v.start] == " " and _clock_only(v):
            day = int(last.text[:-1])
            assert isinstance(v.normal, TimeValue)
            result[-1] = replace(v, text=text[last.start : v.end], start=last.start, normal=replace(v.normal, day=day))
        elif last and _one_time(last, v) and re.fullmatch(r",?\s(?:the |at )?", text[last.end : v.start]):
            a, b = last.normal, v.normal
            assert isinstance(a, TimeValue)
            assert isinstance(b, TimeValue)
            result[-1] = replace(
                v, text=text[last.start : v.end], start=last.start, normal=replace(b, weekday=a.weekday)
            )
        else:
            result.append(v)
    return result


def _clock_only(value: Value) -> bool:
    n = value.normal
    return isinstance(n, TimeValue) and n.has_clock and n.day is None and n.weekday is None


def _one_time(a: Value, b: Value) -> bool:
    left, right = a.normal, b.normal
    return (
        isinstance(left, TimeValue)
        and isinstance(right, TimeValue)
        and left.weekday is not None
        and left.day is None
        and not left.has_clock
        and right.weekday is None
        and (right.day is not None or right.has_clock)
    )


@lru_cache(maxsize=4096)
def may_hold(text: str) -> bool:
    """Whether a sentence may hold a value at all; far cheaper than looking for one."""
    if _MARK.search(text):
        return True
    if text.isascii():
        return not _SAID.isdisjoint(w.strip(".,;:!?()\"'") for w in re.split(r"[\s-]", text.lower()))
    return bool(_GATE.search(text))


_MARK = re.compile(r"[\d/@_]")
_SAID = frozenset(
    [
        "noon",
        "midnight",
        "mon",
        "monday",
        "tues",
        "tuesday",
        "wednes",
        "wednesday",
        "thurs",
        "thursday",
        "fri",
        "friday",
        "satur",
        "saturday",
        "sun",
        "sunday",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "fifteen",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "sixty",
        "half",
        "hundred",
        "thousand",
    ]
)


def asked_for(mention: Mention, found: Sequence[Value]) -> list[Value]:
    """The values of a sentence that are worth a question, wherever they stand in it."""
    body = mention.body
    if mention.is_question or len(found) > _MOST_VALUES or (vague(body) and not _PART.search(body)):
        return []
    return [
        v
        for v in found
        if specific(v) and (threshold(body, v) or not supposed(body, v)) and not vague(part_of(body, v.start))
    ]


def threshold(text: str, value: Value) -> bool:
    """Whether a Korean sentence makes something depend on a value: "4만 원 이상이면 무료"."""
    bound = re.search(r"\s?(?:이상|이하|이내|미만|초과)$", value.text)
    after = (bound.group() if bound else "") + text[value.end :]
    return bool(_THRESHOLD.match(after)) and not re.search(r"[다라려]면", after)


_THRESHOLD = re.compile(r"^\s?(?:이상|이하|이내|미만|초과|넘)[가-힣]*(?:면|서는)(?=[\s,])")


def vague(text: str) -> bool:
    """Whether a sentence guesses, proposes or imagines rather than states."""
    return bool(_VAGUE.search(text))


_SUPPOSED = re.compile(
    r"^\s?(?:으로|로|이|가|을|를|만|에)?\s?(?:[가-힣]+\s)?[가-힣]*(?:으면|면|려면|다면)(?=[\s,.]|$)|^[^.,;]{0,20}\b(?:would|could|might)\b"
)


def supposed(text: str, value: Value) -> bool:
    """Whether a value stands in a condition or a thought: "60% 이상이면", "1 nF로 올리면"."""
    return bool(_SUPPOSED.match(text[value.end :])) or bool(
        re.search(r"\b(?:if|when|unless|once)\s[^,.;]*$", text[: value.start], re.IGNORECASE)
    )


_PART = re.compile(r"[:;]\s|\s[—–-]\s|,\s(?:but|and)\s|\.\s|(?<=[가-힣])(?:니까|는데|지만|라서|고요?),?\s")
_MOST_VALUES = 5


def part_of(text: str, position: int) -> str:
    """The part of a sentence, between colons, semicolons and dashes, in which a position lies."""
    starts = [0, *(m.end() for m in _PART.finditer(text))]
    begin = max(s for s in starts if s <= position)
    return text[begin : min((s for s in starts if s > position), default=len(text))]


def specific(value: Value) -> bool:
    """Whether a value can be the one right answer: "two things", "one moment" and "the morning" can not."""
    n = value.normal
    if isinstance(n, QuantityValue):
        if not n.unit or n.approximate or n.unit in _UNSPECIFIC_UNITS:
            return False
        return n.unit in MONEY or not (n.amount <= 2 and not re.search(r"\d", value.text))
    if isinstance(n, TimeValue):
        return (
            not n.approximate
            and n.relative is None
            and (n.has_clock or (n.day is not None and n.month is not None) or n.weekday is not None)
        )
    return len(value.text) >= 3 and bool(re.search(r"[0-9/_.@-]", value.text))


def names_amount(value: Value, text: str) -> str:
    """The unit as the log writes it, after the number: 명, mm, rows."""
    m = re.search(r"[\d.,]\s*([^\W\d_]+)", value.text)
    return m[1] if m else ""


def draft(
    mention: Mention,
    value: Value,
    form: str,
    subject: str,
    *,
    score: float = 1.0,
    revises: bool = False,
    stale: Sequence[Value] = (),
    slots: Mapping[str, str] | None = None,
) -> Draft:
    """A draft that asks for a value."""
    user = mention.turn.role is Role.USER
    category = "superseded" if stale else value.kind.value
    return Draft(
        category,
        Kind(value.kind.value),
        ask(form, mention.language, subject, **(slots or {})),
        subject,
        _plain_text(value.text),
        (quote(mention),),
        mention.language,
        f"value.{value.kind.value}",
        score + 0.5 * user + 0.2 * min(3, len(subject.split())),
        stale=tuple(v.text for v in stale),
        revises=revises or bool(stale),
        form=form,
    )


def _plain_text(text: str) -> str:
    return re.sub(r"\s?(?:넘|안|못)$", "", text)


def free_of(subject: str, value: Value) -> bool:
    """Whether a subject does not hold (a part of) the value."""
    return not set(terms(subject)) & set(terms(value.text))


def different(a: Value, b: Value) -> bool:
    """Whether two values of one kind contradict each other."""
    return a.kind is b.kind and compare(a.normal, b.normal) is Match.DIFFERENT


def pairs(values: Sequence[Value]) -> Iterator[tuple[Value, Value]]:
    """Neighbouring values of one kind that differ."""
    for a, b in itertools.pairwise(values):
        if different(a, b):
            yield a, b


def identifier_unit(value: Value) -> str:
    """The subtype of an identifier, as a key of the names in forms.toml."""
    return value.normal.subtype.value if isinstance(value.normal, IdentifierValue) else "name"
