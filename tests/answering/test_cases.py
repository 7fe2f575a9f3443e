"""Graded answers in wordings that no rule was written for, in both languages."""

from __future__ import annotations

import pytest

from harness.answering.grading import grade
from harness.schema import Answer, Probe
from tests.answering import cases_en, cases_fourth, cases_ko, cases_more, cases_third

_ALL = [
    pytest.param(probe, text, outcome, id=f"{outcome}: {text}")
    for probe, answers in (*cases_en.CASES, *cases_ko.CASES, *cases_more.CASES, *cases_third.CASES, *cases_fourth.CASES)
    for outcome, texts in answers.items()
    for text in texts
]


@pytest.mark.parametrize(("probe", "text", "outcome"), _ALL)
def test_answer_is_graded_as_a_reader_would(probe: Probe, text: str, outcome: str) -> None:
    given = grade(probe, Answer(text))
    assert given.outcome.value == outcome, given.why
