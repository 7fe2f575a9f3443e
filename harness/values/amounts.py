"""Amounts in a text, each with its unit: in digits, in English words, in Korean words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from harness.values import numerals as num
from harness.values import units
from harness.values.measure import KO_WORDS, TAIL, Found, measured
from harness.values.particles import PARTICLE

_DIGIT = re.compile(
    r"[0-9](?:(?<![a-z0-9_][0-9])|(?<=[0-9][hm][0-9])|(?<=usd[0-9]|krw[0-9]|eur[0-9]))(?<![0-9][.,:/][0-9])(?<![.][0-9])",
    re.ASCII,
)
_DIGITS = re.compile(num.DIGITS, re.ASCII)
_MIXED = re.compile(num.KO_MIXED, re.ASCII)
_NOT_A_NUMBER = re.compile(
    r"[0-9]+(?:-[0-9]+){2,}+|[0-9]+(?:\.[0-9]+){2,}+|[0-9]+(?:st|nd|rd|th)\b|[0-9]+(?:,[0-9]+){2,}+(?![0-9])|[0-9]+(?:[:/][0-9]+)++",
    re.ASCII,
)
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3}){1,12}(?:\.[0-9]+)?(?![,0-9])", re.ASCII)
_ORDINAL = re.compile(r" ?번째| ?회차| ?학년| ?호선", re.ASCII)
_MARKER = re.compile(r"[0-9]{1,3}[.)](?=\s)", re.ASCII)
_LINE_START = re.compile(r"(?:^|\n)[ \t>]{0,8}$", re.ASCII)
_TIME_NOUN = r"(?:hour|minute|day|week|month|year)\b"
# Each match begins with the character before the word (or at the start of the text), so that a search skips letters
# fast.
_ENGLISH = re.compile(
    r"(?:[^a-z0-9_]|^)(?:"
    + num.grouped(
        [
            *num.NUMBER_WORDS,
            rf"an? (?=(?:{num.any_of(num.SCALES)}|{_TIME_NOUN}))",
            rf"half an? (?=(?:{num.any_of(num.SCALES)}|{_TIME_NOUN}))",
        ]
    )
    + ")",
    re.ASCII,
)
_EN_WORDS = re.compile(
    rf"(?:{num.EN_WORDS})(?!-[a-z])|(?:{num.EN_WORDS})(?=-(?:day|hour|week|month|year|minute|second|page|person)\b)",
    re.ASCII,
)
_ARTICLE_UNIT = re.compile(
    r"an? (?=(?:hour|minute|day|week|month|year)\b)|half an? (?=(?:hour|day|year|minute)\b)", re.ASCII
)
_ARTICLE_BEFORE = re.compile(
    r"\b(?:for|in|within|takes?|took|about|after|every|than|lasts?|only|to|roughly|around|almost|nearly|needs?) $",
    re.ASCII,
)
_SINO_HEADS = "일이삼사오육칠팔구십백천만억"
_UNIT_HEADS = num.heads(units.KOREAN)
_HANGUL = re.compile(
    rf"{num.heads((*num.NATIVE_ONES, *num.NATIVE_TENS, *num.DAY_WORDS, *_SINO_HEADS))}(?<![가-힣].)"
    rf"(?<=(?=(?:{num.NATIVE}|{num.SINO_CLASS}{{1,10}}+"
    rf"(?: {num.SINO_CLASS}{{1,8}}+)?) ?{_UNIT_HEADS}|{num.any_of(num.DAY_WORDS)})[가-힣])",
    re.ASCII,
)
_SINGLE_SINO = re.compile("분|초|년|층|퍼센트|프로|개월|주일|박", re.ASCII)
_SOLO_NATIVE_TEXT = """
명 개 시간 달 주 번 권 장 대 건 가지 팀 살 잔 병 마리 사람 박 곳 군데 주일 해 배 페이지 줄
"""
_SOLO_NATIVE = frozenset(_SOLO_NATIVE_TEXT.split())
_NOT_ATTACHED = frozenset(
    (
        "한번",
        "한대",
        "세대",
        "네대",
        "한주",
        "한해",
        "한배",
        "석대",
        "석장",
        "한편",
        "한건",
        "한살",
        "하나",
        "세주",
        "한곳",
        "네주",
    )
)


def find_amounts(text: str, low: str) -> list[Found]:
    """All amounts in ``text`` (its lower case is ``low``) by their start; they may overlap."""
    found = (*_in_digits(text, low), *_in_english(text, low), *_in_hangul(text, low))
    return sorted(found, key=lambda f: (f.start, -f.end))


def _in_digits(text: str, low: str) -> Iterator[Found]:
    done = 0
    for match in _DIGIT.finditer(low):
        at = match.start()
        if at < done:
            continue
        skip = None if _GROUPED.match(low, at) else _NOT_A_NUMBER.match(low, at)
        if skip or (_MARKER.match(low, at) and _LINE_START.search(low, max(0, at - 10), at)):
            done = skip.end() if skip else at + 1
            continue
        found = _digit_number(text, low, at)
        if found:
            done = found.end
            yield found


def _digit_number(text: str, low: str, at: int) -> Found | None:
    mixed = _mixed_number(text, low, at)
    if mixed:
        return mixed
    match = _DIGITS.match(low, at)
    amount = num.read_digits(match[0]) if match else None
    if match is None or amount is None or _ORDINAL.match(low, match.end()):
        return None
    if low[match.end() : match.end() + 1].isdigit():
        return None
    return measured(text, low, Found(at, match.end(), amount))


_WORD_GOES_ON = re.compile(rf"(?!{PARTICLE})[가-힣]", re.ASCII)


def _mixed_number(text: str, low: str, at: int) -> Found | None:
    """Digits with Korean scales (3만 5천); not 3만나 …, where what looks like a scale begins another word."""
    match = _MIXED.match(low, at)
    amount = num.read_korean(match[0]) if match else None
    if match is None or amount is None:
        return None
    found = measured(text, low, Found(at, match.end(), amount))
    if not found.unit and _WORD_GOES_ON.match(low, match.end()):
        return None
    first = _DIGITS.match(match[0])
    head = num.read_digits(first[0]) if first else None
    return found._replace(scale=num.EXACT.divide(amount, head)) if head else found


def _in_english(text: str, low: str) -> Iterator[Found]:
    done = 0
    for match in _ENGLISH.finditer(low):
        at = match.start() if low[match.start()].isalnum() else match.start() + 1
        found = _english_number(text, low, at) if at >= done else None
        if found:
            done = found.end
            yield found


def _english_number(text: str, low: str, at: int) -> Found | None:
    article = _ARTICLE_UNIT.match(low, at)
    if article:
        half = article[0].startswith("half")
        if not half and not _ARTICLE_BEFORE.search(low, max(0, at - 12), at):
            return None
        return measured(text, low, Found(at, article.end() - 1, Decimal("0.5") if half else Decimal(1)))
    match = _EN_WORDS.match(low, at)
    amount = num.read_english(match[0]) if match else None
    if match is None or amount is None:
        return None
    found = measured(text, low, Found(at, match.end(), amount))
    return found if found.unit or amount != 1 else None


def _in_hangul(text: str, low: str) -> Iterator[Found]:
    if low.isascii():
        return
    done = 0
    for match in _HANGUL.finditer(low):
        at = match.start()
        found = (_native(text, low, at) or _sino(text, low, at) or _days(low, at)) if at >= done else None
        if found:
            done = found.end
            yield found


_NATIVE = re.compile(rf"(?P<number>{num.NATIVE})(?P<gap> ?)(?=(?P<unit>{KO_WORDS})(?:{TAIL}|(?={KO_WORDS})))", re.ASCII)
_SINO = re.compile(rf"(?P<number>{num.SINO})(?P<gap> ?)(?=(?P<unit>{KO_WORDS})(?:{TAIL}))", re.ASCII)
_DAYS = re.compile(rf"(?P<word>{num.any_of(num.DAY_WORDS)})(?:(?![가-힣])|(?={PARTICLE}))", re.ASCII)


def _native(text: str, low: str, at: int) -> Found | None:
    match = _NATIVE.match(low, at)
    if match is None or (
        not match["gap"] and len(match["number"]) == 1 and not _attachable(match["number"], match["unit"])
    ):
        return None
    amount = num.read_native(match["number"])
    if amount is None or _ORDINAL.match(low, match.end("number")):
        return None
    if match["unit"] == "분":  # minutes take Sino-Korean numbers: 두 분 are two persons
        return Found(at, match.end("unit"), Decimal(amount), "person")
    return measured(text, low, Found(at, match.end("number"), Decimal(amount)))


def _attachable(number: str, unit: str) -> bool:
    """Whether a one-syllable number and a counter without a space are a count: 두명 is, 세대 (generation) is not."""
    return unit in _SOLO_NATIVE and number + unit not in _NOT_ATTACHED


def _sino(text: str, low: str, at: int) -> Found | None:
    match = _SINO.match(low, at)
    if match is None or _ORDINAL.match(low, match.end("number")):
        return None
    number, unit = match["number"], match["unit"]
    if unit == "분" and low.startswith("의", match.end("unit")):  # 삼분의 일 is a third
        return None
    if len(number) == 1 and not _single_sino(number, unit, match["gap"]):
        return None
    amount = num.read_korean(number)
    return measured(text, low, Found(at, match.end("number"), amount)) if amount else None


def _single_sino(number: str, unit: str, gap: str) -> bool:
    """One syllable is often another word: 이 건 (this matter), 사회 (society), 오 대 …"""
    if number in "십백천만억":
        return unit in ("원", "명", "개", "달러", "배", "퍼센트", "분", "초", "년", "건") and number + unit not in (
            "만개",
            "천년",
        )
    return bool(_SINGLE_SINO.fullmatch(unit)) and not (number == "이" and gap)


def _days(low: str, at: int) -> Found | None:
    match = _DAYS.match(low, at)
    if match is None:
        return None
    step = Decimal(86400)
    return Found(at, match.end(), num.DAY_WORDS[match["word"]] * step, "s", step=step)
