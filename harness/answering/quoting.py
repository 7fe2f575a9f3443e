"""A few short passages of a context, best first: an answer in the words of the context."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from harness.answering.index import Index
from harness.answering.ranking import Scored

_LONGEST = 1_200  # characters in all
_PASSAGES = 5
_CLOSE = 0.4  # a unit joins at this share of the best score
_GAP = 160  # a sentence of at most so many characters between two chosen ones of a turn is quoted too
_CALL = 0.6  # a tool call asks; what it found is the answer


def quote(index: Index, ranked: Sequence[Scored]) -> str:
    """The best units, as passages of whole sentences in the order of the context, the best passage first."""
    scored = sorted(((s.score * (_CALL if s.unit.text.startswith("→") else 1.0), s.unit.place) for s in ranked), reverse=True)
    chosen: dict[int, float] = {}
    left = _LONGEST
    for score, place in scored:
        if score < _CLOSE * scored[0][0]:
            break
        size = len(index.units[place].text) + 1
        if size <= left or not chosen:
            chosen[place] = score
            left -= size
    windows = sorted(_windows(index, sorted(chosen)), key=lambda w: -max(chosen.get(p, 0.0) for p in w))
    return "\n".join(index.units[p].text for window in windows[:_PASSAGES] for p in window)


def _windows(index: Index, places: Sequence[int]) -> list[list[int]]:
    """Runs of units that follow one another, over a short gap within a turn too."""
    runs = [[places[0]]]
    for a, b in pairwise(places):
        units = index.units
        if b == a + 1 and units[a].is_turn:
            runs[-1].append(b)
        elif b == a + 2 and units[a].group == units[b].group and len(units[a + 1].text) <= _GAP:
            runs[-1] += (a + 1, b)
        else:
            runs.append([b])
    return runs
