"""Long results of tools, of which only both ends are held while somebody has asked for that.

A file that was read or the log of a build is most of what a session weighs. Rules ask for none of its values (``LONGEST_RESULT``), only
for what its error lines say, and those stand at its ends. Products cut it before the model sees it, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from harness.schema import Role, Turn

_END = 1_500  # characters that are held of its beginning, and of its end
_longest: ContextVar[int | None] = ContextVar("longest", default=None)


@contextmanager
def ends_only(longest: int | None) -> Iterator[None]:
    """While this is open, of a result with more than ``longest`` characters only both ends are read (None: all of it)."""
    token = _longest.set(longest)
    try:
        yield
    finally:
        _longest.reset(token)


def excerpt(text: str) -> tuple[str, int]:
    """A result's text as it is held, and how many characters shorter that is."""
    longest = _longest.get()
    if longest is None or len(text) <= max(longest, 3 * _END):
        return text, 0
    held = f"{text[:_END]}\n[… {len(text) - 2 * _END:,} characters left out …]\n{text[-_END:]}"
    return held, len(text) - len(held)


def placed(turn: Turn, index: int) -> Turn:
    """A turn at its place in the conversation, the result of a tool as it is held."""
    if turn.role is not Role.TOOL:
        return replace(turn, index=index)
    text, omitted = excerpt(turn.text)
    return replace(turn, index=index, text=text, omitted=turn.omitted + omitted)
