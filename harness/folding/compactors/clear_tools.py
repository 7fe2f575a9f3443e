"""Tool results cut, everything else kept word for word: the stage that products run before they summarise."""

from __future__ import annotations

from dataclasses import dataclass, replace

from harness.folding.context import render
from harness.schema import FoldRequest, FoldResult, Role, Turn

CLEARED = {"en": "[cleared]", "ko": "[비움]"}


@dataclass(frozen=True)
class ClearTools:
    """``keep`` of the newest tool results stay whole. A result shorter than the mark stays too."""

    keep: int = 0
    name: str = "clear-tools"

    def fold(self, request: FoldRequest) -> FoldResult:
        """Previous summary and turns in transcript form, tool results replaced by a mark."""
        results = [i for i, t in enumerate(request.turns) if t.role is Role.TOOL]
        cut = set(results[: len(results) - self.keep] if self.keep else results)
        mark = CLEARED.get(request.language, CLEARED["en"])
        turns = [_cleared(t, mark) if i in cut else t for i, t in enumerate(request.turns)]
        return FoldResult("\n".join(p for p in (request.previous, render(turns)) if p))


def _cleared(turn: Turn, mark: str) -> Turn:
    return replace(turn, text=mark) if len(turn.text) > len(mark) else turn
