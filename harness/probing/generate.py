"""Probes from a log, without a model: rules over its sentences, the screen, a balanced choice."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from harness.categories import Categories
from harness.language import terms
from harness.probing.absent import absent
from harness.probing.draft import Draft
from harness.probing.facts import facts
from harness.probing.mentions import Mention, Spotter, mentions
from harness.probing.screen import Screened, screen
from harness.probing.statements import statements
from harness.schema import Conversation, Probe

_BEFORE = 3  # turns in which a tool failure looks for what was tried
_POOL = 40  # drafts kept per wanted probe of a type, best first: memory stays bounded on endless logs


@dataclass(frozen=True)
class Generated:
    """The probes of a conversation and what the screen dropped."""

    probes: tuple[Probe, ...]
    screened: Screened


def generate(conversation: Conversation, categories: Categories, most: int) -> Generated:
    """Up to ``most`` probes, balanced over the types, in the order of their evidence. Deterministic; linear in the log."""
    screened = screen(all_drafts(conversation, categories, most), conversation)
    drafts = [*screened.passed, *absent(screened.passed, max(2, most // 12))]
    chosen = _balanced(drafts, most)
    chosen.sort(key=lambda d: (d.evidence[0].turn if d.evidence else len(conversation.turns), d.category, d.question))
    return Generated(tuple(_probe(d, n, conversation) for n, d in enumerate(chosen, 1)), screened)


def all_drafts(conversation: Conversation, categories: Categories, most: int) -> list[Draft]:
    """What the rules find, before the screen, at most ``_POOL`` × ``most`` a type (the best scored)."""
    spotter = Spotter.of(categories)
    rarity: Counter[str] = Counter()
    found: dict[str, list[Draft]] = defaultdict(list)
    before: deque[Sequence[Mention]] = deque(maxlen=_BEFORE)
    for turn in mentions(conversation, spotter):
        rarity.update({t for m in turn for t in terms(m.text)})
        for draft in _of_turn(turn, before, rarity):
            found[draft.category].append(draft)
        before.append(turn)
    return [d for drafts in found.values() for d in _best(drafts, _POOL * most)]


def _of_turn(turn: Sequence[Mention], before: Sequence[Sequence[Mention]], rarity: Counter[str]) -> Iterator[Draft]:
    yield from facts(turn)
    yield from statements(turn, before, rarity)


def _best(drafts: list[Draft], most: int) -> list[Draft]:
    if len(drafts) <= most:
        return drafts
    keep = sorted(range(len(drafts)), key=lambda i: (-drafts[i].score, i))[:most]
    return [drafts[i] for i in sorted(keep)]


def _balanced(drafts: Iterable[Draft], most: int) -> list[Draft]:
    """Round robin over the types, the best of each first, evidence spread over the log on a tie."""
    queues: dict[str, list[Draft]] = defaultdict(list)
    for d in drafts:
        queues[d.category].append(d)
    for q in queues.values():
        q.sort(key=lambda d: (-d.score, d.evidence[0].turn if d.evidence else 0))
    chosen: list[Draft] = []
    while len(chosen) < most and any(queues.values()):
        for name in sorted(queues):
            if queues[name] and len(chosen) < most:
                chosen.append(queues[name].pop(0))
    return chosen


def _probe(draft: Draft, number: int, conversation: Conversation) -> Probe:
    return Probe(f"{conversation.id}-r{number:04d}", draft.category, draft.question, draft.kind, draft.expected, draft.accepted,
                 draft.wrong, draft.stale, draft.claims, draft.evidence, None, draft.tool, conversation.id, draft.language,
                 origin=f"rule:{draft.rule}")
