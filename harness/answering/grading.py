"""Grading: what became of a probe, judged by rule from its typed expected answer. No model, no reader, no category.

Order of judgement: abstention → open points and absent facts → typed values, names and texts → key claims. Whatever rules cannot
decide is ``ungraded``, never guessed: it says that a person or a judge has to look, not that the answer is wrong. A passage that the
reader quotes asserts nothing by itself: it is right when it holds what was asked for, and ``missing`` when it holds something else.
"""

from __future__ import annotations

import re

from harness.answering.abstention import abstains, tells_after_all
from harness.answering.claimgrade import grade_claims
from harness.answering.matching import Span, literal, prepared, spans_of
from harness.answering.undecided import says_open, settles_after
from harness.answering.vague import is_vague
from harness.answering.valued import grade_value
from harness.language import normalise, terms
from harness.schema import Answer, Grade, Kind, Outcome, Probe

_SHORT_NO = re.compile(
    r"^(?:no|nope|nah|never|not that|아니요|아니오|아뇨|아니|없어요|없습니다|없음|없네요|없었어요|없었습니다|아닙니다)\b"
)
_LETS_OPEN = re.compile(
    r"\bor\b|\beither\b|\bboth\b|\bbetween\b|또는|혹은|아니면|이냐|(?:이?랑|와|과|하고) .{0,12}(?:중|사이|가운데)"
)


def grade(probe: Probe, answer: Answer) -> Grade:
    """Judge one answer."""
    text = "" if answer.abstained else answer.text
    if probe.kind is Kind.ABSENT:
        # of a quoted passage only its best sentence can say that there is no answer: others speak of other things
        return _absent(probe, answer.support if text.strip() and _quotes(text, answer.support) else text)
    if not text.strip():
        return Grade(Outcome.MISSING, "no answer")
    if probe.kind is Kind.OPEN:
        return _open(probe, text)
    quoted = _quotes(text, answer.support)
    verdict = _quoted(probe, text, answer.support) if quoted else _said(probe, text)
    if verdict.outcome is Outcome.RETAINED:
        return Grade(verdict.outcome, verdict.why, verbatim(probe, text + "\n" + answer.support))
    if verdict.outcome is Outcome.MISSING and not quoted and says_open(text) and not abstains(text):
        return Grade(Outcome.DISTORTED, "says it is undecided, but it was decided")
    return verdict


def _said(probe: Probe, text: str) -> Grade:
    return grade_claims(probe, text) if probe.kind is Kind.CLAIMS else grade_value(probe, text)


_SENTENCE = 6  # words from which a piece of a passage is a quotation and no answer of its own


def _quotes(text: str, support: str) -> bool:
    """Whether an answer is a passage that the reader found, not a statement of its own: one about something else asserts nothing
    of what was asked."""
    said, found = normalise(text), normalise(support)
    return bool(found) and (found in said or (said in found and len(said.split()) >= _SENTENCE))


_NO_ANSWER = (
    "not the expected answer",
    "another answer, none of the key claims",
    "something else in place of the key claim",
)


def _quoted(probe: Probe, text: str, support: str) -> Grade:
    """A quoted passage is right when it holds what was asked for; it is wrong only by its best sentence, and says nothing otherwise."""
    whole, best = _said(probe, text), _said(probe, support)
    if whole.outcome is Outcome.RETAINED or (best.outcome is Outcome.RETAINED and probe.kind is not Kind.CLAIMS):
        return whole if whole.outcome is Outcome.RETAINED else best
    if best.outcome in (Outcome.DISTORTED, Outcome.STALE) and best.why not in _NO_ANSWER:
        return best
    return Grade(Outcome.MISSING, "quotes something else than what was asked for")


def verbatim(probe: Probe, text: str) -> bool:
    """Whether the original wording of every piece stands in a text."""
    plain = normalise(text)
    pieces = {e.piece for e in probe.evidence}
    return bool(pieces) and all(
        any(normalise(e.quote) in plain for e in probe.evidence if e.piece == p) for p in pieces
    )


def _absent(probe: Probe, text: str) -> Grade:
    if not text.strip():
        return Grade(Outcome.RETAINED, "rightly says that it was never said")
    if tells_after_all(text):
        return Grade(Outcome.FABRICATED, "answers what was never said")
    if abstains(text) or _denies_briefly(text) or _denies_asked(text, probe.question):
        return Grade(Outcome.RETAINED, "rightly says that it was never said")
    if says_open(text):
        return Grade(Outcome.RETAINED, "gives no value for what was never said")
    return Grade(Outcome.FABRICATED, "answers what was never said")


def _denies_briefly(text: str) -> bool:
    """ "No, she didn't.": a refusal of the question with nothing in its place."""
    plain = normalise(text)
    return bool(_SHORT_NO.match(plain)) and len(plain.split()) <= 5 and not re.search(r"[0-9]", plain)


_NONE_KO = re.compile(
    r"([가-힣]{2,})(?:은|는|이|가|도|에 대한 [가-힣]+은|에 대해서는) ?(?:전혀 |따로 |아예 )?(?:없(?!이)|안 )"
)
_NO_EN = re.compile(r"\bno (?:[\w'-]+ ){0,3}?([a-z][\w'-]+)")


def _denies_asked(text: str, question: str) -> bool:
    """Whether an answer says that there is none of what the question names ("a phone number, but no address")."""
    plain, asked = normalise(text), set(terms(question))
    denied = [m[1] for p in (_NONE_KO, _NO_EN) for m in p.finditer(plain)]
    return any(asked & set(terms(d)) for d in denied)


# ------------------------------------------------------------------------------------------------------------- open


def _open(probe: Probe, text: str) -> Grade:
    plain = prepared(text)
    options = [spans for w in probe.wrong if (spans := spans_of([w], plain, Kind.TEXT))]
    wording = any(literal(f, plain) for f in (probe.expected, *probe.accepted))
    left = says_open(text) or wording or _offers(plain, options) or (not options and _retells(probe, text))
    if left and not settles_after(text):
        return Grade(Outcome.RETAINED, "says that it is undecided", verbatim(probe, text))
    if options and not abstains(text):
        return Grade(Outcome.FABRICATED, "tells an open point as decided")
    if abstains(text) or is_vague(text, probe.question):
        return Grade(Outcome.MISSING, "says that it does not know" if abstains(text) else "gives no answer of its own")
    return Grade(Outcome.FABRICATED, "gives an answer to a point that was left open")


def _retells(probe: Probe, text: str) -> bool:
    """Whether an answer that names no option tells, in the words of the log, what the decision waits for ("the vote is next week")."""
    sources = " ".join((probe.expected, *(e.quote for e in probe.evidence)))
    own = set(terms(sources)) - set(terms(" ".join((probe.question, *probe.wrong))))
    return not abstains(text) and bool(own & set(terms(text)))


def _offers(plain: str, options: list[list[Span]]) -> bool:
    """Whether at least two options are named as alternatives."""
    return len(options) > 1 and bool(_LETS_OPEN.search(plain))
