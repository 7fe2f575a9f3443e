"""English (and language-free) dates and clocks as rules over lower-case text."""

from __future__ import annotations

import re

from harness.values.clock import ZONE, Rule, rule
from harness.values.model import TimeValue
from harness.values.numerals import EN_WORDS, NUMBER_WORDS, any_of, grouped, read_integer
from harness.values.read_en import (
    MONTHS,
    PARTS,
    SIDES,
    WEEKDAYS,
    Match,
    at_hour,
    clock12,
    clock24,
    clock_h,
    clock_range,
    day_word,
    edge,
    end_short,
    hour_words,
    in_distance,
    iso,
    month_day,
    month_year,
    noon,
    oclock,
    ordinal_day,
    past_to,
    period,
    quarter,
    shifted,
    sided_weekday,
    slash,
    this_part,
    week_after_next,
    week_from,
    weekday,
    year,
)

_MONTH = rf"(?P<month>{any_of(MONTHS)})\b(?:\.(?= ?[0-9]))?"
_WEEKDAY = rf"(?P<weekday>{any_of(WEEKDAYS)})\b"
_YEAR = r"(?P<year>(?:19|20)[0-9]{2})(?![0-9]|[.,:/-][0-9])"
_DAY = r"(?P<day>3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th)?(?![0-9a-z%]|[:.,][0-9])"
_DAY_END = r"(?: ?(?:-|–|~|to) ?(?P<last>3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th)?(?![0-9a-z%:/]|[.,][0-9]| ?[ap]m\b))?"
_HALF = r"(?P<half>[ap](?:m\b|\.m\b\.?))"
_COUNT = rf"(?P<count>[0-9]{{1,4}}|an?|{EN_WORDS})"
_UNIT = r"(?P<unit>minute|min|hour|hr|day|week|month|year)s?\b"
_HOURS = r"(?P<hour>1[0-2]|[1-9](?![0-9])|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
_SPOKEN = r"(?: in the (?P<morning>morning|afternoon|evening)| at (?P<night>night))?"
_PERIOD = r"(?P<period>week|month|quarter|year)\b"
_SIDE = rf"(?P<side>{any_of(SIDES)})"


def _distance(sign: int) -> Rule:
    tail = r" (?:ago|earlier today)\b" if sign < 0 else r" from (?:now|today)\b"

    def build(m: Match) -> TimeValue | None:
        count = read_integer(m["count"])
        return None if count is None else shifted(m["unit"], sign * count)

    return rule(_COUNT + "[ -]" + _UNIT + tail, build)


