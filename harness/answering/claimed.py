"""Where a key claim stands in a text: clause by clause, with its polarity."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from harness.answering.claimform import (
    REJECTED,
    Form,
    Found,
    asked_states,
    denied_within,
    find_form,
    form_of,
    in_text,
    is_weak,
    question_denies,
    required,
)
from harness.answering.concepts import Token
from harness.answering.matching import prepared
from harness.answering.polarity import needless, negators
from harness.answering.sought import failed_or_not
from harness.answering.vague import own_words
from harness.answering.windows import Window, windows
from harness.answering.wording import tokens
from harness.language import normalise, terms
from harness.schema import Claim, Evidence, Probe


@dataclass(frozen=True, slots=True)
class ClaimFound:
    """How a claim stands in an answer: held, reversed (its words with the wrong polarity), partly, or not at all."""

    held: bool
    reversed: bool = False
    partly: bool = False
    leaning: int = 0  # partly there: +1 with the sense of the claim, -1 with the opposite one


def find_claim(claim: Claim, text: str, evidence: Sequence[Evidence], question: str = "") -> ClaimFound:
    """Look for a claim in a text, clause by clause, then sentence by sentence, then in two neighbouring sentences."""
    return found_in(claim, windows(prepared(text)), tuple(e.quote for e in evidence), prepared(question), False)


def found_in(
    claim: Claim, levels: list[list[Window]], quotes: tuple[str, ...], question: str, bound: bool
) -> ClaimFound:
    """Look for a claim in a text cut into ``windows``; ``bound`` (one of several claims) keeps it to single clauses."""
    seen: set[int] = set()
    sought = [_sought(claim, text, question) for text in claim.forms]
    for level in levels[:1] if bound else levels:
        seen |= {_judge(wanted, window, quotes, question, bound) for window in level for wanted in sought}
        if seen & {1, -1}:
            break
    held, reversed_ = 1 in seen, -1 in seen
    if not held and not reversed_:
        held, reversed_ = 3 in seen, -3 in seen
    leaning = (4 in seen) - (-4 in seen)
    partly = bool(seen & {2, 4, -4}) or (held and reversed_)
    return ClaimFound(held and not reversed_, reversed_ and not held, partly, leaning)


def _in_words_of(clause: str, sources: tuple[str, ...]) -> bool:
    """Whether a clause has no word of its own beside those of its sources."""
    return not own_words(clause, " ".join(sources))


def _shortened(found: Found, window: Window, form: Form, quotes: tuple[str, ...], question: str, wide: bool) -> bool:
    """Whether a clause says a form with a word left out and none put in its place ("인터넷만 남았다" for 인터넷 개통)."""
    if found.share >= 0.75 and _in_words_of(window.text, (*quotes, question)) and not found.denied and not form.values:
        return not any(is_outcome(w) and in_text(w, window.text) is None for w in form.words)
    if not question or found.share < (0.5 if wide else 0.66) or in_text(form.words[0], window.text) is None:
        return False
    missing = [w for w in form.words if in_text(w, window.text) is None]
    if any(is_outcome(w) for w in missing):  # how it went is what was asked
        return False
    if any(w.stem in window.sentence for w in missing):
        return False
    spare = window.text
    for start, end in sorted(found.spots, reverse=True):
        spare = spare[:start] + " " + spare[end:]
    left = [t for t in tokens(spare) if not t.concepts]
    return not own_words(" ".join(t.text for t in left if len(t.text) > 1), question)


def _said_outright(word: Token, clause: str) -> bool:
    """Whether a form's only word stands there itself or in meaning: a likeness ("memorised" for memory) is not enough."""
    if "가" <= word.text[0] <= "힣":
        return True
    own = {c for c, _ in word.concepts}
    return any(t.stem == word.stem or own & {c for c, _ in t.concepts} for t in tokens(clause))


def _light_replaced(
    form: Form, need: tuple[Token, ...], found: Found, window: Window, quotes: tuple[str, ...], question: str
) -> bool:
    """Whether a light word of the form is absent and the clause has another noun between what it has: "cut the number by half" is not
    "cut the time by half"."""
    lost = [
        w
        for w in form.words
        if w.text in _MEASURES
        and w not in need
        and in_text(w, window.sentence or window.text) is None
        and in_text(w, question) is None
    ]
    if not lost or not question or len(found.spots) < 2:
        return False
    inner = window.text[min(e for _, e in found.spots) : max(s for s, _ in found.spots)]
    return bool(own_words(inner, " ".join((question, *quotes))))


