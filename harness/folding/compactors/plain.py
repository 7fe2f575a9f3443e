"""The compactors that do not choose: keep everything, keep nothing, drop the oldest."""

from __future__ import annotations

from dataclasses import dataclass

from harness.folding.context import render
from harness.schema import FoldRequest, FoldResult
from harness.tokens import TokenCounter


class Identity:
    """Control: the summary is all that went in. Every eligible probe must be retained at every age."""

    name = "identity"

    def fold(self, request: FoldRequest) -> FoldResult:
        """Previous summary and turns in transcript form, unshortened."""
        parts = [request.previous, render(request.turns)]
        return FoldResult("\n".join(p for p in parts if p))


class Empty:
    """Control: the summary is empty. Nothing that was folded may be retained."""

    name = "empty"

    def fold(self, request: FoldRequest) -> FoldResult:
        """An empty summary."""
        return FoldResult("")


@dataclass(frozen=True)
class Window:
    """Drops the oldest: keeps the last lines of what went in, up to the budget."""

    counter: TokenCounter
    name: str = "window"

    def fold(self, request: FoldRequest) -> FoldResult:
        """The longest run of whole lines at the end that fits the budget."""
        lines = [line for line in (*request.previous.splitlines(), *render(request.turns).splitlines()) if line.strip()]
        left, first = request.budget, len(lines)
        while first and (size := self.counter.count(lines[first - 1]) + 1) <= left:
            left -= size
            first -= 1
        return FoldResult("\n".join(lines[first:]))
