"""Does a text carry an expected form? Typed values are compared as values, everything else as words with boundaries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from harness.answering.sounds import sounding, translated
from harness.language import normalise
from harness.schema import Kind
from harness.values import Bound, Match, Normal, QuantityValue, TimeValue, Value, ValueKind, compare, find
from harness.values.units import CURRENCIES, MEASURED

VALUE_KINDS = {Kind.TIME: ValueKind.TIME, Kind.QUANTITY: ValueKind.QUANTITY, Kind.IDENTIFIER: ValueKind.IDENTIFIER}
_ALNUM = re.compile(r"[0-9a-z]")
_SAME = (Match.EQUAL, Match.FINER)


@dataclass(frozen=True, slots=True)
class Span:
    """Where a form was found in a (normalised) text."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        """Whether two spans share a character."""
        return other.start < self.end and self.start < other.end


# ----------------------------------------------------------------------------------------------------------- spelling

_DIGITS = {c: i for i, c in enumerate("일이삼사오육칠팔구", 1)}
_TENS = {
    "열": 10,
    "스물": 20,
    "스무": 20,
    "서른": 30,
    "마흔": 40,
    "쉰": 50,
    "예순": 60,
    "일흔": 70,
    "여든": 80,
    "아흔": 90,
}
_ONES = {
    "하나": 1,
    "한": 1,
    "둘": 2,
    "두": 2,
    "셋": 3,
    "세": 3,
    "넷": 4,
    "네": 4,
    "다섯": 5,
    "여섯": 6,
    "일곱": 7,
    "여덟": 8,
    "아홉": 9,
}
# A hundred in Chinese and the rest in Korean numerals (백여든 = 180), which people say and number readers forget.
_MIXED = re.compile(
    rf"(?<![가-힣])([이삼사오육칠팔구])?백 ?(?:({'|'.join(_TENS)}) ?({'|'.join(_ONES)})?|({'|'.join(_ONES)}))(?= ?(?:개|명|건|대|장|권|곳|분|번|살|벌|통|마리|켤레|그루|자루|병|잔))"
)
_MILITARY = re.compile(r"(?<![0-9:.,])([01][0-9]|2[0-3])([0-5][0-9]) ?(?:hours|hrs)\b")
_WEEKDAYS = re.compile(r"\b((?:mon|tues|wednes|thurs|fri|satur|sun)day)s\b")
_DOTTED = re.compile(
    r"(?<![0-9.])([01]?[0-9]|2[0-3])\.([0-5][0-9])(?= ?(?:am|pm|a\.m|p\.m|in the (?:morning|afternoon|evening)|at night|o'clock|hrs|hours))"
)
_HALF = re.compile(r"\b([0-9]{1,2}:[0-9]{2}) (?:in the (morning)|in the (?:afternoon|evening)|at night)\b")
_ORDINALS = [
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
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
]
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_SPELLED = re.compile(rf"\b(?:the )?({'|'.join(_ORDINALS)}) (?:of )?(?={_MONTHS})")
_FILLED = re.compile(r"(?<=당) (?=[일이삼사오육칠팔구십백천만억]{2})")
_UNIT = re.compile(
    r"(?<=[0-9])(\s?)(kib|mib|gib|tib|kwh|mwh|wh|mah|ah|kw|mw|w|ma|ka|a|kv|mv|v|usd|krw|eur|gbp|jpy|cny|rmb|pa|hpa|kpa|mpa|db|dbm|hz)(?![a-z0-9])"
)
_CASED = {
    u.casefold(): u
    for u in [
        "KiB",
        "MiB",
        "GiB",
        "TiB",
        "kWh",
        "MWh",
        "Wh",
        "mAh",
        "Ah",
        "kW",
        "MW",
        "W",
        "mA",
        "kA",
        "A",
        "kV",
        "mV",
        "V",
        "USD",
        "KRW",
        "EUR",
        "GBP",
        "JPY",
        "CNY",
        "RMB",
        "Pa",
        "hPa",
        "kPa",
        "MPa",
        "dB",
        "dBm",
        "Hz",
    ]
}


_PARTS = {
    "half": "0.5",
    "a half": "0.5",
    "quarter": "0.25",
    "a quarter": "0.25",
    "three quarters": "0.75",
    "a third": "0.333",
}
_FRACTION = re.compile(
    r"\b(half|a half|quarter|a quarter|three quarters)(?: of)?(?: an?)? (second|minute|hour|day|year|kilo|litre|liter|metre|meter|mile|million|gigabyte|megabyte)s?\b"
)


_FEW = {
    w: n
    for n, w in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 1
    )
}
_AND_A_HALF = re.compile(rf"(?<![\w.,])({'|'.join(_FEW)}|[0-9]+) and a half (?=[a-z])")
_SPACED = re.compile(r"(?<![0-9.,:/-])(?<![0-9] )[1-9][0-9]{0,2}(?: [0-9]{3})+(?![0-9:/-]|[.,][0-9]| [0-9])")


def prepared(text: str, kind: Kind | None = None) -> str:
    """A text as the matchers see it: normalised line by line, with spellings that number readers miss written in digits."""
    plain = "\n".join(n for line in text.splitlines() if (n := normalise(line)))
    if "백" in plain:
        plain = _MIXED.sub(_in_digits, plain)
    if "당 " in plain:
        plain = _FILLED.sub("·", plain)
    if kind is Kind.QUANTITY:
        plain = _SPACED.sub(lambda m: m.group().replace(" ", ""), plain)
        plain = _AND_A_HALF.sub(lambda m: f"{_FEW.get(m[1], m[1])}.5 ", plain)
        return _FRACTION.sub(lambda m: f"{_PARTS[m[1]]} {m[2]}s", plain)
    return _clocked(plain) if kind is Kind.TIME else plain


def _clocked(plain: str) -> str:
    plain = _WEEKDAYS.sub(r"\1", plain)
    plain = _DOTTED.sub(r"\1:\2", plain)
    plain = _SPELLED.sub(lambda m: f"{_ORDINALS.index(m[1]) + 1} ", plain)
    plain = _HALF.sub(lambda m: f"{m[1]} {'am' if m[2] else 'pm'}", plain)
    return _MILITARY.sub(r"\1:\2", plain)


def _in_digits(match: re.Match[str]) -> str:
    hundreds, tens, ones, alone = match.groups()
    return str(100 * _DIGITS.get(hundreds or "", 1) + _TENS.get(tens or "", 0) + _ONES.get(ones or alone or "", 0))


@lru_cache(maxsize=50_000)
def values_of(text: str, kind: ValueKind) -> tuple[Value, ...]:
    """All values of a kind in a normalised text. Folding the case has made ``MiB`` unreadable: units get theirs back."""
    return find(_UNIT.sub(lambda m: m[1] + _CASED[m[2]], text), kinds=[kind])


# ----------------------------------------------------------------------------------------------------------- literal


def literal(form: str, text: str) -> list[Span]:
    """Where a form stands in a normalised text, with word boundaries: ``40`` is not in ``400``, ``$500`` not in ``$5000``.

    After Hangul anything that may be a particle or ending may follow, so ``KT`` is in ``KT로`` and ``김하람`` in ``김하람님은``.
    """
    plain = normalise(form).strip(" .!?\"'")
    if not plain:
        return []
    return [Span(m.start(), m.end()) for m in literal_pattern(plain).finditer(text)]


@lru_cache(maxsize=20_000)
def literal_pattern(plain: str) -> re.Pattern[str]:
    """The pattern of a normalised form: white space may be missing, and a title may have lost or gained its full stop."""
    body = r"\.?\s?".join(re.escape(word.rstrip(".") or word) for word in plain.split())
    first, last = plain[0], plain[-1]
    left = r"(?<![0-9a-z])(?<![0-9][.,:])" if _ALNUM.match(first) else r"(?<![가-힣])" if "가" <= first <= "힣" else ""
    right = r"(?![0-9])(?![.,:][0-9])(?![a-z])" if _ALNUM.match(last) else ""
    return re.compile(left + body + right)


def _turned(form: str) -> str | None:
    """``priya raman`` as ``raman, priya``."""
    parts = normalise(form).split()
    return f"{parts[1]}, {parts[0]}" if len(parts) == 2 and all(p.isalpha() and p.isascii() for p in parts) else None


# ------------------------------------------------------------------------------------------------------------ values


def agrees(expected: str, answer: Value) -> bool:
    """Whether an answer's value equals an expected form's only value, or says the same more precisely. A form that has other
    numbers beside its value (``--skip-pages 0-249``) is compared literally only."""
    wanted = _only_value(normalise(expected), answer.kind)
    return wanted is not None and compare(wanted.normal, _eased(wanted, answer)) in _SAME


@lru_cache(maxsize=20_000)
def _only_value(plain: str, kind: ValueKind) -> Value | None:
    wanted = values_of(plain, kind)
    if len(wanted) != 1 or re.search(r"[0-9]", plain[: wanted[0].start] + plain[wanted[0].end :]):
        return None
    return wanted[0]


def _eased(wanted: Value, answer: Value) -> Normal:
    """An answer's value with what people leave out in talk: the half of the day, "about", the counted noun, "at most"."""
    to, said = wanted.normal, answer.normal
    if isinstance(to, TimeValue) and isinstance(said, TimeValue):
        if said.ambiguous and to.hour is not None and said.hour is not None and to.hour % 12 == said.hour % 12:
            said = replace(said, hour=to.hour, ambiguous=to.ambiguous)
        return replace(said, approximate=to.approximate)
    if isinstance(to, QuantityValue) and isinstance(said, QuantityValue):
        if not said.unit and to.unit not in MEASURED and to.unit not in CURRENCIES:
            said = replace(said, unit=to.unit)
        return replace(said, approximate=to.approximate, bound=_bound(to, said))
    return said


