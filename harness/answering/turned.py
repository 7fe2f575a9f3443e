"""Relations with two sides: from one to the other, one instead of the other, one before the other. Told the wrong way round,
all words are right and the sense is not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from harness.answering.matching import prepared
from harness.language import terms

_WORD = r"([0-9a-z가-힣%$€£.,:'-]*[0-9a-z가-힣%])"
_NAME = rf"(?:the |a |an |its |our )?{_WORD}"
# Each pattern gives the side that goes and the side that comes, or the earlier and the later one.
_RELATIONS = (
    ("change", re.compile(rf"\bfrom {_NAME}(?: \w+){{0,2}}? (?:down |up |over )?to {_NAME}"), False),
    ("change", re.compile(rf"\b(?:replac|swap|exchang|substitut)\w* {_NAME}(?: \w+)? (?:with|by|for) {_NAME}"), False),
    ("change", re.compile(rf"{_NAME} (?:instead of|rather than|in place of|in favou?r over|over) {_NAME}"), True),
    ("order", re.compile(rf"{_NAME} (?:before|precedes|comes before|ahead of) {_NAME}"), False),
    ("order", re.compile(rf"{_NAME} (?:after|follows|comes after) {_NAME}"), True),
    ("more", re.compile(rf"{_NAME} (?:\w+ )?(?:\w+er|more \w+|more) than {_NAME}"), False),
    (
        "change",
        re.compile(
            r"([0-9a-z가-힣]+?)(?:을|를|은|는|에서|이|가)? (?:대신 |말고 )?([0-9a-z가-힣]+?)(?:으로|로)(?= ?(?:바꾸|바꿔|바꿉|바꿨|바뀌|대체|교체|변경|옮|전환|갈|줄|늘|낮추|올리))"
        ),
        False,
    ),
    (
        "change",
        re.compile(r"([0-9a-z가-힣]+?)(?:으로|로) ([0-9a-z가-힣]+?)(?:을|를) (?=바꾸|바꿔|바꿉|바꿨|대체|교체|대신)"),
        True,
    ),
    (
        "change",
        re.compile(r"([0-9a-z가-힣]+?) ?(?:대신|말고) ([0-9a-z가-힣]+?)(?:을|를|으로|로|이|가|은|는)(?= |$)"),
        False,
    ),
    ("change", re.compile(r"([0-9a-z가-힣%]+) ?(?:→|->) ?([0-9a-z가-힣%]+)"), False),
    (
        "order",
        re.compile(
            r"([0-9a-z가-힣]+?)(?:을|를|이|가|은|는|의)? ?(?:하기|한|되기|된)? ?(?:전에|이전에|보다 먼저) ([0-9a-z가-힣]+?)(?:을|를|이|가|부터|하)"
        ),
        True,
    ),
)


@lru_cache(maxsize=4_096)
def _relations(text: str) -> frozenset[tuple[str, str, str]]:
    """Every relation of a prepared text with the stems of its two sides."""
    out = set()
    for kind, pattern, swapped in _RELATIONS:
        for match in pattern.finditer(text):
            a, b = (_stem(s) for s in match.groups()[:2])
            if a and b and a != b:
                out.add((kind, b, a) if swapped else (kind, a, b))
    return frozenset(out)


def _stem(side: str) -> str:
    found = terms(side)
    return found[0] if found else side.strip(".,:")


_TARGET = re.compile(
    rf"\b(?:switch|mov|chang|migrat|swapp|convert|went|go|going|turn)\w* (?:back |over )?to (?:using |the |a |an )?{_WORD}|"
    r"(?<![가-힣a-z0-9])([0-9a-z가-힣]+?)(?:으로|로) (?:다시 |결국 |최종 )?(?:바꾸|바꿔|바꿨|바꿉|바꾼|바뀌|바뀐|바뀝|교체|변경|전환|옮|갈아)"
)


@lru_cache(maxsize=4_096)
def _targets(text: str) -> frozenset[str]:
    """What a prepared text says that something was changed to."""
    return frozenset(_stem(m[1] or m[2]) for m in _TARGET.finditer(text))


def other_target(text: str, sources: Iterable[str]) -> bool:
    """Whether a text says that something was changed to what its sources name too, but not as what it was changed to."""
    sources = [prepared(s) for s in sources]
    told, known = _targets(text), frozenset().union(*(_targets(s) for s in sources))
    named = {t for s in sources for t in terms(s)}
    return bool(told and known) and not told & known and bool(told & named)


def turned_round(text: str, sources: Iterable[str]) -> bool:
    """Whether a prepared text tells a relation of the sources with its sides exchanged, and never the right way."""
    told = _relations(text)
    if not told:
        return False
    known = {r for s in sources for r in _relations(prepared(s))}
    return not told & known and any((kind, b, a) in known for kind, a, b in told)
