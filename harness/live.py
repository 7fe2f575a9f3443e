"""Fills the call store for a plan, so that ``evaluate`` then runs on recordings alone.

The ordinary code is run with parts that name the calls they miss. Folds follow one another, so each fold is sent and its chain is told
again from recordings; questions do not depend on one another, so all that a conversation asks is collected and sent at once; then
the judgements. What is sent is therefore exactly what the evaluation asks for, and a killed run goes on where it stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from harness.evaluate import Parts, Plan, chains_of, evaluate_conversation, recorded, replayed
from harness.folding.replay import Replay
from harness.models.desk import PendingError
from harness.models.engine import all_ended
from harness.ports import Answerer, Compactor, Judge, ModelCall, Reader
from harness.schema import Answer, Conversation, FoldRequest, FoldResult, Grade, Outcome, Passage, Probe
from harness.settings import Settings

Send = Callable[[Sequence[ModelCall]], Awaitable[None]]


@dataclass
class Wanted:
    """Calls that the parts missed, each once, in the order in which they were missed."""

    calls: dict[ModelCall, None] = field(default_factory=dict)

    def add(self, call: ModelCall) -> None:
        """Note a call."""
        self.calls[call] = None

    def take(self) -> list[ModelCall]:
        """All calls; the list is empty afterwards."""
        calls, self.calls = list(self.calls), {}
        return calls


@dataclass(frozen=True)
class _Asking:
    """An answerer that notes what it misses and abstains for now."""

    inner: Answerer
    wanted: Wanted

    @property
    def name(self) -> str:
        return self.inner.name

    def for_trial(self, trial: int) -> _Asking:
        again = self.inner.for_trial(trial) if hasattr(self.inner, "for_trial") else self.inner
        return _Asking(again, self.wanted)

    def read(self, passages: Sequence[Passage], language: str) -> _Reading:
        return _Reading(self.inner.read(passages, language), self.wanted)


@dataclass(frozen=True)
class _Reading:
    inner: Reader
    wanted: Wanted

    def ask(self, question: str, tool: str | None = None) -> Answer:
        try:
            return self.inner.ask(question, tool)
        except PendingError as error:
            self.wanted.add(error.call)
            return Answer("", abstained=True)


@dataclass(frozen=True)
class _Judging:
    inner: Judge
    wanted: Wanted

    def decide(self, probe: Probe, answer: Answer) -> Grade:
        try:
            return self.inner.decide(probe, answer)
        except PendingError as error:
            self.wanted.add(error.call)
            return Grade(Outcome.UNGRADED, "not judged yet")


@dataclass(frozen=True)
class Remembered:
    """A compactor that is asked once for each request: a program or a user's own part may answer differently the next time."""

    inner: Compactor
    known: dict[FoldRequest, FoldResult] = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        """That of the compactor itself."""
        return self.inner.name

    @property
    def varies(self) -> bool:
        """That of the compactor itself."""
        return bool(getattr(self.inner, "varies", False))

    def fold(self, request: FoldRequest) -> FoldResult:
        """The result of the first time."""
        if request not in self.known:
            self.known[request] = self.inner.fold(request)
        return self.known[request]


def noting(parts: Parts, wanted: Wanted) -> Parts:
    """Parts that note the questions and judgements that are not recorded."""
    judge = _Judging(parts.judge, wanted) if parts.judge else None
    return replace(parts, answerer=_Asking(parts.answerer, wanted), judge=judge)


def fold_all(plan: Plan, parts: Parts, settings: Settings, totals: Mapping[str, int]) -> None:
    """Make every fold of a compactor that remembers its folds, one after another."""
    for conversation in () if plan.recorded else plan.conversations:
        for chain in range(chains_of(parts, settings)):
            replayed(conversation, parts, settings, totals[conversation.id], chain)


async def fill(
    plan: Plan, parts: Parts, settings: Settings, totals: Mapping[str, int], send: Send, send_many: Send
) -> None:
    """Send every call that evaluating a plan needs: folds with ``send``, answers and judgements with ``send_many``.

    An error that ends the run is raised when all calls in flight have ended.
    """
    chains = 1 if plan.recorded else chains_of(parts, settings)
    jobs = [
        _conversation(c, chain, plan, parts, settings, totals[c.id], send, send_many)
        for c in plan.conversations
        for chain in range(chains)
    ]
    await all_ended(jobs)


async def _conversation(
    conversation: Conversation,
    chain: int,
    plan: Plan,
    parts: Parts,
    settings: Settings,
    total: int,
    send: Send,
    send_many: Send,
) -> None:
    if plan.recorded:
        replay = recorded(conversation, parts.counter)
    else:
        replay = await _folded(conversation, chain, parts, settings, total, send)
    wanted, probes = Wanted(), plan.probes.get(conversation.id, ())
    while True:
        evaluate_conversation(conversation, probes, replay, noting(parts, wanted), total, chain=chain)
        if not (calls := wanted.take()):
            return
        await send_many(calls)


async def _folded(
    conversation: Conversation, chain: int, parts: Parts, settings: Settings, total: int, send: Send
) -> Replay:
    while True:
        await asyncio.sleep(0)  # other conversations' answers are read in between
        try:
            return replayed(conversation, parts, settings, total, chain)
        except PendingError as error:
            call = error.call
        await send([call])


def calls_needed(
    plan: Plan, parts: Parts, settings: Settings, totals: Mapping[str, int], stand_in: Compactor
) -> list[ModelCall]:
    """What a plan would send, without sending anything: folds are made by ``stand_in``, judgements are not foreseen."""
    wanted = Wanted()
    guessed = replace(parts, compactor=_Standing(parts.compactor, stand_in, wanted))
    for conversation in plan.conversations:
        for chain in range(1 if plan.recorded else chains_of(guessed, settings)):
            replay = (
                recorded(conversation, parts.counter)
                if plan.recorded
                else replayed(conversation, guessed, settings, totals[conversation.id], chain)
            )
            probes = plan.probes.get(conversation.id, ())
            evaluate_conversation(conversation, probes, replay, noting(guessed, wanted), 0, chain=chain)
    return wanted.take()


@dataclass(frozen=True)
class _Standing:
    inner: Compactor
    stand_in: Compactor
    wanted: Wanted

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def varies(self) -> bool:
        return bool(getattr(self.inner, "varies", False))

    def fold(self, request: FoldRequest) -> FoldResult:
        try:
            return self.inner.fold(request)
        except PendingError as error:
            self.wanted.add(error.call)
            return self.stand_in.fold(request)
