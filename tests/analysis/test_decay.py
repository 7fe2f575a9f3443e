"""Retention and r: hand-computed tables, an independent GLM, simulations of known r, invariance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st

from harness.analysis.decay import Decay, decay, kept_per_fold, share_of
from harness.analysis.intervals import Share, clustered_share
from harness.analysis.outcomes import by_age, eligible_probes, first_losses
from harness.analysis.summary import analyse
from harness.categories import builtin
from harness.runs.folder import ANSWER_COLUMNS


def table(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """An outcome table with defaults."""
    base = {
        "conversation": "c0",
        "probe": "p0",
        "category": "time",
        "arm": "folded",
        "fold": 0,
        "age": None,
        "chain": 0,
        "trial": 0,
        "answer": "",
        "outcome": "retained",
        "why": "",
        "verbatim": False,
        "carried": None,
        "reached": None,
        "support": "",
    }
    frame = pd.DataFrame([{**base, **r} for r in rows], columns=list(ANSWER_COLUMNS))
    return frame.astype({"age": "Int64"})


def probe_rows(
    name: str,
    outcomes: str,
    conversation: str = "c0",
    category: str = "time",
    full: str = "retained",
    none: str = "missing",
) -> list[dict[str, Any]]:
    """Rows of one probe: a letter per age from 1 on (r retained, m missing, i invalid, . not asked)."""
    words = {"r": "retained", "m": "missing", "i": "invalid"}
    own = {"conversation": conversation, "probe": name, "category": category}
    rows = [{**own, "arm": "full", "outcome": full}, {**own, "arm": "none", "outcome": none}]
    return rows + [{**own, "fold": k, "age": k, "outcome": words[o]} for k, o in enumerate(outcomes, 1) if o != "."]


def fitted(frame: pd.DataFrame) -> Decay:
    """Decay over all categories."""
    eligible, _ = eligible_probes(frame)
    return decay(by_age(frame, eligible), first_losses(frame, eligible))


def rate(frame: pd.DataFrame) -> Share | None:
    """r alone, as ``fitted`` has it among the rest."""
    return kept_per_fold(first_losses(frame, eligible_probes(frame)[0]))


def simulate(
    rng: np.random.Generator, r: float, conversations: int, probes: int, folds: int, spread: float = 0.0
) -> pd.DataFrame:
    """Probes that are lost for good with hazard 1 − r per fold; ``spread`` varies r between conversations (beta)."""
    c, p = (g.ravel() for g in np.meshgrid(np.arange(conversations), np.arange(probes), indexing="ij"))
    own = (rng.beta(r / spread, (1 - r) / spread, conversations) if spread else np.full(conversations, r))[c]
    alive = rng.geometric(np.maximum(1e-9, 1 - own)) - 1
    ages = np.arange(1, folds + 1)
    units = pd.DataFrame({"conversation": [f"c{i}" for i in c], "probe": [f"p{i}" for i in p], "category": "time"})
    asked = units.loc[units.index.repeat(folds)].assign(arm="folded", fold=np.tile(ages, len(units)))
    asked["age"], asked["outcome"] = (
        asked["fold"],
        np.where(np.tile(ages, len(units)) <= alive.repeat(folds), "retained", "missing"),
    )
    controls = [
        units.assign(arm="full", outcome="retained", fold=0),
        units.assign(arm="none", outcome="missing", fold=0),
    ]
    frame = pd.concat([*controls, asked], ignore_index=True).assign(chain=0, trial=0, carried=None)
    return frame.reindex(columns=list(ANSWER_COLUMNS)).astype({"age": "Int64"})


def test_a_table_by_hand() -> None:
    frame = table(
        [*probe_rows("a", "rrr"), *probe_rows("b", "rmm"), *probe_rows("c", "mrm", "c1"), *probe_rows("d", "rr.", "c1")]
    )
    found = fitted(frame)
    assert {k: s.value for k, s in found.retention.items()} == pytest.approx({1: 3 / 4, 2: 3 / 4, 3: 1 / 3})
    # At risk: 4 at age 1, then a, b, d, then a alone. First losses: c at 1, b at 2. The recovery of c at 2 changes S_2, not the risk set.
    assert {k: (s.value, s.n) for k, s in found.hazard.items()} == {1: (1 / 4, 4), 2: (1 / 3, 3), 3: (0.0, 1)}
    assert found.r is not None
    assert found.r.value == pytest.approx(1 - 2 / 8)
    assert found.half_life == pytest.approx(np.log(0.5) / np.log(0.75))


def test_eligibility_and_what_it_drops() -> None:
    frame = table(
        [
            *probe_rows("a", "r"),
            *probe_rows("b", "r", full="missing"),
            *probe_rows("c", "r", none="retained"),
            *probe_rows("d", "r", category="absent"),
        ]
    )
    eligible, counts = eligible_probes(frame)
    assert list(eligible["probe"]) == ["a"]
    assert (counts.positive, counts.eligible, counts.not_in_full, counts.in_none) == (3, 1, 1, 1)


def test_right_in_every_full_ask_is_wanted() -> None:
    rows = [*probe_rows("a", "r"), {"probe": "a", "arm": "full", "fold": 1, "outcome": "missing"}]
    assert eligible_probes(table(rows))[0].empty


def test_an_invalid_fold_is_no_loss() -> None:
    found = fitted(table([*probe_rows("a", "rii"), *probe_rows("b", "rr", "c1")]))
    assert found.r is not None
    assert found.r.value == 1.0
    assert 3 not in found.retention


def test_r_is_the_constant_hazard_of_a_cloglog_model() -> None:
    frame = simulate(np.random.default_rng(3), 0.8, 12, 8, 5)
    eligible, _ = eligible_probes(frame)
    losses = first_losses(frame, eligible)
    at_risk = losses[losses["at_risk"] > 0]
    model = sm.GLM(
        at_risk["lost"], np.ones(len(at_risk)), family=sm.families.Binomial(link=sm.families.links.CLogLog())
    ).fit()
    hazard = 1 - np.exp(-np.exp(model.params.iloc[0]))
    found = fitted(frame)
    assert found.r is not None
    assert found.r.value == pytest.approx(1 - hazard, abs=1e-6)


def test_a_known_r_is_found_and_its_power_predicts_retention() -> None:
    found = fitted(simulate(np.random.default_rng(4), 0.85, 60, 20, 5))
    assert found.r is not None
    assert found.r.value == pytest.approx(0.85, abs=0.02)
    for k, share in found.retention.items():
        assert share.value == pytest.approx(0.85**k, abs=0.05)
        assert found.predicted(k) == pytest.approx(found.r.value**k)


@pytest.mark.slow
@pytest.mark.parametrize("r", [0.6, 0.8, 0.95])
def test_the_interval_of_r_covers_the_truth(r: float) -> None:
    rng = np.random.default_rng(11)
    hits = []
    for _ in range(200):
        share = rate(simulate(rng, r, 10, 6, 4))
        assert share is not None
        assert share.low is not None
        assert share.high is not None
        hits.append(share.low <= r <= share.high)
    assert 0.90 <= np.mean(hits) <= 0.995


@given(
    st.lists(st.tuples(st.integers(0, 4), st.text("rmi.", min_size=1, max_size=5)), min_size=1, max_size=12),
    st.randoms(),
)
def test_rows_in_any_order_give_the_same(probes: list[tuple[int, str]], random: Any) -> None:
    frame = table([row for i, (c, o) in enumerate(probes) for row in probe_rows(f"p{i}", o, f"c{c}")])
    order = list(range(len(frame)))
    random.shuffle(order)
    a, b = fitted(frame), fitted(frame.iloc[order].reset_index(drop=True))
    assert rate(frame) == a.r
    assert a.r == pytest.approx(b.r) if a.r is None else a.r.value == pytest.approx(b.r.value)  # type: ignore[union-attr]
    assert {k: s.value for k, s in a.retention.items()} == pytest.approx({k: s.value for k, s in b.retention.items()})


@given(st.lists(st.tuples(st.integers(0, 3), st.text("rm", min_size=1, max_size=4)), min_size=1, max_size=10))
def test_losing_one_more_never_raises_retention(probes: list[tuple[int, str]]) -> None:
    worse = [(c, o if i else "m" * len(o)) for i, (c, o) in enumerate(probes)]
    frames = [
        table([row for i, (c, o) in enumerate(p) for row in probe_rows(f"p{i}", o, f"c{c}")]) for p in (probes, worse)
    ]
    before, after = (fitted(f) for f in frames)
    for k, share in after.retention.items():
        assert share.value <= before.retention[k].value + 1e-12


def test_the_first_to_go_is_named_and_advice_follows_the_bounds() -> None:
    rng = np.random.default_rng(5)
    good, bad = (
        simulate(rng, 0.98, 12, 6, 4),
        simulate(rng, 0.4, 12, 6, 4).assign(category="decision_reason", probe=lambda f: "x" + f["probe"]),
    )
    result = analyse(
        pd.concat([good, bad], ignore_index=True), builtin(), target=0.7, min_probes=20, min_conversations=8
    )
    assert (result.first, result.first_is_clear) == ("decision_reason", True)
    advice = {c.name: c.advice for c in result.categories}
    assert advice["decision_reason"].verdict == "promote"
    assert advice["decision_reason"].kind == "decision"
    assert advice["time"].verdict == "keep"


def test_none_goes_first_where_all_are_alike() -> None:
    """Nothing lost, everything lost, or too few probes to compare: no category is named."""
    for outcomes in ("rrr", "rmm"):
        rows = [r for c in range(9) for n in range(4) for r in probe_rows(f"{c}-{n}", outcomes, f"c{c}")]
        other = [{**r, "category": "quantity", "probe": "q" + r["probe"]} for r in rows]
        result = analyse(table(rows + other), builtin(), target=0.8, min_probes=20, min_conversations=8)
        assert (result.first, result.first_is_clear, result.lowest) == (None, False, ())
    few = analyse(
        table([*probe_rows("a", "rr"), *probe_rows("b", "rm")]),
        builtin(),
        target=0.8,
        min_probes=20,
        min_conversations=8,
    )
    assert few.lowest == ()


def test_too_few_probes_are_said_to_be_too_few() -> None:
    result = analyse(table(probe_rows("a", "rm")), builtin(), target=0.8, min_probes=20, min_conversations=8)
    assert "too few" in result.categories[0].words["en"]
    assert result.categories[0].advice.verdict == "undecided"
    assert (result.categories[0].advice.missing or 0) >= 18
    assert result.categories[0].last is None


def test_attribution_counts_the_first_loss_once() -> None:
    rows = probe_rows("a", "rmm")
    rows[-2]["carried"], rows[-1]["carried"] = True, False
    result = analyse(table(rows), builtin(), target=0.8, min_probes=1, min_conversations=1)
    assert result.categories[0].attribution == {"folded_away": 0, "not_answered": 1}


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3), st.integers(0, 4)), max_size=20), st.booleans())
def test_a_share_counts_events_by_conversation(rows: list[tuple[str, int, int]], sized: bool) -> None:
    frame = pd.DataFrame(
        [(c, min(y, n) if sized else y > 1, n) for c, y, n in rows], columns=["conversation", "y", "n"]
    )
    grouped = frame.groupby("conversation", sort=False).agg(y=("y", "sum"), n=("n", "sum" if sized else "count"))
    assert share_of(frame, "y", "n" if sized else None) == clustered_share(
        grouped["y"].to_numpy(), grouped["n"].to_numpy()
    )
