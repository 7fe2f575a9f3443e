"""A few short passages of a context, best first: an answer in the words of the context."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from harness.answering.index import Index
from harness.answering.ranking import Scored

_LONGEST = 1_200  # characters in all
_PASSAGES = 5
_CLOSE = 0.45  # a unit joins at this share of the best score


def quote(index: Index, ranked: Sequence[Scored]) -> str:
    """The best units with what stands between and beside them, as passages of whole sentences."""
    chosen: dict[int, float] = {}
    left = _LONGEST
    for s in ranked:
        if s.score < _CLOSE * ranked[0].score:
            break
        for place in _beside(index, s.unit.place):
            size = len(index.units[place].text) + 1
            if place not in chosen and (size <= left or not chosen):
                chosen[place] = s.score if place == s.unit.place else 0.0
                left -= size
    windows = sorted(_windows(index, sorted(chosen)), key=lambda w: -max(chosen[p] for p in w))
    return "\n".join(index.units[p].text for window in windows[:_PASSAGES] for p in window)


def _beside(index: Index, place: int) -> Iterator[int]:
    """A unit, then the sentences beside it in its turn."""
    yield place
    group = index.units[place].group
    for other in (place + 1, place - 1):
        if 0 <= other < len(index.units) and index.units[other].group == group and index.units[other].is_turn:
            yield other


def _windows(index: Index, places: Sequence[int]) -> list[list[int]]:
    """Runs of units that follow one another."""
    runs = [[places[0]]]
    for a, b in pairwise(places):
        if b == a + 1:
            runs[-1].append(b)
        else:
            runs.append([b])
    return runs
