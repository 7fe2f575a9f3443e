"""A context cut into units (sentences and lines) and indexed for questions: for each term, the units that hold it.

Passages with a role are turns, raw or in transcript form, and are treated alike: neighbours there are neighbours in the
conversation. A passage without a role is a line of a summary, whose neighbours may have been said far apart.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from harness.language import sentences, term_cache
from harness.schema import Passage
from harness.values import TimeValue

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

# How much a word counts for a unit that does not hold it itself: when the sentence beside it in the same turn does,
# another sentence of the turn, the turn before or after, the second turn before or after. Replies follow what they answer.
_BESIDE, _SAME_TURN = 0.7, 0.5
_AFTER, _BEFORE, _SECOND_AFTER, _SECOND_BEFORE = 0.55, 0.35, 0.35, 0.15
_REPLY = 0.8  # of the turn before, if that asks: "what time for the switchover?", "21:30 works"
_LINE_BESIDE = 0.15  # of the line of a summary before or after
_MANY = 12  # in a turn of more units than this (a file, a log) only what stands near counts
_FAR_IN_LONG = 0.3


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence of a context: its passage, the number of the passage, and its own place among all units."""

    text: str
    passage: Passage
    group: int
    place: int

    @property
    def is_turn(self) -> bool:
        """Whether the unit comes from a turn (not from a summary's free text)."""
        return self.passage.role is not None

    @property
    def asks(self) -> bool:
        """Whether the unit is a question."""
        return self.text.rstrip("\"')” ").endswith("?")


class Index:
    """Units of a context and, for each term, where it stands. ``len(units)`` may be 0."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self.units = list(_units(passages))
        self.groups = np.array([u.group for u in self.units], dtype=np.int32)
        self._vocabulary: dict[str, int] = {}
        self._days: NDArray[np.int16] | None = None
        self._fill()
        self._shape()

    def _fill(self) -> None:
        """The postings, in compressed rows: units of term i are ``_places[_starts[i]:_starts[i + 1]]``, each once."""
        ids_of = term_cache(self._vocabulary)
        rows = [sorted(set(ids_of(u.text))) for u in self.units]
        lengths = np.fromiter(map(len, rows), dtype=np.int32, count=len(rows))
        flat = np.fromiter((i for row in rows for i in row), dtype=np.int32, count=int(lengths.sum()))
        places = np.repeat(np.arange(len(rows), dtype=np.int32), lengths)
        self._places: Ints = places[np.argsort(flat, kind="stable")]
        counts = np.bincount(flat, minlength=len(self._vocabulary))
        self._starts = np.concatenate(([0], np.cumsum(counts)))

    def _shape(self) -> None:
        n = int(self.groups[-1]) + 1 if self.units else 0
        self._turn = np.zeros(n, dtype=bool)
        self._turn[self.groups] = [u.is_turn for u in self.units]
        sizes = np.bincount(self.groups, minlength=n) if n else np.zeros(0, dtype=np.int64)
        asked = np.zeros(n, dtype=bool)
        asked[[u.group + 1 for u in self.units if u.asks and u.group + 1 < n]] = True
        self._after: Floats = np.where(self._turn, np.where(asked, _REPLY, _AFTER), _LINE_BESIDE).astype(np.float32)
        self._within: Floats = np.where(sizes > _MANY, _FAR_IN_LONG, _SAME_TURN).astype(np.float32)

    def until(self, passages: int) -> Index:
        """The index of the first ``passages`` alone, without reading them again."""
        part = copy(self)
        count = self.place(passages)
        part.units, part.groups = self.units[:count], self.groups[:count]
        if self._days is not None:
            part._days = self._days[:count]
        n = int(part.groups[-1]) + 1 if count else 0
        part._turn, part._after, part._within = self._turn[:n], self._after[:n], self._within[:n]
        return part

    def has(self, term: str) -> bool:
        """Whether any unit holds the term."""
        return self.places(term).size > 0

    def places(self, term: str) -> Ints:
        """The units that hold a term, in order."""
        known = self._vocabulary.get(term)
        if known is None:
            return np.zeros(0, dtype=np.int32)
        held = self._places[self._starts[known] : self._starts[known + 1]]
        return held[: np.searchsorted(held, len(self.units))]

    def on(self, day: TimeValue) -> Floats:
        """1 for the units of turns that were said on a day, as far as it is stated; 0 for others and without times."""
        wanted = (day.month, day.day, day.weekday)
        if self._days is None:
            self._days = np.array([_day(u.passage) for u in self.units], dtype=np.int16).reshape(-1, 3)
        said = [self._days[:, i] == part for i, part in enumerate(wanted) if part is not None]
        held: Floats = np.logical_and.reduce(said).astype(np.float32)
        return held

    def idf(self, terms: Sequence[str]) -> float:
        """How rare the rarest of the terms is; one that the context holds once is as rare as one it lacks."""
        n = len(self.units)
        seen = max(1, min((len(self.places(t)) for t in terms), default=0))
        return float(np.log(1 + (n - seen + 0.5) / (seen + 0.5)))

    def place(self, group: int) -> int:
        """The place of a group's first unit; ``len(units)`` past the end."""
        return int(np.searchsorted(self.groups, group))

    def spread(self, held: Floats) -> Floats:
        """What a word counts for each unit, given how far each unit itself holds it (0 to 1)."""
        if not held.any():
            return held
        out = held.copy()
        same = self.groups[1:] == self.groups[:-1]
        _raise(out[1:], held[:-1] * np.where(same, _BESIDE, 0.0))
        _raise(out[:-1], held[1:] * np.where(same, _BESIDE, 0.0))
        by_group = np.zeros(len(self._turn), dtype=np.float32)
        np.maximum.at(by_group, self.groups[held > 0], held[held > 0])
        around = self._within * by_group
        _raise(around[1:], by_group[:-1] * self._after[1:])
        _raise(around[2:], by_group[:-2] * np.where(self._turn[2:], _SECOND_AFTER, 0.0))
        for step, turn, line in ((1, _BEFORE, _LINE_BESIDE), (2, _SECOND_BEFORE, 0.0)):
            _raise(around[:-step], by_group[step:] * np.where(self._turn[:-step], turn, line))
        _raise(out, around[self.groups])
        return out


def _day(passage: Passage) -> tuple[int, int, int]:
    time = passage.time
    return (time.month, time.day, time.weekday()) if time else (0, 0, -1)


def _raise(target: Floats, values: NDArray[np.floating]) -> None:
    np.maximum(target, values, out=target, casting="same_kind")


def _units(passages: Iterable[Passage]) -> Iterator[Unit]:
    place = 0
    for group, passage in enumerate(passages):
        # Decomposed Hangul would escape every pattern; a zero-width space marks escaped headers of the transcript form.
        text = unicodedata.normalize("NFC", passage.text).replace("\u200b", "")
        for sentence in sentences(text):
            yield Unit(sentence, passage, group, place)
            place += 1
