"""Claude Code sessions: the live branch, its turns, and the folds that really happened."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from log_writers import PREAMBLE, Session, tool_use

from harness.errors import LogError
from harness.logs import read_log
from harness.schema import Conversation, Role

FIXTURES = Path(__file__).parent / "fixtures"

# fixture → (turns, [(boundary, kept, how the summary ends, how the problem begins)])
FOLDS: dict[str, tuple[int, list[tuple[int, tuple[int, ...], str, str | None]]]] = {
    "claude_ko_no_fold": (12, []),
    "claude_en_one_fold": (9, [(4, (2, 3), "audit_log must not be touched.", None)]),
    "claude_ko_three_folds": (
        10,
        [
            (4, (2, 3), "아직 정한 것은 예산뿐.", None),
            (6, (), "API Error: 529 overloaded_error", "the summary is an error text: API Error: 529"),
            (8, (), "예산 150만 원. 지역 서울.", None),
        ],
    ),
    "claude_en_branches": (7, []),
    "claude_en_torn": (4, [(3, (), "summarized below:\n", "the summary is empty")]),
}


def fixture(name: str) -> Conversation:
    (conv,) = read_log(FIXTURES / f"{name}.jsonl")
    return conv


def read(session: Session, tmp_path: Path) -> Conversation:
    (conv,) = read_log(session.save(tmp_path / "session.jsonl"), "claude_code")
    return conv


def notes(conv: Conversation) -> dict[str, tuple[int, tuple[int, ...]]]:
    return {s.what: (s.count, s.lines) for s in conv.skipped}


def told(conv: Conversation) -> list[str]:
    return [t.text for t in conv.turns]


@pytest.mark.parametrize("name", FOLDS)
def test_folds_of_the_fixtures(name: str) -> None:
    count, folds = FOLDS[name]
    conv = fixture(name)
    assert len(conv.turns) == count
    assert [t.index for t in conv.turns] == list(range(count))
    assert [f.ordinal for f in conv.folds] == list(range(1, len(folds) + 1))
    assert [(f.boundary, f.kept) for f in conv.folds] == [f[:2] for f in folds]
    for fold, (_, _, summary, problem) in zip(conv.folds, folds, strict=True):
        assert fold.summary.endswith(summary)
        assert (fold.problem or "").startswith(problem or "")
        assert (fold.problem is None) == (problem is None)


def test_metadata_of_folds_in_both_spellings() -> None:
    (one,) = fixture("claude_en_one_fold").folds
    assert (one.trigger, one.tokens_before, one.tokens_after) == ("manual", 1200, 300)
    assert one.time == datetime(2026, 3, 2, 9, 0, 5, tzinfo=UTC)
    snake = fixture("claude_ko_three_folds").folds[0]
    assert (snake.trigger, snake.tokens_before) == ("auto", 155_000)


def test_summaries_titles_and_thinking_are_no_turns() -> None:
    for name in FOLDS:
        conv = fixture(name)
        said = "\n".join(told(conv))
        assert "being continued" not in said
        assert "세션 제목" not in said
        assert "먼저 로그를 봐야겠다" not in said
        assert all(f.summary not in told(conv) for f in conv.folds)


def test_one_response_on_several_lines_is_one_turn_and_results_find_their_tools() -> None:
    turns = fixture("claude_ko_no_fold").turns
    assert turns[2].text == "로그와 설정을 같이 보겠습니다."
    assert [(c.id, c.name) for c in turns[2].calls] == [("t1", "Bash"), ("t2", "Read")]
    assert turns[2].calls[0].arguments == '{"command": "tail -n 3 /var/log/pay.log"}'
    results = [(t.tool, t.call_id, t.text, t.error) for t in turns if t.role is Role.TOOL]
    assert results == [
        ("Bash", "t1", "502 Bad Gateway\n오류율 3.1%", False),
        ("Read", "t2", "port: 8443\n[image]", False),
        ("Bash", "t3", "atq: command not found", True),
    ]


def test_what_nobody_typed_is_injected() -> None:
    conv = fixture("claude_ko_no_fold")
    assert [t.index for t in conv.turns if t.injected] == [0, 7, 10, 11]
    assert conv.turns[6].text == "그럼 14일은 취소하고 21일로 미룹시다."
    one = fixture("claude_en_one_fold")
    assert [t.index for t in one.turns if t.injected] == [4, 5, 6]  # the command, its output, its text come back


def test_branches() -> None:
    conv = fixture("claude_en_branches")
    assert "Use nom." not in told(conv)
    assert told(conv)[2:5] == [
        "Use winnow instead of nom.",
        "Is winnow faster?",
        "child of a record that comes later",
    ]
    assert notes(conv) == {
        "record that stands in the file twice": (1, (8,)),
        "sidechain record (a subagent's) left out": (1, (9,)),
        "record whose parent is missing (the record before it was taken)": (1, (13,)),
        "record on another branch (rewound, forked or abandoned)": (2, (3, 4)),
        "fold on another branch": (1, (5,)),
    }


def test_torn_lines_are_counted_and_named() -> None:
    conv = fixture("claude_en_torn")
    assert told(conv)[1] == "Glued but whole."
    assert conv.turns[1].time == datetime(2026, 3, 2, 9, 5, tzinfo=UTC)  # no zone in the log
    assert notes(conv) == {
        "line is not a JSON object": (3, (2, 3, 4)),
        "line is torn or glued (whole records in it were kept)": (1, (5,)),
        "record whose message cannot be read": (1, (9,)),
        "record without a type": (1, (10,)),
        "line is torn or glued (left out)": (1, (12,)),
    }


def test_microcompact_is_counted_and_no_fold() -> None:
    assert notes(fixture("claude_ko_three_folds")) == {
        "microcompact boundary (clears tool results; not a fold)": (1, (9,))
    }


def test_id_language_and_source() -> None:
    conv = fixture("claude_ko_no_fold")
    assert conv.id == "c0de0000-0000-4000-8000-00000000000a"
    assert (conv.language, conv.format) == ("ko", "claude_code")
    assert conv.source.endswith("claude_ko_no_fold.jsonl")
    assert fixture("claude_en_branches").language == "en"


INJECTED = [
    "<command-name>/model</command-name>",
    "<bash-input>git status</bash-input>",
    "<bash-stdout>clean</bash-stdout><bash-stderr></bash-stderr>",
    "<task-notification><task-id>b1</task-id></task-notification>",
    "<system-reminder>\nA hook ran.\n</system-reminder>",
    "<user-prompt-submit-hook>ok</user-prompt-submit-hook>",
    "Stop hook feedback:\n- run the tests",
    "PreToolUse:Bash hook additional context: be careful",
    "[Request interrupted by user for tool use]",
    "/compact keep the names",
    PREAMBLE + "an earlier fold, carried over without its flag",
]
TYPED = [
    "the hook feedback is wrong",
    "What does <command-name> do?",
    "compact the table, please",
    "<b>bold</b> 요청입니다",
    "Why did it print [Request interrupted by user]?",
]


@pytest.mark.parametrize(("text", "injected"), [(t, True) for t in INJECTED] + [(t, False) for t in TYPED])
def test_injected_by_its_text(text: str, injected: bool, tmp_path: Path) -> None:
    session = Session()
    session.user(text)
    (turn,) = read(session, tmp_path).turns
    assert (turn.text, turn.injected) == (text, injected)


@pytest.mark.parametrize(
    "fields",
    [
        {"isMeta": True},
        {"is_meta": True},
        {"isVisibleInTranscriptOnly": True},
        {"origin": {"kind": "task-notification"}},
    ],
)
def test_injected_by_its_record(fields: dict[str, Any], tmp_path: Path) -> None:
    session = Session()
    session.user("plain words", **fields)
    assert read(session, tmp_path).turns[0].injected


def test_a_reminder_behind_what_was_typed_is_cut_off_but_a_quoted_one_stays(tmp_path: Path) -> None:
    session = Session()
    session.user("Fix it.\n<system-reminder>no todos</system-reminder>")
    session.user("Why is <system-reminder>x</system-reminder> in here?")
    turns = read(session, tmp_path).turns
    assert [(t.text, t.injected) for t in turns] == [
        ("Fix it.", False),
        ("<system-reminder>no todos</system-reminder>", True),
        ("Why is <system-reminder>x</system-reminder> in here?", False),
    ]


def test_parallel_results_beside_the_branch_are_put_back(tmp_path: Path) -> None:
    session = Session()
    session.user("look at both")
    first = session.says("Both at once.", tool_use("a", "Read"), message_id="m")
    second = session.says(tool_use("b", "Grep"), message_id="m")
    session.result("a", "one", parent=first)
    session.result("b", "two", parent=second)
    session.says("Seen.")
    conv = read(session, tmp_path)
    assert [(t.role.value, t.text, t.tool) for t in conv.turns] == [
        ("user", "look at both", None),
        ("assistant", "Both at once.", None),
        ("tool", "one", "Read"),
        ("tool", "two", "Grep"),
        ("assistant", "Seen.", None),
    ]
    assert conv.skipped == ()


def test_a_later_line_of_a_response_may_repeat_and_short_texts_stay(tmp_path: Path) -> None:
    session = Session()
    session.user("go")
    session.says("banana", message_id="m")
    session.says("banana", "an", tool_use("a", "Read"), message_id="m")
    assert read(session, tmp_path).turns[1].text == "banana\nan"


def test_the_same_message_id_after_a_person_spoke_is_another_turn(tmp_path: Path) -> None:
    session = Session()
    session.says("one", message_id="m")
    session.user("and?")
    session.says("two", message_id="m")
    assert told(read(session, tmp_path)) == ["one", "and?", "two"]


def test_tail_behind_the_last_summarised_record_is_in_the_history(tmp_path: Path) -> None:
    session = Session()
    session.user("old")
    end = session.says("old answer")
    head = session.user("kept")
    tail = session.says("kept answer")
    session.boundary(logical=end, preservedSegment={"headUuid": head, "anchorUuid": "x", "tailUuid": tail})
    session.summary("old things")
    session.user("new")
    conv = read(session, tmp_path)
    assert told(conv) == ["old", "old answer", "kept", "kept answer", "new"]
    assert (conv.folds[0].boundary, conv.folds[0].kept) == (4, (2, 3))


def test_file_that_ends_with_a_fold(tmp_path: Path) -> None:
    session = Session()
    session.user("a")
    session.says("b")
    session.fold("a and b")
    conv = read(session, tmp_path)
    assert [(f.boundary, f.summary, f.problem) for f in conv.folds] == [(2, "a and b", None)]


def test_summary_under_an_attachment_and_written_before_its_time(tmp_path: Path) -> None:
    session = Session()
    session.user("a")
    session.boundary()
    session.record("attachment", attachment={"type": "file", "filename": "x"})
    session.summary("the summary", timestamp="2020-01-01T00:00:00Z")
    session.says("b")
    conv = read(session, tmp_path)
    assert told(conv) == ["a", "b"]
    assert (conv.folds[0].boundary, conv.folds[0].summary) == (1, "the summary")


@pytest.mark.parametrize(
    ("summary", "problem"),
    [
        (None, "no summary was recorded"),
        ("", "the summary is empty"),
        (" \n", "the summary is empty"),
        (PREAMBLE, "the summary is empty"),
        ("Error generating summary: overloaded", "the summary is an error text: Error generating summary: overloaded"),
        (PREAMBLE + "API Error: 500", "the summary is an error text: API Error: 500"),
        ("Error handling was moved to the edge.", None),
        ("오류율 기준은 2%입니다.", None),
    ],
)
def test_problem_of_a_fold(summary: str | None, problem: str | None, tmp_path: Path) -> None:
    session = Session()
    session.user("a")
    session.boundary()
    if summary is not None:
        session.summary(summary)
    session.says("b")
    assert read(session, tmp_path).folds[0].problem == problem


def test_fold_whose_history_is_in_another_file(tmp_path: Path) -> None:
    session = Session()
    session.boundary(logical="in-another-file")
    session.summary("what was before")
    session.user("go on")
    fold = read(session, tmp_path).folds[0]
    assert (fold.boundary, fold.problem) == (0, "the turns before it are not in this file")


def test_summary_without_a_boundary_is_a_fold(tmp_path: Path) -> None:
    session = Session()
    session.user("a")
    session.says("b")
    session.summary("older versions wrote no boundary", parent=None)
    session.user("c")
    conv = read(session, tmp_path)
    assert (told(conv), conv.folds[0].boundary) == (["a", "b", "c"], 2)


def test_kept_messages_that_are_not_there_are_told(tmp_path: Path) -> None:
    session = Session()
    session.user("a")
    session.fold("s", preservedMessages={"uuids": ["gone", 7, None]})
    conv = read(session, tmp_path)
    assert conv.folds[0].kept == ()
    assert notes(conv) == {"fold whose kept messages are not in the conversation": (1, (2,))}


def test_rewind_to_the_first_message_leaves_the_old_one_out(tmp_path: Path) -> None:
    session = Session()
    session.user("first try")
    session.says("answer")
    session.user("second try", parent=None)
    session.says("another answer")
    assert told(read(session, tmp_path)) == ["second try", "another answer"]


def test_message_typed_while_the_assistant_worked(tmp_path: Path) -> None:
    session = Session()
    session.record(
        "attachment", attachment={"type": "queued_command", "prompt": "and in Korean", "commandMode": "prompt"}
    )
    session.record(
        "attachment", attachment={"type": "queued_command", "prompt": "x", "commandMode": "task-notification"}
    )
    turns = read(session, tmp_path).turns
    assert [(t.text, t.injected) for t in turns] == [("and in Korean", False), ("x", True)]


def test_api_error_as_an_answer_is_an_error_turn(tmp_path: Path) -> None:
    session = Session()
    session.user("a")
    session.says("API Error: 500", isApiErrorMessage=True)
    assert read(session, tmp_path).turns[1].error


def test_stream_without_parents_is_read_in_order(tmp_path: Path) -> None:
    session = Session()
    for n, text in enumerate("abc"):
        message = {"role": "user", "content": text}
        session.raw({"type": "user", "session_id": "s-9", "uuid": f"x{n}", "message": message})
    session.raw({"type": "user", "session_id": "s-9", "parent_tool_use_id": "t", "message": {"content": "subagent"}})
    conv = read(session, tmp_path)
    assert (conv.id, told(conv)) == ("s-9", ["a", "b", "c"])


def test_records_that_are_each_others_parents_end_the_walk(tmp_path: Path) -> None:
    session = Session()
    session.user("a", uuid="a", parent="b")
    session.says("b", uuid="b", parent="a")
    assert sorted(told(read(session, tmp_path))) == ["a", "b"]


def test_two_whole_records_on_one_line(tmp_path: Path) -> None:
    session = Session()
    session.user("a")
    session.says("b")
    session.lines = ["".join(session.lines)]
    conv = read(session, tmp_path)
    assert told(conv) == ["a", "b"]
    assert [s.count for s in conv.skipped] == [1]


def test_only_sidechains_is_an_error_that_says_so(tmp_path: Path) -> None:
    session = Session()
    session.user("subagent", isSidechain=True)
    with pytest.raises(LogError, match=r"session\.jsonl: the session holds no turn .*sidechain record.*line 1"):
        read(session, tmp_path)
