"""Probes from a log, without a model: rules over its sentences, the screen, a balanced choice."""

from __future__ import annotations

import heapq
import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from harness.categories import Categories
from harness.language import detect, sentences
from harness.probing.absent import absent
from harness.probing.argued import Arguments, error_lines
from harness.probing.bans_en import rule_en
from harness.probing.constructions_en import more_en
from harness.probing.constructions_ko import more_ko
from harness.probing.cued_en import cued_en
from harness.probing.custom import Custom
from harness.probing.decided_en import decided_en
from harness.probing.draft import Draft
from harness.probing.facts import asked_for, joined, may_hold, values_of
from harness.probing.facts_en import facts_en
from harness.probing.facts_ko import facts_ko
from harness.probing.loose_en import loose_en
from harness.probing.loose_ko import loose_ko
from harness.probing.mentions import Mention, mentions
from harness.probing.persons import who
from harness.probing.replies import asked_before, replies
from harness.probing.restate import with_restatements
from harness.probing.ruled import Rules
from harness.probing.screen import Screened, screen
from harness.probing.statement import Context, Statement, drafted
from harness.probing.statements_en import statements_en
from harness.probing.statements_ko import rule_ko, statements_ko
from harness.probing.tools import tool_drafts
from harness.probing.undone import Undoings
from harness.probing.unique import Said
from harness.probing.updates import Ledger
from harness.schema import LONGEST_RESULT, Conversation, Probe, Role, ToolCall, Turn
from harness.values import find

_EARLIER = 12  # sentences before a turn in which a reason may stand
_POOL = 6  # drafts kept per wanted probe of a type, best first: memory stays bounded on endless logs
_LEAST_POOL = 400
_SHORT = 6_000  # turns
_COUNTED = 40_000  # sentences whose words are counted: enough to tell rare from common


