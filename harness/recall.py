"""The memory arms: the same folds, the same probes, and the memory items of some information types put back.

``memory`` is the folded context with the items; ``memory_only`` is a new conversation that has nothing but the items, asked once
after the last fold: what was decided last week? Each row says where an answer could have been lost: whether an item carried it
(extracted), whether it was put back (selected), and, by its outcome, whether it was answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from harness.answering.carried import CarriedText
from harness.asking import graded, holds
from harness.categories import Categories
from harness.errors import MemoryBudgetError
from harness.folding.context import passage, summary_passages
from harness.folding.replay import Replay, leading_system
from harness.memory import MemoryItem, Store
from harness.memory.extract import Extracted, Extractor, from_reply
from harness.memory.select import Selection, Selector
from harness.ports import Answerer, Judge
from harness.schema import Answer, Arm, Fold, Grade, Outcome, Passage, Probe, Turn
from harness.tokens import TokenCounter


@dataclass(frozen=True, slots=True)
class Recalled:
    """A probe asked in a memory arm. ``extracted`` and ``selected`` say whether the items that hold, and those that were put back,
    carry the answer (None where there is none, or no promoted type); ``tokens`` of memory stood in the request."""

    conversation: str
    probe: str
    category: str
    arm: Arm
    fold: int
    age: int | None
    chain: int
    answer: str
    outcome: Outcome
    why: str
    extracted: bool | None
    selected: bool | None
    tokens: int


@dataclass(frozen=True)
class Remembered:
    """The memory of a conversation after one fold: the items that hold at the moment a request would be made, those whose end has come by
    then, and those that a better one overruled (with it)."""

    items: tuple[MemoryItem, ...]
    ended: tuple[MemoryItem, ...] = ()
    overruled: tuple[tuple[MemoryItem, MemoryItem], ...] = ()

    def standing(self, promoted: Collection[str]) -> list[MemoryItem]:
        """The items of the promoted types."""
        wanted = set(promoted)
        return [i for i in self.items if wanted & set(i.categories)]


@dataclass
class Memory:
    """The memory of a conversation after each of its folds, by ordinal, and how many items were refused, by reason."""

    after: dict[int, Remembered] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)


def remember(replay: Replay, categories: Categories) -> Memory:
    """Take the items of every fold: those that were written in its call, or, where it asked for none, what the embedded extractor
    finds in the turns that it folded."""
    memory, store = Memory(), Store()
    for fold in replay.folds:
        if fold.failure:
            continue
        found = _extracted(replay, fold, categories)
        memory.refused.update(found.refused)
        store.add_all(found.items)
        now = now_at(replay.conversation.turns, fold.position)
        memory.after[fold.ordinal] = Remembered(
            tuple(store.standing(now)), tuple(store.ended(now)), tuple(store.overruled())
        )
    return memory


def _extracted(replay: Replay, fold: Fold, categories: Categories) -> Extracted:
    at = replay.folded_at
    turns = [t for t in replay.conversation.turns if at[t.index] == fold.ordinal]
    return Extractor(categories).extract(turns) if fold.items is None else from_reply(fold.items, turns, categories)


def now_at(turns: Sequence[Turn], position: int) -> datetime | None:
    """The time of the last turn so far that has one."""
    return next((t.time for t in reversed(turns[:position]) if t.time), None)


def memory_context(
    system: Sequence[Turn], summary: str, recent: Sequence[Turn], selection: Selection, turns: Sequence[Turn]
) -> tuple[Passage, ...]:
    """System block, constraints from memory, summary, recent turns, items for this request: what does not depend on the request
    comes first, so that the prefix cache holds. The items stand in the order in which they were said: the last word is last."""
    chosen = sorted(selection.chosen, key=lambda i: (i.source_turn, i.id))
    return (
        *map(passage, system),
        *(_item_passage(i, turns) for i in selection.constraints),
        *summary_passages(summary),
        *map(passage, recent),
        *(_item_passage(i, turns) for i in chosen),
    )


def _item_passage(item: MemoryItem, turns: Sequence[Turn]) -> Passage:
    time = turns[item.source_turn].time if item.source_turn < len(turns) else None
    return Passage(item.text, "memory", None, item.source_turn, time, item.tool)


class Recall:
    """Asks one conversation's probes in the memory arms."""

    def __init__(
        self,
        replay: Replay,
        probes: Sequence[Probe],
        memory: Memory,
        promoted: Collection[str],
        answerer: Answerer,
        counter: TokenCounter,
        budget: int,
        judge: Judge | None = None,
    ) -> None:
        self._replay, self._probes, self._memory = replay, probes, memory
        self._promoted, self._answerer, self._judge = frozenset(promoted), answerer, judge
        self._counter, self._budget = counter, budget

    def rows(self) -> list[Recalled]:
        """Every probe that holds, after every usable fold; and once more in a new conversation after the last."""
        usable = [f for f in self._replay.folds if f.ordinal in self._memory.after]
        arms = [*((fold, Arm.MEMORY) for fold in usable), *((fold, Arm.MEMORY_ONLY) for fold in usable[-1:])]
        return [row for fold, arm in arms for row in self._after(fold, arm)]

    def _after(self, fold: Fold, arm: Arm) -> Iterator[Recalled]:
        items = self._memory.after[fold.ordinal].standing(self._promoted)
        selector = Selector(items, self._counter, self._budget)
        held = CarriedText([Passage(i.text, "memory") for i in items])
        for probe in self._probes:
            if holds(probe, fold.position):
                yield self._asked(probe, fold, arm, selector, held)

    def _asked(self, probe: Probe, fold: Fold, arm: Arm, selector: Selector, held: CarriedText) -> Recalled:
        looked = probe.positive and probe.category in self._promoted
        extracted = held.carries(probe) if looked else None
        try:
            selection = selector.select(probe.question, probe.tool)
        except MemoryBudgetError as error:
            why = Grade(Outcome.INVALID, str(error))
            return self._row(probe, fold, arm, Answer(""), why, extracted, None, 0)
        put_back = CarriedText([Passage(i.text, "memory") for i in selection.items])
        selected = put_back.carries(probe) if looked else None
        answer = self._answer(probe, fold, arm, selection)
        return self._row(
            probe, fold, arm, answer, graded(probe, answer, self._judge), extracted, selected, selection.tokens
        )

    def _answer(self, probe: Probe, fold: Fold, arm: Arm, selection: Selection) -> Answer:
        conversation = self._replay.conversation
        turns = conversation.turns
        if arm is Arm.MEMORY_ONLY:
            context = memory_context((), "", (), selection, turns)
        else:
            system = turns[: leading_system(turns)]
            context = memory_context(system, fold.summary, [turns[i] for i in fold.kept], selection, turns)
        return self._answerer.read(context, conversation.language).ask(probe.question, probe.tool)

    def _row(
        self,
        probe: Probe,
        fold: Fold,
        arm: Arm,
        answer: Answer,
        graded: Grade,
        extracted: bool | None,
        selected: bool | None,
        tokens: int,
    ) -> Recalled:
        return Recalled(
            self._replay.conversation.id,
            probe.id,
            probe.category,
            arm,
            fold.ordinal,
            self._replay.age(probe, fold),
            fold.chain,
            answer.text,
            graded.outcome,
            graded.why,
            extracted,
            selected,
            tokens,
        )


@dataclass(frozen=True)
class Cost:
    """What one information type's items cost: items per conversation, and tokens per request (means)."""

    items: float
    tokens: float


def costs(
    memories: Mapping[str, Memory],
    requests: Mapping[str, Sequence[Probe]],
    names: Sequence[str],
    counter: TokenCounter,
    budget: int,
) -> dict[str, Cost]:
    """Per information type, had it been promoted alone; requests are the probes' questions after the last fold."""
    return {name: _cost(name, memories, requests, counter, budget) for name in names}


def _cost(
    name: str,
    memories: Mapping[str, Memory],
    requests: Mapping[str, Sequence[Probe]],
    counter: TokenCounter,
    budget: int,
) -> Cost:
    sizes, tokens = [], []
    for conversation, memory in memories.items():
        if not memory.after:
            continue
        items = memory.after[max(memory.after)].standing([name])
        sizes.append(len(items))
        selector = Selector(items, counter, budget)
        if selector.fixed > budget:
            tokens.append(selector.fixed)
            continue
        tokens += [selector.select(p.question, p.tool).tokens for p in requests.get(conversation, ())]
    return Cost(sum(sizes) / len(sizes) if sizes else 0.0, sum(tokens) / len(tokens) if tokens else 0.0)
