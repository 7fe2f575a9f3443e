"""The gold probes against the grader: their own expected answers are right, their siblings' values are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.answering.grading import grade
from harness.categories import builtin
from harness.runs import read_probes
from harness.schema import Answer, Kind, Probe

GOLD = sorted((Path(__file__).resolve().parents[2] / "probes" / "gold").glob("*.jsonl"))


def _outcome(probe: Probe, text: str) -> str:
    return grade(probe, Answer(text)).outcome.value


@pytest.mark.parametrize("path", GOLD, ids=lambda p: p.stem)
def test_expected_answers_are_retained_and_wrong_values_are_not(path: Path) -> None:
    bad = []
    for probe in read_probes(path, builtin()):
        if probe.kind is Kind.ABSENT:
            bad += [(probe.id, w) for w in probe.wrong if _outcome(probe, w) != "fabricated"]
            continue
        right = [probe.expected, *probe.accepted] + (
            ["\n".join(e.quote for e in probe.evidence)] if probe.kind is Kind.CLAIMS else []
        )
        bad += [(probe.id, t) for t in right if _outcome(probe, t) != "retained"]
        bad += [
            (probe.id, t)
            for t in (*probe.wrong, *probe.stale)
            if probe.kind is not Kind.CLAIMS and _outcome(probe, t) == "retained"
        ]
    assert not bad
