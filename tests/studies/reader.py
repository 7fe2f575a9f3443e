"""How far the embedded reader can be trusted, on the hand-written logs with their gold probes.

``python -m tests.studies.reader [split …]`` prints, per split and language: positive probes right in the full log and without any log, absent
probes answered all the same, probes for a value answered all the same where every turn that tells the value was taken out,
right answers in the context of another log, and the balanced accuracy of the
reader beside that of one that always abstains and one that always quotes something.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.analysis.intervals import clustered_share
from harness.answering.grading import grade
from harness.answering.reader import EmbeddedAnswerer
from harness.categories import builtin
from harness.folding.context import passage
from harness.language import normalise, sentences
from harness.logs import read_log
from harness.runs import assign_probes, read_probes
from harness.schema import Answer, Conversation, Kind, Outcome, Passage, Probe

ROOT = Path(__file__).resolve().parents[2]
GOLD = {"tuning": "gold", "test": "gold-test"}


@dataclass(frozen=True)
class Asked:
    """One probe asked in one way."""

    conversation: str
    language: str
    probe: Probe
    outcome: Outcome

    @property
    def right(self) -> bool:
        """Whether the answer was right."""
        return self.outcome is Outcome.RETAINED


def load(split: str) -> list[tuple[Conversation, Sequence[Probe]]]:
    """The logs of a split with their gold probes."""
    found = []
    for path in sorted((ROOT / "datasets" / split).glob("*.jsonl")):
        log = next(read_log(path))
        probes = read_probes(ROOT / "probes" / GOLD[split] / path.name, builtin())
        found.append((log, assign_probes(probes, [log])[log.id]))
    return found


Contexts = Callable[[Conversation], tuple[Passage, ...]]


def ask(data: Sequence[tuple[Conversation, Sequence[Probe]]], context: Contexts) -> Iterator[Asked]:
    """Ask every probe in the context that ``context`` makes for its log."""
    for log, probes in data:
        reader = EmbeddedAnswerer().read(context(log), log.language)
        for p in probes:
            if p.until is None:
                yield Asked(log.id, log.language, p, grade(p, reader.ask(p.question, p.tool)).outcome)


def full(log: Conversation) -> tuple[Passage, ...]:
    """The uncompressed log."""
    return tuple(map(passage, log.turns))


def without_evidence(log: Conversation, probe: Probe) -> tuple[Passage, ...]:
    """The log less every turn that carries a probe's evidence or one of its values in letters."""
    told = {e.turn for e in probe.evidence}
    forms = [normalise(f) for f in (probe.expected, *probe.accepted)]
    return tuple(
        passage(t) for t in log.turns if t.index not in told and not any(f in normalise(t.text) for f in forms)
    )


def ask_without_evidence(data: Sequence[tuple[Conversation, Sequence[Probe]]]) -> Iterator[Asked]:
    """Ask the probes for values where nothing answers them, though all else is there; abstaining is right."""
    for log, probes in data:
        for p in probes:
            if p.until is None and p.kind in (Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER):
                answer = EmbeddedAnswerer().read(without_evidence(log, p), log.language).ask(p.question, p.tool)
                yield Asked(log.id, log.language, p, Outcome.RETAINED if answer.abstained else Outcome.FABRICATED)


def share(rows: Sequence[Asked], hit: Callable[[Asked], bool]) -> str:
    """A share with its interval and n, clustered by conversation."""
    hits, sizes = Counter(r.conversation for r in rows if hit(r)), Counter(r.conversation for r in rows)
    found = clustered_share([hits[c] for c in sizes], [sizes[c] for c in sizes])
    if found is None:
        return "–"
    interval = "" if found.low is None or found.high is None else f" [{found.low:.2f}, {found.high:.2f}]"
    return f"{found.value:.2f}{interval} n={int(found.n)}"


def balanced(rows: Sequence[Asked]) -> float:
    """Mean of the share right among positive probes and among those that have no value to tell (absent, open)."""
    decided = [r for r in rows if r.probe.kind not in (Kind.ABSENT, Kind.OPEN)]
    rest = [r for r in rows if r.probe.kind in (Kind.ABSENT, Kind.OPEN)]
    return (sum(r.right for r in decided) / len(decided) + sum(r.right for r in rest) / len(rest)) / 2


def constant(
    data: Sequence[tuple[Conversation, Sequence[Probe]]], answer: Callable[[Conversation], Answer]
) -> list[Asked]:
    """A reader that gives the same answer to every question of a log."""
    return [Asked(log.id, log.language, p, grade(p, answer(log)).outcome) for log, probes in data for p in probes]


def longest_sentence(log: Conversation) -> Answer:
    """Always answering: the longest sentence of the log."""
    return Answer(max((s for t in log.turns for s in sentences(t.text)), key=len))


def report(split: str) -> None:
    """Print the table of one split."""
    data = load(split)
    if not data:
        print(f"{split}: not in this checkout")
        return
    others = dict(zip([log.id for log, _ in data], [log for log, _ in [*data[1:], data[0]]], strict=True))
    for language in ("en", "ko"):
        mine = [(log, probes) for log, probes in data if log.language == language]
        rows = list(ask(mine, full))
        positive = [r for r in rows if r.probe.positive]
        print(f"{split} {language}: positive right in the full log {share(positive, lambda r: r.right)}")
        none = [r for r in ask(mine, lambda log: ()) if r.probe.positive]
        print(f"  right without any log   {share(none, lambda r: r.right)}")
        swapped = [
            r for r in ask(mine, lambda log: full(others[log.id])) if r.probe.positive and r.probe.kind is not Kind.OPEN
        ]
        print(f"  right in another log    {share(swapped, lambda r: r.right)}")
        absent = [r for r in rows if r.probe.kind is Kind.ABSENT]
        print(f"  absent answered         {share(absent, lambda r: not r.right)}")
        taken = list(ask_without_evidence(mine))
        print(f"  answered without its evidence {share(taken, lambda r: not r.right)}")
        always = constant(mine, longest_sentence)
        never = constant(mine, lambda log: Answer("", abstained=True))
        print(
            f"  balanced accuracy: reader {balanced(rows):.2f}, always abstaining {balanced(never):.2f}, always answering {balanced(always):.2f}"
        )
    everything = [r for r in ask(data, full) if r.probe.positive]
    for category in builtin():
        own = [r for r in everything if r.probe.category == category]
        if len(own) >= 10:
            print(f"  {category:16} {share(own, lambda r: r.right)}")


if __name__ == "__main__":
    for wanted in sys.argv[1:] or ["tuning", "test"]:
        report(wanted)
