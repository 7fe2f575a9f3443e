"""The gate: laws it must keep, and projections that agree."""

from __future__ import annotations

import json
import re
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
from harness.reporting.gate_page import gate_page, told
from harness.reporting.gate_report import gate_comment, gate_json, gate_junit, gate_text
from harness.reporting.strings import Strings
from harness.runs.baseline import FOLD, Side, accepting, read_baseline, write_baseline
from tests.build import probe
from tests.reporting.page import parsed

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


def _outcomes() -> dict[str, tuple[Side, Side]]:
    """Two sides for every way in which a gate can end."""
    a = survive(np.random.default_rng(3), 0.9, 40)
    other = survive(np.random.default_rng(4), 0.5, 40)
    none = side(a, "a")
    return {
        "unchanged": (side(a[:3]), side(a[:3])),
        "pass": (side(a, "a"), side(a, "b")),
        "fail": (side(a, "a"), side(other, "b")),
        "fail on size": (side(a, "a"), side(a, "b", tokens=1000.0)),
        "inconclusive": (side(a[:10], "a"), side(a[:10], "b")),
        "inconclusive on size": (side(a, "a"), side(a, "b", tokens=115.0)),
        "inconclusive, nothing to compare": (none, replace(side(a, "b"), courses=none.courses.head(0))),
    }


@pytest.mark.parametrize("inconclusive", ["report", "pass", "fail"])
@pytest.mark.parametrize("ending", _outcomes())
def test_all_projections_agree(ending: str, inconclusive: str) -> None:
    v = judge(*_outcomes()[ending], builtin(), Policy(inconclusive=inconclusive))
    expected = "pass" if ending == "unchanged" else ending.split()[0].strip(",")
    data = json.loads(json.dumps(gate_json(v)))
    assert data["outcome"] == data["overall"]["outcome"] == v.outcome.value == expected
    assert data["exit_code"] == v.exit_code
    assert f"{expected.upper()}  b against a" in "\n" + gate_text(v).replace("x against x", "b against a")
    assert f"gate: {expected.upper()}\n" in gate_comment(v)
    suite = ET.fromstring(gate_junit(v))
    assert bool(suite.findall(".//failure")) == (v.exit_code == 1)
    found = suite.find("testcase[@name='gate']")
    assert found is not None
    assert bool(len(found)) == (expected != "pass")
    for language in ("en", "ko"):
        page = parsed(gate_page(v, {}, builtin(), language))
        assert expected.upper() in page.text
        assert not {"pass", "fail", "inconclusive"} - {expected} & {w.lower() for w in _answer(page.text)}


def _answer(text: str) -> list[str]:
    """What the page says first."""
    return re.findall(r"PASS|FAIL|INCONCLUSIVE", text)[:1]


@pytest.mark.parametrize("ending", _outcomes())
def test_the_korean_page_says_every_sentence_in_korean(ending: str) -> None:
    policy = Policy(must_hold=("p0", "p1"), max_summary_tokens=500)
    v = judge(
        *_outcomes()[ending], builtin(), policy, [f"the baseline is 99 days old; refresh it with `{accepting('b')}`."]
    )
    t = Strings("ko")
    said = [
        *v.reasons,
        *v.warnings,
        *(x for c in v.categories for x in (c.reason, *c.hints)),
        *(m.reason for m in v.must_hold),
    ]
    for sentence in said:
        assert re.search("[가-힣]", told(sentence, t, {"time": "T", "quantity": "Q"})), sentence


def test_the_page_groups_the_probes_by_what_became_of_them() -> None:
    a = np.ones((9, 6, 1))
    a[:, 1] = 0
    a[:, 2] = 0
    b = a.copy()
    b[:, 0], b[:, 1] = 0, 1
    now = side(b, "b")
    v = judge(side(a, "a"), replace(now, courses=now.courses[now.courses["probe"].ne("p5")]), builtin(), Policy())
    groups = {p: {x.group for x in v.probes if x.probe == p} for p in ("p0", "p1", "p2", "p3", "p5")}
    assert groups == {"p0": {"regressed"}, "p1": {"fixed"}, "p2": {"lost"}, "p3": {"kept"}, "p5": {"invalid"}}
    page = gate_page(v, {("c000", "p0"): probe(question="<b>&How</b>")}, builtin())
    assert [d.get("id") for d in parsed(page).tags("details")] == ["regressed", "fixed", "lost", "kept", "invalid"]
    assert [d.get("id") for d in parsed(page).tags("details") if "open" in d] == ["regressed"]
    assert "<b>" not in page
    assert not re.search(r"(src|href)=\"(?!#)|url\(|@import|<script", page)


def test_a_refused_baseline_names_the_command_that_refreshes_it(tmp_path: Path) -> None:
    a = side(np.ones((3, 4, 2)))
    folder = tmp_path / "my base"
    write_baseline(folder, a, "2026-12-02T00:00:00+00:00")
    for key in ("probes", "logs", "grader"):
        with pytest.raises(UnlikeError, match=rf"accept RUN --to '{folder}'") as caught:
            judge(read_baseline(folder), replace(a, measure={**a.measure, key: "other"}), builtin(), Policy())
        assert caught.value.exit_code == 2
    with pytest.raises(UnlikeError) as caught:
        judge(a, replace(a, measure={**a.measure, "logs": "other"}), builtin(), Policy())
    assert "baseline accept" not in str(caught.value)  # a run is no baseline
    with pytest.raises(UsageError, match="--to nowhere"):
        read_baseline(Path("nowhere"))


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
