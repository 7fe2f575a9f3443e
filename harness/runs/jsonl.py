"""Records as JSON lines: the same records give the same bytes, and a file appears whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import IO, Any

from pydantic import ValidationError

from harness.errors import plainly
from harness.places import check_file, writing


def plain(value: Any) -> Any:
    """A frozen record as plain JSON data; empty and None fields are kept, so that every line has the same keys."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(v) for v in value]
    return value


def line(value: Any) -> str:
    """One JSON line, with its line feed. Lone surrogates of a log are escaped, since UTF-8 has no bytes for them."""
    text = json.dumps(plain(value), ensure_ascii=False, separators=(", ", ": "))
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def numbered(path: Path, what: str, error: Callable[[str], Exception]) -> Iterator[tuple[int, str]]:
    """The lines of a JSONL file that are not blank, with their numbers from 1. A line ends at a line feed only: a JSON string may hold
    the other characters at which ``str.splitlines`` cuts (U+0085, U+2028). Raises ``error``, which calls the file ``what``, where it
    cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as cause:
        raise error(f"{path}: the {what} cannot be read: {plainly(cause)}.") from None
    except OSError as cause:
        raise error(f"{path}: the {what} cannot be read: {plainly(cause)}; check the path.") from None
    yield from ((n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip())


def wrong_with(error: ValidationError) -> str:
    """What is wrong with one JSON line, and what to do, as the rest of a sentence that has named file and line."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return "not JSON, or only the beginning of it; mend or remove the line"
    key = ".".join(map(str, first["loc"])) or "line"
    return f"{key}: {first['msg'].lower().removeprefix('value error, ')}; mend or remove the line"


@contextmanager
def atomic(path: Path) -> Iterator[IO[str]]:
    """Write a text file beside its place and move it there when it is complete. Raises OutputError where it cannot be written there."""
    check_file(path)
    part = path.with_name(f".{path.name}.part")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        opened = part.open("w", encoding="utf-8", newline="\n")
    try:
        with opened as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with writing(path):
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def write_lines(path: Path, records: Iterable[Any]) -> None:
    """Write records as JSON lines, atomically."""
    with atomic(path) as file:
        file.writelines(line(r) for r in records)


def write_json(path: Path, value: Any) -> None:
    """Write one JSON document with two-space indent, atomically."""
    with atomic(path) as file:
        text = json.dumps(plain(value), ensure_ascii=False, indent=2)
        file.write(text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")
