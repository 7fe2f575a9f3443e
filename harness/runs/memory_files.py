"""A memory store on disk: one file, one event of its history a line; it appears whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

from harness.errors import MemoryItemError
from harness.memory import Store
from harness.runs.jsonl import numbered, write_lines


def write_store(path: Path, store: Store) -> None:
    """Write a store, atomically. The same history gives the same bytes."""
    write_lines(path, store.to_records())


def read_store(path: Path) -> Store:
    """Read a store. Raises MemoryItemError with file, line and what is wrong."""
    records = []
    for number, line in numbered(path, "memory store", MemoryItemError):
        try:
            record = json.loads(line)
            Store.from_records([record])
        except (ValueError, TypeError, AttributeError):
            raise MemoryItemError(
                f"{path}:{number}: not an event of a memory store; mend or remove the line."
            ) from None
        except MemoryItemError as error:
            raise MemoryItemError(f"{path}:{number}: {error}") from None
        records.append(record)
    return Store.from_records(records)
