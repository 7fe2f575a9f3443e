"""Long results of tools, of which only both ends are held while somebody has asked for that.

A file that was read or the log of a build is most of what a session weighs, and nobody can say which of its values mattered: rules write
no probe from one (see ``harness.probing.tools``). Products cut it before the model sees it, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from harness.schema import Role, Turn

LONGEST = 6_000  # characters of a result above which it is a dump, to the rules as well
_END = 1_500  # characters that are held of its beginning, and of its end
_longest: ContextVar[int | None] = ContextVar("longest", default=None)


@contextmanager
def ends_only(longest: int | None = LONGEST) -> Iterator[None]:
    """While this is open, of a result with more than ``longest`` characters only both ends are read (None: all of it)."""
    token = _longest.set(longest)
    try:
        yield
    finally:
        _longest.reset(token)


def excerpt(text: str) -> tuple[str, int]:
    """A result's text as it is held, and how many characters of it are not."""
    longest = _longest.get()
    if longest is None or len(text) <= max(longest, 3 * _END):
        return text, 0
    omitted = len(text) - 2 * _END
    return f"{text[:_END]}\n[… {omitted:,} characters left out …]\n{text[-_END:]}", omitted


def placed(turn: Turn, index: int) -> Turn:
    """A turn at its place in the conversation, the result of a tool as it is held."""
    if turn.role is not Role.TOOL:
        return replace(turn, index=index)
    text, omitted = excerpt(turn.text)
    return replace(turn, index=index, text=text, omitted=turn.omitted + omitted)
