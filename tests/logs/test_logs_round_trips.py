"""In each format that other programs write, a writer and the reader agree about any conversation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import more_writers as write
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_logs_properties import EXAMPLES, NAME, SAID

from harness.logs import FORMATS, detect, read_log
from harness.logs.codex import is_injected
from harness.schema import Conversation, Role, ToolCall, Turn

Write = Callable[[Sequence[Turn]], str]
TYPED = SAID.filter(lambda t: not is_injected(t))


@st.composite
def exchanges(draw: st.DrawFn, calls: bool = True, text_beside: bool = True, ids: bool = True) -> list[Turn]:
    """A conversation in which each result follows its call at once."""
    found: list[Turn] = []
    for _ in range(draw(st.integers(1, 6))):
        role = draw(st.sampled_from([Role.USER, Role.ASSISTANT]))
        index, said = len(found), draw(TYPED)
        if role is Role.USER or not calls or draw(st.booleans()):
            found.append(Turn(index, role, said))
            continue
        call_id, name = f"c{index}" if ids else "", draw(NAME)
        made = ToolCall(call_id, name, '{"a": "é🙂"}')
        found.append(Turn(index, role, said if text_beside else "", calls=(made,)))
        found.append(Turn(index + 1, Role.TOOL, draw(SAID), tool=name, call_id=call_id or None))
    return found


def back(path: Path, text: str, log_format: str) -> Conversation:
    path.write_bytes(text.encode("utf-8"))
    assert detect(path) == log_format
    (conv,) = read_log(path)
    assert conv.skipped == ()
    return conv


def same(read: Sequence[Turn], said: Sequence[Turn]) -> None:
    assert [replace(t, time=None) for t in read] == list(said)


@pytest.mark.parametrize(
    ("log_format", "text"),
    [
        ("codex", write.codex),
        ("pi", write.pi),
        ("openhands", write.openhands_v1),
        ("openhands", write.openhands_v0),
        ("opencode", write.opencode),
        ("claude_ai", write.claude_ai),
        ("langchain", write.langchain),
        ("langchain", write.langchain_dumpd),
    ],
)
def test_with_calls(tmp_path: Path, log_format: str, text: Write) -> None:
    @EXAMPLES
    @given(exchanges())
    def holds(said: list[Turn]) -> None:
        same(back(tmp_path / "a.jsonl", text(said), log_format).turns, said)

    holds()


def test_chatgpt(tmp_path: Path) -> None:
    @EXAMPLES
    @given(exchanges(text_beside=False))
    def holds(said: list[Turn]) -> None:
        same(back(tmp_path / "a.json", write.chatgpt(said), "chatgpt").turns, said)

    holds()


def test_sharegpt(tmp_path: Path) -> None:
    @EXAMPLES
    @given(exchanges(text_beside=False, ids=False))
    def holds(said: list[Turn]) -> None:
        same(back(tmp_path / "a.json", write.sharegpt(said), "sharegpt").turns, said)

    holds()


@pytest.mark.parametrize("name", ["locomo", "longmemeval"])
def test_benchmarks(tmp_path: Path, name: str) -> None:
    @EXAMPLES
    @given(exchanges(calls=False))
    def holds(said: list[Turn]) -> None:
        conv = back(tmp_path / "a.json", getattr(write, name)(said), name)
        names = {Role.USER: "Ann: ", Role.ASSISTANT: "Bo: "} if name == "locomo" else {}
        same(conv.turns, [replace(t, text=names.get(t.role, "") + t.text) for t in said])
        (probe,) = conv.probes
        assert (probe.expected, [e.turn for e in probe.evidence]) == ("That.", [len(said) - 1])
        assert probe.evidence[0].quote == conv.turns[-1].text

    holds()


def test_every_format_is_round_tripped_somewhere() -> None:
    here = {
        "codex",
        "pi",
        "openhands",
        "opencode",
        "claude_ai",
        "langchain",
        "chatgpt",
        "sharegpt",
        "locomo",
        "longmemeval",
    }
    assert {*FORMATS} - here == {"claude_code", "messages", "transcript"}  # these are in test_logs_properties
