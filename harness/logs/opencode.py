"""opencode sessions as ``opencode export`` writes them: one JSON object with the session and its messages in parts.

A fold is a request with a ``compaction`` part and the assistant's message after it that is flagged as a summary. Results
that were cleared to save room keep their text in the export.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from harness.logs.assemble import Draft, one_by_one
from harness.logs.blocks import FILE, call, clean
from harness.logs.files import values
from harness.logs.notes import Notes
from harness.logs.shapes import Object, as_list, as_name, as_object, as_text, compact, key_sets, moment
from harness.logs.summaries import problem_of
from harness.schema import Conversation, RecordedFold, Role, ToolCall, Turn

_SILENT = {"reasoning", "snapshot", "patch", "agent", "retry", "step-finish", "compaction"}


class Opencode:
    """Reads opencode exports."""

    name = "opencode"

    def recognises(self, head: str) -> bool:
        """Whether the text is a session with messages in parts."""
        keys = key_sets(head)
        return {"info", "messages"} <= keys.get(0, set()) and {"info", "parts"} <= keys.get(2, set())

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the conversations of the file: one, or more where exports were put together."""
        notes = Notes()
        drafts = (_draft(value, notes) for value in values(path, notes))
        yield from one_by_one(drafts, self.name, path, notes, "no opencode message; give what `opencode export` writes")


@dataclass(slots=True)
class _Step:
    """What the assistant said in one step, the calls it made then, and their results."""

    texts: list[str] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    results: list[Turn] = field(default_factory=list)


@dataclass(slots=True)
class _Request:
    """A fold that was asked for: how, and the message from which on the messages stay raw."""

    trigger: str | None
    tail: str | None
    time: datetime | None


class _Story:
    """The turns and folds of a session as its messages come in."""

    def __init__(self, draft: Draft, notes: Notes) -> None:
        self.draft = draft
        self.notes = notes
        self.first: dict[str, int] = {}  # message → its first turn
        self.asked: _Request | None = None

    def tell(self, message: object) -> None:
        """Go on by one message."""
        info, parts = as_object(as_object(message).get("info")), as_object(message).get("parts")
        role, time = as_text(info.get("role")), moment(as_object(info.get("time")).get("created"))
        if role not in ("user", "assistant") or not isinstance(parts, list):
            self.notes.add("message has no known role or no parts")
            return
        known = [p for p in parts if isinstance(p, dict)]
        if len(known) < len(parts):
            self.notes.add("part is not a JSON object")
        if role == "assistant" and info.get("summary") is True:
            self._fold(_said(known), as_object(info.get("error")), time)
            return
        if role == "user" and (mark := next((p for p in known if p.get("type") == "compaction"), None)):
            self._unanswered()
            auto = {"True": "auto", "False": "manual"}.get(str(mark.get("auto")))
            self.asked = _Request(auto, as_name(mark.get("tail_start_id")), time)
        self.first[as_text(info.get("id"))] = len(self.draft.turns)
        (self._user if role == "user" else self._assistant)(known, time)

    def finish(self) -> None:
        """The session is over."""
        self._unanswered()

    def _unanswered(self) -> None:
        if self.asked is not None:
            self._record("", self.asked.time, "no summary was recorded")

    def _user(self, parts: list[Object], time: datetime | None) -> None:
        typed: list[str] = []
        added: list[str] = []
        for part in parts:
            kind = as_text(part.get("type"))
            if kind == "text" and part.get("ignored") is not True:
                (added if part.get("synthetic") is True else typed).append(self._text(part))
            elif kind == "file":
                name = clean(as_text(part.get("filename")))
                typed.append(f"[file: {name}]" if name else FILE)
            elif kind not in (*_SILENT, "text", "subtask"):
                self.notes.add(f"part of an unknown type: {clean(kind)}" if kind else "part without a type")
        for texts, injected in ((typed, False), (added, True)):
            if texts:
                self.draft.add(Turn(0, Role.USER, "\n".join(texts), time, injected=injected))

    def _assistant(self, parts: list[Object], time: datetime | None) -> None:
        step = _Step()
        for part in parts:
            kind = as_text(part.get("type"))
            if kind in ("text", "step-start") and step.calls:
                self._flush(step, time)
                step = _Step()
            if kind == "text":
                step.texts.append(self._text(part))
            elif kind == "tool":
                self._tool(part, step, time)
            elif kind not in (*_SILENT, "step-start", "file"):
                self.notes.add(f"part of an unknown type: {clean(kind)}" if kind else "part without a type")
        self._flush(step, time)

    def _text(self, part: Object) -> str:
        if not isinstance(part.get("text"), str):
            self.notes.add("text part without a text")
        return clean(as_text(part.get("text")))

    def _flush(self, step: _Step, time: datetime | None) -> None:
        if step.texts or step.calls:
            self.draft.add(Turn(0, Role.ASSISTANT, "\n".join(step.texts), time, calls=tuple(step.calls)))
        for result in step.results:
            self.draft.add(result)

    def _tool(self, part: Object, step: _Step, time: datetime | None) -> None:
        state = as_object(part.get("state"))
        made = call(part.get("callID"), part.get("tool"), state.get("input"))
        step.calls.append(made)
        status, times = state.get("status"), as_object(state.get("time"))
        if status not in ("completed", "error"):
            self.notes.add("tool call without a result")
            return
        if times.get("compacted") is not None:
            self.notes.add("tool result that was cleared later to save room (read in full here)")
        output = state.get("error" if status == "error" else "output")
        text = clean(output if isinstance(output, str) else "" if output is None else compact(output))
        then = moment(times.get("end")) or time
        step.results.append(Turn(0, Role.TOOL, text, then, made.name, made.id or None, error=status == "error"))

    def _fold(self, summary: str, error: Object, time: datetime | None) -> None:
        body = "" if error else summary
        problem = problem_of(body, bool(self.draft.turns))
        if error:
            said = as_text(as_object(error.get("data")).get("message")) or as_text(error.get("name"))
            problem = f"the summary failed with an error: {clean(' '.join(said.split()))[:80]}".rstrip(": ")
        self._record(summary, time, problem)

    def _record(self, summary: str, time: datetime | None, problem: str | None) -> None:
        asked, count = self.asked or _Request(None, None, None), len(self.draft.turns)
        self.asked = None
        if asked.tail and asked.tail not in self.first:
            self.notes.add("fold whose kept messages are not in the conversation")
        kept = tuple(range(self.first.get(asked.tail or "", count), count))
        ordinal = len(self.draft.folds) + 1
        self.draft.folds.append(RecordedFold(ordinal, count, summary, kept, asked.trigger, time=time, problem=problem))


def _said(parts: list[Object]) -> str:
    return "\n".join(clean(as_text(p.get("text"))) for p in parts if p.get("type") == "text")


def _draft(value: object, notes: Notes) -> Draft:
    info, messages = as_object(as_object(value).get("info")), as_list(as_object(value).get("messages"))
    draft = Draft(as_name(info.get("id")))
    if not messages:
        notes.add("value is not an opencode session")
    story = _Story(draft, notes)
    for message in _not_reverted(messages, as_object(info.get("revert")), notes):
        story.tell(message)
    story.finish()
    return draft


def _not_reverted(messages: list[object], revert: Object, notes: Notes) -> list[object]:
    """The messages before the one to which the session was taken back."""
    to = as_name(revert.get("messageID"))
    ids = [as_object(as_object(m).get("info")).get("id") for m in messages]
    if to is None or to not in ids:
        return messages
    for _ in messages[ids.index(to) :]:
        notes.add("message that was taken back")
    return messages[: ids.index(to)]
