"""What the two languages' time rules share: atoms, zones, halves of the day."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from harness.values.model import TimeValue

Build: TypeAlias = Callable[["re.Match[str]"], TimeValue | None]


class Rule(NamedTuple):
    """A pattern over lower-case text and what to make of its match; ``None`` from ``build`` means: not a time."""

    pattern: re.Pattern[str]
    build: Build


class Atom(NamedTuple):
    """A date or a clock at ``[start, end)``. A weak one counts only when it is joined to another."""

    start: int
    end: int
    value: TimeValue
    weak: bool = False


def rule(pattern: str, build: Build) -> Rule:
    """A Rule from a verbose-free pattern."""
    return Rule(re.compile(pattern, re.ASCII), build)


_ZONES = {
    "z": 0, "utc": 0, "gmt": 0, "kst": 540, "jst": 540, "pst": -480, "pdt": -420, "mst": -420, "mdt": -360, "cst": -360,
    "cdt": -300, "est": -300, "edt": -240, "cet": 60, "cest": 120, "bst": 60, "eet": 120, "eest": 180, "ist": 330,
    "sgt": 480, "hkt": 480, "aest": 600, "aedt": 660, "wib": 420, "msk": 180,
}  # fmt: skip
_NAMED = ("pt", "et", "ct", "mt")  # half the year one offset, half the year the other
ZONE = (
    r"(?: ?\(?(?P<zone>(?:utc|gmt)[+-][0-9]{1,2}(?::?[0-9]{2})?|"
    + "|".join(sorted((*_ZONES, *_NAMED), key=lambda z: (-len(z), z)))
    # a minus sign is an offset only behind seconds: 9:00-12:00 is a range
    + r"|\+(?:0[0-9]|1[0-4]):?[0-9]{2}|(?<=[0-9]:[0-9]{2}:[0-9]{2})-(?:0[0-9]|1[0-2]):?[0-9]{2})(?![a-z0-9])\)?)?"
)
_OFFSET = re.compile(r"(?:utc|gmt)?([+-])([0-9]{1,2}):?([0-9]{2})?", re.ASCII)


def read_zone(text: str | None) -> str | None:
    """The canonical zone of a lower-case zone text: an offset ``+09:00`` or an upper-case name."""
    if not text:
        return None
    if text in _NAMED:
        return text.upper()
    match = _OFFSET.fullmatch(text)
    if not match:
        return format_offset(_ZONES[text])
    minutes = int(match[2]) * 60 + int(match[3] or 0)
    return format_offset(minutes if match[1] == "+" else -minutes)


def format_offset(minutes: int) -> str:
    """``+09:00`` for 540."""
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def clock(
    hour: int,
    minute: int = 0,
    second: int | None = None,
    *,
    half: str | None = None,
    written: str = "",
    zone: str | None = None,
) -> TimeValue | None:
    """A clock time; None when it is none.

    ``half`` is am, pm, or a Korean or English word for a part of the day; without one an hour of 1 to 12 is ambiguous
    unless ``written`` shows a leading zero.
    """
    if hour > 24 or minute > 59 or (second or 0) > 59 or (hour == 24 and minute):
        return None
    if half and hour <= 12:
        return TimeValue(hour=_on_half(hour, half), minute=minute, second=second, zone=read_zone(zone))
    ambiguous = 1 <= hour <= 12 and not written.startswith("0")
    return TimeValue(hour=hour % 24, minute=minute, second=second, ambiguous=ambiguous, zone=read_zone(zone))


def _on_half(hour: int, half: str) -> int:
    if half in ("am", "오전", "새벽", "아침", "morning"):
        return hour % 12
    if half in ("밤", "night"):  # 밤 열한 시 is 23, 밤 12시 midnight, 밤 두 시 the small hours
        return hour % 12 if hour == 12 or hour < 5 else hour + 12
    if half in ("낮", "점심") and hour in (10, 11):
        return hour
    return hour % 12 + 12


def half_of(text: str | None) -> str | None:
    """am or pm for "p.m.", "pm", "p"; None for nothing."""
    return f"{text.strip()[0]}m" if text and text.strip() else None
