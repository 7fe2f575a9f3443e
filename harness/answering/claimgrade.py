"""Grading answers to probes whose expected answer is a set of key claims.

In order: the expected or the original wording; a relation turned round or another number; every claim held, cut short, or reversed;
then what is left: an abstention, something else, part of the claims. ``ungraded`` means that rules cannot tell: the answer is in
another language than the claims, or has part of a claim beside words that no table knows, so that it may say the same or something
else. It never means wrong; it counts as not retained until a person or a judge has looked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.answering.abstention import abstains
from harness.answering.claimed import EXEMPT, ClaimFound, found_in, is_outcome, quotes_of
from harness.answering.claimform import Form, asked_states, form_of, in_text, question_denies, required, waits
from harness.answering.clauses import sentence_bounds
from harness.answering.matching import literal, prepared
from harness.answering.numbers import other_number
from harness.answering.polarity import needless, negators, without_yes_no, yes_or_no
from harness.answering.sought import asks_failed, names_the_other, without_refusal
from harness.answering.stance import Stance, asks_rejected, stance
from harness.answering.turned import other_target, turned_round
from harness.answering.vague import own_words
from harness.answering.windows import VERB, clauses, windows
from harness.answering.wording import tokens
from harness.language import detect, normalise, terms
from harness.schema import Claim, Grade, Outcome, Probe

_NONE_OF = re.compile(r"\b(?:nothing|none)\b|아무것도|하나도|전혀 (?:안|못)")
_UNTRIED = re.compile(
    r"(?:\bnot|n't|\bnever|\bnobody|\bno one|\bnone of \w+)(?: has| have| had)?(?: been| yet| actually| even)*(?: yet)? (?:tried|tested|attempted|run|done)\b|\b(?:untried|untested)\b|\byet to (?:be )?(?:try|tried|test)|(?<![가-힣])안 ?[가-힣]{1,3} ?봤|시도(?:하지|해 보지|한 적)[가-힣]* ?(?:않|없)"
)
_ALLOWS = re.compile(
    r"(?<!은)만 [^.]{0,12}수 있|\bonly\b[^.]{0,25}\b(?:may|can|are allowed)\b|^(?:there (?:is|are) )?no (?:rules?|restrictions?|such \w+)[.!]?$|^(?:그런 |아무 |별도의? |정해진 )?(?:규칙|제한|제약|사람)(?:이|은|도|가)? ?없(?:어요|습니다|다|음|네요)|^(?:없어요|없습니다|아무도)[.,] "
)
_ALL_DONE = re.compile(
    r"\b(?:everything|all)\b[^.]{0,30}\b(?:done|finished|complete\w*|ready|settled)\b|\bnothing (?:is |was )?(?:left|remain\w*|outstanding|more|else)\b|\bboth(?: \w+){0,2} (?:are|is|were) (?:\w+ )?(?:done|finished|complete\w*|ready|settled|through)\b|(?:다|모두|전부) ?(?:끝|완료|마쳤|했|됐)|남은 [가-힣]+(?:이|은|는|가|도)? ?없"
)
_NO_SUCH = re.compile(
    r"\b(?:nothing|none(?: of \w+)?|nobody|no one) (?:is|are|was|were) (?:exempt\w*|except\w*|excluded|excused|spared)\b|(?:예외|면제|제외)(?:인|되는|된|받는) [가-힣]+(?:은|는|이|가|도)? ?(?:전혀 |하나도 )?없|\bno (?:exceptions?|exemptions?|restrictions?|limits?|limitations?)\b|(?:예외|제한|제약|금지 사항)(?:는|은|가|이|도)? ?(?:전혀 |따로 )?없(?:습|어|다|음|이 )"
)
_BUT = re.compile(r"\b(?:other than|apart from|aside from|besides|beyond|except|but)\b|외에|말고|빼고|제외하")
_LONG = 14  # words from which an answer that shares none with the question is about something else
_MOST_OF = 0.7  # of the words of a quote


_HALF = re.compile(
    r"\b50 ?(?:%|percent\b|per cent\b|퍼센트|프로)(?= ?(?:[가-힣]|less|lower|shorter|fewer|faster|reduction|cut|off|of|$|[.,]))(?:로|를|을|만큼|의)?"
)


def grade_claims(probe: Probe, answer: str) -> Grade:
    """Judge an answer (not empty) to a probe with key claims."""
    text, question = _HALF.sub("half", prepared(answer)), prepared(probe.question)
    quotes = tuple(e.quote for e in probe.evidence)
    levels = windows(text)
    bound = len(probe.claims) > 1
    found = [found_in(c, levels, quotes, question, bound) for c in probe.claims]
    found = [
        f if f.held or f.reversed else _by_yes_no(c, f, text, question)
        for c, f in zip(probe.claims, found, strict=True)
    ]
    if EXEMPT.search(question) and _NO_SUCH.search(text) and not _BUT.search(text):
        return Grade(Outcome.DISTORTED, "denies that there is one")
    if any(_worded(form, text, found, question) for form in (probe.expected, *probe.accepted)):
        return Grade(Outcome.RETAINED, "the expected wording")
    if quotes and all(normalise(q) in " ".join(text.split()) for q in quotes):
        return Grade(Outcome.RETAINED, "the original wording")
    if turned_round(text, (probe.expected, *quotes)) or other_target(text, (probe.expected, *quotes)):
        return Grade(Outcome.DISTORTED, "the key claim turned round")
    if _another_number(probe, text):
        return Grade(Outcome.DISTORTED, "another number than in the key claim")
    if len(found) == 1 and _bare(probe, text, question):
        return Grade(Outcome.RETAINED, "names what the key claim is about")
    if all(f.held for f in found) and _antonym(probe, text):
        return Grade(Outcome.DISTORTED, "the opposite of the key claim")
    if all(f.held for f in found):
        return Grade(Outcome.RETAINED, "all key claims")
    if any(f.reversed for f in found) or (
        not abstains(text)
        and _NONE_OF.search(text)
        and any(not c.negated for c in probe.claims)
        and not any(f.held for f in found)
    ):
        return Grade(Outcome.DISTORTED, "a key claim with the opposite sense")
    return _unfound(probe, text, found)


_SCALES = frozenset(
    [
        "direction",
        "cheap",
        "quick",
        "long",
        "big",
        "heavy",
        "loud",
        "good",
        "early",
        "easy",
        "open",
        "above",
        "formal",
        "enough",
    ]
)
_LOOSE = frozenset(("up", "down", "more", "less", "over", "under", "good", "open", "out"))


def _sides(text: str) -> set[tuple[str, int]]:
    return {m for t in tokens(text) if t.text not in _LOOSE for m in t.concepts if m[0] in _SCALES}


def _antonym(probe: Probe, text: str) -> bool:
    """Whether an answer has the opposite of a word of the expected answer ("lower", "cheaper") where neither denies anything."""
    expected = prepared(probe.expected)
    if negators(text) or negators(expected):
        return False
    known = {m for s in (probe.question, probe.expected, *quotes_of(probe)) for m in _sides(prepared(s))}
    wanted, told = _sides(expected), _sides(text)
    return any((c, -s) in told and (c, s) not in told and (c, -s) not in known for c, s in wanted)


_ASKS_WHICH = re.compile(r"\b(?:who|whom|which|when|where)\b|누구|누가|언제|어디|어느|어떤|사람은|경우는|예외는|대상은")


_WITHOUT = re.compile(r"\bwithout\b|\bexempt|\bexcep|\bspared\b|\b(?:not|n't) (?:need|have)|예외|면제|없이|무료")


def _bare(probe: Probe, text: str, question: str) -> bool:
    """Whether a few words without a verb name what a key claim is about ("Students.")."""
    claim, own = probe.claims[0], tokens(text)
    if not _ASKS_WHICH.search(question):
        return False
    frees = (
        claim.negated and (needless(text) or EXEMPT.search(text)) and (needless(question) or _WITHOUT.search(question))
    )
    if not frees and (len(own) > 4 or negators(text) or VERB.search(text)):
        return False
    heads = [form.words[0] for f in claim.forms if (form := form_of(f)).words and not in_text(form.words[0], question)]
    known = (probe.expected, *claim.forms, *((probe.question,) if frees else ()))
    return any(in_text(h, text) for h in heads) and not own_words(EXEMPT.sub(" ", text), " ".join(known))


def _another_number(probe: Probe, text: str) -> bool:
    known = (
        probe.expected,
        *probe.accepted,
        *quotes_of(probe),
        probe.question,
        *(f for c in probe.claims for f in c.forms),
    )
    return other_number(text, tuple(prepared(k) for k in known))


def _worded(form: str, text: str, found: Sequence[ClaimFound], question: str) -> bool:
    """Whether the expected wording stands there; a short one, or the name of what failed or is exempt, must not be part of a
    sentence that says the opposite."""
    named = len(form.split()) < 3 or asks_failed(question) or asks_rejected(question) or EXEMPT.search(question)
    if named and prepared(form) != text and any(f.reversed for f in found):
        return False
    return (
        any(stance(text[: s.start], text[s.end :]) is Stance.HOLDS for s in literal(form, text))
        or prepared(form) == text
    )


def _by_yes_no(claim: Claim, found: ClaimFound, text: str, question: str) -> ClaimFound:
    """A claim all of whose words stand in the question is answered by yes or no, or by how it went ("a dead end")."""
    for written in claim.forms:
        form = form_of(written)
        if not form.words or form.values or any(not is_outcome(w) for w in required(form, question)):
            continue
        denied = _outcome(form, text)
        if denied is None:
            answer = yes_or_no(text)
            if answer is None:
                continue
            denied = question_denies(form, question) == answer
        right = denied == (claim.negated != form.denies)
        return ClaimFound(right, not right)
    return found


def _outcome(form: Form, text: str) -> bool | None:
    """Whether an answer denies a form by its own word for how it went, or None if it has none."""
    states = [w for w in form.words if any(c in ("help", "allow", "done", "need") for c, _ in w.concepts)]
    for a, b in sentence_bounds(text):
        for window in clauses(without_yes_no(text[a:b]), ""):
            for word in states:
                if hit := in_text(word, window.text):
                    return (negators(window.text, [hit[0]]) + (hit[1] < 0)) % 2 == 1
    return None


def _unfound(probe: Probe, text: str, found: Sequence[ClaimFound]) -> Grade:
    held = sum(f.held for f in found)
    if _NO_SUCH.search(text):
        return Grade(Outcome.DISTORTED, "denies that there is one")
    if _ALLOWS.search(text) and len(found) == 1 and probe.claims[0].negated and not abstains(text):
        return Grade(Outcome.DISTORTED, "allows what the key claim forbids, or says that there is no such thing")
    if _ALL_DONE.search(text) and not held and _something_left(probe):
        return Grade(Outcome.DISTORTED, "says that nothing is left")
    if abstains(text) and not held:
        return Grade(Outcome.MISSING, "says that it does not know")
    if any(literal(s, text) for s in probe.stale):
        return Grade(Outcome.STALE, "an earlier state")
    if any(literal(w, text) for w in probe.wrong):
        return Grade(Outcome.DISTORTED, "another claim")
    if len(found) == 1 and _UNTRIED.search(text):
        return Grade(Outcome.DISTORTED, "says that it was not tried")
    if _names_another(probe, text):
        return Grade(Outcome.DISTORTED, "what the log sets against the key claim")
    own = own_words(text, probe.question)
    partly = any(f.partly or f.held for f in found)
    if not own or (not partly and not own_words(text, " ".join((probe.question, probe.expected, *quotes_of(probe))))):
        return Grade(Outcome.MISSING, "gives no answer of its own")
    if detect(text) != detect(probe.expected):
        return Grade(Outcome.UNGRADED, "in another language than the key claims")
    if len(found) > 1:
        return _some(probe, text, found)
    if any(f.partly for f in found):
        return _single(probe, text, found[0])
    if len(text.split()) > _LONG and not set(terms(text)) & set(terms(probe.question)):
        return Grade(Outcome.MISSING, "says something else than what was asked for")
    return Grade(Outcome.DISTORTED, "another answer, none of the key claims")


def _something_left(probe: Probe) -> bool:
    """Whether an answer that all is done is wrong: the question asks what is left or how far it is, and a claim says that something is."""
    asked = asked_states(prepared(probe.question))
    forms = [form_of(f) for c in probe.claims for f in c.forms]
    return ("done", -1) in asked or (("done", 1) in asked and any(waits(f) for f in forms))


def _names_another(probe: Probe, text: str) -> bool:
    known = (probe.expected, *probe.accepted, *(f for c in probe.claims for f in c.forms))
    own = own_words(text, "")
    quotes = [prepared(q) for q in quotes_of(probe)]
    return (
        bool(own)
        and not own_words(text, " ".join((probe.question, *known, *quotes)))
        and names_the_other(own, prepared(probe.question), quotes, known)
    )


def _single(probe: Probe, text: str, found: ClaimFound) -> Grade:
    """One claim, part of it there: with other words in place of the rest it is another claim, without any it is cut short."""
    forms = (f for c in probe.claims for f in c.forms)
    new = own_words(text, " ".join((probe.question, probe.expected, *forms, *quotes_of(probe))))
    if new and len(new) <= 4:
        return Grade(Outcome.DISTORTED, "something else in place of the key claim")
    if not new and found.leaning > 0:
        return Grade(Outcome.RETAINED, "the key claim, cut short")
    if not new and found.leaning < 0:
        return Grade(Outcome.DISTORTED, "the opposite of the key claim")
    if not new:
        return _in_words_of_the_log(probe, text)
    return Grade(Outcome.UNGRADED, "some words of the key claim beside others: rules cannot tell")


def _in_words_of_the_log(probe: Probe, text: str) -> Grade:
    """An answer without a word of its own: right when it has most of what a quote tells beyond the question, and denies as it does."""
    said = set(terms(text)) - set(terms(probe.question))
    for quote in quotes_of(probe):
        wanted = set(terms(quote)) - set(terms(probe.question))
        if (
            len(wanted) > 1
            and len(said & wanted) >= _MOST_OF * len(wanted)
            and negators(text) % 2 == negators(prepared(quote)) % 2
        ):
            return Grade(Outcome.RETAINED, "in the words of the log")
    return Grade(Outcome.MISSING, "only part of the key claim")


def _some(probe: Probe, text: str, found: Sequence[ClaimFound]) -> Grade:
    """Several claims, not all of them there: left out, put in another's place, or said in words that rules do not know."""
    held = sum(f.held for f in found)
    if all(f.held or _scattered(c, text, probe.question) for c, f in zip(probe.claims, found, strict=True)):
        return Grade(Outcome.DISTORTED, "the words of the key claims, but bound otherwise")
    forms = (f for c in probe.claims for f in c.forms)
    if asks_rejected(prepared(probe.question)):
        text = without_refusal(text).replace("_", " ")
    new = own_words(text, " ".join((probe.question, probe.expected, *forms, *quotes_of(probe))))
    if any(not f.held and _denied_part(c, text, probe) for c, f in zip(probe.claims, found, strict=True)):
        return Grade(Outcome.DISTORTED, "denies part of a key claim")
    if not new or abstains(text):
        return Grade(Outcome.MISSING, f"{held} of {len(found)} key claims")
    if held and len(new) <= 4:
        return Grade(Outcome.DISTORTED, "something else in place of a key claim")
    if not held and not any(f.partly for f in found):
        return Grade(Outcome.DISTORTED, "another answer, none of the key claims")
    return Grade(Outcome.UNGRADED, "some words of the key claim, but not all")


def _denied_part(claim: Claim, text: str, probe: Probe) -> bool:
    """Whether a bare denial stands before or after a word of a positive claim that no question has ("no English")."""
    asked = prepared(probe.question)
    words = {} if claim.negated else {w.stem for f in claim.forms for w in form_of(f).words if not in_text(w, asked)}
    return any(
        re.search(
            rf"\b(?:no|not|without)(?: (?:in|any))? {re.escape(w)}|{re.escape(w)}[가-힣]{{0,3}} ?(?:없이|말고|빼고|금지|제외)",
            text,
        )
        for w in words
        if len(w) > 1
    )


def _scattered(claim: Claim, text: str, question: str) -> bool:
    """Whether all words of a form stand somewhere in the text."""
    asked = prepared(question)
    for written in claim.forms:
        need = required(form_of(written), asked)
        if len(need) > 1 and all(w.stem in text for w in need):
            return True
    return False
