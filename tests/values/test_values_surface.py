"""The one spelling of a text, and the way back to its own offsets."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.values.surface import Surface, blank, lower


@pytest.mark.parametrize(
    ("original", "text"),
    [
        ("plain", "plain"),
        ("한글", "한글"),
        (unicodedata.normalize("NFD", "한글"), "한글"),
        ("１４：３０", "14:30"),
        ("５㎏", "5kg"),
        ("20℃", "20°C"),
        ("84㎡", "84m2"),
        ("a\u00a0b", "a b"),
        ("cafe\u0301", "café"),
        ("5²", "5²"),
        ("½", "½"),
        ("−5", "-5"),
        ("3〜5", "3~5"),
    ],
)
def test_spelling(original: str, text: str) -> None:
    assert Surface(original).text == text


@given(st.text(alphabet="ab한글각５㎏℃\u1112\u1161\u11ab\u0301e １", max_size=30))
def test_offsets_lead_back(original: str) -> None:
    surface = Surface(original)
    assert surface.span(0, len(surface.text)) == (0, len(original)) or not surface.text
    for at in range(len(surface.text)):
        start, end = surface.span(at, at + 1)
        assert 0 <= start < end <= len(original)
        assert surface.text[at] in Surface(original[start:end]).text


def test_lower_keeps_offsets() -> None:
    assert lower("AİB") == "aİb"


def test_blank_keeps_offsets() -> None:
    assert blank("abcdef", [(1, 2), (4, 6)]) == "a\x00cd\x00\x00"
