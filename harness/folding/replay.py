"""The replay: a conversation is told turn by turn and folded whenever the policy says so.

``rolling``, ``refold`` and ``held`` are generators that yield a FoldRequest and are sent a FoldResult; they do no I/O and do
not care whether the compactor is a function or a model a network away.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from harness.folding.boundaries import boundaries
from harness.folding.context import folded_context, render
from harness.folding.pairs import whole
from harness.folding.triggers import Trigger
from harness.ports import Compactor
from harness.schema import Conversation, Fold, FoldPrompt, FoldRequest, FoldResult, Passage, Probe, Role, Turn
from harness.tokens import TokenCounter, turn_tokens

CONTROLS = frozenset({"identity", "empty"})
Replaying = Generator[FoldRequest, FoldResult, "Replay"]
_ERROR_TEXT = re.compile(
    r"^\W*(?:api error|error generating summary|internal server error|overloaded_error|rate limit|"
    r"i(?:'m| am) sorry,? (?:but )?i (?:can't|cannot)|i (?:can't|cannot) (?:help|summari[sz]e|assist))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Limits:
    """A policy in tokens: fold when the context passes ``trigger``; keep up to ``recent`` raw; a summary may have
    ``summary``; stop after ``folds`` folds. ``soft`` and ``turns`` fold earlier, see ``triggers``."""

    trigger: int
    recent: int
    summary: int
    folds: int
    soft: int | None = None
    turns: int | None = None

    @property
    def when(self) -> Trigger:
        """The rule by which a fold falls due."""
        return Trigger(self.trigger, self.soft, self.turns, self.recent)


@dataclass(frozen=True)
class Replay:
    """A folded conversation: its folds in order, and what the assistant saw after each."""

    conversation: Conversation
    folds: tuple[Fold, ...]
    mode: str

    def context(self, fold: Fold) -> tuple[Passage, ...]:
        """The folded context right after ``fold``."""
        turns = self.conversation.turns
        system = turns[: leading_system(turns)]
        return folded_context(system, fold.summary, [turns[i] for i in fold.kept])

    @cached_property
    def folded_at(self) -> tuple[int, ...]:
        """For each turn the ordinal of the fold that took it first; a number beyond all folds if none did. The system block
        is never folded."""
        never = len(self.folds) + 1
        first = [never] * len(self.conversation.turns)
        done = leading_system(self.conversation.turns)
        for fold in self.folds:
            kept = set(fold.kept)
            for i in range(done, fold.position):
                if first[i] == never and i not in kept:
                    first[i] = fold.ordinal
            while done < fold.position and first[done] != never:
                done += 1
        return tuple(first)

    def age(self, probe: Probe, fold: Fold) -> int | None:
        """How many folds the probe's evidence has been through after ``fold``: that of its oldest piece, each piece counted
        from the last turn so far that carries it. None where the probe has no evidence or not all of it was said yet."""
        last: dict[int, int] = {}
        for e in probe.evidence:
            if e.turn < fold.position:
                last[e.piece] = max(e.turn, last.get(e.piece, -1))
        if not last or len(last) < len({e.piece for e in probe.evidence}):
            return None
        return max(max(0, fold.ordinal - self.folded_at[t] + 1) for t in last.values())


def leading_system(turns: Sequence[Turn]) -> int:
    """How many turns at the start form the system block, which is never folded."""
    return next((i for i, t in enumerate(turns) if t.role is not Role.SYSTEM), len(turns))


def choose_limits(
    total: int,
    system: int,
    *,
    window: int,
    threshold: float,
    recent: float,
    summary: float,
    folds: int,
    soft: float | None = None,
    turns: int | None = None,
) -> Limits:
    """Turn settings into tokens. ``threshold``, ``soft``, ``recent`` and ``summary`` up to 1 are shares of the window, above
    that tokens.

    A window of 0 is chosen such that ``total`` tokens are folded about ``folds`` times: each fold then takes
    B = (total − recent) / folds new tokens, and the window W solves threshold·W = system + summary + recent + B. Where the
    threshold itself is given in tokens, that is the window.
    """
    window = window or window_for(total, system, threshold, recent, summary, folds)
    hard = _tokens(threshold, window)
    early = None if soft is None else min(_tokens(soft, window), hard)
    return Limits(hard, _tokens(recent, window), _tokens(summary, window), folds, early, turns)


def _tokens(amount: float, window: int) -> int:
    return int(amount * window) if amount <= 1 else int(amount)


def window_for(total: int, system: int, threshold: float, recent: float, summary: float, folds: int) -> int:
    """The window under which ``total`` tokens are folded about ``folds`` times, see ``choose_limits``."""
    if threshold > 1:
        return int(threshold)
    fixed = sum(x for x in (recent, summary) if x > 1)
    share = threshold - sum(x for x in (recent, summary) if x <= 1)
    # A quarter of a fold's worth is left over, so that the last fold is reached although turns come in lumps.
    return max(64, int((system + fixed + total / (folds + 0.25)) / max(share, 0.05)))


def running(turns: Sequence[Turn], counter: TokenCounter) -> tuple[int, ...]:
    """Running token sums: the tokens of the first p turns, for each p in ``[0, len(turns)]``."""
    return tuple(accumulate((turn_tokens(t, counter) for t in turns), initial=0))


def rolling(
    conversation: Conversation,
    limits: Limits,
    prompt: FoldPrompt,
    counter: TokenCounter,
    chain: int = 0,
    control: bool = False,
) -> Replaying:
    """Fold while the conversation goes on: fold j sees the summary of fold j−1 and the turns since, nothing else."""
    turns = conversation.turns
    sums, parts = running(turns, counter), whole(turns)
    start = last = leading_system(turns)
    base = sums[start]
    summary, summary_tokens = "", 0
    folds: list[Fold] = []
    when, ends = limits.when, frozenset(boundaries(turns) if limits.soft is not None else ())
    for position in range(start + 1, len(turns) + 1):
        raw = sums[position] - sums[start]
        if not when.due(base + summary_tokens + raw, raw, position - last, position in ends):
            continue
        if (stop := cut(parts, sums, start, position, limits.recent)) is None:
            continue
        request = FoldRequest(
            len(folds) + 1,
            summary,
            turns[start:stop],
            limits.summary,
            prompt,
            conversation.language,
            conversation.id,
            chain,
        )
        fold = measured(request, (yield request), position, range(stop, position), counter, control)
        folds.append(fold)
        if fold.failure or len(folds) == limits.folds:
            break
        summary, summary_tokens, start, last = fold.summary, fold.tokens_out, stop, position
    return Replay(conversation, tuple(folds), "rolling")


def cut(parts: Sequence[int], sums: Sequence[int], start: int, position: int, recent: int) -> int | None:
    """Where the recent part of ``turns[start:position]`` begins: at most ``recent`` tokens stay raw, and no tool call is parted
    from its result. None where the only place for that lies behind ``position``: a fold then waits for the result.

    ``parts`` is ``pairs.whole`` of the turns, ``sums`` their running token sums (``sums[p]`` for the first p turns).
    """
    first = parts[bisect_left(sums, sums[position] - recent, start, position)]
    if first <= start:  # all of it is recent: fold all, or the trigger would never be left
        first = parts[position]
    return first if first <= position else None


def refold(
    conversation: Conversation,
    limits: Limits,
    prompt: FoldPrompt,
    counter: TokenCounter,
    chain: int = 0,
    control: bool = False,
) -> Replaying:
    """Fold the whole conversation once, then its summary again and again with nothing new: the same probes at every k."""
    turns = conversation.turns
    first, end = leading_system(turns), len(turns)
    summary = ""
    folds: list[Fold] = []
    for ordinal in range(1, limits.folds + 1 if first < end else 1):
        start = first if ordinal == 1 else end
        budget = min(limits.summary, max(1, int(counter.count(summary) * 0.8))) if ordinal > 1 else limits.summary
        request = FoldRequest(
            ordinal, summary, turns[start:end], budget, prompt, conversation.language, conversation.id, chain
        )
        fold = measured(request, (yield request), end, range(0), counter, control)
        folds.append(fold)
        if fold.failure:
            break
        summary = fold.summary
    return Replay(conversation, tuple(folds), "refold")


def held(
    conversation: Conversation,
    limits: Limits,
    prompt: FoldPrompt,
    counter: TokenCounter,
    chain: int = 0,
    control: bool = False,
) -> Replaying:
    """Fold once, then add raw turns without a further fold: what ageing alone does, beside what folding again does.

    The first fold is that of ``rolling``. Each further one stands for a fold that falls due by the same policy and is not
    made: it has the first summary, no newly folded turn, and all turns since the first fold as its recent part. So the age k
    of ``held`` counts folds that were due, only the first of which was made, and S_k stands beside that of ``rolling``.
    """
    done = yield from rolling(conversation, replace(limits, folds=1), prompt, counter, chain, control)
    if not done.folds or done.folds[0].failure:
        return Replay(conversation, done.folds, "held")
    first = done.folds[0]
    due = _due_again(conversation, limits, counter, first)
    later = (
        replace(first, ordinal=n, position=p, folded=0, kept=tuple(range(first.position - len(first.kept), p)))
        for n, p in enumerate(due, 2)
    )
    return Replay(conversation, (first, *later), "held")


def _due_again(conversation: Conversation, limits: Limits, counter: TokenCounter, first: Fold) -> list[int]:
    """Where folds would fall due after the first if each left a summary as long as it did."""
    turns = conversation.turns
    sums, parts = running(turns, counter), whole(turns)
    fixed = sums[leading_system(turns)] + first.tokens_out
    when, ends = limits.when, frozenset(boundaries(turns) if limits.soft is not None else ())
    due: list[int] = []
    last, start = first.position, first.position - len(first.kept)
    for position in range(last + 1, len(turns) + 1):
        raw = sums[position] - sums[start]
        if len(due) + 1 == limits.folds or not when.due(fixed + raw, raw, position - last, position in ends):
            continue
        if (stop := cut(parts, sums, start, position, limits.recent)) is not None:
            due.append(position)
            start, last = stop, position
    return due


MODES = {"rolling": rolling, "refold": refold, "held": held}


def measured(
    request: FoldRequest, result: FoldResult, position: int, kept: Iterable[int], counter: TokenCounter, control: bool
) -> Fold:
    """A fold with its sizes, and marked as failed where its summary cannot be one."""
    before = request.previous + "\n" + render(request.turns)
    tokens_in, tokens_out = counter.count(before), counter.count(result.summary)
    failure = result.failure or (None if control else _failure(result.summary, tokens_in, tokens_out))
    return Fold(
        request.ordinal,
        request.chain,
        position,
        len(request.turns),
        tuple(kept),
        result.summary,
        tokens_in,
        tokens_out,
        len(before),
        len(result.summary),
        failure,
        items=result.items,
    )


def _failure(summary: str, tokens_in: int, tokens_out: int) -> str | None:
    if not summary.strip():
        return "the summary is empty"
    if _ERROR_TEXT.match(summary):
        return "the summary is an error text"
    return "the summary is longer than what it replaced" if tokens_out > tokens_in else None


def drive(replaying: Replaying, compactor: Compactor) -> Replay:
    """Run a replay with a compactor that is a plain function."""
    try:
        request = next(replaying)
        while True:
            request = replaying.send(compactor.fold(request))
    except StopIteration as done:
        replay: Replay = done.value
        return replay
