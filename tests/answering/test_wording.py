"""Inflected words, names in two scripts and numbers with what they count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.answering.numbers import numbers, other_number
from harness.answering.sounds import sounding, translated
from harness.answering.wording import alike, letters


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("열어", "열면", True),
        ("빌려야", "빌리기", True),
        ("둬선", "두면", False),  # one syllable is too little
        ("끊겨서", "끊어져", True),
        ("복사하고", "복사", True),
        ("창고를", "창문을", False),
        ("readmit", "readmiss", True),
        ("licence", "lettuce", False),
    ],
)
def test_alike(one: str, other: str, expected: bool) -> None:
    assert alike(one, other) is expected


@given(
    st.text("가나다라마바사둬켜쏴값닭", min_size=1, max_size=5),
    st.text("가나다라마바사둬켜쏴값닭", min_size=1, max_size=5),
)
def test_alike_is_the_same_both_ways(one: str, other: str) -> None:
    assert alike(one, other) is alike(other, one)
    assert alike(one, one)
    assert len(letters(one)) >= 2 * len(one)


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        ("윤서진", "yoon seo-jin is in charge now", True),
        ("윤서진", "seojin yoon", True),
        ("한도윤", "han do-yun", True),
        ("윤서진", "yoon seo-jun is in charge", False),
        ("김서윤", "kim seo-yeon", False),
        ("김서윤", "seo-yun kim", True),
        ("박도현", "park do hyeon", True),
        ("윤서진", "kim tae-ho", False),
        ("priya raman", "프리야", False),
    ],
)
def test_sounding(form: str, text: str, expected: bool) -> None:
    assert bool(sounding(form, text)) is expected


def test_names_of_languages() -> None:
    assert translated("일본어") == ["japanese"]
    assert translated("dutch") == ["네덜란드어"]
    assert translated("sea salt") == []


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ("oil it once", "oil it twice", True),
        ("oil it twice", "oil it twice", False),
        ("3명 줄이기", "10분에서 3분으로", False),
        ("10분에서 5분으로", "10분에서 3분으로", False),  # keeps a number of the source: left to the claims' own values
        ("열 시간", "8시간", True),
        ("no numbers", "twice", False),
    ],
)
def test_other_number(text: str, source: str, expected: bool) -> None:
    assert other_number(text, (source,)) is expected


def test_numbers_carry_their_unit() -> None:
    assert ("2", "times") in numbers("oil it twice")
    assert ("12", "%") in numbers("down to 12%")
