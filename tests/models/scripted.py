"""``python -m tests.models.scripted FILE``: record the run of ``datasets/recordings`` from the loopback server, with a scripted stand-in for
a model: it folds to the longest lines, and answers with the line that shares most words with the question."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from harness.models import CallStore
from tests.models.server import Script, serving

FOLDER = Path(__file__).resolve().parents[2] / "datasets" / "recordings"


def stand_in(body: dict[str, Any]) -> str:
    """What the stand-in says."""
    *before, last = (b["text"] for m in body["messages"] for b in m["content"])
    if "system" not in body:
        new = last.rpartition("\n# ")[2].splitlines()[1:]
        return "\n".join(sorted((re.sub(r"^\[[^]]*\] ", "", line) for line in new), key=len)[-8:])
    asked = _words(last)
    shared = {line: len(asked & _words(line)) for text in before for line in text.splitlines()}
    best = max(shared, key=lambda line: shared[line], default="")
    return best if shared.get(best, 0) > 1 else "NOT IN THE CONTEXT"


def _words(text: str) -> set[str]:
    return {w[:3] for w in re.findall(r"\w{2,}", text.lower())}


def main() -> None:
    """Record and export."""
    with tempfile.TemporaryDirectory() as folder, serving(Script(reply=stand_in)) as url:
        store = Path(folder) / "calls.sqlite"
        where = ["--store", str(store), "--runs", f"{folder}/runs", "--base-url", url, "--calls", "record", "--quiet"]
        env = {**os.environ, "ANTHROPIC_API_KEY": "k", "PYTHONPATH": str(FOLDER.parents[1])}
        subprocess.run([sys.executable, "-m", "harness", "eval", *where], check=True, cwd=FOLDER, env=env)
        print(f"{CallStore(store, readonly=True).export(Path(sys.argv[1]))} recordings exported")


if __name__ == "__main__":
    main()
