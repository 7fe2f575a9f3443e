"""Speed and memory of ``afterfold audit``: a folder of 200 sessions, and one session of 200 MB with lines of a megabyte.

``python -m tests.bench.audit [sessions] [kilobytes] [megabytes]`` writes Claude Code sessions with folds, as large as they are in
practice (most of the bytes are results of tools), and prints MB/s and peak memory of the whole verb and of its parts.
"""

from __future__ import annotations

import cProfile
import json
import os
import pstats
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from harness.logs import read_log
from harness.logs.redact import redacted
from harness.synth import generate

_START = datetime(2026, 3, 2, 9, tzinfo=UTC)
_FOLDS = 3
_PREAMBLE = "This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\n"


def write_session(path: Path, seed: int, size: int, line: int) -> Path:
    """One session of about ``size`` bytes: what people and the assistant say comes from the synthetic logs, and between it stand
    results of tools of about ``line`` bytes each."""
    rng = random.Random(seed)
    rows = _rows(seed, size, line, rng)
    with path.open("w", encoding="utf-8") as f:
        parent: str | None = None
        for number, row in enumerate(rows):
            uuid = f"{seed:08x}-{number:08x}"
            told = {
                "parentUuid": None if row.get("subtype") else parent,
                "isSidechain": False,
                "uuid": uuid,
                "sessionId": f"s-{seed}",
            }
            if row.get("subtype"):
                told["logicalParentUuid"] = parent
            stamp = (_START + timedelta(seconds=20 * number)).isoformat()
            f.write(json.dumps({**told, "timestamp": stamp, **row}, ensure_ascii=False) + "\n")
            parent = uuid
    return path


def _rows(seed: int, size: int, line: int, rng: random.Random) -> Iterator[dict[str, object]]:
    """The records, without their envelope."""
    turns = max(20, min(160, size // 8_000))
    messages, _ = generate(seed, turns, "ko" if seed % 4 == 0 else "en")
    said = [(m["role"], m["content"]) for m in messages if m["role"] != "system" and m.get("content")]
    results = max(1, size // (2 * line))
    written = 0
    for at, (role, text) in enumerate(said):
        yield _says(text, at) if role == "assistant" else _user(text)
        while written * len(said) < results * (at + 1):
            yield {
                "type": "assistant",
                "message": {"id": f"m{at}-{written}", "role": "assistant", "content": [_call(written)]},
            }
            output = _output(line, rng)  # it stands in a session twice: for the model, and as the program's own record
            block = {"type": "tool_result", "tool_use_id": f"t{written}", "content": output}
            yield _user([block]) | {"toolUseResult": {"stdout": output, "stderr": "", "interrupted": False}}
            written += 1
        if (at + 1) % (len(said) // (_FOLDS + 1)) == 0 and at + 1 < len(said):
            yield {
                "type": "system",
                "subtype": "compact_boundary",
                "content": "",
                "compactMetadata": {"trigger": "auto"},
            }
            kept = [text for _, text in said[: at + 1] if rng.random() < 0.3]
            yield _user(_PREAMBLE + "\n".join(kept)[:12_000]) | {"isCompactSummary": True}


def _user(content: object) -> dict[str, object]:
    return {"type": "user", "message": {"role": "user", "content": content}}


def _says(text: str, at: int) -> dict[str, object]:
    return {
        "type": "assistant",
        "message": {"id": f"m{at}", "role": "assistant", "content": [{"type": "text", "text": text}]},
    }


def _call(number: int) -> dict[str, object]:
    return {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": f"cat src/part_{number}.py"}}


def _output(size: int, rng: random.Random) -> str:
    """Something like a source file or a log of a program."""
    names = ["ledger", "queue", "replica", "window", "index", "vendor", "export", "worker"]
    lines = [
        f"{n:>6}\t    {rng.choice(names)}_{rng.randrange(99)} = {rng.choice(names)}({rng.randrange(10_000)}, '{rng.getrandbits(64):x}')\n"
        for n in range(200)
    ]
    text = "".join(lines)
    return (text * (size // len(text) + 1))[:size]


def audited(path: Path, runs: Path) -> tuple[float, float]:
    """Seconds and peak megabytes of ``afterfold audit`` in a process of its own."""
    command = [sys.executable, "-m", "harness", "audit", str(path), "--quiet", "--runs", str(runs)]
    start = time.perf_counter()
    quiet = [(os.POSIX_SPAWN_OPEN, n, os.devnull, os.O_WRONLY, 0) for n in (1, 2)]
    pid = os.posix_spawn(sys.executable, command, os.environ, file_actions=quiet)
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise SystemExit(f"afterfold audit failed on {path}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def parts(files: list[Path]) -> tuple[float, float]:
    """Seconds of reading and of redaction, one file after the other."""
    reading = hiding = 0.0
    for file in files:
        start = time.perf_counter()
        conversations = list(read_log(file))
        read = time.perf_counter()
        for c in conversations:
            redacted(c)
        reading += read - start
        hiding += time.perf_counter() - read
    return reading, hiding


def row(name: str, path: Path, runs: Path) -> None:
    """Measure and print one row."""
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    size = sum(f.stat().st_size for f in files) / 1e6
    reading, hiding = parts(files)
    seconds, memory = audited(path, runs)
    rates = f"{size / reading:>10.1f} {size / hiding:>10.1f} {size / seconds:>10.1f}"
    print(f"{name:<24} {size:>7.0f} {seconds:>8.1f} {memory:>8.0f} {rates}", flush=True)


def main(sessions: int = 200, kilobytes: int = 1_000, megabytes: int = 200) -> None:
    """Print the table."""
    print(f"{'':<24} {'MB':>7} {'seconds':>8} {'peak MB':>8} {'read MB/s':>10} {'redact':>10} {'audit MB/s':>10}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "many").mkdir()
        for seed in range(sessions):
            write_session(folder / "many" / f"{seed}.jsonl", seed, kilobytes * 1_000, 12_000)
        row(f"{sessions} sessions", folder / "many", folder / "runs")
        one = write_session(folder / "one.jsonl", 1, megabytes * 1_000_000, 1_000_000)
        row("one, lines of 1 MB", one, folder / "runs")


def profile(path: Path) -> None:
    """What dominates the audit of a folder, function by function."""
    from harness.cli import cli

    with tempfile.TemporaryDirectory() as runs, cProfile.Profile() as seen:
        cli(["audit", str(path), "--quiet", "--runs", runs], standalone_mode=False)
    pstats.Stats(seen).sort_stats("cumulative").print_stats(45)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--profile"]:
        profile(Path(sys.argv[2]))
    else:
        main(*map(int, sys.argv[1:]))
