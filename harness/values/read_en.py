"""What the English (and language-free) time rules read from their matches."""

from __future__ import annotations

import re

from harness.values.clock import clock, half_of
from harness.values.model import DayPart, Edge, Relative, TimeValue
from harness.values.numerals import read_integer

MONTHS = {
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9,
    "october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8,
    "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
}  # fmt: skip

WEEKDAYS = {
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6, "tues": 1,
    "thurs": 3, "thur": 3, "tue": 1, "wed": 2, "thu": 3, "fri": 4, "mon": 0, "sat": 5, "sun": 6,
}  # fmt: skip

UNITS = {"minute": 1, "min": 1, "hour": 60, "hr": 60, "day": 1, "week": 7, "month": 1, "year": 12}

PARTS = {
    "morning": DayPart.MORNING, "afternoon": DayPart.AFTERNOON, "evening": DayPart.EVENING, "night": DayPart.NIGHT,
}  # fmt: skip

SIDES = {
    "next": 1,
    "following": 1,
    "coming": 0,
    "upcoming": 0,
    "this": 0,
    "current": 0,
    "last": -1,
    "previous": -1,
    "past": -1,
}

EDGES = {
    "end": Edge.END,
    "beginning": Edge.START,
    "start": Edge.START,
    "middle": Edge.MIDDLE,
    "early": Edge.START,
    "mid": Edge.MIDDLE,
}

Match = re.Match[str]


def shifted(unit: str, count: int) -> TimeValue:
    """A distance of ``count`` minutes, hours, days, weeks, months or years, in the canonical unit."""
    base = "minute" if unit in ("minute", "min", "hour", "hr") else "day" if unit in ("day", "week") else "months"
    return TimeValue(relative=Relative(base, count * UNITS[unit]))


def number(text: str | None) -> int | None:
    """The number of a group's digits; None when the group is absent."""
    return int(text) if text else None


def iso(m: Match) -> TimeValue | None:
    """2026-03-05, 2026/3/5, 2026. 3. 5., 2026-03, 03-05."""
    month, day = int(m["month"]), number(m["day"])
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
        return None
    return TimeValue(year=number(m["year"]), month=month, day=day)


def slash(m: Match) -> TimeValue | None:
    """3/5 (the month first), 3/5/2026; 15/3/2026 only with a year."""
    month, day = int(m["a"]), int(m["b"])
    if month > 12 and m["year"]:
        month, day = day, month
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    year = number(m["year"])
    return TimeValue(year=year + 2000 if year is not None and year < 100 else year, month=month, day=day)


def clock24(m: Match) -> TimeValue | None:
    """14:30, 14:30:05, 2:30 pm, each with a zone or not."""
    second = number(m["second"])
    return clock(int(m["hour"]), int(m["minute"]), second, half=half_of(m["half"]), written=m["hour"], zone=m["zone"])


def clock12(m: Match) -> TimeValue | None:
    """2pm, 2 p.m."""
    return clock(int(m["hour"]), half=half_of(m["half"]), zone=m["zone"])


def clock_range(m: Match) -> TimeValue | None:
    """9-11am, 9 to 11am, 11am to 1pm, 11-1pm."""
    last = clock(int(m["h2"]), int(m["m2"] or 0), half=half_of(m["half"]), zone=m["zone"])
    half = half_of(m["first"]) or half_of(m["half"])
    start = clock(int(m["hour"]), int(m["minute"] or 0), half=half, zone=m["zone"])
    if start is None or last is None or last.hour is None or start.hour is None:
        return None
    if not m["first"] and (start.hour, start.minute) > (last.hour, last.minute):  # 11-1pm starts in the morning
        start = clock(int(m["hour"]), int(m["minute"] or 0), half="am" if m["half"][0] == "p" else "pm", zone=m["zone"])
    return with_end(start, last)


def with_end(start: TimeValue | None, end: TimeValue) -> TimeValue | None:
    """A clock with its end; None without a start."""
    if start is None:
        return None
    return TimeValue(hour=start.hour, minute=start.minute, second=start.second, zone=start.zone, end=end)


def clock_h(m: Match) -> TimeValue | None:
    """14h30."""
    return clock(int(m["hour"]), int(m["minute"]), written="0")


def spoken_half(m: Match) -> str | None:
    """morning, afternoon, evening or night behind a spoken hour."""
    return m["morning"] or m["night"]


def hour_words(m: Match) -> TimeValue | None:
    """three pm."""
    return clock(read_integer(m["hour"]) or 0, half=half_of(m["half"]), zone=m["zone"])


def oclock(m: Match) -> TimeValue | None:
    """six o'clock (in the evening)."""
    return clock(read_integer(m["hour"]) or 0, half=spoken_half(m), zone=None)


