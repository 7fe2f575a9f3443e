"""Grading answers to probes whose expected answer is a set of key claims."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from harness.answering.abstention import abstains
from harness.answering.claimform import Form, Found, find_form, form_of, in_text, required
from harness.answering.clauses import clause_bounds, sentence_bounds
from harness.answering.concepts import tokens
from harness.answering.matching import literal, prepared
from harness.answering.polarity import needless, negators, without_yes_no, yes_or_no
from harness.answering.stance import Stance, stance
from harness.answering.vague import own_words
from harness.language import detect, normalise, terms
from harness.schema import Claim, Evidence, Grade, Outcome, Probe


@dataclass(frozen=True, slots=True)
class ClaimFound:
    """How a claim stands in an answer: held, reversed (its words with the wrong polarity), partly, or not at all."""

    held: bool
    reversed: bool = False
    partly: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of an answer that a form is held against, and the piece that lends it a verb."""

    text: str
    context: str
    lone: bool = False  # a fragment without a verb anywhere


_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|may|must|should|will|would|need|needs|it's|that's|isn't|aren't|don't|doesn't|didn't)\b|n't\b|"
    r"(?:다|요|고|며|지만|는데|니까|서|됨|함|음|것|세요|라)$"
)
_NONE_OF = re.compile(r"\b(?:nothing|none)\b|아무것도|하나도|전혀 (?:안|못)")
_EXCEPT = re.compile(r",? (?:except|apart|aside) (?:for |from )?(.{3,40}?),? (?:which|that|who) ")


def windows(text: str) -> list[list[Window]]:
    """The clauses of an answer, then its sentences, then pairs of sentences: a form is looked for in that order."""
    text = _EXCEPT.sub(r"; \1 ", text)
    whole = [without_yes_no(text[a:b]) for a, b in sentence_bounds(text)]
    whole = [s for s in whole if s]
    clauses = [w for s in whole for w in _clauses(s)]
    pairs = [Window(f"{a} {b}", f"{a} {b}") for a, b in zip(whole, whole[1:], strict=False)]
    return [clauses, [Window(s, s) for s in whole], pairs]


def _clauses(sentence: str) -> list[Window]:
    parts = [sentence[a:b] for a, b in clause_bounds(sentence, 0, len(sentence))]
    verbed = [bool(_VERB.search(p)) or any(t.concepts for t in tokens(p)) or negators(p) > 0 for p in parts]
    out = []
    for i, part in enumerate(parts):
        lender = None
        if not verbed[i]:
            lender = next((j for j in range(i + 1, len(parts)) if verbed[j]), None)
            if lender is None or any(verbed[:i]):
                lender = next((j for j in range(i - 1, -1, -1) if verbed[j]), lender)
        elif i and not any(t.concepts for t in tokens(part)):
            lender = i - 1
        context = part if lender is None else f"{part} {parts[lender]}" if lender > i else f"{parts[lender]} {part}"
        out.append(Window(part, context, lone=not verbed[i] and lender is None))
    return out


def find_claim(claim: Claim, text: str, evidence: Sequence[Evidence], question: str = "") -> ClaimFound:
    """Look for a claim in a text, clause by clause, then sentence by sentence, then in two neighbouring sentences."""
    return _find(claim, windows(prepared(text)), tuple(e.quote for e in evidence), prepared(question), False)


def _find(claim: Claim, levels: list[list[Window]], quotes: tuple[str, ...], question: str, bound: bool) -> ClaimFound:
    held = reversed_ = partly = False
    for level in levels[:1] if bound else levels:
        for window in level:
            for text in claim.forms:
                verdict = _judge(claim, text, window, quotes, question)
                held, reversed_, partly = held or verdict == 1, reversed_ or verdict == -1, partly or verdict == 2
        if held or reversed_:
            break
    return ClaimFound(held and not reversed_, reversed_ and not held, partly or (held and reversed_))


def _judge(claim: Claim, text: str, window: Window, quotes: tuple[str, ...], question: str) -> int:
    """1 held, -1 reversed, 2 partly, 0 not there."""
    form = form_of(text)
    need = required(form, question) if question else form.words
    if not need and not form.values:
        need = form.words
    found = find_form(form, need, window.text, window.context, claim.negated)
    if found is None:
        return 0
    if not found.whole:
        return 2 if found.share >= 0.5 else 0
    if found.value is False:
        return -1
    if found.value is None and form.values:
        return 2
    if window.lone and claim.negated and question:
        found = Found(found.share, _question_denies(form, question), found.value)
    if needless(window.text) and not any(c == "need" for w in form.words for c, _ in w.concepts):
        return 2
    return 1 if found.denied in _right(claim, text, quotes) or _quoted(window.text, quotes) else -1


def _question_denies(form: Form, question: str) -> bool:
    hits = [h for w in form.words if (h := in_text(w, question))]
    return (negators(question, [h[0] for h in hits]) + sum(h[1] < 0 for h in hits)) % 2 == 1


