"""English (and language-free) dates and clocks as rules over lower-case text."""

from __future__ import annotations

import re

from harness.values.clock import ZONE, Rule, clock, half_of, rule
from harness.values.model import DayPart, Edge, Relative, TimeValue
from harness.values.numerals import EN_WORDS, NUMBER_WORDS, any_of, grouped, read_integer

MONTHS = {
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9,
    "october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8,
    "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
}  # fmt: skip
WEEKDAYS = {
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6, "tues": 1,
    "thurs": 3, "thur": 3, "tue": 1, "wed": 2, "thu": 3, "fri": 4, "mon": 0, "sat": 5, "sun": 6,
}  # fmt: skip
_MONTH = rf"(?P<month>{any_of(MONTHS)})\b(?:\.(?= ?[0-9]))?"
_WEEKDAY = rf"(?P<weekday>{any_of(WEEKDAYS)})\b"
_YEAR = r"(?P<year>(?:19|20)[0-9]{2})(?![0-9]|[.,:/-][0-9])"
_DAY = r"(?P<day>3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th)?(?![0-9a-z%]|[:.,][0-9])"
_DAY_END = r"(?: ?(?:-|–|~|to) ?(?P<last>3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th)?(?![0-9a-z%:/]|[.,][0-9]| ?[ap]m\b))?"
_HALF = r"(?P<half>[ap](?:m\b|\.m\b\.?))"
_COUNT = rf"(?P<count>[0-9]{{1,4}}|an?|{EN_WORDS})"
_UNITS = {"minute": 1, "min": 1, "hour": 60, "hr": 60, "day": 1, "week": 7, "month": 1, "year": 12}
_UNIT = r"(?P<unit>minute|min|hour|hr|day|week|month|year)s?\b"
_HOURS = r"(?P<hour>1[0-2]|[1-9](?![0-9])|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
_PARTS = {
    "morning": DayPart.MORNING, "afternoon": DayPart.AFTERNOON, "evening": DayPart.EVENING, "night": DayPart.NIGHT,
}  # fmt: skip
_SPOKEN = r"(?: in the (?P<morning>morning|afternoon|evening)| at (?P<night>night))?"
_PERIOD = r"(?P<period>week|month|quarter|year)\b"
_SIDES = {
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
_SIDE = rf"(?P<side>{any_of(_SIDES)})"
_EDGES = {
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
    return TimeValue(relative=Relative(base, count * _UNITS[unit]))


def _number(text: str | None) -> int | None:
    return int(text) if text else None


def _iso(m: Match) -> TimeValue | None:
    month, day = int(m["month"]), _number(m["day"])
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
        return None
    return TimeValue(year=int(m["year"]), month=month, day=day)


def _slash(m: Match) -> TimeValue | None:
    month, day = int(m["a"]), int(m["b"])
    if month > 12 and m["year"]:
        month, day = day, month
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    year = _number(m["year"])
    return TimeValue(year=year + 2000 if year is not None and year < 100 else year, month=month, day=day)


def _clock24(m: Match) -> TimeValue | None:
    second = _number(m["second"])
    return clock(int(m["hour"]), int(m["minute"]), second, half=half_of(m["half"]), written=m["hour"], zone=m["zone"])


def _clock12(m: Match) -> TimeValue | None:
    return clock(int(m["hour"]), half=half_of(m["half"]), zone=m["zone"])


def _clock_range(m: Match) -> TimeValue | None:
    last = clock(int(m["h2"]), int(m["m2"] or 0), half=half_of(m["half"]), zone=m["zone"])
    half = half_of(m["first"]) or half_of(m["half"])
    start = clock(int(m["hour"]), int(m["minute"] or 0), half=half, zone=m["zone"])
    if start is None or last is None or last.hour is None or start.hour is None:
        return None
    if not m["first"] and (start.hour, start.minute) > (last.hour, last.minute):  # 11-1pm starts in the morning
        start = clock(int(m["hour"]), int(m["minute"] or 0), half="am" if m["half"][0] == "p" else "pm", zone=m["zone"])
    return _with_end(start, last)


def _with_end(start: TimeValue | None, end: TimeValue) -> TimeValue | None:
    if start is None:
        return None
    return TimeValue(hour=start.hour, minute=start.minute, second=start.second, zone=start.zone, end=end)


def _clock_h(m: Match) -> TimeValue | None:
    return clock(int(m["hour"]), int(m["minute"]), written="0")


def _spoken_half(m: Match) -> str | None:
    return m["morning"] or m["night"]


def _hour_words(m: Match) -> TimeValue | None:
    return clock(read_integer(m["hour"]) or 0, half=half_of(m["half"]), zone=m["zone"])


def _oclock(m: Match) -> TimeValue | None:
    return clock(read_integer(m["hour"]) or 0, half=_spoken_half(m), zone=None)


def _past_to(m: Match) -> TimeValue | None:
    hour, share = read_integer(m["hour"]) or 0, m["share"]
    minutes = {"half": 30, "quarter": 15, "a quarter": 15}.get(share) or read_integer(share) or 0
    if m["side"] == "to":
        hour, minutes = (hour + 10) % 12 + 1, 60 - minutes
    return clock(hour, minutes, half=half_of(m["half"]) or _spoken_half(m))


def _month_day(m: Match) -> TimeValue:
    month, day, year, last = MONTHS[m["month"]], int(m["day"]), _number(m["year"]), _number(m["last"])
    end = TimeValue(year=year, month=month, day=last) if last else None
    return TimeValue(year=year, month=month, day=day, end=end)


def _month_year(m: Match) -> TimeValue:
    return TimeValue(year=_number(m["year"]), month=MONTHS[m["month"]])


def _ordinal_day(m: Match) -> TimeValue:
    return TimeValue(day=int(m["day"]))


def _year(m: Match) -> TimeValue:
    return TimeValue(year=int(m["year"]))


def _quarter(m: Match) -> TimeValue:
    names = {"first": 1, "second": 2, "third": 3, "fourth": 4}
    return TimeValue(year=_number(m["year"]), quarter=names.get(m["quarter"]) or int(m["quarter"]))


def _weekday(m: Match) -> TimeValue:
    return TimeValue(weekday=WEEKDAYS[m["weekday"]])


def _sided_weekday(m: Match) -> TimeValue:
    side = _SIDES[m["side"]]
    # "last Tuesday" is the one before today, which may lie in this week: its own unit, unlike 지난주 화요일
    unit = "weekday" if side < 0 or m["side"] in ("coming", "upcoming") else "week"
    return TimeValue(weekday=WEEKDAYS[m["weekday"]], relative=Relative(unit, side))


def _week_from(m: Match) -> TimeValue:
    weeks = read_integer(m["count"]) or 1
    if m["weekday"]:
        return TimeValue(weekday=WEEKDAYS[m["weekday"]], relative=Relative("weekday", weeks))
    return shifted("day", 7 * weeks + (m["from"] == "tomorrow"))


def _day_word(m: Match) -> TimeValue:
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


def _this_part(m: Match) -> TimeValue:
    return TimeValue(relative=Relative("day", -1 if m["side"] == "last" else 0), part=_PARTS[m["part"]])


def _period(m: Match) -> TimeValue:
    return TimeValue(relative=Relative(m["period"], _SIDES[m["side"]]))


def _week_after_next(m: Match) -> TimeValue:
    return TimeValue(relative=Relative(m["period"], 2))


def _edge(m: Match) -> TimeValue | None:
    edge = _EDGES[m["edge"]]
    if m["month"]:
        return TimeValue(year=_number(m["year"]), month=MONTHS[m["month"]], edge=edge)
    if m["period"] in ("week", "day"):
        return None if m["period"] == "week" and edge is Edge.MIDDLE else _edge_of_short(m, edge)
    return TimeValue(relative=Relative(m["period"], _SIDES.get(m["side"] or "this", 0)), edge=edge)


def _edge_of_short(m: Match, edge: Edge) -> TimeValue:
    offset = _SIDES.get(m["side"] or "this", 0)
    if m["period"] == "day":
        return TimeValue(
            relative=Relative("day", offset), part=DayPart.EVENING if edge is Edge.END else DayPart.MORNING
        )
    return TimeValue(relative=Relative("week", offset), edge=edge)


def _end_short(m: Match) -> TimeValue:
    period = {"m": "month", "q": "quarter", "y": "year", "month": "month", "quarter": "quarter", "year": "year"}[
        m["what"]
    ]
    return TimeValue(relative=Relative(period, 0), edge=Edge.END)


def _distance(sign: int) -> Rule:
    tail = r" (?:ago|earlier today)\b" if sign < 0 else r" from (?:now|today)\b"

    def build(m: Match) -> TimeValue | None:
        count = read_integer(m["count"])
        return None if count is None else shifted(m["unit"], sign * count)

    return rule(_COUNT + "[ -]" + _UNIT + tail, build)


def _in_distance(m: Match) -> TimeValue | None:
    count = read_integer(m["count"])
    return None if count is None else shifted(m["unit"], count)


def _noon(m: Match) -> TimeValue:
    return TimeValue(hour=0 if m[0] == "midnight" else 12, minute=0)


def _at_hour(m: Match) -> TimeValue | None:
    return clock(read_integer(m["hour"]) or 0)


# Tried in this order at the first digit of a run.
DIGIT_RULES = (
    rule(r"(?P<year>(?:19|20)[0-9]{2})-(?P<month>[0-9]{1,2})(?:-(?P<day>[0-9]{1,2}))?(?![0-9-]|\.[0-9])", _iso),
    rule(r"(?P<year>(?:19|20)[0-9]{2})/(?P<month>[0-9]{1,2})/(?P<day>[0-9]{1,2})(?![0-9/])", _iso),
    rule(
        r"(?P<year>(?:19|20)[0-9]{2})\. ?(?P<month>[0-9]{1,2})\. ?(?P<day>[0-9]{1,2})(?![0-9])(?:(?<= [0-9])\.|(?<= [0-9]{2})\.)?",
        _iso,
    ),
    rule(
        r"(?P<hour>1[0-2]|0?[1-9])(?::(?P<minute>[0-5][0-9]))?(?: ?(?P<first>[ap](?:m\b|\.m\b\.?)))? ?"
        r"(?:-|–|—|~|to|and|until|till) ?"
        r"(?P<h2>1[0-2]|0?[1-9])(?::(?P<m2>[0-5][0-9]))? ?" + _HALF + ZONE,
        _clock_range,
    ),
    rule(
        r"(?P<hour>[01]?[0-9]|2[0-4]):(?P<minute>[0-5][0-9])(?::(?P<second>[0-5][0-9])(?:[.,][0-9]{1,9})?)?(?![0-9:]|\.[0-9])"
        r"(?: ?" + _HALF + ")?" + ZONE,
        _clock24,
    ),
    rule(r"(?P<hour>1[0-2]|0?[1-9]) ?" + _HALF + ZONE, _clock12),
    rule(r"(?P<hour>[01]?[0-9]|2[0-3])h(?P<minute>[0-5][0-9])(?![0-9a-z])", _clock_h),
    rule(_HOURS + r" ?o['’]?clock\b" + _SPOKEN, _oclock),
    rule(_HOURS + r" in the (?P<morning>morning|afternoon|evening)\b(?P<night>)", _oclock),
    rule(
        r"(?P<a>[0-9]{1,2})/(?P<b>[0-9]{1,2})(?:/(?P<year>(?:19|20)[0-9]{2}|[0-9]{2}))?"
        r"(?![0-9/]|[.,:][0-9]|[a-z%]| (?:of|cups?|inch)\b)",
        _slash,
    ),
    rule(_DAY + _DAY_END + r" (?:of )?" + _MONTH + r"(?:,? " + _YEAR + ")?", _month_day),
    rule(r"(?P<year>20[0-9]{2})[ -]?q(?P<quarter>[1-4])\b", _quarter),
    rule(
        r"(?P<day>3[01]|[12][0-9]|[1-9])(?:st|nd|rd|th)\b(?=[.,;:!?)]|$| (?:at|of|in|and|to|for|by"
        r"|or|if|we|is|was|instead)\b)",
        _ordinal_day,
    ),
    rule(
        r"(?P<share>[0-9]{1,2}) (?:minutes |mins )?(?P<side>past) " + _HOURS + "(?: ?" + _HALF + ")?" + _SPOKEN,
        _past_to,
    ),
    rule(
        r"(?P<share>[0-9]{1,2}) (?:minutes |mins )(?P<side>to) " + _HOURS + "(?: ?" + _HALF + ")?" + _SPOKEN, _past_to
    ),
    rule(
        _COUNT + r" " + r"weeks? from (?P<from>(?:" + _WEEKDAY + r")|today|tomorrow)\b",
        _week_from,
    ),
    _distance(-1),
    _distance(1),
)

PLAIN_DIGIT_RULES = tuple(row for row in DIGIT_RULES if row.build is not _clock_range)

_PAST_TO = r"(?: ?" + _HALF + ")?" + _SPOKEN
# Tried in this order at a trigger word.
WORD_RULES = (
    rule(_MONTH + r" ?" + _DAY + _DAY_END + r"(?:,? " + _YEAR + ")?", _month_day),
    rule(_MONTH + r",? (?:of )?" + _YEAR, _month_year),
    rule(r"(?P<word>day (?:before yesterday|after tomorrow)|yesterday|today|tonight|tomorrow)\b", _day_word),
    rule(rf"(?P<side>this|last) (?P<part>{any_of(_PARTS)})\b", _this_part),
    rule(rf"{_SIDE} {_PERIOD}", _period),
    rule(rf"{_PERIOD} after next\b", _week_after_next),
    rule(rf"{_SIDE} {_WEEKDAY}", _sided_weekday),
    rule(
        rf"(?P<edge>end|beginning|start|middle) of (?:the |{_SIDE} )?"
        rf"(?:{_PERIOD[:-2].replace('week', 'week|day')}\b|{_MONTH}(?: {_YEAR})?)",
        _edge,
    ),
    rule(rf"(?P<edge>early|mid)[ -](?P<side>)(?P<period>)(?:{_MONTH})(?: {_YEAR})?", _edge),
    rule(r"eo(?P<what>[mqy])\b", _end_short),
    rule(r"(?P<what>month|quarter|year)[ -]end\b", _end_short),
    rule(r"q(?P<quarter>[1-4])\b(?:[ ,/-]{1,2}(?P<year>20[0-9]{2})\b)?", _quarter),
    rule(r"(?P<quarter>first|second|third|fourth) quarter\b(?:,? (?:of )?(?P<year>20[0-9]{2})\b)?", _quarter),
    rule(r"(?:noon|midday|midnight)\b", _noon),
    rule(r"(?P<share>half|quarter|a quarter) (?P<side>past|to) " + _HOURS + _PAST_TO, _past_to),
    rule(
        r"(?P<share>five|ten|twenty|twenty-five|twenty five) (?:minutes )?(?P<side>past) " + _HOURS + _PAST_TO, _past_to
    ),
    rule(r"(?P<share>five|ten|twenty|twenty-five) minutes (?P<side>to) " + _HOURS + _PAST_TO, _past_to),
    rule(_HOURS + r" ?o['’]?clock\b" + _SPOKEN, _oclock),
    rule(_HOURS + r" in the (?P<morning>morning|afternoon|evening)\b(?P<night>)", _oclock),
    rule(_HOURS + r" ?" + _HALF + ZONE, _hour_words),
    rule(_COUNT + r" weeks? from (?P<from>(?:" + _WEEKDAY + r")|today|tomorrow)\b", _week_from),
    _distance(-1),
    _distance(1),
    rule(r"in " + _COUNT + r"(?: |-)" + _UNIT + r"(?! of\b|'s?\b)", _in_distance),
)
WEEKDAY_RULE = rule(_WEEKDAY, _weekday)
MONTH_RULE = rule(_MONTH, lambda m: TimeValue(month=MONTHS[m["month"]]))
AT_HOUR_RULE = rule(
    _HOURS
    + (
        r"(?=[.,;!?)](?![0-9])|$| (?:on|today|tomorrow|tonight|sharp|and|but|every|for|mon|tue|wed|thu"
        r"|fri|sat|sun)\w*\b)"
    ),
    _at_hour,
)
# What may follow the first run of digits of a date or clock; everything else is not worth trying.
DIGIT_AHEAD = re.compile(
    r"[0-9]{1,4}+(?:[:/]|-[0-9]|\. ?[0-9]|h[0-9]|(?:st|nd|rd|th)\b| ?[ap]\.?m\b"
    r"| ?[-–—~] ?[0-9]{1,2}| (?:to|and|until|till) [0-9]{1,2}"
    rf"| (?:of )?(?:{any_of(MONTHS)})\b| ?q[1-4]| ?o['’]?clock| in the | (?:minutes?|mins?|hours?"
    rf"|hrs?|days?|weeks?|months?|years?) (?:ago|from|past|to|earlier)| past )",
    re.ASCII,
)
YEAR_RULE = rule(_YEAR + r"(?! [a-z]{2,}s\b|[%a-z])", _year)
PART_RULE = re.compile(rf"(?:,? (?:in the )?)(?P<part>{any_of(_PARTS)})\b|,? at (?P<night>night)\b", re.ASCII)

_AFTER_SIDE = any_of(["week", "month", "quarter", "year", *_PARTS, *WEEKDAYS])
_AFTER_NUMBER = r"(?= ?o['’]?clock| ?[ap]\.?m\b|[a-z -]{0,24}? (?:ago|from|past|to|in the)\b)"
# Each match begins with the character before the word (or at the start of the text), so that a search skips letters
# fast.
TRIGGER = re.compile(
    r"(?:[^a-z0-9_]|^)(?:"
    + grouped(
        [
            *MONTHS, *WEEKDAYS, "day (?=after|before)", "yesterday", "today", "tonight", "tomorrow",
            *(rf"{side}(?= (?:{_AFTER_SIDE}))" for side in _SIDES), *(f"{p} after next" for p in ("week", "month",
            "quarter", "year")),
            "end of", "beginning of", "start of", "middle of", "early[ -]", "mid[ -]", r"eo[mqy]\b", "month[ -]end",
            "quarter[ -]end",
            "year[ -]end", r"q[1-4]\b", "first q", "second q", "third q", "fourth q", "noon", "midday", "midnight",
            "half past",
            "quarter (?=past|to)", "a quarter (?=past|to)", f"an?(?= ){_AFTER_NUMBER}",
            rf"in (?=(?:[0-9]{{1,4}}|an?|{EN_WORDS}) ?-?{_UNIT[:-3].replace('?P<unit>', '?:')})",
            *(word + _AFTER_NUMBER for word in NUMBER_WORDS),
        ]
    )
    + ")", re.ASCII
)  # fmt: skip
