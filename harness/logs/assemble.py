"""Putting a conversation together from what a reader found: its name, its language, its turns in order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from harness.logs.blocks import clean
from harness.logs.excerpts import placed
from harness.logs.files import fault, shown
from harness.logs.notes import Notes
from harness.logs.packed import plain_name
from harness.schema import Conversation, Probe, RecordedFold, Role, Turn

KOREAN_SHARE = 0.2
_SAMPLE = 4_000  # characters of each turn: enough to tell the language, and a megabyte of log output stays cheap
_LETTERS = re.compile(r"[^\W\d_]+")
_HANGUL = re.compile(r"[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb]+")


def language_of(turns: Iterable[Turn]) -> str:
    """``ko`` if at least a fifth of the letters that people and the assistant wrote are Hangul, else ``en``."""
    letters = hangul = 0
    for turn in turns:
        if turn.role in (Role.USER, Role.ASSISTANT) and not turn.injected:
            text = turn.text[:_SAMPLE]
            letters += sum(map(len, _LETTERS.findall(text)))
            hangul += 0 if text.isascii() else sum(map(len, _HANGUL.findall(text)))
    return "ko" if letters and hangul / letters >= KOREAN_SHARE else "en"


def conversation(
    name: str | None,
    turns: list[Turn],
    log_format: str,
    path: str,
    notes: Notes,
    folds: tuple[RecordedFold, ...] = (),
) -> Conversation:
    """The finished record; without a name of its own, a conversation is called after its file."""
    return Conversation(
        id=clean(name or "") or clean(shown(plain_name(path).stem)),
        turns=tuple(turns),
        language=language_of(turns),
        format=log_format,
        source=shown(path),
        folds=tuple(_without_system(f, turns) for f in folds),
        skipped=notes.skipped(),
    )


def _without_system(fold: RecordedFold, turns: list[Turn]) -> RecordedFold:
    """The fold without the system block among what it kept: that stays in any case, and would stand there twice."""
    leading = next((t.index for t in turns if t.role is not Role.SYSTEM), len(turns))
    kept = tuple(i for i in fold.kept if i >= leading)
    return fold if kept == fold.kept else replace(fold, kept=kept)


@dataclass(slots=True)
class Draft:
    """A conversation as a reader found it: its own name if it has one, its turns, its folds, its own questions."""

    name: str | None
    turns: list[Turn] = field(default_factory=list)
    folds: list[RecordedFold] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)

    def add(self, turn: Turn) -> int:
        """Put a turn at the end; returns its index."""
        self.turns.append(placed(turn, len(self.turns)))
        return len(self.turns) - 1


def one_by_one(drafts: Iterable[Draft], log_format: str, path: str, notes: Notes, empty: str) -> Iterator[Conversation]:
    """The conversations of a file with many, each with what was noted while it was read.

    One is held back, so that what is noted at the end of the file has a place. Where there is none, ``empty`` says what
    the file does not hold and what to give instead.
    """
    held: tuple[Conversation, Notes] | None = None
    for draft in drafts:
        if not draft.turns:
            notes.add("conversation has no message")
            continue
        if held is not None:
            yield _noted(*held)
        made = conversation(draft.name, draft.turns, log_format, path, Notes(), tuple(draft.folds))
        held = replace(made, probes=tuple(draft.probes)), notes.split()
    if held is None:
        seen = f"; {notes.first()}" if notes.first() else ""
        what, do = empty.split("; ", 1)
        raise fault(path, f"it holds {what}{seen}; {do}")
    held[1].absorb(notes)
    yield _noted(*held)


def _noted(conv: Conversation, notes: Notes) -> Conversation:
    return replace(conv, skipped=notes.skipped())
