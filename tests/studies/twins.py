"""Does an answer follow the log? Synthetic logs with a counterfactual twin: one planted value is another, nothing else differs.

``python -m tests.studies.twins [SEEDS]`` folds nothing: every positive typed probe that the reader answers rightly from the full log is
asked of the twin too. Followed: the twin's own answer is right there, and the old answer is not. What does not follow was read
from somewhere else, or guessed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.answering.agreement import Share
from harness.answering.grading import grade
from harness.answering.reader import EmbeddedAnswerer
from harness.categories import builtin
from harness.folding.context import passage
from harness.logs import read_log
from harness.ports import Reader
from harness.runs import read_probes
from harness.schema import Kind, Outcome, Probe
from harness.synth import write
from harness.synth.generate import log_name

TYPED = (Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER, Kind.NAME)


@dataclass(frozen=True)
class Twin:
    """One probe in a log and in its twin. ``followed``: right in both, each by its own value."""

    language: str
    probe: Probe
    followed: bool


def twins(seed: int, language: str, turns: int = 200) -> Iterator[Twin]:
    """The typed probes that are answered rightly in the first log and whose value is another in its twin."""
    with TemporaryDirectory() as folder:
        (first, ours), (second, theirs) = (_made(Path(folder), seed, turns, language, v) for v in (0, 1))
    for probe, twin in zip(ours, theirs, strict=True):
        if probe.kind not in TYPED or twin.expected == probe.expected:
            continue
        said = first.ask(probe.question, probe.tool)
        if grade(probe, said).outcome is Outcome.RETAINED:
            again = second.ask(twin.question, twin.tool)
            follows = (
                grade(twin, again).outcome is Outcome.RETAINED and grade(probe, again).outcome is not Outcome.RETAINED
            )
            yield Twin(language, probe, follows)


def _made(folder: Path, seed: int, turns: int, language: str, variant: int) -> tuple[Reader, list[Probe]]:
    write(seed, turns, language, folder, variant)
    name = log_name(seed, turns, language, variant)
    (conversation,) = read_log(folder / "logs" / f"{name}.jsonl")
    reader = EmbeddedAnswerer().read(tuple(map(passage, conversation.turns)), language)
    return reader, read_probes(folder / "probes" / f"{name}.jsonl", builtin())


def followed(found: list[Twin]) -> Share:
    """Share of twins that follow the change."""
    return Share(sum(t.followed for t in found), len(found))


if __name__ == "__main__":
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    for chosen in ("en", "ko"):
        everything = [t for seed in range(seeds) for t in twins(seed, chosen)]
        share = followed(everything)
        low, high = share.interval
        print(f"{chosen}: {share.k} of {share.n} follow the change: {share.value:.3f} [{low:.3f}, {high:.3f}]")
        for t in everything:
            if not t.followed:
                print(f"  {t.probe.question} | {t.probe.expected}")
