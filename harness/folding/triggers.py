"""When a context is folded: one rule for all policies.

At the threshold every policy folds, since the window is what it is. Before that a policy may fold after so many turns, at
the end of a task, or, combined, at the end of a task once a soft threshold is passed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Cause(StrEnum):
    """What made a fold fall due."""

    TOKENS = "tokens"
    TURNS = "turns"
    BOUNDARY = "boundary"


@dataclass(frozen=True, slots=True)
class Trigger:
    """A policy. ``hard`` tokens: fold when the context passes them. ``turns``: fold when so many came since the last fold.
    ``soft`` tokens: fold at a task boundary when the context passes them (0: at every boundary). ``least`` tokens: without
    more than that of raw turns, a boundary or a count is no reason, since all of them would stay raw anyway."""

    hard: int
    soft: int | None = None
    turns: int | None = None
    least: int = 0

    def due(self, context: int, raw: int, turns: int, boundary: bool) -> Cause | None:
        """Why a context of ``context`` tokens, ``raw`` of them in raw turns, ``turns`` turns after the last fold, is folded
        here; None where it is not."""
        if context > self.hard:
            return Cause.TOKENS
        if raw <= self.least:
            return None
        if self.soft is not None and boundary and context > self.soft:
            return Cause.BOUNDARY
        return Cause.TURNS if self.turns is not None and turns >= self.turns else None
