"""Statements that a later turn takes back: a decision that is cancelled, a proposal that is refused, a point that is settled."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from harness.language import terms
from harness.probing.draft import Draft
from harness.probing.mentions import Mention
from harness.probing.updates import core
from harness.schema import Conversation, Kind, Role

_UNDO = re.compile(
    r"\b(?:cancel(?:s|led|ed)?|scrap(?:ped)?|forget (?:it|that|about|the|what)|scratch that|changed? (?:my|our|her|his|their) minds?|on second thoughts?|no longer|any ?more|after all|instead|called? off|undo|undone|revert(?:ed)?|"
    r"actually,? (?:no|not|let's)|lifted|withdrawn|take (?:it|that) back|back to the old|is off\b)|취소|없던 일|그만두|철회|다시 생각|번복|무효|해제|풀렸|풀기로|말고|바꾸기로|바꿉시다|바꾸자|바꿀게|바뀌었",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"^\W*(?:no\b(?! (?:problem|worries|idea|rush|hurry|doubt|need))|nope|nah|don't\b|do not\b|not (?:that|so|yet|now)\b|wait\b|stop\b|hold on|rather not|아니(?:요|오|야|에요)?(?=[\s,.!])|아뇨|안 ?돼|안 ?됩|하지 ?마|잠깐|그건 (?:아니|안)|싫)",
    re.IGNORECASE,
)
_TAKEN_BACK = frozenset(["decision", "decision_reason", "constraint", "exception", "goal"])
_SHARE = 0.6  # of the subject's terms that the sentence which takes it back repeats
_POSTINGS = 200


@dataclass
class Undoings:
    """The sentences that take something back, by their terms."""

    by_term: dict[str, list[tuple[int, str, frozenset[str]]]] = field(default_factory=lambda: defaultdict(list))

    def hear(self, mention: Mention) -> None:
        """Keep a sentence of a person that takes something back."""
        if mention.turn.role is not Role.USER or mention.is_question or not _UNDO.search(mention.body):
            return
        own = frozenset(terms(mention.body))
        for term in own:
            if len(self.by_term[term]) < _POSTINGS:
                self.by_term[term].append((mention.turn.index, mention.text, own))

    def undoes(self, draft: Draft) -> bool:
        """Whether a later sentence takes the statement of a draft back."""
        own = core(draft.subject)
        last = max((e.turn for e in draft.evidence), default=0)
        quotes = {e.quote for e in draft.evidence}
        return any(
            turn >= last and text not in quotes and (turn > last or bool(own)) and len(own & said) >= _SHARE * len(own)
            for term in own
            for turn, text, said in self.by_term.get(term, ())
            if turn > last
        )


def standing(
    drafts: Sequence[Draft], conversation: Conversation, undoings: Undoings, dropped: Counter[str]
) -> list[Draft]:
    """The drafts without those that were taken back or refused; an open point holds until it is settled."""
    settled = _settling(drafts)
    result = []
    for d in drafts:
        if d.category in _TAKEN_BACK and undoings.undoes(d):
            dropped["overturned later"] += 1
        elif _refused(d, conversation):
            dropped["refused"] += 1
        elif d.kind is Kind.OPEN and d.until is None and (turn := _settled_at(d, settled)):
            result.append(replace(d, until=turn))
        else:
            result.append(d)
    return result


def _settling(drafts: Sequence[Draft]) -> dict[frozenset[str], list[int]]:
    found: dict[frozenset[str], list[int]] = defaultdict(list)
    for d in drafts:
        if d.category in ("decision", "superseded", "time", "quantity") and d.evidence:
            found[core(d.subject)].append(d.evidence[0].turn)
    return found


def _settled_at(draft: Draft, settled: dict[frozenset[str], list[int]]) -> int | None:
    last = max(e.turn for e in draft.evidence)
    return min((t for t in settled.get(core(draft.subject), ()) if t > last), default=None)


def _refused(draft: Draft, conversation: Conversation) -> bool:
    """Whether what the assistant proposed is turned down by the next thing that a person says."""
    if not draft.evidence or draft.category == "failed_attempt":
        return False
    turns, at = conversation.turns, draft.evidence[0].turn
    if turns[at].role is not Role.ASSISTANT or len(draft.evidence) > 1:
        return False
    answer = next((t for t in turns[at + 1 : at + 4] if t.role is Role.USER and not t.injected), None)
    return answer is not None and bool(_REFUSES.match(answer.text))
