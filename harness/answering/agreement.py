"""How well do the rules agree with people? Grades labelled answers and counts: agreement, kappa, confusion, abstentions."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.answering.grading import grade
from harness.schema import Answer, Claim, Evidence, Kind, Outcome, Probe

_Z = 1.959963984540054  # two-sided 95 %


@dataclass(frozen=True, slots=True)
class Labelled:
    """An answer with the outcome that a careful person gave it."""

    id: str
    language: str
    probe: Probe
    answer: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Share:
    """``k`` of ``n`` with its Wilson interval; the interval of nothing is everything."""

    k: int
    n: int

    @property
    def value(self) -> float:
        """The share itself, NaN when there is nothing to count."""
        return self.k / self.n if self.n else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval."""
        if not self.n:
            return 0.0, 1.0
        p, z2 = self.k / self.n, _Z * _Z
        middle = (p + z2 / (2 * self.n)) / (1 + z2 / self.n)
        half = _Z / (1 + z2 / self.n) * math.sqrt(p * (1 - p) / self.n + z2 / (4 * self.n * self.n))
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Agreement:
    """The figures for one language, or for all.

    ``agreement`` counts ``ungraded`` as a disagreement, ``decided`` leaves it out. ``abstentions`` is the share of labelled
    abstentions (missing, and retained for absent facts) that the rules see. ``false_retained`` counts answers that people
    call distorted and the rules call right: the worst error.
    """

    language: str
    agreement: Share
    decided: Share
    kappa: float
    confusion: tuple[tuple[Outcome, Outcome, int], ...]
    abstentions: Share
    ungraded_claims: Share
    false_retained: Share


def read_labels(path: str | Path) -> Iterator[Labelled]:
    """The labelled answers of a file, one JSON object a line."""
    with Path(path).open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield _labelled(json.loads(line))


def _labelled(row: dict[str, Any]) -> Labelled:
    raw = row["probe"]
    claims = tuple(Claim(tuple(c["forms"]), bool(c["negated"])) for c in raw["claims"])
    probe = Probe(
        row["id"], raw["category"], raw["question"], Kind(raw["kind"]), raw["expected"], tuple(raw["accepted"]), tuple(raw["wrong"]),
        tuple(raw["stale"]), claims, (Evidence(0, raw["quote"]),) if raw["quote"] else (), language=row["language"]
    )  # fmt: skip
    return Labelled(row["id"], row["language"], probe, row["answer"], Outcome(row["outcome"]))


def measure(labels: Iterable[Labelled]) -> list[Agreement]:
    """Grade every answer by rule and compare: the figures for all, then for each language."""
    rows = [(x, grade(x.probe, Answer(x.answer, abstained=not x.answer.strip())).outcome) for x in labels]
    languages = sorted({x.language for x, _ in rows})
    return [_figures("all", rows), *(_figures(name, [r for r in rows if r[0].language == name]) for name in languages)]


def _figures(language: str, rows: Sequence[tuple[Labelled, Outcome]]) -> Agreement:
    pairs = [(x.outcome, given) for x, given in rows]
    decided = [p for p in pairs if p[1] is not Outcome.UNGRADED]
    claims = [given for x, given in rows if x.probe.kind is Kind.CLAIMS]
    abstaining = [(x.outcome, given) for x, given in rows if _abstention(x)]
    distorted = [given for label, given in pairs if label is Outcome.DISTORTED]
    return Agreement(
        language,
        _agreeing(pairs),
        _agreeing(decided),
        kappa(pairs),
        tuple((a, b, n) for (a, b), n in sorted(Counter(pairs).items())),
        _agreeing(abstaining),
        Share(claims.count(Outcome.UNGRADED), len(claims)),
        Share(distorted.count(Outcome.RETAINED), len(distorted)),
    )


def _abstention(x: Labelled) -> bool:
    return x.outcome is Outcome.MISSING or (x.probe.kind is Kind.ABSENT and x.outcome is Outcome.RETAINED)


def _agreeing(pairs: Sequence[tuple[Outcome, Outcome]]) -> Share:
    return Share(sum(a is b for a, b in pairs), len(pairs))


def kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float:
    """Cohen's kappa (Cohen 1960, Educ. Psychol. Meas. 20:37) of pairs of labels; NaN when chance alone explains everything."""
    n = len(pairs)
    if not n:
        return math.nan
    people, rules = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    chance = sum(people[o] * rules[o] for o in people) / (n * n)
    return math.nan if chance == 1 else (sum(a is b for a, b in pairs) / n - chance) / (1 - chance)
