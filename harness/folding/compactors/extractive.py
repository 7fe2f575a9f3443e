"""The embedded compactor: picks sentences under a token budget and keeps their wording and order.

A sentence scores by centrality (how much of what is said elsewhere it shares), recency, and the information types that the
prompt's preserve list asks for: a type whose line is taken out of the prompt loses its bonus, so prompts can be compared
offline. It can neither paraphrase nor distort; what it says about a prompt is a smoke test, not a verdict on a model.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from harness.categories import Categories, Category, builtin
from harness.folding.context import spoken
from harness.language import sentences, terms
from harness.schema import FoldPrompt, FoldRequest, FoldResult, Role, Turn
from harness.tokens import TokenCounter
from harness.values import ValueKind, find

_CENTRALITY, _RECENCY, _CUE, _CARRIED = 1.0, 0.6, 0.55, 0.5
_SHORTEST = 12  # characters; below that a sentence is "ok" or "thanks"


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    carried: bool
    tool: bool


@dataclass(frozen=True)
class Extractive:
    """See the module. ``categories`` give the cues; ``counter`` measures the budget."""

    counter: TokenCounter
    categories: Categories = field(default_factory=builtin)
    name: str = "extractive"

    def fold(self, request: FoldRequest) -> FoldResult:
        """The best lines of the previous summary and the new turns, in their order."""
        lines = list(dict.fromkeys([*_carried(request.previous), *_spoken(request.turns)]))
        scores = self._scores(lines, request.prompt)
        return FoldResult("\n".join(self._select(lines, scores, request.budget)))

    def _scores(self, lines: Sequence[_Line], prompt: FoldPrompt) -> list[float]:
        asked = [c for c in self.categories.values() if any(c.asked_for_by(p) for p in prompt.preserve)]
        central = _centrality([line.text for line in lines])
        newest = max(1, len(lines) - 1)
        return [
            _CENTRALITY * c + _RECENCY * i / newest + _CUE * self._cues(line, asked) + (_CARRIED if line.carried else 0.0)
            for i, (line, c) in enumerate(zip(lines, central, strict=True))
        ]

    @staticmethod
    def _cues(line: _Line, asked: Sequence[Category]) -> float:
        kinds = frozenset().union(*(c.values for c in asked))
        found = {v.kind.value for v in find(line.text, kinds=[ValueKind(k) for k in sorted(kinds)])} if kinds else set()
        hits = sum(1 for c in asked if c.cue.search(line.text) or c.values & found or (c.name == "tool_fact" and line.tool))
        return math.sqrt(hits)  # a sentence that is three things at once is not three times as worth keeping

    def _select(self, lines: Sequence[_Line], scores: Sequence[float], budget: int) -> list[str]:
        kept: set[int] = set()
        left = budget
        for i in sorted(range(len(lines)), key=lambda i: (-scores[i], i)):
            size = self.counter.count(lines[i].text) + 1
            if size <= left:
                kept.add(i)
                left -= size
            if left < 4:
                break
        return [lines[i].text for i in sorted(kept)]


def _carried(previous: str) -> list[_Line]:
    return [_Line(line, True, line.startswith("- [")) for line in previous.splitlines() if line.strip()]


def _spoken(turns: Sequence[Turn]) -> list[_Line]:
    return [
        _Line(f"- [{t.tool or 'tool'}] {s}" if t.role is Role.TOOL else f"- {s}", False, t.role is Role.TOOL)
        for t in turns
        for s in sentences(spoken(t))
        if len(s) >= _SHORTEST
    ]


def _centrality(texts: Sequence[str]) -> list[float]:
    """Share of a sentence's terms that other sentences use too, damped for length; in [0, 1]. Linear in the text."""
    bags = [set(terms(t)) for t in texts]
    frequency = Counter(t for bag in bags for t in bag)
    return [
        sum(1 - 1 / frequency[t] for t in bag) / len(bag) * min(1.0, len(bag) / 8) if bag else 0.0 for bag in bags
    ]
