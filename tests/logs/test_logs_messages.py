"""OpenAI and Anthropic messages, as a document and as lines."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from harness.errors import LogError
from harness.logs import detect, read_log
from harness.schema import Conversation, Role, ToolCall

FIXTURES = Path(__file__).parent / "fixtures"


def read(path: Path) -> list[Conversation]:
    assert detect(path) == "messages"
    return list(read_log(path))


def written(tmp_path: Path, value: Any, name: str = "log.json") -> Path:
    path = tmp_path / name
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    path.write_bytes(text.encode("utf-8"))
    return path


def test_openai_document() -> None:
    (conv,) = read(FIXTURES / "openai_en.json")
    assert [(t.role.value, t.text, t.tool) for t in conv.turns] == [
        ("system", "Be brief.", None),
        ("user", "Weather in Oslo?\n[image]", None),
        ("assistant", "", None),
        ("tool", "-4 °C", "weather"),
        ("assistant", "", None),
        ("tool", "sent", "warn"),
        ("assistant", "It is -4 °C.", None),
    ]
    assert conv.turns[2].calls == (ToolCall("c1", "weather", "{not json"),)
    assert conv.turns[4].calls == (ToolCall("", "warn", "{}"),)
    assert (conv.id, conv.skipped) == ("openai_en", ())


def test_anthropic_document() -> None:
    (conv,) = read(FIXTURES / "anthropic_ko.json")
    assert (conv.id, conv.language) == ("대화-7", "ko")
    assert [t.role.value for t in conv.turns] == ["system", "user", "assistant", "tool", "tool", "user", "assistant"]
    assert conv.turns[2].text == "일정표를 보겠습니다."
    assert conv.turns[2].calls[0] == ToolCall("t1", "calendar", '{"날짜": "2026-03-02"}')
    assert [(t.tool, t.call_id, t.error) for t in conv.turns[3:5]] == [("calendar", "t1", False), ("clock", "t2", True)]
    assert conv.turns[5].text == "빨리요."


def test_a_line_is_a_turn_with_its_time_and_task() -> None:
    (conv,) = read(FIXTURES / "messages_lines.jsonl")
    assert [t.index for t in conv.turns] == [0, 1, 2, 3]
    assert conv.turns[1].time == datetime(2026, 3, 2, 9, 14, tzinfo=timezone(timedelta(hours=9)))
    assert conv.turns[1].task == "release"
    assert (conv.turns[2].text, conv.turns[2].time) == ("", datetime.fromtimestamp(1772410440, UTC))
    assert (conv.turns[3].text, conv.turns[3].time) == ("line separators \u2028 stay", datetime(2026, 3, 2, 9, 15))


def test_a_line_is_a_conversation() -> None:
    convs = read(FIXTURES / "conversations.jsonl")
    assert [(c.id, c.language, len(c.turns)) for c in convs] == [
        ("same", "en", 2),
        ("same-2", "ko", 1),
        ("conversations", "en", 1),
    ]
    assert [s.what for s in convs[-1].skipped] == ["conversation has no message", "line is torn or glued (left out)"]
    assert convs[-1].skipped[1].lines == (5,)


USER = {"role": "user", "content": "hello"}


@pytest.mark.parametrize(
    ("value", "counts"),
    [
        ([USER, USER], [2]),
        ({"messages": [USER]}, [1]),
        ({"system": "s", "messages": [USER]}, [2]),
        ([{"messages": [USER]}, {"system": [{"type": "text", "text": "s"}], "messages": [USER]}], [1, 2]),
        ([[USER], [USER, USER]], [1, 2]),
    ],
)
@pytest.mark.parametrize("name", ["log.json", "log.jsonl"])
@pytest.mark.parametrize("indent", [None, 2])
def test_shapes_of_a_document(tmp_path: Path, value: Any, counts: list[int], name: str, indent: int | None) -> None:
    convs = read(written(tmp_path, json.dumps(value, indent=indent), name))
    assert [len(c.turns) for c in convs] == counts
    assert [c.id for c in convs] == ["log", "log-2"][: len(counts)]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"role": "assistant", "content": None, "refusal": "I cannot."}, "I cannot."),
        ({"role": "user", "content": ["a", {"type": "input_text", "text": "b"}]}, "a\nb"),
        ({"role": "user", "content": {"type": "text", "text": "one block"}}, "one block"),
        ({"role": "user", "content": [{"type": "document", "source": {"type": "base64", "data": "x"}}]}, "[file]"),
        ({"role": "tool", "content": {"rows": 3}, "name": "sql"}, '{"rows": 3}'),
        ({"role": "user", "content": "see data:image/png;base64," + "QUJD" * 40 + "!"}, "see [image]!"),
        ({"role": "user", "content": "half a pair: \ud83d"}, "half a pair: \ufffd"),
    ],
)
def test_content(tmp_path: Path, message: dict[str, Any], text: str) -> None:
    (conv,) = read(written(tmp_path, json.dumps([message])))
    assert conv.turns[0].text == text


def test_odd_lines_are_counted_and_do_not_cut_the_conversation(tmp_path: Path) -> None:
    lines = [json.dumps(USER), "42", '{"role": "wizard", "content": "x"}', "[1]", "", '{"role": "us', json.dumps(USER)]
    odd = {"role": "user", "content": 7, "time": "after lunch"}
    (conv,) = read(written(tmp_path, "\n".join([*lines, json.dumps(odd)]), "log.jsonl"))
    assert len(conv.turns) == 3
    assert {s.what: (s.count, s.lines) for s in conv.skipped} == {
        "message is not a JSON object": (2, (2, 4)),
        "message has no known role": (1, (3,)),
        "line is torn or glued (left out)": (1, (6,)),
        "content of an unknown kind: int": (1, (8,)),
        "time was not understood": (1, (8,)),
    }


def test_times(tmp_path: Path) -> None:
    stamps = [1772410440, 1772410440.0, 1772410440000, "1772410440", "2026-03-02T00:14:00Z"]
    (conv,) = read(written(tmp_path, [{**USER, "timestamp": s} for s in stamps]))
    assert {t.time for t in conv.turns} == {datetime(2026, 3, 2, 0, 14, tzinfo=UTC)}


@pytest.mark.parametrize("stamp", [True, "", "x", -1, 1e300, [], {"a": 1}, "9" * 400])
def test_times_that_are_none(tmp_path: Path, stamp: Any) -> None:
    (conv,) = read(written(tmp_path, [{**USER, "timestamp": stamp}]))
    assert conv.turns[0].time is None
    assert [s.what for s in conv.skipped] == ["time was not understood"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '{"messages": [\n {"role": "user",\n "content": "x"',
            r"log\.json, line 3: not valid JSON \(.*\); mend the file",
        ),
        ('{"messages": []}', r"log\.json: it holds no chat message; conversation has no message; give objects"),
        ("[" * 100_000, r"log\.json: not valid JSON \(nested too deeply\); mend the file"),
        ("7" * 5000, r"log\.json: not valid JSON \(a number of thousands of digits\); mend the file"),
        ('{"messages": [1]}', r"message is not a JSON object \(line 1\); give objects with a role"),
    ],
)
def test_errors(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(LogError, match=says):
        list(read_log(written(tmp_path, text), "messages"))


def test_openai_names_tools_by_call_or_by_name(tmp_path: Path) -> None:
    call = {"id": "c", "type": "custom", "custom": {"name": "grep", "input": "x"}}
    messages = [
        {"role": "assistant", "content": "", "tool_calls": [call, "odd"]},
        {"role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "hit"}]},
        {"role": "tool", "tool_call_id": "gone", "content": "?"},
    ]
    (conv,) = read(written(tmp_path, messages))
    assert [(t.role, t.tool, t.call_id) for t in conv.turns[1:]] == [
        (Role.TOOL, "grep", "c"),
        (Role.TOOL, None, "gone"),
    ]
    assert conv.turns[0].calls == (ToolCall("c", "grep", "x"),)
