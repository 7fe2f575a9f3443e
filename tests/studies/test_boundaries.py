"""The study of boundaries: its logs are what it says, and its places lie where it says."""

from __future__ import annotations

import pytest

from harness.folding.boundaries import boundaries
from tests.build import untorn
from tests.studies.boundaries import CLEAR, LENGTH, NEAR, TASKS, Compared, beside, detected, joined


@pytest.mark.parametrize("language", ["en", "ko"])
def test_tasks_are_joined_with_signs_that_the_detectors_see(language: str) -> None:
    joint = joined(1, language)
    turns = joint.log.turns
    assert [t.index for t in turns] == list(range(len(turns)))
    assert TASKS * (LENGTH - 3) < len(turns) <= TASKS * LENGTH
    assert len(joint.seams) == TASKS - 1
    assert all(e.quote in turns[e.turn].text for p in joint.probes for e in p.evidence)
    found = detected([joint])
    signed = [found[s] for s in found if s not in ("none", "false")]
    assert sum(a for a, _ in signed) >= sum(n for _, n in signed) - 1
    assert found["none"][0] == 0
    ends = boundaries(turns)
    for end in ends:
        for place in beside(turns, ends, end):
            assert CLEAR <= abs(place - end) <= NEAR
            assert min(abs(place - e) for e in ends) >= CLEAR
            assert untorn(turns, place)


def test_a_side_without_probes_has_no_difference() -> None:
    assert Compared(1, (True, False), ()).difference is None
    assert Compared(1, (True, False), (False, False)).difference == 0.5
