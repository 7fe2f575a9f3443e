"""Places to write to: whether a file or folder can be written there, said before work is done for it, and said in plain words."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.errors import OutputError, plainly

DISK = frozenset(
    (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
)  # no fault of the path: another would not mend it


def check_file(path: Path) -> None:
    """Raises OutputError where no file can be written to ``path``: it is a folder or a device, or its folder cannot be made or
    written. What is missing of its folders will be made."""
    if path.is_dir() or not path.name:
        raise OutputError(f"{path}: cannot be written, because it is a folder and not a file; name a file in it.")
    if path.exists() and not path.is_file():
        raise OutputError(f"{path}: cannot be written, because it is a device and not a file; name a file.")
    _check_above(path, path.parent)


def check_folder(path: Path) -> None:
    """Raises OutputError where no files can be written into the folder ``path``, or where it cannot be made."""
    _check_above(path, path)


def _check_above(path: Path, folder: Path) -> None:
    above = next((p for p in (folder, *folder.parents) if os.path.lexists(p)), Path())
    if not above.is_dir():
        which = "it" if above == path else str(above)
        raise OutputError(
            f"{path}: cannot be written, because {which} is a file and not a folder; name another place, or move that file."
        )
    if not os.access(above, os.W_OK | os.X_OK):
        raise OutputError(
            f"{path}: cannot be written, because you have no permission to write into {above}; name another place."
        )


def make_folder(path: Path) -> None:
    """Make a folder, with those above it. Raises OutputError where that cannot be done."""
    check_folder(path)
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Tell what stands in the way of writing ``path`` as OutputError. A full disk stays the OSError that it is."""
    try:
        yield
    except OSError as error:
        if error.errno in DISK:
            raise
        why = "its folder takes no new files" if error.errno == errno.ENOENT else plainly(error)
        raise OutputError(f"{path}: cannot be written, because {why}; name another place.") from None
