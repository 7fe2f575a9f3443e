"""Conversations evaluated side by side in processes of their own, where the system can fork; the results come in order."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_work: list[Any] = []  # what a forked process works on; it inherits it, so that nothing needs to be sent to it


def processes(jobs: int, items: int) -> int:
    """How many processes work on so many items: up to ``jobs`` (0: as many as there are cores), and one, this one, where the system
    cannot fork."""
    return min(jobs or os.cpu_count() or 1, items) if sys.platform == "linux" else 1


def in_order(function: Callable[[T], R], items: Sequence[T], count: int) -> Iterator[R]:
    """``function`` of every item, in the order of the items, in ``count`` processes; below two in this one. From other processes the
    results must be picklable."""
    if count < 2:
        yield from map(function, items)
        return
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(count, context, _begin, (function, items)) as pool:
        yield from pool.map(_one, range(len(items)))


def _begin(function: Callable[[Any], Any], items: Sequence[Any]) -> None:
    _work[:] = [function, items]


def _one(index: int) -> Any:
    function, items = _work
    return function(items[index])
