"""A compactor of the user's own, named as ``package.module:object``."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from harness.errors import SettingsError
from harness.ports import Compactor


def load_compactor(name: str, folder: Path) -> Compactor:
    """Import the object; modules in ``folder`` are found too. A class is made without arguments.

    Raises SettingsError that says what is missing.
    """
    module, _, attribute = name.partition(":")
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    try:
        found = getattr(importlib.import_module(module), attribute)
        found = found() if isinstance(found, type) else found
    except Exception as error:  # whatever the user's module raises is told, not shown as our traceback
        raise SettingsError(f"compactor: {name} cannot be loaded ({type(error).__name__}: {error}).") from None
    if not isinstance(found, Compactor):
        raise SettingsError(f"compactor: {name} is no compactor: it needs `name` and `fold(request)`.")
    return found
