"""How well the grader agrees with people, on the labelled answers of ``probes/labels``.

``python -m tests.studies.grades [split …]`` prints, per split and language: agreement with its 95 % interval, kappa, the share of
distorted answers that were graded retained, of abstentions that were recognised, of claims left ungraded, and the confusion matrix.
``-v`` lists the disagreements. ``--cross`` asks the gold probes of the tuning split in the full log instead, and lists the answers on
which the grader and the independent plain matcher disagree: a person looks at those.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tabulate import tabulate

from harness.answering.agreement import Agreement, Share, measure, read_labels
from harness.answering.grading import grade
from harness.answering.plain import plainly_right
from harness.answering.reader import EmbeddedAnswerer
from harness.schema import Answer, Grade, Outcome, Probe
from tests.studies.reader import full, load

LABELS = Path(__file__).resolve().parents[2] / "probes" / "labels"
SPLITS = ("tuning", "tuning-2", "tuning-3", "test", "test-2")


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


def disagreements(split: str) -> Iterator[tuple[Probe, str, Grade, bool]]:
    """Each gold probe of a split asked in the full log where grader and plain matcher say different things: the probe, the answer, the
    grade, and whether the plain matcher calls it right. What the plain matcher cannot tell is left out."""
    for log, probes in load(split):
        reader = EmbeddedAnswerer().read(full(log), log.language)
        for probe in (p for p in probes if p.until is None):
            answer = reader.ask(probe.question, probe.tool)
            given, plain = grade(probe, answer), plainly_right(probe, answer.text)
            if plain is not None and plain is not (given.outcome is Outcome.RETAINED):
                yield probe, answer.text, given, plain


def cross() -> None:
    """Print the disagreements of the two matchers, and how many there are of each kind."""
    found = list(disagreements("tuning"))
    for probe, text, given, plain in found:
        said = " ".join(text.split())[:160]
        print(
            f"{probe.id}  grader {given.outcome.value} ({given.why}), plain {'right' if plain else 'not there'}: {probe.expected} | {said}"
        )
    stricter = sum(plain for *_, plain in found)
    print(
        f"{len(found)} disagreements: {stricter} right by the plain matcher only, {len(found) - stricter} by the grader only"
    )


if __name__ == "__main__":
    names = [a for a in sys.argv[1:] if not a.startswith("-")]
    if "--cross" in sys.argv:
        cross()
    else:
        known = [name for name in SPLITS if (LABELS / f"{name}.jsonl").exists()]
        for wanted in names or known:
            report(wanted, "-v" in sys.argv)
