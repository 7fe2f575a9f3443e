"""pi sessions: JSONL with a header and then a tree of entries; a fold says its summary and from which entry on it kept.

The last entry of the file is where the session stands; the conversation is the way from it back to the root. A file only
grows, so what a fold folded still stands before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harness.logs.assemble import Draft, conversation
from harness.logs.blocks import clean, content_of
from harness.logs.files import Json, fault, json_lines
from harness.logs.notes import Notes
from harness.logs.shapes import Object, as_count, as_list, as_name, as_object, as_text, keys_by_depth, moment
from harness.logs.summaries import problem_of
from harness.schema import Conversation, RecordedFold, Role, Turn

_SILENT = {"model_change", "thinking_level_change", "custom", "label", "session_info"}
_SPEAKING = {"message", "compaction", "custom_message", "branch_summary"}


@dataclass(slots=True)
class _Entry:
    """A line of the session and where it hangs."""

    line: int
    id: str
    parent: str | None
    value: Object


class Pi:
    """Reads pi and OpenClaw session files; a file holds one live conversation."""

    name = "pi"

    def recognises(self, head: str) -> bool:
        """Whether the file opens with a session header, or one of its first lines is an entry of the tree."""
        return any(_is_entry(line) for line in head.split("\n", 30) if line.lstrip().startswith("{"))

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the live conversation of the session."""
        notes = Notes()
        draft, entries = _entries(path, notes)
        story = _Story(draft, notes)
        for entry in _live(entries, notes):
            story.tell(entry)
        if not draft.turns:
            seen = f" ({notes.first()})" if notes.first() else ""
            raise fault(path, f"the session holds no turn of a conversation{seen}; give a session with messages in it")
        yield conversation(draft.name, draft.turns, self.name, path, notes, tuple(draft.folds))


def _is_entry(line: str) -> bool:
    keys = set()
    for depth, key in keys_by_depth(line):
        if depth == 1:
            keys.add(key)
    header = '"type":"session"' in line[:500].replace(" ", "") and bool(keys & {"version", "cwd"})
    return header or {"type", "id", "parentId"} <= keys or {"type", "summary", "firstKeptEntryId"} <= keys


def _whole(value: Json) -> bool:
    return isinstance(value, dict) and as_text(value.get("type")) in _SPEAKING and "timestamp" in value


def _entries(path: str, notes: Notes) -> tuple[Draft, list[_Entry]]:
    """The header as an empty draft, and the entries in the order of the file."""
    draft, entries = Draft(None), list[_Entry]()
    for line, value in json_lines(path, notes, _whole):
        kind = as_text(value.get("type")) if isinstance(value, dict) else ""
        if not isinstance(value, dict):
            notes.add("line is not a JSON object", line)
        elif kind == "session":
            draft.name = draft.name or as_name(value.get("id"))
        elif not kind:
            notes.add("entry without a type", line)
        else:
            last = entries[-1].id if entries else None
            parent = as_name(value.get("parentId")) if "parentId" in value else last  # version 1 was a list
            entries.append(_Entry(line, as_name(value.get("id")) or f"line {line}", parent, value))
    return draft, entries


def _live(entries: list[_Entry], notes: Notes) -> list[_Entry]:
    """The way from the last entry back to the root, oldest first."""
    by_id: dict[str, _Entry] = {}
    before: dict[str, _Entry] = {}
    last: _Entry | None = None
    for entry in entries:
        if by_id.setdefault(entry.id, entry) is not entry:
            notes.add("entry that stands in the file twice", entry.line)
            continue
        if last is not None:
            before[entry.id] = last
        last = entry
    way: dict[str, _Entry] = {}
    here = by_id.get(entries[-1].id) if entries else None
    while here is not None and here.id not in way:
        way[here.id] = here
        here = _followed(here, by_id, before, notes)
    if here is not None:
        notes.add("entries that are each other's parents (the walk ended there)", here.line)
    for other in by_id.values():
        if other.id not in way and other.value.get("type") in _SPEAKING:
            notes.add("entry on another branch (rewound, forked or abandoned)", other.line)
    return list(way.values())[::-1]


def _followed(entry: _Entry, by_id: dict[str, _Entry], before: dict[str, _Entry], notes: Notes) -> _Entry | None:
    """What an entry follows: its parent, or where that line is torn or missing, the entry before it in the file."""
    if entry.parent is None or entry.parent in by_id:
        return by_id.get(entry.parent or "")
    taken = "the entry before it was taken" if entry.id in before else "the conversation begins there"
    notes.add(f"entry whose parent is not in the file ({taken})", entry.line)
    return before.get(entry.id)


