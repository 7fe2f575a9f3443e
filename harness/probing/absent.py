"""Plausible questions that the log does not answer: a real subject, asked for a property that only others have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.language import terms
from harness.probing.draft import Draft, ask, forms
from harness.probing.nouns_ko import measured
from harness.schema import Kind

# Which other property may be asked of a subject that was asked about in this form.
_PROPERTIES = (("absent_when", "time"), ("absent_money", "quantity"))
_THING = ("which_is", "where", "how_many", "how_much", "takes", "rejected", "failed", "cell", "decision", "what_is", "money", "cost")
_MOST_SIBLINGS = 6
_ABSTRACT = re.compile(r"\b(?:when|date|time|deadline|window|price|cost|budget|limit|fee|amount|rate|number|threshold|count|version|ticket|path)\b|whether |^[a-z]+ing ", re.IGNORECASE)


def absent(drafts: Sequence[Draft], near: dict[str, set[str]], most: int) -> Iterator[Draft]:
    """Up to ``most`` drafts. ``near`` gives, for a kind of value, all terms of sentences that hold one: a subject none of whose
    words ever stood beside a time can not have had its time stated."""
    siblings = {kind: tuple(dict.fromkeys(d.expected for d in drafts if d.kind.value == kind))[:_MOST_SIBLINGS] for _, kind in _PROPERTIES}
    taken: set[str] = set()
    for draft in drafts:
        for form, kind in _PROPERTIES:
            if len(taken) < most and _fits(draft, kind, taken, near) and siblings[kind]:
                taken.add(draft.subject)
                expected = str(forms()["expected"][draft.language]["absent"])
                yield Draft("absent", Kind.ABSENT, ask(form, draft.language, draft.subject), draft.subject, expected, (), draft.language,
                            "sibling", 1.0, wrong=siblings[kind], form=form)


def _fits(draft: Draft, kind: str, taken: set[str], near: dict[str, set[str]]) -> bool:
    if draft.form not in _THING or draft.subject in taken or draft.kind.value == kind or len(draft.subject.split()) > 4:
        return False
    if _ABSTRACT.search(draft.subject) or measured(draft.subject) or draft.form == "cell":
        return False
    own = set(terms(draft.subject))
    return len(own) >= 2 and not own & near.get(kind, set())
