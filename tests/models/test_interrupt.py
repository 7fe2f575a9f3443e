"""Ctrl-C in the middle of a run: it ends at once, with exit code 130, and all that came back is saved."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.models import CallStore
from harness.synth import write
from tests.models.conftest import Loopback

LOADED = 1.0  # a second is wanted; another for a machine that does other things


def hearing() -> None:
    """Ctrl-C reaches the process also where the tests were started in the background of a shell, which has it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.loopback
def test_an_interrupted_run_ends_within_a_second_and_keeps_its_answers(loopback: Loopback, tmp_path: Path) -> None:
    write(0, 60, "en", tmp_path)
    args = [
        "eval",
        tmp_path / "logs",
        "--probes",
        tmp_path / "probes",
        "--model",
        "m",
        "--compactor",
        "extractive",
        "--quiet",
    ]
    more = [
        "--base-url",
        loopback.url,
        "--store",
        tmp_path / "c.sqlite",
        "--runs",
        tmp_path / "runs",
        "--concurrency",
        "4",
    ]
    command = [sys.executable, "-m", "harness", *map(str, [*args, *more])]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=hearing)
    deadline = time.monotonic() + 60
    while loopback.script.counts["answered"] < 8 and time.monotonic() < deadline:
        time.sleep(0.002)
    loopback.script.latency = 30  # from here on no call comes back: those in flight are slow ones
    while loopback.script.active < 4 and time.monotonic() < deadline:
        time.sleep(0.002)
    time.sleep(0.3)
    counted = loopback.script.counts["answered"]
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    took = time.monotonic() - start
    print(
        f"ended after {took:.2f} s; {counted} replies came back, {len(CallStore(tmp_path / 'c.sqlite'))} are saved, 4 were in flight"
    )
    assert took < 1 + LOADED
    assert process.returncode == 130, said
    assert "Traceback" not in said
    assert "spent" in said
    assert len(CallStore(tmp_path / "c.sqlite")) == counted


@pytest.mark.loopback
def test_a_program_that_folds_is_interrupted_too(loopback: Loopback, tmp_path: Path) -> None:
    write(0, 60, "en", tmp_path)
    mark = tmp_path / "started"
    slow = f"import pathlib, time; pathlib.Path({str(mark)!r}).touch(); time.sleep(60)"
    (tmp_path / "slow.py").write_text(slow)
    flags = [
        "--compactor",
        "command",
        "--command",
        f"{sys.executable} {tmp_path / 'slow.py'}",
        "--model",
        "m",
        "--quiet",
    ]
    where = ["--base-url", loopback.url, "--store", tmp_path / "c.sqlite", "--runs", tmp_path / "runs"]
    args = [tmp_path / "logs", "--probes", tmp_path / "probes", *flags, *where]
    process = subprocess.Popen(
        [sys.executable, "-m", "harness", "eval", *map(str, args)],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hearing,
    )
    deadline = time.monotonic() + 60
    while not mark.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert time.monotonic() - start < 1 + LOADED
    assert process.returncode == 130, said
