"""Finding files, telling formats apart, and what is said when neither works."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from harness.errors import LogError
from harness.logs import FORMATS, detect, read_log, read_paths
from harness.ports import LogReader

FIXTURES = Path(__file__).parent / "fixtures"
ROOT = Path(__file__).parents[2]
KNOWN = [
    *("claude_code", "codex", "pi", "openhands", "opencode", "chatgpt", "claude_ai", "sharegpt", "langchain"),
    *("locomo", "longmemeval", "messages", "transcript"),
]
LINE = json.dumps({"role": "user", "content": "hello"}) + "\n"


def test_formats_are_readers() -> None:
    readers: list[LogReader] = list(FORMATS.values())
    assert [r.name for r in readers] == list(FORMATS) == KNOWN


@pytest.mark.parametrize("path", sorted(FIXTURES.iterdir()), ids=lambda p: p.name)
def test_each_fixture_is_recognised_by_one_reader_only(path: Path) -> None:
    head = path.read_text(encoding="utf-8")
    assert [name for name, reader in FORMATS.items() if reader.recognises(head)] == [detect(path)]


def test_detect_looks_at_the_head_only_even_if_it_cuts_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "big.jsonl"
    big = "가" * 2_000_000
    path.write_text(json.dumps({"role": "user", "content": big}, ensure_ascii=False), encoding="utf-8")
    assert detect(path) == "messages"
    path.write_text(json.dumps({"parentUuid": None, "type": "user", "message": {"content": big}}), encoding="utf-8")
    assert detect(path) == "claude_code"
    path.write_text("User: " + big, encoding="utf-8")
    assert detect(path) == "transcript"


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (
            '{"timestamp":"2026","type":"response_item","payload":{"type":"message","role":"user","content":[]}}',
            "codex",
        ),
        (
            '{"type":"session","id":"x","version":3,"cwd":"/"}\n{"type":"message","id":"a","message":{"role":"user"}}',
            "pi",
        ),
        ('{"conversations":[{"from":"human","value":"hi"}]}', "sharegpt"),
        ('{"sessionId":"s","messages":[{"id":"1","type":"user","content":"hi"}]}', None),
        ('[{"type":"human","data":{"content":"hi"}}]', "langchain"),
        ('{"type":"session","name":"x"}', None),
        ('{"kind":"Event","id":"1","source":"github"}', None),
        ('[{"mapping":{"a":{"key":1}}}]', None),
        ('{"info":{},"messages":[{"text":"hi"}]}', None),
        ('{"conversation":{"speaker":"a"}}', None),
        ('{"question_id":"1","question":"?"}', None),
        ('{"timestamp":"2026","type":"push","payload":{"ref":"x"}}', None),
        ('{"type":"FeatureCollection","data":{"features":[]}}', None),
        ('{"uuid":"x","messages":[]}', None),
    ],
)
def test_only_its_own_reader_takes_a_shape(head: str, name: str | None) -> None:
    assert [n for n, reader in FORMATS.items() if reader.recognises(head)] == ([name] if name else [])


def test_folder_is_searched_and_skips_are_told(tmp_path: Path) -> None:
    (tmp_path / "b" / "c").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.jsonl").write_text(LINE, encoding="utf-8")
    (tmp_path / "z.jsonl").write_text(LINE, encoding="utf-8")
    (tmp_path / "b" / "a.JSON").write_text(f"[{LINE}]", encoding="utf-8")
    (tmp_path / "b" / "c" / "z.txt").write_text("User: hi\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("# Logs\n", encoding="utf-8")
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    skipped: list[tuple[str, str]] = []
    convs = list(read_paths([tmp_path, tmp_path / "z.jsonl"], on_skip=lambda path, why: skipped.append((path, why))))
    assert [c.id for c in convs] == ["a", "z", "z-2"]
    assert [(Path(p).name, why.split(";")[0]) for p, why in skipped] == [
        ("picture.png", "its name does not end in .jsonl, .json, .txt, .md (or these with .gz, .zst)"),
        ("README.md", f"its beginning is in none of the known formats ({', '.join(KNOWN)})"),
        ("empty.jsonl", "the file is empty"),
    ]
    with pytest.warns(UserWarning, match="was skipped: ") as told:
        list(read_paths([tmp_path]))
    assert len(told) == len(skipped)


def test_ids_do_not_collide_with_their_own_suffixes(tmp_path: Path) -> None:
    convs = [{"id": name, "messages": [json.loads(LINE)]} for name in ("a", "a-2", "a", "a")]
    path = tmp_path / "x.json"
    path.write_text(json.dumps(convs), encoding="utf-8")
    assert [c.id for c in read_paths([path])] == ["a", "a-2", "a-3", "a-4"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the file is empty; give a log"),
        (b"\xef\xbb\xbf \n", "the file is empty"),
        ("User: hi".encode("utf-16"), "it is written in UTF-16; save it as UTF-8"),
        (
            "user: 배포는 몇 시죠?\nassistant: 오후 세 시입니다\n".encode("cp949"),
            "it is not written in UTF-8 but probably in CP949 (`iconv -f CP949 -t UTF-8`); save it as UTF-8",
        ),
        (
            "user: naïve café déjà vu\nassistant: à bientôt".encode("latin-1"),
            "it is not written in UTF-8; save it as UTF-8",
        ),
        (b"\x00\x01\x02", "none of the known formats"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "log.txt"
    path.write_bytes(content)
    with pytest.raises(LogError, match=re.escape(says)) as info:
        list(read_paths([path]))
    assert "\n" not in str(info.value)
    assert "log.txt" in str(info.value)


def test_missing_unknown_and_nothing(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"gone\.jsonl: there is no such file; check the path"):
        list(read_paths([tmp_path / "gone.jsonl"]))
    with pytest.raises(LogError, match="cannot be opened"):
        read_log(tmp_path)
    with pytest.raises(LogError, match=f"'yaml' is no log format; the known formats are {', '.join(KNOWN)}"):
        read_log(tmp_path / "x", "yaml")
    with pytest.raises(LogError, match=r"no conversation was found in .*; give log files or folders with \*\.jsonl"):
        list(read_paths([tmp_path]))
    with pytest.raises(LogError, match="no conversation was found in nothing"):
        list(read_paths([]))
    with pytest.raises(LogError, match="null character"):
        list(read_paths(["a\0b"]))


def test_bad_bytes_are_replaced_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(LINE.encode() + b'{"role": "user", "content": "caf\xe9"}\n')
    (conv,) = read_log(path)
    assert conv.turns[1].text == "caf\ufffd"
    assert [(s.what[:20], s.count, s.lines) for s in conv.skipped] == [("line is not UTF-8 (t", 1, (2,))]


def test_the_locale_plays_no_part(tmp_path: Path) -> None:
    code = (
        "import sys; from harness.logs import read_paths\n"
        "for c in read_paths(sys.argv[1:]): print(ascii(c.id), c.language, c.digest)"
    )
    files = [str(FIXTURES / "anthropic_ko.json"), str(FIXTURES / "transcript_ko.md")]
    env = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    run = subprocess.run([sys.executable, "-c", code, *files], cwd=ROOT, env=env, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.decode().split("\n")[:2] == [f"{c.id!a} {c.language} {c.digest}" for c in read_paths(files)]
