"""LangChain message dumps: ``messages_to_dict``, ``dumpd`` and ``model_dump``; as a list, a state, or one a line.

The summarisation middleware replaces old messages by one that says so in ``lc_source``. A single state holds nothing of
what it replaced; a history that only grows, or the states of a thread one a line, do. States belong to one conversation
as long as they share message ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from harness.logs.assemble import Draft, one_by_one
from harness.logs.chat import Chat
from harness.logs.files import Json, document, is_document, json_lines
from harness.logs.notes import Notes
from harness.logs.shapes import Object, as_list, as_name, as_object, as_text, key_sets, values_in
from harness.logs.summaries import problem_of
from harness.schema import Conversation, RecordedFold

_ROLES = {
    "human": "user",
    "ai": "assistant",
    "system": "system",
    "tool": "tool",
    "function": "tool",
    "developer": "system",
}
_MESSAGE = {"human", "ai", "system", "tool", "function", "chat", "remove", "developer"}
_OWN = {"additional_kwargs", "response_metadata"}
_STATES = ("messages", "values", "channel_values")
_EMPTY = "no LangChain message; give what messages_to_dict or dumpd writes"


class LangChain:
    """Reads dumps of LangChain messages."""

    name = "langchain"

    def recognises(self, head: str) -> bool:
        """Whether the text is a message with ``data`` or ``lc`` around it, or one with LangChain's own fields."""
        return any(_is_dump(keys) for text in values_in(head) for keys in _levels(text))

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the conversations of the dump in their order."""
        notes = Notes()
        yield from one_by_one(_drafts(path, notes), self.name, path, notes, _EMPTY)


def _levels(text: str) -> Iterator[tuple[set[str], set[str]]]:
    """The keys of each level where messages may stand, with those of the level below."""
    keys = key_sets(text)
    if keys:
        yield keys[0], keys.get(1, set())
    if "messages" in keys.get(0, set()) or "channel_values" in keys.get(0, set()):
        yield keys.get(2, set()), keys.get(3, set())


def _is_dump(levels: tuple[set[str], set[str]]) -> bool:
    keys, below = levels
    if "role" in keys or "from" in keys:
        return False
    return (
        ({"type", "data"} <= keys and "content" in below)
        or ({"lc", "id", "kwargs"} <= keys and "content" in below)
        or ({"type", "content"} <= keys and bool(keys & _OWN))
    )


def _drafts(path: str, notes: Notes) -> Iterator[Draft]:
    states = [(None, document(path, notes))] if is_document(path) else json_lines(path, notes, _whole)
    thread: _Thread | None = None
    for line, value in states:
        messages = _messages(value)
        if not messages:
            notes.add("value is neither a message nor a list of messages", line)
            continue
        single = not isinstance(value, list) and _plain(value) is not None
        if thread is not None and not single and not thread.goes_on(messages):
            yield thread.draft()
            thread = None
        thread = thread or _Thread(notes, as_name(as_object(value).get("thread_id")))
        thread.take(messages, line, single)
    if thread is not None:
        yield thread.draft()


def _whole(value: Json) -> bool:
    return bool(_messages(value))


def _messages(value: Json) -> list[Json]:
    """The messages in a value: itself, its items, or those of a state."""
    if isinstance(value, list):
        return value if any(_plain(v) is not None for v in value) else []
    if _plain(value) is not None:
        return [value]
    for key in _STATES:
        inner = as_object(value).get(key)
        if isinstance(inner, list | dict) and (found := _messages(inner)):
            return found
    return []


def _plain(value: Json) -> Object | None:
    """The fields of a message, whatever stands around them, with its ``type``."""
    held = as_object(value)
    inner = held.get("data") if isinstance(held.get("data"), dict) else None
    if inner is None and "lc" in held:
        inner = as_object(held.get("kwargs"))
        parts = as_list(held.get("id"))
        kind = as_text(inner.get("type")) or (as_text(parts[-1]) if parts else "")
    else:
        kind = as_text(held.get("type")) or as_text(as_object(inner).get("type"))
    kind = kind.removesuffix("Chunk").removesuffix("Message").lower()
    fields = inner if inner is not None else held
    return {**fields, "type": kind} if kind in _MESSAGE and ("content" in fields or kind == "remove") else None


@dataclass(slots=True)
class _Thread:
    """One conversation as its states or its messages come in."""

    notes: Notes
    name: str | None
    chat: Chat = field(init=False)
    folds: list[RecordedFold] = field(default_factory=list)
    of: dict[str, list[int]] = field(default_factory=dict)  # message → its turns
    summaries: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.chat = Chat(self.notes)

    def draft(self) -> Draft:
        """What was read."""
        return Draft(self.name, self.chat.turns, self.folds)

    def goes_on(self, messages: list[Json]) -> bool:
        """Whether a state belongs to the same conversation."""
        known = {*self.of, *self.summaries}
        return any(as_name((_plain(m) or {}).get("id")) in known for m in messages)

    def take(self, messages: list[Json], line: int | None, single: bool) -> None:
        """Add a state, or one message; messages that are known by their id only say that they are still there."""
        there: list[int] = []
        fold: Object | None = None
        count = len(self.chat.turns)
        for written in messages:
            message = _plain(written)
            if message is None:
                self.notes.add("message has no known type", line)
            elif message["type"] == "remove":
                continue
            elif _is_summary(message):
                if self._is_new(message):
                    fold = message
                    self.folds.append(self._fold(message))
            elif (name := as_name(message.get("id"))) and name in self.of:
                there += self.of[name]
            else:
                self._add(message, name, line)
        if fold is not None and not single:
            self._complete(sorted(i for i in there if i < count or i < self.folds[-1].boundary))
        elif there and self.folds and single:
            self._complete(sorted({*self.folds[-1].kept, *there}))  # a growing history repeats what was kept

    def _is_new(self, message: Object) -> bool:
        key = as_name(message.get("id")) or as_text(message.get("content"))
        fresh = key not in self.summaries
        self.summaries.add(key)
        return fresh

    def _complete(self, kept: list[int]) -> None:
        fold = self.folds[-1]
        self.folds[-1] = replace(fold, kept=tuple(i for i in kept if i < fold.boundary))

    def _add(self, message: Object, name: str | None, line: int | None) -> None:
        before = len(self.chat.turns)
        kind = message["type"]
        role = as_text(message.get("role")) if kind == "chat" else _ROLES[kind]
        added = as_object(message.get("additional_kwargs"))
        calls = as_list(message.get("tool_calls")) or as_list(added.get("tool_calls"))
        content = message.get("content")
        self.chat.add(
            {
                "role": role,
                "content": _without_calls(content) if calls else content,
                "tool_calls": [*calls, *as_list(message.get("invalid_tool_calls"))],
                "function_call": added.get("function_call"),
                "tool_call_id": message.get("tool_call_id"),
                "name": message.get("name") if role == "tool" else None,
                "is_error": message.get("status") == "error",
                "timestamp": added.get("timestamp"),
            },
            line,
        )
        if name:
            self.of[name] = list(range(before, len(self.chat.turns)))

    def _fold(self, message: Object) -> RecordedFold:
        said = Chat(Notes())
        said.add({"role": "user", "content": message.get("content")})
        text = "\n".join(t.text for t in said.turns)
        count = len(self.chat.turns)
        problem = problem_of(text.removeprefix(_PREAMBLE), any(t.role != "system" for t in self.chat.turns))
        return RecordedFold(len(self.folds) + 1, count, text, problem=problem)


_PREAMBLE = "Here is a summary of the conversation to date:"


def _is_summary(message: Object) -> bool:
    return as_object(message.get("additional_kwargs")).get("lc_source") == "summarization"


def _without_calls(content: Json) -> Json:
    """Anthropic's blocks repeat the calls that stand beside the content."""
    if not isinstance(content, list):
        return content
    return [b for b in content if as_object(b).get("type") not in ("tool_use", "function_call", "tool_call")]
