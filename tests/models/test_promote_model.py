"""``promote --verify`` of a run with a model: the same model answers with memory, each call is paid once, and a replay needs no server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from harness.cli import cli
from harness.verbs.promote import promote_run
from tests.models.conftest import Loopback
from tests.models.scripted import stand_in
from tests.models.test_live import logs, run

__all__ = ["logs"]
TYPES = ("constraint", "decision")


def verify(folder: Path, **flags: Any) -> dict[str, Any]:
    """The promotion that was written."""
    promote_run(folder, True, None, TYPES, lambda what, n: None, flags=flags)
    found: dict[str, Any] = json.loads((folder / "promotion.json").read_text("utf-8"))
    return found


@pytest.fixture
def folder(loopback: Loopback, logs: Path, tmp_path: Path) -> Path:
    """A run in which the stand-in folded and answered."""
    loopback.script.reply = stand_in
    return run(logs, tmp_path, loopback.url)


@pytest.mark.loopback
def test_the_model_of_the_run_answers_with_memory_and_is_paid_once(loopback: Loopback, folder: Path) -> None:
    before = loopback.script.counts["requests"]
    first = verify(folder)
    asked = loopback.script.requests[before:]
    rows = [json.loads(line) for line in (folder / "memory.jsonl").read_text("utf-8").splitlines()]
    assert rows
    assert len(asked) == len({json.dumps(b, sort_keys=True) for b in asked}) > 0
    answers = {stand_in(b) for b in asked}
    assert {r["answer"] for r in rows if r["answer"]} <= answers | {"NOT IN THE CONTEXT"}
    assert first["verified"]["gain"]["n"] > 0

    sent = loopback.script.counts["requests"]
    assert verify(folder) == first
    assert verify(folder, calls="replay") == first
    assert loopback.script.counts["requests"] == sent


@pytest.mark.loopback
def test_a_replay_without_recordings_names_the_command_that_records(loopback: Loopback, folder: Path) -> None:
    flags = ["--verify", "--type", "constraint", "--calls", "replay", "--quiet"]
    result = CliRunner().invoke(cli, ["promote", str(folder), *flags])
    assert result.exit_code != 0
    said = result.output + str(result.exception or "")
    assert f"afterfold promote {folder} --verify" in said
    assert not (folder / "memory.jsonl").exists()


@pytest.mark.loopback
def test_a_limit_stops_the_second_replay_and_the_same_command_goes_on(loopback: Loopback, folder: Path) -> None:
    before = loopback.script.counts["requests"]
    flags = ["--verify", "--type", "constraint", "--type", "decision", "--quiet"]
    stopped = CliRunner().invoke(cli, ["promote", str(folder), *flags, "--max-calls", "3"])
    assert "max-calls 3 is reached" in stopped.output + str(stopped.exception)
    assert loopback.script.counts["requests"] == before + 3
    assert CliRunner().invoke(cli, ["promote", str(folder), *flags]).exit_code == 0
    whole = loopback.script.counts["requests"] - before
    assert len({json.dumps(b, sort_keys=True) for b in loopback.script.requests[before:]}) == whole


@pytest.mark.loopback
def test_the_second_replay_shows_its_progress(loopback: Loopback, folder: Path) -> None:
    seen: list[str] = []
    promote_run(folder, True, None, TYPES, lambda what, n: seen.append(what), flags={})
    assert {w for w in seen if w != "answers"}, seen
