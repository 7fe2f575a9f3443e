"""Attribution: does a context still hold what a probe asks for, whether or not the reader finds it?

A line of the context counts when the grader would accept it as an answer: what is carried and what is retained is one rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from harness.answering.claimed import find_claim, quotes_of
from harness.answering.claimgrade import grade_claims
from harness.answering.matching import literal
from harness.answering.undecided import says_open
from harness.answering.valued import grade_value
from harness.language import normalise, terms
from harness.schema import Kind, Outcome, Passage, Probe

_NEAREST = 24  # lines that are held against a probe


class CarriedText:
    """A context, normalised once, that is asked for many probes."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._lines = [n for p in passages for line in p.text.splitlines() if (n := normalise(line))]
        self._text = "\n".join(self._lines)
        self._joined = normalise(self._text)

    def quotes(self, probe: Probe) -> bool:
        """Whether the original wording of every piece stands here."""
        pieces = {e.piece for e in probe.evidence}
        return bool(pieces) and all(
            any(normalise(e.quote) in self._joined for e in probe.evidence if e.piece == p) for p in pieces
        )

    def carries(self, probe: Probe) -> bool:
        """Whether the quotes stand here, or a line that the grader would call right as an answer and that speaks of what is asked."""
        if self.quotes(probe):
            return True
        if probe.kind is Kind.CLAIMS:
            return bool(probe.claims) and self._claimed(probe)
        subject = set(terms(probe.question))
        if probe.kind is Kind.OPEN:
            return any(says_open(line) and len(subject & set(terms(line))) >= 2 for line in self._near(subject))
        forms = (probe.expected, *probe.accepted)
        having = {n for f in forms for n in self._having(f)}
        if any(len(subject & set(terms(line))) >= 2 for line in having):
            return True
        near = having | set(self._near(subject | {t for f in forms for t in terms(f)}))
        return any(subject & set(terms(line)) and self._right(probe, line) for line in near)

    def _right(self, probe: Probe, line: str) -> bool:
        return grade_value(probe, line).outcome is Outcome.RETAINED

    def _claimed(self, probe: Probe) -> bool:
        sources = (probe.expected, *probe.accepted, *(f for c in probe.claims for f in c.forms), *quotes_of(probe))
        near = self._near({t for s in sources for t in terms(s)})
        if any(grade_claims(probe, line).outcome is Outcome.RETAINED for line in near):
            return True
        return all(
            any(find_claim(c, line, probe.evidence, probe.question).held for line in (*near, "\n".join(near)))
            for c in probe.claims
        )

    def _near(self, wanted: set[str]) -> list[str]:
        """The lines that share most terms with the wanted ones, at most so many that a context of any length stays quick."""
        counts = Counter(i for t in wanted for i in self._places.get(t, ()))
        return [self._lines[i] for i in sorted(sorted(counts, key=lambda i: (-counts[i], i))[:_NEAREST])]

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for i, line in enumerate(self._lines):
            for term in set(terms(line)):
                places.setdefault(term, []).append(i)
        return places

    def _having(self, form: str) -> list[str]:
        return [
            self._text[self._text.rfind("\n", 0, s.start) + 1 : _line_end(self._text, s.end)]
            for s in literal(form, self._text)
        ]


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return end if end >= 0 else len(text)