_MAY_EXCEPT = re.compile(
    r"\b(?:except|unless|only|one|may|can|exempt|fine|allowed|apart|other than|let through)\b|예외|만\s|만은|빼고|제외|괜찮|허락|허용|단,|다만|까지는|[은는] (?:돼|됩|가능)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Generated:
    """The probes of a conversation and what the screen dropped."""

    probes: tuple[Probe, ...]
    screened: Screened


@dataclass
class _Reading:
    """What is remembered while a log is read: calls by id, sentences before, word counts."""

    conversation: Conversation
    custom: Custom
    calls: dict[str, ToolCall] = field(default_factory=dict)
    earlier: deque[Mention] = field(default_factory=lambda: deque(maxlen=_EARLIER))
    counted: Counter[str] = field(default_factory=Counter)
    sentences: int = 0
    ledger: Ledger = field(default_factory=Ledger)
    arguments: Arguments = field(default_factory=Arguments)
    undoings: Undoings = field(default_factory=Undoings)
    said: Said = field(default_factory=Said)
    asked: Mention | None = None
    rules: Rules = field(default_factory=Rules)

    @property
    def short(self) -> bool:
        """Whether the log is short enough to check every sentence for rivals of a loosely worded question."""
        return len(self.conversation.turns) <= _SHORT


class _Pool:
    """The best drafts of each type; of equals the earlier one stays."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[str, list[tuple[float, int, Draft]]] = defaultdict(list)
        self._seen = 0

    def add(self, draft: Draft) -> None:
        self._seen += 1
        heap, entry = self._kept[draft.category], (draft.score, -self._seen, draft)
        if len(heap) < self._most:
            heapq.heappush(heap, entry)
        elif entry[:2] > heap[0][:2]:
            heapq.heapreplace(heap, entry)

    def drafts(self) -> list[Draft]:
        """In the order in which they were found."""
        return [d for _, _, d in sorted((e for heap in self._kept.values() for e in heap), key=lambda e: -e[1])]


def generate(conversation: Conversation, categories: Categories, most: int) -> Generated:
    """Up to ``most`` probes, balanced over the types, in the order of their evidence. Deterministic; linear in the log."""
    pool, reading = _read(conversation, categories, most)
    found = (d for d in pool.drafts() if d.category in categories)
    screened = screen(found, conversation, reading.ledger.overturned, reading.undoings, reading.said)
    made_up = absent(screened.passed, conversation, max(2, min(most // 12, 40))) if "absent" in categories else ()
    chosen = with_restatements(_balanced([*screened.passed, *made_up], most), conversation)
    chosen.sort(key=lambda d: (d.evidence[0].turn if d.evidence else len(conversation.turns), d.category, d.question))
    return Generated(tuple(_probe(d, n, conversation) for n, d in enumerate(chosen, 1)), screened)


def all_drafts(conversation: Conversation, categories: Categories, most: int) -> list[Draft]:
    """What the rules find, before the screen (the best of each type)."""
    return _read(conversation, categories, most)[0].drafts()


def _read(conversation: Conversation, categories: Categories, most: int) -> tuple[_Pool, _Reading]:
    pool, reading = _Pool(max(_LEAST_POOL, _POOL * most)), _Reading(conversation, Custom.of(categories))
    for turn in conversation.turns:
        for draft in _of_turn(turn, reading):
            pool.add(draft)
    return pool, reading


def _of_turn(turn: Turn, reading: _Reading) -> Iterator[Draft]:
    if turn.role is Role.TOOL:
        call = reading.calls.pop(turn.call_id or "", None)
        yield from tool_drafts(turn, call, reading.conversation.language, reading.counted)
        yield from _told_by_tool(turn, reading)
        for line in error_lines(turn.text, turn.error):
            yield from _drafts(reading.arguments.hear(Mention(turn, line, line, detect(line), 0)), reading)
        return
    said = mentions(turn)
    for call in turn.calls:
        reading.calls[call.id] = call
    _count(said, reading)
    if said and reading.asked and reading.asked.turn.index == turn.index - 1:
        yield from _replied(reading.asked, said[0], reading)
    reading.asked = asked_before(said)
    rule = reading.rules.last(turn.index)
    for i, mention in enumerate(said):
        context = Context(
            said[i - 1] if i else None,
            said[i + 1] if i + 1 < len(said) else None,
            (*reading.earlier, *said[: max(0, i - 1)]),
            (reading.rules.nearest(mention.body) if reading.rules.kept and _MAY_EXCEPT.search(mention.body) else None)
            or rule,
        )
        yield from _of_mention(mention, context, reading)
        if turn.role is Role.USER:
            stated = rule_ko(mention) if mention.language == "ko" else rule_en(mention)
            rule = stated or rule
            reading.rules.hear(stated, turn.index)
    reading.earlier.extend(said)


def _replied(question: Mention, answer: Mention, reading: _Reading) -> Iterator[Draft]:
    for found in replies(question, answer):
        made = found if isinstance(found, Draft) else drafted(found, reading.counted)
        if made:
            yield made


def _of_mention(mention: Mention, context: Context, reading: _Reading) -> Iterator[Draft]:
    korean = mention.language == "ko"
    own: list[Draft] = []
    if values := values_of(mention):
        own = list(facts_ko(mention, values) if korean else facts_en(mention, values))
    if reading.short:
        own += _loosely(mention, own, reading)
    revising = list(reading.ledger.updates(mention, own, context.before))
    kept = [d for d in own if all(d.expected != r.expected for r in revising)]
    reading.ledger.note([*kept, *revising], values or find(mention.body) if kept or revising else ())
    yield from (*kept, *revising, *who(mention))
    reading.undoings.hear(mention)
    yield from _drafts(reading.arguments.hear(mention), reading)
    strict = list((statements_ko if korean else statements_en)(mention, context))
    known = {s.category for s in strict}
    loose = [s for s in (more_ko if korean else more_en)(mention, context) if s.category not in known]
    known |= {s.category for s in loose}
    if not korean and reading.short:
        valued = {"decision"} if own else set()  # what was settled is asked by its value then
        loose += [s for s in decided_en(mention, context) if s.category not in known | valued]
        loose += cued_en(mention, context, frozenset(known))
    settled = (s if s.answer else reading.arguments.settle(s, context.after) for s in loose)
    yield from _drafts((*strict, *(s for s in settled if s), *reading.custom.statements(mention)), reading)


def _loosely(mention: Mention, own: Sequence[Draft], reading: _Reading) -> list[Draft]:
    """Drafts for the values that no strict frame has asked for."""
    found = joined(mention.body, find(mention.body)) if may_hold(mention.body) else []
    reading.said.hear(mention.turn.index, mention.text, found)
    left = [v for v in asked_for(mention, found) if not any(v.text.startswith(d.expected) for d in own)]
    return list(loose_ko(mention, left) if mention.language == "ko" else loose_en(mention, left))


_PROSE = re.compile(r"(?:[다요음]\.?|[a-z]{2}\.)[\"”')]*$")
_MOST_PROSE = 40  # lines of a result that are read as prose


def _told_by_tool(turn: Turn, reading: _Reading) -> Iterator[Draft]:
    """Values in the sentences of a tool result, such as a mail or a contract."""
    if turn.length > LONGEST_RESULT:
        return
    for line in turn.text.splitlines()[:_MOST_PROSE]:
        if not any(c.isdigit() for c in line):
            continue
        for text in sentences(line):
            body = re.sub(r"^[-*•\[\]0-9.)\s]+|^제\d+조(?:의\d+)?\s(?:\d+항\s)?|^특약\d+\s|[\"“”]", "", text).strip()
            if 8 <= len(body) <= 200 and _PROSE.search(body) and body in turn.text:
                mention = Mention(turn, text, body, detect(text), 0)
                values = values_of(mention)
                own = (
                    list(facts_ko(mention, values) if mention.language == "ko" else facts_en(mention, values))
                    if values
                    else []
                )
                revising = list(reading.ledger.updates(mention, own))
                yield from (
                    replace(d, category="tool_fact", rule="tool_prose", tool=turn.tool)
                    for d in own
                    if all(d.expected != r.expected for r in revising)
                )
                yield from revising


def _drafts(statements: Iterable[Statement], reading: _Reading) -> Iterator[Draft]:
    for statement in statements:
        if draft := drafted(statement, reading.counted):
            yield draft


def _count(said: Sequence[Mention], reading: _Reading) -> None:
    if reading.sentences < _COUNTED:
        reading.sentences += len(said)
        for m in said:
            reading.counted.update(w.strip(".,;:!?\"'()") for w in m.text.casefold().split())


def _balanced(drafts: Iterable[Draft], most: int) -> list[Draft]:
    """Round robin over the types, the best of each first."""
    queues: dict[str, deque[Draft]] = {}
    for d in drafts:
        queues.setdefault(d.category, deque()).append(d)
    for name, queue in queues.items():
        queues[name] = deque(sorted(queue, key=lambda d: (-d.score, d.evidence[0].turn if d.evidence else 0)))
    chosen: list[Draft] = []
    while len(chosen) < most and any(queues.values()):
        chosen += [queues[name].popleft() for name in sorted(queues) if queues[name]][: most - len(chosen)]
    return chosen


def _probe(draft: Draft, number: int, conversation: Conversation) -> Probe:
    return Probe(
        f"{conversation.id}-r{number:04d}",
        draft.category,
        draft.question,
        draft.kind,
        draft.expected,
        draft.accepted,
        draft.wrong,
        draft.stale,
        draft.claims,
        draft.evidence,
        draft.until,
        draft.tool,
        conversation.id,
        draft.language,
        origin=f"rule:{draft.rule}",
    )


__all__ = ["Generated", "Statement", "all_drafts", "generate"]