def past_to(m: Match) -> TimeValue | None:
    """half past two, quarter to five, ten past three (pm)."""
    hour, share = read_integer(m["hour"]) or 0, m["share"]
    minutes = {"half": 30, "quarter": 15, "a quarter": 15}.get(share) or read_integer(share) or 0
    if m["side"] == "to":
        hour, minutes = (hour + 10) % 12 + 1, 60 - minutes
    return clock(hour, minutes, half=half_of(m["half"]) or spoken_half(m))


def month_day(m: Match) -> TimeValue:
    """March 5, 5th of March, March 5, 2026, March 3-5."""
    month, day, year, last = MONTHS[m["month"]], int(m["day"]), number(m["year"]), number(m["last"])
    end = TimeValue(year=year, month=month, day=last) if last else None
    return TimeValue(year=year, month=month, day=day, end=end)


def month_year(m: Match) -> TimeValue:
    """March 2026."""
    return TimeValue(year=number(m["year"]), month=MONTHS[m["month"]])


def ordinal_day(m: Match) -> TimeValue:
    """the 5th."""
    return TimeValue(day=int(m["day"]))


def year(m: Match) -> TimeValue:
    """in 2026."""
    return TimeValue(year=int(m["year"]))


def quarter(m: Match) -> TimeValue:
    """Q3, Q3 2026, third quarter."""
    names = {"first": 1, "second": 2, "third": 3, "fourth": 4}
    return TimeValue(year=number(m["year"]), quarter=names.get(m["quarter"]) or int(m["quarter"]))


def weekday(m: Match) -> TimeValue:
    """Thursday."""
    return TimeValue(weekday=WEEKDAYS[m["weekday"]])


def sided_weekday(m: Match) -> TimeValue:
    """next Monday, this Friday, last Tuesday."""
    side = SIDES[m["side"]]
    # "last Tuesday" is the one before today, which may lie in this week: its own unit, unlike 지난주 화요일
    unit = "weekday" if side < 0 or m["side"] in ("coming", "upcoming") else "week"
    return TimeValue(weekday=WEEKDAYS[m["weekday"]], relative=Relative(unit, side))


def week_from(m: Match) -> TimeValue:
    """a week from Thursday, two weeks from today."""
    weeks = read_integer(m["count"]) or 1
    if m["weekday"]:
        return TimeValue(weekday=WEEKDAYS[m["weekday"]], relative=Relative("weekday", weeks))
    return shifted("day", 7 * weeks + (m["from"] == "tomorrow"))


def day_word(m: Match) -> TimeValue:
    """yesterday, tonight, the day after tomorrow."""
    offsets = {
        "day before yesterday": -2,
        "yesterday": -1,
        "today": 0,
        "tonight": 0,
        "tomorrow": 1,
        "day after tomorrow": 2,
    }
    word = m["word"]
    part = DayPart.NIGHT if word == "tonight" else None
    return TimeValue(relative=Relative("day", offsets[word]), part=part)


def this_part(m: Match) -> TimeValue:
    """this morning, last night."""
    return TimeValue(relative=Relative("day", -1 if m["side"] == "last" else 0), part=PARTS[m["part"]])


def period(m: Match) -> TimeValue:
    """next week, last quarter."""
    return TimeValue(relative=Relative(m["period"], SIDES[m["side"]]))


def week_after_next(m: Match) -> TimeValue:
    """the week (month, quarter, year) after next."""
    return TimeValue(relative=Relative(m["period"], 2))


def edge(m: Match) -> TimeValue | None:
    """end of March, end of next quarter, early March, end of the day."""
    edge = EDGES[m["edge"]]
    if m["month"]:
        return TimeValue(year=number(m["year"]), month=MONTHS[m["month"]], edge=edge)
    if m["period"] in ("week", "day"):
        return None if m["period"] == "week" and edge is Edge.MIDDLE else edge_of_short(m, edge)
    return TimeValue(relative=Relative(m["period"], SIDES.get(m["side"] or "this", 0)), edge=edge)


def edge_of_short(m: Match, edge: Edge) -> TimeValue:
    """end of the week, end of the day."""
    offset = SIDES.get(m["side"] or "this", 0)
    if m["period"] == "day":
        return TimeValue(
            relative=Relative("day", offset), part=DayPart.EVENING if edge is Edge.END else DayPart.MORNING
        )
    return TimeValue(relative=Relative("week", offset), edge=edge)


def end_short(m: Match) -> TimeValue:
    """EOM, month end."""
    period = {"m": "month", "q": "quarter", "y": "year", "month": "month", "quarter": "quarter", "year": "year"}[
        m["what"]
    ]
    return TimeValue(relative=Relative(period, 0), edge=Edge.END)


def in_distance(m: Match) -> TimeValue | None:
    """in two hours."""
    count = read_integer(m["count"])
    return None if count is None else shifted(m["unit"], count)


def noon(m: Match) -> TimeValue:
    """noon, midday, midnight."""
    return TimeValue(hour=0 if m[0] == "midnight" else 12, minute=0)


def at_hour(m: Match) -> TimeValue | None:
    """at 3."""
    return clock(read_integer(m["hour"]) or 0)
