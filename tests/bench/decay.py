"""Time and peak memory of ``afterfold decay`` on a million outcomes with 2,000 resamples, beside the time of the fits alone.

``python -m tests.bench.decay [outcomes]`` prints one row for a few large conversations and one for very many small ones.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from harness.analysis.foreign import foreign_decay

AGES = 5
RATE = 0.85


def outcomes(count: int, conversations: int, seed: int = 0) -> pd.DataFrame:
    """About ``count`` rows: facts of many conversations, lost for good with hazard 1 − RATE a fold, asked at every age."""
    facts = count // AGES
    alive = np.random.default_rng(seed).geometric(1 - RATE, facts) - 1
    names = np.array([f"log-{i:05}" for i in range(conversations)])
    ages = np.tile(np.arange(1, AGES + 1), facts)
    kept = (ages <= np.repeat(alive, AGES)).astype(int)
    owner = np.repeat(np.arange(facts) * conversations // facts, AGES)
    return pd.DataFrame({"conversation": names[owner], "k": ages, "retained": kept})


def command(table: Path) -> tuple[float, float]:
    """Seconds and peak megabytes of ``afterfold decay`` in a process of its own."""
    start = time.perf_counter()
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    program = [sys.executable, "-m", "harness", "decay", str(table)]
    pid = os.posix_spawn(sys.executable, program, os.environ, file_actions=quiet)
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise SystemExit(f"afterfold decay failed on {table}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def fits(rows: pd.DataFrame) -> float:
    """Seconds of the library function on a table that is in memory."""
    start = time.perf_counter()
    foreign_decay(rows.rename(columns={"k": "age"}).assign(group="all"), 1, None)
    return time.perf_counter() - start


def main(count: int, conversations: Sequence[int] = (100, 20_000)) -> None:
    """Print the table."""
    print(
        f"{'outcomes':>10} {'logs':>7} {'seconds':>9} {'fits alone':>11} {'peak MB':>9}   wanted: under 10 s, 2,000 MB"
    )
    with tempfile.TemporaryDirectory() as folder:
        for logs in conversations:
            rows, table = outcomes(count, logs), Path(folder) / "outcomes.csv"
            rows.to_csv(table, index=False)
            seconds, memory = command(table)
            print(f"{len(rows):>10,} {logs:>7,} {seconds:>9.1f} {fits(rows):>11.1f} {memory:>9.0f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