@lru_cache(maxsize=20_000)
def _right(claim: Claim, text: str, quotes: tuple[str, ...]) -> frozenset[bool]:
    """The polarity that a claim states. A positive claim whose quote denies its words ("the licence forbids resale" for
    licence … resale) wants that in the answer too."""
    form = form_of(text)
    if claim.negated:
        return frozenset((not form.denies,))
    for quote in quotes:
        for level in windows(prepared(quote))[:2]:
            for window in level:
                found = find_form(form, form.words, window.text, window.context, False)
                if found and found.whole and found.value is not False:
                    return frozenset((found.denied,))
    return frozenset((form.denies,))


def _quoted(text: str, quotes: tuple[str, ...]) -> bool:
    return any((q := normalise(quote)) in text or (len(text) > 20 and text in q) for quote in quotes)


# ---------------------------------------------------------------------------------------------------------- grading


def grade_claims(probe: Probe, answer: str) -> Grade:
    """Judge an answer (not empty) to a probe with key claims."""
    text, question = prepared(answer), prepared(probe.question)
    quotes = tuple(e.quote for e in probe.evidence)
    levels = windows(text)
    bound = len(probe.claims) > 1
    found = [_find(c, levels, quotes, question, bound) for c in probe.claims]
    found = [f if f.held or f.reversed else _by_yes_no(c, f, text, question) for c, f in zip(probe.claims, found, strict=True)]
    if any(_asserted(form, text) for form in (probe.expected, *probe.accepted)) and not any(f.reversed for f in found):
        return Grade(Outcome.RETAINED, "the expected wording")
    if all(f.held for f in found):
        return Grade(Outcome.RETAINED, "all key claims")
    if any(f.reversed for f in found) or (_NONE_OF.search(text) and any(not c.negated for c in probe.claims) and not any(f.held for f in found)):
        return Grade(Outcome.DISTORTED, "a key claim with the opposite sense")
    return _unfound(probe, text, found)


def _asserted(form: str, text: str) -> bool:
    return any(stance(text[: s.start], text[s.end :]) is Stance.HOLDS for s in literal(form, text))


def _by_yes_no(claim: Claim, found: ClaimFound, text: str, question: str) -> ClaimFound:
    """A claim all of whose words stand in the question is answered by yes or no, or by how it went ("a dead end")."""
    for written in claim.forms:
        form = form_of(written)
        if not form.words or form.values or required(form, question):
            continue
        denied = _outcome(form, text)
        if denied is None:
            answer = yes_or_no(text)
            if answer is None:
                continue
            denied = _question_denies(form, question) == answer
        right = denied == (claim.negated != form.denies)
        return ClaimFound(right, not right)
    return found


def _outcome(form: Form, text: str) -> bool | None:
    """Whether an answer denies a form by its own word for how it went, or None if it has none."""
    states = [w for w in form.words if any(c in ("help", "allow", "done", "need") for c, _ in w.concepts)]
    for a, b in sentence_bounds(text):
        for window in _clauses(without_yes_no(text[a:b])):
            for word in states:
                if hit := in_text(word, window.text):
                    return (negators(window.text, [hit[0]]) + (hit[1] < 0)) % 2 == 1
    return None


def _unfound(probe: Probe, text: str, found: Sequence[ClaimFound]) -> Grade:
    held = sum(f.held for f in found)
    if abstains(text) and not held:
        return Grade(Outcome.MISSING, "says that it does not know")
    if any(literal(s, text) for s in probe.stale):
        return Grade(Outcome.STALE, "an earlier state")
    if any(literal(w, text) for w in probe.wrong):
        return Grade(Outcome.DISTORTED, "another claim")
    own = own_words(text, probe.question)
    if not own:
        return Grade(Outcome.MISSING, "gives no answer of its own")
    if len(found) > 1:
        return _some(probe, text, found, own)
    if any(f.partly for f in found):
        return Grade(Outcome.UNGRADED, "some words of the key claim, but not all")
    if detect(text) != detect(probe.expected):
        return Grade(Outcome.UNGRADED, "in another language than the key claims")
    return Grade(Outcome.DISTORTED, "none of the key claims")


def _some(probe: Probe, text: str, found: Sequence[ClaimFound], own: Sequence[str]) -> Grade:
    """Several claims, not all of them there: left out, put in another's place, or said in words that rules do not know."""
    held = sum(f.held for f in found)
    if all(f.held or _scattered(c, text, probe.question) for c, f in zip(probe.claims, found, strict=True)):
        return Grade(Outcome.DISTORTED, "the words of the key claims, but bound otherwise")
    known = {t for form in (probe.expected, *(f for c in probe.claims for f in c.forms), *(e.quote for e in probe.evidence)) for t in terms(form)}
    new = [t for t in own if t not in known]
    if not new or abstains(text):
        return Grade(Outcome.MISSING, f"{held} of {len(found)} key claims")
    if held and len(new) <= 3:
        return Grade(Outcome.DISTORTED, "something else in place of a key claim")
    if not held and not any(f.partly for f in found):
        return Grade(Outcome.DISTORTED, "none of the key claims")
    return Grade(Outcome.UNGRADED, "some words of the key claim, but not all")


def _scattered(claim: Claim, text: str, question: str) -> bool:
    """Whether all words of a form stand somewhere in the text."""
    asked = prepared(question)
    for written in claim.forms:
        need = required(form_of(written), asked)
        if len(need) > 1 and all(in_text(w, text) for w in need):
            return True
    return False
