"""Whole runs with a language model: filled once, told again from recordings, stopped and resumed."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from harness import commands
from harness.errors import BudgetError, MissError, SettingsError
from harness.gather import settings
from harness.runs import read_run
from harness.settings import load_settings
from harness.synth import write
from tests.models.conftest import Loopback
from tests.models.server import echo

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    for seed, language in enumerate(["en", "ko"]):
        write(seed, 80, language, tmp_path / "synth")
    return tmp_path / "synth"


def model(body: dict[str, Any]) -> str:
    """Folds to a short text that names its request, answers every question with an abstention or a digest."""
    text = body["messages"][0]["content"][-1]["text"]
    if "Previous summary" in text or "이전 요약" in text:
        return f"The port is 8080. {echo(body)}"
    return "NOT IN THE CONTEXT" if len(text) % 2 else echo(body)


def run(logs: Path, folder: Path, url: str = "", resume: bool = False, **flags: Any) -> Path:
    given = {
        "model": "claude-haiku-5-5",
        "base_url": url or None,
        "store": str(folder / "calls.sqlite"),
        "folds": 2,
        **flags,
    }
    given |= {"runs": str(folder / "runs"), "probes": str(logs / "probes"), "recent": 0.05}
    chosen = settings(folder, given, [logs / "logs"])
    return commands.evaluate_paths(
        [logs / "logs"], chosen, None, NOW, lambda what, n: None, lambda text: None, resume
    ).run.path


@pytest.mark.loopback
def test_a_run_is_told_again_from_recordings_with_the_same_results(
    loopback: Loopback, logs: Path, tmp_path: Path
) -> None:
    loopback.script.reply = model
    live = run(logs, tmp_path, loopback.url, chains=2, trials=2)
    sent = loopback.script.counts["requests"]
    bodies = [json.dumps(b, sort_keys=True) for b in loopback.script.requests]
    first, second = (run(logs, tmp_path, chains=2, trials=2, calls="replay") for _ in "ab")
    assert loopback.script.counts["requests"] == sent > 100
    for name in ("answers.jsonl", "folds.jsonl", "probes.jsonl", "run.json"):
        assert (first / name).read_bytes() == (second / name).read_bytes(), name
    assert (live / "answers.jsonl").read_bytes() == (first / "answers.jsonl").read_bytes()
    table = read_run(live).outcomes
    assert set(table["chain"]) == set(table["trial"]) == {0, 1}
    assert "invalid" not in set(table["outcome"])
    assert read_run(live).info["models"]["used"]["cost"] == pytest.approx(
        read_run(live).info["models"]["paid"]["cost"], rel=1e-3
    )
    assert len(bodies) > len(set(bodies))  # trials are sent again, not copied


@pytest.mark.loopback
def test_lost_calls_are_invalid_and_asked_again(loopback: Loopback, logs: Path, tmp_path: Path) -> None:
    loopback.script.reply = model
    loopback.script.fault(*[""] * 8, *["500"] * 6)
    before = read_run(run(logs, tmp_path, loopback.url, attempts=1)).outcomes
    lost = before[before["outcome"] == "invalid"]
    assert len(lost) > 0
    assert lost["why"].str.contains("status 500").any()
    after = read_run(run(logs, tmp_path, loopback.url, attempts=1, resume=True)).outcomes
    assert "invalid" not in set(after["outcome"])


@pytest.mark.loopback
def test_a_limit_stops_and_the_same_command_goes_on(loopback: Loopback, logs: Path, tmp_path: Path) -> None:
    loopback.script.reply = model
    with pytest.raises(BudgetError, match=r"--max-calls 20 is reached.*--resume"):
        run(logs, tmp_path, loopback.url, max_calls=20)
    assert loopback.script.counts["requests"] == 20
    run(logs, tmp_path, loopback.url, resume=True)
    whole = loopback.script.counts["requests"]
    run(logs, tmp_path / "other", loopback.url)
    assert loopback.script.counts["requests"] == 2 * whole


@pytest.mark.loopback
def test_live_asks_anew_and_record_does_not(loopback: Loopback, logs: Path, tmp_path: Path) -> None:
    loopback.script.reply = model
    run(logs, tmp_path, loopback.url)
    once = loopback.script.counts["requests"]
    run(logs, tmp_path, loopback.url)
    assert loopback.script.counts["requests"] == once
    run(logs, tmp_path, loopback.url, calls="live")
    assert loopback.script.counts["requests"] == 2 * once
    run(logs, tmp_path, loopback.url, calls="live", resume=True)
    assert loopback.script.counts["requests"] == 2 * once


@pytest.mark.loopback
def test_the_server_folds_and_its_blocks_go_back_first(loopback: Loopback, logs: Path, tmp_path: Path) -> None:
    path = run(logs, tmp_path, loopback.url, compactor="server", answerer="embedded", folds=4)
    folds = [f for chain in read_run(path).folds.values() for f in chain]
    assert len(folds) > 4
    assert all(f.summary.startswith("fold of") and not f.failure for f in folds)
    second = [b for b in loopback.script.requests if b["messages"][0]["content"][0]["type"] == "compaction"]
    assert len(second) == len(folds) - 2
    assert second[0]["messages"][0]["content"][0]["signature"] == "sig"
    assert all("compact-2026-09-04" in h["anthropic-beta"] for h in loopback.script.headers)
    assert read_run(path).info["models"]["paid"]["roles"]["compactor"]["input"] > 0


@pytest.mark.loopback
def test_a_failed_compaction_is_invalid(loopback: Loopback, logs: Path, tmp_path: Path) -> None:
    loopback.script.always = "empty"
    table = read_run(run(logs, tmp_path, loopback.url, compactor="server", answerer="embedded")).outcomes
    assert set(table[table["arm"] == "folded"]["outcome"]) == {"invalid"}


def test_a_replay_that_misses_says_how_to_record(logs: Path, tmp_path: Path) -> None:
    from harness.models import CallStore

    CallStore(tmp_path / "calls.sqlite").close()
    with pytest.raises(MissError, match=r"afterfold eval .*--model claude-haiku-5-5.*--calls record"):
        run(logs, tmp_path, calls="replay")


def test_a_dry_run_sends_nothing_and_counts_by_role(logs: Path, tmp_path: Path) -> None:
    flags = {
        "model": "claude-haiku-5-5",
        "probes": str(logs / "probes"),
        "folds": 2,
        "store": str(tmp_path / "s" / "c.sqlite"),
    }
    chosen = settings(tmp_path, flags, [logs / "logs"])
    text = commands.foresee([logs / "logs"], chosen, None, lambda t: None)
    rows = {line.split()[0]: line.split() for line in text.splitlines() if line}
    assert int(rows["compactor"][1]) >= 2
    assert int(rows["answerer"][1].replace(",", "")) > 100
    assert "$" in rows["all"][-1]
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        ({"compactor": "model"}, "--model"),
        ({"compactor": "command"}, "--command"),
        ({"compactor": "no.such:thing"}, "cannot be loaded"),
    ],
)
def test_what_is_missing_is_said(logs: Path, tmp_path: Path, flags: dict[str, Any], says: str) -> None:
    chosen = load_settings(
        tmp_path, {"probes": str(logs / "probes"), "store": str(tmp_path / "c"), "runs": str(tmp_path), **flags}
    )
    with pytest.raises(SettingsError, match=says):
        commands.evaluate_paths([logs / "logs"], chosen, None, NOW, lambda what, n: None, lambda text: None)


def test_embedded_runs_load_no_sdk() -> None:
    code = "import sys, harness.cli, harness.commands, harness.modelled; sys.exit('anthropic' in sys.modules or 'aiohttp' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_a_key_one_sentence_names_the_variable(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_AUTH_TOKEN", raising=False)
    args = [
        sys.executable,
        "-m",
        "harness",
        "eval",
        str(logs / "logs"),
        "--probes",
        str(logs / "probes"),
        "--model",
        "m",
        "--quiet",
    ]
    done = subprocess.run([*args, "--store", str(tmp_path / "c")], capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert "set ANTHROPIC_API_KEY" in done.stderr.strip().splitlines()[-1]
    assert "Traceback" not in done.stderr
