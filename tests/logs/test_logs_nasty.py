"""What a sceptic hands to a reader: files that are none, torn packs, numbers and texts of no use. Each is told in one sentence."""

from __future__ import annotations

import gzip
import json
import os
import random
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from click.testing import CliRunner, Result
from fold_writers import WRITERS, lines
from test_logs_fold_table import AFTER, FOLD, SAID

from harness.cli import cli
from harness.errors import LogError
from harness.logs import packed, read_log, read_paths
from harness.schema import Conversation, Role

STEPS = [*SAID, FOLD, *AFTER]
LINE = json.dumps({"role": "user", "content": "hello"}) + "\n"


def audit(path: Path, runs: Path) -> Result:
    return CliRunner().invoke(cli, ["audit", str(path), "--runs", str(runs), "--quiet"])


def notes(conv: Conversation) -> dict[str, tuple[int, ...]]:
    return {s.what: s.lines for s in conv.skipped}


# ------------------------------------------------------------------------------------------ what is no file


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    done = audit(tmp_path / "pipe.jsonl", tmp_path / "runs")
    assert done.exit_code == 2
    says = f"afterfold: {tmp_path / 'pipe.jsonl'}: it is a pipe or a device and no file; save the log to a file and give that"
    assert done.stderr.strip() == says


def test_pipes_and_sockets_in_a_folder_are_left_out_with_the_reason(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "b.jsonl")
    with socket.socket(socket.AF_UNIX) as s:
        s.bind(os.path.relpath(tmp_path / "c.jsonl"))
    (tmp_path / "a.jsonl").write_text(LINE)
    told: list[tuple[str, str]] = []
    (conv,) = read_paths([tmp_path], on_skip=lambda path, why: told.append((Path(path).name, why.split(";")[0])))
    assert conv.id == "a"
    assert told == [(n, "it is a pipe or a device and no file") for n in ("b.jsonl", "c.jsonl")]


# ------------------------------------------------------------------------------------------ packed


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
@pytest.mark.parametrize("share", [0.01, 0.3, 0.6, 0.99])
def test_a_pack_that_is_cut_off_is_not_taken_for_a_shorter_log(
    tmp_path: Path, pack: Callable[[bytes], bytes], share: float
) -> None:
    rng = random.Random(1)
    text = "".join(json.dumps({"role": "user", "content": f"{rng.random()}"}) + "\n" for _ in range(30_000))
    whole = pack(text.encode())
    path = tmp_path / "a.jsonl"
    path.write_bytes(whole[: max(5, int(len(whole) * share))])
    with pytest.raises(LogError, match=r"a\.jsonl: its compressed data is damaged or cut off \(.*\); unpack"):
        list(read_log(path))
    path.write_bytes(whole)
    (conv,) = read_log(path)
    assert len(conv.turns) == 30_000


def test_zstandard_frames_that_hold_nothing_are_passed_over(tmp_path: Path) -> None:
    skippable = b"\x50\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"note"
    path = tmp_path / "a.jsonl.zst"
    frame = zstandard.compress(LINE.encode())
    path.write_bytes(frame + skippable + zstandard.compress(b"") + frame)
    (conv,) = read_log(path)
    assert [t.text for t in conv.turns] == ["hello", "hello"]


def test_a_file_that_unpacks_to_nothing_but_zeros_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "_LARGE", 1 << 22)
    path = tmp_path / "a.jsonl"
    path.write_bytes(zstandard.compress(LINE.encode() + b"\0" * (1 << 24)))
    with pytest.raises(LogError, match=r"a\.jsonl: it unpacks to over 1,000 times its size, as no log does; unpack it"):
        list(read_log(path))


