"""Any program as a compactor: one JSON object on its standard input, one on its standard output.

in   {"ordinal", "previous", "turns": [{"index", "role", "text", "time", "tool", "calls"}], "budget", "prompt", "language",
      "conversation", "chain"}
out  {"summary": "…", "items": [ … ]}      (items may be left out)
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from harness.errors import SettingsError, plainly
from harness.folding.context import spoken
from harness.schema import FoldRequest, FoldResult, Turn


@dataclass(frozen=True)
class Command:
    """``arguments`` is the program with its arguments; no shell reads them. ``limit`` is in seconds a fold."""

    arguments: tuple[str, ...]
    limit: float = 300.0
    name: str = "command"
    varies: bool = True

    def fold(self, request: FoldRequest) -> FoldResult:
        """One run of the program. What goes wrong in it is a failed fold; a program that does not exist raises SettingsError."""
        try:
            process = subprocess.Popen(
                self.arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = plainly(error) if isinstance(error, OSError) else str(error)
            raise SettingsError(f"command: {self.arguments[0]} cannot be started: {why}; check --command.") from None
        try:
            out, err = process.communicate(json.dumps(_sent(request)).encode("ascii"), timeout=self.limit)
        except subprocess.TimeoutExpired:
            _kill(process)
            return FoldResult("", f"command: no answer within {self.limit:g} s")
        except BaseException:
            _kill(process)
            raise
        if process.returncode:
            last = err.decode("utf-8", "replace").strip().splitlines()[-1:] or [""]
            return FoldResult("", f"command: exit code {process.returncode} {last[0][:200]}".rstrip())
        return _received(out)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the program with everything it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def _sent(request: FoldRequest) -> dict[str, Any]:
    return {
        "ordinal": request.ordinal,
        "previous": request.previous,
        "turns": [_turn(t) for t in request.turns],
        "budget": request.budget,
        "prompt": request.prompt.text,
        "language": request.language,
        "conversation": request.conversation,
        "chain": request.chain,
    }


def _turn(turn: Turn) -> dict[str, Any]:
    calls = [{"name": c.name, "arguments": c.arguments} for c in turn.calls]
    time = turn.time.isoformat() if turn.time else None
    said = turn.text or spoken(turn)
    return {"index": turn.index, "role": turn.role.value, "text": said, "time": time, "tool": turn.tool, "calls": calls}


def _received(out: bytes) -> FoldResult:
    try:
        data = json.loads(out)
    except ValueError:
        return FoldResult("", "command: its output is not JSON")
    if not isinstance(data, Mapping) or not isinstance(data.get("summary"), str):
        return FoldResult("", "command: its output has no text `summary`")
    items = data.get("items")
    if items is not None and not (isinstance(items, list) and all(isinstance(i, dict) for i in items)):
        return FoldResult("", "command: `items` is not a list of objects")
    return FoldResult(data["summary"], items=None if items is None else tuple(items))
