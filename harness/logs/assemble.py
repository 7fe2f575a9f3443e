"""Putting a conversation together from what a reader found: its name, its language, its turns in order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from harness.logs.blocks import clean
from harness.logs.files import shown
from harness.logs.notes import Notes
from harness.schema import Conversation, RecordedFold, Role, Turn

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
        id=clean(name or "") or clean(shown(Path(path).stem)),
        turns=tuple(turns),
        language=language_of(turns),
        format=log_format,
        source=shown(path),
        folds=folds,
        skipped=notes.skipped(),
    )
