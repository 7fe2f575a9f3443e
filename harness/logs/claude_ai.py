"""claude.ai's data export: ``conversations.json``, a list of conversations with their messages.

Newer exports have every branch in them; what is read is the way from ``current_leaf_message_uuid``, or from the last
message, back to the root.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.logs.assemble import Draft, one_by_one
from harness.logs.blocks import clean, content_of, result_turn
from harness.logs.files import records
from harness.logs.notes import Notes
from harness.logs.shapes import Object, as_list, as_name, as_object, as_text, key_sets, moment
from harness.schema import Conversation, Role, Turn

_EMPTY = "no message of a claude.ai conversation; give the conversations.json of an export"
_QUIET = {"token_budget", "flag"}


class ClaudeAi:
    """Reads claude.ai exports, one conversation in memory at a time."""

    name = "claude_ai"

    def recognises(self, head: str) -> bool:
        """Whether the text is a conversation with ``chat_messages``."""
        keys = key_sets(head)
        return "chat_messages" in keys.get(0, set()) and "uuid" in keys.get(0, set())

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the conversations of the export in its order."""
        notes = Notes()
        found = records(path, notes, lambda v: isinstance(v, dict) and "chat_messages" in v)
        drafts = (_draft(value, notes) for _, value in found)
        yield from one_by_one(drafts, self.name, path, notes, _EMPTY)


def _draft(value: object, notes: Notes) -> Draft:
    held = as_object(value)
    draft = Draft(as_name(held.get("uuid")))
    if not isinstance(held.get("chat_messages"), list):
        notes.add("value is not a claude.ai conversation")
    messages = [m for m in as_list(held.get("chat_messages")) if isinstance(m, dict)]
    tools: dict[str, str] = {}
    for message in _branch(messages, as_name(held.get("current_leaf_message_uuid")), notes):
        _add(draft, message, tools, notes)
    return draft


def _branch(messages: list[Object], leaf: str | None, notes: Notes) -> list[Object]:
    """The messages on the live branch; all of them where none says what it answers."""
    by_id = {as_text(m.get("uuid")): m for m in messages}
    if not any(as_name(m.get("parent_message_uuid")) in by_id for m in messages):
        return messages
    message: Object | None = by_id.get(leaf or "") or messages[-1]
    way: list[Object] = []
    seen: set[str] = set()
    while message is not None and as_text(message.get("uuid")) not in seen:
        way.append(message)
        seen.add(as_text(message.get("uuid")))
        message = by_id.get(as_text(message.get("parent_message_uuid")))  # the root's parent is in no list
    for other in messages:
        if as_text(other.get("uuid")) not in seen:
            notes.add("message on another branch (edited or asked again)")
    return way[::-1]


def _add(draft: Draft, message: Object, tools: dict[str, str], notes: Notes) -> None:
    """What the content says wins over the text beside it, which is the same again without its parts."""
    role = {"human": Role.USER, "assistant": Role.ASSISTANT}.get(as_text(message.get("sender")))
    if role is None:
        notes.add("message has no known sender")
        return
    content, time = content_of(message.get("content")), moment(message.get("created_at"))
    for kind in content.unknown:
        if kind not in _QUIET:
            notes.add(f"content of an unknown kind: {kind}")
    text = content.text or clean(as_text(message.get("text")))
    if content.results or content.calls:
        text = content.text  # the text beside it says "this block is not supported" for every call
    text = "\n".join(filter(None, (text, *_attached(message))))
    tools.update((c.id, c.name) for c in content.calls if c.id)
    if text or content.calls or not content.results:
        draft.add(Turn(0, role, text, time, calls=tuple(content.calls)))
    for r in content.results:
        draft.add(result_turn(r, time, r.name or tools.get(r.call_id or "")))


def _attached(message: Object) -> Iterator[str]:
    """Attachments with the text that was read from them, and the names of the other files."""
    for attachment in map(as_object, as_list(message.get("attachments"))):
        name, text = (clean(as_text(attachment.get(k))) for k in ("file_name", "extracted_content"))
        yield f"[file: {name}]\n{text}" if text else f"[file: {name}]"
    for file in map(as_object, as_list(message.get("files"))):
        yield f"[file: {clean(as_text(file.get('file_name')))}]"
