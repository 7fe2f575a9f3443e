"""A few short passages of a context, best first: an answer in the words of the context."""

from __future__ import annotations

from collections.abc import Sequence

from harness.answering.index import Index
from harness.answering.ranking import Scored

_LONGEST, _WINDOW = 1_200, 420  # characters in all, and of one passage
_PASSAGES = 5
_CLOSE = 0.3  # a passage joins at this share of the best score
_CALL = 0.6  # a tool call asks; what it found is the answer


def quote(index: Index, ranked: Sequence[Scored]) -> str:
    """The best turns (or lines), each as the whole sentences around its best one; the best sentence stands first."""
    scored = sorted(
        ((s.score * (_CALL if s.unit.text.startswith("→") else 1.0), s.unit.place) for s in ranked), reverse=True
    )
    windows: list[list[int]] = []
    left = _LONGEST
    taken: set[int] = set()
    for score, place in scored:
        if score < _CLOSE * scored[0][0] or len(windows) == _PASSAGES:
            break
        if place in taken:
            continue
        window = _window(index, place, min(_WINDOW, left), taken)
        left -= sum(len(index.units[p].text) + 1 for p in window)
        taken.update(window)
        windows += [window] if window else []
    return "\n".join(index.units[p].text for window in windows for p in window)


def _window(index: Index, place: int, limit: int, taken: set[int]) -> list[int]:
    """A unit and what stands around it in its turn, as long as that is short; what follows goes first."""
    units = index.units
    room = limit - len(units[place].text)
    if room < 0 and taken:
        return []
    first = last = place
    while units[place].is_turn:
        after = last + 1 < len(units) and units[last + 1].group == units[place].group and last + 1 not in taken
        before = first > 0 and units[first - 1].group == units[place].group and first - 1 not in taken
        if after and len(units[last + 1].text) <= room and (not before or last - place <= place - first):
            last += 1
            room -= len(units[last].text) + 1
        elif before and len(units[first - 1].text) <= room:
            first -= 1
            room -= len(units[first].text) + 1
        elif after and len(units[last + 1].text) <= room:
            last += 1
            room -= len(units[last].text) + 1
        else:
            break
    return list(range(first, last + 1))
