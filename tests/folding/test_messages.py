"""Requests of the Messages API: what the API asks for, by a checker of its own, and the budget."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import UsageError
from harness.folding.compactors import Extractive
from harness.folding.messages import Layers, Request, render_request, request_tokens
from harness.folding.prompt import load_prompt
from harness.folding.replay import Limits, drive, held, leading_system, refold, rolling
from harness.prices import load_prices
from harness.schema import Conversation, Role, ToolCall, Turn
from harness.tokens import default_counter
from tests.build import TEXT, conversation, conversations, untorn
from tests.folding.test_policies import policies, worked

COUNTER = default_counter()
PROMPT = load_prompt("default", "en")
SONNET = load_prices().named("claude-sonnet-5-5")


def check(messages: Sequence[Mapping[str, Any]]) -> None:
    """The API's rules for messages, written down independently of the code that makes them."""
    assert messages
    assert [m["role"] for m in messages] == ["user", "assistant"] * (len(messages) // 2) + ["user"]
    open_calls: set[str] = set()
    seen: set[str] = set()
    for message in messages:
        kinds = [b["type"] for b in message["content"]]
        assert kinds
        assert set(kinds) <= ({"text", "tool_use"} if message["role"] == "assistant" else {"text", "tool_result"})
        assert all(b["text"].strip() for b in message["content"] if b["type"] == "text")
        assert kinds == sorted(kinds, key=["tool_result", "text", "tool_use"].index)
        results = [b["tool_use_id"] for b in message["content"] if b["type"] == "tool_result"]
        assert sorted(results) == sorted(open_calls), "every call is answered, once, in the next message"
        calls = [b["id"] for b in message["content"] if b["type"] == "tool_use"]
        assert not seen & set(calls)
        assert all(isinstance(b["input"], dict) for b in message["content"] if b["type"] == "tool_use")
        open_calls, seen = set(calls), seen | set(calls)
    assert not open_calls


def marks(request: Request) -> list[str]:
    blocks = [*request.system, *(b for m in request.messages for b in m["content"])]
    return [str(b.get("text", b.get("content", ""))) for b in blocks if "cache_control" in b]


def said(request: Request) -> str:
    return json.dumps([request.system, request.messages], ensure_ascii=False)


@given(worked(), policies(), st.sampled_from([rolling, refold, held]), st.integers(0, 400))
def test_under_every_policy_requests_are_valid_and_within_the_budget(
    log: Conversation, limits: Limits, mode: Any, spare: int
) -> None:
    first = leading_system(log.turns)
    replay = drive(mode(log, replace(limits, folds=6), PROMPT, COUNTER), Extractive(COUNTER))
    for fold in replay.folds:
        for end in {fold.position, min(len(log.turns), fold.position + 3)}:  # and some way on, with an open call maybe
            recent = log.turns[fold.position - len(fold.kept) : end]
            layers = Layers(log.turns[:first], ["never x"], fold.summary, recent, ["y"], "And now?", log.language)
            least = render_request(replace(layers, recent=()), 10**9, COUNTER).tokens
            request = render_request(layers, least + spare, COUNTER)
            check(request.messages)
            assert "- never x" in request.system[-1]["text"], "constraints stand in every request"
            assert request.tokens == request_tokens(request.system, request.messages, COUNTER) <= least + spare
            dropped = {t.index for t in log.turns[: fold.position] if t.role is not Role.SYSTEM} - set(fold.kept)
            assert not dropped & {t.index for t in recent[request.left_out :]}


@given(conversations(), st.integers(0, 300))
def test_as_many_recent_turns_as_fit_and_pairs_go_together(log: Conversation, spare: int) -> None:
    layers = Layers(summary="what was", recent=log.turns, question="?")
    least = render_request(replace(layers, recent=()), 10**9, COUNTER).tokens
    request = render_request(layers, least + spare, COUNTER)
    kept = log.turns[request.left_out :]
    if kept and request.left_out:
        assert untorn(log.turns, request.left_out)
    for more in range(request.left_out):
        larger = replace(layers, recent=log.turns[more:])
        if untorn(log.turns, more):
            assert render_request(larger, 10**9, COUNTER).tokens > least + spare


@given(st.lists(st.tuples(st.sampled_from("uatsxy"), TEXT), max_size=12))
def test_any_order_of_turns_makes_a_valid_request(parts: list[tuple[str, str]]) -> None:
    roles = {"u": Role.USER, "s": Role.SYSTEM, "t": Role.TOOL, "y": Role.TOOL}
    turns = [
        Turn(
            i,
            Role.ASSISTANT,
            text,
            calls=(ToolCall("same", "a tool", text), ToolCall("b", "t", '{"x": 1}')) if k == "x" else (),
        )
        if k in "ax"
        else Turn(i, roles[k], text, tool="t" if k in "ty" else None, call_id={"t": "same", "y": None}.get(k))
        for i, (k, text) in enumerate(parts)
    ]
    request = render_request(Layers(recent=turns), 10**9, COUNTER)
    check(request.messages)
    for turn in turns:  # nothing that was said is lost
        if turn.text.strip() and "<" not in turn.text and turn.role is not Role.ASSISTANT:
            assert json.dumps(turn.text, ensure_ascii=False)[1:-1] in said(request)


def test_the_order_is_that_of_the_design() -> None:
    log = conversation(("system", "S"), ("user", "new"), ("assistant", "newer"))
    layers = Layers(log.turns[:1], ["C"], "SUM", log.turns[1:], ["ITEM"], "Q?")
    request = render_request(layers, 1000, COUNTER)
    assert [b["text"] for b in request.system] == ["S", "Constraints that always hold:\n- C"]
    assert [[b["text"] for b in m["content"]] for m in request.messages] == [
        ["Summary of the conversation so far:\nSUM", "new"],
        ["newer"],
        ["What is known that bears on this:\n- ITEM", "Q?"],
    ]
    korean = render_request(replace(layers, language="ko"), 1000, COUNTER)
    assert korean.messages[0]["content"][0]["text"] == "지금까지의 대화 요약:\nSUM"


def test_a_pair_is_native_and_a_torn_one_is_told() -> None:
    call = Turn(4, Role.ASSISTANT, "look", calls=(ToolCall("a", "Read", '{"p": 1}'), ToolCall("b", "Read", "not json")))
    results = [
        Turn(5, Role.TOOL, "B", tool="Read", call_id="b"),
        Turn(6, Role.TOOL, "A", tool="Read", call_id="a", error=True),
    ]
    request = render_request(Layers(summary="s", recent=[call, *results]), 1000, COUNTER)
    assert request.messages[1]["content"] == [
        {"type": "text", "text": "look"},
        {"type": "tool_use", "id": "call_4_0", "name": "Read", "input": {"p": 1}},
        {"type": "tool_use", "id": "call_4_1", "name": "Read", "input": {"arguments": "not json"}},
    ]
    assert request.messages[2]["content"] == [
        {"type": "tool_result", "tool_use_id": "call_4_1", "content": "B"},
        {"type": "tool_result", "tool_use_id": "call_4_0", "content": "A", "is_error": True},
    ]
    torn = render_request(Layers(summary="s", recent=results), 1000, COUNTER)
    assert torn.messages[0]["content"][1:] == [
        {"type": "text", "text": "[tool Read] B"},
        {"type": "text", "text": "[tool Read] A"},
    ]
    waiting = render_request(Layers(summary="s", recent=[call]), 1000, COUNTER)
    assert waiting.messages[1]["content"] == [{"type": "text", "text": 'look\n→ Read {"p": 1}\n→ Read not json'}]


def test_thinking_is_not_sent() -> None:
    log = conversation("a", "<thinking>secret\nplan</thinking>\nYes.", "b <thinking>mine</thinking>", "<think>cut off")
    text = said(render_request(Layers(recent=log.turns), 1000, COUNTER))
    assert "secret" not in text
    assert "cut off" not in text
    assert "Yes." in text
    assert "mine" in text  # what a user wrote is the user's


def test_breakpoints_stand_where_they_pay() -> None:
    log = conversation(("system", " a" * 2000), *[" b" * 100] * 8)
    layers = Layers(log.turns[:1], ["C"], "SUM" + " c" * 500, log.turns[1:], ["ITEM"], "Q?")
    found = marks(render_request(layers, 10**6, COUNTER))
    assert [m[:8] for m in found] == ["Constrai", "Summary ", " b b b b"]
    assert marks(render_request(layers, 10**6, COUNTER, uses=1)) == [], "a prefix that is used once does not repay"
    small = replace(layers, system=[replace(log.turns[0], text=" a" * 20)])
    assert [m[:8] for m in marks(render_request(small, 10**6, COUNTER))] == [" b b b b"], "too short to be cached"
    dear = replace(SONNET, cache_read=1.0)
    assert marks(render_request(layers, 10**6, COUNTER, dear, uses=50)) == []


@given(st.floats(0, 3), st.floats(0, 1.5), st.integers(1, 50))
def test_caching_pays_when_it_is_cheaper(write: float, read: float, uses: int) -> None:
    price = replace(SONNET, cache_write=write, cache_read=read)
    cached = price.cost(written=1_000_000) + sum(price.cost(read=1_000_000) for _ in range(uses - 1))
    plain = sum(price.cost(fresh=1_000_000) for _ in range(uses))
    assert price.pays(uses) == (cached < plain) or cached == pytest.approx(plain)


def test_what_may_not_be_cut_and_does_not_fit_is_an_error() -> None:
    with pytest.raises(UsageError, match="more than the budget of 20"):
        render_request(Layers(summary=" a" * 50, question="?"), 20, COUNTER)
