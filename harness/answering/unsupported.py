"""Statements of a summary that its log does not carry: typed values without a source, whether or not a probe asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property
from itertools import accumulate

from harness.language import normalise, sentences
from harness.schema import Passage
from harness.values import Match, TimeValue, Value, ValueKind, compare, find


class Source:
    """What had been said when a fold happened, ready to be searched for values. ``until`` gives what had been said earlier without
    reading it again: a log is read once for all of its folds."""

    def __init__(self, said: Iterable[Passage]) -> None:
        passages = list(said)
        parts = [normalise(p.text) for p in passages]
        self._parts = parts
        self._text = " ".join(filter(None, parts))
        lengths = [len(part) + 1 if part else 0 for part in parts]
        self._ends = [0, *accumulate(lengths)]
        self._times = [p.time for p in passages]
        self._found: dict[int, tuple[Value, ...]] = {}
        self._count = len(passages)

    def until(self, count: int) -> Source:
        """The first ``count`` passages alone."""
        earlier = copy(self)
        earlier._count = count
        earlier.__dict__.pop("_values", None)
        return earlier

    @cached_property
    def _values(self) -> dict[ValueKind, tuple[Value, ...]]:
        distinct: dict[tuple[ValueKind, object], Value] = {
            (v.kind, v.normal): v for i in range(self._count) for v in self._values_of(i)
        }
        return {kind: tuple(v for v in distinct.values() if v.kind is kind) for kind in ValueKind}

    def _values_of(self, passage: int) -> tuple[Value, ...]:
        if passage not in self._found:
            self._found[passage] = find(self._parts[passage])
        return self._found[passage]

    def _holds(self, text: str) -> bool:
        return self._text.find(text, 0, max(0, self._ends[self._count] - 1)) >= 0

    def says(self, sentence: str) -> bool:
        """Whether a sentence stands there word for word."""
        return self._holds(normalise(sentence).strip("-•* "))

    def carries(self, value: Value) -> bool:
        """Whether a value stands there, literally or as an equal value; one that says less or more than the source agrees too."""
        if self._holds(normalise(value.text)):
            return True
        agreeing = (Match.EQUAL, Match.FINER, Match.COARSER)
        if any(compare(own.normal, value.normal) in agreeing for own in self._values[value.kind]):
            return True
        return isinstance(value.normal, TimeValue) and self._is_a_turn(value.normal)

    def _is_a_turn(self, time: TimeValue) -> bool:
        """Whether a time is that of a turn: its headers carry dates and clocks that no turn says."""
        said = [t for t in self._times[: self._count] if t]
        days = any(time.day == t.day and time.month in (None, t.month) for t in said)
        clock = any((time.hour, time.minute or 0) == (t.hour, t.minute) for t in said)
        return (days or not time.has_date) and (clock or not time.has_clock) and (time.has_date or time.has_clock)


def unsupported(summary: Sequence[Passage], source: Source) -> list[str]:
    """The typed values of a summary that its source does not carry, as they are written, each with its sentence."""
    found = []
    for passage in summary:
        for sentence in sentences(passage.text):
            if not source.says(sentence):
                found += [f"{v.text} — {sentence}" for v in find(sentence) if not source.carries(v)]
    return found
