"""Tool calls and their results: which belong together, and where a log can be parted without tearing such a pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harness.schema import Role, ToolCall, Turn


def pairs(turns: Sequence[Turn]) -> dict[int, dict[int, tuple[int, str]]]:
    """For each assistant turn and each of its calls the turn of its result and the identity they share. Assistant turns in a row
    are one message, and only the calls of the last such message before a result count: the next one must answer them."""
    found: dict[int, dict[int, tuple[int, str]]] = {}
    callers: list[int] = []
    for i, turn in enumerate(turns):
        if turn.role is Role.ASSISTANT:
            callers = [*callers, i] if i and turns[i - 1].role is Role.ASSISTANT else [i]
        elif turn.role is Role.TOOL:
            for caller in callers:
                taken = found.setdefault(caller, {})
                if (n := _answered(turns[caller].calls, turn, taken)) is not None:
                    taken[n] = (i, f"call_{turns[caller].index}_{n}")
                    break
    return found


def _answered(calls: Sequence[ToolCall], result: Turn, taken: Mapping[int, Any]) -> int | None:
    """Which call a result answers: that with its identity or, where it has none, the first of its tool that is open."""
    free = [n for n in range(len(calls)) if n not in taken]
    if result.call_id:
        return next((n for n in free if calls[n].id == result.call_id), None)
    return next((n for n in free if not result.tool or calls[n].name == result.tool), None)


def whole(turns: Sequence[Turn]) -> tuple[int, ...]:
    """For each position in ``[0, len(turns)]`` the first one from there on at which the log may be parted: no call before it has
    its result behind it, and it does not stand before a tool result."""
    torn = [t.role is Role.TOOL for t in turns]
    for caller, calls in pairs(turns).items():
        behind = max((result for result, _ in calls.values()), default=caller)
        torn[caller + 1 : behind + 1] = [True] * (behind - caller)
    found = [len(turns)]
    for position in range(len(turns) - 1, -1, -1):
        found.append(found[-1] if torn[position] else position)
    return tuple(reversed(found))
