"""Any conversation survives being written and read in every shape; any broken file is told in one sentence."""

from __future__ import annotations

import json
import os
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from log_writers import anthropic_document, claude_session, openai_message, transcript

from harness.errors import LogError
from harness.logs import FORMATS, detect, read_log
from harness.logs.claude_records import is_injected
from harness.logs.transcript import label
from harness.schema import Role, ToolCall, Turn

FIXTURES = Path(__file__).parent / "fixtures"
EXAMPLES = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

# Everything that UTF-8 can hold; pieces that are special somewhere come up often.
PIECES = [
    "\n",
    "\r",
    "\u2028",
    "\0",
    '"',
    "\\",
    "{",
    "안녕하세요: ",
    "User: ",
    "도구(x): ",
    "🙂",
    "é",
    "ᄒ\u1161",
    "\\ud83d",
]
TEXT = st.lists(
    st.one_of(st.sampled_from(PIECES), st.text(st.characters(exclude_categories=["Cs"]), max_size=8)), max_size=6
)
SAID = TEXT.map("".join).filter(lambda t: "base64," not in t)
NAME = st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=8)
TIME = st.none() | st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
ROLES = st.sampled_from([Role.USER, Role.ASSISTANT, Role.TOOL])


@st.composite
def turns(draw: st.DrawFn, said: st.SearchStrategy[str] = SAID, timed: bool = True) -> list[Turn]:
    """A conversation in which every result answers a call made before it."""
    found: list[Turn] = []
    calls: list[ToolCall] = []
    for index in range(draw(st.integers(1, 8))):
        role = draw(ROLES)
        time = draw(TIME) if timed else None
        if role is Role.TOOL and calls:
            call = calls.pop()
            found.append(Turn(index, role, draw(said), time, call.name, call.id))
        elif role is Role.ASSISTANT:
            arguments = json.dumps({"a": draw(said)}, ensure_ascii=False)
            made = [ToolCall(f"c{index}", draw(NAME), arguments)] if draw(st.booleans()) else []
            calls += made
            found.append(Turn(index, role, draw(said), time, calls=tuple(made)))
        else:
            found.append(Turn(index, Role.USER, draw(said), time))
    return found


def back(path: Path, text: str, log_format: str) -> tuple[Turn, ...]:
    path.write_bytes(text.encode("utf-8"))
    (conv,) = read_log(path, log_format)
    assert conv.skipped == ()
    return conv.turns