# ------------------------------------------------------------------------------------------ encodings


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_called_that(tmp_path: Path, writer: str, name: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(lines(WRITERS[writer](STEPS)).encode(name))
    with pytest.raises(LogError, match=r"it is written in UTF-16 without a mark that says so; save it as UTF-8"):
        list(read_log(path))


@pytest.mark.parametrize("writer", [w for w in WRITERS if w != "opencode"])
def test_a_log_whose_end_a_crash_filled_with_nulls_is_read(tmp_path: Path, writer: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(lines(WRITERS[writer](STEPS)).encode() + b"\0" * 8_192)
    (conv,) = read_log(path)
    assert [f.boundary for f in conv.folds] == [4]
    assert [s.count for s in conv.skipped if s.what.startswith("line is torn")] == [1]


# ------------------------------------------------------------------------------------------ values of no use


@pytest.mark.parametrize(("writer", "key"), [("claude_code", "preTokens"), ("pi", "tokensBefore")])
def test_audit_of_a_fold_of_more_tokens_than_a_number_can_say(tmp_path: Path, writer: str, key: str) -> None:
    path = tmp_path / "a.jsonl"
    text = lines(WRITERS[writer](STEPS))
    path.write_text(text.replace(f'"{key}": 900', f'"{key}": {"9" * 400}'))
    assert path.read_text() != text
    (conv,) = read_log(path)
    assert [f.tokens_before for f in conv.folds] == [None]
    done = audit(path, tmp_path / "runs")
    assert done.exit_code == 0, done.output
    assert "1 folds in 1 sessions" in done.stderr


def test_a_number_that_is_too_long_is_not_called_nesting(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    events = json.dumps(WRITERS["openhands_v0"](STEPS)).replace('"id": 2', f'"id": {"9" * 5_000}')
    path.write_text(events)
    (conv,) = read_log(path)
    assert [t.text for t in conv.turns] == [text for _, text in SAID[:2]]
    assert [*notes(conv)] == ["not valid JSON (a number of thousands of digits); the rest was left out"]


@pytest.mark.parametrize(
    ("writer", "note"),
    [
        ("claude_code", "content of an unknown kind: text that is "),
        ("codex", "content of an unknown kind: text that is "),
        ("pi", "content of an unknown kind: text that is "),
        ("openhands_v1", "content of an unknown kind: text that is "),
        ("openhands_v0", "content of an unknown kind: "),
        ("opencode", "text part without a text"),
        ("langchain", "content of an unknown kind: "),
    ],
)
@pytest.mark.parametrize("value", ["7", "true", '{"a": 1}', "[3]"])
def test_a_text_that_is_none_is_told_and_the_fold_stays(tmp_path: Path, writer: str, note: str, value: str) -> None:
    path = tmp_path / "a.jsonl"
    text = lines(WRITERS[writer](STEPS))
    path.write_text(text.replace(json.dumps(SAID[2][1]), value))
    assert path.read_text() != text
    (conv,) = read_log(path)
    assert [s.what for s in conv.skipped if s.what.startswith(note)]
    assert [(f.summary, f.problem) for f in conv.folds] == [(FOLD[1], None)]


# ------------------------------------------------------------------------------------------ trees


def written(path: Path, rows: list[dict[str, Any]]) -> Conversation:
    path.write_text(lines(rows))
    (conv,) = read_log(path)
    return conv


def test_pi_a_torn_line_in_the_middle_does_not_cut_off_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    torn = lines(WRITERS["pi"](STEPS)).split("\n")
    torn[3] = torn[3][:60]
    path.write_text("\n".join(torn))
    (conv,) = read_log(path)
    assert [t.text for t in conv.turns] == [t for w, t in STEPS if w != "fold" and t != SAID[2][1]]
    assert [(f.boundary, f.kept) for f in conv.folds] == [(3, (2,))]
    assert notes(conv) == {
        "line is torn or glued (left out)": (4,),
        "entry whose parent is not in the file (the entry before it was taken)": (5,),
    }


def test_pi_a_session_that_begins_behind_its_root(tmp_path: Path) -> None:
    rows = WRITERS["pi"](STEPS)
    conv = written(tmp_path / "a.jsonl", [rows[0], *rows[3:]])
    assert len(conv.turns) == 4
    assert notes(conv) == {"entry whose parent is not in the file (the conversation begins there)": (2,)}


@pytest.mark.parametrize("parent", ["itself", "its child"])
def test_pi_entries_that_are_each_others_parents_are_told(tmp_path: Path, parent: str) -> None:
    rows = WRITERS["pi"](SAID)
    rows[-2]["parentId"] = rows[-2 if parent == "itself" else -1]["id"]
    conv = written(tmp_path / "a.jsonl", rows)
    assert [t.text for t in conv.turns] == [text for _, text in SAID[2:]]
    assert "entries that are each other's parents (the walk ended there)" in notes(conv)


# ------------------------------------------------------------------------------------------ rarer messages


def test_pi_messages_of_every_kind(tmp_path: Path) -> None:
    said: list[dict[str, Any]] = [
        {"role": "system", "content": "Be exact."},
        {"role": "user", "content": "hi"},
        {"role": "bashExecution", "command": "ls", "output": "a.txt", "exitCode": 1},
        {"role": "bashExecution", "command": "secret", "output": "x", "excludeFromContext": True},
        {"role": "assistant", "content": [], "stopReason": "error"},
        {"role": "compactionSummary", "summary": "Old summary."},
        {"role": "hookMessage", "content": "Hook says."},
        {"role": "custom", "content": ""},
        {"role": "martian", "content": "?"},
        {"role": "user", "content": [{"type": "hologram"}, 7]},
    ]
    entries: list[dict[str, Any]] = [
        {"type": "message", "message": m, "timestamp": "2026-03-02T09:00:00Z"} for m in said
    ]
    entries += [{"type": "branch_summary", "summary": "Left a branch."}, {"type": "odd"}, {"id": "x"}]
    rows = [{"id": f"e{n}", "parentId": f"e{n - 1}" if n else None, **e} for n, e in enumerate(entries)]
    rows[-1].pop("type", None)
    conv = written(tmp_path / "a.jsonl", rows)
    assert [(t.role, t.text, t.injected, t.error) for t in conv.turns] == [
        (Role.SYSTEM, "Be exact.", False, False),
        (Role.USER, "hi", False, False),
        (Role.TOOL, "$ ls\na.txt", False, True),
        (Role.USER, "Old summary.", True, False),
        (Role.USER, "Hook says.", True, False),
        (Role.USER, "", False, False),
        (Role.USER, "Left a branch.", True, False),
    ]
    assert {
        "command that was kept out of the context",
        "message has no known role",
        "entry of an unknown type: odd",
    } <= {*notes(conv)}
    assert {"entry without a type", "content of an unknown kind: hologram", "content of an unknown kind: int"} <= {
        *notes(conv)
    }


def test_chatgpt_rarer_content(tmp_path: Path) -> None:
    contents: list[dict[str, Any]] = [
        {
            "content_type": "multimodal_text",
            "parts": [{"content_type": "audio_asset"}, {"text": "words"}, {"x": 1}, {}, None],
        },
        {"content_type": "tether_quote", "text": "quoted"},
        {"content_type": "hologram", "light": 1},
        {"content_type": "thoughts", "thoughts": []},
    ]
    nodes: dict[str, Any] = {
        f"n{n}": {
            "parent": f"n{n - 1}" if n else None,
            "children": [],
            "message": {"author": {"role": "user"}, "content": c, "create_time": "0001-01-01T00:00:00+23:59"},
        }
        for n, c in enumerate(contents)
    }
    nodes["n4"] = {"parent": "n3", "message": {"author": {"role": "martian"}, "content": contents[1]}, "children": []}
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([{"id": "c", "mapping": nodes}]))
    (conv,) = read_log(path)
    assert [t.text for t in conv.turns] == [
        "[audio]\nwords\n[file]",
        "quoted",
        '{"content_type": "hologram", "light": 1}',
    ]
    assert {*notes(conv)} == {"content of an unknown kind: hologram", "message has no known role"}


def test_messages_results_under_the_role_of_a_tool_and_other_blocks(tmp_path: Path) -> None:
    inner = [{"type": "text", "text": "a"}, {"type": "tool_reference", "name": "t"}]
    result = {"type": "tool_result", "tool_use_id": "c1", "is_error": True, "content": inner}
    said = [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "look", "input": {}}]},
        {"role": "tool", "content": [result]},
        {
            "role": "user",
            "content": [{"type": "refusal", "refusal": "no"}, {"type": "web_search_tool_result", "content": "found"}],
        },
        {
            "role": "user",
            "content": [
                {"type": "document", "source": {"type": "text", "data": "page"}},
                {"type": "odd", "text": "kept"},
            ],
        },
        {"role": "user", "content": {"type": "document", "source": {"type": "base64"}}},
    ]
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"messages": said}))
    (conv,) = read_log(path)
    tool = conv.turns[1]
    assert (tool.tool, tool.call_id, tool.error, tool.text) == (
        "look",
        "c1",
        True,
        'a\n{"type": "tool_reference", "name": "t"}',
    )
    assert [t.text for t in conv.turns[2:]] == ["found", "no", "page\nkept", "[file]"]


