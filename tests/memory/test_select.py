"""Selection: the table of DESIGN under a budget."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import MemoryBudgetError
from harness.memory import ItemKind, MemoryItem
from harness.memory.select import Selector
from harness.memory.similarity import Embedded, Lexical
from harness.tokens import TokenCounter, default_counter
from tests.memory.build import MANY, item

COUNTER = default_counter()
KOREAN = [
    item("세미나는 다솔홀에서 오후 세 시에 시작하기로 했다.", 5, "decision"),
    item("버스는 판교역 2번 출구에서 출발한다.", 6),
    item("케이터링은 온기케이터링으로 정했다.", 7, "decision"),
]


@given(MANY, st.text(max_size=30), st.sampled_from([None, "run_sql"]), st.integers(0, 400))
def test_constraints_stand_in_every_request_or_there_is_an_error_with_a_name(
    items: list[MemoryItem], request: str, tool: str | None, budget: int
) -> None:
    selector = Selector(items, COUNTER, budget)
    constraints = [i for i in items if i.kind is ItemKind.CONSTRAINT]
    if selector.fixed > budget:
        with pytest.raises(MemoryBudgetError, match="constraints"):
            selector.select(request, tool)
        return
    found = selector.select(request, tool)
    assert list(found.constraints) == constraints
    assert found.tokens <= budget
    assert all(i.kind is not ItemKind.FAILURE or i.tool == tool for i in found.chosen)
    assert sum(COUNTER.count(i.text) for i in found.items) <= budget


def test_failures_come_back_only_when_their_tool_is_in_use() -> None:
    selector = Selector([item("run_sql timed out on the archive", 1, "failure", tool="run_sql")], COUNTER, 100)
    assert not selector.select("why did run_sql time out on the archive?").chosen
    assert not selector.select("why did run_sql time out?", "deploy").chosen
    assert selector.select("anything at all", "run_sql").chosen


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        ("세미나가 몇 시에 시작하죠?", "세미나"),
        ("버스 출발하는 곳이 어디예요?", "버스"),
        ("케이터링 업체는 어디로 정했나요?", "케이터링"),
    ],
)
def test_similarity_works_for_korean_with_particles_and_endings(request_: str, text: str) -> None:
    assert Selector(KOREAN, COUNTER, 40).select(request_).chosen[0].text.startswith(text)


def test_of_equally_similar_facts_the_newer_comes_first_and_a_stated_one_before_an_inferred_one() -> None:
    old, new = item("the kiosk password policy was reviewed", 1), item("the kiosk password policy was renewed", 40)
    assert Selector([old, new], COUNTER, 400).select("kiosk password policy?").chosen == (new, old)
    guess = item("the kiosk policy says blue", 40, "decision", stated=False)
    sure = item("the kiosk policy says teal", 2, "decision")
    assert Selector([guess, sure], COUNTER, 400).select("kiosk policy").chosen == (sure, guess)


def test_what_has_nothing_to_do_with_the_request_stays_out() -> None:
    assert not Selector(KOREAN, COUNTER, 400).select("What colour is the carpet?").chosen


def test_an_embedding_function_can_be_plugged_in() -> None:
    def embed(texts: Sequence[str]) -> list[list[float]]:
        return [[float("bus" in t or "버스" in t), float("hall" in t or "홀" in t)] for t in texts]

    selector = Selector(KOREAN, COUNTER, 400, lambda texts: Embedded(texts, embed))
    assert [i.text[:2] for i in selector.select("Where does the bus leave?").chosen] == ["버스"]
    assert not len(Embedded([], embed).scores("bus"))


def test_scores_agree_with_the_formula_of_bm25(counter: TokenCounter) -> None:
    from math import log

    from harness.language import terms

    texts = ["alpha beta gamma", "alpha alpha delta", "omega"]
    scores = Lexical(texts).scores("alpha omega")
    bags = [terms(t) for t in texts]
    mean = sum(map(len, bags)) / 3
    rare = {t: log(1 + (3 - n + 0.5) / (n + 0.5)) for t, n in (("alpha", 2), ("omega", 1))}
    for i, bag in enumerate(bags):
        expected = sum(
            rare[t] * bag.count(t) * 2.2 / (bag.count(t) + 1.2 * (0.25 + 0.75 * len(bag) / mean))
            for t in rare
            if t in bag
        ) / sum(rare.values())
        assert scores[i] == pytest.approx(expected)
