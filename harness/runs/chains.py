"""Recorded chains of folds: one file ``<log id>.jsonl`` a conversation, a fold a line, in the form of ``schema.RecordedReply``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from harness.errors import SettingsError
from harness.runs.jsonl import numbered, write_lines, wrong_with
from harness.schema import RecordedReply

_ADAPTER = TypeAdapter(RecordedReply)


def read_chains(folder: Path) -> dict[str, list[RecordedReply]]:
    """The chains of a folder by conversation id. Raises SettingsError with file, line and what is wrong."""
    files = sorted(folder.glob("*.jsonl")) if folder.is_dir() else []
    if not files:
        raise SettingsError(
            f"{folder}: no recorded folds here (*.jsonl, one file a log); name their folder with --recordings."
        )
    return {f.stem: _chain(f) for f in files}


def _chain(path: Path) -> list[RecordedReply]:
    chain: list[RecordedReply] = []
    for number, line in numbered(path, "chain of folds", SettingsError):
        try:
            reply = _ADAPTER.validate_json(line)
        except ValidationError as error:
            raise SettingsError(f"{path}:{number}: {wrong_with(error)}.") from None
        if reply.ordinal != len(chain) + 1:
            raise SettingsError(f"{path}:{number}: fold {reply.ordinal} where fold {len(chain) + 1} should stand.")
        chain.append(reply)
    return chain


def write_chain(path: Path, replies: Iterable[RecordedReply]) -> None:
    """Write a chain, atomically."""
    write_lines(path, replies)
