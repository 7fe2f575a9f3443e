"""One key claim against one clause: which words of a form stand there, and whether the clause affirms or denies them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from harness.answering.concepts import Token
from harness.answering.matching import Span, literal_pattern, prepared, values_of
from harness.answering.numbers import numbers, same_numeral
from harness.answering.polarity import negators
from harness.answering.sought import without_refusal
from harness.answering.stance import Stance, asks_rejected, stance
from harness.answering.wording import alike, tokens
from harness.language import terms
from harness.values import Match, Normal, QuantityValue, TimeValue, Value, ValueKind, compare

# Words of a form that carry no point of their own.
_LIGHT = frozenset(
    [
        "rate",
        "share",
        "number",
        "count",
        "amount",
        "time",
        "level",
        "across",
        "between",
        "over",
        "of",
        "in",
        "on",
        "to",
        "for",
        "the",
        "a",
        "an",
        "by",
        "at",
        "per",
        "with",
        "from",
        "and",
        "or",
        "is",
        "are",
        "be",
        "been",
        "during",
        "when",
        "while",
        "customers",
        "people",
        "team",
        "시간",
        "수",
        "비율",
        "정도",
        "것",
        "때",
        "경우",
        "중",
        "등",
        "및",
        "후",
        "전",
        "위해",
        "때문",
        "관련",
        "처리",
        "금액",
        "값",
        "건",
    ]
)
_ELIDED = frozenset(("use", "allow", "done", "edit", "keep", "send", "can"))  # verbs that a ban can do without
_DENYING = frozenset(("allow", "use", "pay"))  # their opposites deny whatever stands beside them
_FORM_NO = frozenset(
    [
        "not",
        "no",
        "never",
        "without",
        "cannot",
        "can't",
        "don't",
        "didn't",
        "doesn't",
        "isn't",
        "wasn't",
        "won't",
        "못",
        "안",
        "없음",
        "없이",
        "않음",
        "불가능",
    ]
)


@dataclass(frozen=True, slots=True)
class Form:
    """A form taken apart: its words, its typed values, and whether it denies by itself ("반출 불가")."""

    words: tuple[Token, ...]
    values: tuple[Value, ...]
    denies: bool


@dataclass(frozen=True, slots=True)
class Found:
    """How a form stands in a clause. ``share`` is the part of its words that was found; ``value`` says that a typed value
    of the form is there (True), is replaced by another one (False), or does not matter (None)."""

    share: float
    denied: bool
    value: bool | None = None
    spots: tuple[tuple[int, int], ...] = ()

    @property
    def whole(self) -> bool:
        """Whether all words were found."""
        return self.share >= 1


def is_weak(form: Form) -> bool:
    """Whether a form is little evidence by itself: only numbers, function words or words of a letter or two ("3 100", "never")."""
    return not form.values and not any(_weighs(w) for w in form.words)


def _weighs(word: Token) -> bool:
    if "가" <= word.text[0] <= "힣":
        return word.text not in _LIGHT
    return (
        len(word.text) > 2 and not word.text.replace(".", "").isdigit() and bool(word.stem) and bool(terms(word.text))
    )


def _counts(value: Value) -> bool:
    """A bare number in a form is a word like others (a ticket, a version); with a unit, or as a date or a clock, it is a value."""
    if isinstance(value.normal, QuantityValue):
        return bool(value.normal.unit) and any(c.isdigit() for c in value.text)
    return isinstance(value.normal, TimeValue) and (
        value.normal.weekday is not None or any(c.isdigit() for c in value.text)
    )


@lru_cache(maxsize=20_000)
def form_of(text: str) -> Form:
    """Take a form apart."""
    plain = prepared(text)
    values = tuple(v for kind in (ValueKind.QUANTITY, ValueKind.TIME) for v in values_of(plain, kind) if _counts(v))
    kept: list[Value] = []
    for v in values:
        if not any(Span(v.start, v.end).overlaps(Span(k.start, k.end)) for k in kept):
            kept.append(v)
    words = tuple(t for t in tokens(plain) if not any(t.start < k.end and k.start < t.end for k in kept))
    denying = [t for t in words if t.text in _FORM_NO]
    return Form(tuple(t for t in words if t not in denying), tuple(kept), len(denying) % 2 == 1)


@lru_cache(maxsize=100_000)
def in_text(word: Token, text: str) -> tuple[tuple[int, int], int] | None:
    """Where a word of a form stands in a clause, and +1, or -1 where its opposite stands instead."""
    korean = "가" <= word.text[0] <= "힣"
    if not korean and (exact := literal_pattern(word.text).search(text)):
        return exact.span(), 1
    for token in tokens(text):
        if (alike(word.text, token.text) if korean else alike(word.stem, token.stem)) or same_numeral(
            word.text, token.text
        ):
            return (token.start, token.end), 1
    if korean and len(word.stem) > 1 and (at := text.find(word.stem)) >= 0:
        return (at, at + len(word.stem)), 1
    return _by_meaning(word, text)


def _by_meaning(word: Token, text: str) -> tuple[tuple[int, int], int] | None:
    if not word.concepts:
        return None
    own = dict(word.concepts)
    for token in tokens(text):
        for concept, sign in token.concepts:
            if concept in own:
                return (token.start, token.end), sign * own[concept]
    return None


@lru_cache(maxsize=10_000)
def required(form: Form, question: str) -> tuple[Token, ...]:
    """The words that an answer must have: not those of the question, nor light ones, if others remain."""
    new = tuple(w for w in form.words if in_text(w, question) is None)
    heavy = tuple(w for w in new if w.text not in _LIGHT or _bounds(w, form))
    if heavy or form.values:
        return heavy
    return new


def _bounds(word: Token, form: Form) -> bool:
    """Whether a word makes a bound of the number after it ("over three nights")."""
    after = next((w for w in form.words if w.start > word.start), None)
    return word.text == "over" and after is not None and (after.text.isdigit() or bool(numbers(after.text)))


_LESS_THAN = re.compile(r"\b(?:shorter|less|fewer|lower|smaller|lighter|cheaper|sooner|earlier) than\W*$")
# Not coping is how something fails; it denies nothing that is named beside it.
_FAILED = re.compile(
    r"(?:n't|\bnot)(?: \w+ly)? (?:cope|manage|handle|survive|keep up|hold up|withstand|bear|last)\b|(?:감당|버티|견디)[가-힣]* ?(?:못|않)|못 ?(?:버티|버텼|견디|견뎠)"
)


def find_form(
    form: Form,
    need: tuple[Token, ...],
    clause: str,
    context: str,
    lenient: bool,
    lent: bool,
    asked: frozenset[tuple[str, int]] = frozenset(),
) -> Found | None:
    """Hold a form against a clause. ``context`` is the clause with its neighbours that lend it a verb; ``lenient`` allows a
    general verb to be left out where the clause denies ("no laptops" for "stored on laptops"). ``asked`` are the states that the question
    names, whose opposites turn a clause round ("left" where it asks what is done)."""
    hits = [in_text(word, clause) for word in need]
    if not form.values and not any(hits):  # as it is with nearly every clause
        return None
    spots: list[tuple[int, int]] = []
    matched: set[Token] = set()
    opposed = lost = elided = 0
    for word, hit in zip(need, hits, strict=True):
        if hit is None and word.concepts and (far := _by_meaning(word, context)):
            matched.add(word)
            lent = True  # the neighbour's verb comes with the neighbour's denial
            opposed += far[1] < 0
        elif hit is not None:
            matched.add(word)
            spots.append(hit[0])
            opposed += hit[1] < 0
        elif lenient and {c for c, _ in word.concepts} & _ELIDED:
            elided += 1
        else:
            lost += 1
    value = _value(form, clause, spots)
    if not spots and value is not True:
        return None
    other = [w for w in form.words if w not in matched]
    if waits(form):
        asked = frozenset(a for a in asked if a[0] != "done") | {("done", -1)}
    heard = _heard(form, clause, asked)
    denials = negators(heard, spots) + _denying(other, heard, spots, asked)
    if denials == 0 and lent and not opposed:  # an opposite stands for itself ("formal, no emoji")
        around = _heard(form, context, asked)
        denials = negators(around) + _denying(other, around, [], asked)
    if elided and not denials:
        lost += elided
    return Found(1 - lost / max(1, len(need)), (denials + opposed) % 2 == 1, value, tuple(spots))


REJECTED = ("rejected", 1)  # among the asked states: the question seeks what was not taken
_ONGOING = frozenset(("still", "awaiting", "waiting", "reviewing", "ongoing", "아직"))
# What is waited for has not come: that denies nothing of the waiting.
_NOT_YET = re.compile(
    r"아직[^.]{0,12}?(?:(?:안|못) ?[가-힣]+|지 ?(?:않|못)[가-힣]*|없[가-힣]*|전이[가-힣]*)|(?<![가-힣])(?:안|못) ?(?:나|오|와|받|들어|도착|떨어)[가-힣]*(?=[^.]{0,14}(?:기다|대기))|"
    r"(?:\bnot|n't)\b[^.,;]{0,25}\byet\b|\b(?:has|have|is)(?:n't| not)(?: been)? (?:come|arrived|issued|delivered|received|sent|back|in|here|there)\b"
)


def waits(form: Form) -> bool:
    """Whether a form says that something is still under way or waited for."""
    return any(w.text in _ONGOING or any(c == "wait" for c, _ in w.concepts) for w in form.words)


def _heard(form: Form, text: str, asked: frozenset[tuple[str, int]]) -> str:
    """A text in which what only looks like a denial of the form is blotted out, each place unmoved."""
    blots = [] if any(c == "help" for w in form.words for c, _ in w.concepts) else [_FAILED]
    blots += [_NOT_YET] if waits(form) else []
    for pattern in blots:
        text = pattern.sub(lambda m: "_" * len(m.group()), text)
    return without_refusal(text) if REJECTED in asked else text


def _denying(words: list[Token], clause: str, spots: list[tuple[int, int]], asked: frozenset[tuple[str, int]]) -> int:
    """Words that turn the clause round by their meaning: "forbidden", "left to do" for a form about what is done."""
    own = dict.fromkeys(_DENYING, 1) | dict(asked) | {c: s for w in words for c, s in w.concepts}
    if ("done", -1) in asked and _HAS_BEEN.search(clause) and "still" not in clause:
        return 1
    for token in tokens(clause):
        if any(token.start < e and s < token.end for s, e in spots):
            continue
        if any(own.get(concept, 0) * sign < 0 for concept, sign in token.concepts):
            return 1
    return 0


def denied_within(text: str, spots: list[tuple[int, int]]) -> bool:
    """Whether a denial, by a word for it or by meaning, stands in a text beside the words at ``spots``."""
    return negators(text, spots) + _denying([], text, spots, frozenset()) > 0


_TO_DO = re.compile(
    r"\b(?:still|needs? (?:doing|to be done)|to be done|remaining|left)\b|해야 ?할|할 일|남(?:은|았|아)"
)
_PROGRESS = re.compile(r"\bhow far\b|\bprogress\b|\bstatus\b|\bwhere do\w* .{2,40} stand\b|어디까지|진행|상황|상태")
_HAS_BEEN = re.compile(
    r"\b(?:has|have|had|was|were|is|are) (?:already |now )?(?:been )?(?:\w{2,}ed|bought|sent|done|made|paid|sold|built|hung|cut|laid|told|found|met|written|ordered)\b(?! to\b)"
)


@lru_cache(maxsize=2_000)
def asked_states(question: str) -> frozenset[tuple[str, int]]:
    """The states that a question asks about, each with its side; "what is left?" and "why did it fail?" ask for the other side."""
    named = {(c, s) for t in tokens(question) for c, s in t.concepts if c in ("done", "need", "help")}
    if _PROGRESS.search(question):
        named |= {("done", 1), ("done", -1)}
    if _TO_DO.search(question):
        named.add(("done", -1))
    turned = {c for c, s in named if s < 0 and (c, 1) not in named and c != "need"}
    states = frozenset((c, -1 if c in turned else 1) for c, _ in named)
    return states | {REJECTED} if asks_rejected(question) else states


def question_denies(form: Form, question: str) -> bool:
    """Whether a question denies what a form says ("Who need not sign?" for "sign")."""
    hits = [(w, h) for w in form.words if (h := in_text(w, question))]
    spots = [h[0] for _, h in hits]
    rest = [w for w in form.words if not any(w is m for m, _ in hits)]
    own = {c for w, _ in hits for c, _ in w.concepts}
    turned = _denying(rest, question, spots, frozenset(a for a in asked_states(question) if a[0] not in own))
    return (negators(question, spots) + sum(h[1] < 0 for _, h in hits) + turned) % 2 == 1


def _value(form: Form, clause: str, spots: list[tuple[int, int]]) -> bool | None:
    """Whether the form's values stand in the clause as what holds or is aimed at."""
    if not form.values:
        return None
    for wanted in form.values:
        there = values_of(clause, wanted.kind)
        same = [v for v in there if compare(wanted.normal, _plain(wanted, v)) in (Match.EQUAL, Match.FINER)]
        if same:
            spots.extend((v.start, v.end) for v in same)
            if all(
                not _LESS_THAN.search(clause[: v.start])
                and stance(clause[: v.start], clause[v.end :]) in (Stance.FORMER, Stance.DENIED)
                for v in same
            ):
                return False
        elif any(_comparable(wanted, v) for v in there):
            return False
        else:
            return None if len(form.values) > 1 or form.words else False
    return True


def _plain(wanted: Value, said: Value) -> Normal:
    """An answer's value with the bound of the expected one where it has none, and its unit where the number stands bare."""
    to, value = wanted.normal, said.normal
    if isinstance(to, QuantityValue) and isinstance(value, QuantityValue):
        return QuantityValue(value.amount, value.unit or to.unit, value.high, to.bound, to.approximate)
    return value


def _comparable(wanted: Value, said: Value) -> bool:
    a, b = wanted.normal, said.normal
    if isinstance(a, QuantityValue) and isinstance(b, QuantityValue):
        return a.unit == b.unit
    return (
        isinstance(a, TimeValue)
        and isinstance(b, TimeValue)
        and (a.has_clock, a.weekday is None) == (b.has_clock, b.weekday is None)
    )
