"""Further turns that say what a chosen draft expects: a fact that is said again is young again."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from harness.language import sentences, terms
from harness.probing.draft import Draft
from harness.probing.revisions import VALUES
from harness.schema import Conversation, Evidence, Role

_MOST = 12  # restatements kept of one fact: the last ones decide its age
_SHARE = 0.5  # of the subject's terms that a restatement repeats


def with_restatements(drafts: Sequence[Draft], conversation: Conversation) -> list[Draft]:
    """The drafts with the sentences that repeat their value beside their subject, as evidence of the same piece."""
    wanted: dict[str, list[int]] = defaultdict(list)
    for i, d in enumerate(drafts):
        if d.kind in VALUES and len(d.expected) >= 2:
            wanted[d.expected].append(i)
    if not wanted:
        return list(drafts)
    pattern = re.compile("|".join(rf"(?<![\w.]){re.escape(w)}(?!\w|[.,]\d)|(?<!\w){re.escape(w)}(?=[가-힣])" for w in sorted(wanted, key=lambda w: (-len(w), w))))
    subjects = [frozenset(terms(d.subject)) for d in drafts]
    found: dict[int, list[Evidence]] = defaultdict(list)
    for turn in conversation.turns:
        if turn.role is Role.SYSTEM or turn.injected or not pattern.search(turn.text):
            continue
        for sentence in sentences(turn.text):
            for i in {i for m in pattern.finditer(sentence) for i in wanted.get(m.group(), ())}:
                if _says(subjects[i], sentence) and all(e.turn != turn.index for e in drafts[i].evidence):
                    found[i].append(Evidence(turn.index, sentence, drafts[i].evidence[0].piece))
                    del found[i][:-_MOST]
    return [_extended(d, found.get(i, ())) for i, d in enumerate(drafts)]


def _says(subject: frozenset[str], sentence: str) -> bool:
    return len(subject & set(terms(sentence))) >= max(1, _SHARE * len(subject))


def _extended(draft: Draft, more: Sequence[Evidence]) -> Draft:
    held = [e for e in more if draft.until is None or e.turn < draft.until]
    unique = list({e.turn: e for e in held}.values())
    return replace(draft, evidence=(*draft.evidence, *unique)) if unique else draft
