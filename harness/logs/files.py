"""Opening log files and reading them line by line: bytes to text, and text to JSON values.

Files are opened as bytes and decoded as UTF-8 here, so that the locale plays no part. Lines end at a line feed only: a
JSON string may hold U+2028, which ``str.splitlines`` would cut at.
"""

from __future__ import annotations

import codecs
import json
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from harness.errors import LogError, other_encoding, plainly
from harness.logs.notes import Notes
from harness.logs.packed import plain_name, unpacked

BOM = b"\xef\xbb\xbf"
UTF16 = (b"\xff\xfe", b"\xfe\xff")
HEAD = 1 << 18

Json = Any
_DECODER = json.JSONDecoder()
_OBJECT_START = re.compile(r'\{\s*"\w+"\s*:')
_MAX_STARTS = 2_000
_CHUNK = 1 << 20
_BUFFER = 1 << 12
_BLANK = " \t\n\r"
_FOREIGN = 0.02  # share of characters at the beginning that are not UTF-8 above which the whole file is not: a torn line has fewer


def shown(path: str | Path) -> str:
    """The path as it can be printed and stored anywhere: file names need not be text."""
    return str(path).encode("utf-8", "replace").decode("utf-8")


def fault(path: str | Path, what: str, line: int | None = None) -> LogError:
    """An error in one sentence: file, line if any, what is wrong and what to do."""
    at = f", line {line}" if line is not None else ""
    return LogError(f"{shown(path)}{at}: {what}")


def opened(path: str | Path) -> BinaryIO:
    """The file, open for reading bytes; a compressed one is unpacked on the way."""
    try:
        _check_kind(path)
        return unpacked(Path(path).open("rb"), shown(path))
    except FileNotFoundError:
        raise fault(path, "there is no such file; check the path") from None
    except OSError as e:
        raise fault(path, f"it cannot be opened: {plainly(e)}; check the path and its permissions") from None
    except ValueError:
        raise LogError("a path with a null character cannot be opened; check the path") from None


def _check_kind(path: str | Path) -> None:
    """Raises for a pipe or a device: one that nobody writes to would be waited for, and a log is read more than once."""
    mode = Path(path).stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # a folder is told by opening it
        raise fault(path, "it is a pipe or a device and no file; save the log to a file and give that")


def head(path: str | Path) -> str:
    """The first part of a file as text; an empty file and a file in UTF-16 are errors."""
    with opened(path) as f:
        start = f.read(HEAD)
    if start.startswith(UTF16):
        raise fault(path, "it is written in UTF-16; save it as UTF-8")
    if _is_wide(start):
        raise fault(path, "it is written in UTF-16 without a mark that says so; save it as UTF-8")
    text = start.removeprefix(BOM).decode("utf-8", "replace")
    if not text.strip():
        raise fault(path, "the file is empty; give a log with at least one message")
    if text.count("\ufffd") > 2 + len(text) * _FOREIGN:
        raise fault(path, f"it is not written in UTF-8{other_encoding(start)}; save it as UTF-8")
    return text


def _is_wide(start: bytes) -> bool:
    """Whether every other byte is mostly null, as the brackets and Latin letters of UTF-16 have it."""
    few, many = sorted((start[::2].count(0), start[1::2].count(0)))
    return len(start) > 8 and many * 4 > len(start) and few * 10 < many


def numbered_lines(path: str | Path, notes: Notes) -> Iterator[tuple[int, str]]:
    """Line numbers (from 1) and lines without their ends, one in memory at a time."""
    with opened(path) as f:
        for number, raw in enumerate(f, 1):
            body = raw.removeprefix(BOM) if number == 1 else raw
            yield number, _decoded(body, number, notes)


def _decoded(raw: bytes, number: int, notes: Notes) -> str:
    body = raw.removesuffix(b"\n").removesuffix(b"\r")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        notes.add("line is not UTF-8 (the bytes in question were replaced)", number)
        return body.decode("utf-8", "replace")


def json_lines(path: str | Path, notes: Notes, whole: Callable[[Json], bool]) -> Iterator[tuple[int, Json]]:
    """The JSON values of a JSONL file with their line numbers.

    ``whole`` says whether a value is a complete record: from a torn or glued line only such values are saved.
    """
    for number, line in numbered_lines(path, notes):
        if not line or line.isspace():
            continue
        try:
            yield number, decoded_json(line)
        except ValueError:
            saved = salvaged(line, whole)
            notes.add(f"line is torn or glued ({'whole records in it were kept' if saved else 'left out'})", number)
            yield from ((number, value) for value in saved)