# Tried in this order at the first digit of a run.
DIGIT_RULES = (
    rule(r"(?P<year>(?:19|20)[0-9]{2})-(?P<month>[0-9]{1,2})(?:-(?P<day>[0-9]{1,2}))?(?![0-9-]|\.[0-9])", iso),
    rule(r"(?P<year>)(?P<month>0[1-9])-(?P<day>[0-3][0-9])(?![0-9-]|\.[0-9])", iso),
    rule(r"(?P<year>(?:19|20)[0-9]{2})/(?P<month>[0-9]{1,2})/(?P<day>[0-9]{1,2})(?![0-9/])", iso),
    rule(
        r"(?P<year>(?:19|20)[0-9]{2})\. ?(?P<month>[0-9]{1,2})\. ?(?P<day>[0-9]{1,2})(?![0-9])(?:"
        r"(?<= [0-9])\.|(?<= [0-9]{2})\.)?",
        iso,
    ),
    rule(
        r"(?P<hour>1[0-2]|0?[1-9])(?::(?P<minute>[0-5][0-9]))?(?: ?(?P<first>[ap](?:m\b|\.m\b\.?)))? ?"
        r"(?:-|–|—|~|to|and|until|till) ?"
        r"(?P<h2>1[0-2]|0?[1-9])(?::(?P<m2>[0-5][0-9]))? ?" + _HALF + ZONE,
        clock_range,
    ),
    rule(
        r"(?P<hour>[01]?[0-9]|2[0-4]):(?P<minute>[0-5][0-9])(?::(?P<second>[0-5][0-9])(?:[.,][0-9]{1,9})?)?(?![0-9:]|\.[0-9])"
        r"(?: ?" + _HALF + ")?" + ZONE,
        clock24,
    ),
    rule(r"(?P<hour>1[0-2]|0?[1-9]) ?" + _HALF + ZONE, clock12),
    rule(r"(?P<hour>[01]?[0-9]|2[0-3])h(?P<minute>[0-5][0-9])(?![0-9a-z])", clock_h),
    rule(_HOURS + r" ?o['’]?clock\b" + _SPOKEN, oclock),
    rule(_HOURS + r" in the (?P<morning>morning|afternoon|evening)\b(?P<night>)", oclock),
    rule(
        r"(?P<a>[0-9]{1,2})/(?P<b>[0-9]{1,2})(?:/(?P<year>(?:19|20)[0-9]{2}|[0-9]{2}))?"
        r"(?![0-9/]|[.,:][0-9]|[a-z%]| (?:of|cups?|inch)\b)",
        slash,
    ),
    rule(_DAY + _DAY_END + r" (?:of )?" + _MONTH + r"(?:,? " + _YEAR + ")?", month_day),
    rule(r"(?P<year>20[0-9]{2})[ -]?q(?P<quarter>[1-4])\b", quarter),
    rule(
        r"(?P<day>3[01]|[12][0-9]|[1-9])(?:st|nd|rd|th)\b(?=[.,;:!?)]|$| (?:at|of|in|and|to|for|by"
        r"|or|if|we|is|was|instead)\b)",
        ordinal_day,
    ),
    rule(
        r"(?P<share>[0-9]{1,2}) (?:minutes |mins )?(?P<side>past) " + _HOURS + "(?: ?" + _HALF + ")?" + _SPOKEN,
        past_to,
    ),
    rule(r"(?P<share>[0-9]{1,2}) (?:minutes |mins )(?P<side>to) " + _HOURS + "(?: ?" + _HALF + ")?" + _SPOKEN, past_to),
    rule(
        _COUNT + r" " + r"weeks? from (?P<from>(?:" + _WEEKDAY + r")|today|tomorrow)\b",
        week_from,
    ),
    _distance(-1),
    _distance(1),
)

PLAIN_DIGIT_RULES = tuple(row for row in DIGIT_RULES if row.build is not clock_range)

