"""ShareGPT dumps: ``{"conversations": [{"from": "human", "value": "…"}]}``, as a list, alone, or one a line."""

from __future__ import annotations

from collections.abc import Iterator

from harness.logs.assemble import Draft, one_by_one
from harness.logs.chat import Chat
from harness.logs.files import Json, decoded_json, records
from harness.logs.notes import Notes
from harness.logs.shapes import Object, as_list, as_name, as_object, as_text, key_sets, values_in
from harness.schema import Conversation

_LISTS = ("conversations", "conversation")
_ROLES = {
    **dict.fromkeys(("human", "user", "prompter", "customer"), "user"),
    **dict.fromkeys(("gpt", "assistant", "chatgpt", "bing", "bard", "claude", "model", "bot", "ai"), "assistant"),
    **dict.fromkeys(("system",), "system"),
    **dict.fromkeys(("observation", "tool", "function_response", "tool_response", "function"), "tool"),
}
_CALLS = ("function_call", "tool_call", "function-call")
_EMPTY = "no ShareGPT message; give objects with conversations of 'from' and 'value'"


class ShareGpt:
    """Reads ShareGPT dumps, one conversation in memory at a time."""

    name = "sharegpt"

    def recognises(self, head: str) -> bool:
        """Whether the text is a conversation whose messages have a ``from`` and a ``value``."""
        found = map(key_sets, values_in(head))
        return any({*_LISTS} & keys.get(0, set()) and {"from", "value"} <= keys.get(2, set()) for keys in found)

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the conversations of the dump in its order."""
        notes = Notes()
        drafts = (_draft(value, line, notes) for line, value in records(path, notes, _whole))
        yield from one_by_one(drafts, self.name, path, notes, _EMPTY)


def _whole(value: Json) -> bool:
    return isinstance(value, dict) and any(isinstance(value.get(k), list) for k in _LISTS)


def _draft(value: Json, line: int | None, notes: Notes) -> Draft:
    held = as_object(value)
    chat = Chat(notes)
    chat.add_system(held.get("system"))
    if not _whole(value):
        notes.add("value is not a ShareGPT conversation", line)
    for message in next((as_list(held.get(k)) for k in _LISTS if k in held), []):
        _add(chat, message, line, notes)
    number = held.get("id", held.get("conversation_id"))
    name = str(number) if isinstance(number, int) and not isinstance(number, bool) else as_name(number)
    return Draft(name, chat.turns)


def _add(chat: Chat, message: Json, line: int | None, notes: Notes) -> None:
    if not isinstance(message, dict):
        notes.add("message is not a JSON object", line)
        return
    speaker = as_text(message.get("from")).strip().lower()
    value = message.get("value")
    if speaker in _CALLS:
        chat.add({"role": "assistant", "content": "", "tool_calls": _calls(value)}, line)
        return
    role = _ROLES.get(speaker)
    if role is None:
        notes.add(f"message of an unknown speaker: {speaker[:40].encode('utf-8', 'replace').decode() or 'none'}", line)
        return
    said = value if isinstance(value, str) else ""
    if not isinstance(value, str):
        notes.add("message without a text", line)
    name = _answered(chat) if role == "tool" else None
    chat.add({"role": role, "content": said, "name": name}, line)


def _answered(chat: Chat) -> str | None:
    """The tool that the call right before it was made to; these dumps have no ids."""
    for results, turn in enumerate(reversed(chat.turns)):
        if turn.calls:
            return turn.calls[min(results, len(turn.calls) - 1)].name or None
    return None


def _calls(value: Json) -> list[Object]:
    """One call or several, as JSON text; what is none is kept as it was written."""
    written = value
    if isinstance(value, str):
        try:
            written = decoded_json(value)
        except ValueError:
            written = {"name": "", "arguments": value}
    made = [as_object(w) for w in (written if isinstance(written, list) else [written])]
    return [{"function": {"name": w.get("name"), "arguments": w.get("arguments")}} for w in made if w]
