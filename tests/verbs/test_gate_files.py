"""``afterfold gate`` writes what it is asked for, and the workflow files name commands and options that exist."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from harness.cli import cli
from tests.reporting.page import parsed


def invoke(*args: str | Path) -> int:
    return CliRunner().invoke(cli, list(map(str, args))).exit_code


def test_the_korean_page_of_a_gate_says_what_its_json_says(tmp_path: Path) -> None:
    assert invoke("synth", "--seed", 1, "--count", 2, "--turns", 80, "--lang", "ko", "-o", tmp_path) == 0
    logs, page, verdict = tmp_path / "logs", tmp_path / "gate.html", tmp_path / "gate.json"
    same = ("eval", logs, "--probes", tmp_path / "probes", "--folds", "2", "--quiet")
    assert invoke(*same, "--runs", tmp_path / "a") == 0
    assert invoke(*same, "--runs", tmp_path / "b", "--compactor", "window") == 0
    assert invoke("baseline", "accept", tmp_path / "a", "--to", tmp_path / "base") == 0
    for run, expected in (("a", "pass"), ("b", None)):
        args = (
            "gate",
            tmp_path / run,
            "--baseline",
            tmp_path / "base",
            "--html",
            page,
            "--json",
            verdict,
            "--lang",
            "ko",
        )
        code, data = invoke(*args), json.loads(verdict.read_text("utf-8"))
        assert code == data["exit_code"] == {"pass": 0, "fail": 1, "inconclusive": 3}[data["outcome"]]
        assert data["outcome"] == (expected or data["outcome"])
        html = page.read_text("utf-8")
        assert re.findall(r"PASS|FAIL|INCONCLUSIVE", parsed(html).text)[0] == data["outcome"].upper()
        assert 'lang="ko"' in html


@pytest.mark.parametrize("name", [".github/workflows/gate.yml", "docs/ci.md"])
def test_every_command_line_of_the_workflows_exists(root: Path, name: str) -> None:
    text = re.sub(r">-\n\s+|\n\s+(?=--)", " ", (root / name).read_text("utf-8"))
    lines = re.findall(r"(?:run:|^\s+-|^)\s*(?:\.venv/bin/)?afterfold ([a-z].*?)(?:#.*)?$", text, re.MULTILINE)
    assert lines
    for line in lines:
        words = shlex.split(re.split(r"\s*(?:>|\|\||`)", line)[0])
        command: click.Command = cli
        while isinstance(command, click.Group) and words:
            command = command.commands[words.pop(0)]
        known = {o for p in command.params for o in p.opts}
        assert {w for w in words if w.startswith("-")} <= known, line
