"""Numerals in digits and in English and Korean words, as pattern fragments and as readers to Decimal.

Fragments are for lower-case text, have no capturing groups and a bounded length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Context, Decimal

EXACT = Context(prec=80)  # wide enough for any product of a readable number and a unit factor
LONGEST = 40  # digits; a longer run is data, not an amount

ONES = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
}  # fmt: skip
TEENS = {
    "zero": 0, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
SCALES = {"dozen": 12, "hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SMALL_WORDS = ONES | TEENS | TENS

NATIVE_ONES = {
    "하나": 1, "한": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "석": 3, "넷": 4, "네": 4, "넉": 4, "다섯": 5, "여섯": 6,
    "일곱": 7, "여덟": 8, "아홉": 9,
}  # fmt: skip
NATIVE_TENS = {
    "열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70, "여든": 80, "아흔": 90,
}  # fmt: skip
SINO_DIGITS = {
    "영": 0, "공": 0, "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "륙": 6, "칠": 7, "팔": 8, "구": 9,
}  # fmt: skip
SINO_SMALL = {"십": 10, "백": 100, "천": 1000}
SINO_BIG = {"만": 10**4, "억": 10**8, "조": 10**12}
DAY_WORDS = {
    "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "이레": 7, "여드레": 8, "아흐레": 9, "열흘": 10,
    "보름": 15,
}  # fmt: skip


def any_of(words: Iterable[str]) -> str:
    """An alternation of ``words``, the longest first, without a group."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda w: (-len(w), w)))


def grouped(words: Iterable[str]) -> str:
    """An alternation of pattern fragments that begin with a literal letter, one branch a letter: few branches, fast."""
    heads: dict[str, list[str]] = {}
    for word in words:
        heads.setdefault(word[0], []).append(word[1:])
    tails = {head: "|".join(sorted(rest, key=lambda w: (-len(w), w))) for head, rest in sorted(heads.items())}
    return "|".join(f"{head}(?:{tail})" for head, tail in tails.items())


def heads(words: Iterable[str]) -> str:
    """A character class of the first letters of ``words``."""
    return "[" + "".join(sorted({word[0] for word in words})) + "]"


NUMBER_WORDS = (*ONES, *TEENS, *TENS)
DIGITS = r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,12}(?![0-9])|[0-9]{1,40}+)(?:\.[0-9]{1,20}+(?!\.[0-9]))?"
_SMALL = rf"(?:(?:{any_of(TENS)})(?:[ -](?:{any_of(ONES)})\b)?|{any_of(ONES | TEENS)})"
_SCALE = rf"(?:{any_of(SCALES)})"
_HEAD = rf"(?:{_SMALL}|an?)(?:[ -]{_SCALE}\b){{1,3}}"
EN_WORDS = rf"(?:half an? {_SCALE}|{_HEAD}(?: {_HEAD}){{0,3}}(?:(?: and)? {_SMALL})?|{_SMALL})\b"
NATIVE = rf"(?:(?:{any_of(NATIVE_TENS)})(?:{any_of(NATIVE_ONES)})?|{any_of(NATIVE_ONES)})"
SINO_CLASS = "[일이삼사오육칠팔구십백천만억조]"
SINO = rf"{SINO_CLASS}{{1,16}}+(?:(?<=[만억조]) {SINO_CLASS}{{1,8}}+){{0,3}}"
KO_MIXED = rf"{DIGITS}[십백천만억조]{{1,3}}(?: ?{DIGITS}[십백천만억조]{{1,3}}){{0,4}}(?: ?{DIGITS}(?= ?[가-힣]))?"

_MIXED_TOKEN = re.compile(rf"{DIGITS}|[가-힣]")


def read_digits(text: str) -> Decimal | None:
    """The number that DIGITS matched; None when it is longer than anyone states an amount."""
    return Decimal(text.replace(",", "")) if len(text) <= LONGEST else None


def read_english(text: str) -> Decimal | None:
    """The number of English words such as "two hundred and five", "a dozen", "half a million"; None if it is none."""
    words = text.replace("-", " ").split()
    if words[:1] == ["half"]:
        return Decimal(SCALES[words[-1]]) / 2
    total = current = 0
    for word in words:
        if word in _SMALL_WORDS:
            current += _SMALL_WORDS[word]
        elif word in ("a", "an"):
            current = 1
        elif word in ("hundred", "dozen"):
            current = max(current, 1) * SCALES[word]
        elif word in SCALES:
            total, current = total + max(current, 1) * SCALES[word], 0
        elif word != "and":
            return None
    return Decimal(total + current)


def read_native(text: str) -> int | None:
    """The number of native Korean words (세, 열두, 스무); None if it is none."""
    for word, tens in NATIVE_TENS.items():
        if text.startswith(word):
            rest = text[len(word) :]
            return tens if not rest else tens + NATIVE_ONES[rest] if rest in NATIVE_ONES else None
    return NATIVE_ONES.get(text)


def read_korean(text: str) -> Decimal | None:
    """The number of digits and Sino-Korean numerals, mixed or not (3만 5천, 이십, 1억 2,000만); None if it is none."""
    total = section = Decimal(0)
    digit: Decimal | None = None
    for token in _MIXED_TOKEN.findall(text):
        if token in SINO_BIG:
            head = EXACT.add(section, digit or Decimal(0)) or Decimal(1)
            total, section, digit = EXACT.add(total, EXACT.multiply(head, Decimal(SINO_BIG[token]))), Decimal(0), None
        elif token in SINO_SMALL:
            head = Decimal(1) if digit is None else digit
            section, digit = EXACT.add(section, EXACT.multiply(head, Decimal(SINO_SMALL[token]))), None
        elif digit is not None:
            return None  # two digits in a row are a code or another word
        else:
            digit = Decimal(SINO_DIGITS[token]) if token in SINO_DIGITS else read_digits(token)
            if digit is None:
                return None
    return EXACT.add(EXACT.add(total, section), digit or Decimal(0))


def read_integer(text: str) -> int | None:
    """A small whole number in digits, English words, native or Sino-Korean words; None if it is none."""
    if text.isdigit():
        return int(text) if len(text) <= 9 else None
    if text.isascii():
        amount = Decimal(1) if text in ("a", "an") else read_english(text)
        return int(amount) if amount is not None and amount == int(amount) else None
    native = read_native(text) or DAY_WORDS.get(text)
    if native is not None:
        return native
    sino = read_korean(text)
    return int(sino) if sino else None


def canonical(amount: Decimal) -> Decimal:
    """``amount`` without trailing zeros or an exponent, so that equal amounts print alike."""
    plain = amount.normalize(EXACT)
    exponent = plain.as_tuple().exponent
    return plain if isinstance(exponent, int) and exponent < 0 else plain.quantize(Decimal(1), context=EXACT) + 0
