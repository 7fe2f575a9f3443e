"""A copy of the default prompt without its line on numbers fails the gate and names quantity; the prompt as it was passes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from harness.cli import cli


def afterfold(*args: str | Path) -> int:
    return CliRunner().invoke(cli, list(map(str, args))).exit_code


def evaluated(prompt: Path, folder: Path, to: Path) -> Path:
    probes = ("--probes", folder / "probes", "--folds", "3", "--quiet", "--prompt", prompt, "--runs", to)
    assert afterfold("eval", folder / "logs", *probes) == 0
    return to


def gated(candidate: Path, base: Path, verdict: Path) -> tuple[int, dict[str, Any]]:
    code = afterfold("gate", candidate, "--baseline", base, "--json", verdict)
    return code, json.loads(verdict.read_text("utf-8"))


@pytest.mark.slow
def test_removing_the_line_on_numbers_fails_and_restoring_it_passes(tmp_path: Path, root: Path) -> None:
    assert afterfold("synth", "--seed", "1000", "--count", "30", "--turns", "120", "-o", tmp_path) == 0
    text = (root / "harness/folding/prompts/default.en.md").read_text("utf-8")
    prompt, base, verdict = tmp_path / "p.md", tmp_path / "base", tmp_path / "v.json"
    prompt.write_text(text, "utf-8")
    assert afterfold("baseline", "accept", evaluated(prompt, tmp_path, tmp_path / "a"), "--to", base) == 0
    prompt.write_text(text.replace("- numbers and units\n", ""), "utf-8")
    code, data = gated(evaluated(prompt, tmp_path, tmp_path / "b"), base, verdict)
    assert (code, data["outcome"]) == (1, "fail")
    assert [c["name"] for c in data["categories"] if c["outcome"] == "fail"] == ["quantity"]
    assert any("numbers and units" in h for c in data["categories"] for h in c["hints"])
    no_failure(tmp_path / "probes", data)
    prompt.write_text(text, "utf-8")
    code, data = gated(evaluated(prompt, tmp_path, tmp_path / "c"), base, verdict)
    assert (code, data["outcome"], data["unchanged"]) == (0, "pass", True)
    assert data["reasons"][0].startswith("Nothing changed")
    assert {c["outcome"] for c in data["categories"]} == {"pass"}


def no_failure(probes: Path, data: dict[str, Any]) -> None:
    """Types that share no turn, and so no sentence, with a quantity were compared, and did not fail."""
    records = [json.loads(line) for f in probes.glob("*.jsonl") for line in f.read_text("utf-8").splitlines()]
    places = [(r["category"], (r["conversation"], e["turn"])) for r in records for e in r["evidence"]]
    numbers = {place for name, place in places if name == "quantity"}
    sharing = {name for name, place in places if place in numbers}
    apart = {c["name"]: c["outcome"] for c in data["categories"] if c["name"] not in sharing}
    assert "quantity" in sharing
    assert len(apart) >= 5
    assert "fail" not in apart.values()
