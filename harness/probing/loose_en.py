"""English values whose sentence fits no strict frame: asked by the noun phrase of their clause, if the log gives it no other value.

Such a draft is only as good as the check that nothing else in the log answers it: see ``unique``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from harness.probing.asked_en import asked
from harness.probing.chunks_en import Phrase, Word, phrases, verb_base, words_of
from harness.probing.draft import Draft, plural
from harness.probing.facts import DURATION, MONEY, different, draft, free_of
from harness.probing.mentions import Mention
from harness.probing.worded_en import REVISION
from harness.values import IdentifierValue, QuantityValue, Value, ValueKind

_BREAK = re.compile(
    r"[;:!?()]\s?|\.\s|\s[—–-]\s|,\s|\s(?:and|but|because|so that|so|which|since|then|while|when|if|unless|where|although|though|or)\s",
    re.IGNORECASE,
)
_OLD = re.compile(
    r"\b(?:not|instead of|rather than|no longer|replacing|than|was|were|used to be|from)(?:\s(?:the|at|on|by|for|to))*\s*$",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"^\s?(?:ago|later|earlier|old|more|less|fewer|away|longer|shorter|each way|or so|into|back|times|o'clock|in a row|of (?:it|them|us|those|these))\b|^[-‑]\w",
    re.IGNORECASE,
)
_NUMBERED = frozenset(
    ["ticket", "version", "port", "path", "file", "url", "email", "host", "hash", "branch", "ip", "uuid", "variable"]
)
_FORM = {"path": "path", "file": "path", "url": "path", "hash": "hash", "uuid": "hash", "ip": "host"}
_DAY = re.compile(
    r"^(?:mon|tues|wednes|thurs|fri|satur|sun)day|^(?:the \d+(?:st|nd|rd|th)|tomorrow|today|tonight|yesterday|overnight)$",
    re.IGNORECASE,
)
_THIN = re.compile(
    r"^(?:the |our )?(?:moment|question|plan|idea|problem|issue|way|rest|point|thing|case|reason|morning|evening|day|week|month|year|time|date|number|figure|total|limit|result|list|line|row|answer|name|"
    r"file|message|mail|note|end|start|side|part|step|option|bit|group|page|table|call|word|half|data|log|output|change|difference|order|test|run|version|update|others?|people|man|woman|guy|team|customer|client|ticket|branch|tag|version|number|copy|draft|piece|kind|sort)s?$"
)
_NEXT = re.compile(
    r"^[\s:=,]*(?:(?:at|on|by|of|for|from|until|is|are|about|only|max|now|still|the|up to|in)\s)*$", re.IGNORECASE
)
_FOR_IT = re.compile(
    r"\bfor\s(?P<x>[^,.;]{4,50}?),? (?:it's|it is|that's|we (?:have|get|need|pay)) (?:about |only |still )?$",
    re.IGNORECASE,
)
_FOR = re.compile(r"^\s(?:for|on|towards)\s(?:the |our |a |an )?$", re.IGNORECASE)
_TEMPERATURE = re.compile(r"°|degree|celsius|fahrenheit", re.IGNORECASE)


def loose_en(mention: Mention, values: Sequence[Value]) -> Iterator[Draft]:
    """Drafts for values that stand alone in their clause beside one telling noun phrase."""
    body = mention.body.replace("’", "'")
    if not values:
        return
    words = words_of(body, tuple((v.start, v.end) for v in values))
    found = phrases(words, body)
    for value in values:
        if _is_numbered(value, body):
            continue
        if turned := asked(mention, value, ()):
            yield turned
        elif (
            (wording := _wording(value))
            and not _OLD.search(body[: value.start])
            and not _is_extent(value, body)
            and not _RELATIVE.match(body[value.end :])
        ):
            if any(different(v, value) and _piece(body, v.start) == _piece(body, value.start) for v in values):
                continue
            subject = subject_of(body, words, found, value.start, value.end, _is_ticket(value))
            if subject and _owns(subject.text) and free_of(subject.text, value):
                form, slots = wording
                made = draft(
                    mention, value, form, subject.text, score=1.1, revises=bool(REVISION.search(body)), slots=slots
                )
                bound = (
                    " for " in f"{body[value.end : subject.start]} "[:6]
                )  # "PO-0313 for the dental unit": no other number of the sentence is meant
                made = replace(made, question=_with_prefix(made.question, value.text))
                yield replace(made, rule=f"{'value' if bound else 'loose'}.{value.kind.value}")


def _with_prefix(question: str, text: str) -> str:
    """The question for a number with its letters, since a thing may have a number of several sorts: an order's and a quote's."""
    m = re.match(r"([A-Z]{2,})-\d", text)
    return question.replace("ticket or number", f"ticket or number ({m[1]}-…)", 1) if m else question


def _owns(subject: str) -> bool:
    """Whether a phrase is telling enough for a question without a verb: two words beside the determiner, or an identifier."""
    own = re.sub(r"^(?:the|our)\s", "", subject)
    return " " in own or bool(re.search(r"[\d_/.]|\w-\w|[a-z][A-Z]", own))


def _is_numbered(value: Value, body: str) -> bool:
    """Whether a counted "unit" is a verb behind a number: "the van for Dock 2 follows at 07:15"."""
    word = re.search(r"\s([a-z]+s)$", value.text)
    return (
        word is not None
        and verb_base(word[1]) is not None
        and bool(re.match(r"\s(?:at|to|from|on|in|the)\b", body[value.end :]))
    )


def _is_extent(value: Value, body: str) -> bool:
    """Whether a value only describes another noun ("a backfill of 17 days"), or is a clock time that lacks its clock ("at five")."""
    if value.kind is ValueKind.TIME:
        return bool(re.fullmatch(r"[a-z]+", value.text)) and value.text.lower() not in ("noon", "midnight")
    return value.kind is ValueKind.QUANTITY and bool(re.search(r"\sof (?:the |about )?$", body[: value.start]))


def _wording(value: Value) -> tuple[str, dict[str, str]] | None:
    """The form that asks for a value of this kind and unit; None where it names nothing that one could ask for."""
    n = value.normal
    if value.kind is ValueKind.TIME:
        return "given_time", {}
    if isinstance(n, IdentifierValue):
        kind = n.subtype.value
        return (f"given_{_FORM.get(kind, kind)}", {}) if kind in _NUMBERED else None
    if not isinstance(n, QuantityValue) or not n.unit:
        return None
    if n.unit in MONEY:
        return "given_money", {}
    if n.unit == "%":
        return "given_percent", {}
    if n.unit in DURATION:
        return "given_duration", {}
    if _TEMPERATURE.search(value.text):
        return "given_temperature", {}
    written = re.search(r"[^\W\d_]+$", value.text)
    if written is None or len(written[0]) > 14:
        return None
    unit = written[0] if n.unit != written[0] or len(n.unit) < 3 else plural(n.unit)
    return "given_count", {"unit": unit}


def subject_of(
    body: str, words: Sequence[Word], found: Sequence[Phrase], start: int, end: int, ticket: bool = False
) -> Phrase | None:
    """The noun phrase that a place in a sentence speaks of: the phrase right before it where no verb stands between, or that it is said to be for."""
    begin, stop = _piece(body, start)
    if ticket and (aside := _ASIDE.search(body[:start])):
        clause = _piece(body, max(0, aside.start() - 1))[0]
        return next((p for p in found if _piece(body, p.start)[0] == clause and _full(p) and not p.name), None)
    prior = [p for p in found if begin <= p.start and p.end <= start and _full(p)]
    behind = [p for p in found if end <= p.start < stop and _full(p)]
    if (
        prior
        and re.fullmatch(
            r"(?:(?:max|min|total|about|so|then|and|the|our|a|an|all)\s)*", body[begin : prior[-1].start], re.IGNORECASE
        )
        and not prior[-1].name
        and _NEXT.match(body[prior[-1].end : start])
        and not any(w.kind in ("V", "B", "P") for w in words if begin <= w.start < start)
    ):
        return prior[-1]
    if m := _FOR_IT.search(body[begin:start]):
        named = next((p for p in prior if p.start >= begin + m.start()), None)
        if named and not named.name:
            return named
    if behind and _FOR.match(body[end : behind[0].start]):
        return behind[0] if not behind[0].name else None
    return None


_ASIDE = re.compile(r"(?:,|\s[—–-]|\s\()\s?(?:see |ticket |that's |it's |cf\.? |as )?$", re.IGNORECASE)


def _is_ticket(value: Value) -> bool:
    return isinstance(value.normal, IdentifierValue) and value.normal.subtype.value == "ticket"


def _piece(body: str, position: int) -> tuple[int, int]:
    starts = [0, *(m.end() for m in _BREAK.finditer(body))]
    begin = max((s for s in starts if s <= position), default=0)
    stops = [m.start() for m in _BREAK.finditer(body) if m.start() >= position]
    return begin, min(stops, default=len(body))


def is_thin(subject: str) -> bool:
    """Whether a phrase says too little to be a subject by itself, or points elsewhere: the plan, her file."""
    return bool(_THIN.match(subject) or _DAY.match(subject)) or bool(re.search(r"\b(?:his|her|their|its)\b", subject))


def _full(phrase: Phrase) -> bool:
    return not is_thin(phrase.text)
