"""Reading logs: a file, whatever format it is in, to the conversations in it.

A new format is a module with a reader (see ``harness.schema.LogReader``) and one line in ``FORMATS``. The order counts:
the first reader that recognises the beginning of a file reads it.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from harness.errors import LogError
from harness.logs.chatgpt import ChatGPT
from harness.logs.claude_ai import ClaudeAi
from harness.logs.claude_code import ClaudeCode
from harness.logs.codex import Codex
from harness.logs.files import fault, head, shown
from harness.logs.langchain import LangChain
from harness.logs.locomo import LoCoMo
from harness.logs.longmemeval import LongMemEval
from harness.logs.messages import Messages
from harness.logs.opencode import Opencode
from harness.logs.openhands import OpenHands, session_files
from harness.logs.packed import PACKED, plain_name
from harness.logs.pi import Pi
from harness.logs.sharegpt import ShareGpt
from harness.logs.transcript import Transcript
from harness.ports import LogReader
from harness.schema import Conversation

_READERS: tuple[LogReader, ...] = (
    ClaudeCode(),
    Codex(),
    Pi(),
    OpenHands(),
    Opencode(),
    ChatGPT(),
    ClaudeAi(),
    ShareGpt(),
    LangChain(),
    LoCoMo(),
    LongMemEval(),
    Messages(),
    Transcript(),
)
FORMATS: dict[str, LogReader] = {reader.name: reader for reader in _READERS}
SUFFIXES = (".jsonl", ".json", ".txt", ".md")
CARD = ".card.toml"  # origin and licence of the log beside it, for people: no log, and no reason to say so

OnSkip = Callable[[str, str], None]

__all__ = ["FORMATS", "SUFFIXES", "OnSkip", "Read", "SideBySide", "detect", "read_log", "read_paths"]


def detect(path: str | Path) -> str:
    """The name of the format that the beginning of the file is in."""
    start = head(path)
    for name, reader in FORMATS.items():
        if reader.recognises(start):
            return name
    known = ", ".join(FORMATS)
    raise fault(path, f"its beginning is in none of the known formats ({known}); name its format or convert it")


def read_log(path: str | Path, format: str | None = None) -> Iterator[Conversation]:
    """The conversations of one file, each with an id of its own."""
    return _distinct(_read(path, format), set())


def read_paths(
    paths: Iterable[str | Path],
    format: str | None = None,
    on_skip: OnSkip | None = None,
    side_by_side: SideBySide | None = None,
) -> Iterator[Conversation]:
    """The conversations of files and folders, each with an id of its own.

    Folders are searched to the bottom, in sorted order, leaving out hidden names. A file in a folder that cannot be
    read is told to ``on_skip(path, why)`` (without one: a warning); a file that was named itself must be readable.
    ``side_by_side(read, files)`` may read the files in other processes; it yields what ``read`` gives, in the order of the files.
    """
    left_out: list[str] = []

    def skip(what: str, why: str) -> None:
        left_out.append(f"{what}: {why.split(';')[0]}")
        (on_skip or _warn)(what, why)

    taken: set[str] = set()
    given = [Path(p) for p in paths]
    files = list(_distinct_files(given, skip))
    read = partial(_all_of, format=format)
    found = side_by_side(read, [p for p, _ in files]) if side_by_side else (_each_of(p, format) for p, _ in files)
    for (path, named), conversations in zip(files, found, strict=True):
        try:
            yield from _distinct(_or_error(conversations), taken)
        except LogError as e:
            if named:
                raise
            skip(shown(path), str(e).removeprefix(shown(path)).lstrip(":, "))
    if not taken:
        raise LogError(
            f"no conversation was found in {', '.join(map(shown, given)) or 'nothing'}{_first_of(left_out)}; "
            f"give log files or folders with {', '.join('*' + s for s in SUFFIXES)} in them"
        )


Read = list[Conversation | LogError]
SideBySide = Callable[[Callable[[Path], Read], Sequence[Path]], Iterator[Read]]


def _all_of(path: Path, format: str | None) -> Read:
    return list(_each_of(path, format))


def _each_of(path: Path, format: str | None) -> Iterator[Conversation | LogError]:
    """The conversations of a file, and at last the error that ended the reading: a value can come from another process."""
    try:
        yield from _read(path, format)
    except LogError as e:
        yield e


def _or_error(found: Iterable[Conversation | LogError]) -> Iterator[Conversation]:
    for one in found:
        if isinstance(one, LogError):
            raise one
        yield one


def _first_of(left_out: list[str]) -> str:
    """Why nothing was found: the first of the files that were left out."""
    return f" ({len(left_out)} left out, the first is {left_out[0]})" if left_out else ""


def _read(path: str | Path, name: str | None) -> Iterator[Conversation]:
    if name is not None and name not in FORMATS:
        raise LogError(f"'{name}' is no log format; the known formats are {', '.join(FORMATS)}")
    if name is None:
        return FORMATS[detect(path)].read(os.fspath(path))
    return _as_named(path, name)


def _as_named(path: str | Path, name: str) -> Iterator[Conversation]:
    """A file in the format that a user named; where nothing is found in it, with the format that it seems to be in."""
    head(path)  # an empty file is told as such, whatever its format was said to be
    try:
        yield from FORMATS[name].read(os.fspath(path))
    except LogError as e:
        seems = next((other for other, reader in FORMATS.items() if reader.recognises(head(path))), name)
        if seems == name:
            raise
        raise LogError(f"{e}. It looks like {seems}: leave out --format {name}, and it is read as that.") from None


def _distinct(conversations: Iterable[Conversation], taken: set[str]) -> Iterator[Conversation]:
    """The conversations under ids that are not taken yet: the second ``a`` becomes ``a-2``."""
    for conv in conversations:
        name, number = conv.id, 1
        while name in taken:
            number += 1
            name = f"{conv.id}-{number}"
        taken.add(name)
        yield conv if name == conv.id else replace(conv, id=name)


def _distinct_files(given: Iterable[Path], skip: OnSkip) -> Iterator[tuple[Path, bool]]:
    """Every file once, and whether it was named itself."""
    seen: set[str] = set()
    for path in given:
        is_folder = os.path.isdir(path)  # noqa: PTH112  (Path.is_dir raises on odd names in 3.11)
        for file in _files_below(path, skip) if is_folder else (path,):
            real = os.path.abspath(os.path.realpath(file)) if "\0" not in str(file) else str(file)  # noqa: PTH100
            if real not in seen:
                seen.add(real)
                yield file, not is_folder


def _files_below(folder: Path, skip: OnSkip) -> list[Path]:
    def unreadable(e: OSError) -> None:
        skip(shown(e.filename), f"the folder cannot be read ({e.strerror})")

    found: list[Path] = []
    for here, folders, names in os.walk(folder, onerror=unreadable):
        names, folders[:] = session_files(
            [name for name in names if not name.startswith(".")], [name for name in folders if not name.startswith(".")]
        )
        found += [Path(here, name) for name in names]
    found = [f for f in found if not f.name.endswith(CARD)]
    usable = [f for f in sorted(found) if plain_name(f).suffix.lower() in SUFFIXES]
    for file in sorted(set(found) - set(usable)):
        skip(shown(file), f"its name does not end in {', '.join(SUFFIXES)} (or these with {', '.join(PACKED)})")
    return usable


def _warn(path: str, why: str) -> None:
    warnings.warn(f"{path} was skipped: {why}", stacklevel=4)
