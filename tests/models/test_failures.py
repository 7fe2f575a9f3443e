"""What ends a run: each failure is one sentence with its exit code, nothing is lost, and nothing is paid that cannot be kept."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli import cli
from harness.models import CallStore
from harness.models.engine import Driving
from harness.ports import ModelCall, ModelReply
from harness.runs import read_run
from harness.synth import write
from tests.models.conftest import Loopback
from tests.models.test_engine import QUICK, ask, call


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    write(0, 60, "ko", tmp_path)
    return tmp_path


@dataclass(frozen=True)
class Done:
    """What a command said."""

    returncode: int
    stdout: str
    stderr: str


def _arguments(*more: object, url: str) -> list[str]:
    given = ["eval", "logs", "--probes", "probes", "--model", "m", "--folds", "2", "--quiet", "--concurrency", "4"]
    given += ["--base-url", url] if url else []
    return [*given, "--store", "c.sqlite", "--runs", "runs", *map(str, more)]


def afterfold(folder: Path, *more: object, url: str = "") -> Done:
    """`afterfold eval` on the logs of a folder."""
    with contextlib.chdir(folder):
        done = CliRunner().invoke(cli, _arguments(*more, url=url))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return Done(done.exit_code, done.stdout, done.stderr)


def limited(folder: Path, most: int, url: str) -> Done:
    """The same as a process in which no file may grow beyond ``most`` bytes: what a full disk looks like to a program."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    command = [sys.executable, "-m", "harness", *_arguments(url=url)]
    env = {**os.environ, "PYTHONPATH": str(Path.cwd()), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=60, env=env, preexec_fn=limit
    )
    return Done(done.returncode, done.stdout, done.stderr)


def says(done: Done, code: int, *words: str) -> None:
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    (said,) = [line for line in done.stderr.splitlines() if line.startswith("afterfold: ")]
    assert all(w in said for w in words), said


@pytest.mark.loopback
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("401", ("the key is not accepted", "ANTHROPIC_API_KEY")),
        ("404", ("model: m (404)", "--model")),
        ("407", ("the proxy wants a password",)),
        ("html", ("a web page", "--base-url")),
        ("400", ("status 400", "--resume")),
    ],
)
def test_a_server_that_refuses_all_calls(loopback: Loopback, logs: Path, fault: str, words: tuple[str, ...]) -> None:
    loopback.script.always = fault
    says(afterfold(logs, url=loopback.url), 4, *words)


