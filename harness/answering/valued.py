"""Grading answers whose expected form is a typed value, a name or a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from harness.answering.abstention import abstains
from harness.answering.binding import Mention, Role, mentions, subject_of
from harness.answering.clauses import sentence_bounds
from harness.answering.matching import VALUE_KINDS, prepared, values_of
from harness.answering.stance import Stance
from harness.answering.vague import is_vague
from harness.language import detect, negations, terms
from harness.schema import Grade, Kind, Outcome, Probe

_ALTERNATIVE = re.compile(
    r"\bor\b|\beither\b|또는|혹은|아니면|(?:이?나|거나) |(?<=[0-9a-z])/(?=[0-9a-z])|\bvs\b|둘 중|인지|이냐|(?:거예요|듯|같)[^가-힣]"
)


def grade_value(probe: Probe, answer: str) -> Grade:
    """Judge an answer (not empty) to a probe with a value."""
    probe = _typed(probe)
    text = prepared(answer, probe.kind)
    question = prepared(probe.question)
    found = [
        m
        for m in mentions(probe, text, subject_of(probe))
        if m.role is not Role.OTHER or text[m.span.start : m.span.end] not in question
    ]
    held = _held(found)
    right = [m for m in held if m.role is Role.RIGHT]
    rivals = [m for m in held if m.role in (Role.WRONG, Role.STALE) and not m.elsewhere]
    good = [m for m in right if not m.elsewhere]
    if good and _other_period(probe, text):
        return Grade(Outcome.DISTORTED, "the expected amount, but for another period")
    if good and _other_bound(probe, text):
        return Grade(Outcome.DISTORTED, "a lowest value where the highest was asked, or the other way round")
    if good:
        return _right(text, good, rivals, held)
    if not held and _torn(text, found):
        return Grade(Outcome.DISTORTED, "does not commit to one of several values")
    if not rivals and not right and _knows_nothing(probe, text, found):
        return Grade(Outcome.MISSING, "says that it does not know")
    if right and not any(m.role is Role.STALE for m in rivals):
        return Grade(Outcome.DISTORTED, "the expected value, but for something else")
    return _without(probe, text, found, rivals)


def _typed(probe: Probe) -> Probe:
    """The probe with the kind that its value has: a duration under ``time`` is a quantity, a clock under ``quantity`` a time."""
    other = {Kind.TIME: Kind.QUANTITY, Kind.QUANTITY: Kind.TIME}.get(probe.kind)
    if other is None or values_of(prepared(probe.expected, probe.kind), VALUE_KINDS[probe.kind]):
        return probe
    return replace(probe, kind=other) if values_of(prepared(probe.expected, other), VALUE_KINDS[other]) else probe


_MOST = re.compile(r"\b(?:maximum|max|at most|up to|no more than|limit|ceiling|cap)\b|최대|상한|이하|한도|까지")
_LEAST = re.compile(r"\b(?:minimum|min|at least|no less than|floor)\b|최소|하한|이상|적어도")


def _other_bound(probe: Probe, text: str) -> bool:
    """Whether an answer gives a ceiling as a floor, or a floor as a ceiling."""
    if probe.kind is not Kind.QUANTITY:
        return False
    asked = prepared(" ".join((probe.question, probe.expected)))
    most, least = bool(_MOST.search(asked)), bool(_LEAST.search(asked))
    return (
        most is not least
        and bool((_LEAST if most else _MOST).search(text))
        and not (_MOST if most else _LEAST).search(text)
    )


_PERIODS = (
    ("hour", re.compile(r"\b(?:per|an|each|every) hour\b|\bhourly\b|시간당|매시간|한 시간에")),
    ("day", re.compile(r"\b(?:per|a|each|every) day\b|\bdaily\b|하루|매일|일당")),
    ("week", re.compile(r"\b(?:per|a|each|every) week\b|\bweekly\b|일주일|매주|주당|한 주에|주마다")),
    ("month", re.compile(r"\b(?:per|a|each|every) month\b|\bmonthly\b|한 달|매달|매월|월당|월 ?[0-9]|다달이|달마다")),
    (
        "year",
        re.compile(
            r"\b(?:per|a|each|every) year\b|\b(?:yearly|annual|annually)\b|일 년|1년에|매년|연간|해마다|한 해에"
        ),
    ),
)


def _periods(text: str) -> set[str]:
    return {name for name, pattern in _PERIODS if pattern.search(text)}


def _other_period(probe: Probe, text: str) -> bool:
    """Whether an answer gives its amount per week where it was asked per month."""
    asked, told = _periods(prepared(probe.question)), _periods(text)
    return len(asked) == 1 and len(told) == 1 and asked != told and probe.kind is Kind.QUANTITY


def _held(found: Sequence[Mention]) -> list[Mention]:
    """The mentions that the answer stands by. A past tense alone makes a value former only beside one that holds now."""
    now = any(m.stance is Stance.HOLDS and m.role is not Role.OTHER and not m.elsewhere for m in found)
    return [m for m in found if m.stance is Stance.HOLDS or (m.stance is Stance.WAS and not now)]


def _right(text: str, good: Sequence[Mention], rivals: Sequence[Mention], held: Sequence[Mention]) -> Grade:
    others = [m for m in held if m.role is not Role.RIGHT]
    if any(_alternatives(text, g, o) for g in good for o in others):
        return Grade(Outcome.DISTORTED, "does not commit to one of several values")
    asked, rival = max(m.weight for m in good), max((m.weight for m in others if not m.elsewhere), default=0)
    if rival > max(asked, 0) and asked < 1 and any(m.words for m in good):
        stronger = max(others, key=lambda m: m.weight)
        stale = stronger.role is Role.STALE
        return (
            Grade(Outcome.STALE, "a value that was replaced later")
            if stale
            else Grade(Outcome.DISTORTED, "the value of something else")
        )
    if not rivals:
        return Grade(Outcome.RETAINED, "the expected value")
    return _beside(good, rivals, asked, max(m.weight for m in rivals))


def _beside(good: Sequence[Mention], rivals: Sequence[Mention], asked: int, rival: int) -> Grade:
    first, other = good[0], rivals[0]
    if asked > rival:
        return Grade(Outcome.RETAINED, "the expected value, another one for something else")
    told_apart = other.words - first.words
    if asked == rival and first.span.start < other.span.start and told_apart:
        return Grade(Outcome.RETAINED, "the expected value first, another one beside it")
    if first.span.start < other.span.start and asked == rival:
        return Grade(Outcome.DISTORTED, "does not commit to one of several values")
    stale = all(m.role is Role.STALE for m in rivals)
    return Grade(Outcome.STALE if stale else Outcome.DISTORTED, "another value before the expected one")


def _alternatives(text: str, one: Mention, other: Mention) -> bool:
    a, b = sorted((one.span, other.span), key=lambda s: s.start)
    between = text[a.end : b.start]
    return len(between) < 40 and not re.search(r"[.!?;\n]", between) and bool(_ALTERNATIVE.search(between + " "))


_WHETHER = re.compile(r"\bwhether\b|인지")


def _torn(text: str, found: Sequence[Mention]) -> bool:
    """Whether an answer offers the right value and another one of the probe's without choosing ("unclear whether 16:30 or 17:00")."""
    right = [m for m in found if m.role is Role.RIGHT]
    others = [m for m in found if m.role in (Role.WRONG, Role.STALE)]
    return bool(_WHETHER.search(text)) and any(_alternatives(text, r, o) for r in right for o in others)


