"""An English subject and its value put into a question: the wording that suits the kind of the value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from harness.probing.draft import Draft, forms
from harness.probing.facts import MONEY, draft, free_of, identifier_unit
from harness.probing.mentions import Mention
from harness.probing.nouns_en import is_plural
from harness.values import QuantityValue, Value, ValueKind

_MEASURED = re.compile(
    r"\b(?:budget|limit|cap|ceiling|timeout|time-out|threshold|size|rates?|price|cost|fee|count|maximum|minimum|target|quota|allowance|share|margin|lag|delay|interval|window|retention|capacity|length|width|height|weight|temperature|voltage|current|speed|pressure|duration|rent|deposit|salary|wage|balance|total|headcount|ratio|score|factor|percentage|level|quote|bill|spend|usage|memory|latency|throughput|pause|batch|discount|tax|dose|dosage|distance|depth|area|volume|number of [\w ]+|line|figure|bar)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def names_measure(subject: str) -> bool:
    """Whether a subject names something measured: the budget, a drive time."""
    return bool(_MEASURED.search(subject))


_SINGLE = frozenset(["money_for", "which_is", "where", "limit"])  # questions in which one word is subject enough
REVISION = re.compile(
    r"\b(?:now|instead|no longer|not \S+ any ?more|any ?more|mov(?:e|ed|ing)|chang(?:e|ed)|push(?:ed)?|postponed?|rais(?:e|ed)|lower(?:ed)?|cut|bump(?:ed)?|correct(?:ion|ed)|updated?|revis(?:e|ed)|reduc(?:e|ed)|new|forget what|scratch that|after all|rather than)\b",
    re.IGNORECASE,
)


def made(
    mention: Mention,
    value: Value,
    wording: tuple[str, dict[str, str]],
    subject: str,
    *,
    stale: Sequence[Value] = (),
    revises: bool = False,
) -> Draft | None:
    """The draft that asks for a value; None where its subject is too thin or holds the value."""
    if not wording[0] or not free_of(subject, value) or (len(subject.split()) == 1 and wording[0] not in _SINGLE):
        return None
    revises = revises or bool(REVISION.search(mention.body))
    return draft(mention, value, wording[0], subject, revises=revises, stale=stale, slots=wording[1])


def what_form(value: Value, subject: str) -> tuple[str, dict[str, str]]:
    """The form for "subject is value"."""
    many = is_plural(subject)
    if value.kind is ValueKind.TIME:
        return ("when_are" if many else "when"), {}
    if value.kind is ValueKind.IDENTIFIER:
        unit = forms()["names"]["en"][identifier_unit(value)]
        return (
            ("where", {})
            if identifier_unit(value) in ("path", "file", "url")
            else (("what_are" if many else "which_is"), {"unit": unit})
        )
    if isinstance(value.normal, QuantityValue) and not _MEASURED.search(subject):
        return ("how_much_is", {}) if value.normal.unit in MONEY and not many and len(subject.split()) > 1 else ("", {})
    return ("what_are" if many else "what_is"), {}
