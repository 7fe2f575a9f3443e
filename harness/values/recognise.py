"""All values of a text, in order and without overlap."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from harness.values.model import ALL_KINDS, Value, ValueKind


def find(text: str, *, kinds: Collection[ValueKind] = ALL_KINDS, anchor: datetime | None = None) -> tuple[Value, ...]:
    """The typed values of ``text``."""
    return ()
