"""``python -m tests.bench.models``: 5,000 answers against a loopback server, as a share of what a bare loop over the SDK reaches.

The server runs in a process of its own (50 ms latency), the concurrency is 64; bare loop and engine take turns.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.models import Account, CallStore
from harness.models.client import open_client
from harness.models.engine import Driving, Engine
from harness.models.wire import body_of
from harness.ports import ModelCall
from harness.prices import load_prices

LATENCY, CONCURRENCY, CONTEXTS, EACH = 0.05, 64, 100, 50


@contextmanager
def server(latency: float = LATENCY) -> Iterator[str]:
    """The loopback server as a process; yields its address."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "tests.models.server", str(port), str(latency)])
    try:
        for _ in range(200):
            try:
                counts(f"http://127.0.0.1:{port}")
                break
            except OSError:
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def counts(url: str) -> dict[str, int]:
    """What the server has counted so far."""
    with urllib.request.urlopen(f"{url}/counts") as reply:
        return dict(json.load(reply))


def calls(tag: str) -> list[ModelCall]:
    """5,000 questions on 100 contexts."""
    return [
        ModelCall(
            "answerer",
            "claude-haiku-5-5",
            f"{tag} question {q}?",
            f"{tag} log {c} " + "what was said then " * 100,
            "Answer.",
        )
        for c in range(CONTEXTS)
        for q in range(EACH)
    ]


async def bare(url: str, wanted: list[ModelCall]) -> float:
    """The same requests in a plain loop over the SDK client, 64 at a time; seconds."""
    sdk = open_client(url, connections=CONCURRENCY)._sdk
    left = iter(wanted)

    async def work() -> None:
        for call in left:
            await sdk.messages.create(**body_of(call))

    start = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(CONCURRENCY)))
    took = time.perf_counter() - start
    await sdk.close()
    return took


async def driven(url: str, wanted: list[ModelCall], folder: Path) -> float:
    """The same requests through engine and store; seconds."""
    client, store = open_client(url, connections=CONCURRENCY), CallStore(folder / "calls.sqlite")
    engine = Engine(client, store, Account(load_prices(None)), Driving(concurrency=CONCURRENCY))
    start = time.perf_counter()
    await engine.answer_all(wanted)
    took = time.perf_counter() - start
    await client.close()
    assert len(store) == len(wanted)
    store.close()
    return took


def main() -> None:
    """Print ratio, memory and what was billed."""
    os.environ.setdefault("ANTHROPIC_API_KEY", "bench")
    n = CONTEXTS * EACH
    with server() as url, tempfile.TemporaryDirectory() as folder:
        loop = asyncio.run(bare(url, calls("bare")))
        before = counts(url)
        own = asyncio.run(driven(url, calls("own"), Path(folder)))
        after = counts(url)
    written = after["cache_creation_input_tokens"] - before.get("cache_creation_input_tokens", 0)
    once = sum(len(json.dumps({"type": "text", "text": c.context})) // 4 for c in calls("own")[::EACH])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"bare loop over the SDK  {n / loop:7.0f} calls/s")
    print(f"engine and store        {n / own:7.0f} calls/s   ratio {loop / own:.2f} (wanted: at least 0.70)")
    print(f"peak memory             {peak:7.0f} MB        (wanted: under 600)")
    print(f"context at full price   {written / once:7.2f} × the contexts once (wanted: at most 1.3)")


if __name__ == "__main__":
    main()
