"""Attribution: does a context still hold what a probe asks for, whether or not the reader finds it?"""

from __future__ import annotations

from collections.abc import Iterable

from harness.answering.undecided import says_open
from harness.answering.claimed import find_claim
from harness.answering.matching import VALUE_KINDS, literal, spans_of
from harness.language import normalise, terms
from harness.schema import Claim, Kind, Passage, Probe

_FEW = 2_000  # lines up to which values are looked for in other spellings too


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
        """Whether the quotes, the value beside words of the question, or all key claims stand here."""
        if self.quotes(probe):
            return True
        if probe.kind is Kind.CLAIMS:
            return bool(probe.claims) and all(self._claimed(c, probe) for c in probe.claims)
        subject = set(terms(probe.question))
        if probe.kind is Kind.OPEN:
            return any(says_open(line) and len(subject & set(terms(line))) >= 2 for line in self._few())
        forms = (probe.expected, *probe.accepted)
        near = [n for f in forms for n in self._having(f)]
        if any(len(subject & set(terms(line))) >= 2 for line in near):
            return True
        other = self._few() if probe.kind in VALUE_KINDS else []
        return any(len(subject & set(terms(line))) >= 2 and spans_of(forms, line, probe.kind) for line in other)

    def _few(self) -> list[str]:
        return self._lines if len(self._lines) <= _FEW else []

    def _having(self, form: str) -> list[str]:
        return [
            self._text[self._text.rfind("\n", 0, s.start) + 1 : _line_end(self._text, s.end)]
            for s in literal(form, self._text)
        ]

    def _claimed(self, claim: Claim, probe: Probe) -> bool:
        keys = {max(normalise(f).split(), key=len, default="")[:3] for f in claim.forms} - {""}
        lines = [line for line in self._lines if any(k in line for k in keys)]
        return find_claim(claim, "\n".join(lines), probe.evidence).held


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return end if end >= 0 else len(text)
