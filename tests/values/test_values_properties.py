"""Values written in random surface forms among random words, and read back; NFC and NFD; the laws of compare()."""

from __future__ import annotations

import unicodedata
from datetime import date
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.values import IdentifierValue, Match, Normal, QuantityValue, TimeValue, ValueKind, compare, find

# Neither list holds anything that qualifies a value (about, under, 약, 이상 …) or is one.
ENGLISH = (
    "please",
    "keep",
    "the",
    "server",
    "We",
    "agreed",
    "that",
    "Dana",
    "said",
    "(note)",
    "again,",
    "because",
    "fine.",
)
KOREAN = (
    "그래서",
    "서버",
    "팀이",
    "회의에서",
    "민수가",
    "정했고",
    "우리는",
    "배포를",
    "확인",
    "계획대로",
    "(참고)",
    "그리고,",
)
PARTICLES = ("", "에", "은", "로", "까지", "부터", "입니다", "에서", "으로", "도")
MONTHS = ("January", "Feb", "March", "April", "May", "June", "July", "August", "Sept", "October", "Nov", "December")
ONES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NATIVE = ("", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두")
SINO = "일이삼사오육칠팔구"


def sino(n: int) -> str:
    """Sino-Korean words for 1 to 9999."""
    out = ""
    for scale, word in ((1000, "천"), (100, "백"), (10, "십"), (1, "")):
        digit, n = divmod(n, scale)
        if digit:
            out += ("" if digit == 1 and word else SINO[digit - 1]) + word
    return out


@st.composite
def sentences(draw: st.DrawFn, forms: st.SearchStrategy[str]) -> tuple[str, str]:
    """A sentence and the form that stands in it; a Korean particle may follow."""
    form = draw(forms)
    korean = draw(st.booleans())
    words = st.lists(st.sampled_from(KOREAN if korean else ENGLISH), max_size=3)
    tail = draw(st.sampled_from(PARTICLES)) if korean else draw(st.sampled_from(("", ".", ",", "?", "!")))
    return " ".join([*draw(words), form + tail, *draw(words)]), form


@st.composite
def clocks(draw: st.DrawFn) -> tuple[str, TimeValue]:
    hour, minute = draw(st.integers(0, 23)), draw(st.sampled_from((0, 5, 15, 30, 45)))
    twelve, half = hour % 12 or 12, "오후" if hour >= 12 else "오전"
    forms = [
        f"{hour:02d}:{minute:02d}",
        f"{twelve}:{minute:02d} {'pm' if hour >= 12 else 'am'}",
        f"{half} {twelve}:{minute:02d}",
    ]
    if minute == 0:
        forms += [f"{twelve}{'pm' if hour >= 12 else 'am'}", f"{half} {twelve}시", f"{half} {NATIVE[twelve]} 시"]
    else:
        forms += [f"{half} {twelve}시 {minute}분", f"{half} {NATIVE[twelve]} 시 {sino(minute)}분"]
    if minute == 30:
        forms += [f"{half} {twelve}시 반"]
    written = draw(st.sampled_from(forms))
    # 10:15 and 12:30 are either half of the day; 03:30 and 15:30 are not
    ambiguous = written == f"{hour:02d}:{minute:02d}" and 10 <= hour <= 12
    return written, TimeValue(hour=hour, minute=minute, ambiguous=ambiguous)


@st.composite
def dates(draw: st.DrawFn) -> tuple[str, TimeValue]:
    day = draw(st.dates(date(1990, 1, 1), date(2060, 12, 31)))
    name, full = MONTHS[day.month - 1], TimeValue(year=day.year, month=day.month, day=day.day)
    part = TimeValue(month=day.month, day=day.day)
    return draw(
        st.sampled_from(
            [
                (day.isoformat(), full),
                (f"{day.year}/{day.month}/{day.day}", full),
                (f"{name} {day.day}, {day.year}", full),
                (f"{day.day} {name} {day.year}", full),
                (f"{day.year}년 {day.month}월 {day.day}일", full),
                (f"{name} {day.day}", part),
                (f"{day.day} {name}", part),
                (f"{day.month}월 {day.day}일", part),
            ]
        )
    )


@st.composite
def amounts(draw: st.DrawFn) -> tuple[str, QuantityValue]:
    n = draw(st.integers(2, 9999))
    plain, grouped = str(n), f"{n:,}"
    word = TENS[n // 10 % 10] + "-" + ONES[n % 10] if n % 10 and n // 10 % 10 > 1 else ONES[n % 10] or "ten"
    small = n % 100 if n % 10 and n // 10 % 10 > 1 else n % 10 or 10
    forms: list[tuple[str, int | Decimal, str]] = [
        (f"{grouped} files", n, "file"),
        (f"{plain} MB", n * 10**6, "B"),
        (f"{plain}MiB", n * 2**20, "B"),
        (f"${grouped}", n, "USD"),
        (f"{plain} ms", Decimal(n) / 1000, "s"),
        (f"{plain} hours", n * 3600, "s"),
        (f"{plain}%", n, "%"),
        (f"{plain} 퍼센트", n, "%"),
        (f"{grouped}원", n, "KRW"),
        (f"{plain}만 원", n * 10**4, "KRW"),
        (f"{plain}명", n, "person"),
        (f"{sino(n % 9000 + 11)} 원", n % 9000 + 11, "KRW"),
        (f"{plain}k tokens", n * 1000, "token"),
        (f"{word} servers", small, "server"),
        (f"{NATIVE[2 + n % 11]} 명", 2 + n % 11, "person"),
        (f"{NATIVE[2 + n % 11]} 시간", (2 + n % 11) * 3600, "s"),
        (f"{plain}시간", n * 3600, "s"),
        (f"{plain} kΩ", n * 1000, "Ω"),
    ]
    form, amount, unit = draw(st.sampled_from(forms))
    return form, QuantityValue(Decimal(amount), unit)


@st.composite
def names(draw: st.DrawFn) -> tuple[str, str]:
    stem = draw(st.sampled_from(("db", "rack", "node", "worker", "queue", "cache")))
    n = draw(st.integers(10, 999))
    return draw(
        st.sampled_from(
            [
                (f"{stem}-{n}", f"{stem}-{n}"),
                (f"{stem}_{n}_enabled", f"{stem}_{n}_enabled"),
                (f"/srv/{stem}/{n}.log", f"/srv/{stem}/{n}.log"),
                (f"v{n}.4.1", f"{n}.4.1"),
                (f"{stem.upper()}-{n}", f"{stem}-{n}"),
                (f"#{n}", f"#{n}"),
                (f"`{stem} --{stem}`", f"{stem} --{stem}"),
                (f"https://{stem}.example.com/{n}", f"https://{stem}.example.com/{n}"),
                (f"10.0.{n % 256}.1:8080", f"10.0.{n % 256}.1:8080"),
            ]
        )
    )


@st.composite
def written(draw: st.DrawFn) -> tuple[str, str, Normal | str]:
    """A sentence, the form in it, and its value (the key alone for an identifier)."""
    form, value = draw(st.one_of(clocks(), dates(), amounts(), names()))
    sentence, _ = draw(sentences(st.just(form)))
    return sentence, form, value


def _same(normal: Normal, value: Normal | str) -> bool:
    return normal.key == value if isinstance(normal, IdentifierValue) else normal == value


@settings(max_examples=1500, deadline=None)
@given(written())
def test_what_was_written_is_read_back(case: tuple[str, str, Normal | str]) -> None:
    sentence, form, value = case
    found = find(sentence)
    assert len(found) == 1, (sentence, found)
    assert _same(found[0].normal, value), (sentence, found[0])
    assert found[0].text == form.strip("`")
    assert sentence[found[0].start : found[0].end] == found[0].text


@settings(max_examples=400, deadline=None)
@given(written())
def test_decomposed_hangul_is_read_alike(case: tuple[str, str, Normal | str]) -> None:
    sentence = case[0]
    decomposed = unicodedata.normalize("NFD", sentence)
    plain, other = find(sentence), find(decomposed)
    assert [v.normal for v in plain] == [v.normal for v in other]
    assert [unicodedata.normalize("NFC", v.text) for v in other] == [v.text for v in plain]
    assert all(decomposed[v.start : v.end] == v.text for v in other)


_FULL_WIDTH = str.maketrans({chr(c): chr(c + 0xFEE0) for c in range(0x21, 0x7F)} | {" ": "\u3000"})


@settings(max_examples=300, deadline=None)
@given(st.one_of(clocks(), dates(), amounts()))
def test_full_width_forms_are_read_alike(case: tuple[str, Normal]) -> None:
    form, value = case
    found = find(form.translate(_FULL_WIDTH))
    assert [v.normal for v in found] == [value]


@settings(max_examples=600, deadline=None)
@given(
    st.text(
        alphabet="0123456789abcdmkMB:/.-,~%$#`@_() \n월일시분오전후내다음주약이만천원개명세열하루\u1100\u1161",
        max_size=60,
    )
)
def test_any_text_gives_ordered_disjoint_spans_of_it(text: str) -> None:
    done = 0
    for value in find(text):
        assert done <= value.start < value.end
        assert text[value.start : value.end] == value.text
        done = value.end


@settings(max_examples=400, deadline=None)
@given(st.lists(st.one_of(clocks(), dates(), amounts(), names()), min_size=2, max_size=2))
def test_laws_of_compare(cases: list[tuple[str, Normal | str]]) -> None:
    a, b = (find(form)[0].normal for form, _ in cases)
    mirror = {Match.FINER: Match.COARSER, Match.COARSER: Match.FINER}
    assert compare(a, a) is compare(b, b) is Match.EQUAL
    assert compare(b, a) is mirror.get(compare(a, b), compare(a, b))
    assert (compare(a, b) is Match.EQUAL) >= (a == b)


def test_kinds_select_and_do_not_change_what_is_found() -> None:
    text = "db-7 restarts at 14:30 with 40 workers on port 8080, 3만 원"
    everything = find(text)
    for kind in ValueKind:
        assert find(text, kinds={kind}) == tuple(v for v in everything if v.kind is kind)


def test_a_korean_day_yields_to_who_asks_for_quantities_only() -> None:
    assert find("3일", kinds={ValueKind.TIME})[0].normal == TimeValue(day=3)
    assert find("3일")[0].normal == TimeValue(day=3)
    assert find("3일", kinds={ValueKind.QUANTITY})[0].normal == QuantityValue(Decimal(259200), "s")
