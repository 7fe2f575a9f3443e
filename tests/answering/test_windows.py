"""A bare denial holds for the whole list behind it, and for nothing else."""

from __future__ import annotations

import pytest

from harness.answering.grading import grade
from harness.answering.windows import windows
from harness.schema import Answer, Claim, Outcome, Probe
from tests.build import probe

FROZEN = probe(
    "claims",
    "nothing in it may be edited",
    claims=(Claim(("edited", "edit", "regenerate"), negated=True),),
    question="May we edit the captures?",
    quote="So nothing gets edited in there.",
)


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("v3 (46 files) is sacred: no edits, regenerating or reformatting, whatever tests want.", True),
        ("v3 is sacred: no edits, no regenerating.", False),
        ("no edits, regenerating is fine", False),
        ("no problem, only editing or regenerating", False),
    ],
)
def test_what_a_bare_no_denies(text: str, together: bool) -> None:
    joined = [w.text for w in windows(text)[0] if w.text.startswith("no edits, ")]
    assert bool(joined) is together


@pytest.mark.parametrize(
    ("p", "answer", "outcome"),
    [
        (FROZEN, "The captures (46 files) are sacred: no edits, regenerating or reformatting.", Outcome.RETAINED),
        (FROZEN, "The captures (46 files) are open: edits, regenerating or reformatting.", Outcome.DISTORTED),
    ],
)
def test_a_list_of_bans_is_graded_as_one(p: Probe, answer: str, outcome: Outcome) -> None:
    assert grade(p, Answer(answer)).outcome is outcome
