"""Resampling conversations: two ways of drawing them, one distribution."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from harness.analysis.clusters import Array, _counted, _multinomial, _weights, resampled

Draw = Callable[[int, int, np.random.Generator], Array]


@pytest.mark.parametrize("draw", [_counted, _multinomial])
def test_a_resample_draws_as_many_conversations_each_as_often_as_the_others(draw: Draw) -> None:
    drawn = draw(7, 20_000, np.random.default_rng(1))
    assert drawn.shape == (20_000, 7)
    assert (drawn.sum(axis=1) == 7).all()
    wanted = np.eye(7) - 1 / 7  # covariance of a multinomial of 7 draws over 7 equal cells
    assert np.cov(drawn.T) == pytest.approx(wanted, abs=0.05)
    cells = np.bincount(drawn[:, 3].astype(int), minlength=8)[:5]
    expected = 20_000 * stats.binom.pmf(np.arange(5), 7, 1 / 7)
    assert cells == pytest.approx(expected, abs=5 * np.sqrt(20_000 * 0.25))


def test_few_conversations_are_drawn_as_ever_and_many_in_chunks() -> None:
    few = np.concatenate(list(_weights(30, 50, np.random.default_rng(2))))
    assert (few == np.random.default_rng(2).multinomial(30, np.full(30, 1 / 30), 50)).all()
    many = list(_weights(1_500, 4_000, np.random.default_rng(3)))
    assert len(many) == 2
    assert all((w.sum(axis=1) == 1_500).all() for w in many)


def test_the_spread_of_resampled_shares_is_that_between_conversations() -> None:
    deviations = np.random.default_rng(4).normal(size=(1_200, 2))
    deviations -= deviations.mean(axis=0)
    errors = resampled(deviations, 2_000, np.random.default_rng(5))
    assert errors.std(axis=0) == pytest.approx(np.sqrt((deviations**2).sum(axis=0)), rel=0.06)
