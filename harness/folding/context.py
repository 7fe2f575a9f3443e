"""The folded context: what the assistant sees after a fold, as text and as passages.

A summary is free text. The one form that is read back is the transcript form written by ``render``: a header such as
``[user 2026-03-02T09:14:00+09:00]`` or ``[tool run_sql]`` before each turn, so that a compactor that keeps turns (``identity``,
``window``) keeps their roles and times too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from harness.schema import Passage, Role, Turn

_HEADER = re.compile(
    r"^\[(system|user|assistant|tool)(?: ([^\]\s]*))?(?: (\d{4}-\d\d-\d\dT[0-9:.+\-Z]+))?\] ?", re.MULTILINE
)


def render(turns: Sequence[Turn]) -> str:
    """Turns in transcript form, one after another."""
    return "\n".join(_rendered(t) for t in turns)


def _rendered(turn: Turn) -> str:
    tool = (turn.tool or "-").replace("]", ")").replace(" ", "_")
    time = f" {turn.time.isoformat()}" if turn.time else ""
    return f"[{turn.role.value} {tool}{time}] {_escaped(spoken(turn))}"


def _escaped(text: str) -> str:
    # A line of a log that looks like a header must not become one: a zero-width space behind the bracket keeps it text.
    return _HEADER.sub(lambda m: "[\u200b" + m.group(0)[1:], text)


def spoken(turn: Turn) -> str:
    """All that a turn says: its text, then its tool calls with their arguments."""
    calls = "\n".join(f"→ {c.name} {c.arguments}" for c in turn.calls)
    return f"{turn.text}\n{calls}" if turn.text and calls else turn.text or calls


def passage(turn: Turn, text: str | None = None) -> Passage:
    """A raw turn as a passage."""
    origin = "system" if turn.role is Role.SYSTEM else "turn"
    return Passage(spoken(turn) if text is None else text, origin, turn.role, turn.index, turn.time, turn.tool)


def summary_passages(summary: str) -> Iterator[Passage]:
    """The passages of a summary: its turns where it is in transcript form, otherwise its lines."""
    starts = list(_HEADER.finditer(summary))
    head = summary[: starts[0].start()] if starts else summary
    yield from (Passage(line.strip(), "summary") for line in head.splitlines() if line.strip())
    ends = [*(m.start() for m in starts[1:]), len(summary)]
    for match, end in zip(starts, ends if starts else [], strict=True):
        text = summary[match.end() : end].rstrip("\n").replace("[\u200b", "[")
        role, tool, time = match.groups()
        yield Passage(text, "summary", Role(role), None, _time(time), None if tool in (None, "-") else tool)


def _time(text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        return None


def folded_context(system: Sequence[Turn], summary: str, recent: Sequence[Turn]) -> tuple[Passage, ...]:
    """System block, summary, recent turns: what does not depend on the request comes first."""
    return (*map(passage, system), *summary_passages(summary), *map(passage, recent))