def _knows_nothing(probe: Probe, text: str, found: Sequence[Mention]) -> bool:
    """Whether the text abstains, leaving aside the words of the probe's own values ("module not found")."""
    for m in sorted(found, key=lambda m: -m.span.start):
        if m.role is not Role.OTHER:
            text = text[: m.span.start] + "▢" + text[m.span.end :]
    return abstains(text)


def _without(probe: Probe, text: str, found: Sequence[Mention], rivals: Sequence[Mention]) -> Grade:
    if any(m.role is Role.STALE for m in rivals):
        return Grade(Outcome.STALE, "a value that was replaced later")
    if rivals:
        return Grade(Outcome.DISTORTED, "the value of something else")
    if any(m.role is Role.RIGHT for m in found):
        return Grade(Outcome.DISTORTED, "denies the expected value")
    if probe.kind is Kind.IDENTIFIER and any(_apart(f, text) for f in (probe.expected, *probe.accepted)):
        return Grade(Outcome.RETAINED, "the expected identifier, its parts named one by one")
    if probe.kind is Kind.IDENTIFIER and _lookalike(probe.expected, text):
        return Grade(Outcome.DISTORTED, "another identifier than the expected one")
    if probe.kind in VALUE_KINDS:
        if found:
            return Grade(Outcome.DISTORTED, f"another {probe.kind.value} than the expected one")
        return Grade(Outcome.MISSING, f"no {probe.kind.value} in the answer")
    if probe.kind is Kind.TEXT and any(_all_terms(f, text) for f in (probe.expected, *probe.accepted)):
        return Grade(Outcome.RETAINED, "all words of the expected answer")
    if not any(detect(f) == detect(text) for f in (probe.expected, *probe.accepted)) and not is_vague(
        text, probe.question
    ):
        return Grade(Outcome.UNGRADED, "in another language than the expected answer")
    if is_vague(text, probe.question):
        return Grade(Outcome.MISSING, "gives no answer of its own")
    return Grade(Outcome.DISTORTED, "not the expected answer")


def _lookalike(form: str, text: str) -> bool:
    """Whether a text has a code of the expected one's letters with another number (B-104 for B-1042)."""
    match = re.fullmatch(r"([a-z]+[-_])([0-9]+)", prepared(form))
    return match is not None and bool(re.search(rf"(?<![a-z0-9-]){re.escape(match[1])}[0-9]+", text))


def _apart(form: str, text: str) -> bool:
    """Whether the letters and the number of an identifier (FAC-3318) stand apart in one sentence ("no. 3318 in the FAC queue")."""
    match = re.fullmatch(r"([a-z]{2,})[-_ ]?([0-9]{2,})", prepared(form))
    return match is not None and any(
        all(re.search(rf"(?<![a-z0-9-]){part}(?![a-z0-9-])", text[a:b]) for part in match.groups())
        and len(re.findall(r"[0-9]+", text[a:b])) == 1
        for a, b in sentence_bounds(text)
    )


def _all_terms(form: str, text: str) -> bool:
    """All words of a form in one sentence that denies no more and no less than the form itself."""
    wanted = set(terms(form))
    denied = negations(prepared(form)) % 2
    return len(wanted) > 1 and any(
        wanted <= set(terms(text[a:b])) and negations(text[a:b]) % 2 == denied for a, b in sentence_bounds(text)
    )