class _Story:
    """The turns and folds of the live branch."""

    def __init__(self, draft: Draft, notes: Notes) -> None:
        self.draft = draft
        self.notes = notes
        self.first: dict[str, int] = {}  # entry → the turn that comes next when it is reached
        self.order: list[str] = []

    def tell(self, entry: _Entry) -> None:
        """Go on by one entry."""
        value, kind = entry.value, as_text(entry.value.get("type"))
        self.first[entry.id] = len(self.draft.turns)
        self.order.append(entry.id)
        if kind == "message":
            self._message(as_object(value.get("message")), entry)
        elif kind == "compaction":
            self._fold(entry)
        elif kind == "custom_message":
            self._injected(content_of(value.get("content")).text, entry)
        elif kind == "branch_summary":
            self._injected(clean(as_text(value.get("summary"))), entry)
        elif kind not in _SILENT:
            self.notes.add(f"entry of an unknown type: {clean(kind)}", entry.line)

    def _injected(self, text: str, entry: _Entry) -> None:
        if text:
            self.draft.add(Turn(0, Role.USER, text, moment(entry.value.get("timestamp")), injected=True))

    def _message(self, message: Object, entry: _Entry) -> None:
        time = moment(message.get("timestamp")) or moment(entry.value.get("timestamp"))
        role, content = as_text(message.get("role")), content_of(_known(message.get("content")))
        for kind in content.unknown:
            self.notes.add(f"content of an unknown kind: {kind}", entry.line)
        if role == "user":
            self.draft.add(Turn(0, Role.USER, content.text, time))
        elif role == "system":
            self.draft.add(Turn(0, Role.SYSTEM, content.text, time))
        elif role == "assistant":
            failed = message.get("stopReason") == "error"
            if content.texts or content.calls or not failed:  # a failed request said nothing
                self.draft.add(Turn(0, Role.ASSISTANT, content.text, time, calls=tuple(content.calls), error=failed))
        elif role == "toolResult":
            name, call_id = (clean(as_text(message.get(k))) or None for k in ("toolName", "toolCallId"))
            error = message.get("isError") is True
            self.draft.add(Turn(0, Role.TOOL, content.text, time, name, call_id, error=error))
        elif role == "bashExecution":
            self._bash(message, entry)
        elif role in ("custom", "hookMessage", "branchSummary", "compactionSummary"):
            self._injected(content.text or clean(as_text(message.get("summary"))), entry)
        else:
            self.notes.add("message has no known role", entry.line)

    def _bash(self, message: Object, entry: _Entry) -> None:
        """A command that the person ran: its words are theirs, its output is a tool's."""
        if message.get("excludeFromContext") is True:
            self.notes.add("command that was kept out of the context", entry.line)
            return
        time = moment(message.get("timestamp")) or moment(entry.value.get("timestamp"))
        text = f"$ {clean(as_text(message.get('command')))}\n{clean(as_text(message.get('output')))}"
        self.draft.add(Turn(0, Role.TOOL, text, time, "bash", error=bool(message.get("exitCode"))))

    def _fold(self, entry: _Entry) -> None:
        value, turns = entry.value, self.draft.turns
        summary = clean(as_text(value.get("summary")))
        trigger = "extension" if value.get("fromHook") is True else None
        self.draft.folds.append(
            RecordedFold(
                ordinal=len(self.draft.folds) + 1,
                boundary=len(turns),
                summary=summary,
                kept=tuple(range(self._kept_from(entry), len(turns))),
                trigger=trigger,
                tokens_before=as_count(value.get("tokensBefore")),
                time=moment(value.get("timestamp")),
                problem=problem_of(summary, bool(turns)),
            )
        )

    def _kept_from(self, entry: _Entry) -> int:
        """The first turn that stayed raw: named by its entry, or by its number among the lines in version 1."""
        index = as_count(entry.value.get("firstKeptEntryIndex"))
        if index is not None and 0 < index <= len(self.order):
            return self.first[self.order[index - 1]]  # the header is entry 0
        name = as_name(entry.value.get("firstKeptEntryId"))
        if name is not None and name not in self.first:
            self.notes.add("fold whose kept entries are not in the conversation", entry.line)
        return self.first.get(name or "", len(self.draft.turns))


def _known(content: Json) -> Json:
    """The content with pi's tool calls written as other APIs write them."""
    return [_block(b) for b in as_list(content)] if isinstance(content, list) else content


def _block(block: Json) -> Json:
    if isinstance(block, dict) and block.get("type") == "toolCall":
        return {"type": "tool_use", "id": block.get("id"), "name": block.get("name"), "input": block.get("arguments")}
    return block
