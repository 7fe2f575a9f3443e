"""The curves: simulations of known shape, hand-computed tables, independent oracles, coverage of the intervals."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm

from harness.analysis.clusters import Grid, covariance, grid, resampled
from harness.analysis.decay import decay, with_fits
from harness.analysis.models import Fit, best, fit_curves
from harness.analysis.outcomes import by_age, eligible_probes, first_losses, recoveries
from harness.analysis.words import describe, missing_conversations
from tests.analysis.test_decay import fitted, probe_rows, simulate, table


def drawn(mean: list[float], conversations: int = 60, probes: int = 20, seed: int = 0, spread: float = 0.0) -> Grid:
    """Counts around a curve from age 1 on; ``spread`` lets conversations differ (beta)."""
    rng = np.random.default_rng(seed)
    centre = np.array(mean)
    own = np.tile(centre, (conversations, 1))
    if spread:
        own = rng.beta(centre / spread, (1 - centre) / spread, (conversations, len(mean)))
    y = rng.binomial(probes, own).astype(float)
    return Grid(np.arange(1, len(mean) + 1), y, np.full(y.shape, float(probes)))


@pytest.mark.parametrize(
    ("name", "mean"),
    [
        ("power", [0.85**k for k in range(1, 7)]),
        ("scaled", [0.6 * 0.93 ** (k - 1) for k in range(1, 7)]),
        ("floor", [0.3 + 0.7 * 0.5**k for k in range(1, 8)]),
        ("scaled_floor", [0.35 + 0.2 * 0.55 ** (k - 1) for k in range(1, 9)]),
    ],
)
def test_the_curve_that_made_the_data_is_named(name: str, mean: list[float]) -> None:
    found = best(fit_curves(drawn(mean, 200, 30)))
    assert found is not None
    assert found.name == name
    for k, expected in enumerate(mean, 1):
        assert found.at(k) == pytest.approx(expected, abs=0.02)


def test_known_parameters_are_found() -> None:
    fits = {f.name: f for f in fit_curves(drawn([0.3 + 0.7 * 0.5**k for k in range(1, 9)], 200, 30))}
    assert fits["floor"].floor == pytest.approx(0.3, abs=0.02)
    assert fits["floor"].r == pytest.approx(0.5, abs=0.03)
    assert not fits["power"].holds
    assert not fits["scaled"].holds
    step = {f.name: f for f in fit_curves(drawn([0.6 * 0.95 ** (k - 1) for k in range(1, 7)], 200, 30))}["scaled"]
    assert (step.first_loss, step.r) == (pytest.approx(0.4, abs=0.02), pytest.approx(0.95, abs=0.01))


def test_r_of_the_power_curve_is_that_of_a_log_link_glm() -> None:
    data = drawn([0.8**k for k in range(1, 5)], 40, 10, seed=2)
    y, n = data.y.sum(axis=0), data.total
    model = sm.GLM(
        np.column_stack([y, n - y]), data.ages.astype(float), family=sm.families.Binomial(sm.families.links.Log())
    )
    result = model.fit(start_params=[np.log(0.7)])
    fits = {f.name: f for f in fit_curves(data)}
    assert fits["power"].r == pytest.approx(float(np.exp(result.params[0])), abs=1e-4)


def test_a_floor_is_not_asked_about_below_five_ages() -> None:
    assert {f.name for f in fit_curves(drawn([0.6, 0.5, 0.45, 0.4]))} == {"power", "scaled"}
    assert fit_curves(drawn([0.6])) == ()
    assert fit_curves(drawn([0.6, 0.5], conversations=1)) == ()


def test_as_many_parameters_as_ages_leave_nothing_to_test() -> None:
    fits = {f.name: f for f in fit_curves(drawn([0.5, 0.4]))}
    assert fits["scaled"].p is None
    assert fits["scaled"].holds
    assert fits["power"].p is not None


def test_half_life() -> None:
    def half(name: str, r: float, start: float, floor: float) -> float | None:
        return Fit(name, r, start, floor, 0.0, None, 1, 5).half_life

    assert half("power", 0.5, 1.0, 0.0) == pytest.approx(1.0)
    assert half("scaled", 0.9, 0.8, 0.0) == pytest.approx(np.log(0.5 / 0.8) / np.log(0.9))
    assert half("floor", 0.5, 1.0, 0.6) is None
    assert half("floor", 0.5, 1.0, 0.2) == pytest.approx(np.log(0.3 / 0.8) / np.log(0.5))
    assert half("scaled", 0.9, 0.4, 0.0) == 0.0


def test_survival_is_the_product_of_what_was_kept_and_needs_no_recovery() -> None:
    frame = table(
        [*probe_rows("a", "rrr"), *probe_rows("b", "rmr"), *probe_rows("c", "mrm", "c1"), *probe_rows("d", "rrm", "c1")]
    )
    found = fitted(frame)
    naive = {1: 3 / 4, 2: 3 / 4 * 2 / 3, 3: 3 / 4 * 2 / 3 * 1 / 2}
    assert {k: s.value for k, s in found.survival.items()} == pytest.approx(naive)
    assert all(found.survival[k].value <= found.retention[k].value for k in found.survival)
    eligible, _ = eligible_probes(frame)
    back = recoveries(frame, eligible).set_index("probe")
    assert back["lost"].to_dict() == {
        "a": 0.0,
        "b": 1.0,
        "c": 1.0,
        "d": 0.0,
    }  # d is lost at its last age: no chance to come back
    assert back["back"].to_dict() == {"a": 0.0, "b": 1.0, "c": 1.0, "d": 0.0}


def test_survival_agrees_with_statsmodels() -> None:
    frame = simulate(np.random.default_rng(8), 0.75, 10, 8, 5)
    eligible, _ = eligible_probes(frame)
    losses = first_losses(frame, eligible)
    found = decay(by_age(frame, eligible), losses).survival
    per = (
        losses[losses["at_risk"] > 0].groupby(["conversation", "probe"]).agg(time=("age", "max"), lost=("lost", "max"))
    )
    oracle = sm.SurvfuncRight(per["time"], per["lost"])
    expected = dict(zip(oracle.surv_times, oracle.surv_prob, strict=True))
    for k, value in expected.items():
        assert found[int(k)].value == pytest.approx(value)


def test_resampling_shows_the_spread_between_conversations() -> None:
    data = drawn([0.7, 0.5, 0.4], 50, 10, spread=0.1)
    errors = resampled(data.deviations, 20_000, np.random.default_rng(0))
    assert np.cov(errors.T) == pytest.approx(covariance(data.deviations), abs=2e-4)


def test_the_words() -> None:
    def said(frame: pd.DataFrame) -> str:
        eligible, _ = eligible_probes(frame)
        aged = by_age(frame, eligible)
        found = with_fits(decay(aged, first_losses(frame, eligible)), aged, int(aged["age"].max()))
        return describe(found, (20, 8))["en"]

    assert said(simulate(np.random.default_rng(1), 0.9, 30, 10, 5)).startswith("r^k holds (r = .9")
    assert said(simulate(np.random.default_rng(1), 0.9, 3, 2, 5)) == "too few probes to say: 7 more conversations"
    assert said(simulate(np.random.default_rng(1), 0.9, 7, 9, 5)) == "too few probes to say: 1 more conversation"
    assert said(simulate(np.random.default_rng(1), 1.0, 30, 10, 5)) == "nothing was lost"
    assert said(simulate(np.random.default_rng(1), 0.6, 30, 10, 1)).startswith("the first fold takes 4")


def test_conversations_that_are_missing_bring_as_many_probes_as_the_others() -> None:
    found = fitted(table([row for i in range(9) for row in probe_rows(f"p{i}", "r", f"c{i}")]))
    assert missing_conversations(found, (20, 8)) == 11
    assert missing_conversations(fitted(table(probe_rows("a", "r", full="missing"))), (20, 8)) is None


def test_rows_in_any_order_give_the_same_fits() -> None:
    frame = simulate(np.random.default_rng(5), 0.8, 12, 6, 5)
    eligible, _ = eligible_probes(frame)
    aged = by_age(frame, eligible)
    shuffled = aged.sample(frac=1, random_state=1)
    assert fit_curves(grid(aged, "retained")) == fit_curves(grid(shuffled, "retained"))


@pytest.mark.slow
@pytest.mark.parametrize(("conversations", "probes"), [(30, 10), (10, 5)])
def test_goodness_of_fit_rejects_a_true_curve_about_as_often_as_it_says(conversations: int, probes: int) -> None:
    rejected = [
        next(f for f in fit_curves(_dependent(0.8, conversations, probes, seed), 400) if f.name == "power").p or 0.0
        for seed in range(150)
    ]
    assert np.mean(np.array(rejected) < 0.05) <= 0.10


def _dependent(r: float, conversations: int, probes: int, seed: int) -> Grid:
    """The same probes at every age, lost for good."""
    alive = np.random.default_rng(seed).geometric(1 - r, (conversations, probes, 1)) - 1
    ages = np.arange(1, 6)
    y = (ages <= alive).sum(axis=1).astype(float)
    return Grid(ages, y, np.full(y.shape, float(probes)))
