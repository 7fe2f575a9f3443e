"""How good generated probes are: precision and recall per language and type, against facts that people listed.

A generated probe counts as right if it asks for a listed fact (a line of the inventory, or the evidence of a gold probe), or
if a reviewer judged it fair; unmatched and unjudged counts as wrong. Recall is over the gold probes' facts.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.language import normalise, terms
from harness.schema import Kind, Probe

# A fact may be listed under a neighbouring type: a revised time is a time as well.
_ALLIED: Mapping[str, frozenset[str]] = {
    name: frozenset([name, *others.split()])
    for name, others in {
        "quantity": "tool_fact superseded constraint",
        "time": "tool_fact superseded constraint open_question",
        "identifier": "tool_fact superseded decision",
        "tool_fact": "quantity time identifier superseded",
        "superseded": "quantity time identifier decision",
        "decision": "superseded rejected_option decision_reason",
        "decision_reason": "rejected_option decision failed_attempt",
        "rejected_option": "decision_reason decision superseded",
        "failed_attempt": "tool_fact decision_reason rejected_option",
        "constraint": "exception decision language rejected_option",
        "exception": "constraint",
        "open_question": "task_state",
        "task_state": "open_question decision",
        "language": "constraint",
    }.items()
}
_VALUES = frozenset([Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER])
_OVERLAP = 0.4  # of the smaller side's terms, for statements
_Z = 1.959964


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that stands in a log, as a person listed it."""

    turn: int
    category: str
    quote: str
    value: str


@dataclass(frozen=True, slots=True)
class Rate:
    """A share with its Wilson interval (95 %); all three are NaN where there is nothing to count."""

    hits: int
    n: int

    @property
    def share(self) -> float:
        """Hits per case."""
        return self.hits / self.n if self.n else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval."""
        if not self.n:
            return math.nan, math.nan
        centre = (self.share + _Z * _Z / (2 * self.n)) / (1 + _Z * _Z / self.n)
        half = (
            _Z
            / (1 + _Z * _Z / self.n)
            * math.sqrt(self.share * (1 - self.share) / self.n + _Z * _Z / (4 * self.n * self.n))
        )
        return max(0.0, centre - half), min(1.0, centre + half)


@dataclass(frozen=True, slots=True)
class Row:
    """Precision and recall of one type in one language; ``all`` is the sum over the types."""

    language: str
    category: str
    precision: Rate
    recall: Rate


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One log: what was generated, its gold probes, its listed facts, and the verdicts on probes."""

    language: str
    generated: Sequence[Probe]
    gold: Sequence[Probe]
    facts: Sequence[Fact]
    verdicts: Mapping[tuple[str, int, str], bool]


def precision_recall(logs: Iterable[Reviewed]) -> list[Row]:
    """One row per language and type, and one per language over all types; absent probes have no fact and are left out."""
    right: dict[tuple[str, str], list[bool]] = {}
    found: dict[tuple[str, str], list[bool]] = {}
    for log in logs:
        listed = [*log.facts, *(Fact(e.turn, p.category, e.quote, p.expected) for p in log.gold for e in p.evidence)]
        for p in log.generated:
            if p.evidence:
                _note(right, log.language, p.category, _is_right(p, listed, log.verdicts))
        for p in log.gold:
            if p.evidence:
                _note(found, log.language, p.category, _is_found(p, log.generated))
    return [Row(*key, _rate(right.get(key)), _rate(found.get(key))) for key in sorted({*right, *found})]


def table(rows: Iterable[Row]) -> list[tuple[str, ...]]:
    """The rows as text, for printing: language, type, precision, its interval, n, recall, its interval, n."""
    return [(r.language, r.category, *_cells(r.precision), *_cells(r.recall)) for r in rows]


def read_facts(path: Path) -> list[Fact]:
    """An inventory: one JSON object a line; none where there is no file."""
    if not path.exists():
        return []
    return [Fact(int(d["turn"]), d["category"], d["quote"], d["value"]) for d in _lines(path)]


def read_verdicts(path: Path) -> dict[tuple[str, int, str], bool]:
    """Verdicts on probes, by type, turn of the evidence and expected answer; none where there is no file."""
    return (
        {(d["category"], int(d["turn"]), d["expected"]): bool(d["fair"]) for d in _lines(path)} if path.exists() else {}
    )


def _lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(s) for s in path.read_text("utf-8").splitlines() if s.strip()]


def _note(into: dict[tuple[str, str], list[bool]], language: str, category: str, hit: bool) -> None:
    into.setdefault((language, category), []).append(hit)
    into.setdefault((language, "all"), []).append(hit)


def _rate(hits: Sequence[bool] | None) -> Rate:
    return Rate(sum(hits or ()), len(hits or ()))


def _cells(rate: Rate) -> tuple[str, str, str]:
    if not rate.n:
        return "–", "–", "0"
    low, high = rate.interval
    return f"{rate.share:.2f}", f"{low:.2f}–{high:.2f}", str(rate.n)


def _is_right(probe: Probe, listed: Sequence[Fact], verdicts: Mapping[tuple[str, int, str], bool]) -> bool:
    verdict = verdicts.get((probe.category, probe.evidence[0].turn, probe.expected))
    return any(_asks_for(probe, f) for f in listed) if verdict is None else verdict


def _is_found(gold: Probe, generated: Sequence[Probe]) -> bool:
    facts = [Fact(e.turn, gold.category, e.quote, gold.expected) for e in gold.evidence]
    return any(_asks_for(p, f) for p in generated for f in facts)


def _asks_for(probe: Probe, fact: Fact) -> bool:
    if fact.category not in _ALLIED.get(probe.category, frozenset([probe.category])):
        return False
    return any(e.turn == fact.turn and _same(probe, e.quote, fact) for e in probe.evidence)


def _same(probe: Probe, quote: str, fact: Fact) -> bool:
    a, b = normalise(quote), normalise(fact.quote)
    if probe.kind in _VALUES:
        return normalise(probe.expected) in b or normalise(probe.expected) in normalise(fact.value)
    left, right = set(terms(a)), set(terms(b))
    return a in b or b in a or len(left & right) >= _OVERLAP * max(1, min(len(left), len(right)))
