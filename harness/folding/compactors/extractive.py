"""The embedded compactor: picks sentences under a token budget and keeps their wording and order.

The information types that the prompt's preserve list asks for take turns, each choosing its best sentence; what is left of the
budget goes to the best sentences of any type. A sentence scores by centrality (how much of what is said elsewhere it shares), recency
and cues, per token, and loses what an earlier choice already says. A type whose line is taken out of the prompt loses its
turns, so prompts can be compared offline. It can neither paraphrase nor distort; what it says about a prompt is a smoke test, not a
verdict on a model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from harness.categories import Categories, Category, builtin
from harness.folding.context import spoken
from harness.language import sentences, terms
from harness.schema import FoldPrompt, FoldRequest, FoldResult, Role, Turn
from harness.tokens import TokenCounter
from harness.values import ValueKind, find

_CENTRALITY, _RECENCY, _CUE, _CARRIED = 0.6, 0.3, 0.5, 0.6
_SHORTEST = 12  # characters; below that a sentence is "ok" or "thanks"
_OVERHEAD = 14  # tokens added to a sentence's length when its score is divided by it, or one-word lines would win
_OVERLAP = 0.7  # a sentence that shares this much of its terms with a chosen one says nothing new


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    carried: bool
    tool: bool
    question: bool


@dataclass(frozen=True)
class Extractive:
    """See the module. ``categories`` give the cues; ``counter`` measures the budget."""

    counter: TokenCounter
    categories: Categories = field(default_factory=builtin)
    name: str = "extractive"

    def fold(self, request: FoldRequest) -> FoldResult:
        """The best lines of the previous summary and the new turns, in their order."""
        lines = list(dict.fromkeys([*_carried(request.previous), *_spoken(request.turns)]))
        if not lines:
            return FoldResult("")
        asked = self._asked(request.prompt)
        marks = [self._marks(line, asked) for line in lines]
        sizes = [self.counter.count(line.text) + 1 for line in lines]
        scores = _scores(lines, marks, sizes)
        chosen = _select(lines, _turns(scores, marks, [c.name for c in asked]), sizes, request.budget)
        return FoldResult("\n".join(lines[i].text for i in sorted(chosen)))

    def _asked(self, prompt: FoldPrompt) -> list[Category]:
        return [c for c in self.categories.values() if any(c.asked_for_by(p) for p in prompt.preserve)]

    @staticmethod
    def _marks(line: _Line, asked: Sequence[Category]) -> frozenset[str]:
        """The asked-for types that a line carries."""
        kinds = frozenset().union(*(c.values for c in asked)) if asked else frozenset()
        found = {v.kind.value for v in find(line.text, kinds=[ValueKind(k) for k in sorted(kinds)])} if kinds else set()
        return frozenset(
            c.name
            for c in asked
            if c.cue.search(line.text) or c.values & found or (c.name == "tool_fact" and line.tool)
        )


def _scores(lines: Sequence[_Line], marks: Sequence[frozenset[str]], sizes: Sequence[int]) -> list[float]:
    newest = max(1, len(lines) - 1)
    central = _centrality([line.text for line in lines])
    return [
        (_CENTRALITY * c + _RECENCY * i / newest + _CUE * len(m) + _CARRIED * line.carried - 0.5 * line.question)
        / (size + _OVERHEAD)
        for i, (line, m, c, size) in enumerate(zip(lines, marks, central, sizes, strict=True))
    ]


def _turns(scores: Sequence[float], marks: Sequence[frozenset[str]], asked: Sequence[str]) -> Iterator[int]:
    """The order of choice: the types take turns, then everything by score; an index may come more than once."""
    ranked = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
    queues = [[i for i in ranked if name in marks[i]] for name in asked]
    for depth in range(max(map(len, queues), default=0)):
        yield from (queue[depth] for queue in queues if depth < len(queue))
    yield from ranked


def _select(lines: Sequence[_Line], order: Iterator[int], sizes: Sequence[int], budget: int) -> set[int]:
    """Take lines in order while they fit and say something new."""
    kept: set[int] = set()
    said: Counter[str] = Counter()
    tried: set[int] = set()
    left = budget
    for i in order:
        if i in tried or sizes[i] > left:
            continue
        tried.add(i)
        bag = set(terms(lines[i].text))
        if bag and sum(1 for t in bag if said[t]) >= _OVERLAP * len(bag) and _restates(bag, kept, lines):
            continue
        kept.add(i)
        said.update(bag)
        left -= sizes[i]
        if left < 4:
            break
    return kept


def _restates(bag: set[str], kept: set[int], lines: Sequence[_Line]) -> bool:
    return any(len(bag & set(terms(lines[j].text))) >= _OVERLAP * len(bag) for j in kept)


def _carried(previous: str) -> list[_Line]:
    return [
        _Line(line, True, line.startswith("- ["), line.endswith("?")) for line in previous.splitlines() if line.strip()
    ]


def _spoken(turns: Sequence[Turn]) -> list[_Line]:
    return [
        _Line(
            f"- [{t.tool or 'tool'}] {s}" if t.role is Role.TOOL else f"- {s}",
            False,
            t.role is Role.TOOL,
            s.endswith("?"),
        )
        for t in turns
        for s in sentences(spoken(t))
        if len(s) >= _SHORTEST
    ]


def _centrality(texts: Sequence[str]) -> list[float]:
    """Share of a sentence's terms that other sentences use too, damped for length; in [0, 1]. Linear in the text."""
    bags = [set(terms(t)) for t in texts]
    frequency = Counter(t for bag in bags for t in bag)
    return [sum(1 - 1 / frequency[t] for t in bag) / len(bag) * min(1.0, len(bag) / 8) if bag else 0.0 for bag in bags]
