"""Plausible questions that the log does not answer: a real subject, asked for a property that only its siblings have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from harness.language import terms
from harness.probing.draft import Draft, ask
from harness.probing.subject import Subject
from harness.schema import Kind

_PROPERTIES = {"absent_time": "value.time", "absent_money": "value.quantity", "absent_percent": "value.quantity", "absent_identifier": "value.identifier"}
_EXPECTED = {"en": "not stated", "ko": "나오지 않음"}


def absent(drafts: Sequence[Draft], most: int) -> Iterator[Draft]:
    """Up to ``most`` drafts: subjects of one kind of value, asked for another kind that stands nowhere near their words."""
    facts = [d for d in drafts if d.rule.startswith("value.") and d.subject]
    near = _near(facts)
    found = 0
    taken: set[str] = set()
    for draft in facts:
        own = frozenset(terms(draft.subject))
        if len(own) < 2 or draft.subject in taken:
            continue
        for form, rule in _PROPERTIES.items():
            if found < most and draft.rule != rule and not any(own & other for other in near.get(rule, ())):
                siblings = tuple(d.expected for d in facts if d.rule == rule)[:6]
                if not siblings:
                    continue
                taken.add(draft.subject)
                found += 1
                yield Draft("absent", Kind.ABSENT, ask(form, draft.language, Subject(draft.subject)), draft.subject,
                            _EXPECTED[draft.language], (), draft.language, "sibling", 1.0, wrong=siblings)
                break


def _near(facts: Iterable[Draft]) -> dict[str, list[frozenset[str]]]:
    found: dict[str, list[frozenset[str]]] = {}
    for d in facts:
        context = d.evidence[0].quote if d.evidence else ""
        found.setdefault(d.rule, []).append(frozenset(terms(f"{d.subject} {context}")))
    return found