@EXAMPLES
@given(turns(), st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_openai_lines(tmp_path: Path, said: list[Turn], ascii_only: bool, end: str) -> None:
    lines = [json.dumps(openai_message(t), ensure_ascii=ascii_only) for t in said]
    assert back(tmp_path / "a.jsonl", end.join(lines), "messages") == tuple(said)


@EXAMPLES
@given(turns(), st.sampled_from([None, 1]))
def test_openai_document(tmp_path: Path, said: list[Turn], indent: int | None) -> None:
    text = json.dumps({"messages": [openai_message(t) for t in said]}, indent=indent)
    assert back(tmp_path / "a.json", text, "messages") == tuple(said)


@EXAMPLES
@given(turns(timed=False), st.booleans())
def test_anthropic_document(tmp_path: Path, said: list[Turn], ascii_only: bool) -> None:
    text = json.dumps(anthropic_document(said), ensure_ascii=ascii_only)
    assert back(tmp_path / "a.json", text, "messages") == tuple(said)


TYPED = SAID.filter(lambda t: t != "" and not is_injected(t) and "<system-reminder>" not in t)


@EXAMPLES
@given(turns(TYPED, timed=False))
def test_claude_code(tmp_path: Path, said: list[Turn]) -> None:
    text = "\n".join(claude_session(said).lines)
    read = back(tmp_path / "a.jsonl", text, "claude_code")
    assert [(t.index, t.role, t.text, t.tool, t.call_id, t.calls) for t in read] == [
        (t.index, t.role, t.text, t.tool, t.call_id, t.calls) for t in said
    ]


def plain(text: str) -> str:
    """What plain text can carry: no carriage return at a line's end, no blank rim, no line that starts as a speaker."""
    lines = [line.rstrip("\r") for line in text.split("\n")]
    lines = [f".{line}" if label(line) else line for line in lines]
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join(lines)


WRITABLE = SAID.map(plain).filter(lambda t: t == "" or (t[0].isalnum() and not label(t)))


@EXAMPLES
@given(turns(WRITABLE), st.booleans())
def test_transcript(tmp_path: Path, said: list[Turn], korean: bool) -> None:
    read = back(tmp_path / "a.txt", transcript(said, korean), "transcript")
    assert [(t.role, t.text, t.tool, t.time) for t in read] == [(t.role, t.text, t.tool, t.time) for t in said]


@pytest.mark.parametrize("log_format", FORMATS)
def test_mutated_files_raise_nothing_but_log_errors(log_format: str, tmp_path: Path) -> None:
    rng = random.Random(20260302)
    seeds = [p.read_bytes() for p in sorted(FIXTURES.iterdir())]
    own = [p.read_bytes() for p in sorted(FIXTURES.iterdir()) if detect(p) == log_format]
    read = 0
    told: list[str] = []
    for number in range(int(os.environ.get("AFTERFOLD_FUZZ", "250"))):
        path = tmp_path / f"a{('.jsonl', '.json', '.txt')[number % 3]}"
        path.write_bytes(mutated(rng.choice(own if number % 4 else seeds), rng))
        try:
            convs = list(read_log(path, log_format if number % 5 else None))
        except LogError as e:
            told.append(str(e))
            continue
        read += 1
        for conv in convs:
            assert [t.index for t in conv.turns] == list(range(len(conv.turns)))
            assert all(0 <= f.boundary <= len(conv.turns) and all(k < f.boundary for k in f.kept) for f in conv.folds)
            "".join(t.text + (t.tool or "") for t in conv.turns).encode("utf-8")
    assert all(told)
    assert not any("\n" in sentence for sentence in told)
    assert min(read, len(told)) > 15  # the mutations neither all miss nor all kill


@pytest.mark.parametrize("log_format", FORMATS)
def test_arbitrary_bytes_are_conversations_or_a_log_error(log_format: str, tmp_path: Path) -> None:
    shapes = st.sampled_from(
        [b"", b"[", b"{", b'[{"', b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xef\xbb\xbf", b'{"type":"message"}\n']
    )

    @settings(EXAMPLES, max_examples=60)
    @given(shapes, st.binary(max_size=200) | JSON.map(lambda v: json.dumps(v).encode()))
    def holds(start: bytes, rest: bytes) -> None:
        path = tmp_path / "a.json"
        path.write_bytes(start + rest)
        told = ""
        convs = []
        try:
            convs = list(read_log(path, log_format))
        except LogError as e:
            told = str(e)
        assert bool(convs) != bool(told)
        assert "\n" not in told
        assert all(conv.turns for conv in convs)

    holds()


# JSON of which the keys and some values are those of the formats: most of it is nearly a log.
KEYS = st.sampled_from(
    [
        "type",
        "id",
        "role",
        "content",
        "message",
        "messages",
        "payload",
        "timestamp",
        "parentId",
        "summary",
        "conversations",
        "from",
        "value",
        "mapping",
        "parent",
        "current_node",
        "uuid",
        "chat_messages",
        "sender",
        "text",
        "info",
        "parts",
        "kind",
        "source",
        "action",
        "args",
        "observation",
        "qa",
        "conversation",
        "speaker_a",
        "session_1",
        "speaker",
        "dia_id",
        "haystack_sessions",
        "question",
        "question_id",
        "answer",
        "data",
        "kwargs",
        "lc",
        "additional_kwargs",
        "lc_source",
        "replacement_history",
        "firstKeptEntryId",
        "forgotten_event_ids",
        "tool_calls",
        "name",
        "output",
        "state",
        "evidence",
        "category",
        "time",
    ]
)  # fmt: skip
WORDS = st.sampled_from(
    [
        "message",
        "compacted",
        "response_item",
        "user",
        "assistant",
        "human",
        "ai",
        "tool",
        "session",
        "compaction",
        "Condensation",
        "condensation",
        "summarization",
        "system",
        "function_call",
        "id",
        "text",
        "D1:1",
        "gpt",
        "run",
        "2026-03-02T09:00:00Z",
    ]
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)
VALUES = ["null", "0", "-1", "1e999", "NaN", '""', "[]", "{}", "[[[]]]", '"\\ud800"', "true", '{"type":"text"}', '"x"']


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The bytes after a few of the things that happen to files, and some that do not."""
    for _ in range(rng.randint(1, 6)):
        data = rng.choice(MUTATIONS)(data, rng)
    return data


def _cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randint(0, len(data))]


def _flip(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) or 1)
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _drop(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) or 1)
    return data[:at] + data[at + rng.randint(1, 80) :]


def _lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    rng.shuffle(lines)
    return b"\n".join(lines[: rng.randint(1, len(lines))] + lines[:2])


def _value(data: bytes, rng: random.Random) -> bytes:
    """Put another JSON value behind some key."""
    starts = [i for i in range(len(data) - 1) if data[i : i + 2] == b'":']
    if not starts:
        return _flip(data, rng)
    at = rng.choice(starts) + 2
    end = at + 1
    while end < len(data) and data[end : end + 1] not in b",}]":
        end += 1
    return data[:at] + rng.choice(VALUES).encode() + data[end:]


def _swap_ids(data: bytes, rng: random.Random) -> bytes:
    return data.replace(
        b'"u%d"' % rng.randint(1, 12), rng.choice([b'"u%d"' % rng.randint(1, 12), b"null", b"{}", b"[7]"])
    )


MUTATIONS = [_cut, _flip, _drop, _lines, _value, _value, _value, _swap_ids]
