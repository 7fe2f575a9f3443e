"""From the live branch of a Claude Code session to turns and the folds between them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from harness.logs.blocks import clean, result_turn
from harness.logs.claude_records import Part, Record, is_injected, without_reminders
from harness.logs.claude_tree import preserved_ends, preserved_uuids
from harness.logs.excerpts import placed
from harness.logs.notes import Notes
from harness.logs.shapes import as_count, as_name, as_text, pick
from harness.logs.summaries import problem_of
from harness.schema import RecordedFold, Role, Turn

_PREAMBLE = re.compile(
    r"\s*This session is being continued from a previous conversation that ran out of context\.?"
    r"(?:\s*The (?:conversation is summarized below"
    r"|summary below covers the earlier portion of the conversation)[.:]?)?"
    r"(?:\s*(?:Summary|Analysis):\s*$)?"
)


@dataclass(slots=True)
class Story:
    """The turns and folds of a session as they are told, record by record."""

    notes: Notes
    summaries: dict[str, Record]
    tools: dict[str, str]
    turns: list[Turn] = field(default_factory=list)
    folds: list[RecordedFold] = field(default_factory=list)
    of: dict[str, list[int]] = field(default_factory=dict)  # record → its turns
    open_response: str | None = None
    said: list[str] = field(default_factory=list)  # the texts of the open response
    carried: str = ""  # what was typed behind /compact, and may come back as a request

    def tell(self, branch: list[Record]) -> None:
        """Go through the live branch once."""
        claimed = {s.uuid for s in self.summaries.values()}
        for at, record in enumerate(branch):
            if record.part is Part.BOUNDARY:
                self._fold(record, self.summaries.get(record.uuid), self._kept(record, branch[:at]))
            elif record.part is Part.SUMMARY and record.uuid not in claimed:
                self._fold(record, record, ())  # versions before boundaries were written
            elif record.part is Part.ASSISTANT:
                self._assistant(record)
            elif record.part is Part.USER:
                self._user(record)

    def _assistant(self, record: Record) -> None:
        """A response, or one more line of a response whose first line made the turn."""
        content = record.content
        before = self._response_turn(record)
        if before is not None:
            self.said += [t for t in content.texts if t not in self.said]  # a line may repeat what an earlier one said
            text = "\n".join(self.said)
            known = {c.id for c in before.calls}
            calls = (*before.calls, *(c for c in content.calls if not c.id or c.id not in known))
            self.turns[before.index] = replace(before, text=text, calls=calls, error=before.error or record.error)
            self.of[record.uuid] = [before.index]
        elif content.text or content.calls:
            turn = Turn(0, Role.ASSISTANT, content.text, record.time, calls=tuple(content.calls), error=record.error)
            self._add(record, turn)
            self.open_response, self.said = record.message_id, list(content.texts)

    def _response_turn(self, record: Record) -> Turn | None:
        """The turn that this response began, if nothing but tool results came since."""
        if record.message_id is None or record.message_id != self.open_response:
            return None
        return next(t for t in reversed(self.turns) if t.role is Role.ASSISTANT)

    def _user(self, record: Record) -> None:
        """Tool results first, then what a person typed, then what the program added to it."""
        for result in record.content.results:
            tool = result.name or self.tools.get(result.call_id or "") or None
            self._add(record, result_turn(result, record.time, tool))
        typed: list[str] = []
        added: list[str] = []
        for text in record.content.texts:
            said, reminders = without_reminders(text)
            injected = record.injected or is_injected(said) or self._is_carried(said)
            if said or not reminders:
                (added if injected else typed).append(said)
            if reminders:
                added.append(reminders)
        for parts, injected in ((typed, False), (added, True)):
            if any(parts):
                self.open_response = None
                self._add(record, Turn(0, Role.USER, "\n".join(parts), record.time, injected=injected))
        if any(typed):
            self.carried = ""

    def _is_carried(self, text: str) -> bool:
        return bool(self.carried) and text.strip() == self.carried

    def _add(self, record: Record, turn: Turn) -> None:
        self.of.setdefault(record.uuid, []).append(len(self.turns))
        self.turns.append(placed(turn, len(self.turns)))

    def _fold(self, record: Record, summary: Record | None, kept: tuple[int, ...]) -> None:
        metadata, text = record.metadata, summary.content.text if summary is not None else ""
        self.carried = as_text(pick(metadata, "userContext")).strip()
        self.open_response = None
        trigger = as_name(metadata.get("trigger"))
        self.folds.append(
            RecordedFold(
                ordinal=len(self.folds) + 1,
                boundary=len(self.turns),
                summary=text,
                kept=kept,
                trigger=clean(trigger) if trigger else None,
                tokens_before=as_count(pick(metadata, "preTokens")),
                tokens_after=as_count(pick(metadata, "postTokens")),
                time=record.time,
                problem=self._problem(text, summary is not None),
            )
        )

    def _kept(self, fold: Record, before: list[Record]) -> tuple[int, ...]:
        """The turns that stayed raw behind the summary: listed one by one, or as a segment of the branch."""
        uuids = preserved_uuids(fold)
        first, last = preserved_ends(fold)
        if not uuids and first and last:
            order = [r.uuid for r in before]
            if first in order and last in order:
                uuids = order[order.index(first) : order.index(last) + 1]
        missing = bool(uuids or first) and not any(uuid in self.of for uuid in uuids)
        if missing:
            self.notes.add("fold whose kept messages are not in the conversation", fold.line)
        return tuple(sorted({index for uuid in uuids for index in self.of.get(uuid, ())}))

    def _problem(self, summary: str, recorded: bool) -> str | None:
        """Why the fold cannot be probed, if it cannot."""
        body = _PREAMBLE.sub("", summary, count=1).strip()
        if not recorded:
            return "no summary was recorded"
        return problem_of(body, bool(self.turns))
