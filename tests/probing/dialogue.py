"""Conversations from a few lines, and the probes that the rules write for them."""

from __future__ import annotations

from harness.categories import builtin
from harness.probing import generate
from harness.schema import Conversation, Probe, Role, ToolCall, Turn

_ROLES = {"U": Role.USER, "A": Role.ASSISTANT}


def log(*lines: str, language: str = "en") -> Conversation:
    """A conversation from lines such as ``U: text``; ``T tool {"arg": …}: text`` is a call and its result."""
    turns: list[Turn] = []
    for line in lines:
        head, text = line.split("}: " if line.startswith("T ") else ": ", 1)
        who = head + "}" if line.startswith("T ") else head
        if who.startswith("T "):
            _, tool, arguments = who.split(" ", 2)
            call = ToolCall(f"c{len(turns)}", tool, arguments)
            turns.append(Turn(len(turns), Role.ASSISTANT, "", calls=(call,)))
            turns.append(Turn(len(turns), Role.TOOL, text, tool=tool, call_id=call.id))
        else:
            turns.append(Turn(len(turns), _ROLES[who], text))
    return Conversation("small", tuple(turns), language)


def probes(*lines: str, language: str = "en") -> list[Probe]:
    """The probes of such a conversation, without those for what was never said."""
    return [p for p in generate(log(*lines, language=language), builtin(), 100).probes if p.category != "absent"]