_PAST_TO = r"(?: ?" + _HALF + ")?" + _SPOKEN
# Tried in this order at a trigger word.
WORD_RULES = (
    rule(_MONTH + r" ?" + _DAY + _DAY_END + r"(?:,? " + _YEAR + ")?", month_day),
    rule(_MONTH + r",? (?:of )?" + _YEAR, month_year),
    rule(r"(?P<word>day (?:before yesterday|after tomorrow)|yesterday|today|tonight|tomorrow)\b", day_word),
    rule(rf"(?P<side>this|last) (?P<part>{any_of(PARTS)})\b", this_part),
    rule(rf"{_SIDE} {_PERIOD}", period),
    rule(rf"{_PERIOD} after next\b", week_after_next),
    rule(rf"{_SIDE} {_WEEKDAY}", sided_weekday),
    rule(
        rf"(?P<edge>end|beginning|start|middle) of (?:the |{_SIDE} )?"
        rf"(?:{_PERIOD[:-2].replace('week', 'week|day')}\b|{_MONTH}(?: {_YEAR})?)",
        edge,
    ),
    rule(rf"(?P<edge>early|mid)[ -](?P<side>)(?P<period>)(?:{_MONTH})(?: {_YEAR})?", edge),
    rule(r"eo(?P<what>[mqy])\b", end_short),
    rule(r"(?P<what>month|quarter|year)[ -]end\b", end_short),
    rule(r"q(?P<quarter>[1-4])\b(?:[ ,/-]{1,2}(?P<year>20[0-9]{2})\b)?", quarter),
    rule(r"(?P<quarter>first|second|third|fourth) quarter\b(?:,? (?:of )?(?P<year>20[0-9]{2})\b)?", quarter),
    rule(r"(?:noon|midday|midnight)\b", noon),
    rule(r"(?P<share>half|quarter|a quarter) (?P<side>past|to) " + _HOURS + _PAST_TO, past_to),
    rule(
        r"(?P<share>five|ten|twenty|twenty-five|twenty five) (?:minutes )?(?P<side>past) " + _HOURS + _PAST_TO, past_to
    ),
    rule(r"(?P<share>five|ten|twenty|twenty-five) minutes (?P<side>to) " + _HOURS + _PAST_TO, past_to),
    rule(_HOURS + r" ?o['’]?clock\b" + _SPOKEN, oclock),
    rule(_HOURS + r" in the (?P<morning>morning|afternoon|evening)\b(?P<night>)", oclock),
    rule(_HOURS + r" ?" + _HALF + ZONE, hour_words),
    rule(_COUNT + r" weeks? from (?P<from>(?:" + _WEEKDAY + r")|today|tomorrow)\b", week_from),
    _distance(-1),
    _distance(1),
    rule(r"in " + _COUNT + r"(?: |-)" + _UNIT + r"(?! of\b|'s?\b)", in_distance),
)
WEEKDAY_RULE = rule(_WEEKDAY, weekday)
MONTH_RULE = rule(_MONTH, lambda m: TimeValue(month=MONTHS[m["month"]]))
AT_HOUR_RULE = rule(
    _HOURS
    + (
        r"(?=[.,;!?)](?![0-9])|$| (?:on|today|tomorrow|tonight|sharp|and|but|every|for|mon|tue|wed|thu"
        r"|fri|sat|sun)\w*\b)"
    ),
    at_hour,
)
# What may follow the first run of digits of a date or clock; everything else is not worth trying.
DIGIT_AHEAD = re.compile(
    r"[0-9]{1,4}+(?:[:/]|-[0-9]|\. ?[0-9]|h[0-9]|(?:st|nd|rd|th)\b| ?[ap]\.?m\b"
    r"| ?[-–—~] ?[0-9]{1,2}| (?:to|and|until|till) [0-9]{1,2}"
    rf"| (?:of )?(?:{any_of(MONTHS)})\b| ?q[1-4]| ?o['’]?clock| in the | (?:minutes?|mins?|hours?"
    rf"|hrs?|days?|weeks?|months?|years?) (?:ago|from|past|to|earlier)| past )",
    re.ASCII,
)
YEAR_RULE = rule(_YEAR + r"(?! [a-z]{2,}s\b|[%a-z])", year)
PART_RULE = re.compile(rf"(?:,? (?:in the )?)(?P<part>{any_of(PARTS)})\b|,? at (?P<night>night)\b", re.ASCII)

_AFTER_SIDE = any_of(["week", "month", "quarter", "year", *PARTS, *WEEKDAYS])
_AFTER_NUMBER = r"(?= ?o['’]?clock| ?[ap]\.?m\b|[a-z -]{0,24}? (?:ago|from|past|to|in the)\b)"
# Each match begins with the character before the word (or at the start of the text), so that a search skips letters
# fast.
TRIGGER = re.compile(
    r"(?:[^a-z0-9_]|^)(?:"
    + grouped(
        [
            *MONTHS, *WEEKDAYS, "day (?=after|before)", "yesterday", "today", "tonight", "tomorrow",
            *(rf"{side}(?= (?:{_AFTER_SIDE}))" for side in SIDES), *(f"{p} after next" for p in ("week", "month",
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
