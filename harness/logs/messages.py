"""OpenAI and Anthropic chat messages: one JSON document, or JSONL with a message or a conversation a line."""

from __future__ import annotations

from collections.abc import Iterator

from harness.logs.assemble import Draft, one_by_one
from harness.logs.chat import Chat, chat_of, is_message
from harness.logs.codex import is_old_rollout
from harness.logs.files import Json, document, is_document, json_lines
from harness.logs.notes import Notes
from harness.logs.shapes import Object, as_name, keys_by_depth
from harness.schema import Conversation

_NAMES = ("id", "conversation_id", "session_id", "sessionId", "uuid")
_SAYS = {"content", "tool_calls", "function_call"}
_HELP = "give objects with a role and a content, or {'messages': [...]}"


class Messages:
    """Reads chat messages in either API's shape."""

    name = "messages"

    def recognises(self, head: str) -> bool:
        """Whether the text holds messages, or a conversation with messages in it."""
        if is_old_rollout(head):
            return False
        return any(_chat_like(text) for text in (head, *head.split("\n", 50)) if text.lstrip()[:1] in ("{", "["))

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the conversations of the file in their order."""
        notes = Notes()
        parts = _document(path, notes) if is_document(path) else _lines(path, notes)
        drafts = (Draft(name, chat.turns) for name, chat in parts)
        yield from one_by_one(drafts, self.name, path, notes, f"no chat message; {_HELP}")


def _chat_like(text: str) -> bool:
    """Whether the first keys are those of a message, of a conversation, or of a list of either."""
    at: dict[int, set[str]] = {}
    for depth, key in keys_by_depth(text):
        at.setdefault(depth, set()).add(key)
        base = {"{": 1, "[": 2}[text.lstrip()[0]]
        for top in (base, base + 1) if base == 2 else (base,):
            if top > base and at.get(base):  # a list of objects, in which something has a role
                continue
            here = at.get(top, set())
            if ("role" in here and here & _SAYS) or ("messages" in here and "role" in at.get(top + 2, set())):
                return True
    return False


def _document(path: str, notes: Notes) -> Iterator[tuple[str | None, Chat]]:
    return _conversations(document(path, notes), notes, None)


def _lines(path: str, notes: Notes) -> Iterator[tuple[str | None, Chat]]:
    """Message lines make up one conversation until a line holds a whole one."""
    chat = Chat(notes)
    for number, value in json_lines(path, notes, _whole):
        if not _whole_conversation(value):
            chat.add(value, number)
            continue
        if chat.turns:
            yield None, chat
            chat = Chat(notes)
        yield from _conversations(value, notes, number)
    if chat.turns:
        yield None, chat


def _whole(value: Json) -> bool:
    return is_message(value) or _whole_conversation(value)


def _whole_conversation(value: Json) -> bool:
    if isinstance(value, dict):
        return "role" not in value and isinstance(value.get("messages"), list)
    return isinstance(value, list) and any(is_message(item) or _whole_conversation(item) for item in value[:50])


def _conversations(value: Json, notes: Notes, line: int | None) -> Iterator[tuple[str | None, Chat]]:
    """The conversations in a value: one object, one list of messages, or a list of either."""
    if isinstance(value, dict) and isinstance(value.get("messages"), list):
        yield _name(value), chat_of(value.get("system"), value["messages"], notes, line)
    elif isinstance(value, list) and any(is_message(item) for item in value):
        yield None, chat_of(None, value, notes, line)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict) or (isinstance(item, list) and any(is_message(m) for m in item)):
                yield from _conversations(item, notes, line)
            else:
                notes.add("entry is neither a message nor a conversation", line)
    else:
        notes.add("value is neither a message nor a conversation", line)


def _name(value: Object) -> str | None:
    written = (value.get(key) for key in _NAMES)
    return next((str(w) for w in written if as_name(w) or (isinstance(w, int) and not isinstance(w, bool))), None)
