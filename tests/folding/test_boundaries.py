"""Each boundary detector, in both languages, with what it must not take for one."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given

from harness.folding.boundaries import (
    boundaries,
    closing_phrases,
    explicit_markers,
    finished_items,
    long_pauses,
    new_requests,
)
from harness.schema import Conversation, Role, ToolCall, Turn
from tests.build import conversation, conversations

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["Task 3: the index", "#12 no. Ticket #12 is next", "작업 3: 색인", "다음 작업은 표입니다"]
)
def test_a_request_that_names_its_task_opens_one(text: str) -> None:
    opens = not text.startswith("#12 no")
    assert list(explicit_markers(conversation("a", "b", text, "c").turns)) == ([2] if opens else [])


def test_the_task_of_a_log_changes_where_it_changes() -> None:
    named = [replace(t, task=x) for t, x in zip(conversation(*"abcde").turns, ["x", None, "x", "y", "y"], strict=True)]
    assert list(explicit_markers(named)) == [3]


def _todo(index: int, **status: str) -> Turn:
    todos = [{"content": k, "status": v} for k, v in status.items()]
    return Turn(index, Role.ASSISTANT, "", calls=(ToolCall(f"c{index}", "TodoWrite", json.dumps({"todos": todos})),))


def test_an_item_that_becomes_done_ends_a_task_once() -> None:
    log = [
        _todo(0, one="pending", two="pending"),
        _todo(1, one="completed", two="in_progress"),
        _todo(2, one="completed", two="in_progress"),
        _todo(3, one="completed", two="completed"),
    ]
    assert list(finished_items(log)) == [2, 4]


def test_a_ticked_box_ends_a_task_and_broken_arguments_do_not() -> None:
    log = conversation("go", "- [x] 색인 만들기\n- [ ] the rest", "go on", "- [x] 색인 만들기\n- [ ] the rest")
    assert list(finished_items(log.turns)) == [2]
    broken = Turn(0, Role.ASSISTANT, "", calls=(ToolCall("c", "t", '{"status": "done"'),))
    assert list(finished_items([broken])) == []
    other = Turn(0, Role.ASSISTANT, "", calls=(ToolCall("c", "t", '{"status": "done", "taskId": "7"}'),))
    assert list(finished_items([other])) == [1]


@pytest.mark.parametrize(
    ("text", "closes"),
    [
        ("Perfect, that's all for today.", True),
        ("OK, we're done here, thanks!", True),
        ("Let’s wrap up.", True),
        ("That's it for now", True),
        ("오늘은 여기까지 할게요. 고마워요", True),
        ("수고하셨습니다", True),
        ("네, 확인했어요. 오늘도 수고하셨어요!", True),
        ("스케치 봤어요, 수고하셨어요.", False),  # thanks for one thing, in the middle of the work
        ("이제 마무리하죠", True),
        ("That is all I know about the leak, what else could it be?", False),
        ("여기까지 오는 데 오래 걸렸는데 왜 그런가요?", False),
        ("thanks, and the second file?", False),
    ],
)
def test_a_closing_phrase_ends_a_task_behind_its_reply(text: str, closes: bool) -> None:
    assert list(closing_phrases(conversation("do it", "done", text, "sure", "another", "x").turns)) == (
        [4] if closes else []
    )


def test_a_closing_phrase_at_the_end_closes_the_log_and_one_of_the_assistant_nothing() -> None:
    assert list(closing_phrases(conversation("a", "b", "that's all", "bye").turns)) == [4]
    assert list(closing_phrases(conversation("a", "That's all.", "b", "c").turns)) == []


def test_a_long_pause_counts_before_a_request_only() -> None:
    times = [
        START,
        START + timedelta(hours=3),
        START + timedelta(hours=4),
        None,
        START + timedelta(hours=4, minutes=50),
    ]
    log = [replace(t, time=x) for t, x in zip(conversation(*"abcde").turns, times, strict=True)]
    assert list(long_pauses(log)) == [2]
    assert list(long_pauses(log, timedelta(minutes=30))) == [2, 4]
    naive = [log[0], replace(log[2], index=1, time=datetime(2026, 3, 2, 13, 0))]
    assert list(long_pauses(naive)) == [1]


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("Next, the release notes.", True),
        ("Great, thanks. Now let's move on", True),
        ("Thanks! Let's move on to the invoice.", True),
        ("Different topic: the budget", True),
        ("One more thing: the logo", True),
        ("Now I need the list of guests", True),
        ("네, 다음으로 예산을 볼까요?", True),
        ("이제 다른 얘기인데요", True),
        ("다른 질문이 있어요", True),
        ("다음 주에 배포하나요?", False),
        ("The next step is unclear to me", False),
        ("What did you mean by that?", False),
    ],
)
def test_a_request_that_opens_another_subject(text: str, opens: bool) -> None:
    assert list(new_requests(conversation("a", "b", text, "c").turns)) == ([2] if opens else [])


def test_what_no_person_typed_opens_nothing() -> None:
    log = [replace(t, injected=True) for t in conversation("Next, this.", "b", "Task 2", "c").turns]
    assert boundaries(log) == ()


@given(conversations())
def test_no_boundary_tears_a_tool_pair(log: Conversation) -> None:
    every = {"all": lambda turns: iter(range(len(turns) + 1))}
    for p in boundaries(log.turns, every):
        assert 0 < p <= len(log.turns)
        assert p == len(log.turns) or log.turns[p].role is not Role.TOOL
