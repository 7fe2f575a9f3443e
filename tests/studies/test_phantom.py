"""A compactor of known retention, the real reader, the real estimator: the interval covers the truth as often as it says."""

from __future__ import annotations

import pytest

from tests.studies.phantom import RATES, study


@pytest.mark.slow
def test_the_interval_of_r_covers_the_true_rate_in_200_seeds() -> None:
    shares = study(200)
    assert set(shares) == set(RATES)
    for category, share in shares.items():
        assert 0.90 <= share <= 0.995, (category, share)
