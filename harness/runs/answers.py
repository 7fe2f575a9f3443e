"""Recorded answers: what a language model said that saw one folded context and a question, a line each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from harness.errors import SettingsError
from harness.runs.jsonl import numbered, wrong_with


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """One answer. ``context`` is the SHA-256 of the folded context it was given from, ``prompt`` the fold prompt of the chain, and
    ``fold`` the fold after which it was asked; ``provenance`` says who wrote it and from what."""

    conversation: str
    prompt: str
    fold: int
    context: str
    probe: str
    answer: str
    provenance: str


_ADAPTER = TypeAdapter(RecordedAnswer)


def read_answers(folder: Path) -> Iterator[RecordedAnswer]:
    """All recorded answers of a folder. Raises SettingsError with file, line and what is wrong."""
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in numbered(path, "file of answers", SettingsError):
            try:
                yield _ADAPTER.validate_json(line)
            except ValidationError as error:
                raise SettingsError(f"{path}:{number}: {wrong_with(error)}.") from None
