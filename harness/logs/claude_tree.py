"""From the records of a Claude Code session to the one branch of its tree that is the live conversation.

A session file is a tree written in the order of events: rewinds leave dead branches, copies repeat records, parents may
be missing or come after their children, and tools called side by side fork the tree at their results. So the
conversation is found by walking back from the last thing said, and what belongs to it but hangs beside it is put back.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain as joined

from harness.logs.claude_records import Part, Record
from harness.logs.notes import Notes
from harness.logs.shapes import as_list, as_name, as_object, pick


class Tree:
    """All records of a file, by uuid and in the order of the file."""

    def __init__(self, records: Iterable[Record], notes: Notes) -> None:
        self.notes = notes
        self.by_uuid: dict[str, Record] = {}
        for record in records:
            kept = self.by_uuid.setdefault(record.uuid, record)
            if kept is not record:
                _merge_copy(kept, record)
                notes.add("record that stands in the file twice", record.line)
        self.order = list(self.by_uuid.values())
        self.before = self._spoken_before()

    def _spoken_before(self) -> list[Record | None]:
        """For each position the last record before it that says something."""
        before: list[Record | None] = []
        last: Record | None = None
        for position, record in enumerate(self.order):
            record.position = position
            before.append(last)
            last = record if record.part.speaks else last
        return before

    def parent(self, record: Record) -> Record | None:
        """The record that this one follows, across folds and across gaps in the file."""
        for link in (self._kept_end(record), record.logical, record.parent):
            if link is not None and link in self.by_uuid:
                return self.by_uuid[link]
        named = record.logical or record.parent
        previous = self.before[record.position]
        if named is not None and previous is not None:
            self.notes.add("record whose parent is missing (the record before it was taken)", record.line)
        follows = named is not None or record.linear or record.part in (Part.BOUNDARY, Part.SUMMARY)
        return previous if follows else None

    def _kept_end(self, fold: Record) -> str | None:
        """The end of the raw tail, where the fold itself names only the last record that it summarised."""
        tail = preserved_tail(fold) if fold.logical is not None else None
        if tail is None:
            return None
        record, seen = self.by_uuid.get(tail), {fold.uuid}
        while record is not None and record.uuid not in seen:
            if record.uuid == fold.logical:
                return tail
            seen.add(record.uuid)
            record = self.by_uuid.get(record.parent or record.logical or "")
        return None

    def leaf(self) -> Record | None:
        """The last record that says something, or the end of what was written before it but follows it."""
        last = next((r for r in reversed(self.order) if r.part.speaks), None)
        children: dict[str, Record] = {}
        for record in self.order:
            if record.part.speaks and record.parent is not None:
                children[record.parent] = record
        seen = set()
        while last is not None and last.uuid in children and last.uuid not in seen:
            seen.add(last.uuid)
            last = children[last.uuid]
        return last

    def live(self) -> list[Record]:
        """The live conversation from its beginning to its leaf."""
        branch: list[Record] = []
        seen: set[str] = set()
        record = self.leaf()
        while record is not None and record.uuid not in seen:
            seen.add(record.uuid)
            branch.append(record)
            record = self.parent(record)
        if record is not None:
            self.notes.add("records that are each other's parents (the walk ended there)", record.line)
        branch.reverse()
        branch = self._with_folds(branch, seen)
        branch = self._with_parallel(branch)
        self._note_left_out(branch)
        return branch

    def _with_folds(self, branch: list[Record], seen: set[str]) -> list[Record]:
        """Put back the folds that the walk went round.

        Where a fold kept a raw tail, what was said next may hang on that tail and not on the summary.
        """
        for fold in self.order:
            if fold.part is Part.BOUNDARY and fold.uuid not in seen:
                tail = preserved_tail(fold)
                at = next((i for i, r in enumerate(branch) if r.uuid == tail), None) if tail else None
                after = branch[at + 1 :] if at is not None else []
                if at is not None and after and after[0].line > fold.line:
                    branch.insert(at + 1, fold)
        return branch

    def _with_parallel(self, branch: list[Record]) -> list[Record]:
        """Put back the rest of a response, and the results of tools that were called side by side."""
        on_branch = {r.uuid for r in branch}
        anchors: dict[str, str] = {}  # response or call → the last record of that response on the branch
        answered: set[str] = set()
        for record in branch:
            anchors.update((key, record.uuid) for key in _keys(record))
            answered.update(r.call_id for r in record.content.results if r.call_id)
        beside: dict[str, list[Record]] = {}
        for record in self.order:  # first the responses: their calls tell where results belong
            if record.uuid not in on_branch and record.message_id in anchors:
                anchor = anchors[record.message_id]
                beside.setdefault(anchor, []).append(record)
                anchors.update((c.id, anchor) for c in record.content.calls if c.id)
        for record in self.order:
            ids = {r.call_id for r in record.content.results if r.call_id in anchors}
            if record.uuid not in on_branch and ids and not ids & answered:
                answered.update(i for i in ids if i)
                beside.setdefault(anchors[next(i for i in ids if i)], []).append(record)
        return list(joined.from_iterable((r, *beside.get(r.uuid, ())) for r in branch))

    def _note_left_out(self, branch: list[Record]) -> None:
        taken = {r.uuid for r in branch}
        for record in self.order:
            if record.uuid not in taken and record.part in (Part.USER, Part.ASSISTANT):
                self.notes.add("record on another branch (rewound, forked or abandoned)", record.line)
            elif record.uuid not in taken and record.part is Part.BOUNDARY:
                self.notes.add("fold on another branch", record.line)

    def summaries(self) -> dict[str, Record]:
        """The summary of each fold, by the uuid of the fold's boundary."""
        found: dict[str, Record] = {}
        for summary in (r for r in self.order if r.part is Part.SUMMARY):
            boundary = self._boundary_of(summary, found)
            if boundary is not None:
                kept = found.setdefault(boundary.uuid, summary)
                if kept is not summary:
                    self.notes.add("further summary of a fold", summary.line)
        return found

    def _boundary_of(self, summary: Record, found: dict[str, Record]) -> Record | None:
        """The boundary above the summary; failing that, the one before it in the file."""
        record: Record | None = summary
        for _ in range(5):  # an attachment may stand between the two
            record = self.by_uuid.get(record.parent or "") if record is not None else None
            if record is not None and record.part is Part.BOUNDARY:
                return record
        previous = self.before[summary.position]
        return previous if previous is not None and previous.part is Part.BOUNDARY else None


