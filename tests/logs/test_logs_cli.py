"""What a user meets: audit on a folder of everything, own questions of a benchmark, and one sentence for a bad file."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from harness.categories import load
from harness.cli import cli
from harness.errors import LogError
from harness.gather import plan_for
from harness.logs import FORMATS, read_log
from harness.settings import Settings

HERE = Path(__file__).parent
FIXTURES = HERE / "fixtures"
MAIL = "ann.lee" + "@" + "example.com"


def afterfold(*args: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(a) for a in args])


def test_audit_of_a_folder_with_all_formats(tmp_path: Path) -> None:
    done = afterfold("audit", FIXTURES, HERE / "folders", "--runs", tmp_path, "--quiet")
    assert done.exit_code == 0, done.output
    said = done.stderr
    assert "left out; its folds are those of" in said
    assert (
        "26 folds in 12 sessions (3 claude_code, 2 codex, 2 langchain, 2 openhands, 2 pi, 1 opencode); at most 4 in one."
        in said
    )
    assert "10 folds cannot be probed and are not scored: 3 × the summary is an error text;" in said
    assert "1 × the summary is opaque (encrypted by the provider) and cannot be probed offline;" in said
    assert "Sessions to look at first (lost / asked):" in said
    (run,) = tmp_path.iterdir()
    assert (run / "report.html").is_file()


@pytest.mark.parametrize(
    "name",
    ["codex_en_local.jsonl", "pi_en_two_folds.jsonl", "openhands_v0_ko.json", "opencode_en_folds.json"],
)
def test_audit_of_one_session_of_each_format(tmp_path: Path, name: str) -> None:
    done = afterfold("audit", FIXTURES / name, "--runs", tmp_path, "--quiet")
    assert done.exit_code == 0, done.output
    (run,) = tmp_path.iterdir()
    assert len((run / "folds.jsonl").read_text("utf-8").splitlines()) >= 2


def test_audit_redacts_unless_told_not_to(tmp_path: Path) -> None:
    text = (FIXTURES / "pi_en_two_folds.jsonl").read_text("utf-8").replace("Which glaze?", f"Mail the glaze to {MAIL}.")
    path = tmp_path / "session.jsonl"
    path.write_text(text.replace("ash glaze at 14", f"{MAIL}, ash glaze at 14"), encoding="utf-8")
    for number, flags in enumerate(([], ["--no-redact"])):
        runs = tmp_path / str(number)
        done = afterfold("audit", path, "--runs", runs, "--quiet", *flags)
        assert done.exit_code == 0, done.output
        written = "".join(f.read_text("utf-8", "replace") for f in runs.rglob("*") if f.suffix in (".jsonl", ".html"))
        assert (MAIL in written) == bool(flags)
        assert ("were replaced by placeholders" in done.stderr) == (not flags)


def test_an_audited_session_is_read_the_same_way_again_to_promote(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    text = (FIXTURES / "pi_en_two_folds.jsonl").read_text("utf-8").replace("Which glaze?", f"Mail the glaze to {MAIL}.")
    result = re.search(r'"role": ?"toolResult".*?"text": ?"', text)
    assert result
    path.write_text(text[: result.end()] + "kiln log entry, " * 900 + text[result.end() :], encoding="utf-8")
    runs = tmp_path / "runs"
    done = afterfold("audit", path, "--runs", runs, "--quiet")
    assert done.exit_code == 0, done.output
    assert "Tool results above 6,000 characters: 1; of each both ends were read." in done.stderr
    (run,) = runs.iterdir()
    assert json.loads((run / "run.json").read_text("utf-8"))["reading"] == {"longest": 6000, "redacted": True}
    page = (run / "report.html").read_text("utf-8")
    assert (
        "of tool results above 6,000 characters both ends; secrets and personal data replaced by placeholders" in page
    )
    promoted = afterfold("promote", run, "--verify", "--type", "quantity", "--quiet")
    assert promoted.exit_code == 0, promoted.output
    assert "are gone or have changed" not in promoted.output + promoted.stderr


def test_many_sessions_are_asked_fewer_probes_each_unless_a_number_is_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("harness.commands._IN_ALL", 2)
    monkeypatch.setattr("harness.commands._LEAST_EACH", 1)
    session = tmp_path / "s.jsonl"
    session.write_text((FIXTURES / "pi_en_two_folds.jsonl").read_text("utf-8"), "utf-8")
    for flags, most in (([], 2), (["--max-probes", "3"], 3), (["--max-probes", "100"], 100)):
        runs = tmp_path / str(most)
        done = afterfold("audit", session, "--runs", runs, "--quiet", *flags)
        assert done.exit_code == 0, done.output
        (file,) = runs.glob("*/probes.jsonl")
        asked = len(file.read_text("utf-8").splitlines())
        assert asked <= most
        assert ("at most 2 probes are asked of each" in done.stderr) == (not flags)
    assert asked > 2, "there was more to ask"
    done = afterfold("audit", session, "--runs", tmp_path / "own", "--quiet", "--probes", file)
    assert done.exit_code == 0, done.output
    assert "are asked of each" not in done.stderr, "a probe file is asked whole"


def test_a_benchmark_brings_its_questions() -> None:
    done = afterfold("probes", FIXTURES / "locomo_en.json")
    assert done.exit_code == 0, done.output
    probes = [json.loads(line) for line in done.stdout.splitlines()]
    assert [p["id"] for p in probes] == ["locomo-1", "locomo-2", "locomo-3", "locomo-4"]
    assert {p["conversation"] for p in probes} == {"conv-7"}


def test_own_questions_are_not_said_to_come_from_rules() -> None:
    own = list(read_log(FIXTURES / "locomo_en.json"))
    plan = plan_for(own, Settings(), load(None), lambda _: None)
    assert (plan.origin, plan.notes) == ("the logs' own questions", [])
    mixed = [*own, *read_log(FIXTURES / "codex_en_local.jsonl")]
    plan = plan_for(mixed, Settings(), load(None), lambda _: None)
    assert plan.origin == "rules"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("base_state.json", b'{"agent": {}, "workspace": {}, "persistence_dir": "x"}'),
        ("rollout.jsonl", b'{"timestamp": "2026", "type": "session_meta", "payload": {"id": "x"}}\n'),
        ("session.jsonl", b'{"type": "session", "version": 3, "id": "x", "cwd": "/"}\n'),
        ("export.json", b'{"info": {"id": "x"}, "messages": [{"info": {}, "parts": 7}]}'),
        ("conversations.json", b'[{"mapping": {"a": {"message": null, "parent": null, "children": []}}}]'),
        ("claude.json", b'[{"uuid": "x", "chat_messages": []}]'),
        ("sharegpt.json", b'[{"conversations": [{"from": "human", "value": "h'),
        ("dump.json", b'[{"type": "human", "data": {"content": "x"}'),
        ("locomo.json", b'[{"conversation": {"speaker_a": "A", "speaker_b": "B"}}]'),
        ("memory.json", b'[{"question_id": "q", "haystack_sessions": []}]'),
        ("torn.json.gz", gzip.compress(b'[{"uuid": "x", "chat_messages": []}]' * 99, mtime=0)[:-20]),
        ("foreign.json", b'{"openapi": "3.1.0", "paths": {}}'),
        ("foreign.jsonl", b'{"type": "push", "payload": {"ref": "main"}}\n'),
    ],
)
def test_a_bad_file_gets_one_sentence_and_exit_code_2(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    done = afterfold("audit", path, "--runs", tmp_path / "runs", "--quiet")
    assert done.exit_code == 2, done.output
    (sentence,) = done.stderr.strip().splitlines()
    assert sentence.startswith(f"afterfold: {path}")
    assert "; " in sentence, "it says what to do"


@pytest.mark.parametrize("log_format", FORMATS)
@pytest.mark.parametrize("content", [b"{}", b"[]", b"[1, null]", b'"x"', b"\x00\xff\n" * 9, b"{" * 5000, b"[" * 5000])
def test_a_foreign_file_under_a_forced_format(tmp_path: Path, log_format: str, content: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(LogError) as info:
        list(read_log(path, log_format))
    assert "\n" not in str(info.value)
