"""The error tree. Each branch knows its exit code; the command line prints the message and nothing else.

    AfterfoldError
    ├── UsageError            2   wrong arguments, settings, files or formats: the user can mend it
    │   ├── SettingsError         an unknown or impossible setting
    │   ├── LogError              a log that cannot be read
    │   ├── ProbeError            a probe file that cannot be read, or that does not fit the log
    │   ├── TableError            a table of foreign outcomes that cannot be read
    │   ├── UnlikeError           two runs that must not be compared
    │   ├── RunFolderError        a run folder that is missing, torn or of another version
    │   ├── OutputError           a file or folder that cannot be written where it was asked for
    │   ├── MemoryItemError       a memory item, or a store of them, that is not what it should be
    │   └── MemoryBudgetError     constraints that alone pass the memory budget
    ├── BrokenOffError      130   a person, or the end of the input, broke off what was asked; what was decided is kept
    └── CannotRunError        4   the run could not be done: nothing was measured
        ├── StoreError            a call store that is damaged or of another version
        ├── MissError             a call that no recording answers
        ├── BudgetError           the limit on cost or calls is reached; what came back is saved
        └── ModelError            a server that refuses all calls: key, address, model name

Exit codes: 0 pass · 1 fail · 2 usage · 3 inconclusive · 4 could not run · 130 interrupted.
"""

from __future__ import annotations

import errno

_PLAIN = {
    errno.ENOENT: "there is no such file or folder",
    errno.EISDIR: "it is a folder and not a file",
    errno.ENOTDIR: "a part of the path is a file and not a folder",
    errno.EEXIST: "a file of this name is there already",
    errno.ENOTEMPTY: "it is a folder that is not empty",
    errno.EACCES: "you have no permission for it",
    errno.EPERM: "you have no permission for it",
    errno.EROFS: "the disk is read-only",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EFBIG: "the file would be larger than is allowed",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "its links lead round in a circle",
    errno.EBUSY: "another program is using it",
    errno.EMFILE: "too many files are open",
    errno.EIO: "the disk reports a fault",
    errno.ENOEXEC: "it is no program",
}
_SAMPLE = 1 << 16  # bytes by which an encoding is guessed


def plainly(error: OSError | UnicodeDecodeError) -> str:
    """Why a file cannot be read or written, in plain words, as the rest of a sentence; for text in another encoding with what to do."""
    if isinstance(error, UnicodeDecodeError):
        return f"it is not written in UTF-8{other_encoding(error.object[:_SAMPLE])}; save it as UTF-8"
    return _PLAIN.get(error.errno or 0) or (error.strerror or type(error).__name__).lower()


def other_encoding(raw: bytes) -> str:
    """A guess in words at the encoding of text that is not UTF-8, or nothing: Korean files from Windows are often in CP949."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return " but in UTF-16 (`iconv -f UTF-16 -t UTF-8`)"
    text = raw.decode("cp949", "replace")
    hangul = sum("가" <= c <= "힣" for c in text)
    return " but probably in CP949 (`iconv -f CP949 -t UTF-8`)" if hangul > 4 * text.count("\ufffd") else ""


class AfterfoldError(Exception):
    """Base of all errors that a user is told about in one sentence."""

    exit_code = 4


class UsageError(AfterfoldError):
    """What was asked cannot be done as asked; the message says what to change."""

    exit_code = 2


class SettingsError(UsageError):
    """An unknown key, or a value out of its range."""


class LogError(UsageError):
    """A log that cannot be read at all."""


class ProbeError(UsageError):
    """A probe file that cannot be read, or that does not belong to the log."""


class TableError(UsageError):
    """A table of foreign outcomes that cannot be read, or that lacks a column."""


class UnlikeError(UsageError):
    """Two runs that differ in what they measure, so that a difference would mean nothing."""


class RunFolderError(UsageError):
    """A run folder that is missing, incomplete or written by another version."""


class OutputError(UsageError):
    """A file or folder that cannot be written where it was asked for: the path is of the wrong kind, or not permitted."""


class BrokenOffError(AfterfoldError):
    """What a person was asked was broken off before its end; what was decided until then is kept."""

    exit_code = 130


class CannotRunError(AfterfoldError):
    """The run could not be carried out."""

    exit_code = 4


class MemoryItemError(UsageError):
    """A memory item, or a store of them, that is not what it should be."""


class MemoryBudgetError(UsageError):
    """The constraints that must stand in every request pass the memory budget by themselves."""


class StoreError(CannotRunError):
    """A call store that is damaged, locked or written by another version."""


class MissError(CannotRunError):
    """A call that no recording answers, in replay mode."""


class BudgetError(CannotRunError):
    """The limit on cost or calls is reached; everything that came back is saved."""


class ModelError(CannotRunError):
    """A server that refuses every call: wrong key, address or model name."""
