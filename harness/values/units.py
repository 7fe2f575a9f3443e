"""Units as data: spelling → (factor to the canonical unit, canonical unit). Within a dimension every factor is exact.

Canonical units: s, month, B, bit, m, g, l, m2, %, pp, V, A, Ω, W, Wh, Ah, Hz, °C, °F, degree, dB, Pa, px, ISO currency
codes, and the singular of a counted noun. Days have 24 hours; a month is no number of days.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TypeAlias

Unit: TypeAlias = tuple[Decimal, str]

# canonical unit: "factor: spelling spelling …; factor: …". Case counts here.
_SYMBOLS = {
    "s": "1: s; 0.001: ms; 0.000001: us µs μs; 0.000000001: ns; 60: min; 3600: h hr hrs; 86400: d",
    "B": "1: B; 1000: kB KB kb; 1000000: MB mb; 1000000000: GB gb; 1000000000000: TB tb; 1000000000000000: PB; "
    "1024: KiB kiB Ki; 1048576: MiB Mi; 1073741824: GiB Gi; 1099511627776: TiB Ti",
    "bit": "1: bit bits; 1000: Kb kbit Kbit; 1000000: Mb Mbit; 1000000000: Gb Gbit",
    "bit/s": "1: bps; 1000: kbps Kbps; 1000000: Mbps mbps; 1000000000: Gbps gbps",
    "m": "1: m; 0.001: mm; 0.01: cm; 1000: km; 0.000001: µm μm um; 0.000000001: nm; 0.3048: ft; 1609.344: mi",
    "g": "1: g; 0.001: mg; 1000: kg Kg KG; 0.000001: µg μg; 1000000: t; 453.59237: lb lbs; 28.349523125: oz",
    "l": "1: l L; 0.001: ml mL; 0.01: cl; 0.1: dl",
    "m2": "1: m2 m² sqm; 1000000: km2 km²; 0.0001: cm2 cm²",
    "m3": "1: m3 m³",
    "%": "1: %",
    "pp": "1: %p pp %pt",
    "V": "1: V; 0.001: mV; 1000: kV; 0.000001: µV μV",
    "A": "1: A; 0.001: mA; 0.000001: µA μA uA",
    "Ω": "1: Ω ohm; 1000: kΩ; 1000000: MΩ; 0.001: mΩ",
    "F": "0.000001: µF μF uF; 0.000000001: nF; 0.000000000001: pF",
    "W": "1: W; 0.001: mW; 1000: kW KW; 1000000: MW",
    "Wh": "1: Wh; 1000: kWh; 1000000: MWh",
    "Ah": "1: Ah; 0.001: mAh",
    "Hz": "1: Hz hz; 1000: kHz KHz khz; 1000000: MHz Mhz mhz; 1000000000: GHz Ghz ghz",
    "°C": "1: °C °c",
    "°F": "1: °F °f",
    "degree": "1: ° deg",
    "dB": "1: dB db",
    "dBm": "1: dBm",
    "Pa": "1: Pa; 100: hPa; 1000: kPa; 1000000: MPa; 100000: bar",
    "px": "1: px",
    "x": "1: x",
    "request": "1: req reqs",
    "rpm": "1: rpm RPM",
    "frame/s": "1: fps FPS",
    "request/s": "1: rps RPS qps QPS",
    "transaction/s": "1: tps TPS",
    "USD": "1: USD; 0.01: ¢",
    "KRW": "1: KRW",
    "EUR": "1: EUR €",
    "GBP": "1: GBP",
    "JPY": "1: JPY",
    "CNY": "1: CNY RMB",
}
# Words; case does not count, and a plural s may follow.
_WORDS = {
    "s": "1: second sec; 0.001: millisecond msec; 0.000001: microsecond; 0.000000001: nanosecond; 60: minute min; "
    "3600: hour hr; 86400: day; 604800: week wk; 1209600: fortnight",
    "month": "1: month; 12: year yr; 120: decade",
    "B": "1: byte; 1000: kilobyte; 1000000: megabyte meg; 1000000000: gigabyte gig; 1000000000000: terabyte; "
    "1024: kibibyte; "
    "1048576: mebibyte; 1073741824: gibibyte",
    "bit": "1: bit; 1000000: megabit; 1000000000: gigabit",
    "m": "1: meter metre; 0.001: millimeter millimetre; 0.01: centimeter centimetre; 1000: kilometer kilometre; "
    "0.0254: inch inches; 0.3048: foot feet; 1609.344: mile; 0.9144: yard",
    "g": "1: gram; 0.001: milligram; 1000: kilogram kilo; 1000000: ton tonne; 453.59237: pound_mass",
    "l": "1: liter litre; 0.001: milliliter millilitre",
    "%": "1: percent pct percentage",
    "pp": "1: percentage_point",
    "V": "1: volt; 0.001: millivolt; 1000: kilovolt",
    "A": "1: ampere amp; 0.001: milliamp milliampere",
    "Ω": "1: ohm; 1000: kiloohm kohm",
    "W": "1: watt; 1000: kilowatt",
    "Hz": "1: hertz; 1000: kilohertz; 1000000: megahertz; 1000000000: gigahertz",
    "degree": "1: degree",
    "dB": "1: decibel",
    "px": "1: pixel",
    "USD": "1: dollar buck; 0.01: cent",
    "EUR": "1: euro",
    "GBP": "1: pound quid",
    "JPY": "1: yen",
    "KRW": "1: won",
    "CNY": "1: yuan",
    "person": "1: person people persons",
    "child": "1: child children",
    "man": "1: man men",
    "woman": "1: woman women",
    "index": "1: index indices indexes",
    "replica": "1: replica",
    "item": "1: item piece thing",
    "pyeong": "1: pyeong",
}
_KOREAN = {
    "s": "1: 초; 0.001: 밀리초; 0.000001: 마이크로초; 60: 분; 3600: 시간; 86400: 일; 604800: 주 주일 주간",
    "month": "1: 개월 달; 12: 년 해 년간",
    "business day": "1: 영업일 근무일",
    "B": "1: 바이트; 1000: 킬로바이트; 1000000: 메가바이트 메가; 1000000000: 기가바이트 기가; 1000000000000: "
    "테라바이트 테라",
    "m": "1: 미터; 0.001: 밀리미터; 0.01: 센티미터 센티 센치; 1000: 킬로미터; 0.0254: 인치",
    "g": "1: 그램; 0.001: 밀리그램; 1000: 킬로그램 킬로; 1000000: 톤",
    "l": "1: 리터; 0.001: 밀리리터",
    "m2": "1: 제곱미터 평방미터",
    "%": "1: 퍼센트 프로",
    "pp": "1: 퍼센트포인트 프로포인트",
    "V": "1: 볼트; 0.001: 밀리볼트",
    "A": "1: 암페어; 0.001: 밀리암페어",
    "Ω": "1: 옴; 1000: 킬로옴",
    "W": "1: 와트; 1000: 킬로와트",
    "Hz": "1: 헤르츠; 1000: 킬로헤르츠; 1000000: 메가헤르츠; 1000000000: 기가헤르츠",
    "°C": "1: 도 섭씨도",
    "dB": "1: 데시벨",
    "px": "1: 픽셀",
    "x": "1: 배",
    "KRW": "1: 원",
    "USD": "1: 달러 불; 0.01: 센트",
    "EUR": "1: 유로",
    "GBP": "1: 파운드",
    "JPY": "1: 엔",
    "CNY": "1: 위안",
    "person": "1: 명 사람 인 인분",
    "item": "1: 개 가지",
    "case": "1: 건",
    "unit": "1: 대",
    "book": "1: 권",
    "time": "1: 번 회 차례",
    "sheet": "1: 장",
    "seat": "1: 석 자리 좌석",
    "team": "1: 팀",
    "night": "1: 박",
    "floor": "1: 층",
    "pyeong": "1: 평",
    "place": "1: 곳 군데 개소",
    "kind": "1: 종 종류",
    "animal": "1: 마리",
    "bottle": "1: 병",
    "cup": "1: 잔 컵",
    "year old": "1: 살 세",
    "point": "1: 점",
    "page": "1: 쪽 페이지",
    "row": "1: 행 로우",
    "line": "1: 줄 라인",
    "character": "1: 글자 자",
    "word": "1: 단어",
    "token": "1: 토큰",
    "file": "1: 파일",
    "server": "1: 서버",
    "node": "1: 노드",
    "core": "1: 코어",
    "box": "1: 박스 상자",
    "set": "1: 세트",
    "step": "1: 단계",
    "rank": "1: 위",
    "room": "1: 호 호실",
    "round": "1: 차",
    "letter": "1: 통",
    "pair": "1: 켤레 쌍",
    "question": "1: 문항 문제",
    "household": "1: 가구 세대",
    "vote": "1: 표",
    "share": "1: 주식",
    "stock": "1: 그루",
    "copy": "1: 부",
    "ship": "1: 척",
    "group": "1: 그룹",
    "class": "1: 학급",
    "bundle": "1: 묶음",
    "bag": "1: 봉지",
    "tablet": "1: 알 정",
    "lane": "1: 차선",
}


def _table(rows: dict[str, str]) -> dict[str, Unit]:
    table: dict[str, Unit] = {}
    for unit, entries in rows.items():
        for entry in entries.split(";"):
            factor, _, spellings = entry.partition(":")
            table |= {spelling: (Decimal(factor.strip()), unit) for spelling in spellings.split()}
    return table


SYMBOLS = _table(_SYMBOLS)
WORDS = _table(_WORDS)
KOREAN = _table(_KOREAN)
CURRENCY_SIGNS = {
    "$": "USD",
    "us$": "USD",
    "usd": "USD",
    "€": "EUR",
    "eur": "EUR",
    "£": "GBP",
    "gbp": "GBP",
    "¥": "JPY",
}
CURRENCY_SIGNS |= {"jpy": "JPY", "₩": "KRW", "krw": "KRW", "cny": "CNY"}
CURRENCIES = frozenset(CURRENCY_SIGNS.values())
SPOKEN_SCALES = {
    "k": 10**3,
    "m": 10**6,
    "bn": 10**9,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
SPOKEN_SCALES |= {"b": 10**9, "mn": 10**6, "mil": 10**6, "tn": 10**12}
PER = {
    "s": "s", "sec": "s", "second": "s", "min": "min", "minute": "min", "h": "h", "hr": "h", "hour": "h",
    "d": "day", "day": "day",
    "week": "week", "wk": "week", "month": "month", "mo": "month", "year": "year", "yr": "year", "user": "user",
    "person": "person",
    "초": "s", "분": "min", "시간": "h", "일": "day", "월": "month", "인": "person", "명": "person",
}  # fmt: skip
# A count of these agrees with a count of anything: 3개 says less than 3 files, and does not contradict it.
GENERIC = frozenset(("", "item", "case", "unit"))
MEASURED = frozenset(unit for unit in (*_SYMBOLS, "month"))
NOT_NOUNS_TEXT = """
is was has does this us its as always plus minus less across thus perhaps towards yes his hers
ours yours afterwards versus vs various whereas unless besides sometimes means makes works seems
needs gets looks gives goes says comes takes runs needs keeps lets because previous serious
obvious sits stays remains exists fails passes happens applies already these those
"""
NOT_NOUNS = frozenset(NOT_NOUNS_TEXT.split())
ADJECTIVES = (
    "new|old|more|other|different|active|failed|failing|open|free|extra|additional|total|separate|concurrent|parallel|unique|distinct|"
    "consecutive|full|large|small|remaining|pending|broken|missing|duplicate|paid|daily|weekly|business|working|calendar|retry|"
    "test|production|staging|worker|data|support|engineering|log|hard|soft"
)


def singular(noun: str) -> str | None:
    """The singular of an English plural by its ending; None when the word does not look like a counted noun."""
    if len(noun) < 4 or not noun.endswith("s") or noun.endswith(("ss", "us", "is")) or noun in NOT_NOUNS:
        return None
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return noun[:-2]
    return noun[:-1]
