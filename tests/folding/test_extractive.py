"""The embedded compactor follows the prompt's preserve list."""

from __future__ import annotations

import pytest

from harness.categories import builtin
from harness.folding.compactors import Extractive
from harness.folding.prompt import load_prompt, parse_prompt
from harness.schema import FoldRequest
from harness.tokens import TokenCounter
from tests.build import conversation

CHAT = [
    "I had a look at the sketch and it reads well, thank you for that.",
    "The reading light in the hall was nice and the walk back was pleasant too.",
    "The dump takes 48 GB on the second volume these days.",
    "Never restart the ledger host while the bank file is written.",
    "We ruled out the blue plan because the licence forbids resale.",
    "The weather was kind and the coffee was not bad either, all in all.",
]


def _fold(counter: TokenCounter, prompt_text: str, budget: int) -> str:
    log = conversation(*CHAT)
    prompt = parse_prompt(prompt_text, "p", "en")
    return Extractive(counter).fold(FoldRequest(1, "", log.turns, budget, prompt, "en")).summary


@pytest.mark.parametrize(
    ("line", "kept"),
    [("numbers and units", "48 GB"), ("constraints and rules", "Never restart"), ("rejected options", "ruled out")],
)
def test_a_line_of_the_preserve_list_keeps_its_type(counter: TokenCounter, line: str, kept: str) -> None:
    assert kept in _fold(counter, f"## Preserve\n- {line}\n", 20)


def test_order_and_wording_are_kept(counter: TokenCounter) -> None:
    lines = _fold(counter, load_prompt("default", "en").text, 60).splitlines()
    texts = [line.removeprefix("- ") for line in lines]
    assert texts == [c for c in CHAT if c in texts]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_default_prompt_asks_for_every_type(language: str) -> None:
    prompt = load_prompt("default", language)
    assert len(prompt.preserve) == 15
    for category in builtin().values():
        if category.name != "absent":
            assert any(category.asked_for_by(line) for line in prompt.preserve), category.name


def test_a_short_word_asks_only_as_a_whole_word() -> None:
    assert not builtin()["identifier"].asked_for_by("what is still undecided")
    assert builtin()["identifier"].asked_for_by("ids of tickets")
