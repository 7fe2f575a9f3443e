"""Tool results that say the same line twice with different numbers: then nobody can tell which of them a question means."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from harness.probing.calls import command_of, topic_of
from harness.probing.draft import Draft
from harness.schema import Conversation, Role, ToolCall

_NUMBER = re.compile(r"\d[\d.,:]*")
_SHORT = 6_000  # turns: a longer log is not read a second time
_FORMS = frozenset(["cell", "key", "key_of"])


def without_repeats(drafts: Sequence[Draft], conversation: Conversation, dropped: Counter[str]) -> list[Draft]:
    """The drafts without those whose line the same tool, called for the same topic, wrote with other numbers in another turn. The
    question for a cell names no topic: there the tool is enough."""
    asked = {(d.tool, shape(d.evidence[0].quote)) for d in drafts if d.form in _FORMS and d.evidence}
    if not asked or len(conversation.turns) > _SHORT:
        return list(drafts)
    said, topics = _said(conversation, asked)
    kept = []
    for d in drafts:
        if d.form in _FORMS and d.evidence and _repeated(d, said, topics):
            dropped["more than one answer fits"] += 1
        else:
            kept.append(d)
    return kept


def shape(line: str) -> str:
    """A line without its numbers and its spacing."""
    return " ".join(_NUMBER.sub("#", line.casefold()).strip("| ").split())


_Said = dict[tuple[str | None, str], list[tuple[int, str]]]


def _said(conversation: Conversation, asked: Iterable[tuple[str | None, str]]) -> tuple[_Said, dict[int, str]]:
    wanted, found, topics = frozenset(asked), defaultdict(list), {}
    calls: dict[str, ToolCall] = {}
    for turn in conversation.turns:
        calls.update({call.id: call for call in turn.calls})
        if turn.role is not Role.TOOL:
            continue
        call = calls.get(turn.call_id or "")
        topics[turn.index] = topic_of(call) or command_of(call)
        for line in turn.text.splitlines():
            if (key := (turn.tool, shape(line))) in wanted:
                found[key].append((turn.index, line.strip()))
    return found, topics


def _repeated(draft: Draft, said: _Said, topics: dict[int, str]) -> bool:
    own = draft.evidence[0]
    anywhere = draft.rule == "tool_cell"
    return any(
        turn != own.turn and line != own.quote and (anywhere or topics.get(turn) == topics.get(own.turn))
        for turn, line in said.get((draft.tool, shape(own.quote)), ())
    )
