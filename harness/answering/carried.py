"""Attribution: does a context still hold what a probe asks for, whether or not the reader finds it?

A line of the context counts when the grader would accept it as an answer: what is carried and what is retained is one rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from harness.answering.claimed import find_claim, quotes_of
from harness.answering.claimgrade import grade_claims
from harness.answering.matching import literal
from harness.answering.undecided import says_open
from harness.answering.valued import grade_value
from harness.language import normalise, terms
from harness.schema import Claim, Kind, Outcome, Passage, Probe

_NEAREST = 24  # lines that are held against a probe
_HEAD = 60  # characters of a line that say what it is about
_SHORT = 160  # characters of a line that is shown whole
_PIECE = re.compile(r"(?<=[.;!?])(?=\s)|(?<=,)(?=\s)")


class CarriedText:
    """A context, normalised once, that is asked for many probes."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        both = [(n, line) for p in passages for line in p.text.splitlines() if (n := normalise(line))]
        self._lines = [n for n, _ in both]
        self._written = {n: line.strip() for n, line in reversed(both)}
        self._text = "\n".join(self._lines)
        self._joined = normalise(self._text)
        self._borne: dict[str, str] = {}  # by probe: it is asked whether, and then where

    def quotes(self, probe: Probe) -> bool:
        """Whether the original wording of every piece stands here."""
        pieces = {e.piece for e in probe.evidence}
        return bool(pieces) and all(
            any(normalise(e.quote) in self._joined for e in probe.evidence if e.piece == p) for p in pieces
        )

    def carries(self, probe: Probe) -> bool:
        """Whether the quotes stand here, or a line that the grader would call right as an answer and that speaks of what is asked."""
        return self.quotes(probe) or bool(self._bearing(probe))

    def where(self, probe: Probe) -> str:
        """What carries the answer in other words, as it is written: of a long line the piece that shares most words with the answer and
        the question. Empty where the quotes themselves stand here, or nothing does."""
        found = "" if self.quotes(probe) else self._bearing(probe)
        return _nearest_piece(self._written.get(found, found), probe)

    def _bearing(self, probe: Probe) -> str:
        if probe.id not in self._borne:
            self._borne[probe.id] = self._looked_for(probe)
        return self._borne[probe.id]

    def _looked_for(self, probe: Probe) -> str:
        if probe.kind is Kind.CLAIMS:
            return self._claimed(probe) if probe.claims else ""
        subject = set(terms(probe.question))
        if probe.kind is Kind.OPEN:
            near = self._near(subject)
            return next((line for line in near if says_open(line) and len(subject & set(terms(line))) >= 2), "")
        forms = (probe.expected, *probe.accepted)
        having = list(dict.fromkeys(n for f in forms for n in self._having(f)))
        if spoken := next((line for line in having if len(subject & set(terms(line))) >= 2), ""):
            return spoken
        near = [*having, *self._near(subject | {t for f in forms for t in terms(f)})]
        return next((line for line in near if subject & set(terms(line)) and self._right(probe, line)), "")

    def _right(self, probe: Probe, line: str) -> bool:
        return grade_value(probe, line).outcome is Outcome.RETAINED

    def _claimed(self, probe: Probe) -> str:
        sources = (probe.expected, *probe.accepted, *(f for c in probe.claims for f in c.forms), *quotes_of(probe))
        near = self._near({t for s in sources for t in terms(s)})
        right = (n for n in near if _speaks_of(n, probe) and grade_claims(probe, n).outcome is Outcome.RETAINED)
        if alone := next(right, ""):
            return alone
        bearers = [
            next((line for line in (*near, "\n".join(near)) if self._holds(c, line, probe)), "") for c in probe.claims
        ]
        borne = sorted(set(bearers), key=len) if all(bearers) else []
        return next((b for b in borne if _speaks_of(b, probe)), "")

    def _holds(self, claim: Claim, line: str, probe: Probe) -> bool:
        return bool(find_claim(claim, line, probe.evidence, probe.question).held)

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


def _speaks_of(line: str, probe: Probe) -> bool:
    """Whether the piece of a line that shares most with a claim, or the line's head, speaks of what is asked: "changed nothing" somewhere
    in a long line holds the words of many a claim."""
    return bool(set(terms(probe.question)) & set(terms(f"{line[:_HEAD]} {_nearest_piece(line, probe)}")))


def _nearest_piece(line: str, probe: Probe) -> str:
    """The one to three pieces of a line, one after the other, that share most words with what is asked for; the shorter the better."""
    pieces = [p for p in _PIECE.split(line) if p.strip()]
    if len(line) <= _SHORT or len(pieces) < 2:
        return line
    told = (probe.expected, *probe.accepted, *(f for c in probe.claims for f in c.forms), *quotes_of(probe))
    answer, asked = {t for s in told for t in terms(s)}, set(terms(probe.question))

    def worth(run: tuple[int, int]) -> tuple[float, int]:
        own = set(terms("".join(pieces[run[0] : run[1]])))
        return 2 * len(own & answer) + len(own & asked), run[0] - run[1]

    runs = [(i, j) for i in range(len(pieces)) for j in range(i + 1, min(i + 3, len(pieces)) + 1)]
    first, last = max(runs, key=worth)
    piece = "".join(pieces[first:last]).strip()
    return f"{'… ' if first else ''}{piece}{' …' if last < len(pieces) else ''}"


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return end if end >= 0 else len(text)
