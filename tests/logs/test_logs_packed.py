"""Compressed logs, and large exports that are read value by value."""

from __future__ import annotations

import gzip
import json
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from test_logs_properties import EXAMPLES, JSON

from harness.errors import LogError
from harness.logs import detect, read_log, read_paths
from harness.logs.files import values
from harness.logs.notes import Notes

FIXTURES = Path(__file__).parent / "fixtures"
Pack = Callable[[bytes], bytes]
PACKS: dict[str, Pack] = {".gz": gzip.compress, ".zst": zstandard.compress}


@pytest.mark.parametrize("suffix", PACKS)
@pytest.mark.parametrize("name", ["codex_en_local.jsonl", "chatgpt_en.json", "transcript_ko.md", "openai_en.json"])
def test_a_packed_log_reads_as_it_did(tmp_path: Path, suffix: str, name: str) -> None:
    path = tmp_path / (name + suffix)
    path.write_bytes(PACKS[suffix]((FIXTURES / name).read_bytes()))
    plain, packed = list(read_log(FIXTURES / name)), list(read_log(path))
    assert [(c.id, c.turns, c.folds, c.skipped) for c in packed] == [(c.id, c.turns, c.folds, c.skipped) for c in plain]
    assert [c.digest for c in read_paths([tmp_path])] == [c.digest for c in plain]


@pytest.mark.parametrize("suffix", PACKS)
def test_the_first_bytes_count_and_parts_may_follow_each_other(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / "misnamed.jsonl"
    lines = [json.dumps({"role": "user", "content": text}).encode() + b"\n" for text in ("one", "둘")]
    path.write_bytes(b"".join(map(PACKS[suffix], lines)))
    (conv,) = read_log(path)
    assert [t.text for t in conv.turns] == ["one", "둘"]


@pytest.mark.parametrize("suffix", PACKS)
@pytest.mark.parametrize("where", [0.5, 0.98])
def test_damage_is_told_in_a_sentence(tmp_path: Path, suffix: str, where: float) -> None:
    path = tmp_path / f"a.jsonl{suffix}"
    text = "".join(json.dumps({"role": "user", "content": f"line {n * 7919 % 1000}"}) + "\n" for n in range(3000))
    packed = bytearray(PACKS[suffix](text.encode()))
    at = int(len(packed) * where)
    packed[at : at + 8] = b"\xff" * 8
    path.write_bytes(packed)
    with pytest.raises(LogError, match=r"a\.jsonl\.\w+: its compressed data is damaged or cut off \(") as info:
        list(read_log(path))
    assert "\n" not in str(info.value)


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python unpacks it by itself")
def test_without_zstandard_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(zstandard.compress(b"{}"))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(LogError, match="pip install zstandard"):
        list(read_log(path))


def test_values_are_those_of_json(tmp_path: Path) -> None:
    path = tmp_path / "a.json"

    @EXAMPLES
    @given(st.lists(JSON, max_size=5), st.sampled_from([None, 1]), st.booleans())
    def holds(written: list[object], indent: int | None, listed: bool) -> None:
        text = json.dumps(written, indent=indent) if listed else "\n".join(map(json.dumps, written))
        path.write_text(text, encoding="utf-8")
        notes = Notes()
        found = list(values(path, notes))
        wanted = written
        if not listed and written and isinstance(written[0], list):
            wanted = written[0]  # what starts with a bracket is a list of values
        assert repr(found) == repr(wanted)
        assert notes.counts == {}

    holds()


def test_values_longer_than_the_window(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    written = [{"a": "가" * 1_500_000, "b": "\\" * 9}, "x" * 1_048_570, 12345678, {"c": "y" * 3_000_000}]
    path.write_text(json.dumps(written, ensure_ascii=False), encoding="utf-8")
    assert list(values(path, Notes())) == written


def conversations(count: int) -> list[dict[str, object]]:
    said = "word " * 2_000
    return [{"uuid": f"c{n}", "chat_messages": [{"uuid": "m", "sender": "human", "text": said}]} for n in range(count)]


def test_a_large_export_is_in_memory_one_conversation_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(conversations(2_000)), encoding="utf-8")  # 20 MB
    assert detect(path) == "claude_ai"
    tracemalloc.start()
    count = sum(1 for _ in read_log(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 2_000
    assert peak < 8_000_000


@pytest.mark.parametrize("cut", [-1, -5, -5000])
def test_a_torn_export_keeps_what_stands_before(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(conversations(3))[:cut], encoding="utf-8")
    convs = list(read_log(path))
    assert [c.id for c in convs] == ["c0", "c1", "c2"][: 3 if cut == -1 else 2]
    (note,) = convs[-1].skipped
    assert note.what.startswith(
        "the file ends before" if cut == -1 else "not valid JSON (the file ends inside a value)"
    )


def test_a_mistake_in_the_text_ends_the_reading(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    text = json.dumps(conversations(3))
    path.write_text(text.replace('{"uuid": "c1"', '{"uuid"! "c1"'), encoding="utf-8")
    (conv,) = read_log(path)
    assert conv.skipped[0].what == "not valid JSON (Expecting ':' delimiter); the rest was left out"
    path.write_text(text.replace('{"uuid": "c0"', '{"uuid"! "c0"'), encoding="utf-8")
    with pytest.raises(
        LogError, match=r"it holds no message of a claude\.ai conversation; not valid JSON .*; give the"
    ):
        list(read_log(path, "claude_ai"))
