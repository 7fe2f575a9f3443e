"""Statements of a summary that its log does not carry: typed values without a source, whether or not a probe asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from harness.language import normalise, sentences
from harness.schema import Passage
from harness.values import Match, TimeValue, Value, ValueKind, compare, find


class Source:
    """What had been said when a fold happened, ready to be searched for values."""

    def __init__(self, said: Iterable[Passage]) -> None:
        passages = list(said)
        self._text = normalise("\n".join(p.text for p in passages))
        times = [p.time for p in passages if p.time]
        self._days = {(t.month, t.day) for t in times}
        self._clocks = {(t.hour, t.minute) for t in times}

    @cached_property
    def _values(self) -> dict[ValueKind, tuple[Value, ...]]:
        distinct: dict[tuple[ValueKind, object], Value] = {(v.kind, v.normal): v for v in find(self._text)}
        return {kind: tuple(v for v in distinct.values() if v.kind is kind) for kind in ValueKind}

    def says(self, sentence: str) -> bool:
        """Whether a sentence stands there word for word."""
        return normalise(sentence).strip("-•* ") in self._text

    def carries(self, value: Value) -> bool:
        """Whether a value stands there, literally or as an equal value; one that says less or more than the source agrees too."""
        if normalise(value.text) in self._text:
            return True
        agreeing = (Match.EQUAL, Match.FINER, Match.COARSER)
        if any(compare(own.normal, value.normal) in agreeing for own in self._values[value.kind]):
            return True
        return isinstance(value.normal, TimeValue) and self._is_a_turn(value.normal)

    def _is_a_turn(self, time: TimeValue) -> bool:
        """Whether a time is that of a turn: its headers carry dates and clocks that no turn says."""
        days = {d for d in self._days if time.day == d[1] and time.month in (None, d[0])}
        clock = (time.hour, time.minute or 0) in self._clocks
        return (bool(days) or not time.has_date) and (clock or not time.has_clock) and (time.has_date or time.has_clock)


def unsupported(summary: Sequence[Passage], source: Source) -> list[str]:
    """The typed values of a summary that its source does not carry, as they are written, each with its sentence."""
    found = []
    for passage in summary:
        for sentence in sentences(passage.text):
            if not source.says(sentence):
                found += [f"{v.text} — {sentence}" for v in find(sentence) if not source.carries(v)]
    return found
