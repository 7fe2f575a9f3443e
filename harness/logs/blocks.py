"""Message content as the chat APIs write it: a string, a list of blocks, or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from harness.logs.excerpts import excerpt
from harness.logs.shapes import Object, as_list, as_object, as_text, compact
from harness.schema import Role, ToolCall, Turn

IMAGE, FILE, AUDIO = "[image]", "[file]", "[audio]"
_DATA_URL = re.compile(r"data:image/[\w.+-]+;base64,[A-Za-z0-9+/=]{64,}")
_HALF_PAIR = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool gave back."""

    call_id: str | None
    text: str
    error: bool = False
    name: str | None = None
    omitted: int = 0  # characters left out of its middle


def result_turn(result: Result, time: datetime | None, tool: str | None) -> Turn:
    """The turn that a result is, still without its place."""
    return Turn(0, Role.TOOL, result.text, time, tool, result.call_id, error=result.error, omitted=result.omitted)


@dataclass(slots=True)
class Content:
    """What a message holds, by kind, each in its order; ``unknown`` names the block types that were not understood."""

    texts: list[str] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text of the message."""
        return "\n".join(self.texts)


def clean(text: str) -> str:
    """The text as it is, but for image data and for half a surrogate pair, which no UTF-8 file can hold."""
    if "base64," in text:
        text = _DATA_URL.sub(IMAGE, text)
    return text if text.isascii() else _HALF_PAIR.sub("\ufffd", text)


def call(call_id: object, name: object, arguments: object) -> ToolCall:
    """A tool call; arguments are text in one API and a value in the other."""
    text = arguments if isinstance(arguments, str) else compact({} if arguments is None else arguments)
    return ToolCall(clean(as_text(call_id)), clean(as_text(name)), clean(text))


def content_of(value: object) -> Content:
    """Read the ``content`` of a message."""
    content = Content()
    if isinstance(value, str):
        content.texts.append(clean(value))
    elif isinstance(value, dict):
        _add(content, value)
    elif isinstance(value, list):
        for block in value:
            _add(content, {"type": "text", "text": block} if isinstance(block, str) else block)
    elif value is not None:
        content.unknown.append(type(value).__name__)
    return content


def _add(content: Content, block: object) -> None:
    if not isinstance(block, dict):
        content.unknown.append(type(block).__name__)
        return
    kind = as_text(block.get("type"))
    handler = _HANDLERS.get(kind)
    if handler is not None:
        handler(content, block)
    elif kind.endswith("_tool_result"):
        _result(content, block)
    elif isinstance(block.get("text"), str):  # a text block by another name
        _text(content, block)
    else:
        content.unknown.append(clean(kind) or "block without a type")


def _text(content: Content, block: Object) -> None:
    if not isinstance(block.get("text"), str):
        content.unknown.append(f"text that is {_kind(block.get('text'))}")
    content.texts.append(clean(as_text(block.get("text"))))


def _kind(value: object) -> str:
    """What JSON calls the type of a value."""
    return {"NoneType": "null", "dict": "an object", "list": "a list"}.get(
        type(value).__name__, "a number or a truth value"
    )


def _refusal(content: Content, block: Object) -> None:
    content.texts.append(clean(as_text(block.get("refusal"))))


def _document(content: Content, block: Object) -> None:
    source = as_object(block.get("source"))
    content.texts.append(clean(as_text(source.get("data"))) if source.get("type") == "text" else FILE)


def _call(content: Content, block: Object) -> None:
    content.calls.append(call(block.get("id"), block.get("name"), block.get("input")))


def _result(content: Content, block: Object) -> None:
    inner = block.get("content")
    text, omitted = excerpt(_result_text(inner))
    call_id, name = clean(as_text(block.get("tool_use_id"))), clean(as_text(block.get("name")))
    content.results.append(Result(call_id or None, text, block.get("is_error") is True, name or None, omitted))


def _result_text(inner: object) -> str:
    """The text of a result; what is not text (references, search hits, values) stays readable as JSON."""
    if inner is None or isinstance(inner, str):
        return clean(as_text(inner))
    parts = []
    for block in as_list(inner) or [inner]:
        seen = content_of(block)
        parts.append(seen.text if seen.texts else clean(compact(block)))
    return "\n".join(parts)


def _constant(text: str) -> Callable[[Content, Object], None]:
    return lambda content, block: content.texts.append(text)


def _dropped(content: Content, block: Object) -> None:
    """Thinking is not part of what was said: later requests do not carry it."""


_HANDLERS: dict[str, Callable[[Content, Object], None]] = {
    "text": _text,
    "input_text": _text,
    "output_text": _text,
    "refusal": _refusal,
    "image": _constant(IMAGE),
    "image_url": _constant(IMAGE),
    "input_image": _constant(IMAGE),
    "document": _document,
    "file": _constant(FILE),
    "input_file": _constant(FILE),
    "input_audio": _constant(AUDIO),
    "thinking": _dropped,
    "redacted_thinking": _dropped,
    "reasoning": _dropped,
    "tool_use": _call,
    "server_tool_use": _call,
    "mcp_tool_use": _call,
    "tool_result": _result,
}
