"""The unit of an amount: currency signs, spoken scales, halves, symbols, words, counted nouns, rates."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from harness.values import numerals as num
from harness.values import units
from harness.values.particles import PARTICLE


class Found(NamedTuple):
    """An amount with its unit at [start, end); ``scale``: the factor of a spoken scale, ``step``: that of the unit."""

    start: int
    end: int
    amount: Decimal
    unit: str = ""
    scale: Decimal = Decimal(1)
    step: Decimal = Decimal(1)
    high: Decimal | None = None
    prefixed: bool = False
    at_least: bool = False  # "5+ years"


_LATIN = re.compile(
    r"(?P<gap>[ -]?)(?P<unit>%pt?\b|%|°[CcFf]?\b|°|€|¢|[A-Za-zµμΩ]+(?:[23²³](?![0-9]))?"
    r"(?![A-Za-z_])(?:(?<=[hm])|(?![0-9])))",
    re.ASCII,
)
_NOUN = re.compile(rf"[ -](?:(?:{units.ADJECTIVES}) )?(?P<noun>[a-z]{{3,20}})(?![a-z0-9_])", re.ASCII)
KO_WORDS = num.any_of(units.KOREAN)
TAIL = (
    rf"(?![가-힣])|(?={PARTICLE})|(?=이하|미만|이상|초과|이내|내외|안팎|가량|남짓|연속|동안|만에|마다"
    rf"|넘|걸|째|전|후|뒤|반|당|치|분량|규모|단위|할인|증가|감소|인상|인하|상승|하락|추가|필요)"
)
_KO_UNIT = re.compile(rf" ?(?P<unit>{KO_WORDS})(?:{TAIL}|(?=(?:{KO_WORDS})))", re.ASCII)
_SPOKEN = re.compile(
    r" ?(?P<word>thousand|million|billion|trillion|bn|mn|mil)\b|(?P<sign>[kKMbB]|bn|m(?=\b))(?![A-Za-z0-9/])", re.ASCII
)
_PLUS = re.compile(r"\+ ?[a-z가-힣]", re.ASCII)
_HALF = re.compile(r" and a half\b", re.ASCII)
_KO_HALF = re.compile(rf" ?반(?:(?![가-힣])|(?={PARTICLE}))", re.ASCII)
_PER = re.compile(r" ?/ ?(?P<sign>[a-z]+|초|분|시간|일|월|인|명)(?![a-z])| per (?P<word>[a-z]+)\b", re.ASCII)
_KO_PER = re.compile(r"(?P<per>초|분|시간|일|월|인|명) ?당 ?$", re.ASCII)
_CURRENCY = re.compile(r"(?P<sign>us\$|[$€£¥₩]|\b(?:usd|krw|eur|gbp|jpy|cny)) ?$", re.ASCII)
_NEGATIVE = re.compile(r"(?:(?:^|[\s(=:])-|\bminus |영하 ?)$", re.ASCII)


def measured(text: str, low: str, found: Found) -> Found:
    """``found`` with half, scale, currency sign, unit and rate."""
    found = _scaled(text, low, _with_half(low, found))
    sign = _CURRENCY.search(low, max(0, found.start - 5), found.start)
    if sign:
        code = units.CURRENCY_SIGNS[sign["sign"]]
        return _per(low, found._replace(start=sign.start(), unit=code, prefixed=True))
    negative = _NEGATIVE.search(low, max(0, found.start - 7), found.start)
    if negative:
        start = negative.end() - len(negative[0].lstrip(" \n\t(=:"))
        found = found._replace(start=start, amount=-found.amount)
    if _PLUS.match(low, found.end):
        found = found._replace(end=found.end + 1, at_least=True)
    unit = _unit(text, low, found)
    if unit is None:
        return found
    end, (factor, name) = unit
    found = found._replace(end=end, unit=name, step=factor, amount=num.EXACT.multiply(found.amount, factor))
    return _per(low, _with_half_behind(low, found))


def _with_half(low: str, found: Found) -> Found:
    half = _HALF.match(low, found.end)
    return found._replace(end=half.end(), amount=found.amount + Decimal("0.5")) if half else found


def _with_half_behind(low: str, found: Found) -> Found:
    half = _HALF.match(low, found.end) or (_KO_HALF.match(low, found.end) if found.unit in ("s", "month") else None)
    if half is None:
        return found
    return found._replace(end=half.end(), amount=num.EXACT.add(found.amount, found.step / 2))


def _scaled(text: str, low: str, found: Found) -> Found:
    match = _SPOKEN.match(text, found.end) or _SPOKEN.match(low, found.end)
    if match is None:
        return found
    word = match["word"] or match["sign"]
    if word == "m" and not _CURRENCY.search(low, max(0, found.start - 5), found.start):
        return found  # metres
    if word in ("B", "b") and not _CURRENCY.search(low, max(0, found.start - 5), found.start):
        return found  # bytes
    scale = Decimal(units.SPOKEN_SCALES[word.lower()])
    return found._replace(end=match.end(), amount=num.EXACT.multiply(found.amount, scale), scale=scale)


def _unit(text: str, low: str, found: Found) -> tuple[int, units.Unit] | None:
    if found.end >= len(low):
        return None
    korean = _KO_UNIT.match(low, found.end)
    if korean:
        return korean.end(), units.KOREAN[korean["unit"]]
    latin = _LATIN.match(text, found.end)
    if latin is None:
        return None
    return _symbol(latin) or _word(low, latin) or _noun(low, found)


def _symbol(latin: re.Match[str]) -> tuple[int, units.Unit] | None:
    unit = units.SYMBOLS.get(latin["unit"])
    if unit is None or (latin["gap"] == "-" and latin["unit"].isalpha() and len(latin["unit"]) == 1):
        return None
    if (
        latin["unit"] == "m"
        and not latin["gap"]
        and _HOURS_BEFORE.search(latin.string, max(0, latin.start() - 6), latin.start())
    ):
        return latin.end(), (Decimal(60), "s")
    if latin["gap"] == " " and latin["unit"] in ("d", "x", "A", "t", "B", "F", "Ki", "Mi", "mi", "deg"):
        return None  # apart from their number these letters are words
    return latin.end(), unit


_HOURS_BEFORE = re.compile(r"[0-9]h ?[0-9]{1,2}$", re.ASCII)
_DEGREES = re.compile(r" ?(?:degrees? )?(celsius|centigrade|fahrenheit|c\b|f\b)", re.ASCII)


def _word(low: str, latin: re.Match[str]) -> tuple[int, units.Unit] | None:
    word = latin["unit"].lower()
    unit = units.WORDS.get(word) or (units.WORDS.get(word[:-1]) if word.endswith("s") else None)
    if unit is None:
        return None
    degrees = _DEGREES.match(low, latin.end()) if unit[1] == "degree" else None
    if degrees:
        return degrees.end(), (Decimal(1), "°F" if degrees[1].startswith("f") else "°C")
    if unit[1] == "%" and low.startswith(" point", latin.end()):
        return latin.end() + len(" point") + low.startswith("s", latin.end() + 6), (Decimal(1), "pp")
    return latin.end(), unit


def _noun(low: str, found: Found) -> tuple[int, units.Unit] | None:
    match = _NOUN.match(low, found.end)
    if match is None:
        return None
    noun = match["noun"]
    if (noun == "days" and "business" in match[0]) or "working" in match[0]:
        return match.end(), (Decimal(1), "business day")
    word = units.WORDS.get(noun) or (units.WORDS.get(noun[:-1]) if noun.endswith("s") else None)
    if word:
        return match.end(), word
    name = _counted(noun, found.amount, hyphen=match[0][0] == "-")
    return (match.end(), (Decimal(1), name)) if name else None


_KNOWN_TEXT = """
file row user page server node request retry token test case team line item seat table ticket
question column core replica thread error worker key day word version step copy member engineer
customer report order box record message turn service query batch job attempt warning commit
branch container pod host disk port region country city student guest room
"""
_KNOWN = frozenset(_KNOWN_TEXT.split())


def _counted(noun: str, amount: Decimal, *, hyphen: bool) -> str | None:
    """The unit that a noun names: a plural by its ending; behind 1 or a hyphen, a noun known to be counted."""
    if noun in _KNOWN and (amount == 1 or hyphen):
        return noun
    name = None if hyphen else units.singular(noun)
    return name if amount != 1 or name in _KNOWN else None


def _per(low: str, found: Found) -> Found:
    match = _PER.match(low, found.end)
    word = (match["sign"] or match["word"]) if match else ""
    if match and word in units.PER:
        return found._replace(end=match.end(), unit=f"{found.unit}/{units.PER[word]}")
    prefix = _KO_PER.search(low, max(0, found.start - 5), found.start)
    if prefix:
        return found._replace(start=prefix.start(), unit=f"{found.unit}/{units.PER[prefix['per']]}")
    return found
