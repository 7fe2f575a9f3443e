"""95 % intervals hold the truth in 90–99.5 % of 300 fixed-seed studies, with few and with many conversations."""

from __future__ import annotations

import pytest

from tests.studies.coverage import RATES, SIZES, study


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("r", RATES)
def test_intervals_cover_the_truth_as_often_as_they_say(r: float, size: tuple[int, int]) -> None:
    found = study(r, *size, 300, seed=0)
    assert 0.90 <= found.rate <= 0.995
    for share in found.retention[:3]:
        assert 0.90 <= share <= 0.995
