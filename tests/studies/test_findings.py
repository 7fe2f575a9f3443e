"""What the findings say follows from the intervals alone."""

from __future__ import annotations

import pytest

from harness.analysis.paired import Difference
from harness.folding.compactors import Extractive
from tests.studies import findings


@pytest.mark.parametrize(
    ("low", "high", "sign", "word"),
    [
        (0.1, 0.3, 1, "holds"),
        (-0.3, -0.1, 1, "opposite"),
        (-0.1, 0.3, 1, "cannot be told"),
        (-0.3, -0.1, -1, "holds"),
        (0.1, 0.3, -1, "opposite"),
        (None, None, 1, "cannot be told"),
    ],
)
def test_a_claim_holds_only_where_its_interval_says_so(
    low: float | None, high: float | None, sign: int, word: str
) -> None:
    assert word in findings.holds(Difference(0.2, low, high, 0.5, 10, 5), sign)


def test_nothing_to_compare_is_said() -> None:
    assert findings.holds(None) == "cannot be told"
    assert findings.gap(None) == "nothing to compare"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_prompt_without_a_type_asks_for_all_others_and_one_with_only_it_for_nothing_else(language: str) -> None:
    full = findings.load_prompt("default", language)
    without = findings.prompts_without("quantity")[language]
    only = findings._with(full, "quantity", True)
    asks = findings.builtin()["quantity"].asked_for_by
    assert only.preserve
    assert all(map(asks, only.preserve))
    assert not any(map(asks, without.preserve))
    assert sorted((*only.preserve, *without.preserve)) == sorted(full.preserve)


def test_more_folds_ask_for_more_calls_and_less_reading() -> None:
    log, _ = findings.load("tuning")[0]
    few, many = (findings._bill(findings.fold(log, Extractive(findings.COUNTER), folds=n)) for n in (2, 10))
    assert few[0] < many[0]
    assert few[3] > many[3]