def _bound(to: QuantityValue, said: QuantityValue) -> Bound | None:
    """The answer's bound; "at most" and "at least" say nothing new of an amount that was asked for as a limit."""
    if to.bound is None and said.bound in (Bound.AT_MOST, Bound.AT_LEAST):
        return None
    return said.bound or to.bound


def _unit(value: Value) -> str:
    return value.normal.unit if isinstance(value.normal, QuantityValue) else ""


def _foreign_unit(value: Value, units: frozenset[str]) -> bool:
    """A measure or money in another unit than every form that has one: 500 in "500 MB" is not the expected 500 cases."""
    unit = _unit(value)
    return bool(units) and unit not in units and (unit in MEASURED or unit in CURRENCIES)


def _other_half(value: Value, forms: Iterable[Value | None]) -> bool:
    """Whether a time names the other half of the day than every form that names one: "quarter to seven" lets no 6:45 pm pass
    beside 06:45."""
    time = value.normal
    if not isinstance(time, TimeValue) or time.hour is None or time.ambiguous:
        return False
    plain = [f.normal for f in forms if f is not None and isinstance(f.normal, TimeValue) and f.normal.hour is not None]
    sure = [t for t in plain if not t.ambiguous]
    return bool(sure) and all(
        t.hour is not None and abs(t.hour - time.hour) == 12 and t.minute == time.minute for t in sure
    )


