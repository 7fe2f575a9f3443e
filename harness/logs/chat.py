"""One chat message to its turns, in OpenAI's and in Anthropic's way of writing them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from harness.logs.blocks import Content, Result, call, clean, content_of, result_turn
from harness.logs.excerpts import placed
from harness.logs.notes import Notes
from harness.logs.shapes import Object, as_list, as_name, as_object, as_text, compact, moment
from harness.schema import Role, ToolCall, Turn

ROLES = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
_TIMES = ("timestamp", "time", "created_at")


def is_message(value: object) -> bool:
    """Whether the value is a message: an object with a known role."""
    return isinstance(value, dict) and as_text(value.get("role")) in ROLES


@dataclass(slots=True)
class Chat:
    """The turns of one conversation as its messages come in."""

    notes: Notes
    turns: list[Turn] = field(default_factory=list)
    tools: dict[str, str] = field(default_factory=dict)

    def add_system(self, value: object) -> None:
        """Add a system prompt that stands beside the messages."""
        text = content_of(value).text
        if text:
            self._append(Turn(0, Role.SYSTEM, text))

    def add(self, message: object, line: int | None = None) -> None:
        """Add the turns of one message; what is not a message is noted."""
        if not isinstance(message, dict):
            self.notes.add("message is not a JSON object", line)
            return
        role = ROLES.get(as_text(message.get("role")))
        if role is None:
            self.notes.add("message has no known role", line)
            return
        content = content_of(message.get("content"))
        time, task = self._time(message, line), as_name(message.get("task"))
        if role is Role.TOOL:
            self._append(self._tool_message(message, content, time, task))
        else:
            self._blocks(role, message, content, time, task)
        for kind in content.unknown if role is not Role.TOOL else ():
            self.notes.add(f"content of an unknown kind: {kind}", line)

    def _blocks(self, role: Role, message: Object, content: Content, time: datetime | None, task: str | None) -> None:
        """Tool results first, each a turn of its own, then what else the message says."""
        calls = (*content.calls, *_calls(message))
        self.tools.update((c.id, c.name) for c in calls if c.id)
        for result in content.results:
            self._append(self._result(result, time, task))
        text = content.text or clean(as_text(message.get("refusal")))
        if text or calls or not content.results:  # an empty message is a turn, too: turns are counted by messages
            self._append(Turn(0, role, text, time, calls=calls, task=clean(task) if task else None))

    def _tool_message(self, message: Object, content: Content, time: datetime | None, task: str | None) -> Turn:
        written = message.get("content")
        text = content.text if content.texts or written is None else clean(compact(written))
        call_id = as_name(message.get("tool_call_id"))
        error = message.get("is_error") is True
        name, omitted = as_name(message.get("name")), 0
        if content.results and not content.texts:  # Anthropic's blocks under OpenAI's role
            first = content.results[0]
            text, omitted = "\n".join(r.text for r in content.results), sum(r.omitted for r in content.results)
            call_id, error, name = call_id or first.call_id, error or first.error, name or first.name
        return self._result(Result(call_id, text, error, name, omitted), time, task)

    def _result(self, result: Result, time: datetime | None, task: str | None) -> Turn:
        call_id = clean(result.call_id) if result.call_id else None
        tool = (clean(result.name) if result.name else None) or self.tools.get(call_id or "") or None
        return replace(result_turn(result, time, tool), call_id=call_id, task=clean(task) if task else None)

    def _time(self, message: Object, line: int | None) -> datetime | None:
        written = next((message[key] for key in _TIMES if message.get(key) is not None), None)
        time = moment(written)
        if written is not None and time is None:
            self.notes.add("time was not understood", line)
        return time

    def _append(self, turn: Turn) -> None:
        self.turns.append(placed(turn, len(self.turns)))


def _calls(message: Object) -> tuple[ToolCall, ...]:
    """The calls of an OpenAI message: ``tool_calls``, or ``function_call`` from before they had ids."""
    calls = [_one_call(c) for c in as_list(message.get("tool_calls")) if isinstance(c, dict)]
    legacy = as_object(message.get("function_call"))
    return tuple(calls if not legacy else [*calls, call("", legacy.get("name"), legacy.get("arguments"))])


def _one_call(written: Object) -> ToolCall:
    inner = as_object(written.get("function"))
    if inner:
        return call(written.get("id"), inner.get("name"), inner.get("arguments"))
    custom = as_object(written.get("custom")) or written
    return call(written.get("id"), custom.get("name"), custom.get("input", custom.get("args")))


def chat_of(system: object, messages: Iterable[object], notes: Notes, line: int | None = None) -> Chat:
    """A whole conversation at once."""
    chat = Chat(notes)
    chat.add_system(system)
    for message in messages:
        chat.add(message, line)
    return chat
