"""Which items go into a request (DESIGN: memory): constraints always and all; failures only when the same tool is in use; decisions
by similarity to the request; facts by similarity and recency; under a token budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from harness.errors import MemoryBudgetError
from harness.memory.item import Confidence, ItemKind, MemoryItem
from harness.memory.similarity import Lexical, Similarity
from harness.tokens import TokenCounter

_RECENCY = 0.15  # what being the newest adds to a fact's similarity
_INFERRED = 0.9  # an inferred item counts this much of a stated one
_LEAST = 0.12  # similarity below which an item has nothing to do with the request
_MOST = 512  # items that are looked at for a request, best first
_OVERHEAD = 2  # tokens of the bullet and the line break of an item


@dataclass(frozen=True)
class Selection:
    """What is put back: ``constraints`` do not depend on the request and come early in the context, ``chosen`` come last, most
    fitting first. ``tokens`` is the size of both."""

    constraints: tuple[MemoryItem, ...]
    chosen: tuple[MemoryItem, ...]
    tokens: int

    @property
    def items(self) -> tuple[MemoryItem, ...]:
        """All that is put back."""
        return (*self.constraints, *self.chosen)


class Selector:
    """Items that hold now, made ready once for many requests. ``similar`` makes the similarity (lexical by default)."""

    def __init__(
        self,
        items: Iterable[MemoryItem],
        counter: TokenCounter,
        budget: int,
        similar: Callable[[Sequence[str]], Similarity] = Lexical,
    ) -> None:
        held = list(items)
        self._constraints = tuple(i for i in held if i.kind is ItemKind.CONSTRAINT)
        said = {i.plain for i in self._constraints}
        self._others = [i for i in held if i.kind is not ItemKind.CONSTRAINT and i.plain not in said]
        self._counter = counter
        self._sizes: dict[str, int] = {}
        self._budget = budget
        self._similarity = similar([i.text for i in self._others])
        self._prepare()
        self._fixed = sum(map(self._size, self._constraints))

    @property
    def fixed(self) -> int:
        """Tokens of the constraints, which stand in every request."""
        return self._fixed

    def select(self, request: str, tool: str | None = None) -> Selection:
        """The items for a request; ``tool`` is the tool in use.

        Raises MemoryBudgetError where the constraints alone pass the budget: they are never cut.
        """
        if self._fixed > self._budget:
            raise MemoryBudgetError(
                f"The {len(self._constraints)} constraints that hold take {self._fixed} tokens, more than the memory budget of "
                f"{self._budget}; raise the budget, or delete constraints that no longer matter."
            )
        left = self._budget - self._fixed
        chosen: list[MemoryItem] = []
        said: set[str] = set()
        for item in self._ranked(request, tool):
            size = self._size(item)
            if item.plain not in said and size <= left:
                chosen.append(item)
                said.add(item.plain)
                left -= size
            if left < 2 * _OVERHEAD:
                break
        return Selection(self._constraints, tuple(chosen), self._budget - left)

    def _ranked(self, request: str, tool: str | None) -> list[MemoryItem]:
        scores = self._similarity.scores(request)
        values = np.where(
            (scores >= _LEAST) & ~self._failure, scores * self._weight + np.minimum(scores, 1.0) * self._recent, 0.0
        )
        for i in self._by_tool.get(tool.casefold(), ()) if tool else ():
            values[i] = scores[i] + 1
        found = np.flatnonzero(values)
        if len(found) > _MOST:
            found = found[np.argpartition(-values[found], _MOST)[:_MOST]]
        order = np.lexsort((found, -self._turns[found], -values[found]))
        return [self._others[i] for i in found[order]]

    def _prepare(self) -> None:
        """What a selection needs of each item, as arrays."""
        items = self._others
        self._turns = np.array([i.source_turn for i in items], dtype=float)
        newest = max(float(self._turns.max(initial=0)), 1.0)
        self._failure = np.array([i.kind is ItemKind.FAILURE for i in items], dtype=bool)
        self._weight = np.array([1.0 if i.confidence is Confidence.STATED else _INFERRED for i in items])
        self._recent = np.array([i.kind is ItemKind.FACT for i in items], dtype=float) * _RECENCY * self._turns / newest
        self._by_tool: dict[str, list[int]] = {}
        for n, item in enumerate(items):
            if item.kind is ItemKind.FAILURE and item.tool:
                self._by_tool.setdefault(item.tool.casefold(), []).append(n)

    def _size(self, item: MemoryItem) -> int:
        if item.id not in self._sizes:
            self._sizes[item.id] = self._counter.count(item.text) + _OVERHEAD
        return self._sizes[item.id]