@pytest.mark.loopback
@pytest.mark.parametrize("what", ["port", "path", "proxy"])
def test_an_address_where_nothing_answers(
    loopback: Loopback, logs: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{s.getsockname()[1]}"
    (logs / "afterfold.toml").write_text("attempts = 1\n")
    if what == "proxy":
        monkeypatch.setenv("HTTPS_PROXY", nobody)
        says(afterfold(logs, url="https://api.example.invalid"), 4, "network", "--base-url")
    elif what == "port":
        says(afterfold(logs, url=nobody), 4, "network", "--base-url", "--resume")
    else:
        says(afterfold(logs, url=f"{loopback.url}/v1"), 4, "404", "without /v1")


def test_an_address_without_a_scheme(logs: Path) -> None:
    says(afterfold(logs, url="127.0.0.1:8080"), 2, "--base-url", "http://")


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 500])
def test_a_corrupt_store_is_an_error(logs: Path, damage: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    (logs / "c.sqlite").write_bytes(damage)
    says(afterfold(logs, url="http://127.0.0.1:9"), 4, "c.sqlite: the call store is damaged")
    assert (logs / "c.sqlite").read_bytes() == damage


@pytest.mark.loopback
def test_a_full_disk_stops_the_run_and_what_was_stored_is_kept(loopback: Loopback, logs: Path) -> None:
    loopback.script.reply = lambda body: "long answer " * 400

    says(limited(logs, 150_000, loopback.url), 4, "the call store cannot be used", "room")
    sent = loopback.script.counts["requests"]
    kept = len(CallStore(logs / "c.sqlite"))
    assert kept > 0
    assert sent <= kept + 2 * 4  # those in flight when the first could not be kept, and no more
    assert afterfold(logs, "--resume", url=loopback.url).returncode == 0
    whole = len(CallStore(logs / "c.sqlite"))
    assert loopback.script.counts["requests"] == whole + sent - kept


@pytest.mark.loopback
def test_nothing_is_sent_where_the_store_cannot_be_written(loopback: Loopback, logs: Path) -> None:
    CallStore(logs / "c.sqlite").close()

    says(limited(logs, 0, loopback.url), 4, "the call store cannot be used")
    assert loopback.script.counts["requests"] == 0


def test_a_store_on_a_disk_that_cannot_be_written_is_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = CallStore(tmp_path / "c.sqlite")
    store.put(ModelCall("answerer", "m", "q"), ModelReply("a"))
    store.close()
    before = sorted(p.name for p in tmp_path.iterdir())
    found = CallStore(tmp_path / "c.sqlite", readonly=True).get(ModelCall("answerer", "m", "q"))
    assert found is not None
    assert found.text == "a"
    assert sorted(p.name for p in tmp_path.iterdir() if not p.name.endswith(("-shm", "-wal"))) == before


def test_recordings_that_cannot_be_written_or_read(tmp_path: Path) -> None:
    CallStore(tmp_path / "c.sqlite").close()
    for verb in ("export", "import"):
        arguments = ["calls", verb, str(tmp_path / "no" / "x.jsonl"), "--store", str(tmp_path / "c.sqlite")]
        done = CliRunner().invoke(cli, arguments)
        says(Done(done.exit_code, done.stdout, done.stderr), 2, "x.jsonl")


@pytest.mark.loopback
def test_a_resumed_run_says_which_settings_changed(loopback: Loopback, logs: Path) -> None:
    assert "no earlier run" in afterfold(logs, "--resume", url=loopback.url).stderr
    once = loopback.script.counts["requests"]
    done = afterfold(logs, "--resume", "--recent", "0.05", url=loopback.url)
    assert done.returncode == 0
    assert "recent 0.1 → 0.05" in done.stderr
    assert once < loopback.script.counts["requests"] < 2 * once  # the log in full and without any log stay the same
    assert "settings" not in afterfold(logs, "--resume", "--recent", "0.05", url=loopback.url).stderr


@pytest.mark.loopback
def test_waiting_for_a_turn_is_no_missed_deadline(loopback: Loopback, tmp_path: Path) -> None:
    loopback.script.latency = 0.1
    replies, engine = ask(loopback, tmp_path, *(call(f"q{i}") for i in range(12)), driving=Driving(1, 2, 0.6))
    assert all(r and not r.failure for r in replies)
    assert engine.counts.retried == 0


@pytest.mark.loopback
def test_a_server_that_goes_away_ends_the_run(loopback: Loopback, tmp_path: Path) -> None:
    from harness.errors import ModelError

    loopback.script.faults.extend([""] * 10)
    loopback.script.always = "500"
    with pytest.raises(ModelError, match="calls in a row got no answer"):
        ask(loopback, tmp_path, *(call(f"q{i}") for i in range(200)), driving=QUICK)
    assert len(CallStore(tmp_path / "calls.sqlite")) == 10
    assert loopback.script.counts["requests"] < 600


@pytest.mark.loopback
@pytest.mark.parametrize("compactor", ["model", "server"])
def test_what_the_server_does_not_know_is_said(loopback: Loopback, logs: Path, compactor: str) -> None:
    loopback.script.batching = loopback.script.compaction = False
    done = afterfold(
        logs,
        "--batch",
        "--compactor",
        compactor,
        "--answerer",
        "embedded" if compactor == "server" else "model",
        url=loopback.url,
    )
    says(
        done,
        4,
        *{"model": ("no Message Batches API",), "server": ("compaction on demand", "--compactor model")}[compactor],
    )


@pytest.mark.loopback
def test_a_batch_that_is_gone_is_asked_again(loopback: Loopback, logs: Path) -> None:
    store = CallStore(logs / "c.sqlite")
    store.open_batch("msgbatch_of_another_server")
    store.close()
    done = afterfold(logs, "--batch", "--compactor", "extractive", url=loopback.url)
    assert done.returncode == 0, done.stderr
    assert CallStore(logs / "c.sqlite").batches() == []


@pytest.mark.loopback
def test_a_program_that_folds_differently_each_time_is_run_once_a_fold(loopback: Loopback, logs: Path) -> None:
    code = "import json,os,sys; json.load(sys.stdin); print(json.dumps({'summary': os.urandom(4).hex()}))"
    (logs / "fold.py").write_text(code)
    done = afterfold(logs, "--compactor", "command", "--command", f"{sys.executable} fold.py", url=loopback.url)
    assert done.returncode == 0, done.stderr


@pytest.mark.loopback
def test_systems_side_by_side_share_the_limit(loopback: Loopback, logs: Path) -> None:
    # 42 calls of the first system and 10 of the second: neither alone passes the limit
    says(afterfold(logs, "--beside", "window", "--max-calls", "45", url=loopback.url), 4, "--max-calls 45 is reached")
    assert loopback.script.counts["requests"] == 45
    plan = afterfold(logs, "--beside", "window", "--dry-run", "--calls", "live")
    alone = afterfold(logs, "--dry-run", "--calls", "live")
    total = [int(p.stdout.split("\nall")[1].split()[0].replace(",", "")) for p in (plan, alone)]
    assert total[1] < total[0] < 2 * total[1]


@pytest.mark.loopback
def test_the_server_counts_the_tokens_of_a_dry_run(loopback: Loopback, logs: Path) -> None:
    done = afterfold(logs, "--dry-run", "--count-tokens", url=loopback.url)
    assert "The server counted the tokens" in done.stdout
    assert loopback.script.counts["requests"] == 0
    loopback.script.count_tokens = False
    assert "cannot count tokens" in afterfold(logs, "--dry-run", "--count-tokens", url=loopback.url).stdout


@pytest.mark.loopback
def test_the_run_folder_holds_calls_tokens_and_cost_by_role(loopback: Loopback, logs: Path) -> None:
    (logs / "p.toml").write_text("[m]\ninput = 100\noutput = 100\n")
    done = afterfold(logs, "--prices", "p.toml", url=loopback.url)
    assert done.returncode == 0, done.stderr
    (path,) = (logs / "runs").iterdir()
    for kind in ("used", "paid"):
        account = read_run(path).info["models"][kind]
        assert account["cost"] > 0
        assert {"calls", "failures", "cost", "input", "output", "cache_read", "cache_write"} <= set(
            account["roles"]["answerer"]
        )
        assert account["roles"]["answerer"]["cache_read"] > 0
        assert account["cost"] == pytest.approx(sum(r["cost"] for r in account["roles"].values()), abs=1e-5)
    assert json.loads((path / "run.json").read_text())["models"]["paid"]["roles"]["compactor"]["attempts"] == 1
