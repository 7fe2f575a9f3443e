"""The screen: drops drafts whose question leaks, that say the same twice, or that more than one answer fits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from harness.language import normalise, terms
from harness.probing.draft import Draft
from harness.schema import Conversation, Evidence, Kind


@dataclass(frozen=True)
class Screened:
    """Drafts that passed, and how many were dropped for each reason."""

    passed: tuple[Draft, ...]
    dropped: Mapping[str, int]


def screen(drafts: Iterable[Draft], conversation: Conversation) -> Screened:
    """Check every draft against the log and against the others; restatements are merged into one."""
    dropped: Counter[str] = Counter()
    kept: list[Draft] = []
    for draft in drafts:
        if reason := _unfair(draft, conversation):
            dropped[reason] += 1
        else:
            kept.append(draft)
    merged = _merged(kept, dropped)
    return Screened(tuple(_unambiguous(merged, dropped)), dict(dropped))


def _unfair(draft: Draft, conversation: Conversation) -> str | None:
    for e in draft.evidence:
        if e.quote not in conversation.turns[e.turn].text:
            return "quote not in the log"
    question = set(terms(draft.question))
    if draft.kind in (Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER, Kind.NAME) and normalise(draft.expected) in normalise(draft.question):
        return "the question holds the answer"
    if any(set(terms(f)) <= question for c in draft.claims for f in c.forms):
        return "the question holds the answer"
    if len(set(terms(draft.subject))) < 1:
        return "no subject"
    return None


def _merged(drafts: Sequence[Draft], dropped: Counter[str]) -> list[Draft]:
    """The same question with the same answer, said in several turns, is one probe with all its evidence."""
    groups: dict[tuple[str, str, str], list[Draft]] = defaultdict(list)
    for d in drafts:
        groups[d.category, normalise(d.question), normalise(d.expected)].append(d)
    result = []
    for group in groups.values():
        first, others = group[0], group[1:]
        dropped["said again, merged"] += len(others)
        if others and first.kind is not Kind.CLAIMS:
            evidence = [*first.evidence, *(Evidence(e.turn, e.quote, first.evidence[0].piece) for o in others for e in o.evidence)]
            first = replace(first, evidence=tuple(dict.fromkeys(evidence)))
        result.append(first)
    return result


def _unambiguous(drafts: Sequence[Draft], dropped: Counter[str]) -> list[Draft]:
    """A question that is asked with two different answers has none; where a revision says which one holds, that one stays."""
    groups: dict[str, list[Draft]] = defaultdict(list)
    for d in drafts:
        groups[normalise(d.question)].append(d)
    result = []
    for group in groups.values():
        if len(group) == 1:
            result.append(group[0])
        elif group[0].category in ("constraint", "language", "goal", "task_state"):
            result.append(max(group, key=lambda d: d.score))
            dropped["more than one answer fits"] += len(group) - 1
        else:
            dropped["more than one answer fits"] += len(group)
    return result
