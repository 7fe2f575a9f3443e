"""Korean dates and clocks as rules."""

from __future__ import annotations

import re

from harness.values.clock import ZONE, Rule, clock, rule
from harness.values.model import DayPart, Edge, Relative, TimeValue
from harness.values.numerals import DAY_WORDS, NATIVE, NATIVE_ONES, NATIVE_TENS, any_of, heads, read_integer
from harness.values.particles import PARTICLE

WEEKDAYS = {"월": 0, "화": 1, "수": 2, "목": 3, "금": 4, "토": 5, "일": 6}
_DAYS = {
    "오늘": 0, "어제": -1, "내일": 1, "모레": 2, "내일모레": 2, "글피": 3, "그글피": 4, "그저께": -2, "그제": -2,
    "엊그제": -2,
    "그끄저께": -3, "금일": 0, "명일": 1, "작일": -1,
}  # fmt: skip
_NIGHTS = {"어젯밤": -1, "간밤": -1, "오늘밤": 0, "오늘 밤": 0}
_SIDES = {"지지난": -2, "지난": -1, "저번": -1, "이번": 0, "금": 0, "다음": 1, "다다음": 2, "차": 1}
_MONTHS = {"지지난달": -2, "지난달": -1, "저번달": -1, "이번달": 0, "이달": 0, "다음달": 1, "내달": 1, "다다음달": 2}
_YEARS = {"재작년": -2, "작년": -1, "지난해": -1, "올해": 0, "금년": 0, "내년": 1, "내후년": 2, "후년": 2}
_EDGES = {"초": Edge.START, "중순": Edge.MIDDLE, "말": Edge.END}
_UNITS = {
    "분": ("minute", 1),
    "시간": ("minute", 60),
    "일": ("day", 1),
    "주": ("day", 7),
    "주일": ("day", 7),
    "주간": ("day", 7),
}
_UNITS |= {"달": ("months", 1), "개월": ("months", 1), "년": ("months", 12), "해": ("months", 12)}
_PARTS = {
    "오전": DayPart.MORNING,
    "아침": DayPart.MORNING,
    "오후": DayPart.AFTERNOON,
    "저녁": DayPart.EVENING,
    "밤": DayPart.NIGHT,
}
_PARTS |= {"새벽": DayPart.NIGHT}
HOURS = ("열두", "열한", "열", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉")

# A word ends here: no further Hangul, or only particles and what may follow a date.
END = (
    rf"(?![가-힣])|(?={PARTICLE}{{1,2}}(?![가-힣]))|(?=(?:안에|자로|날|중|발|자|치|분|마감|시작|회의"
    rf"|출발|도착|예정|완료|배포|이후|이전|전에|전까지|후))"
)
_END = rf"(?:{END})"
_HALF = "(?P<half>오전|오후|새벽|아침|점심|저녁|밤|낮|am|pm)"
_SINO_NUMBER = "[일이삼사오육칠팔구십]{1,4}"
_EDGE = "(?P<edge>초|중순|말)"
_MINUTES = (
    rf"(?: ?(?P<thirty>반)(?![가-힣]{{2}}복|영)| ?(?P<minute>[0-5]?[0-9]|{_SINO_NUMBER}) ?분"
    rf"(?!의 [0-9일이삼사오])(?: ?(?P<second>[0-5]?[0-9])초)?)?"
)
_NOT_CLOCK = r"(?!간|리즈|스템|드니|즌|그마|작|점|장|적|름|달|바삐|사회|나리오|트)"

Match = re.Match[str]


def _number(text: str | None) -> int | None:
    return int(text) if text else None


def _valid(value: TimeValue) -> TimeValue | None:
    month_ok = value.month is None or 1 <= value.month <= 12
    return value if month_ok and (value.day is None or 1 <= value.day <= 31) else None


def _year_month_day(m: Match) -> TimeValue | None:
    return _valid(TimeValue(year=_number(m["year"]), month=_number(m["month"]), day=_number(m["day"])))


def _month_day(m: Match) -> TimeValue | None:
    month, last = int(m["month"]), _number(m["last"])
    end = TimeValue(month=month, day=last) if last else None
    weekday = WEEKDAYS[m["weekday"]] if m["weekday"] else None
    return _valid(TimeValue(month=month, day=int(m["day"]), weekday=weekday, end=end))


def _month_edge(m: Match) -> TimeValue | None:
    return _valid(TimeValue(month=int(m["month"]), edge=_EDGES[m["edge"]] if m["edge"] else None))


def _weekday(m: Match) -> TimeValue:
    return TimeValue(weekday=WEEKDAYS[m["weekday"]])


def _weekday_range(m: Match) -> TimeValue:
    return TimeValue(weekday=WEEKDAYS[m["weekday"]], end=TimeValue(weekday=WEEKDAYS[m["last"]]))


def _clock(m: Match) -> TimeValue | None:
    hour = read_integer(m["hour"])
    minute = 30 if m["thirty"] else read_integer(m["minute"]) if m["minute"] else 0
    if hour is None or minute is None:
        return None
    return clock(hour, minute, _number(m["second"]), half=m["half"], written=m["hour"])


def _half_clock(m: Match) -> TimeValue | None:
    return clock(int(m["hour"]), int(m["minute"]), half=m["half"], zone=m["zone"])


def _half_range(m: Match) -> TimeValue | None:
    start = clock(int(m["hour"]), half=m["half"], written=m["hour"])
    end = clock(int(m["last"]), written=m["last"])
    if start is None or end is None:
        return None
    return TimeValue(hour=start.hour, minute=0, ambiguous=start.ambiguous, end=end)


def _noon(m: Match) -> TimeValue:
    return TimeValue(hour=0 if m[0] == "자정" else 12, minute=0)


def _day_word(m: Match) -> TimeValue:
    return TimeValue(relative=Relative("day", _DAYS[m["word"]]))


def _night_word(m: Match) -> TimeValue:
    return TimeValue(relative=Relative("day", _NIGHTS[m["word"]]), part=DayPart.NIGHT)


def _week(m: Match) -> TimeValue:
    weekday = WEEKDAYS[m["weekday"]] if m["weekday"] else None
    return TimeValue(
        weekday=weekday, relative=Relative("week", _SIDES[m["side"]]), edge=_EDGES[m["edge"]] if m["edge"] else None
    )


def _relative_month(m: Match) -> TimeValue | None:
    offset = _MONTHS[m["word"].replace(" ", "")]
    return _valid(
        TimeValue(
            day=_number(m["day"]), relative=Relative("month", offset), edge=_EDGES[m["edge"]] if m["edge"] else None
        )
    )


def _relative_year(m: Match) -> TimeValue:
    return TimeValue(relative=Relative("year", _YEARS[m["word"]]), edge=_EDGES[m["edge"]] if m["edge"] else None)


def _relative_quarter(m: Match) -> TimeValue:
    return TimeValue(relative=Relative("quarter", _SIDES[m["side"]]), edge=_EDGES[m["edge"]] if m["edge"] else None)


def _period_edge(m: Match) -> TimeValue:
    unit = {"월": "month", "연": "year", "분기": "quarter"}[m["period"]]
    return TimeValue(relative=Relative(unit, 0), edge=_EDGES[m["edge"]])


def _quarter(m: Match) -> TimeValue:
    return TimeValue(quarter="0일이삼사".index(m["quarter"]) if not m["quarter"].isdigit() else int(m["quarter"]))


def _distance(m: Match) -> TimeValue | None:
    sign = -1 if m["side"] == "전" else 1
    if m["word"]:
        days = DAY_WORDS[m["word"]]
        return TimeValue(relative=Relative("day", sign * days))
    count = read_integer(m["count"])
    if count is None:
        return None
    unit, factor = _UNITS[m["unit"]]
    extra = 30 if m["thirty"] else (read_integer(m["more"]) or 0) if m["more"] else 0
    return TimeValue(relative=Relative(unit, sign * (count * factor + extra)))


def _day(m: Match) -> TimeValue | None:
    return _valid(TimeValue(day=int(m["day"])))


def _sino_date(m: Match) -> TimeValue | None:
    months = {"유": 6, "시": 10}
    month = months.get(m["month"]) or read_integer(m["month"])
    day = read_integer(m["day"])
    return _valid(TimeValue(month=month, day=day)) if month and day else None


_AFTER = rf" ?(?P<side>전|후|뒤)(?:(?![가-힣])|(?={PARTICLE}(?![가-힣]))|(?=(?:쯤|까지|부터|에|이면|인|의)))"
_WEEKDAY_TAIL = r"(?: ?\(?(?P<weekday>[월화수목금토일])(?:요일\)?|\)))?"
_TAKES = (
    rf"(?P<count>[0-9]{{1,4}}|{NATIVE}|{_SINO_NUMBER}) ?(?P<unit>{any_of(_UNITS)})(?: ?(?:"
    rf"(?P<thirty>반)|(?P<more>[0-9]{{1,2}})분))?(?P<word>)"
)
DISTANCE_RULE = rule(_TAKES + _AFTER, _distance)

# Tried in this order at the first digit of a run that Hangul follows.
DIGIT_RULES: tuple[Rule, ...] = (
    rule(
        r"(?P<year>(?:19|20)[0-9]{2}|[0-9]{2}(?=년 ?[0-9]{1,2}월))년(?! ?[전후뒤동간])(?: ?"
        r"(?P<month>[0-9]{1,2})월(?: ?(?P<day>[0-9]{1,2})일)?)?",
        _year_month_day,
    ),
    rule(
        r"(?P<month>[0-9]{1,2})월 ?(?P<day>[0-9]{1,2})(?:일| ?(?=[-~–] ?[0-9]{1,2}일))"
        + _WEEKDAY_TAIL
        + r"(?: ?[-~–] ?(?P<last>[0-9]{1,2})일)?",
        _month_day,
    ),
    rule(r"(?P<month>[0-9]{1,2})월 ?" + _EDGE + _END, _month_edge),
    rule(r"(?P<month>[0-9]{1,2})월(?P<edge>)(?![0-9])", _month_edge),
    rule(rf"(?P<half>)(?P<hour>2[0-4]|[01]?[0-9])시{_NOT_CLOCK}(?: ?정각)?" + _MINUTES, _clock),
    rule(
        r"(?P<half>)(?P<hour>2[0-4]|[01]?[0-9])(?:시)? ?[-~–] ?(?P<last>2[0-4]|[01]?[0-9])시" + _NOT_CLOCK, _half_range
    ),
    rule(r"(?P<quarter>[1-4]) ?분기", _quarter),
    DISTANCE_RULE,
)
# "3일" is the third or three days: the caller decides by what stands around it.
DAY_RULE = rule(r"(?P<day>[0-9]{1,2})일(?:" + END + r"|(?= ?\())", _day)
DURATION_AHEAD = re.compile(
    r" ?(?:동안|간|내|이내|안에|이상|이하|미만|초과|만에|정도|치|씩|짜리|연속|걸|소요|남|내내|넘"
    r"|지나|지난|밀|늦|당|마다|더|쯤 걸|전|후|뒤|이 걸|이 소요|이나 걸|단위|짜리|보관|보존)",
    re.ASCII,
)

# Tried in this order at a trigger.
WORD_RULES: tuple[Rule, ...] = (
    rule(rf"{_HALF} ?(?P<hour>[0-9]{{1,2}}):(?P<minute>[0-5][0-9])" + ZONE, _half_clock),
    rule(rf"{_HALF} ?(?P<hour>[0-9]{{1,2}})(?:시)? ?[-~–] ?(?P<last>[0-9]{{1,2}})시" + _NOT_CLOCK, _half_range),
    rule(rf"{_HALF} ?(?P<hour>[0-9]{{1,2}}|{any_of(HOURS)}) ?시{_NOT_CLOCK}(?: ?정각)?" + _MINUTES, _clock),
    rule(rf"(?P<half>)(?P<hour>{any_of(HOURS)}) ?시{_NOT_CLOCK}(?: ?정각)?" + _MINUTES + _END, _clock),
    rule(rf"(?:정오|자정){_END}", _noon),
    rule(rf"(?P<word>{any_of(_NIGHTS)}){_END}", _night_word),
    rule(rf"(?P<word>{any_of(_DAYS)})(?!야|서야){_END}", _day_word),
    rule(
        rf"(?P<side>{any_of(_SIDES)}) ?주(?: ?(?P<weekday>[월화수목금토일])(?:요일|(?![가-힣])|"
        rf"(?=까지|에|부터))|(?: ?{_EDGE})?{_END})",
        _week,
    ),
    rule(
        rf"(?P<word>{any_of([*_MONTHS, *(w[:-1] + ' 달' for w in _MONTHS if len(w) > 2)])})(?: ?"
        rf"(?P<day>[0-9]{{1,2}})일| ?{_EDGE})?{_END}",
        _relative_month,
    ),
    rule(rf"(?P<side>{any_of(_SIDES)}) ?분기(?: ?{_EDGE})?{_END}", _relative_quarter),
    rule(rf"(?P<word>{any_of(_YEARS)})(?: ?{_EDGE})?{_END}", _relative_year),
    rule(rf"(?P<period>월|연|분기) ?(?P<edge>말|초){_END}", _period_edge),
    rule(
        r"(?P<weekday>[월화수목금토일])(?:요일)? ?[~–-] ?(?P<last>[월화수목금토일])(?:요일|(?![가-힣]))", _weekday_range
    ),
    rule(r"(?P<weekday>[월화수목금토일])요일", _weekday),
    rule(rf"(?P<month>십일|십이|[일이삼사오칠팔구]|유|시)월 (?P<day>{_SINO_NUMBER})일{_END}", _sino_date),
    rule(r"(?P<quarter>[일이삼사]) ?분기", _quarter),
    rule(rf"(?P<count>)(?P<unit>)(?P<thirty>)(?P<more>)(?P<word>{any_of(DAY_WORDS)})" + _AFTER, _distance),
    DISTANCE_RULE,
)
PART_RULE = re.compile(rf" ?(?:의 )?(?P<part>오전|오후|아침|저녁|새벽|밤){_END}", re.ASCII)
PARTS = _PARTS

_STARTS = (
    *(["오전", "오후", "새벽", "아침", "점심", "저녁", "낮", "정오", "자정", "월말", "월초", "연말", "연초", "금주",
    "금분기", "차주", "차분기"]), *_NIGHTS, *_DAYS, *_MONTHS, *_YEARS,
    "지지난", "지난", "저번", "이번", "다음", "다다음", "이달", *(f"{hour}시" for hour in HOURS),
    *(f"{hour} 시" for hour in HOURS),
)  # fmt: skip
_GATE = (
    rf"{any_of(_STARTS)}|밤 ?(?:[0-9]|{any_of(HOURS)})|분기 ?[말초]|[월화수목금토일](?:요일| ?[~–-])|[일이삼사]\ ?분기"
    rf"|(?:십일|십이|[일이삼사오칠팔구십유시])월 |(?:{_SINO_NUMBER}|{NATIVE}) ?"
    rf"(?:{any_of(_UNITS)})[ 반0-9전후뒤]|(?:{any_of(DAY_WORDS)}) ?[전후뒤]"
)
_HEADS = heads((*_STARTS, *WEEKDAYS, *DAY_WORDS, *NATIVE_ONES, *NATIVE_TENS, *"이삼사오육칠팔구십유시밤분"))
# The class finds the first syllable fast; what follows looks back to it and from there ahead.
TRIGGER = re.compile(rf"{_HEADS}(?<![가-힣].)(?<=(?={_GATE})[가-힣])", re.ASCII)
