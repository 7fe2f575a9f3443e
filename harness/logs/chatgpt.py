"""ChatGPT's data export: ``conversations.json``, a list of conversations, each a tree of messages.

What is read is the branch that was on the screen last: from ``current_node`` back to the root.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.logs.assemble import Draft, one_by_one
from harness.logs.blocks import FILE, IMAGE, call, clean
from harness.logs.files import records
from harness.logs.notes import Notes
from harness.logs.shapes import Object, as_list, as_name, as_object, as_text, compact, key_sets, moment
from harness.schema import Conversation, Role, Turn

_SILENT = {"thoughts", "reasoning_recap", "model_editable_context", "app_pairing_content"}
_EMPTY = "no message of a ChatGPT conversation; give the conversations.json of an export"


class ChatGPT:
    """Reads ChatGPT exports, one conversation in memory at a time."""

    name = "chatgpt"

    def recognises(self, head: str) -> bool:
        """Whether the text is a conversation with its messages in a mapping of nodes."""
        keys = key_sets(head)
        return "mapping" in keys.get(0, set()) and {"message", "parent", "children"} & keys.get(2, set()) >= {"message"}

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the conversations of the export in its order."""
        notes = Notes()
        found = records(path, notes, lambda v: isinstance(v, dict) and "mapping" in v)
        drafts = (_draft(value, notes) for _, value in found)
        yield from one_by_one(drafts, self.name, path, notes, _EMPTY)


def _draft(value: object, notes: Notes) -> Draft:
    held = as_object(value)
    draft = Draft(as_name(held.get("conversation_id")) or as_name(held.get("id")))
    nodes = {i: n for i, n in as_object(held.get("mapping")).items() if isinstance(n, dict)}
    if not nodes:
        notes.add("value is not a ChatGPT conversation")
    tools: dict[str, str] = {}
    for node in _branch(nodes, as_name(held.get("current_node")), notes):
        message = node.get("message")
        if isinstance(message, dict):
            _add(draft, message, tools, notes)
    return draft


def _branch(nodes: dict[str, Object], current: str | None, notes: Notes) -> list[Object]:
    """From the node on the screen, or the latest one, to the root; oldest first."""
    if current not in nodes:
        current = _latest(nodes)
    way: dict[str, Object] = {}
    while current is not None and current in nodes and current not in way:
        way[current] = nodes[current]
        current = as_name(nodes[current].get("parent"))
    for name, node in nodes.items():
        if name not in way and isinstance(node.get("message"), dict):
            notes.add("message on another branch (edited or asked again)")
    return list(way.values())[::-1]


def _latest(nodes: dict[str, Object]) -> str | None:
    """The leaf with the latest message; of several the last in the file."""
    parents = {as_name(node.get("parent")) for node in nodes.values()}
    leaves = [name for name in nodes if name not in parents]
    return max(reversed(leaves), key=lambda name: _written(nodes[name]), default=None)


def _written(node: Object) -> float:
    time = moment(as_object(node.get("message")).get("create_time"))
    try:
        return time.timestamp() if time is not None else -1.0
    except (OverflowError, ValueError):  # years that a clock cannot count
        return -1.0


def _add(draft: Draft, message: Object, tools: dict[str, str], notes: Notes) -> None:
    author, content = as_object(message.get("author")), as_object(message.get("content"))
    kind, time = as_text(content.get("content_type")), moment(message.get("create_time"))
    role = as_text(author.get("role"))
    if kind in _SILENT:
        return
    text, known = _text(kind, content)
    if not known:
        notes.add(f"content of an unknown kind: {clean(kind) or 'none'}")
    hidden = as_object(message.get("metadata")).get("is_visually_hidden_from_conversation") is True
    to = as_text(message.get("recipient"))
    if role == "assistant" and to not in ("", "all"):
        draft.add(Turn(0, Role.ASSISTANT, "", time, calls=(call(message.get("id"), to, text),)))
        tools[clean(to)] = clean(as_text(message.get("id")))
    elif role == "assistant":
        draft.add(Turn(0, Role.ASSISTANT, text, time))
    elif role == "user":
        draft.add(Turn(0, Role.USER, text, time, injected=hidden or kind == "user_editable_context"))
    elif role == "tool":
        name = clean(as_text(author.get("name"))) or None
        call_id = tools.pop(name or "", None) or None
        draft.add(Turn(0, Role.TOOL, text, time, name, call_id, error=kind == "system_error"))
    elif role == "system":
        if text:
            draft.add(Turn(0, Role.SYSTEM, text, time))
    else:
        notes.add("message has no known role")


def _text(kind: str, content: Object) -> tuple[str, bool]:
    """The text of a message, and whether its kind is one that is known."""
    if kind in ("text", "multimodal_text") or isinstance(content.get("parts"), list):
        return "\n".join(filter(None, map(_part, as_list(content.get("parts"))))), True
    if kind == "user_editable_context":
        fields = (clean(as_text(content.get(k))) for k in ("user_profile", "user_instructions"))
        return "\n".join(filter(None, fields)), True
    for key in ("text", "result", "output", "content"):
        if isinstance(content.get(key), str):
            return clean(content[key]), True
    return (clean(compact(content)), False) if content else ("", False)


def _part(part: object) -> str:
    """A part is text, or an object that stands for a picture, a recording or its words."""
    if isinstance(part, str):
        return clean(part)
    held = as_object(part)
    if isinstance(held.get("text"), str):
        return clean(held["text"])
    kind = as_text(held.get("content_type"))
    return IMAGE if "image" in kind else "[audio]" if "audio" in kind else FILE if held else ""
