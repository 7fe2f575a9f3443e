"""A copy of the default prompt without its line on numbers fails the gate and names quantity; the prompt as it was passes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli import cli


def afterfold(*args: str | Path) -> int:
    return CliRunner().invoke(cli, list(map(str, args))).exit_code


def evaluated(prompt: Path, folder: Path, to: Path) -> Path:
    probes = ("--probes", folder / "probes", "--folds", "3", "--quiet", "--prompt", prompt, "--runs", to)
    assert afterfold("eval", folder / "logs", *probes) == 0
    return to


@pytest.mark.slow
def test_removing_the_line_on_numbers_fails_and_restoring_it_passes(tmp_path: Path, root: Path) -> None:
    assert afterfold("synth", "--seed", "1000", "--count", "30", "--turns", "120", "-o", tmp_path) == 0
    text = (root / "harness/folding/prompts/default.en.md").read_text("utf-8")
    prompt, verdict = tmp_path / "p.md", tmp_path / "v.json"
    prompt.write_text(text, "utf-8")
    first = evaluated(prompt, tmp_path, tmp_path / "a")
    assert afterfold("baseline", "accept", first, "--to", tmp_path / "base") == 0
    prompt.write_text(text.replace("- numbers and units\n", ""), "utf-8")
    changed = evaluated(prompt, tmp_path, tmp_path / "b")
    assert afterfold("gate", changed, "--baseline", tmp_path / "base", "--json", verdict) == 1
    data = json.loads(verdict.read_text("utf-8"))
    assert [c["name"] for c in data["categories"] if c["outcome"] == "fail"] == ["quantity"]
    assert any("numbers and units" in h for c in data["categories"] for h in c["hints"])
    assert afterfold("gate", first, "--baseline", tmp_path / "base") == 0
