"""Looking into JSON values whose shape nobody promised: an accessor answers with the type it names, or with nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from typing import Any

Object = dict[str, Any]

_TOKEN = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[\[{]|[\]}]|"')
_MAX_TOKENS = 20_000
_UNCOUNTED = 10**15  # no log has as many tokens or turns, and statistics of larger numbers overflow
_CAPITAL = re.compile(r"[A-Z]")


def as_object(value: object) -> Object:
    """The value if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """The value if it is a JSON array, else an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """The value if it is a string, else an empty one."""
    return value if isinstance(value, str) else ""


def as_name(value: object) -> str | None:
    """The value if it is a string with something in it."""
    return value if isinstance(value, str) and value else None


def as_count(value: object) -> int | None:
    """The value if it is a whole number from 0 that can be a count of something."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _UNCOUNTED else None


def pick(obj: Object, key: str) -> Any:
    """``obj[key]``, or the same key in snake_case: files have the one, streams the other."""
    if key in obj:
        return obj[key]
    return obj.get(_snake(key))


@cache
def _snake(key: str) -> str:
    return _CAPITAL.sub(lambda m: f"_{m[0].lower()}", key)


def compact(value: object) -> str:
    """The value as JSON text, in the words it was written in."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "{…}"


def moment(value: object) -> datetime | None:
    """A time from an ISO 8601 text or from seconds, milliseconds … since 1970; naive if the text names no zone."""
    if isinstance(value, str):
        text = value.strip()
        if len(text) < 10 or not text.isdecimal():
            return _iso(text)
        return _epoch(float(text))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _epoch(value)
    return None


def _iso(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _epoch(number: float) -> datetime | None:
    for scale in (1, 1_000, 1_000_000, 1_000_000_000):
        if 0 <= number < 100_000_000_000 * scale:  # seconds up to the year 5138
            return datetime.fromtimestamp(number / scale, UTC)
    return None


def zoned(time: datetime | None) -> datetime | None:
    """The time in UTC if it names no zone."""
    return time.replace(tzinfo=UTC) if time is not None and time.tzinfo is None else time


def keys_by_depth(text: str, first: bool = False) -> Iterator[tuple[int, str]]:
    """The keys of a JSON text with their depth (brackets open around them); the text may be cut off anywhere.

    With ``first``, those of the first value only.
    """
    depth = 0
    for count, token in enumerate(_TOKEN.finditer(text)):
        word = token[0]
        if count > _MAX_TOKENS or word == '"':  # a string without an end: the text was cut off inside it
            return
        if token[2] is not None:
            yield depth, token[1][1:-1]
        elif word in "[{":
            depth += 1
        elif word in "]}":
            depth -= 1
            if first and depth <= 0:
                return


def key_sets(text: str) -> dict[int, set[str]]:
    """The keys of a JSON text that may be cut off, by their depth below the outermost object (0: its own keys).

    A list around that object does not count, so that one record, a list of them and one a line look the same.
    """
    found: dict[int, set[str]] = {}
    if text.lstrip()[:1] not in ("{", "["):
        return found
    top: int | None = None
    for depth, key in keys_by_depth(text, first=True):
        top = depth if top is None else top
        found.setdefault(depth - top, set()).add(key)
    return found


def values_in(head: str) -> Iterator[str]:
    """The places at the beginning of a file where a value may start: the file itself, and its first few whole lines."""
    yield head
    yield from (line for line in head.split("\n", 8)[1:8] if line.startswith(("{", "[")) and line.endswith(("}", "]")))
