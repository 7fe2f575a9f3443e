"""Bounds and intervals of paired differences: coverage beside an independent t interval, few conversations, and no order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from harness.analysis.paired import difference, estimate, holm

PER_CONVERSATION = st.lists(st.tuples(st.integers(-3, 3), st.integers(3, 5)), min_size=1, max_size=20)


def coverage(shape: tuple[float, float], conversations: int, draws: int = 500) -> tuple[float, float]:
    """How often our interval and a t interval of the conversations' means hold the true mean."""
    draw, hits = np.random.default_rng(conversations), np.zeros(2)
    truth = shape[0] / sum(shape)
    for _ in range(draws):
        sums = draw.binomial(5, draw.beta(*shape, conversations)).astype(float)
        ours = estimate(sums, np.full(conversations, 5.0))
        assert ours is not None
        assert ours.low is not None
        assert ours.high is not None
        half = float(stats.t.ppf(0.975, conversations - 1) * stats.sem(sums / 5))
        hits += [ours.low <= truth <= ours.high, abs(sums.mean() / 5 - truth) <= half]
    return float(hits[0] / draws), float(hits[1] / draws)


@pytest.mark.parametrize("conversations", [6, 10, 30])
def test_the_interval_covers_the_truth_and_where_it_is_skewed_no_less_than_t(conversations: int) -> None:
    symmetric, _ = coverage((2, 2), conversations)
    assert symmetric >= 0.93
    ours, t = coverage((0.3, 1.2), conversations)
    assert ours >= t - 0.01


def test_few_conversations_have_no_interval_and_agreeing_ones_no_certainty() -> None:
    few, agreeing = estimate([2] * 5, [4] * 5), estimate([2] * 6, [4] * 6)
    assert few is not None
    assert agreeing is not None
    assert (few.value, few.low, few.high) == (0.5, None, None)
    assert agreeing.low is not None
    assert agreeing.high is not None
    assert agreeing.low < 0.5 < agreeing.high
    assert (agreeing.probes, agreeing.conversations) == (24, 6)
    assert estimate([], []) is None
    assert estimate([0, 1], [0, 2]) == estimate([1], [2])


@given(PER_CONVERSATION, st.randoms(use_true_random=False))
def test_the_order_of_conversations_changes_no_bound(rows: list[tuple[int, int]], mixed: object) -> None:
    order = list(rows)
    mixed.shuffle(order)  # type: ignore[attr-defined]
    one, two = (difference([s / 3 for s, _ in r], [n for _, n in r], 0.05) for r in (rows, order))
    assert (one.low, one.high, one.p) == (two.low, two.high, two.p)


@given(st.integers(0, 10_000), st.integers(1, 20))
@example(163, 18)  # these two rise where conversations stand in the order of their sums first
@example(173, 18)
def test_a_loss_in_one_conversation_lowers_every_bound(seed: int, conversations: int) -> None:
    draw = np.random.default_rng(seed)
    counts = draw.integers(1, 9, conversations)
    sums = draw.binomial(counts, 0.5) - draw.binomial(counts, 0.5)
    worse = sums - (np.arange(conversations) == draw.integers(conversations)) * draw.integers(1, 4)
    one, two = difference(sums, counts, 0.05), difference(worse, counts, 0.05)
    assert two.p <= one.p
    assert (two.low or 0) <= (one.low or 0)
    assert (two.high or 0) <= (one.high or 0)


def test_losses_and_gains_that_cancel_are_no_loss() -> None:
    """Thirds do not add up to zero in floating point."""
    thirds = [1 / 3, 1 / 3, -2 / 3] * 5
    assert difference(thirds, [1] * 15, 0.05).p == difference([3 * x for x in thirds], [3] * 15, 0.05).p


PS = st.sampled_from([0.0, 1e-9, 0.004, 0.01, 0.0125, 0.02, 0.3, 1.0]) | st.floats(0, 1)


@given(st.lists(PS, min_size=1, max_size=9))
@settings(max_examples=20)  # the oracle collects garbage at every call
def test_adjusted_p_are_those_of_an_independent_holm(ps: list[float]) -> None:
    assert holm(ps) == multipletests(ps, method="holm")[1].tolist()


def test_nothing_tested_has_nothing_to_adjust() -> None:
    assert holm([]) == []