def spans_of(forms: Iterable[str], text: str, kind: Kind) -> list[Span]:
    """Where any of the forms is carried by the (prepared) text: literally, or as an equal value of the probe's kind."""
    forms = [prepared(f, kind) for f in forms]
    if kind not in VALUE_KINDS:
        if kind is Kind.NAME:
            forms += [t for f in forms if (t := _turned(f))]
        forms += [t for f in forms for t in translated(f)]
        spelled = [Span(a, b) for f in forms for a, b in sounding(f, text)] if kind is Kind.NAME else []
        return _merged([*spelled, *(span for form in forms for span in literal(form, text))])
    values = values_of(text, VALUE_KINDS[kind])
    own = {f: _only_value(f, VALUE_KINDS[kind]) for f in forms}
    units = frozenset(u for v in own.values() if v is not None and (u := _unit(v)))
    values = tuple(v for v in values if not _foreign_unit(v, units) and not _other_half(v, own.values()))
    kept = {(v.start, v.end) for v in values}
    foreign = [v for v in values_of(text, VALUE_KINDS[kind]) if (v.start, v.end) not in kept]
    found = [s for f in forms for s in literal(f, text) if not _contradicted(s, own[f], [*values, *foreign], foreign)]
    found = [
        s for s in found if not any(s.overlaps(Span(v.start, v.end)) and _too_coarse(forms, own, v) for v in values)
    ]
    found += [
        Span(v.start, v.end) for v in values if any(agrees(f, v) for f in forms) and not _too_coarse(forms, own, v)
    ]
    return _merged(found)


def _too_coarse(forms: Sequence[str], own: dict[str, Value | None], value: Value) -> bool:
    """Whether a value fits only forms that say less than another form ("8일") and gainsays that one (8 October for 8 November)."""
    sure = [
        f
        for f in forms
        if (o := own[f]) is not None
        and any(p is not None and compare(p.normal, o.normal) is Match.FINER for p in own.values())
    ]
    exact = any(o is not None and compare(o.normal, value.normal) is Match.EQUAL for o in own.values())
    if not sure or exact or any(agrees(f, value) for f in sure):
        return False
    return all(compare(o.normal, _eased(o, value)) is Match.DIFFERENT for f in sure if (o := own[f]) is not None)


def _contradicted(span: Span, own: Value | None, values: Sequence[Value], foreign: Sequence[Value]) -> bool:
    """Whether a literal hit is part of another value: 3 March in "3 March to 5 March", 15 in "15 GiB"."""
    for v in values:
        other = v in foreign or (own is not None and compare(own.normal, _eased(own, v)) is Match.DIFFERENT)
        if span.overlaps(Span(v.start, v.end)) and other:
            return True
    return False


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, of overlapping ones the longest."""
    out: list[Span] = []
    for s in sorted(set(spans), key=lambda s: (s.start, -s.end)):
        if not out or not out[-1].overlaps(s):
            out.append(s)
        elif s.end - s.start > out[-1].end - out[-1].start:
            out[-1] = s
    return out
