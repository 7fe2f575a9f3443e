"""Afterfold: what does an assistant still know after its conversation has been compacted?"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.reporting.frames import LoadedRun

__version__ = "0.1.0"


def load_run(path: str | PathLike[str]) -> LoadedRun:
    """A run folder for notebooks: ``load_run(path).decay()`` and ``.outcomes()`` are DataFrames (columns: docs/report.md).

    Raises ``harness.errors.RunFolderError`` where the folder is missing, unfinished or damaged.
    """
    from pathlib import Path

    from harness.reporting.frames import load_run as load

    return load(Path(path))
