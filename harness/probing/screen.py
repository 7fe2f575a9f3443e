"""The screen: drops drafts whose question leaks, that say the same twice, or that more than one answer fits."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from harness.language import normalise, terms
from harness.probing.askable import unaskable
from harness.probing.draft import Draft
from harness.probing.repeated import without_repeats
from harness.probing.revisions import VALUES, revised, still_held, unambiguous
from harness.probing.undone import Undoings, standing
from harness.probing.unique import Said, without_rivals
from harness.probing.updates import Overturned
from harness.schema import Conversation, Evidence, Kind
from harness.values import Match, compare, find

FLOOR = 1.5  # a draft scored lower is not asked: its subject is thin or its frame weak
_BEST = frozenset(["rejected_option", "decision_reason", "goal"])  # of these the clearest is asked
_MOST_WISHES = 4  # about how replies are to be written
_LATEST = frozenset(["left", "state"])  # of these the last one holds; an earlier one holds until then


@dataclass(frozen=True)
class Screened:
    """Drafts that passed, and how many were dropped for each reason."""

    passed: tuple[Draft, ...]
    dropped: Mapping[str, int]


def screen(
    drafts: Iterable[Draft],
    conversation: Conversation,
    overturned: Sequence[Overturned] = (),
    undoings: Undoings | None = None,
    said: Said | None = None,
) -> Screened:
    """Check every draft against the log and against the others; restatements are merged into one, and what a later turn
    overturned without saying clearly what holds now is dropped."""
    dropped: Counter[str] = Counter()
    kept: list[Draft] = []
    for draft in drafts:
        if reason := unfair(draft, conversation):
            dropped[reason] += 1
        else:
            kept.append(draft)
    kept = standing(kept, conversation, undoings or Undoings(), dropped)
    settled = unambiguous(still_held(revised(kept, dropped), overturned, dropped), dropped)
    settled = _without_old_decisions(settled, dropped)
    settled = without_rivals(settled, said or Said(), dropped)
    settled = without_repeats(settled, conversation, dropped)
    passed = _one_answer(settled, dropped)
    return Screened(tuple(d for d in passed if not leaks(d)), {k: n for k, n in dropped.items() if n})


def _without_old_decisions(drafts: Sequence[Draft], dropped: Counter[str]) -> list[Draft]:
    """The drafts without Korean decisions for a value that the log replaces later: the value itself is asked with its end."""
    old = {(d.evidence[0].turn, d.expected) for d in drafts if d.until is not None and d.kind in VALUES and d.evidence}
    kept = [
        d
        for d in drafts
        if d.category != "decision"
        or d.language != "ko"
        or not any(turn == d.evidence[0].turn and value in d.expected for turn, value in old)
    ]
    dropped["overturned later"] += len(drafts) - len(kept)
    return kept


def unfair(draft: Draft, conversation: Conversation) -> str | None:
    """Why a draft must not be asked, in words; None if it may."""
    if any(e.quote not in conversation.turns[e.turn].text or not e.quote for e in draft.evidence):
        return "the quote is not in the log"
    if leaks(draft):
        return "the question holds the answer"
    if len(draft.question) > 200:
        return "the subject is not clear"
    if reason := unaskable(draft):
        return reason
    if draft.score < FLOOR:
        return "the subject is too thin"
    return None


def leaks(draft: Draft) -> bool:
    """Whether the question gives the answer away: in its words, as another spelling of the value, or in all of a claim."""
    question = normalise(draft.question)
    if draft.kind in VALUES or draft.kind is Kind.NAME:
        return normalise(draft.expected) in question or _says_value(draft)
    known = set(terms(draft.question))
    return any(set(terms(form)) <= known or normalise(form) in question for c in draft.claims for form in c.forms)


def _says_value(draft: Draft) -> bool:
    expected = find(draft.expected)
    return any(
        compare(v.normal, e.normal) in (Match.EQUAL, Match.FINER, Match.COARSER)
        for v in find(draft.question)
        for e in expected
        if v.kind is e.kind
    )


def _one_answer(drafts: Sequence[Draft], dropped: Counter[str]) -> list[Draft]:
    """One draft per question. Where the answers differ: the last state of a task holds; else nobody could tell which."""
    groups: dict[tuple[str, str], list[Draft]] = defaultdict(list)
    for d in drafts:
        groups[d.language, normalise(d.question)].append(d)
    return [d for group in groups.values() for d in _resolved(group, dropped)]


def _together(group: Sequence[Draft]) -> Draft:
    """Wishes about replies are one answer of several claims, whenever they were said."""
    evidence = tuple(replace(d.evidence[0], piece=i) for i, d in enumerate(group))
    return replace(
        group[0],
        expected=" ".join(d.expected for d in group),
        evidence=evidence,
        claims=tuple(c for d in group for c in d.claims),
    )


def _resolved(group: Sequence[Draft], dropped: Counter[str]) -> list[Draft]:
    first = group[0]
    if len(group) == 1:
        return [first]
    if len({normalise(d.expected) for d in group}) == 1:
        dropped["said again, merged"] += len(group) - 1
        evidence = [
            *first.evidence,
            *(Evidence(e.turn, e.quote, first.evidence[0].piece) for d in group[1:] for e in d.evidence),
        ]
        return [replace(first, evidence=tuple(dict.fromkeys(evidence)))] if first.evidence else [first]
    if first.form in _LATEST:
        ordered = sorted(group, key=lambda d: d.evidence[0].turn)
        return [
            *(
                replace(d, until=n.evidence[0].turn)
                for d, n in itertools.pairwise(ordered)
                if n.evidence[0].turn > d.evidence[0].turn
            ),
            ordered[-1],
        ]
    if sum(d.until is None for d in group) <= 1 and first.kind in VALUES:
        return list(group)
    if first.category == "language":
        return [_together(sorted(group, key=lambda d: d.evidence[0].turn)[:_MOST_WISHES])]
    if first.category in _BEST:
        dropped["said again, merged"] += len(group) - 1
        return [max(group, key=lambda d: d.score)]
    dropped["more than one answer fits"] += len(group)
    return []
