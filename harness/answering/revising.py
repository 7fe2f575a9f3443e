"""Which value holds: a later one of the same sort takes the place of the best one if it was said to change or settle it.

"Make it Thursday" names no subject; it speaks of what its turn and the turns before it speak of, so that it needs less of
the subject than a statement of its own, but a mark that it changes something.
"""

from __future__ import annotations

import re

from harness.answering.closeness import denied
from harness.answering.found import values_of
from harness.answering.index import Index, Unit
from harness.language import normalise, terms
from harness.values import IdentifierValue, Match, Normal, QuantityValue, TimeValue, Value, compare

_MOST = 200  # units in which a value is looked for again
_BESIDE = 4  # units on each side of one that names a value, in its turn and the next
_FAR = 12  # a revision of an amount stays within this factor
_BEFORE = re.compile(
    r"(?:\b(?:make (?:it|that|this)|to|now|let's (?:say|do|take|make it)|(?:go|goes|going|stick|settle[ds]?|agreed?) (?:with|on|for|to)|"
    r"instead|rather|change[ds]?|now (?:at|is)|is now|(?:set|put|fix|draw)\w* [^.;]{2,20} at|it's|then|so|ok(?:ay)?,?|ship|take|keep|new\b.{0,24}(?:is|:))|→|->|"
    r"이제|그럼|그러면|대신|말고|에서|새로|다시|변경|최종|결국)\W*(?:the |a |an |about |around |at |on |for |only |up |down |by |be )*$"
)
_AFTER = re.compile(
    r"^\W{0,3}(?:(?:it is|it's|then|instead|now|please|rather|from now on|is (?:fine|final|better|settled|agreed)|works|not|and not|will do|"
    r"and no)\b|(?:이?로|으로) ?(?:요|하|할|해|가|갈|바|변|늘|줄|미|당|옮|정|확|올|내|합|조정|수정|연기|맞|교체|통일|진행|부탁|결)|"
    r"(?:이?로|으로)(?:요|\W|$)|"
    r"(?:으?로 )?(?:확정|결정|오케이|ok\b|좋|콜|부탁)|(?:이|가)? ?(?:맞|낫)|[이가]? ?(?:최종|새))"
)
# A sentence that binds its speaker or calls on the others.
_COMMITS = re.compile(
    r"\b(?:we'll|let's|i'll (?:go|use|take|keep|set|make)|we (?:keep|ship|use|take|go|stay|stick|need)|(?:set|put|moved?|raised?|"
    r"lowered|changed|pushed|brought|cut|extended|shortened|use) (?:it|the|that|this|to|up|down)\b|please\W*$)"
    r"|(?:[가-힣]게(?:요)?|시다|[하가쓰두보]자|[하가쓰두보]죠|겠습니다|겠어요|주세요|부탁해요|바꿨어요|변경했어요|됐어요)\W*(?:뭐\W*)?$"
)


def alike(one: Normal, other: Normal) -> bool:
    """Whether two values may be an earlier and a later state of the same thing: the same unit or sort, a similar size."""
    if isinstance(one, QuantityValue) and isinstance(other, QuantityValue):
        return (one.unit == other.unit or not (one.unit and other.unit)) and _near(one, other)
    if isinstance(one, TimeValue) and isinstance(other, TimeValue):
        return any(a and b for a, b in zip(_shape(one), _shape(other), strict=True))
    if isinstance(one, IdentifierValue) and isinstance(other, IdentifierValue):
        return one.subtype is other.subtype and _form(one.key) == _form(other.key)
    return False


def _near(one: QuantityValue, other: QuantityValue) -> bool:
    low, high = sorted((abs(one.amount), abs(other.amount)))
    return high == 0 or (low > 0 and high <= _FAR * low)


def _shape(time: TimeValue) -> tuple[bool, bool]:
    return (time.day is not None or time.weekday is not None, time.has_clock)


def _form(key: str) -> str:
    """The letters of a name: rc4 and rc5 are two states of one thing, rc4 and ledger-db-2 are not."""
    return re.sub(r"[\W\d]+", "0", key)


def marks_change(text: str, value: Value) -> bool:
    """Whether the words around a value say that it holds from now on."""
    before, after = normalise(text[: value.start]), normalise(text[value.end :])
    return bool(_BEFORE.search(before[-60:]) or _AFTER.search(after[:30]) or _COMMITS.search(normalise(text)))


def spoken_of_again(index: Index, value: Value, unit: Unit) -> list[list[int]]:
    """Where a value is named again later: each time the units, nearest first, that may say what takes its place. They speak
    of what it is the value of, though they need not name it."""
    places = sorted({int(p) for t in _spellings(value.text) for p in index.places(t) if p > unit.place})[:_MOST]
    return [_beside(index, p) for p in places if _names(index.units[p].text, value)]


def held_before(text: str, value: Value) -> bool | None:
    """Whether a sentence names a value as the old one; None if it does not name it."""
    named = [v for v in values_of(text, value.kind) if _agrees(value, v)]
    return all(denied(text, v) for v in named) if named else None


def _beside(index: Index, place: int) -> list[int]:
    """The unit, those after it in its turn, those before it, and the beginning of the next turn."""
    group = index.units[place].group
    following = index.place(group + 1)
    after = range(place, min(place + _BESIDE, following))
    before = range(place - 1, max(index.place(group), place - _BESIDE) - 1, -1)
    return [*after, *before, *range(following, min(following + _BESIDE, len(index.units)))]


def _spellings(text: str) -> set[str]:
    """The terms under which a value may stand in an index: 50ms and 50 ms are one."""
    words = terms(text)
    digits = {t for t in words if any(c.isdigit() for c in t)}
    for number, unit in re.findall(r"(\d+(?:[.,]\d+)*) ?([A-Za-z]*)", text):
        digits |= {number, (number + unit).casefold()}
    return digits or set(words)


def _names(text: str, value: Value) -> bool:
    return any(_agrees(value, other) for other in values_of(text, value.kind))


def _agrees(value: Value, other: Value) -> bool:
    if compare(value, other) in (Match.EQUAL, Match.COARSER, Match.FINER):
        return True
    one, two = value.normal, other.normal
    bare = isinstance(one, QuantityValue) and isinstance(two, QuantityValue) and not two.unit
    return bare and len(other.text) > 1 and other.text in re.findall(r"\d+(?:[.,]\d+)*", value.text)
