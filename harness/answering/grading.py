"""Grading: what became of a probe, judged by rule from its typed expected answer. No model, no reader, no category.

Order of judgement: abstention → open points and absent facts → typed values, names and texts → key claims. Whatever rules cannot
decide is ``ungraded``, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.answering.abstention import abstains, says_open
from harness.answering.matching import VALUE_KINDS, Span, find_claim, literal, spans_of, values_of
from harness.language import normalise, sentences, terms
from harness.schema import Answer, Grade, Kind, Outcome, Probe

# Words before or after a value by which an answer says that the value is not, or no longer, the one.
_DENIED_BEFORE = re.compile(
    r"(?:\bnot|\bnever|\binstead of|\brather than|\bno longer|\bisn't|\bwasn't|\bwas|\bwere|\bused to be|\boriginally|\bpreviously|\bformerly|\binitially|\bat first|"
    r"\b(?:up |down |over |moved |changed |raised |lowered |postponed |switched )from|\breplac(?:es|ed|ing)|\bearlier|\bold|\bunlike|\bas opposed to|\bafter (?:we )?(?:dropp|reject)\w+|원래|기존|처음에는?|당초|이전에는?|예전)"
    r"(?:\s(?:the|a|an|at|on|to|be|set|planned|value|of|it|was|for|was)){0,3}\W*$"
)
_DENIED_AFTER = re.compile(
    r"^\W{0,2}(?:이?가? ?아니|대신|말고|에서 |였(?:는데|다가|지만|으나)|이었(?:는데|다가|지만|으나)|은 아니|는 아니|\(?(?:old|previous|outdated|superseded|is wrong|was rejected|was dropped|no longer)|(?:was|were) (?:the )?(?:original|old|earlier|previous|first))"
)
_ALTERNATIVE = re.compile(r"\bor\b|\beither\b|또는|혹은|아니면|이나 |거나")


def grade(probe: Probe, answer: Answer) -> Grade:
    """Judge one answer."""
    text = "" if answer.abstained else answer.text
    if probe.kind is Kind.ABSENT:
        return _absent(text)
    if probe.kind is Kind.OPEN:
        return _open(probe, text)
    if not text.strip():
        return Grade(Outcome.MISSING, "no answer")
    verdict = _claims(probe, text) if probe.kind is Kind.CLAIMS else _value(probe, text)
    if verdict.outcome is not Outcome.RETAINED and abstains(text) and not _names_any(probe, text):
        return Grade(Outcome.MISSING, "says that it does not know")
    if verdict.outcome is Outcome.MISSING and says_open(text):
        return Grade(Outcome.DISTORTED, "says it is undecided, but it was decided")
    if verdict.outcome is Outcome.RETAINED:
        return Grade(verdict.outcome, verdict.why, verbatim(probe, text + "\n" + answer.support))
    return verdict


def verbatim(probe: Probe, text: str) -> bool:
    """Whether the original wording of every piece stands in a text."""
    plain = normalise(text)
    pieces = {e.piece for e in probe.evidence}
    return bool(pieces) and all(any(normalise(e.quote) in plain for e in probe.evidence if e.piece == p) for p in pieces)


def _absent(text: str) -> Grade:
    if not text.strip() or abstains(text):
        return Grade(Outcome.RETAINED, "rightly says that it was never said")
    if says_open(text):
        return Grade(Outcome.RETAINED, "gives no value for what was never said")
    return Grade(Outcome.FABRICATED, "answers what was never said")


def _open(probe: Probe, text: str) -> Grade:
    if not text.strip():
        return Grade(Outcome.MISSING, "no answer")
    if says_open(text) or any(literal(f, normalise(text)) for f in probe.accepted):
        return Grade(Outcome.RETAINED, "says that it is undecided", verbatim(probe, text))
    if any(spans_of([w], text, Kind.TEXT) for w in probe.wrong) and not abstains(text):
        return Grade(Outcome.FABRICATED, "tells an open point as decided")
    if abstains(text):
        return Grade(Outcome.MISSING, "says that it does not know")
    return Grade(Outcome.FABRICATED, "gives an answer to a point that was left open")


# ---------------------------------------------------------------------------------------------------------- values


def _value(probe: Probe, text: str) -> Grade:
    plain = normalise(text)
    right = _asserted(spans_of(_right_forms(probe), plain, probe.kind), plain)
    wrong = _outside(_asserted(spans_of(probe.wrong, plain, probe.kind), plain), right)
    stale = _outside(_asserted(spans_of(probe.stale, plain, probe.kind), plain), right)
    if right and not (wrong or stale):
        return Grade(Outcome.RETAINED, "the expected value")
    if right:
        return _mixed(plain, right, wrong, stale)
    if stale:
        return Grade(Outcome.STALE, "a value that was replaced later")
    if wrong:
        return Grade(Outcome.DISTORTED, "the value of something else")
    return _unmatched(probe, plain)


def _right_forms(probe: Probe) -> tuple[str, ...]:
    return (probe.expected, *probe.accepted)


def _mixed(plain: str, right: Sequence[Span], wrong: Sequence[Span], stale: Sequence[Span]) -> Grade:
    others = [*wrong, *stale]
    between = plain[min(s.start for s in [*right, *others]) : max(s.end for s in [*right, *others])]
    if _ALTERNATIVE.search(between):
        return Grade(Outcome.DISTORTED, "does not commit to one of several values")
    if min(s.start for s in right) < min(s.start for s in others):
        return Grade(Outcome.RETAINED, "the expected value first, another one beside it")
    return Grade(Outcome.STALE if stale and not wrong else Outcome.DISTORTED, "another value before the expected one")


def _unmatched(probe: Probe, plain: str) -> Grade:
    if probe.kind in VALUE_KINDS:
        if values_of(plain, VALUE_KINDS[probe.kind]):
            return Grade(Outcome.DISTORTED, f"another {probe.kind.value} than the expected one")
        return Grade(Outcome.MISSING, f"no {probe.kind.value} in the answer")
    if any(_all_terms(f, plain) for f in _right_forms(probe)):
        return Grade(Outcome.RETAINED, "all words of the expected answer")
    return Grade(Outcome.MISSING if abstains(plain) else Outcome.DISTORTED, "not the expected answer")


def _all_terms(form: str, plain: str) -> bool:
    wanted = set(terms(form))
    return len(wanted) > 1 and any(wanted <= set(terms(s)) for s in sentences(plain))


def _asserted(spans: Sequence[Span], plain: str) -> list[Span]:
    """Those spans that the text does not deny ("not X", "instead of X", "X가 아니라", "from X to")."""
    return [s for s in spans if not (_DENIED_BEFORE.search(plain[max(0, s.start - 60) : s.start]) or _DENIED_AFTER.match(plain[s.end : s.end + 30]))]


def _outside(spans: Sequence[Span], others: Sequence[Span]) -> list[Span]:
    return [s for s in spans if not any(o.start < s.end and s.start < o.end for o in others)]


# ---------------------------------------------------------------------------------------------------------- claims


def _claims(probe: Probe, text: str) -> Grade:
    found = [find_claim(c, text, probe.evidence) for c in probe.claims]
    held = sum(f.held for f in found)
    if held == len(found):
        return Grade(Outcome.RETAINED, "all key claims")
    plain = normalise(text)
    if any(_asserted(literal(f, plain), plain) for f in _right_forms(probe)):
        return Grade(Outcome.RETAINED, "the expected wording")
    if any(f.reversed for f in found):
        return Grade(Outcome.DISTORTED, "a key claim with the opposite sense")
    if any(literal(s, plain) for s in probe.stale):
        return Grade(Outcome.STALE, "an earlier state")
    if any(literal(w, plain) for w in probe.wrong):
        return Grade(Outcome.DISTORTED, "another claim")
    if held:
        return Grade(Outcome.MISSING, f"{held} of {len(found)} key claims")
    if any(f.partly for f in found):
        return Grade(Outcome.UNGRADED, "some words of the key claim, but not all")
    return Grade(Outcome.DISTORTED, "none of the key claims")


def _names_any(probe: Probe, text: str) -> bool:
    return bool(spans_of([*probe.wrong, *probe.stale], text, probe.kind))

