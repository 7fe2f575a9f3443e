"""Further turns that say what a chosen draft expects: a fact that is said again is young again."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from harness.language import sentences, terms
from harness.probing.draft import Draft
from harness.probing.revisions import VALUES, same
from harness.schema import Conversation, Evidence, Role
from harness.values import find

_MOST = 12  # restatements kept of one fact: the last ones decide its age
_NUMBER = re.compile(r"\d+")
_SHARE = 0.6  # of the subject's terms that a restatement repeats


def with_restatements(drafts: Sequence[Draft], conversation: Conversation) -> list[Draft]:
    """The drafts with the sentences that repeat their value beside their subject, as evidence of the same piece."""
    wanted = _by_number(drafts)
    subjects = [frozenset(terms(d.subject)) for d in drafts]
    found: dict[int, list[Evidence]] = defaultdict(list)
    for turn in conversation.turns:
        if turn.role is Role.SYSTEM or turn.injected:
            continue
        numbers = set(_NUMBER.findall(turn.text))
        hits = sorted({i for n in numbers & wanted.keys() for i in wanted[n] if drafts[i].expected in turn.text})
        for i in hits:
            if all(e.turn != turn.index for e in drafts[i].evidence) and (
                sentence := _repeats(drafts[i], subjects[i], turn.text)
            ):
                found[i].append(Evidence(turn.index, sentence, drafts[i].evidence[0].piece))
                del found[i][:-_MOST]
    return [_extended(d, found.get(i, ())) for i, d in enumerate(drafts)]


def _by_number(drafts: Sequence[Draft]) -> dict[str, list[int]]:
    """Drafts by the longest number in their value: a quick way to see that a turn can not repeat it."""
    wanted: dict[str, list[int]] = defaultdict(list)
    for i, d in enumerate(drafts):
        if d.kind in VALUES and (numbers := _NUMBER.findall(d.expected)):
            wanted[max(numbers, key=len)].append(i)
    return wanted


def _repeats(draft: Draft, subject: frozenset[str], text: str) -> str | None:
    """The sentence of a text that says the value beside the subject."""
    return next(
        (s for s in sentences(text) if draft.expected in s and _says(subject, s) and _holds(draft.expected, s)), None
    )


def _holds(expected: str, sentence: str) -> bool:
    """Whether the sentence has the value itself: 두 시 is not in 두 시간."""
    return any(same(v.text, expected) for v in find(sentence))


def _says(subject: frozenset[str], sentence: str) -> bool:
    return len(subject & set(terms(sentence))) >= max(1, _SHARE * len(subject))


def _extended(draft: Draft, more: Sequence[Evidence]) -> Draft:
    held = [e for e in more if draft.until is None or e.turn < draft.until]
    unique = list({e.turn: e for e in held}.values())
    return replace(draft, evidence=(*draft.evidence, *unique)) if unique else draft
