"""The reckoned power is what simulated gates show."""

from __future__ import annotations

import numpy as np
import pytest

from harness.analysis.gate import Policy
from harness.analysis.paired import difference
from harness.analysis.power import POWER, conversations_for, power_of, smallest_drop
from tests.analysis.test_gate import side, survive

N, PROBES = 30, 10


def scores(rng: np.random.Generator, rate: float, hard: np.ndarray) -> np.ndarray:
    """Retained probes per conversation, whose ease differs by ``hard``."""
    return rng.binomial(PROBES, np.clip(rate + hard, 0, 1)).astype(float)


@pytest.mark.parametrize("alpha", [0.05, 0.0125])
@pytest.mark.parametrize("shared", [0.0, 0.15])
def test_simulated_gates_show_the_drop_as_often_as_reckoned(alpha: float, shared: float) -> None:
    rng = np.random.default_rng(5)
    spread = float(np.sqrt(2 * 0.8 * 0.2 / PROBES + 2 * shared**2))  # of unrelated runs
    drop = smallest_drop(N, spread, alpha)
    assert drop is not None
    found = []
    for _ in range(400):
        hard = rng.normal(0, shared, N) if shared else np.zeros(N)
        change = scores(rng, 0.8, hard) - scores(rng, 0.8, hard) - drop * PROBES
        found.append(difference(change, np.full(N, float(PROBES)), alpha).p <= alpha)
    if shared:
        assert np.mean(found) > POWER  # pairing helps, so the reckoning is on the safe side
    else:
        assert np.mean(found) == pytest.approx(POWER, abs=0.06)


def test_the_spread_of_a_run_is_that_of_its_simulation() -> None:
    rng = np.random.default_rng(1)
    run = power_of(side(survive(rng, 0.8, 400, 20, 1)), Policy())
    by = {p.name: p for p in run}
    assert by["all"].spread == pytest.approx(np.sqrt(2 * 0.8 * 0.2 / 20), rel=0.1)
    assert by["time"].spread == pytest.approx(np.sqrt(2 * 0.8 * 0.2 / 10), rel=0.1)


def test_the_number_needed_is_the_first_that_shows_the_drop() -> None:
    needed = conversations_for(0.05, 0.2, 0.05, 8)
    assert needed is not None
    before, at = smallest_drop(needed - 1, 0.2, 0.05), smallest_drop(needed, 0.2, 0.05)
    assert before is not None
    assert at is not None
    assert at <= 0.05 < before


def test_no_variation_and_few_conversations_give_no_number() -> None:
    assert all(p.smallest is None and p.needed[0.05] is None for p in power_of(side(np.ones((30, 4, 2))), Policy()))
    few = power_of(side(survive(np.random.default_rng(0), 0.8, 5)), Policy())
    assert all(p.smallest is None and p.conversations == 5 for p in few)
