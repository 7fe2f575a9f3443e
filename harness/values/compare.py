"""How an answer's value stands to the expected one: part by part, then the parts together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta

from harness.values.model import (
    DayPart,
    Edge,
    IdentifierKind,
    IdentifierValue,
    Match,
    Normal,
    QuantityValue,
    TimeValue,
    Value,
)
from harness.values.units import CURRENCIES, GENERIC, MEASURED

EQUAL, FINER, COARSER = Match.EQUAL, Match.FINER, Match.COARSER
DIFFERENT, INCOMPARABLE = Match.DIFFERENT, Match.INCOMPARABLE


def compare(expected: Value | Normal, answer: Value | Normal) -> Match:
    """Compare two values; see Match. Values of different kinds are incomparable.

    Values compare by what they state, not by the sets that they describe: "at most 5" is coarser than 5 and
    different from
    3; "3-5 days" is different from 4 days. "about 40" is coarser than 40.
    """
    left = expected.normal if isinstance(expected, Value) else expected
    right = answer.normal if isinstance(answer, Value) else answer
    if isinstance(left, TimeValue) and isinstance(right, TimeValue):
        return _times(left, right)
    if isinstance(left, QuantityValue) and isinstance(right, QuantityValue):
        return _quantities(left, right)
    if isinstance(left, IdentifierValue) and isinstance(right, IdentifierValue):
        return _identifiers(left, right)
    return INCOMPARABLE


def _together(parts: Iterable[Match]) -> Match:
    """One contradiction decides; more in one part and less in another is not comparable."""
    seen = set(parts)
    if DIFFERENT in seen:
        return DIFFERENT
    if INCOMPARABLE in seen or {FINER, COARSER} <= seen:
        return INCOMPARABLE
    return FINER if FINER in seen else COARSER if COARSER in seen else EQUAL


def _mirrored(match: Match) -> Match:
    return {FINER: COARSER, COARSER: FINER}.get(match, match)


def _presence(expected: object, answer: object) -> Match | None:
    """The outcome when one side or both lack the part; None when both have it."""
    if expected is None or answer is None:
        return EQUAL if expected is answer else COARSER if answer is None else FINER
    return None


def _part(expected: object, answer: object) -> Match:
    present = _presence(expected, answer)
    return present or (EQUAL if expected == answer else DIFFERENT)


# ------------------------------------------------------------------------------------------------------------ times


def _times(expected: TimeValue, answer: TimeValue) -> Match:
    if expected == answer:
        return EQUAL
    moved = _same_zone(expected, answer)
    if moved is None:
        return INCOMPARABLE
    a, b = _filled(expected), _filled(moved)
    calendar = [
        _part(getattr(a, name), getattr(b, name)) for name in ("year", "quarter", "month", "day", "weekday", "edge")
    ]
    about = _approximate(expected.approximate, answer.approximate)
    return _together([*calendar, _distance(a, b), _clock(a, b), _part(a.zone, b.zone), _ends(a, b), about])


def _approximate(expected: bool, answer: bool) -> Match:
    return EQUAL if expected == answer else COARSER if answer else FINER


def _offset(zone: str) -> int | None:
    match = re.fullmatch(r"([+-])([0-9]{2}):([0-9]{2})", zone)
    return None if match is None else (int(match[2]) * 60 + int(match[3])) * (1 if match[1] == "+" else -1)


def _same_zone(expected: TimeValue, answer: TimeValue) -> TimeValue | None:
    """``answer`` on the expected clock when both name a zone; None when the zones' distance is unknown."""
    if expected.zone is None or answer.zone is None or expected.zone == answer.zone:
        return answer
    to, from_ = _offset(expected.zone), _offset(answer.zone)
    if to is None or from_ is None or answer.hour is None or answer.ambiguous:
        return None
    return _shifted(answer, to - from_, expected.zone)


