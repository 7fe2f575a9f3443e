"""How well the grader agrees with people, on the labelled answers of ``probes/labels``.

``python -m tests.studies.grades [split …]`` prints, per split and language: agreement with its 95 % interval, kappa, the share of
distorted answers that were graded retained, of abstentions that were recognised, of claims left ungraded, and the confusion matrix.
``-v`` lists the disagreements.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tabulate import tabulate

from harness.answering.agreement import Agreement, Share, measure, read_labels
from harness.answering.grading import grade
from harness.schema import Answer, Outcome

LABELS = Path(__file__).resolve().parents[2] / "probes" / "labels"


def shown(share: Share) -> str:
    """A share with its interval and n."""
    low, high = share.interval
    return f"{share.value:.3f} [{low:.3f}, {high:.3f}] n={share.n}"


def matrix(found: Agreement) -> str:
    """Labels in rows, grades in columns."""
    counts = {(label, got): n for label, got, n in found.confusion}
    labels = [o for o in Outcome if any(label is o for label, _ in counts)]
    cells = [[label.value, *(counts.get((label, got), 0) for got in Outcome)] for label in labels]
    return tabulate(cells, headers=["label \\ grade", *(o.value for o in Outcome)])


def report(split: str, verbose: bool) -> None:
    """Print the figures of one split."""
    labels = list(read_labels(LABELS / f"{split}.jsonl"))
    for found in measure(labels):
        print(f"{split} {found.language}: agreement {shown(found.agreement)}, kappa {found.kappa:.3f}")
        print(f"  distorted graded retained: {shown(found.false_retained)}; abstentions {shown(found.abstentions)}")
        print(f"  ungraded among claims {shown(found.ungraded_claims)}")
    print(matrix(measure(labels)[0]))
    if verbose:
        for x in labels:
            got = grade(x.probe, Answer(x.answer, abstained=not x.answer))
            if got.outcome is not x.outcome:
                print(
                    f"{x.id}  {x.outcome.value} → {got.outcome.value} ({got.why}): {x.probe.question} | {x.probe.expected} | {x.answer}"
                )


if __name__ == "__main__":
    for wanted in [a for a in sys.argv[1:] if a != "-v"] or ["tuning", "test"]:
        report(wanted, "-v" in sys.argv)
