"""Builders for tests: conversations in one line, probes with defaults."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import strategies as st

from harness.schema import Conversation, Evidence, Kind, Probe, Role, ToolCall, Turn

TEXT = st.text(st.characters(codec="utf-8"), max_size=60)
_WORDS = [
    *[
        "alpha",
        "beta",
        "14:30",
        "40",
        "GB",
        "결정",
        "서버는",
        "3만",
        "원",
        "never",
        "db-7",
        "why",
        "때문에",
        "🙂",
        "각",
    ],
    "\n",
]
WORDS = st.lists(st.sampled_from(_WORDS), max_size=12).map(" ".join)


def conversation(*lines: str | tuple[str, str], language: str = "en", name: str = "c") -> Conversation:
    """Turns from ``"text"`` (user and assistant in turn) or ``("role", "text")``."""
    turns = []
    for i, entry in enumerate(lines):
        role, text = entry if isinstance(entry, tuple) else ("user" if i % 2 == 0 else "assistant", entry)
        turns.append(Turn(i, Role(role), text, tool="tool" if role == "tool" else None))
    return Conversation(name, tuple(turns), language)


def probe(kind: str = "text", expected: str = "x", **more: Any) -> Probe:
    """A probe with defaults; ``quote`` and ``turn`` make its evidence."""
    quote, turn = more.pop("quote", ""), more.pop("turn", 0)
    evidence = more.pop("evidence", (Evidence(turn, quote),) if quote else ())
    values: dict[str, Any] = {"id": "p", "category": "quantity", "question": "How much?", "evidence": evidence, **more}
    return Probe(kind=Kind(kind), expected=expected, **values)


@st.composite
def conversations(draw: st.DrawFn, most: int = 14) -> Conversation:
    """Arbitrary conversations: tool pairs, calls side by side whose results come in another order or behind a user's turn, empty
    turns, giant turns, several system turns, emoji, NFD."""
    turns: list[Turn] = []
    for _ in range(draw(st.integers(0, most))):
        kind = draw(st.sampled_from(["user", "assistant", "call", "calls", "system"]))
        text = draw(st.one_of(WORDS, TEXT, st.just("하고" * 200), st.just("")))
        if kind == "call":
            name = f"call{len(turns)}"
            turns.append(Turn(len(turns), Role.ASSISTANT, text, calls=(ToolCall(name, "t", "{}"),)))
            for _ in range(draw(st.integers(1, 2))):
                turns.append(Turn(len(turns), Role.TOOL, draw(WORDS), tool="t", call_id=name))
        elif kind == "calls":
            names = [f"call{len(turns)}{x}" for x in "ab"]
            for name in names:
                turns.append(Turn(len(turns), Role.ASSISTANT, text, calls=(ToolCall(name, "t", "{}"),)))
            if draw(st.booleans()):
                turns.append(Turn(len(turns), Role.USER, draw(WORDS)))
            for name in reversed(names):
                turns.append(Turn(len(turns), Role.TOOL, draw(WORDS), tool="t", call_id=name))
        else:
            turns.append(Turn(len(turns), Role(kind), text))
    return Conversation("c", tuple(turns), draw(st.sampled_from(["en", "ko"])))


def untorn(turns: Sequence[Turn], at: int) -> bool:
    """Whether a log can be parted at a position: no result stands there, and none behind it answers a call before it."""
    called = {c.id for t in turns[:at] for c in t.calls}
    behind = [t for t in turns[at:] if t.role is Role.TOOL]
    return (at == len(turns) or turns[at].role is not Role.TOOL) and not any(t.call_id in called for t in behind)


def can_fold(turns: Sequence[Turn], sizes: Sequence[int], start: int, position: int, recent: int) -> bool:
    """Whether the raw turns from ``start`` can be folded at ``position`` with at most ``recent`` tokens kept and no pair torn; with all
    of them recent, only as a whole."""
    fits = [s for s in range(start, position + 1) if sum(sizes[s:position]) <= recent and untorn(turns, s)]
    return untorn(turns, position) if fits[:1] == [start] else bool(fits)


def texts(parts: Iterable[Any]) -> str:
    """The texts of passages or turns, joined."""
    return "\n".join(p.text for p in parts)
