"""``python -m tests.studies.kills [KILLS] [CALLS]``: SIGKILL at random moments of a run, then resume; nothing may be lost or changed.

The run answers CALLS questions through engine and store in a process of its own. After the kills it is finished and compared with an
unbroken run. The server counts what was asked twice: at most the concurrency for each kill.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from harness.models import Account, CallStore
from harness.models.client import open_client
from harness.models.engine import Driving, Engine
from harness.ports import ModelCall
from harness.prices import load_prices
from tests.bench.models import counts, server

CONCURRENCY = 16


def calls(n: int) -> list[ModelCall]:
    """n questions on contexts of 40 each, in both languages."""
    return [ModelCall("answerer", "m", f"질문 {i}?" if i % 2 else f"question {i}?", f"log {i // 40}") for i in range(n)]


async def work(url: str, path: Path, n: int) -> None:
    """One run to its end."""
    client, store = open_client(url, connections=CONCURRENCY), CallStore(path)
    await Engine(client, store, Account(load_prices(None)), Driving(CONCURRENCY)).answer_all(calls(n))
    await client.close()
    store.close()


def _start(url: str, path: Path, n: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "tests.studies.kills", "--run", url, str(path), str(n)])


def study(kills: int, n: int, seed: int, latency: float = 0.02) -> tuple[int, int, bool]:
    """Kills that hit a running process, requests beyond one a call, and whether the results are those of an unbroken run."""
    rng = random.Random(seed)
    hits = 0
    with tempfile.TemporaryDirectory() as folder, server(latency) as url:
        broken, whole = Path(folder) / "broken.sqlite", Path(folder) / "whole.sqlite"
        while hits < kills:
            process = _start(url, broken, n)
            before = counts(url).get("requests", 0)
            while process.poll() is None and counts(url).get("requests", 0) < before + rng.randint(
                1, max(2, n // kills)
            ):
                time.sleep(0.005)
            time.sleep(rng.random() * 0.05)
            hits += process.poll() is None
            process.kill()
            if process.wait() == 0:
                break
        assert _start(url, broken, n).wait() == 0
        extra = counts(url)["requests"] - n
        assert _start(url, whole, n).wait() == 0
        same = _results(broken) == _results(whole)
    return hits, extra, same


def _results(path: Path) -> list[Any]:
    """All recordings of a store. How the server split a context into written to and read from its cache depends on what it had seen
    before (a killed call may have warmed it), so of the tokens in only their sum is a result."""
    exported = path.with_suffix(".jsonl")
    CallStore(path).export(exported)
    rows = [json.loads(text) for text in exported.read_text("utf-8").splitlines()]
    for row in rows:
        if usage := row.get("reply", {}).get("usage"):
            usage["input"] += usage.pop("cache_read") + usage.pop("cache_write")
    return rows


def main() -> None:
    """Print what came of it; exit code 1 where anything was lost or paid too often."""
    os.environ.setdefault("ANTHROPIC_API_KEY", "study")
    if sys.argv[1:2] == ["--run"]:
        asyncio.run(work(sys.argv[2], Path(sys.argv[3]), int(sys.argv[4])))
        return
    kills, n = (int(x) for x in (*sys.argv[1:], "50", "2000")[:2]) if len(sys.argv) != 2 else (int(sys.argv[1]), 2000)
    hits, extra, same = study(kills, n, seed=1)
    print(
        f"{hits} kills in a run of {n} calls: results {'equal' if same else 'DIFFER'}; {extra} requests beyond one a call"
    )
    print(f"allowed: {hits} × {CONCURRENCY} = {hits * CONCURRENCY}")
    sys.exit(not same or extra > hits * CONCURRENCY)


if __name__ == "__main__":
    main()
