"""What a prompt asks for, and that the packaged prompts are what they are said to be."""

from __future__ import annotations

import hashlib

import pytest

from harness.categories import builtin
from harness.folding.asked import asking_lines, unasked_losses
from harness.folding.compactors import Extractive
from harness.folding.prompt import load_prompt, parse_prompt
from harness.schema import FoldRequest
from harness.tokens import TokenCounter
from tests.build import conversation

TYPES = builtin()
DIGESTS = {  # of the texts that recorded chains were made with
    ("default", "en"): "ae11a4ebe88e",
    ("default", "ko"): "98cb42e72585",
    ("memory", "en"): "d7c52fdf95ac",
    ("memory", "ko"): "bfa763ab4c5e",
    ("bare", "en"): "812cd68696dd",
    ("bare", "ko"): "456796e58a84",
}


def asked(text: str) -> dict[str, int]:
    return {name: line.number for name, line in asking_lines(text, TYPES).items() if line}


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(
    ("name", "types"),
    [("default", set(TYPES)), ("agent", {"goal", "task_state", "identifier"}), ("plain-keep", set()), ("bare", set())],
)
def test_the_packaged_prompts_ask_for_what_they_are_meant_to(name: str, types: set[str], language: str) -> None:
    text = load_prompt(name, language).text
    found = asked(text)
    assert set(found) == types
    lines = text.splitlines()
    for category, line in asking_lines(text, TYPES).items():
        assert line is None or (line.text in lines[line.number - 1] and TYPES[category].asked_for_by(line.text))


def test_prompts_that_recorded_chains_depend_on_are_unchanged() -> None:
    digests = {
        (name, language): hashlib.sha256(load_prompt(name, language).text.encode()).hexdigest()[:12]
        for name in ("default", "memory", "bare")
        for language in ("en", "ko")
    }
    assert digests == DIGESTS


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("## Preserve\n- dates\n", {"time": 2}),
        ("## May shrink\n- dates\n- raw tool output\n", {}),
        ("1. Primary goal\n2. Deadlines\n", {"goal": 1, "time": 2}),
        ("## Goal\n\n## Open questions\n", {"goal": 1, "open_question": 3}),
        ("Include every deadline you find.\n", {"time": 1}),
        ("The deadline of this summary is now.\n", {}),
        ("Do not include dates.\n", {}),
        ("- omit tool output\n- keep dates\n", {"time": 2}),
        ("Keep dates.\n## Preserve\n- dates of talks\n", {"time": 3}),
        ("## 보존할 것\n- 결정의 이유\n", {"decision": 2, "decision_reason": 2}),
        ("결정을 모두 남기세요.\n", {"decision": 1}),
        ("숫자는 생략하세요.\n", {}),
        ("결정은 요약에 넣지 마세요.\n", {}),
        ("## 줄여도 되는 것\n- 날짜\n", {}),
    ],
)
def test_who_asks(text: str, found: dict[str, int]) -> None:
    assert asked(text) == found


def test_running_text_is_a_weaker_request() -> None:
    line = asking_lines("Keep all dates.", TYPES)["time"]
    assert line is not None
    assert not line.listed
    listed = asking_lines("- dates", TYPES)["time"]
    assert listed is not None
    assert listed.listed


def test_measured_loss_is_joined_with_what_is_asked() -> None:
    found = asking_lines(load_prompt("agent", "en").text, TYPES)
    died = ["decision_reason", "goal", "time", "of a user"]
    assert unasked_losses(found, died, TYPES) == [
        "decision_reason dies and no line asks for it",
        "time dies and no line asks for it",
    ]
    assert unasked_losses(found, died[:1], TYPES, "ko") == ["결정 이유: 사라지는데 요구하는 줄이 없음"]


@pytest.mark.parametrize(("name", "lists"), [("agent", 4), ("plain-keep", 0), ("bare", 0)])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_embedded_compactor_folds_under_every_prompt(
    counter: TokenCounter, name: str, lists: int, language: str
) -> None:
    prompt = load_prompt(name, language)
    assert len(prompt.preserve) == lists
    log = conversation(*["The goal is a dump below 48 GB.", "Understood, the dump stays below that."] * 4)
    assert Extractive(counter).fold(FoldRequest(1, "", log.turns, 20, prompt, language)).summary


def test_a_heading_opens_a_list() -> None:
    prompt = parse_prompt("## Keep\n- a\n## Other\n- b\n## Drop\n- c\n", "p", "en")
    assert (prompt.preserve, prompt.may_shrink) == (("a",), ("c",))
