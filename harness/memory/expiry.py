"""Until when a sentence holds, from its own words and the time of the turn that says it.

"until Friday", "금요일까지", "다음 달까지" end with that day, week or month; "no deploys this week", "이번 주에는" end with the period.
A deadline ("hand it in by Friday") does not end: when it was due can be asked for ever. What comes back ("every Friday", 매주) does not
end either. Days end at midnight in the zone of the turn.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, datetime, time, timedelta

from harness.values import TimeValue, Value, ValueKind, find

_UNTIL = re.compile(
    r"\b(?:until|till?|up to|through|thru|up until)(?: and including)?(?: the)?(?: end of)? ?(?:the )?$", re.IGNORECASE
)
_UNTIL_KO = re.compile(
    r"^(?:\s?(?:말|까지만))?\s?까지(?!\s?(?:제출|내|보내|끝내|마감|완료|확정|달라|주세|해 ?주|답|회신|납부|마쳐|취소하면))"
)
_BEFORE = re.compile(r"\b(?:until|till?)(?! ?(?:and including|the end|end))", re.IGNORECASE)
_RECURS = re.compile(
    r"\b(?:every|each|always on|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|of (?:the|each|every) month)\b|매주|매일|매달|매월|매년|마다",
    re.IGNORECASE,
)
_PERIOD = re.compile(r"\b(?:this (?:week|month|quarter|year|weekend|morning|afternoon|evening)|today|tonight|tomorrow|next (?:week|month|quarter))\b|"
    r"(?:이번|금|다음|차) ?(?:주|달|분기)|오늘|내일|이달", re.IGNORECASE)  # fmt: skip
_FOR = re.compile(
    r"\b(?:for|during|over) the next (?P<n>\d+|an?|one|two|three|four|five|six|seven|eight|ten)? ?(?P<unit>day|week|month)s?\b|"
    r"(?:앞으로|향후|지금부터) ?(?P<n_ko>\d+|한|두|세|네|다섯|일|이|삼) ?(?P<unit_ko>일|주일|주|달|개월)", re.IGNORECASE)  # fmt: skip
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10,
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "일": 1, "이": 2, "삼": 3}  # fmt: skip
_DAYS = {"day": 1, "week": 7, "month": 30, "일": 1, "주일": 7, "주": 7, "달": 30, "개월": 30}


def expiry(text: str, said: datetime | None, *, periods: bool) -> datetime | None:
    """The first moment at which a sentence that was said at ``said`` no longer holds; None where it never ends or cannot be told.

    ``periods``: whether a named period ("this week") ends it too, which is so for rules and not for facts.
    """
    if said is None or _RECURS.search(text):
        return None
    if found := _FOR.search(text):
        return _midnight(said.date() + timedelta(days=_length(found)), said)
    ends = [e for v in find(text, kinds=[ValueKind.TIME], anchor=said) if (e := _ends(v, text, said, periods))]
    return max(ends, default=None)


def _length(found: re.Match[str]) -> int:
    number = (found["n"] or found["n_ko"] or "1").lower()
    unit = (found["unit"] or found["unit_ko"]).lower()
    return int(number if number.isdigit() else _NUMBERS[number]) * _DAYS[unit] + 1


def _ends(value: Value, text: str, said: datetime, periods: bool) -> datetime | None:
    until = _UNTIL.search(text[: value.start]) or _UNTIL_KO.match(text[value.end :]) or value.text.endswith("까지")
    if not until and not (periods and _PERIOD.search(value.text)):
        return None
    normal = value.normal
    if not isinstance(normal, TimeValue) or not normal.has_date:
        return None
    end = _end(normal, said)
    bare = isinstance(until, re.Match) and _BEFORE.search(until[0]) and normal.day is None and normal.edge is None
    return _start(normal, said) or end if bare else end


def _start(value: TimeValue, said: datetime) -> datetime | None:
    """The first day of a month: "until June" means that June is free."""
    if value.month is None or (value.end is not None and value.end.has_date):
        return None
    year = value.year or (said.year if value.month > said.month else said.year + 1)
    return _midnight(date(year, value.month, 1), said)


def _end(value: TimeValue, said: datetime) -> datetime | None:
    """The end of a day or period; that very moment where a clock is stated for a day."""
    last = value.end if value.end is not None and value.end.has_date else value
    year = last.year or value.year or said.year
    month = last.month or (last.quarter * 3 if last.quarter else None) or value.month
    if month is None:
        return _midnight(date(year + 1, 1, 1), said) if last.year and last.weekday is None else None
    try:
        day = date(year, month, last.day or monthrange(year, month)[1])
        if day < said.date() and not (last.year or value.year):
            day = day.replace(year=year + 1)
        clock = last.hour if last.day and not last.ambiguous else None
        if clock is not None:
            return datetime.combine(day, time(clock, last.minute or 0), said.tzinfo)
        return _midnight(day + timedelta(days=1), said)
    except (ValueError, OverflowError):
        return None


def _midnight(day: date, said: datetime) -> datetime:
    return datetime.combine(day, time(), said.tzinfo)