def _shifted(value: TimeValue, minutes: int, zone: str) -> TimeValue | None:
    hour, minute = value.hour or 0, value.minute or 0
    end = (
        value.end and _shifted(replace(value.end, zone=None), minutes, zone)
        if value.end and value.end.has_clock
        else value.end
    )
    if value.year is not None and value.month is not None and value.day is not None:
        try:
            moment = datetime(value.year, value.month, value.day, hour, minute) + timedelta(minutes=minutes)
        except (ValueError, OverflowError):
            return None
        weekday = None if value.weekday is None else moment.weekday()
        return replace(
            value, year=moment.year, month=moment.month, day=moment.day, weekday=weekday, hour=moment.hour,
            minute=moment.minute, zone=zone, end=end
        )  # fmt: skip
    total = hour * 60 + minute + minutes
    if value.has_date and not 0 <= total < 1440:
        return None  # another day, of which too little is stated
    hour, minute = divmod(total % 1440, 60)
    return replace(value, hour=hour, minute=minute, zone=zone, end=end)


def _filled(value: TimeValue) -> TimeValue:
    """``value`` with what its own parts imply: the quarter of a month, the weekday of a date."""
    if value.month is not None and value.quarter is None:
        value = replace(value, quarter=(value.month - 1) // 3 + 1)
    if value.edge is Edge.END and value.day is not None:
        value = replace(value, edge=None)
    if value.weekday is None and value.year and value.month and value.day:
        try:
            value = replace(value, weekday=date(value.year, value.month, value.day).weekday())
        except ValueError:
            return value
    return value


def _distance(a: TimeValue, b: TimeValue) -> Match:
    left, right = a.relative, b.relative
    if left is None or right is None:
        return _presence(left, right) or EQUAL
    if left.unit == right.unit:
        return EQUAL if left.offset == right.offset else DIFFERENT
    return INCOMPARABLE


_HOURS = {DayPart.MORNING: range(4, 13), DayPart.AFTERNOON: range(12, 19), DayPart.EVENING: range(17, 24)}


def _in_part(part: DayPart, hour: int) -> bool:
    return hour in _HOURS[part] if part in _HOURS else hour >= 18 or hour < 6


def _clock(a: TimeValue, b: TimeValue) -> Match:
    if a.hour is None or b.hour is None:
        return _part_of_day(a, b)
    hours = _hours(a, b)
    seconds = EQUAL if (a.second or 0) == (b.second or 0) else _part(a.second, b.second)
    return _together((hours, _part(a.minute, b.minute), seconds))


def _hours(a: TimeValue, b: TimeValue) -> Match:
    if a.ambiguous == b.ambiguous:
        return _part(a.hour, b.hour)
    if (a.hour or 0) % 12 != (b.hour or 0) % 12:
        return DIFFERENT
    return COARSER if b.ambiguous else FINER


def _part_of_day(a: TimeValue, b: TimeValue) -> Match:
    """At most one side has a clock; a part of the day agrees with it, and says less, when the hour lies in it."""
    if a.hour is not None and b.part is not None:
        return COARSER if a.ambiguous or _in_part(b.part, a.hour) else DIFFERENT
    if b.hour is not None and a.part is not None:
        return FINER if b.ambiguous or _in_part(a.part, b.hour) else DIFFERENT
    return _together((_presence(a.hour, b.hour) or EQUAL, _part(a.part, b.part)))


def _ends(a: TimeValue, b: TimeValue) -> Match:
    if a.end is None or b.end is None:
        return _presence(a.end, b.end) or EQUAL
    return _times(replace(a.end, zone=None), replace(b.end, zone=None))


# ------------------------------------------------------------------------------------------------------- quantities


def _quantities(expected: QuantityValue, answer: QuantityValue) -> Match:
    unit = _units(expected.unit, answer.unit)
    if unit in (INCOMPARABLE, DIFFERENT):
        return unit
    return _together((unit, _amounts(expected, answer), _approximate(expected.approximate, answer.approximate)))


def _units(expected: str, answer: str) -> Match:
    if expected == answer:
        return EQUAL
    if expected == "" or answer == "":
        return COARSER if answer == "" else FINER
    if expected in CURRENCIES and answer in CURRENCIES:
        return DIFFERENT
    if {expected, answer} == {"degree", "°C"} or {expected, answer} == {"degree", "°F"}:
        return COARSER if answer == "degree" else FINER
    if expected in MEASURED or answer in MEASURED or expected in CURRENCIES or answer in CURRENCIES:
        return INCOMPARABLE
    if (expected in GENERIC) != (answer in GENERIC):
        return COARSER if answer in GENERIC else FINER
    return INCOMPARABLE


def _amounts(a: QuantityValue, b: QuantityValue) -> Match:
    if (a.high is None) == (b.high is None):
        if a.amount != b.amount or a.high != b.high:
            return DIFFERENT
        return _bounds(a, b)
    if a.high is None:
        return _mirrored(_amounts(b, a))
    # a range on the left, one number on the right: a bound may state one of its ends
    upper, lower = b.bound is not None and b.bound.value[0] == "<", b.bound is not None and b.bound.value[0] == ">"
    return COARSER if (upper and b.amount == a.high) or (lower and b.amount == a.amount) else DIFFERENT


def _bounds(a: QuantityValue, b: QuantityValue) -> Match:
    if a.bound is None or b.bound is None:
        return EQUAL if a.bound is b.bound else COARSER if a.bound is None else FINER
    return EQUAL if a.bound is b.bound else DIFFERENT


# ------------------------------------------------------------------------------------------------------- identifiers


def _identifiers(expected: IdentifierValue, answer: IdentifierValue) -> Match:
    if expected.key == answer.key or _bare(expected) == _bare(answer):
        return EQUAL
    if _says_less(expected, answer):
        return COARSER
    if _says_less(answer, expected):
        return FINER
    related = {IdentifierKind.PATH, IdentifierKind.FILE}, {IdentifierKind.URL, IdentifierKind.HOST, IdentifierKind.IP}
    kinds = {expected.subtype, answer.subtype}
    same = len(kinds) == 1 or any(kinds <= family for family in (*related, _NAMES))
    return DIFFERENT if same else INCOMPARABLE


_NAMES = frozenset(
    (IdentifierKind.NAME, IdentifierKind.TICKET, IdentifierKind.VARIABLE, IdentifierKind.CODE, IdentifierKind.BRANCH)
)


def _bare(value: IdentifierValue) -> tuple[str, str]:
    """The key under the one name of its family: a ticket DB-7 and a host name db-7 are the same string."""
    family = "name" if value.subtype in (IdentifierKind.NAME, IdentifierKind.TICKET) else value.subtype.value
    return family, value.key


def _says_less(full: IdentifierValue, short: IdentifierValue) -> bool:
    """Whether ``short`` is a shortened form of ``full`` that still agrees with it."""
    kinds = full.subtype, short.subtype
    if kinds == (IdentifierKind.HASH, IdentifierKind.HASH):
        return len(short.key) >= 7 and full.key.startswith(short.key)
    if kinds == (IdentifierKind.VERSION, IdentifierKind.VERSION):
        return full.key.startswith((short.key + ".", short.key + "-"))
    if kinds[0] is IdentifierKind.PATH:
        return _is_tail(full.key, short)
    if kinds[0] in (IdentifierKind.IP, IdentifierKind.HOST):
        return short.subtype in (full.subtype, IdentifierKind.PORT) and _is_address_part(full.key, short)
    if kinds[0] is IdentifierKind.URL:
        return short.subtype in (IdentifierKind.HOST, IdentifierKind.IP) and _authority(full.key) == short.key
    return kinds == (IdentifierKind.COMMAND, IdentifierKind.COMMAND) and full.key.startswith(short.key + " ")


def _is_tail(path: str, short: IdentifierValue) -> bool:
    """A file name says less than its path, a relative path less than a longer relative one, never than an absolute."""
    separator = "\\" if "\\" in path else "/"
    tail = separator + (short.key.casefold() if separator == "\\" else short.key)
    if short.subtype is IdentifierKind.FILE:
        return path.endswith(tail)
    absolute = path.startswith(("/", "~", "\\")) or path[1:2] == ":"
    return short.subtype is IdentifierKind.PATH and not absolute and path.endswith(tail)


def _is_address_part(full: str, short: IdentifierValue) -> bool:
    address, _, port = full.rpartition(":")
    return short.key == (port if short.subtype is IdentifierKind.PORT else address)


def _authority(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].rpartition("@")[2]
