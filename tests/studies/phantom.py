"""Coverage study: does the 95 % interval of r cover the true r of a compactor that is known to drop facts at that rate?

``python -m tests.studies.phantom [seeds]`` replays synthetic logs under the phantom compactor with the embedded reader, fits r per
category for every seed, and prints the share of intervals that cover the truth.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import pandas as pd

from harness.analysis.decay import kept_per_fold
from harness.analysis.outcomes import eligible_probes, first_losses
from harness.answering.reader import EmbeddedAnswerer
from harness.asking import Asker
from harness.evaluate import Parts, replayed
from harness.folding.compactors import Phantom
from harness.folding.prompt import load_prompt
from harness.runs.folder import ANSWER_COLUMNS
from harness.schema import Answer, Conversation, Outcomes, Passage, Probe, Role, Turn
from harness.settings import Settings
from harness.synth import generate
from harness.tokens import TokenCounter, default_counter, turn_tokens

RATES = {
    "time": 0.9,
    "quantity": 0.8,
    "identifier": 0.95,
    "decision": 0.7,
    "rejected_option": 0.6,
    "failed_attempt": 0.75,
    "tool_fact": 0.85,
}
LOGS, TURNS, FOLDS = 20, 160, 5


@dataclass(frozen=True)
class Lookup:
    """Answers with the embedded reader, once per probe: over the phantom's summary a probe's answer depends only on whether its
    own line is there, so answers to the same lines are remembered."""

    answers: dict[tuple[str, str], Answer]
    lines: dict[str, tuple[str, str]]
    inner: EmbeddedAnswerer
    name: str = "embedded"

    def read(self, passages: Sequence[Passage], language: str) -> _LookupReader:
        """A reader over the passages."""
        return _LookupReader(self, tuple(passages), language)


class _LookupReader:
    def __init__(self, lookup: Lookup, passages: tuple[Passage, ...], language: str) -> None:
        self._lookup, self._passages, self._language = lookup, passages, language
        self._texts = {" ".join(p.text.split()) for p in passages}

    def ask(self, question: str, tool: str | None = None) -> Answer:
        """The remembered answer for this question with its line present or not."""
        line = self._lookup.lines.get(question, ("", ""))[0]
        there = any(line in t for t in self._texts) if line else False
        key = (question, str(there))
        if key not in self._lookup.answers:
            self._lookup.answers[key] = self._lookup.inner.read(self._passages, self._language).ask(question, tool)
        return self._lookup.answers[key]


class Remembering:
    """A counter that counts a text once: every seed folds the same turns."""

    def __init__(self, inner: TokenCounter) -> None:
        self.name, self.exact, self.count = inner.name, inner.exact, cache(inner.count)


def logs(language: str = "en") -> list[tuple[Conversation, list[Probe]]]:
    """Synthetic conversations with their probes, without a file between."""
    found = []
    for seed in range(LOGS):
        messages, probes = generate(seed, TURNS, language)
        turns = tuple(
            Turn(i, Role(m["role"]), m["content"], tool=m.get("name"), call_id=m.get("tool_call_id"))
            for i, m in enumerate(messages)
        )
        found.append(
            (Conversation(probes[0].conversation, turns, language), [p for p in probes if p.category in RATES])
        )
    return found


@dataclass(frozen=True)
class Bench:
    """What does not depend on the seed: counter, reader, settings, and one asker per log, who grades the same answer once."""

    data: Sequence[tuple[Conversation, list[Probe]]]
    askers: Sequence[Asker]
    counter: TokenCounter
    answerer: Lookup
    settings: Settings

    @staticmethod
    def of(data: Sequence[tuple[Conversation, list[Probe]]]) -> Bench:
        """A bench for these logs."""
        lines = {p.question: (" ".join(p.evidence[0].quote.split()), p.id) for _, probes in data for p in probes}
        answerer = Lookup({}, lines, EmbeddedAnswerer())
        return Bench(
            data,
            [Asker(conversation, probes, answerer) for conversation, probes in data],
            Remembering(default_counter()),
            answerer,
            Settings(folds=FOLDS, recent=0.05, summary=0.15),
        )

    def rows(self, seed: int, controls: bool) -> list[Outcomes]:
        """The outcome rows of all logs under one seed of the phantom: of the folded arm only, or of the two control arms, which do not
        depend on the seed."""
        found: list[Outcomes] = []
        for (conversation, probes), asker in zip(self.data, self.askers, strict=True):
            parts = Parts(
                Phantom(probes, RATES, seed), self.answerer, self.counter, {"en": load_prompt("default", "en")}
            )
            total = sum(turn_tokens(t, self.counter) for t in conversation.turns)
            replay = replayed(conversation, parts, self.settings, total)
            found += [*asker.none(), *asker.full(replay)] if controls else asker.folded(replay, attributed=False)
        return found


def table(rows: Sequence[Outcomes]) -> pd.DataFrame:
    """Outcome rows as the table that the analysis reads."""
    return pd.DataFrame([{c: getattr(r, c) for c in ANSWER_COLUMNS} for r in rows]).astype({"age": "Int64"})


def covered(folded: pd.DataFrame, eligible: pd.DataFrame) -> dict[str, bool]:
    """Per category whether the interval of r covers the true rate."""
    losses = first_losses(folded, eligible)
    result = {}
    for name, rate in RATES.items():
        r = kept_per_fold(losses[losses["category"].eq(name)])
        if r is not None and r.low is not None and r.high is not None:
            result[name] = bool(r.low <= rate <= r.high)
    return result


def study(seeds: int) -> dict[str, float]:
    """Share of covering intervals per category over ``seeds`` seeds."""
    bench = Bench.of(logs())
    eligible, _ = eligible_probes(table(bench.rows(0, controls=True)))
    hits: dict[str, list[bool]] = defaultdict(list)
    for seed in range(seeds):
        for name, hit in covered(table(bench.rows(seed, controls=False)), eligible).items():
            hits[name].append(hit)
    return {name: sum(h) / len(h) for name, h in hits.items()}


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(f"coverage of the nominal 95 % interval of r, {wanted} seeds, {LOGS} logs of {TURNS} turns, {FOLDS} folds")
    for category, share in study(wanted).items():
        print(f"  {category:16} true r = {RATES[category]:.2f}   covered {share:.1%}")
