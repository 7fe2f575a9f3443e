"""Time and peak memory of ``afterfold eval`` on synthetic logs of growing length: 100 probes, 5 folds, embedded parts.

``python -m tests.bench.scale [turns …]`` prints one row a length and the time per turn, which stays about the same if the loop is linear.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from harness.synth import write


def measure(turns: int, folder: Path, extra: Sequence[str] = ()) -> tuple[float, float]:
    """Seconds and peak megabytes of one ``afterfold eval`` in a process of its own."""
    log = write(0, turns, "en", folder)
    command = [
        sys.executable,
        "-m",
        "harness",
        "eval",
        str(log),
        "--probes",
        str(folder / "probes" / log.name),
        "--folds",
        "5",
        "--quiet",
        "--runs",
        str(folder / "runs"),
        *extra,
    ]
    start = time.perf_counter()
    pid = os.posix_spawn(
        sys.executable, command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    )
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise SystemExit(f"afterfold eval failed on {turns} turns")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def main(lengths: Sequence[int]) -> None:
    """Print the table."""
    print(f"{'turns':>8} {'seconds':>9} {'ms/turn':>9} {'peak MB':>9}   afterfold eval, 100 probes, 5 folds")
    with tempfile.TemporaryDirectory() as folder:
        for turns in lengths:
            seconds, memory = measure(turns, Path(folder))
            print(f"{turns:>8} {seconds:>9.1f} {1000 * seconds / turns:>9.2f} {memory:>9.0f}", flush=True)


if __name__ == "__main__":
    main([int(a) for a in sys.argv[1:]] or [1_000, 10_000, 100_000])