def decoded_json(text: str) -> Json:
    """``json.loads``, with absurdly deep nesting and absurdly long numbers told as any other mistake in the text."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError) as e:
        raise ValueError(_absurd(e)) from None


def _absurd(error: Exception) -> str:
    """What Python refuses to read although it is JSON."""
    return "nested too deeply" if isinstance(error, RecursionError) else "a number of thousands of digits"


def salvaged(line: str, whole: Callable[[Json], bool]) -> list[Json]:
    """The whole records that stand in a broken line: glued one after the other, or behind a torn one."""
    found: list[Json] = []
    position = 0
    for _ in range(_MAX_STARTS):  # a torn line of a megabyte may hold thousands of braces
        start = _OBJECT_START.search(line, position)
        if start is None:
            break
        try:
            value, position = _DECODER.raw_decode(line, start.start())
        except (ValueError, RecursionError):
            position = start.start() + 1
            continue
        if whole(value):
            found.append(value)
    return found


def document(path: str | Path, notes: Notes) -> Json:
    """A file that is one JSON value. Only such files are held in memory as a whole."""
    with opened(path) as f:
        raw = f.read().removeprefix(BOM)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as e:
        notes.add("line is not UTF-8 (the bytes in question were replaced)", raw.count(b"\n", 0, e.start) + 1)
        text = raw.decode("utf-8", "replace")
    try:
        return decoded_json(text)
    except json.JSONDecodeError as e:
        raise fault(path, f"not valid JSON ({e.msg}); mend the file or export it again", e.lineno) from None
    except ValueError as e:
        raise fault(path, f"not valid JSON ({e}); mend the file or export it again") from None


def is_document(path: str | Path) -> bool:
    """Whether the file is one JSON value spread over its lines, and not a value a line."""
    lines = (text.strip() for _, text in numbered_lines(path, Notes()))
    first = next((text for text in lines if text), "")
    try:
        decoded_json(first)
    except ValueError:
        return plain_name(path).suffix.lower() == ".json" or first.endswith(("{", "[", ","))
    return False


def values(path: str | Path, notes: Notes) -> Iterator[Json]:
    """The values of a file that is one JSON array, one in memory at a time, or one value after the other.

    A file that ends inside a value is told in ``notes``; what stood before it has been yielded by then. A mistake in the
    text ends the reading in the same way, since nothing tells where the next value begins.
    """
    with opened(path) as f:
        yield from _Values(f, notes).each()


def records(path: str | Path, notes: Notes, whole: Callable[[Json], bool]) -> Iterator[tuple[int | None, Json]]:
    """The values of a file that has one a line (a torn line costs that line), or is one list or one value."""
    with opened(path) as f:
        start = f.read(_BUFFER).removeprefix(BOM).lstrip()
    if start.startswith(b"{") and not is_document(path):
        yield from json_lines(path, notes, whole)
    else:
        yield from ((None, value) for value in values(path, notes))


class _Values:
    """A window on the text of a file that moves on value by value, and grows while a value does not end in it."""

    def __init__(self, file: BinaryIO, notes: Notes) -> None:
        self.file = file
        self.notes = notes
        self.decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self.text = ""
        self.at = 0
        self.ended = False

    def each(self) -> Iterator[Json]:
        """The values, without the brackets and commas between them."""
        listed = self._next() == "["
        self.at += listed
        while (mark := self._next()) and not (listed and mark == "]"):
            if mark == ",":
                self.at += 1
                continue
            try:
                yield self._value()
            except (ValueError, RecursionError) as e:
                self.notes.add(self._why(e))
                return
        if listed and not mark:
            self.notes.add("the file ends before its list does")

    def _next(self) -> str:
        """The next character that is not blank, or nothing at the end."""
        while True:
            while self.at < len(self.text) and self.text[self.at] in _BLANK:
                self.at += 1
            if self.at < len(self.text):
                return self.text[self.at]
            if not self._more():
                return ""

    def _more(self) -> bool:
        """Let in as much again as there is, so that a long value is not tried too often."""
        if self.ended:
            return False
        raw = self.file.read(max(_CHUNK, len(self.text) - self.at))
        self.ended = not raw
        self.text = self.text[self.at :] + self.decoder.decode(raw, final=self.ended)
        self.at = 0
        return True

    def _value(self) -> Json:
        while True:
            try:
                value, end = _DECODER.raw_decode(self.text, self.at)
            except json.JSONDecodeError as e:
                cut = e.msg.startswith("Unterminated string") or e.pos > len(self.text) - 16
                if not (cut and self._more()):
                    raise
                continue
            if end < len(self.text) or not self._more():  # a number may go on behind the window
                self.at = end
                return value

    def _why(self, error: Exception) -> str:
        if isinstance(error, json.JSONDecodeError):
            return (
                f"not valid JSON ({'the file ends inside a value' if self.ended else error.msg}); the rest was left out"
            )
        return f"not valid JSON ({_absurd(error)}); the rest was left out"
