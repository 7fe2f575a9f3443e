"""Plain text, one speaker after the other: ``User: …``, ``[2026-03-02 09:14] Assistant: …``, ``도구(검색): …``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from harness.logs.assemble import conversation
from harness.logs.blocks import clean
from harness.logs.files import fault, numbered_lines
from harness.logs.notes import Notes
from harness.logs.shapes import moment
from harness.schema import Conversation, Role, Turn

_SPEAKERS = {
    Role.USER: ("User", "Human", "사용자"),
    Role.ASSISTANT: ("Assistant", "AI", "어시스턴트", "도우미"),
    Role.SYSTEM: ("System", "시스템"),
    Role.TOOL: ("Tool", "도구"),
}
_ROLES = {word.lower(): role for role, words in _SPEAKERS.items() for word in words}
_WORDS = "|".join(sorted(_ROLES, key=len, reverse=True))
_DATE = r"\d{4}-\d{2}-\d{2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?(?:Z|[+-]\d{2}:?\d{2}))?)?"
# A speaker stands at the very start of a line, alone but for a time before it and a tool's name behind it. The slash
# keeps an address such as "user://" from being one.
_LABEL = re.compile(
    rf"(?:\[(?P<boxed>{_DATE})\]\s*|(?P<bare>{_DATE})\s+)?"
    rf"(?P<bold>\*\*)?(?P<who>{_WORDS})(?:[ ]?\((?P<tool>[^()\n]{{1,200}})\))?"
    r"(?(bold)(?:\*\*[ ]?[:：]|[:：]\*\*)|[ ]?[:：])(?!//)[ \t]?(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(slots=True)
class _Draft:
    """A turn whose lines are still coming."""

    role: Role
    time: datetime | None
    tool: str | None
    lines: list[str] = field(default_factory=list)

    def finished(self, index: int) -> Turn:
        """The turn, without the blank lines that set it off from the next."""
        lines = self.lines
        while len(lines) > 1 and not lines[-1].strip():
            lines.pop()
        while len(lines) > 1 and not lines[0].strip():
            lines.pop(0)
        return Turn(index, self.role, clean("\n".join(lines)), self.time, self.tool)


class Transcript:
    """Reads plain-text transcripts; the whole file is one conversation."""

    name = "transcript"

    def recognises(self, head: str) -> bool:
        """Whether the text opens with a speaker, or two different ones speak in it."""
        lines = [line for line in head.split("\n") if line.strip()]
        labels = [m for line in lines if (m := label(line)) is not None]
        return bool(labels) and (label(lines[0]) is not None or len({_ROLES[m["who"].lower()] for m in labels}) > 1)

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the one conversation of the file."""
        notes = Notes()
        turns = [draft.finished(i) for i, draft in enumerate(_drafts(path, notes))]
        if not turns:
            raise fault(path, "no line starts with a speaker such as 'User:' or '사용자:'; name the format it is in")
        yield conversation(None, turns, self.name, path, notes)


def label(line: str, lower: bool = True) -> re.Match[str] | None:
    """The speaker that the line starts with, if any; ``lower`` allows it to be written without a capital."""
    found = _LABEL.match(line)
    return None if found is not None and found["who"].islower() and not lower else found


def _drafts(path: str, notes: Notes) -> Iterator[_Draft]:
    draft: _Draft | None = None
    lower = True  # "user: admin" in a pasted file is no turn in a log that writes "User:"
    for number, line in numbered_lines(path, notes):
        found = label(line, lower)
        if found is not None:
            if draft is not None:
                yield draft
            else:
                lower = found["who"].islower()
            draft = _started(found, number, notes)
        elif draft is not None:
            draft.lines.append(line)
        elif line.strip():
            notes.add("line stands before the first speaker", number)
    if draft is not None:
        yield draft


def _started(found: re.Match[str], number: int, notes: Notes) -> _Draft:
    role = _ROLES[found["who"].lower()]
    written = found["boxed"] or found["bare"]
    time = _time(written) if written else None
    if written and time is None:
        notes.add("time was not understood", number)
    tool = clean(found["tool"].strip()) if found["tool"] and role is Role.TOOL else None
    return _Draft(role, time, tool or None, [found["text"]])


def _time(written: str) -> datetime | None:
    padded = re.sub(r"(?<=[T ])(\d):", r"0\1:", written)
    return moment(re.sub(r"\s(?=Z|[+-])", "", padded))
