"""Quantities: a table of surface forms in both languages, and near misses."""

from __future__ import annotations

import pytest

from harness.values import QuantityValue, ValueKind, find

ONLY = frozenset((ValueKind.QUANTITY,))


def show(value: QuantityValue) -> str:
    """A quantity as words: ``~ <=5..8 retry``."""
    high = f"..{value.high}" if value.high is not None else ""
    sign = ("~" if value.approximate else "") + (value.bound.value if value.bound else "")
    return f"{sign}{value.amount}{high} {value.unit}".strip()


def quantities(text: str) -> list[str]:
    return [show(v.normal) for v in find(text, kinds=ONLY) if isinstance(v.normal, QuantityValue)]


# text | the quantities in it, separated by ";"
TABLE = """
40 | 40
400 | 400
40. | 40
(40) | 40
limit=40 | 40
1,500 | 1500
1.5k | 1500
1.5K | 1500
2M users | 2000000 user
12,345,678 | 12345678
3.14 | 3.14
-5 | -5
minus 5 | -5
40 files | 40 file
1 file | 1 file
one file | 1 file
40 failed tests | 40 test
three new servers | 3 server
3 retries | 3 retry
12 batches | 12 batch
5 people | 5 person
two children | 2 child
12 tokens | 12 token
1.5k tokens | 1500 token
500 rows | 500 row
a 500-row table | 500 row
$500 | 500 USD
$5,000 | 5000 USD
$5000 | 5000 USD
$1.2M | 1200000 USD
$3 million | 3000000 USD
$5m | 5000000 USD
$2bn | 2000000000 USD
US$40 | 40 USD
USD 500 | 500 USD
500 dollars | 500 USD
50 cents | 0.5 USD
€20 | 20 EUR
20 € | 20 EUR
£3.50 | 3.5 GBP
¥1000 | 1000 JPY
₩35,000 | 35000 KRW
KRW 35,000 | 35000 KRW
500 won | 500 KRW
35,000원 | 35000 KRW
35,000원으로 | 35000 KRW
3만 5천 원 | 35000 KRW
3만5천원 | 35000 KRW
3만 원으로 | 30000 KRW
3만 5,000원 | 35000 KRW
1억 2,000만 원 | 120000000 KRW
1억 2,000만 | 120000000
1.5억 원 | 150000000 KRW
2조 원 | 2000000000000 KRW
5천만 원 | 50000000 KRW
오천 원 | 5000 KRW
만 원 | 10000 KRW
만 오천 원 | 15000 KRW
백만 달러 | 1000000 USD
50달러 | 50 USD
20유로 | 20 EUR
1000엔 | 1000 JPY
500만 명 | 5000000 person
5 MB | 5000000 B
5MB | 5000000 B
5 MiB | 5242880 B
10 GB | 10000000000 B
1TB | 1000000000000 B
512 KiB | 524288 B
64 bytes | 64 B
2 gigabytes | 2000000000 B
100 Mbps | 100000000 bit/s
5 MB/s | 5000000 B/s
10 req/s | 10 request/s
100 requests per minute | 100 request/min
초당 100건 | 100 case/s
분당 60회 | 60 time/min
200 ms | 0.2 s
200ms | 0.2 s
30s | 30 s
30 seconds | 30 s
15 minutes | 900 s
15 min | 900 s
15 분 | 900 s
15분 | 900 s
15분으로 | 900 s
십오 분 | 900 s
오 분 | 300 s
30초 | 30 s
2 hours | 7200 s
two hours | 7200 s
두 시간 | 7200 s
두 시간이 | 7200 s
2시간 | 7200 s
1 hour 30 minutes | 5400 s
1 hour and 30 minutes | 5400 s
1h30m | 5400 s
1시간 30분 | 5400 s
한 시간 반 | 5400 s
two and a half hours | 9000 s
takes an hour | 3600 s
for an hour and a half | 5400 s
half an hour | 1800 s
3 days | 259200 s
72 hours | 259200 s
a 3-day window | 259200 s
24-hour | 86400 s
3일 동안 | 259200 s
3일간 | 259200 s
사흘 | 259200 s
이틀 동안 | 172800 s
열흘이면 | 864000 s
일주일 | 604800 s
2주 | 1209600 s
two weeks | 1209600 s
3개월 | 3 month
3 months | 3 month
세 달 | 3 month
2 years | 24 month
2년 반 | 30 month
1년 6개월 | 18 month
5 business days | 5 business day
30 % | 30 %
30% | 30 %
30 percent | 30 %
30퍼센트 | 30 %
이십 퍼센트 | 20 %
30프로 | 30 %
99.95% | 99.95 %
5%p | 5 pp
5 percentage points | 5 pp
5 km | 5000 m
30 cm | 0.3 m
5 mm | 0.005 m
3미터 | 3 m
5 kg | 5000 g
250mg | 0.25 g
2킬로그램 | 2000 g
500 ml | 0.5 l
2리터 | 2 l
3.3V | 3.3 V
3.3 V | 3.3 V
800 mV | 0.8 V
20 mA | 0.02 A
2A | 2 A
10kΩ | 10000 Ω
4.7 kΩ | 4700 Ω
220 ohms | 220 Ω
50 Hz | 50 Hz
2.4GHz | 2400000000 Hz
44.1 kHz | 44100 Hz
20°C | 20 °C
20℃ | 20 °C
20도 | 20 °C
영하 5도 | -5 °C
-5°C | -5 °C
68 °F | 68 °F
90 degrees | 90 degree
90 degrees Celsius | 90 °C
-3 dB | -3 dB
-40 dBm | -40 dBm
3x faster | 3 x
2배 | 2 x
1920 px | 1920 px
세 명 | 3 person
세 명이 | 3 person
세명 | 3 person
열두 개 | 12 item
열두 개를 | 12 item
스무 명 | 20 person
두 분이 | 2 person
스물다섯 명 | 25 person
이백오십 명 | 250 person
12명 | 12 person
12명은 | 12 person
12명입니다 | 12 person
3개 | 3 item
3개의 파일 | 3 item
100건 | 100 case
서버 3대 | 3 unit
책 두 권 | 2 book
3번 | 3 time
5회 | 5 time
5회로 | 5 time
사진 세 장 | 3 sheet
40석 | 40 seat
8팀 | 8 team
3박 4일 | 3 night; 345600 s
15층 | 15 floor
33평 | 33 pyeong
84㎡ | 84 m2
84 m² | 84 m2
twenty-five people | 25 person
a dozen eggs | 12 egg
two hundred and five files | 205 file
half a million rows | 500000 row
three | 3
3–5 days | 259200..432000 s
3-5 days | 259200..432000 s
3 to 5 days | 259200..432000 s
between 3 and 5 days | 259200..432000 s
3~5일 | 259200..432000 s
3일~5일 동안 | 259200..432000 s
3~5만 원 | 30000..50000 KRW
$3-5 million | 3000000..5000000 USD
5 MB to 10 MB | 5000000..10000000 B
raised from 3 to 5 retries | 3; 5 retry
3회에서 5회로 | 3 time; 5 time
about 40 | ~40
roughly 40 files | ~40 file
~40 | ~40
약 30분 | ~1800 s
30분 정도 | ~1800 s
약 30분 정도 | ~1800 s
40명쯤 | ~40 person
at most 5 retries | <=5 retry
up to 2 weeks | <=1209600 s
no more than 10 | <=10
under 200ms | <0.2 s
less than 5% | <5 %
at least 3 | >=3
over 100 users | >100 user
more than 5 MB | >5000000 B
10 or more | >=10
5+ years | >=60 month
within 2 hours | <=7200 s
최대 5명 | <=5 person
최소 3개 | >=3 item
5명 이하 | <=5 person
5명 이상 | >=5 person
100건 미만 | <100 case
100건 초과 | >100 case
30분 이내 | <=1800 s
`40` rows | 40
"""