_MEASURES = frozenset(
    ["rate", "share", "number", "count", "amount", "time", "level", "시간", "수", "비율", "금액", "값", "건"]
)
HELP = "help"


def is_outcome(word: Token) -> bool:
    """Whether a word tells how something went (helped, fixed, in vain)."""
    return any(c == HELP for c, _ in word.concepts)


def _needed(form: Form, question: str) -> tuple[Token, ...]:
    """The words that a clause must have to tell something: how it went must be said even where the question names it."""
    need = required(form, question) if question else form.words
    went = tuple(w for w in form.words if w not in need and any(c == HELP for c, _ in w.concepts))
    return (need + went) if need or form.values else form.words


@dataclass(frozen=True, slots=True)
class _Sought:
    """A form of a claim as it is looked for in every window: its words, those that must be there, the states that the question names."""

    claim: Claim
    text: str
    form: Form
    need: tuple[Token, ...]
    states: frozenset[tuple[str, int]]


def _sought(claim: Claim, text: str, question: str) -> _Sought:
    form, states = form_of(text), asked_states(question)
    if not claim.negated:  # an exception from a ban is what is allowed
        states = frozenset(s for s in states if s[0] != "need")
    return _Sought(claim, text, form, _needed(form, question), states)


def _judge(wanted: _Sought, window: Window, quotes: tuple[str, ...], question: str, wide: bool) -> int:
    """1 held, -1 reversed, the same times three when a word was left out, times four when several were; 2 some words of it, 0 not there."""
    claim, text, form, need = wanted.claim, wanted.text, wanted.form, wanted.need
    found = find_form(form, need, window.text, window.context, claim.negated, window.lent, wanted.states)
    if found is None:
        return 0
    weight = 1
    if len(form.words) == 1 and not _said_outright(form.words[0], window.text):
        return 2
    if found.whole and _light_replaced(form, need, found, window, quotes, question):
        return 2
    if not found.whole:
        same_sense = form.denies and found.denied and found.share >= 0.6 and len(found.spots) > 1
        if not same_sense and not _shortened(found, window, form, quotes, question, wide):
            if found.share < 0.5:
                return 0
            lost_outcome = any(is_outcome(w) and in_text(w, window.text) is None for w in form.words)
            clear = (
                not lost_outcome
                and (found.share >= 0.6 or claim.negated)
                and found.value is not False
                and (found.value or not form.values)
            )
            sense = _sense(claim, text, found, window, quotes, question) if clear else 0
            return 4 * sense if sense else 2
        weight = 3
    if found.value is False:
        return -weight
    if found.value is None and form.values:
        return 2
    if is_weak(form) and not _said_with(window.text, quotes, question):
        return 2
    sense = _sense(claim, text, found, window, quotes, question)
    if (
        sense < 0
        and wide
        and not claim.negated
        and window.text[max((e for _, e in found.spots), default=0) - 1] not in "과와랑"
        and _NEW_TOPIC.match(window.text, max((e for _, e in found.spots), default=0))
    ):
        return weight
    return weight * sense if sense else 2


# What is denied at the end of a Korean clause is its last topic: "경어체에 이모지는 빼고" leaves out the emoji.
_NEW_TOPIC = re.compile(r"[가-힣]* (?:\S+ )?[가-힣]+[은는] ")


EXEMPT = re.compile(r"\b(?:exempt\w*|excep\w*|excused|spared)\b|예외|면제|제외")


def _not_exempt(form: Form, clause: str, question: str) -> bool:
    """Whether a clause puts what the question calls exempt under the rule ("utility bills need two signatures")."""
    if (
        not EXEMPT.search(question)
        or EXEMPT.search(clause)
        or negators(clause)
        or re.search(r"\b(?:only|just)\b|만 |하나면", clause)
    ):
        return False
    own = {c for w in form.words for c, _ in w.concepts}
    return any((c, s) in (("need", 1), ("allow", -1)) and c not in own for t in tokens(clause) for c, s in t.concepts)


