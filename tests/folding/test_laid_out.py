"""A folded context as the request that a model answers: valid, in its order, cached before the question, in both languages."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.folding.context import folded_context, passage
from harness.folding.laid_out import laid_out
from harness.models.wire import body_of, prefix_of
from harness.ports import ModelCall
from harness.schema import Passage, Role, ToolCall, Turn
from tests.build import conversation

WORDS = {
    "en": ("Summary of the conversation so far:", "The port is 8080."),
    "ko": ("지금까지의 대화 요약:", "포트는 8080입니다."),
}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_conversation_keeps_its_roles_and_the_question_comes_last(language: str) -> None:
    title, fact = WORDS[language]
    log = conversation(("system", "Be brief."), ("user", "hello"), ("assistant", "안녕"), ("tool", "row 1")).turns
    request = laid_out(folded_context(log[:1], fact, log[1:]), language)
    body = body_of(ModelCall("answerer", "m", "Which port?", system=request.system, history=request.history))
    assert request.system == "Be brief."
    first, said, last = body["messages"]
    assert [b["text"] for b in first["content"]] == [f"{title}\n{fact}", "hello"]
    assert (said["role"], said["content"][0]["text"]) == ("assistant", "안녕")
    assert [b["text"] for b in last["content"]] == ["[tool tool] row 1", "Which port?"]
    assert "cache_control" in last["content"][0]
    assert "cache_control" not in last["content"][1]
    plain = body_of(ModelCall("answerer", "m", "Which port?", history=request.history), caching=False)
    assert "cache_control" not in json.dumps(plain)


def test_calls_of_one_context_share_their_prefix_and_folds_on_the_server_have_none() -> None:
    history = laid_out([Passage("x", "summary")], "en").history
    one, two = (ModelCall("answerer", "m", q, history=history) for q in "ab")
    assert prefix_of(one) == prefix_of(two) != ""
    assert prefix_of(ModelCall("compactor", "m", "", history=history, compaction="fold")) == ""


def test_constraints_stand_in_the_system_block_and_items_of_this_request_at_the_end() -> None:
    (turn,) = conversation("hello").turns
    parts = [
        Passage("S", "system"),
        Passage("Never deploy on Friday.", "memory"),
        passage(turn),
        Passage("Port 1.", "memory"),
    ]
    request = laid_out(parts, "en")
    assert "Never deploy on Friday." in request.system
    (message,) = json.loads(request.history)
    assert "Port 1." in message["content"][-1]["text"]
    assert "Friday" not in request.history


def test_times_are_told_and_a_context_of_nothing_is_only_the_question() -> None:
    at = datetime(2026, 3, 2, 9, 14, tzinfo=UTC)
    assert "[2026-03-02T09:14:00+00:00] 내일" in laid_out([Passage("내일", "turn", Role.USER, 0, at)], "ko").history
    assert laid_out([], "en").history == "[]"


PASSAGES = st.builds(
    Passage,
    st.text(max_size=12),
    st.sampled_from(["system", "summary", "turn", "turn", "memory"]),
    st.sampled_from([None, *Role]),
    tool=st.sampled_from([None, "run"]),
)


@settings(max_examples=60)
@given(st.lists(PASSAGES, max_size=8), st.sampled_from(["en", "ko"]))
def test_every_request_is_one_that_the_api_takes(parts: list[Passage], language: str) -> None:
    request = laid_out(parts, language)
    body = body_of(ModelCall("answerer", "m", "q?", system=request.system, history=request.history))
    roles = [m["role"] for m in body["messages"]]
    assert roles == [("user", "assistant")[i % 2] for i in range(len(roles))]
    assert roles[-1] == "user"
    blocks = [*body.get("system", []), *(b for m in body["messages"] for b in m["content"])]
    assert all(b["type"] == "text" and b["text"].strip() for b in blocks)
    assert sum("cache_control" in b for b in blocks) <= 4
    assert blocks[-1] == {"type": "text", "text": "q?"}
    json.dumps(body, ensure_ascii=False).encode("utf-8")


def test_a_call_within_a_turn_is_told_as_text() -> None:
    turn = Turn(0, Role.ASSISTANT, "Let me look", calls=(ToolCall("1", "grep", '{"q": 1}'),))
    assert "→ grep" in laid_out([passage(turn)], "en").history
