"""The grader against the labelled answers that its rules were made with. What it does on unseen ones, ``make grades`` tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.answering.agreement import measure, read_labels

LABELS = Path(__file__).resolve().parents[2] / "probes" / "labels"


@pytest.mark.parametrize("split", ["tuning", "tuning-2", "tuning-3"])
def test_grades_agree_with_people(split: str) -> None:
    for found in measure(read_labels(LABELS / f"{split}.jsonl")):
        assert found.agreement.value >= 0.97, found
        assert found.false_retained.k == 0, found
        assert found.abstentions.value >= 0.97, found
        assert found.ungraded_claims.value <= 0.15, found
