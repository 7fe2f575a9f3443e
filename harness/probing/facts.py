"""Rules for typed values: times, quantities, identifiers, and values that were revised."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.language import normalise, terms
from harness.probing.draft import Draft, ask, forms, quote
from harness.probing.mentions import Mention
from harness.probing.subject import Subject, subject_of
from harness.schema import Kind, Role
from harness.values import IdentifierValue, Match, QuantityValue, TimeValue, Value, ValueKind, compare

_MONEY = frozenset("KRW USD EUR GBP JPY CNY".split())
_DURATION = frozenset(["s", "day", "month", "year", "week", "hour", "minute"])
_EN_FROM_TO = re.compile(r"\bfrom\s*$|\bnot\s*$|\binstead of\s*$|\brather than\s*$|\bno longer\s*$", re.IGNORECASE)
_KO_OLD_AFTER = re.compile(r"^\s?(?:에서|말고|이?가? ?아니|대신)")
_NEW_BEFORE = re.compile(r"(?:\bto|\bmake (?:it|that)|\bnow|\binto|→|->|\bis|\bgo(?:es)?(?: up| down| back)? to)\W*$", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:mov|chang|push|postpon|rescheul|reschedul|rais|lower|cut|bump|updat|correct|revis|drop|reduc|extend|shorten|increas|go(?:es)? (?:up|down)|went|instead|no longer|make (?:it|that)|not)\w*|"
    r"변경|바꾸|바꿔|바뀌|바꿨|옮|미루|미뤄|미뤘|조정|수정|정정|늘리|늘려|늘렸|늘어|줄이|줄여|줄였|줄어|올리|올려|올렸|내리|내려|당기|당겨|연기|말고|아니",
    re.IGNORECASE,
)


def facts(turn: Sequence[Mention]) -> Iterator[Draft]:
    """Drafts for each typed value that has a subject of its own."""
    for mention in turn:
        if mention.is_question or _crowded(mention):
            continue
        revised = _revision(mention)
        if revised:
            yield revised
        for value in mention.values:
            if draft := _fact(mention, value):
                yield draft


def _crowded(mention: Mention) -> bool:
    # A row of six numbers has no sentence that says what each of them is.
    return len(mention.values) > 5


def _fact(mention: Mention, value: Value) -> Draft | None:
    if not _speaks(value):
        return None
    subject = subject_of(mention.text, value.start, value.end)
    if subject is None or _too_thin(subject, value):
        return None
    form, unit = _form(value, mention.language)
    question = ask(form, mention.language, subject, unit)
    category = "tool_fact" if mention.turn.role is Role.TOOL else value.kind.value
    score = 1.0 + 0.5 * bool(subject.topic) + 0.3 * (len(subject.head.split()) > 1) + 0.5 * (mention.turn.role is Role.USER)
    return Draft(category, Kind(value.kind.value), question, subject.text, value.text, (quote(mention),), mention.language,
                 f"value.{value.kind.value}", score, wrong=_siblings(mention, value), tool=mention.turn.tool)


def _speaks(value: Value) -> bool:
    """Whether a value is worth a question: quantities need a unit, times more than a relative day part."""
    n = value.normal
    if isinstance(n, QuantityValue):
        return bool(n.unit) and not (n.amount == 1 and n.unit not in _MONEY)
    if isinstance(n, TimeValue):
        return n.has_clock or n.day is not None or (n.weekday is not None) or n.quarter is not None or n.edge is not None
    return len(value.text) >= 3 and bool(re.search(r"[0-9/_.@-]", value.text))


def _too_thin(subject: Subject, value: Value) -> bool:
    wanted = set(terms(subject.text))
    return not wanted or len(subject.head) < 2 or bool(wanted & set(terms(value.text)))


def _form(value: Value, language: str) -> tuple[str, str]:
    n = value.normal
    if isinstance(n, IdentifierValue):
        return "identifier", forms()["names"][language][n.subtype.value]
    if isinstance(n, TimeValue):
        return "time", ""
    if n.unit in _MONEY:
        return "money", ""
    if n.unit in _DURATION:
        return "duration", ""
    if n.unit == "%":
        return "percent", ""
    if n.unit.isalpha() and n.unit.isascii() and n.unit.islower() and len(n.unit) > 3:
        return "count", _counted(n.unit, language)
    return "quantity", ""


def _counted(unit: str, language: str) -> str:
    if language == "ko":
        return str(forms()["units"]["ko"].get(unit, "개"))
    return {"person": "people"}.get(unit, unit if unit.endswith("s") else unit + "s")


def _siblings(mention: Mention, value: Value) -> tuple[str, ...]:
    return tuple(dict.fromkeys(
        v.text for v in mention.values
        if v is not value and v.kind is value.kind and compare(value.normal, v.normal) is Match.DIFFERENT
    ))


# ------------------------------------------------------------------------------------------------------- revisions


def _revision(mention: Mention) -> Draft | None:
    """"from A to B", "B instead of A", "A 말고 B", "A에서 B로": the value that holds now and the one it replaced."""
    if not _CHANGE.search(mention.text):
        return None
    for kind in (ValueKind.TIME, ValueKind.QUANTITY, ValueKind.IDENTIFIER):
        values = [v for v in mention.values if v.kind is kind and _speaks(v)]
        old = [v for v in values if _is_old(mention.text, v)]
        new = [v for v in values if v not in old]
        if len(old) == 1 and len(new) == 1 and compare(old[0].normal, new[0].normal) is Match.DIFFERENT:
            return _revised(mention, old[0], new[0])
    return None


def _revised(mention: Mention, old: Value, new: Value) -> Draft | None:
    first = min(old.start, new.start)
    subject = subject_of(mention.text, first, max(old.end, new.end))
    if subject is None or _too_thin(subject, new):
        return None
    return Draft("superseded", Kind(new.kind.value), ask("superseded", mention.language, subject), subject.text, new.text,
                 (quote(mention),), mention.language, "revision", 2.0, stale=(old.text,))


def _is_old(text: str, value: Value) -> bool:
    before, after = text[: value.start], text[value.end :]
    return bool(_EN_FROM_TO.search(before) or _KO_OLD_AFTER.match(after)) and not _NEW_BEFORE.search(before)


def same_value(a: Draft, b: Draft) -> bool:
    """Whether two drafts expect the same value (by their normal form or their wording)."""
    return normalise(a.expected) == normalise(b.expected)
