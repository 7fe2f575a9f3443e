"""The nouns of this room: a value found in a text, its three normal forms, and the outcome of a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias


class ValueKind(StrEnum):
    """What sort of typed value a span of text is."""

    TIME = "time"
    QUANTITY = "quantity"
    IDENTIFIER = "identifier"


ALL_KINDS: frozenset[ValueKind] = frozenset(ValueKind)


class Match(StrEnum):
    """How an answer's value stands to the expected one; the answer is always the subject of the sentence."""

    EQUAL = "equal"
    FINER = "finer"  # agrees and says more
    COARSER = "coarser"  # agrees but says less
    DIFFERENT = "different"
    INCOMPARABLE = (
        "incomparable"  # neither contradicts nor agrees: other kind, other dimension, or more here and less there
    )


class Bound(StrEnum):
    """A limit instead of a plain amount."""

    AT_MOST = "<="
    UNDER = "<"
    AT_LEAST = ">="
    OVER = ">"


class Edge(StrEnum):
    """A part of a month, quarter or year that is named without a day."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


class DayPart(StrEnum):
    """A part of the day that is named without a clock time."""

    MORNING = "morning"
    AFTERNOON = "afternoon"
    EVENING = "evening"
    NIGHT = "night"


class IdentifierKind(StrEnum):
    """The subtype of an identifier. NAME: snake_case, camelCase, db-7, STM32F405; CODE: anything else in backticks."""

    PATH = "path"
    FILE = "file"
    URL = "url"
    EMAIL = "email"
    IP = "ip"
    HOST = "host"
    PORT = "port"
    VERSION = "version"
    UUID = "uuid"
    HASH = "hash"
    TICKET = "ticket"
    COMMAND = "command"
    VARIABLE = "variable"
    BRANCH = "branch"
    NAME = "name"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Relative:
    """A distance from the moment of speaking; the past is negative.

    ``unit`` minute, day and months count from now (a week is 7 days, a year 12 months); week, month, quarter and year
    count calendar periods ("next week", weeks from Monday); weekday counts occurrences of the value's weekday, 0 the
    next from today on, -1 the last before today.
    """

    unit: str
    offset: int


@dataclass(frozen=True, slots=True)
class TimeValue:
    """A point in time, or a range when ``end`` is set, as far as the text states it: every part may be missing.

    ``weekday`` counts from Monday = 0, ``hour`` from 0 to 23; ``minute`` is 0 when an hour stands alone. ``ambiguous``
    marks a clock of 1 to 12 with neither a half of the day nor a leading zero. ``zone`` is an offset (``+09:00``) where
    it is known, else the zone's name. ``relative`` is set only when there was no anchor to resolve it.
    """

    year: int | None = None
    quarter: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    edge: Edge | None = None
    hour: int | None = None
    minute: int | None = None
    second: int | None = None
    ambiguous: bool = False
    part: DayPart | None = None
    zone: str | None = None
    relative: Relative | None = None
    approximate: bool = False
    end: TimeValue | None = None

    @property
    def has_date(self) -> bool:
        """True when any part of a calendar date is stated (or a distance of a day or more)."""
        parts = (self.year, self.quarter, self.month, self.day, self.weekday, self.edge)
        return any(part is not None for part in parts) or (self.relative is not None and self.relative.unit != "minute")

    @property
    def has_clock(self) -> bool:
        """True when a clock time is stated."""
        return self.hour is not None


@dataclass(frozen=True, slots=True)
class QuantityValue:
    """An amount in a canonical unit (seconds, bytes, grams …; "" without one; a counted noun in the singular).

    ``amount`` is the amount, the limit when ``bound`` is set, or the lower end when ``high`` (the upper end) is set.
    """

    amount: Decimal
    unit: str = ""
    high: Decimal | None = None
    bound: Bound | None = None
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class IdentifierValue:
    """A name of a thing; ``key`` is its canonical spelling (case folded where case does not matter)."""

    subtype: IdentifierKind
    key: str


Normal: TypeAlias = TimeValue | QuantityValue | IdentifierValue


@dataclass(frozen=True, slots=True)
class Value:
    """A typed value at ``text[start:end]`` of the searched text, in that text's own characters."""

    kind: ValueKind
    start: int
    end: int
    text: str
    normal: Normal
