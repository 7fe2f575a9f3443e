"""Laws of the gate on untidy sides: several chains, must-hold probes, unequal conversations, answers that cannot be used."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.analysis.gate import Outcome, Policy, Verdict, judge
from harness.analysis.paired import least_for
from harness.categories import builtin
from harness.runs.baseline import Side
from tests.analysis.test_gate import ORDER, side, survive, verdict

KNOWN = builtin()
RATES = st.sampled_from([0.5, 0.9, 0.99])
SEEDS = st.integers(0, 10_000)
SIZES = st.integers(1, 34)
POLICIES = st.builds(
    Policy,
    margin=st.sampled_from([0.05, 0.1, 0.3, 0.6]),
    alpha=st.sampled_from([0.01, 0.05, 0.2]),
    min_conversations=st.sampled_from([1, 2, 8]),
    must_hold=st.sampled_from([(), ("p1",)]),
)


def untidy(seed: int, rate: float, conversations: int, name: str) -> Side:
    """Two chains of four probes and three ages; the same rows are lacking in every side of as many conversations (logs differ in
    length), and one answer in twenty is of no use."""
    draw = np.random.default_rng([seed, len(name)])
    one, two = (side(survive(draw, rate, conversations, 4, 3), name) for _ in range(2))
    courses = pd.concat([one.courses, two.courses.assign(chain=1)], ignore_index=True)
    short = (courses["conversation"].str[1:].astype(int) * 7 + courses["probe"].str[1:].astype(int) * 5) % 6 == 0
    courses["kept"] = courses["kept"].mask(draw.random(len(courses)) < 0.05)
    courses["must_hold"] = courses["probe"].eq("p0") & courses["conversation"].isin(["c000", "c001"])
    return replace(one, courses=courses[~short].reset_index(drop=True), outputs=f"{one.outputs}{seed}")


def worse(of: Side, seed: int, losses: int) -> Side:
    """The same with some of its retained answers lost, one conversation after the other: losses in one place widen a studentised bound."""
    held = of.courses.loc[of.courses["kept"].eq(1), "conversation"]
    first = int(np.random.default_rng(seed).integers(len(of.folds)))
    chosen = np.roll(held.sort_values(kind="stable").index.to_numpy(), -first * len(held) // len(of.folds))[:losses]
    return replace(of, courses=of.courses.assign(kept=of.courses["kept"].mask(of.courses.index.isin(chosen), 0.0)))


def renamed(of: Side, seed: int) -> Side:
    """The same rows, shuffled, under names of conversations and probes that sort in another order; each probe keeps its type."""
    draw = np.random.default_rng(seed)
    logs = sorted(set(of.courses["conversation"]) | set(of.folds["conversation"]))
    names = dict(zip(logs, (f"n{i:03}" for i in draw.permutation(len(logs))), strict=True))
    probes = dict(zip((f"p{i}" for i in range(4)), (f"q{i}" for i in draw.permutation(4)), strict=True))
    courses = of.courses.assign(
        conversation=of.courses["conversation"].map(names), probe=of.courses["probe"].map(probes)
    )
    folds = of.folds.assign(conversation=of.folds["conversation"].map(names))
    return replace(of, courses=courses.sample(frac=1, random_state=seed), folds=folds.sample(frac=1, random_state=seed))


def numbers(v: Verdict) -> list[object]:
    """All that does not name a probe."""
    found = [(c.name, c.outcome, c.change, c.adjusted, len(c.lost), len(c.won), c.missing) for c in v.categories]
    held = sorted((m.outcome, m.lost, m.chains, m.lost_before, m.chains_before) for m in v.must_hold)
    return [v.outcome, found, held, v.sizes, sorted(x.group for x in v.probes)]


@settings(max_examples=12)
@given(SEEDS, RATES, SIZES, POLICIES)
def test_a_system_against_its_own_results_never_fails(
    seed: int, rate: float, conversations: int, policy: Policy
) -> None:
    one = untidy(seed, rate, conversations, "a")
    if "p1" not in set(one.courses["probe"]):
        policy = replace(policy, must_hold=())
    assert judge(one, one, KNOWN, policy).outcome is Outcome.PASS
    assert judge(one, replace(one, outputs="other"), KNOWN, policy).outcome is not Outcome.FAIL


@settings(max_examples=12)
@given(SEEDS, RATES, SIZES, POLICIES, st.integers(1, 40))
def test_a_loss_anywhere_never_improves_the_verdict(
    seed: int, rate: float, conversations: int, policy: Policy, losses: int
) -> None:
    base, now = untidy(seed, rate, conversations, "a"), untidy(seed, rate, conversations, "bb")
    if "p1" not in set(base.courses["probe"]):
        policy = replace(policy, must_hold=())
    before, after = (judge(base, x, KNOWN, policy) for x in (now, worse(now, seed, losses)))
    assert ORDER.index(after.outcome) <= ORDER.index(before.outcome)
    for was, is_ in zip(before.categories, after.categories, strict=True):
        assert ORDER.index(is_.outcome) <= ORDER.index(was.outcome)
        assert is_.change.p <= was.change.p
    for held, still in zip(before.must_hold, after.must_hold, strict=True):
        assert ORDER.index(still.outcome) <= ORDER.index(held.outcome)


@settings(max_examples=12)
@given(SEEDS, RATES, SIZES, SEEDS)
def test_neither_order_nor_names_of_rows_conversations_and_probes_matter(
    seed: int, rate: float, conversations: int, shuffle: int
) -> None:
    base, now = untidy(seed, rate, conversations, "a"), untidy(seed, rate, conversations, "bb")
    as_it_is, mixed = (
        judge(base, now, KNOWN, Policy()),
        judge(renamed(base, shuffle), renamed(now, shuffle), KNOWN, Policy()),
    )
    assert numbers(mixed) == numbers(as_it_is)


@settings(max_examples=12)
@given(SEEDS, RATES, SIZES, POLICIES)
def test_so_few_conversations_that_the_margin_cannot_be_shown_never_pass(
    seed: int, rate: float, conversations: int, policy: Policy
) -> None:
    """Among them one alone, whatever ``min_conversations`` says: only a candidate that did not change at all passes there."""
    few = min(conversations, least_for(policy.margin, policy.alpha) - 1)
    draw = np.random.default_rng(seed)
    a, b = survive(draw, rate, few, 4, 3), survive(draw, rate, few, 4, 3)
    policy = replace(policy, must_hold=())
    for now in (a, b, np.ones_like(a)):
        assert verdict(a, now, policy) is not Outcome.PASS


@pytest.mark.parametrize("conversations", [1, 2, 8, 28, 29, 60])
@pytest.mark.parametrize("change", [-1, 0, 1])
def test_differences_that_are_all_equal_are_judged_by_how_many_there_are(conversations: int, change: int) -> None:
    """No variance is no certainty: as much as a kind of conversation that was not among them could hide is never ruled out."""
    a = np.full((conversations, 4, 3), float(change < 0))
    enough = {-1: 5, 0: 29, 1: 29}[change]
    found = verdict(a, a + change, Policy(min_conversations=1))
    if conversations < enough:
        assert found is Outcome.INCONCLUSIVE
    else:
        assert found is (Outcome.FAIL if change < 0 else Outcome.PASS)
