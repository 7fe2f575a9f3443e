"""Claude Code sessions: JSONL with the folds that really happened in them.

A session file only grows: a fold does not remove what it folded. The conversation read here is therefore the whole
uncompressed history on the live branch, and each fold stands in it as a ``RecordedFold``.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.logs.assemble import conversation
from harness.logs.claude_folds import Story
from harness.logs.claude_records import records
from harness.logs.claude_tree import Tree
from harness.logs.files import fault
from harness.logs.notes import Notes
from harness.logs.shapes import keys_by_depth
from harness.schema import Conversation

_MARKS = {"uuid", "parentUuid", "sessionId", "leafUuid", "isSnapshotUpdate"}


class ClaudeCode:
    """Reads Claude Code session files; a file holds one live conversation."""

    name = "claude_code"

    def recognises(self, head: str) -> bool:
        """Whether one of the first lines has the envelope of a session record."""
        return any(_is_record(line) for line in head.split("\n", 50) if line.lstrip().startswith("{"))

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the live conversation of the session."""
        notes = Notes()
        tree = Tree(records(path, notes), notes)
        tools = {c.id: c.name for r in tree.order for c in r.content.calls if c.id}
        story = Story(notes, tree.summaries(), tools)
        live = tree.live()
        story.tell(live)
        if not story.turns:
            seen = f" ({notes.first()})" if notes.first() else ""
            raise fault(path, f"the session holds no turn of a conversation{seen}; give a session with messages in it")
        name = next((r.session for r in reversed(live) if r.session), None)
        yield conversation(name, story.turns, self.name, path, notes, tuple(story.folds))


def _is_record(line: str) -> bool:
    keys: set[str] = set()
    for depth, key in keys_by_depth(line):
        if depth == 1:
            keys.add(key)
            if "parentUuid" in keys or ("type" in keys and keys & _MARKS):
                return True
    return False
