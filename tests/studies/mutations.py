"""What happens to files, and some things that do not: deterministic mutations of a log's bytes, for the fuzzing of the readers.

Every mutation takes the bytes and a source of randomness and gives other bytes; the same seed gives the same bytes.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import zstandard

Mutation = Callable[[bytes, random.Random], bytes]

_KEY = re.compile(rb'": ?')
_VALUE_END = re.compile(rb"[,}\]]")
DEEP = 3_000  # brackets: more than the interpreter's recursion limit
VALUES = (
    "null", "0", "-1", "1e999", "NaN", '""', "[]", "{}", "[[[]]]", '"\\ud800"', "true", '{"type":"text"}', '"x"', "[null]",
    "-0.0", "1e308", "9" * 400, "9" * 5_000, '"' + "9" * 5_000 + '"', '"0001-01-01T00:00:00+23:59"', '"9999-12-31T23:59:59-23:59"',
    '"\\u0000"', "253402300800", "-62135596801", '"' + "٣" * 12 + '"', '"²²²²²²²²²²²²"', "[[1,2],{}]", '{"id":[]}', '"\\udcff\\ud83d"',
)  # fmt: skip
RAW = (
    b"\x00",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\xc0\x80",
    b"\xf5",
    b"\xef\xbb\xbf",
    b"\r",
    b"\x0b",
    b"\xe2\x80\xa8",
    b"\x1a",
    b"\\",
)


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The bytes after one to six mutations; one file in thirty is packed at the end, and may then be damaged once more."""
    for _ in range(rng.randint(1, 6)):
        data = rng.choice(MUTATIONS)(data, rng)
    if rng.random() < 1 / 30:
        data = rng.choice((gzip.compress, zstandard.compress))(data)
        data = rng.choice((flipped, cut, unchanged))(data, rng)
    return data


def unchanged(data: bytes, rng: random.Random) -> bytes:
    """As it was."""
    return data


def cut(data: bytes, rng: random.Random) -> bytes:
    """Ends too early; mostly near its end, so that something is left."""
    return data[: rng.randint(len(data) // 2 if rng.random() < 0.7 else 0, len(data))]


def flipped(data: bytes, rng: random.Random) -> bytes:
    """A byte is another one."""
    at = rng.randrange(len(data) or 1)
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def dropped(data: bytes, rng: random.Random) -> bytes:
    """Some bytes are missing."""
    at = rng.randrange(len(data) or 1)
    return data[:at] + data[at + rng.randint(1, 80) :]


def inserted(data: bytes, rng: random.Random) -> bytes:
    """Bytes that are no text, or special in it, stand somewhere."""
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(RAW) * rng.randint(1, 3) + data[at:]


def encoded(data: bytes, rng: random.Random) -> bytes:
    """The file in another encoding."""
    name = rng.choice(("utf-16", "utf-16-le", "utf-32", "cp949", "latin-1", "utf-8-sig"))
    return data.decode("utf-8", "replace").encode(name, "replace")


def lines_shuffled(data: bytes, rng: random.Random) -> bytes:
    """Lines in another order; some are missing."""
    lines = data.split(b"\n")
    rng.shuffle(lines)
    return b"\n".join(lines[: rng.randint(1, len(lines))] + lines[:2])


def lines_changed(data: bytes, rng: random.Random) -> bytes:
    """One line twice, missing, swapped with another, or glued to the next."""
    lines = data.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        lines.insert(other, lines[one])
    elif kind == 1:
        del lines[one]
    elif kind == 2:
        lines[one], lines[other] = lines[other], lines[one]
    else:
        lines[one : one + 2] = [b"".join(lines[one : one + 2])]
    return b"\n".join(lines)


def value_text(data: bytes, rng: random.Random) -> bytes:
    """Another value stands behind some key, whatever the text is."""
    start, end = _behind_a_key(data, rng)
    return data[:start] + rng.choice(VALUES).encode() + data[end:]


def nested(data: bytes, rng: random.Random) -> bytes:
    """A value is nested more deeply than any reader can go, or the whole file is."""
    depth = 60_000 if rng.random() < 0.05 else rng.choice((40, DEEP))
    if rng.random() < 0.2:
        return b"[" * depth + data + b"]" * depth
    deep = b'{"content":' * depth + b"1" + b"}" * depth if rng.random() < 0.5 else b"[" * depth + b"]" * depth
    start, end = _behind_a_key(data, rng)
    return data[:start] + deep + data[end:]


def _behind_a_key(data: bytes, rng: random.Random) -> tuple[int, int]:
    """Where a value begins and about where it ends; anywhere in a text without keys."""
    keys = [m.end() for m in _KEY.finditer(data)]
    start = rng.choice(keys) if keys else rng.randrange(len(data) + 1)
    found = _VALUE_END.search(data, start + 1)
    return start, found.start() if found else len(data)


def reshaped(data: bytes, rng: random.Random) -> bytes:
    """A value or a key somewhere in the JSON of a line, or of the file, is another one; the text stays valid JSON."""
    lines = [data] if rng.random() < 0.5 else data.split(b"\n")
    at = rng.randrange(len(lines))
    try:
        value = json.loads(lines[at])
        places = list(_places(value))
        if places:
            holder, key = rng.choice(places)
            _change(holder, key, [h[k] for h, k in rng.choices(places, k=2)], rng)
        lines[at] = json.dumps(value, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return value_text(data, rng)
    return b"\n".join(lines)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a JSON value: what holds it, and under which key or index."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])


def _change(holder: Any, key: Any, others: list[Any], rng: random.Random) -> None:
    """Another type, another place's value, another name, nothing, or the value in a list or an object."""
    kind = rng.randrange(7)
    new: Any
    if kind == 0 and isinstance(holder, dict):
        new = rng.choice([*map(str, holder), "role", "type", "id", "content", ""])
        holder[new] = holder.pop(key)
    elif kind == 1:
        del holder[key]
    elif kind == 2:
        holder[key] = json.loads(json.dumps(others[0]))
    elif kind == 3:
        holder[key] = [holder[key]]
    elif kind == 4:
        holder[key] = {str(others[1])[:20]: holder[key]}
    else:
        new = rng.choice([v for v in VALUES if len(v) < 1_000])
        holder[key] = json.loads(new)


def ids_swapped(data: bytes, rng: random.Random) -> bytes:
    """A short quoted text that stands in the file more than once becomes another one that does, or no text at all."""
    words = [w for w in data.split(b'"')[1::2] if 0 < len(w) < 40]
    if not words:
        return flipped(data, rng)
    one, other = rng.choice(words), rng.choice(words)
    return data.replace(
        b'"%b"' % one, rng.choice([b'"%b"' % other, b"null", b"{}", b"[7]", b"12"]), rng.choice((1, 3, -1))
    )


MUTATIONS: tuple[Mutation, ...] = (
    *(cut, flipped, dropped, inserted, lines_shuffled, lines_changed, value_text, value_text, reshaped, reshaped, reshaped, ids_swapped) * 3,
    encoded, nested,  # rare: they mostly make the file unreadable at once
)  # fmt: skip
