"""A large synthetic run with texts as long as those of real logs: for the weight of a page and the time it takes."""

from __future__ import annotations

from harness.categories import builtin
from harness.runs import Run
from harness.schema import Evidence, Fold, Kind, Probe
from tests.reporting.synthetic import Row, make, row

PER_LOG = 50
_TYPES = [name for name in builtin() if name != "absent"]
_QUOTE = "We settled on {n} retries for the importer because the nightly job timed out twice in March."
_QUESTION = "How many retries did we settle on for importer no. {n}, and is that the final number?"


def large(probes: int, ages: int) -> Run:
    """``probes`` probes in logs of fifty, each asked at ``ages`` ages; a third of them is lost on the way."""
    made = [_probe(n) for n in range(probes)]
    rows = [r for n, p in enumerate(made) for r in _rows(p, n, ages)]
    names = dict.fromkeys(p.conversation for p in made)
    folds = {c: tuple(_fold(k, c) for k in range(1, ages + 1)) for c in names}
    return make(rows, made, folds)


def _probe(n: int) -> Probe:
    quote = _QUOTE.format(n=n)
    return Probe(
        f"p{n}",
        _TYPES[n % len(_TYPES)],
        _QUESTION.format(n=n),
        Kind.QUANTITY,
        f"{n} retries",
        evidence=(Evidence(n % PER_LOG, quote),),
        conversation=f"log-{n // PER_LOG:03}",
    )


def _rows(p: Probe, n: int, ages: int) -> list[Row]:
    def one(arm: str, fold: int, age: int | None, outcome: str, answer: str) -> Row:
        why = "the expected value" if outcome == "retained" else "another value before the expected one"
        kept = outcome == "retained"
        return row(
            p.conversation,
            p.id,
            p.category,
            arm,
            fold,
            age,
            outcome,
            answer=answer,
            why=why,
            carried=kept,
            reached=True,
        )

    right, wrong = _QUOTE.format(n=n), _QUOTE.format(n=n + 1)
    falls = 1 + n % (3 * ages)
    asked = ((k, k < falls) for k in range(1, ages + 1))
    later = [one("folded", k, k, "retained" if held else "distorted", right if held else wrong) for k, held in asked]
    return [one("full", 0, None, "retained", right), one("none", 0, None, "missing", ""), *later]


def _fold(ordinal: int, conversation: str) -> Fold:
    text = "\n".join(f"- {_QUOTE.format(n=n)}" for n in range(ordinal, 24 + ordinal))
    return Fold(ordinal, 0, 8 * ordinal, 8, (), f"{conversation}\n{text}", 4000, 700, 16000, len(text))