CASES = [tuple(part.strip() for part in line.split("|")) for line in TABLE.strip().splitlines()]

NEAR_MISSES = """
3rd place
the 21st row is odd and the 22nd too
세 번째
3번째
010-1234-5678
1.2.3
v2
db-7
rack-12
STM32F405
2026-03-05
14:30
port 8080
1. first
no one knows
one of them
사회
이 건은
이 분은
이번 주
세대 교체
한번 해 보자
하지만
오이
구조
만나서
천천히
열심히
네트워크
두께
한국
사용자
일부
수백 번
보드 0112도
삼분의 일
#4512
abc123
`v3`
10.0.0.1
16:9
24/7
Python 3.11
UUID 550e8400-e29b-41d4-a716-446655440000
""".strip().splitlines()


def test_there_are_enough_cases() -> None:
    assert len(CASES) + len(NEAR_MISSES) >= 150


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_quantity(text: str, expected: str) -> None:
    assert "; ".join(quantities(text)) == expected


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_no_quantity(text: str) -> None:
    assert quantities(text) == []


@pytest.mark.parametrize("text", ["at most 5 retries", "약 30분 정도", "$500", "3–5 days", "-5°C", "초당 100건"])
def test_the_span_reads_back_to_the_same_value(text: str) -> None:
    value = find(f"word {text} word", kinds=ONLY)[0]
    assert value.text == text
    assert find(value.text, kinds=ONLY)[0].normal == value.normal


def test_a_list_marker_is_no_amount() -> None:
    assert quantities("1. alpha\n2. beta\n3) gamma 7 files") == ["7 file"]


def test_too_long_a_number_is_data() -> None:
    assert quantities("9" * 50) == []
