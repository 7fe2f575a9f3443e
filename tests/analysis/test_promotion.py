"""Promotion: verdicts, cross-fit, paired gain, ranking and price."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest

from harness.analysis.promotion import Price, cross_fit, judge, promotion
from harness.categories import builtin
from harness.reporting.promotion import memory_toml, promotion_json, table
from harness.reporting.strings import Strings
from harness.reporting.strings import table as strings

MINIMUM = (20, 8)


def outcomes(kept: dict[str, float], conversations: int = 10, each: int = 4, carried: bool = False) -> pd.DataFrame:
    """Every probe eligible, one fold; of a type the share ``kept`` is retained, spread evenly over conversations."""
    rows: list[dict[str, Any]] = []
    for c in range(conversations):
        for category, share in kept.items():
            for n in range(each):
                key = {"conversation": f"c{c}", "probe": f"{category}{n}", "category": category, "chain": 0, "trial": 0}
                ok = (c * each + n) % 10 < round(share * 10)
                rows.append({**key, "arm": "full", "fold": 0, "age": None, "outcome": "retained", "carried": None})
                rows.append({**key, "arm": "none", "fold": 0, "age": None, "outcome": "missing", "carried": None})
                rows.append(
                    {
                        **key,
                        "arm": "folded",
                        "fold": 1,
                        "age": 1,
                        "outcome": "retained" if ok else "missing",
                        "carried": carried or ok,
                    }
                )
    table = pd.DataFrame(rows)
    table["age"] = table["age"].astype("Int64")
    return table


def recalled(
    base: pd.DataFrame, chosen: Sequence[str], share: float, where: tuple[bool, bool] = (True, True)
) -> pd.DataFrame:
    """The memory arm after the same fold, with ``share`` of the chosen types retained."""
    rows = base[base["arm"].eq("folded")].reset_index(drop=True).assign(arm="memory", tokens=100)
    mine = rows["category"].isin(chosen)
    good = mine & (np.arange(len(rows)) % 10 < round(share * 10))
    rows["outcome"] = np.where(good, "retained", np.where(mine, "missing", rows["outcome"]))
    rows["extracted"], rows["selected"] = where
    return rows


def verdicts(base: pd.DataFrame) -> dict[str, str]:
    return {j.name: j.verdict for j in judge(base, builtin(), 0.8, MINIMUM)}


def test_a_type_is_promoted_kept_or_left_open_by_its_interval() -> None:
    found = verdicts(outcomes({"constraint": 0.3, "quantity": 1.0, "time": 0.8}))
    assert found == {"constraint": "promote", "quantity": "keep", "time": "undecided"}
    open_ = {j.name: j for j in judge(outcomes({"time": 0.7}, each=1), builtin(), 0.8, MINIMUM)}["time"]
    assert open_.verdict == "undecided"
    assert open_.missing > 0
    assert open_.few


def test_what_the_reader_loses_is_not_promoted() -> None:
    (found,) = judge(outcomes({"constraint": 0.3}, carried=True), builtin(), 0.8, MINIMUM)
    assert (found.verdict, found.reader, found.folded) == ("keep", True, 0.0)


def test_no_conversation_is_verified_with_what_it_chose_itself() -> None:
    base = outcomes({"constraint": 1.0}, conversations=6, each=8)
    only = base["conversation"].eq("c0") & base["arm"].eq("folded")
    base.loc[only, "outcome"] = "missing"
    base.loc[only, "carried"] = False
    choices = cross_fit(base, builtin(), 0.8, MINIMUM)
    assert set(choices) == {f"c{i}" for i in range(6)}
    assert choices["c0"] == ()
    lost_all = outcomes({"constraint": 0.0}, conversations=6, each=8)
    assert set(cross_fit(lost_all, builtin(), 0.8, MINIMUM).values()) == {("constraint",)}


def test_one_conversation_alone_chooses_nothing() -> None:
    assert cross_fit(outcomes({"constraint": 0.0}, conversations=1), builtin(), 0.8, MINIMUM) == {"c0": ()}


def verified(share: float, **more: Any) -> Any:
    base = outcomes({"constraint": 0.3, "quantity": 0.2})
    chosen = ["constraint", "quantity"]
    prices = {"constraint": Price(10, 200), "quantity": Price(50, 50)}
    return promotion(
        base, builtin(), target=0.8, minimum=MINIMUM, budget=400, prices=prices,
        recalled=recalled(base, chosen, share, **more), choices=dict.fromkeys(base["conversation"], chosen),
    )  # fmt: skip


def test_the_gain_is_paired_and_priced_and_ranks_by_harm_avoided_per_token() -> None:
    found = verified(1.0)
    by_name = {r.judged.name: r for r in found.rows}
    assert by_name["constraint"].gain.difference.value == pytest.approx(0.7)
    assert by_name["quantity"].gain.difference.value == pytest.approx(0.8)
    assert by_name["constraint"].harm_per_token == pytest.approx(1000 * 3 * 0.7 / 200)
    assert by_name["quantity"].harm_per_token == pytest.approx(1000 * 2 * 0.8 / 50)
    assert found.chosen == ("quantity", "constraint")
    assert {r.gain.verdict for r in found.rows} == {"pays"}
    assert (found.whole.tokens, found.whole.most) == (100, 100)
    assert found.whole.ages[1].memory.value == 1.0
    assert {name: (r.ages[1].without.value, r.ages[1].memory.value) for name, r in by_name.items()} == {
        "constraint": (pytest.approx(0.3), 1.0),
        "quantity": (pytest.approx(0.2), 1.0),
    }
    assert not found.disappointed


def test_what_was_recommended_and_did_not_pay_is_said() -> None:
    found = verified(0.0)
    assert set(found.disappointed) == {"constraint", "quantity"}
    text = table(found, builtin(), "en")
    assert "Recommended, and did not pay when it was replayed" in text
    assert "권했으나 재생해 보니 효과가 없어" in table(found, builtin(), "ko")
    assert found.worth_keeping == ()
    written = memory_toml(found)
    assert "promote" not in tomllib.loads(written)
    assert "did not pay when it was replayed: constraint, quantity" in written


def test_what_only_a_part_recommended_is_not_called_a_recommendation() -> None:
    base = outcomes({"constraint": 0.3, "quantity": 1.0})
    found = promotion(
        base, builtin(), target=0.8, minimum=MINIMUM, budget=400,
        recalled=recalled(base, ["quantity"], 0.0), choices={"c0": ("quantity",)},
    )  # fmt: skip
    assert (found.disappointed, found.partly) == ((), ("quantity",))
    assert "Recommended by a part of the conversations only" in table(found, builtin(), "en")


@pytest.mark.parametrize(
    ("where", "key"),
    [((False, False), "not_extracted"), ((True, False), "not_selected"), ((True, True), "not_answered")],
)
def test_losses_with_memory_are_laid_to_one_of_three(where: tuple[bool, bool], key: str) -> None:
    lost = verified(0.5, where=where).whole.gain.lost
    assert lost[key] == sum(lost.values()) > 0


def test_without_a_replay_the_advice_is_an_estimate() -> None:
    found = promotion(outcomes({"constraint": 0.3}), builtin(), target=0.8, minimum=MINIMUM, budget=400)
    assert found.whole is None
    assert promotion_json(found)["categories"][0]["estimate"] is True
    assert "An estimate" in table(found, builtin())
    assert found.rows[0].harm_per_token is None


def test_the_file_for_a_product_holds_the_promoted_types_only() -> None:
    data = tomllib.loads(memory_toml(verified(1.0)))
    assert [(p["type"], p["kind"], p["put_back"]) for p in data["promote"]] == [
        ("quantity", "fact", "similar_recent"),
        ("constraint", "constraint", "always"),
    ]
    assert (data["budget"], data["verified"]) == (400, True)
    assert "promote" not in tomllib.loads(
        memory_toml(promotion(outcomes({"time": 1.0}), builtin(), target=0.8, minimum=MINIMUM, budget=1))
    )


def test_both_languages_fill_in_the_same_names() -> None:
    assert set(strings()["promote"]["whole"]) == {"en", "ko"}
    assert Strings("ko")("promote.nothing", target="0.8")