def test_messages_lists_of_lists_and_what_is_no_conversation(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    one = [{"role": "user", "content": "one"}]
    path.write_text(json.dumps([one, {"messages": one, "id": 7}, 5, {"x": 1}, [1]]))
    convs = list(read_log(path, "messages"))
    assert [(c.id, [t.text for t in c.turns]) for c in convs] == [("a", ["one"]), ("7", ["one"])]
    assert {*notes(convs[-1])} == {
        "entry is neither a message nor a conversation",
        "value is neither a message nor a conversation",
    }


@pytest.mark.parametrize("time", ["2:70 pm on 31 February, 2023", "25:00 pm on 1 Smarch, 2023", 7])
def test_locomo_times_that_no_calendar_has(tmp_path: Path, time: object) -> None:
    talk = {
        "speaker_a": "A",
        "speaker_b": "B",
        "session_1": [{"speaker": "A", "text": "hi"}],
        "session_1_date_time": time,
    }
    path = tmp_path / "a.json"
    path.write_text(json.dumps([{"conversation": talk}]))
    (conv,) = read_log(path)
    assert (conv.turns[0].time, [*notes(conv)]) == (None, ["time was not understood"])


@pytest.mark.parametrize("time", ["2023/02/31 (Fri) 02:21", "yesterday", 7])
def test_longmemeval_times_that_no_calendar_has(tmp_path: Path, time: object) -> None:
    entry = {"question_id": "q", "haystack_dates": [time], "haystack_sessions": [[{"role": "user", "content": "hi"}]]}
    path = tmp_path / "a.json"
    path.write_text(json.dumps([entry]))
    (conv,) = read_log(path)
    assert (conv.turns[0].time, "time was not understood" in notes(conv)) == (None, True)


def test_where_nothing_is_found_it_is_said_why(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"")
    (tmp_path / "b.png").write_bytes(b"x")
    done = audit(tmp_path, tmp_path / "runs")
    assert done.exit_code == 2
    why = f"(2 left out, the first is {tmp_path / 'b.png'}: its name does not end in "
    assert why in done.stderr
    assert "; give log files or folders with *.jsonl" in done.stderr


def test_a_folder_of_events_that_cannot_be_listed_is_not_called_empty(tmp_path: Path) -> None:
    path = tmp_path / "base_state.json"
    path.write_text('{"agent": {}, "workspace": {}, "persistence_dir": "x"}')
    (tmp_path / "events").write_text("a file where the folder should be")
    with pytest.raises(
        LogError, match=r"events: it cannot be read: a part of the path is a file and not a folder; check"
    ):
        list(read_log(path))
