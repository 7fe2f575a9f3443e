"""The error tree. Each branch knows its exit code; the command line prints the message and nothing else.

    AfterfoldError
    ├── UsageError            2   wrong arguments, settings, files or formats: the user can mend it
    │   ├── SettingsError         an unknown or impossible setting
    │   ├── LogError              a log that cannot be read
    │   ├── ProbeError            a probe file that cannot be read, or that does not fit the log
    │   ├── TableError            a table of foreign outcomes that cannot be read
    │   ├── UnlikeError           two runs that must not be compared
    │   ├── MemoryItemError       a memory item, or a store of them, that is not what it should be
    │   └── MemoryBudgetError     constraints that alone pass the memory budget
    └── CannotRunError        4   the run could not be done: nothing was measured
        ├── RunFolderError        a run folder that is missing, torn or of another version
        ├── StoreError            a call store that is damaged or of another version
        ├── MissError             a call that no recording answers
        ├── BudgetError           the limit on cost or calls is reached; what came back is saved
        └── ModelError            a server that refuses all calls: key, address, model name

Exit codes: 0 pass · 1 fail · 2 usage · 3 inconclusive · 4 could not run · 130 interrupted.
"""

from __future__ import annotations


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


class CannotRunError(AfterfoldError):
    """The run could not be carried out."""

    exit_code = 4


class RunFolderError(CannotRunError):
    """A run folder that is missing, incomplete or written by another version."""


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