def _said_with(clause: str, quotes: tuple[str, ...], question: str) -> bool:
    """Whether a clause has a content word of the evidence beside those of the question: what a weak form needs to count."""
    said = {w.stem for w in tokens(clause) if len(w.stem) > 2 or "가" <= w.stem[0] <= "힣"}
    asked = {w.stem for w in tokens(question)}
    return any(
        w.stem in said - asked and not w.text.isdigit() and terms(w.text) for q in quotes for w in tokens(prepared(q))
    )


def _sense(claim: Claim, text: str, found: Found, window: Window, quotes: tuple[str, ...], question: str) -> int:
    """1 when the clause says it as the claim does, -1 for the opposite, 0 when it says that it need not be."""
    form, denied = form_of(text), found.denied
    whole = window.context if window.lent else window.text
    spots = () if window.lent else found.spots
    if (
        not claim.negated
        and not any(is_outcome(w) for w in form.words)
        and (went := failed_or_not(whole, spots, question))
    ):
        return went
    if window.lone and claim.negated and question:
        denied = question_denies(form, question)
    if not claim.negated and _not_exempt(form, whole, question):
        return -1
    if needless(window.text) and not any(c == "need" for w in form.words for c, _ in w.concepts):
        if any(needless(prepared(q)) for q in quotes) or needless(question) or EXEMPT.search(question):
            return 1 if claim.negated else -1
        return 0 if claim.negated else -1
    return (
        1
        if denied in _right(claim, text, quotes, REJECTED in asked_states(question)) or _quoted(window.sentence, quotes)
        else -1
    )


@lru_cache(maxsize=20_000)
def _right(claim: Claim, text: str, quotes: tuple[str, ...], rejected: bool) -> frozenset[bool]:
    """The polarity that a claim states. A positive claim whose quote denies its words ("the licence forbids resale" for
    licence … resale) wants that in the answer too; where the quote denies something around them, both will do."""
    form = form_of(text)
    if claim.negated or form.denies:
        return frozenset((claim.negated != form.denies,))
    right, asked = {False}, frozenset((REJECTED,) if rejected else ())
    for quote in quotes:
        for window in windows(prepared(quote))[0]:
            if _permission_denied(form, window.text):
                return frozenset((True,))
            found = find_form(form, form.words, window.text, window.context, False, False, asked)
            if found and found.whole and found.value is not False and found.denied:
                if _inside(window.text, found):
                    return frozenset((True,))
                right.add(True)
    return frozenset(right)


_REFUSED = re.compile(r"\b(?:refus|reject|veto|den(?:y|ied)|forb)\w*|\bturn\w* (?:\w+ )?down\b|거절|거부|반려|불허")
_WORRY = re.compile(
    r"\b(?:risk|fear|concern|worr|danger|threat)\w*|우려|걱정|위험|염려|refus|reject|turn(?:ed)? down|den(?:y|ied)|거절|거부|반려"
)


def _permission_denied(form: Form, clause: str) -> bool:
    """Whether a form names a permission ("consent for metal") that the evidence says was not given, without saying so itself."""
    if len(form.words) < 2 or any(_WORRY.search(w.text) for w in form.words):
        return False
    own = {c for w in form.words for c, s in w.concepts if s > 0} & {"approve", "allow"}
    hits = [(t.start, t.end) for t in tokens(clause) for c, s in t.concepts if c in own and s > 0]
    if hits:
        return negators(clause, hits) % 2 == 1
    return bool(own and _REFUSED.search(clause)) and any(in_text(w, clause) for w in form.words)


_CANNOT = re.compile(r"(?:하|할|한|되|될|해|돼)[가-힣]* ?(?:수(?:가|는)? ?없|않|못)")


def _inside(text: str, found: Found) -> bool:
    """Whether the denial stands between the form's words, or is the ending of the last one."""
    start, end = min(s for s, _ in found.spots), max(e for _, e in found.spots)
    moved = [(s - start, e - start) for s, e in found.spots]
    return bool(_CANNOT.match(text, end)) or denied_within(text[start:end], moved)


def _quoted(text: str, quotes: tuple[str, ...]) -> bool:
    return any((q := normalise(quote)) in text or (len(text) > 20 and text in q) for quote in quotes)


def quotes_of(probe: Probe) -> tuple[str, ...]:
    """The texts of the evidence."""
    return tuple(e.quote for e in probe.evidence)
