"""The gate: laws it must keep, and projections that agree."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.analysis.gate import Outcome, Policy, judge
from harness.analysis.paired import difference, least_for
from harness.categories import builtin
from harness.errors import SettingsError, UnlikeError, UsageError
from harness.reporting.gate_report import gate_comment, gate_json, gate_junit, gate_text
from harness.runs.baseline import FOLD, Side, read_baseline, write_baseline

DEFAULT = Policy()
ORDER = [Outcome.FAIL, Outcome.INCONCLUSIVE, Outcome.PASS]


def side(kept: np.ndarray, name: str = "x", tokens: float = 100.0, **system: object) -> Side:
    """``kept`` of shape (conversations, probes, ages), 0 or 1."""
    rows = [
        (f"c{c:03}", f"p{p}", ("time", "quantity")[p % 2], False, True, 0, k + 1, float(kept[c, p, k]))
        for c, p, k in np.ndindex(kept.shape)
    ]
    columns = ["conversation", "probe", "category", "must_hold", "eligible", "chain", "age", "kept"]
    folds = [(f"c{c:03}", 0, 1, 1000, tokens, 0, "") for c in range(len(kept))]
    measure = {"probes": "a", "logs": "b", "answerer": "embedded", "grader": "g"}
    about = {"compactor": "model", "prompts": {"en": name}, **system}
    outputs = f"{kept.tobytes().hex()}{tokens}"
    created = "2026-12-01T00:00:00+00:00"
    frames = (pd.DataFrame(rows, columns=columns), pd.DataFrame(folds, columns=list(FOLD)))
    return Side(name, created, measure, about, outputs, {"en": {"preserve": ["dates"], "text": name}}, *frames)


def verdict(a: np.ndarray, b: np.ndarray, policy: Policy = DEFAULT, **more: float) -> Outcome:
    return judge(side(a, "a"), side(b, "b", **more), builtin(), policy).outcome


def survive(rng: np.random.Generator, r: float, conversations: int, probes: int = 20, folds: int = 4) -> np.ndarray:
    alive = rng.geometric(1 - r, (conversations, probes, 1)) - 1
    return (np.arange(1, folds + 1) <= alive).astype(float)


cases = st.tuples(st.integers(1, 40), st.integers(0, 10_000), st.sampled_from([0.3, 0.7, 0.9, 0.999]))


@given(cases)
def test_a_run_against_itself_passes(case: tuple[int, int, float]) -> None:
    kept = survive(np.random.default_rng(case[1]), case[2], case[0], 4, 3)
    assert judge(side(kept), side(kept), builtin(), Policy()).outcome is Outcome.PASS
    assert verdict(kept, kept) is not Outcome.FAIL  # another prompt, the same result


@given(cases, st.integers(1, 60))
def test_a_worse_candidate_never_comes_out_better(case: tuple[int, int, float], losses: int) -> None:
    rng = np.random.default_rng(case[1])
    a, b = survive(rng, case[2], case[0], 4, 3), survive(rng, case[2], case[0], 4, 3)
    worse = b.copy()
    worse.flat[rng.integers(0, b.size, losses)] = 0.0
    assert ORDER.index(verdict(a, worse)) <= ORDER.index(verdict(a, b))


@given(cases)
def test_the_order_of_rows_changes_nothing(case: tuple[int, int, float]) -> None:
    rng = np.random.default_rng(case[1])
    a, b = side(survive(rng, case[2], case[0], 4, 3), "a"), side(survive(rng, case[2], case[0], 4, 3), "b")
    mixed = replace(b, courses=b.courses.sample(frac=1, random_state=1), folds=b.folds.sample(frac=1, random_state=2))
    assert judge(a, b, builtin(), Policy()) == judge(a, mixed, builtin(), Policy())


@pytest.mark.parametrize("conversations", [1, 2, 5, 28])
def test_no_difference_in_few_conversations_is_no_proof(conversations: int) -> None:
    kept = np.ones((conversations, 20, 4))
    assert verdict(kept, kept) is Outcome.INCONCLUSIVE
    assert verdict(np.ones((29, 20, 4)), np.ones((29, 20, 4))) is Outcome.PASS
    assert least_for(0.10, 0.05) == 29


def test_a_studentised_bound_would_not_be_monotone_and_this_one_is() -> None:
    sums, counts = np.full(20, -0.05), np.ones(20)
    worse = sums.copy()
    worse[0] = -1.0
    t = -1.729
    studentised = [x.mean() - t * x.std(ddof=1) / np.sqrt(20) for x in (sums, worse)]
    assert studentised[1] > studentised[0]
    found = [difference(x, counts, 0.05).high or 0.0 for x in (sums, worse)]
    assert found[1] <= found[0] < 0


def test_a_longer_summary_fails_on_the_budget_and_a_little_longer_does_not_pass() -> None:
    rng = np.random.default_rng(0)
    a = survive(rng, 0.9, 40)
    assert verdict(a, np.ones_like(a), tokens=1000.0) is Outcome.FAIL
    assert verdict(a, np.ones_like(a), tokens=115.0) is Outcome.INCONCLUSIVE
    assert verdict(a, np.ones_like(a), tokens=105.0) is Outcome.PASS
    assert verdict(a, np.ones_like(a), Policy(max_summary_tokens=90)) is Outcome.FAIL


def test_a_must_hold_probe_that_is_lost_fails_only_when_it_was_held() -> None:
    a = np.ones((40, 20, 4))
    b = a.copy()
    b[0, 0, -1] = 0
    policy = Policy(must_hold=("p0",))
    base, lost = side(a, "a", compactor="extractive"), side(b, "b", compactor="extractive")
    assert judge(base, lost, builtin(), policy).outcome is Outcome.FAIL
    assert judge(lost, replace(lost, outputs="z"), builtin(), policy).outcome is not Outcome.FAIL
    assert verdict(a, b, policy) is Outcome.INCONCLUSIVE  # one chain of a model is chance


def test_unlike_things_are_refused_by_name() -> None:
    a = side(np.ones((3, 4, 2)))
    with pytest.raises(UnlikeError, match="the grader"):
        judge(a, replace(a, measure={**a.measure, "grader": "other"}), builtin(), Policy())
    with pytest.raises(UnlikeError, match="the probe set"):
        judge(a, replace(a, measure={**a.measure, "probes": "other"}), builtin(), Policy())
    with pytest.raises(SettingsError, match="colour"):
        judge(a, a, builtin(), Policy(categories=("colour",)))
    with pytest.raises(SettingsError, match="p99"):
        judge(a, a, builtin(), Policy(must_hold=("p99",)))


@pytest.mark.parametrize("inconclusive", ["report", "pass", "fail"])
def test_all_projections_agree(inconclusive: str) -> None:
    rng = np.random.default_rng(3)
    a = survive(rng, 0.9, 40)
    for b, expected in ((a, "pass"), (survive(rng, 0.5, 40), "fail"), (a[:, :, ::-1] * 0.999, "inconclusive")):
        kept = b if expected != "inconclusive" else a
        first, second = (side(x[:10] if expected == "inconclusive" else x, n) for x, n in ((a, "a"), (kept, "b")))
        v = judge(first, second, builtin(), Policy(inconclusive=inconclusive))
        data = json.loads(json.dumps(gate_json(v)))
        assert data["outcome"] == v.outcome.value == expected
        assert data["exit_code"] == v.exit_code
        assert f"\n{expected.upper()}  " in gate_text(v)
        assert f"gate: {expected.upper()}\n" in gate_comment(v)
        suite = ET.fromstring(gate_junit(v))
        assert bool(suite.findall(".//failure")) == (v.exit_code == 1)
        assert suite.find("testcase[@name='gate']") is not None


def test_a_baseline_is_read_as_it_was_written(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    a, b = side(survive(rng, 0.8, 12), "a"), side(survive(rng, 0.6, 12), "b")
    write_baseline(tmp_path, a, "2026-12-02T00:00:00+00:00")
    again = read_baseline(tmp_path)
    one, two = (judge(x, b, builtin(), Policy()) for x in (a, replace(again, name="a")))
    assert one == two
    (tmp_path / "folds.csv").unlink()
    with pytest.raises(UsageError, match="baseline accept"):
        read_baseline(tmp_path)
