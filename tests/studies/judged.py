"""Does the grader agree with people who judged answers of another project?

``python -m tests.studies.judged FOLDER`` grades the answers of ``human_judge_*.json`` (items with ``question``, ``expected``,
``llm_answer`` and ``human.accurate``) and prints agreement and Cohen's kappa with the person's ``accurate``, beside those of that
project's own judges and of a plain search for the expected string. Their gold is a phrase, not a typed value: it is graded as a value
where one is recognised in it, else by its content words. ``-v`` lists the disagreements.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.answering.agreement import Share, kappa
from harness.answering.grading import grade
from harness.answering.plain import holds
from harness.language import words
from harness.schema import Answer, Claim, Evidence, Kind, Outcome, Probe
from harness.values import ValueKind, find

_KINDS = {ValueKind.TIME: Kind.TIME, ValueKind.QUANTITY: Kind.QUANTITY, ValueKind.IDENTIFIER: Kind.IDENTIFIER}


@dataclass(frozen=True)
class Judged:
    """One answer with what a person, two model judges and two matchers said of it."""

    probe: Probe
    answer: str
    person: bool
    strict: bool
    lenient: bool

    @property
    def ours(self) -> bool:
        return grade(self.probe, Answer(self.answer)).outcome is Outcome.RETAINED

    @property
    def plain(self) -> bool:
        return holds(self.probe.expected, self.answer)


def read(folder: Path) -> Iterator[Judged]:
    """All judged answers of a folder."""
    for path in sorted(folder.glob("human_judge_*.json")):
        for item in json.loads(path.read_text(encoding="utf-8"))["items"]:
            yield _judged(item)


def _judged(item: dict[str, Any]) -> Judged:
    return Judged(
        probe_of(item["fact_id"], item["question"], item["expected"]),
        item["llm_answer"],
        bool(item["human"]["accurate"]),
        bool(item["strict_accurate"]),
        bool(item["lenient_accurate"]),
    )


def probe_of(name: str, question: str, expected: str) -> Probe:
    """A probe for a gold phrase: typed where a single value is recognised in a short phrase, else its content words as one claim."""
    evidence = (Evidence(0, expected),)
    if len(expected.split()) <= 4:
        found = [v.kind for v in find(expected)]
        kind = _KINDS.get(found[0], Kind.TEXT) if len(found) == 1 else Kind.TEXT
        return Probe(name, "tool_fact", question, kind, expected, evidence=evidence)
    claim = Claim((" ".join(w for w in words(expected) if len(w) > 2 or w.isdigit()),))
    return Probe(name, "tool_fact", question, Kind.CLAIMS, expected, claims=(claim,), evidence=evidence)


def report(folder: Path, verbose: bool) -> None:
    """Print the figures."""
    found = list(read(folder))
    print(f"{len(found)} answers, {sum(j.person for j in found)} of them accurate to the person who judged")
    for name in ("ours", "plain", "strict", "lenient"):
        pairs = [(j.person, getattr(j, name)) for j in found]
        same = Share(sum(a == b for a, b in pairs), len(pairs))
        low, high = same.interval
        print(f"{name:8} agreement {same.value:.2f} [{low:.2f}, {high:.2f}], kappa {kappa(pairs):.2f}")
    if verbose:
        for j in found:
            if j.ours != j.person:
                print(f"- {j.probe.question} | {j.probe.expected} | {j.answer} | person {j.person}")


if __name__ == "__main__":
    where = [a for a in sys.argv[1:] if a != "-v"]
    if len(where) != 1:
        sys.exit("usage: python -m tests.studies.judged FOLDER [-v]")
    report(Path(where[0]), "-v" in sys.argv)
