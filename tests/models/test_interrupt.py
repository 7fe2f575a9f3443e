"""Ctrl-C in the middle of a run: it ends at once, with exit code 130, and what came back is saved."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.models import CallStore
from harness.synth import write
from tests.models.conftest import Loopback


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
    loopback.script.latency = 0.2
    command = [sys.executable, "-m", "harness", *map(str, [*args, *more])]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ})
    deadline = time.monotonic() + 60
    while loopback.script.counts["answered"] < 8 and time.monotonic() < deadline:
        time.sleep(0.02)
    counted = loopback.script.counts["answered"]
    loopback.script.latency = 30
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert time.monotonic() - start < 2  # a second, and another for a loaded machine
    assert process.returncode == 130, said
    assert "Traceback" not in said
    assert len(CallStore(tmp_path / "c.sqlite")) >= counted - 4  # those in flight may be lost
