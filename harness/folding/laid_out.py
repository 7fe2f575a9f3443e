"""A folded context laid out as the request that a model answers: conversation's roles kept, cache breakpoints set, the question left open.

Passages carry no tool calls of their own (a call stands in its turn's text), so no ``tool_use`` block is sent and no tool need be declared.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from harness.folding.messages import Layers, render_request
from harness.prices import Price
from harness.schema import Passage, Role, Turn

_ALWAYS = Price(
    1, 5, minimum=0
)  # which prefixes are too short to be cached differs by model; a mark behind those costs nothing
_OPEN = "?"


@dataclass(frozen=True, slots=True)
class LaidOut:
    """``system`` as text, ``history`` as the JSON text of the messages that come before the question."""

    system: str
    history: str


def laid_out(passages: Sequence[Passage], language: str) -> LaidOut:
    """The request for a context, whole (the fold policy has cut it already), in the order of ``messages.render_request``."""
    request = render_request(_layers(passages, language), 10**12, _Characters(), _ALWAYS)
    *before, last = request.messages
    rest = last["content"][:-1]  # what stands last is the question's place
    messages = [*before, {**last, "content": rest}] if rest else before
    system = "\n\n".join(b["text"] for b in request.system)
    return LaidOut(system, json.dumps(messages, ensure_ascii=False, sort_keys=True))


def _layers(passages: Sequence[Passage], language: str) -> Layers:
    def of(origin: str, among: Iterable[Passage] = passages) -> list[Passage]:
        return [p for p in among if p.origin == origin]

    constraints = of("memory", takewhile(lambda p: p.origin in ("system", "memory"), passages))
    return Layers(
        [_turn(p) for p in of("system")],
        [_clean(p.text) for p in constraints],
        "\n".join(map(_told, of("summary"))),
        [_turn(p) for p in of("turn")],
        [_clean(p.text) for p in of("memory")[len(constraints) :]],
        _OPEN,
        language,
    )


def _turn(passage: Passage) -> Turn:
    role = passage.role or Role.USER
    time = f"[{passage.time.isoformat()}] " if passage.time and role is not Role.ASSISTANT else ""
    return Turn(passage.turn or 0, role, time + _clean(passage.text) if passage.text.strip() else "", tool=passage.tool)


def _told(passage: Passage) -> str:
    """A line of a summary, or a turn that the summary keeps, with its header."""
    if passage.role is None:
        return _clean(passage.text)
    time = f" {passage.time.isoformat()}" if passage.time else ""
    tool = f" {passage.tool}" if passage.tool else ""
    return f"[{passage.role.value}{tool}{time}] {_clean(passage.text)}"


def _clean(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class _Characters:
    """Counts characters: nothing is cut here, so tokens need not be counted."""

    name, exact = "characters", False

    def count(self, text: str) -> int:
        return len(text)
