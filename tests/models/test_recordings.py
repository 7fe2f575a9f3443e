"""The committed recordings: a whole model run is told again from them, twice the same, without a key and without a socket."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli import cli
from harness.runs import read_run

FOLDER = Path(__file__).resolve().parents[2] / "datasets" / "recordings"


def replayed(runs: Path, *more: str) -> str:
    with contextlib.chdir(FOLDER):
        done = CliRunner().invoke(cli, ["eval", "--runs", str(runs), "--quiet", *more])
    return f"{done.exit_code} {done.stderr}"


def test_the_committed_recordings_give_the_same_results_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    before = sorted(p.name for p in FOLDER.iterdir())
    assert [replayed(tmp_path / name)[0] for name in "ab"] == ["0", "0"]
    first, second = (next((tmp_path / name).iterdir()) for name in "ab")
    for name in ("answers.jsonl", "folds.jsonl", "probes.jsonl"):
        assert (first / name).read_bytes() == (second / name).read_bytes(), name
    run = read_run(first)
    assert run.info["models"]["used"] == read_run(second).info["models"]["used"]
    assert set(run.info["models"]["used"]["roles"]) == {"compactor", "answerer"}
    assert len(run.outcomes) > 12
    assert sorted(p.name for p in FOLDER.iterdir()) == before


def test_a_changed_prompt_is_a_miss_with_the_difference_and_the_command(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("Fold this into three lines.")
    said = replayed(tmp_path / "runs", "--prompt", str(tmp_path / "other.md"))
    assert said.startswith("4 ")
    assert "+Fold this into three lines." in said
    assert "--calls record" in said
    assert "scripted.sqlite" in said


def test_recordings_are_not_recorded_into(tmp_path: Path) -> None:
    assert replayed(tmp_path, "--calls", "record").startswith("2 ")