def _keys(record: Record) -> set[str]:
    """What can refer to a record of a response: its message id and the ids of its calls."""
    if record.part is not Part.ASSISTANT:
        return set()
    return {c.id for c in record.content.calls if c.id} | ({record.message_id} if record.message_id else set())


def _merge_copy(kept: Record, copy: Record) -> None:
    """Copies made by ``/branch`` may have lost their parent; the copy that knows more wins."""
    kept.parent = kept.parent or copy.parent
    kept.logical = kept.logical or copy.logical
    if kept.part is Part.LINK and copy.part.speaks:
        kept.part, kept.content, kept.message_id = copy.part, copy.content, copy.message_id


def preserved_uuids(fold: Record) -> list[str]:
    """The records that the fold says it kept, one by one."""
    listed = as_object(pick(fold.metadata, "preservedMessages"))
    uuids = as_list(listed.get("uuids")) or as_list(pick(listed, "allUuids"))
    return [uuid for uuid in uuids if as_name(uuid)]


def preserved_ends(fold: Record) -> tuple[str | None, str | None]:
    """First and last record of the segment that the fold says it kept."""
    segment = as_object(pick(fold.metadata, "preservedSegment"))
    return as_name(pick(segment, "headUuid")), as_name(pick(segment, "tailUuid"))


def preserved_tail(fold: Record) -> str | None:
    """The last record that the fold kept."""
    listed = preserved_uuids(fold)
    return preserved_ends(fold)[1] or (listed[-1] if listed else None)
