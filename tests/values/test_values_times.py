"""Times: a table of surface forms in both languages, near misses, and distances counted from an anchor."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from harness.values import TimeValue, ValueKind, find

ONLY = frozenset((ValueKind.TIME,))
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEDNESDAY = datetime(2026, 3, 4, 10, 15)


def show(value: TimeValue) -> str:
    """A time as words: ``~ y2026 q3 m3 d5 thu end (week+1) 3:30? night +09:00 .. end``."""
    words = [
        "~" * value.approximate,
        *(
            f"{letter}{part}"
            for letter, part in zip("yqmd", (value.year, value.quarter, value.month, value.day), strict=True)
            if part is not None
        ),
        "" if value.weekday is None else DAYS[value.weekday],
        value.edge.value if value.edge else "",
        f"({value.relative.unit}{value.relative.offset:+d})" if value.relative else "",
        "" if value.hour is None else f"{value.hour}:{value.minute:02d}" + "?" * value.ambiguous,
        f"{value.second}s" if value.second else "",
        value.part.value if value.part else "",
        value.zone or "",
        f".. {show(value.end)}" if value.end else "",
    ]
    return " ".join(word for word in words if word)


def times(text: str, anchor: datetime | None = None) -> list[str]:
    return [show(v.normal) for v in find(text, kinds=ONLY, anchor=anchor) if isinstance(v.normal, TimeValue)]


# text | the times in it, separated by ";"
TABLE = """
at 14:30 sharp | 14:30
14:30에 시작 | 14:30
2:30 pm | 14:30
2:30pm | 14:30
2:30 p.m. works | 14:30
2pm | 14:00
2 PM. | 14:00
12 am | 0:00
12pm | 12:00
12:05 am | 0:05
noon | 12:00
by midday | 12:00
midnight | 0:00
half past two | 2:30?
quarter to five | 4:45?
a quarter past seven | 7:15?
quarter to one | 12:45?
ten past three | 3:10?
ten minutes to six | 5:50?
20 past 4 | 4:20?
half past two in the afternoon | 14:30
14h30 | 14:30
9h05 | 9:05
14:30 KST | 14:30 +09:00
14:30 UTC | 14:30 +00:00
14:30 (KST) | 14:30 +09:00
14:30+09:00 | 14:30 +09:00
2pm PST | 14:00 -08:00
14:30 UTC+2 | 14:30 +02:00
9am ET | 9:00 ET
3:30 | 3:30?
03:30 | 3:30
12:30 | 12:30?
00:15 | 0:15
23:59:59 | 23:59 59s
three pm | 15:00
six o'clock | 6:00?
6 o'clock in the evening | 18:00
9 in the morning | 9:00
nine at night |
eleven o'clock at night | 23:00
let us meet at 3. | 3:00?
at 4 on Thursday | thu 4:00?
오후 세 시 | 15:00
오후 세 시에 만나요 | 15:00
오후 3시 | 15:00
오후3시 | 15:00
오후 3시 반 | 15:30
오후 3시 반에 | 15:30
오전 열 시 | 10:00
오전 10:30 | 10:30
오후 12시 | 12:00
오전 12시 | 0:00
15시 20분 | 15:20
15시20분에 | 15:20
3시 | 3:00?
세 시 | 3:00?
세시 반 | 3:30?
열두 시 십오 분 | 12:15?
정오 | 12:00
정오에 | 12:00
자정까지 | 0:00
새벽 두 시 | 2:00
새벽 2시 30분 | 2:30
아침 8시 | 8:00
저녁 7시 | 19:00
저녁 일곱 시에 | 19:00
밤 열한 시 | 23:00
밤 12시 | 0:00
낮 12시 | 12:00
낮 1시 | 13:00
점심 12시 | 12:00
오후 3시 정각 | 15:00
오전 9시~11시 | 9:00 .. 11:00
오전 11시~1시 | 11:00 .. 13:00
오후 3시부터 5시까지 | 15:00 .. 17:00
오전 9시부터 오후 6시까지 | 9:00 .. 18:00
14:00~15:30 | 14:00 .. 15:30
from 9 to 11am | 9:00 .. 11:00
9-11am | 9:00 .. 11:00
11am to 1pm | 11:00 .. 13:00
11-1pm | 11:00 .. 13:00
9:00-18:00 | 9:00 .. 18:00
between 2pm and 4pm | 14:00 .. 16:00
2026-03-05 | y2026 m3 d5
2026/03/05 | y2026 m3 d5
2026.03.05 | y2026 m3 d5
2026. 3. 5. | y2026 m3 d5
2026-03 | y2026 m3
2026-03-05T14:30:00Z | y2026 m3 d5 14:30 +00:00
2026-03-05T14:30:00+09:00 | y2026 m3 d5 14:30 +09:00
2026-03-05T14:30:00-05:00 | y2026 m3 d5 14:30 -05:00
2026-03-05 14:30 | y2026 m3 d5 14:30
5 March | m3 d5
5 March 2026 | y2026 m3 d5
5th of March | m3 d5
Mar 5 | m3 d5
Mar. 5 | m3 d5
March 5th | m3 d5
March 5, 2026 | y2026 m3 d5
March 5 at 2pm | m3 d5 14:00
May 5 | m5 d5
March 3–5 | m3 d3 .. m3 d5
March 3 to March 5 | m3 d3 .. m3 d5
March 2026 | y2026 m3
in March | m3
until May | m5
3/5 | m3 d5
3/5/2026 | y2026 m3 d5
03-05 14:00 | m3 d5 14:00
3/5 14:00 | m3 d5 14:00
on the 5th. | d5
in 2026 | y2026
3월 5일 | m3 d5
3월5일까지 | m3 d5
3월 5일(목) | m3 d5 thu
3월 5일 목요일 | m3 d5 thu
3월 5일(목) 오후 3시 | m3 d5 thu 15:00
2026년 3월 5일 | y2026 m3 d5
2026년 3월 | y2026 m3
2026년에 | y2026
26년 3월 5일 | y26 m3 d5
3월에 | m3
5일 | d5
5일까지 | d5
5일에 | d5
3월 3일~5일 | m3 d3 .. m3 d5
3월 3~5일 | m3 d3 .. m3 d5
시월 삼일 | m10 d3
3월 말 | m3 d31
3월 초 | m3 start
3월 중순 | m3 middle
end of March | m3 d31
early March | m3 start
mid-March | m3 middle
Thursday | thu
on Thursdays |
Thu | thu
Mon–Fri | mon .. fri
목요일 | thu
목요일까지 | thu
목요일 오후 3시 | thu 15:00
월~금 | mon .. fri
Thursday at 14:30 | thu 14:30
3pm on Thursday, March 5, 2026 | y2026 m3 d5 thu 15:00
Friday evening | fri evening
Q3 | q3
Q3 2026 | y2026 q3
2026 Q3 | y2026 q3
third quarter | q3
3분기 | q3
2026년 3분기 | y2026 q3
삼분기 | q3
yesterday | (day-1)
today | (day+0)
tomorrow | (day+1)
tonight | (day+0) night
the day after tomorrow | (day+2)
tomorrow at 3pm | (day+1) 15:00
tomorrow morning | (day+1) morning
tomorrow in the morning | (day+1) morning
this afternoon | (day+0) afternoon
last night | (day-1) night
next Monday | mon (week+1)
this Friday | fri (week+0)
last Tuesday | tue (weekday-1)
a week from Thursday | thu (weekday+1)
two weeks from today | (day+14)
next week | (week+1)
the week after next | (week+2)
next month | (month+1)
last quarter | (quarter-1)
this year | (year+0)
end of the month | end (month+0)
end of month | end (month+0)
EOM | end (month+0)
end of next quarter | end (quarter+1)
in two hours | (minute+120)
in 45 minutes | (minute+45)
3 days ago | (day-3)
a week ago | (day-7)
two months ago | (months-2)
three days from now | (day+3)
어제 | (day-1)
오늘 | (day+0)
내일 | (day+1)
모레 | (day+2)
내일모레 | (day+2)
글피 | (day+3)
그저께 | (day-2)
내일 오후 3시 | (day+1) 15:00
내일 오후 세 시에 | (day+1) 15:00
모레 오전 10시 | (day+2) 10:00
내일 저녁 | (day+1) evening
어젯밤 | (day-1) night
다음 주 월요일 | mon (week+1)
다음주 월요일 | mon (week+1)
다음 주 월요일에 | mon (week+1)
이번 주 금요일 | fri (week+0)
이번 주 금 | fri (week+0)
지난주 | (week-1)
지난주 화요일 | tue (week-1)
다음 주 | (week+1)
3일 전 | (day-3)
3일 뒤 | (day+3)
사흘 뒤 | (day+3)
이틀 후 | (day+2)
열흘 전에 | (day-10)
두 시간 뒤 | (minute+120)
한 시간 반 후 | (minute+90)
30분 뒤 | (minute+30)
2주 후 | (day+14)
석 달 전 | (months-3)
1년 전 | (months-12)
다음 달 말 | end (month+1)
다음달 5일 | d5 (month+1)
이달 말 | end (month+0)
월말 | end (month+0)
연말까지 | end (year+0)
내년 3월 | m3 (year+1)
작년 | (year-1)
다음 분기 | (quarter+1)
around 3pm | ~ 15:00
about 14:30 | ~ 14:30
3시쯤 | ~ 3:00?
오후 3시경에 | ~ 15:00
moved from Thursday to Friday | thu; fri
the call moved from 3pm to 4pm | 15:00; 16:00
오후 3시에서 4시로 변경 | 15:00; 4:00?
어제 말고 내일 | (day-1); (day+1)
"""

CASES = [tuple(part.strip() for part in line.split("|")) for line in TABLE.strip().splitlines()]

NEAR_MISSES = """
you may go now
march on
the sun is up
he sat down
Sat down
wed her
monday.com
3시간
세 시간 동안
다시 시작
한시적으로
3일 동안
3일간
3~5일
약 3일
최대 5일
a second attempt
the second row
12:75
25:30
13/45
3/4 of the rows
16:9:3
version 2.4.1
10.0.0.1
port 8080
$5000
40 files
the last item
next to the door
this is it
in two files
다음 단계
지난번
이번에는
시간이 없다
내일로미루기
월급
일요
토목 공사
분기점
9 to 5
a quarter of the users
half of them
twenty past customers
2026 rows
010-1234-5678
sunday_job
`monday-job`
""".strip().splitlines()


def test_there_are_enough_cases() -> None:
    assert len(CASES) + len(NEAR_MISSES) >= 150


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_time(text: str, expected: str) -> None:
    assert "; ".join(times(text)) == expected


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_no_time(text: str) -> None:
    assert times(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yesterday", "y2026 m3 d3"),
        ("tomorrow at 15:00", "y2026 m3 d5 15:00"),
        ("next Monday", "y2026 m3 d9 mon"),
        ("next Friday", "y2026 m3 d13 fri"),
        ("this Friday", "y2026 m3 d6 fri"),
        ("by Friday", "y2026 m3 d6 fri"),
        ("we met on Friday", "fri"),
        ("금요일까지", "y2026 m3 d6 fri"),
        ("last Tuesday", "y2026 m3 d3 tue"),
        ("last Friday", "y2026 m2 d27 fri"),
        ("a week from Thursday", "y2026 m3 d12 thu"),
        ("end of the month", "y2026 m3 d31"),
        ("end of next month", "y2026 m4 d30"),
        ("end of the quarter", "y2026 m3 d31"),
        ("end of the year", "y2026 m12 d31"),
        ("in two hours", "y2026 m3 d4 12:15"),
        ("3 days ago", "y2026 m3 d1"),
        ("5 days ago", "y2026 m2 d27"),
        ("a month ago", "y2026 m2 d4"),
        ("next month", "y2026 m4"),
        ("next quarter", "y2026 q2"),
        ("last year", "y2025"),
        ("next week", "y2026 m3 d9 .. y2026 m3 d15"),
        ("어제", "y2026 m3 d3"),
        ("오늘 오후 3시", "y2026 m3 d4 15:00"),
        ("내일 오후 3시", "y2026 m3 d5 15:00"),
        ("모레 오전 10시", "y2026 m3 d6 10:00"),
        ("글피", "y2026 m3 d7"),
        ("그저께", "y2026 m3 d2"),
        ("다음 주 월요일", "y2026 m3 d9 mon"),
        ("이번 주 금요일", "y2026 m3 d6 fri"),
        ("지난주", "y2026 m2 d23 .. y2026 m3 d1"),
        ("3일 전", "y2026 m3 d1"),
        ("사흘 뒤", "y2026 m3 d7"),
        ("이틀 후", "y2026 m3 d6"),
        ("두 시간 뒤", "y2026 m3 d4 12:15"),
        ("다음 달 말", "y2026 m4 d30"),
        ("월말", "y2026 m3 d31"),
        ("다음 달 5일", "y2026 m4 d5"),
        ("내년 3월", "y2027 m3"),
        ("3월 5일", "m3 d5"),
    ],
)
def test_anchored(text: str, expected: str) -> None:
    assert times(text, WEDNESDAY) == [expected]
    assert times(text, WEDNESDAY.replace(tzinfo=UTC)) == [expected]


def test_leap_day_and_calendar_end() -> None:
    assert times("end of the month", datetime(2028, 2, 1)) == ["y2028 m2 d29"]
    assert times("a year ago", datetime(2028, 2, 29)) == ["y2027 m2 d28"]
    assert times("in 9999 years", WEDNESDAY) == ["(months+119988)"]
