"""Intervals against statsmodels, by hand, and by their laws."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from harness.analysis.intervals import clustered_share, wilson

CLUSTERS = st.lists(
    st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda t: (min(t), max(t))), min_size=0, max_size=12
)


@given(st.integers(0, 200), st.integers(1, 200))
def test_wilson_is_that_of_statsmodels(k: int, n: int) -> None:
    k = min(k, n)
    low, high = wilson(k / n, n, 1.959963984540054)
    expected = proportion_confint(k, n, method="wilson")
    assert (low, high) == pytest.approx(expected, abs=1e-12)


def test_by_hand() -> None:
    # 3 clusters of 4, 6, 10 with 2, 3, 9: p = 14/20; linearised variance and deff worked out on paper.
    y, n, p = np.array([2, 3, 9]), np.array([4, 6, 10]), 0.7
    variance = 3 / 2 * (((y - p * n) ** 2).sum()) / 400
    deff = variance / (p * (1 - p) / 20)
    share = clustered_share(y, n)
    assert share is not None
    assert deff == pytest.approx(2.1714286, rel=1e-6)
    low, high = wilson(p, 20 / deff, 4.302652729911275)
    assert (share.value, share.low, share.high) == pytest.approx((p, low, high))
    assert (share.n, share.conversations) == (20, 3)


@given(CLUSTERS)
def test_laws(clusters: list[tuple[int, int]]) -> None:
    share = clustered_share([y for y, _ in clusters], [n for _, n in clusters])
    used = [(y, n) for y, n in clusters if n]
    if not used:
        assert share is None
        return
    assert share is not None
    assert share.conversations == len(used)
    if len(used) < 2:
        assert share.low is None
        return
    assert share.low is not None
    assert share.high is not None
    assert 0 <= share.low <= share.value <= share.high <= 1
    flipped = clustered_share([n - y for y, n in clusters], [n for _, n in clusters])
    assert flipped is not None
    assert (flipped.low, flipped.high) == pytest.approx((1 - share.high, 1 - share.low))
    shuffled = clustered_share([y for y, _ in reversed(clusters)], [n for _, n in reversed(clusters)])
    assert shuffled is not None
    assert shuffled.low == pytest.approx(share.low)


def test_the_interval_is_never_narrower_than_that_of_independent_probes() -> None:
    rng = np.random.default_rng(1)
    for _ in range(100):
        n = rng.integers(1, 12, 9)
        y = rng.binomial(n, rng.beta(2, 2, 9))
        share = clustered_share(y, n)
        assert share is not None
        low, high = proportion_confint(y.sum(), n.sum(), method="wilson")
        assert share.low is not None
        assert share.low <= low + 1e-12
        assert share.high is not None
        assert share.high >= high - 1e-12


@pytest.mark.slow
@pytest.mark.parametrize(("conversations", "probes"), [(30, 10), (10, 5)])
def test_coverage_of_the_nominal_95_percent(conversations: int, probes: int) -> None:
    rng = np.random.default_rng(7)
    hits = []
    for _ in range(1000):
        rates = rng.beta(0.7 * 6, 0.3 * 6, conversations)
        share = clustered_share(rng.binomial(probes, rates), np.full(conversations, probes))
        assert share is not None
        assert share.low is not None
        assert share.high is not None
        hits.append(share.low <= 0.7 <= share.high)
    assert 0.90 <= np.mean(hits) <= 0.995
