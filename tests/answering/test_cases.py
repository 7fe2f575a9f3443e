"""Graded answers in wordings that no rule was written for when they were set down, in both languages.

The rules have since been mended after the first four sets; the fifth and ``cases_sought`` were only
measured, and what they get wrong there stands in ``KNOWN``.
"""

from __future__ import annotations

import pytest

from harness.answering.grading import grade
from harness.schema import Answer, Outcome, Probe
from tests.answering import cases_en, cases_fifth, cases_fourth, cases_ko, cases_more, cases_sought, cases_third

KNOWN = frozenset((
    "The river comes over the lower field each spring.",
    "It seemed the better choice.",
    "In winter, leave it dry.",
    "No date has been fixed.",
    "I know nothing of a wedding.",
    "그냥 그게 나아서요.",
    "날짜는 안 잡혔어요.",
    "The marquee was chosen.",
    "천막을 쓰기로 했습니다.",
    "We drained the coolant and that helped.",
))  # fmt: skip
_ALL = [
    pytest.param(
        probe,
        text,
        outcome,
        id=f"{outcome}: {text}",
        marks=[pytest.mark.xfail(strict=True, reason="measured, not tuned")] if text in KNOWN else [],
    )
    for cases in (cases_en, cases_ko, cases_more, cases_sought, cases_third, cases_fourth, cases_fifth)
    for probe, answers in cases.CASES
    for outcome, texts in answers.items()
    for text in texts
]


@pytest.mark.parametrize(("probe", "text", "outcome"), _ALL)
def test_answer_is_graded_as_a_reader_would(probe: Probe, text: str, outcome: str) -> None:
    given = grade(probe, Answer(text))
    assert given.outcome.value == outcome, given.why


def test_nothing_wrong_is_called_right_in_the_set_that_was_only_measured() -> None:
    wrong = [
        text
        for probe, answers in cases_fifth.CASES
        for outcome, texts in answers.items()
        for text in texts
        if outcome != "retained" and grade(probe, Answer(text)).outcome is Outcome.RETAINED
    ]
    assert not wrong
