"""The numbers and frequencies of a text, whatever they count: an answer with another one than its source says something else."""

from __future__ import annotations

import re
from functools import lru_cache

from harness.language import terms
from harness.values import strip_particles

_WORDS = {
    w: n
    for n, ws in enumerate(
        (
            "zero", "one", "two twice both", "three thrice", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve dozen",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
        )
    )
    for w in ws.split()
} | {"once": 1, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}  # fmt: skip
_KOREAN = {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10, "스무": 20,
    "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4,
}  # fmt: skip
_LATIN = re.compile(
    r"(?<![a-z0-9])[0-9]+(?:[.,][0-9]+)*|\b(?:" + "|".join(w for w in _WORDS if w not in ("one", "both")) + r")\b"
)
_HANGUL = re.compile(
    rf"(?<![가-힣])({'|'.join(sorted(_KOREAN, key=len, reverse=True))}) ?(?=번|명|개|시간|달|주|배|차례|군데|곳|팀|사람|가지|대(?!신)|장(?!소)|권|분|살)|(?<![가-힣])(하루|이틀|사흘|나흘)"
)


_ORDINAL = {
    w: str(n)
    for n, w in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
        ],
        1,
    )
}


def same_numeral(one: str, other: str) -> bool:
    """Whether two words of a prepared text are one number, in letters and in digits (three, 3; fourth, 4th)."""
    if one[:1].isdigit() is other[:1].isdigit():
        return False
    letters, digits = (other, one) if one[:1].isdigit() else (one, other)
    if letters in _ORDINAL:
        return re.fullmatch(rf"{_ORDINAL[letters]}(?:st|nd|rd|th)", digits) is not None
    return letters in _WORDS and str(_WORDS[letters]) == digits


_UNIT = re.compile(r" ?(%|[a-z]+|[가-힣]+)")
_TIMES = frozenset(("once", "twice", "thrice"))


@lru_cache(maxsize=20_000)
def numbers(text: str) -> frozenset[tuple[str, str]]:
    """The numbers of a prepared text in digits, each with what it counts (a stem, ``%``, ``times`` or nothing)."""
    found = set()
    for m in _LATIN.finditer(text):
        word = m.group()
        unit = "times" if word in _TIMES else _unit(text, m.end())
        found.add((str(_WORDS[word]) if word in _WORDS else word.replace(",", ""), unit))
    for m in _HANGUL.finditer(text):
        found.add((str(_KOREAN[m[1] or m[2]]), _unit(text, m.end()) if m[1] else "날"))
    return frozenset(found)


def _unit(text: str, end: int) -> str:
    match = _UNIT.match(text, end)
    if match is None:
        return ""
    word = strip_particles(match[1])
    if "가" <= word[0] <= "힣":
        return word
    own = terms(word)
    return own[0] if own else word if word == "%" else ""


def other_number(text: str, sources: tuple[str, ...]) -> bool:
    """Whether a text counts a thing that its sources count too, with a number that they do not have, and leaves theirs out."""
    known = frozenset().union(*(numbers(s) for s in sources))
    own, amounts = numbers(text), {n for n, _ in known}
    said = {n for n, _ in own}
    for n, unit in own:
        rivals = {m for m, u in known if u == unit}
        if unit and rivals and n not in amounts and not rivals & said:
            return True
    return False
