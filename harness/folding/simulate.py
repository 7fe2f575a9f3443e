"""What a policy would do to a log, without a model: where it folds, and how many tokens that moves.

A summary is taken to be as long as it may be (or as what it replaces, where that is less); everything else is measured on the
log. The folds fall where ``replay.rolling`` would make them with such summaries. Positions are found by bisection in running
sums, so that a log of 100,000 turns can be simulated under many policies.

The prompt cache is taken to be warm: each model call (an assistant turn) reads the prefix of the call before it and writes
what is new; a fold leaves the system block in the cache and nothing else.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate

from harness.folding.boundaries import boundaries
from harness.folding.pairs import whole
from harness.folding.replay import Limits, cut, leading_system
from harness.folding.triggers import Cause, Trigger
from harness.schema import Conversation, Role
from harness.tokens import TokenCounter, turn_tokens


@dataclass(frozen=True)
class Grown:
    """A log measured once. ``sums[p]`` are the tokens of ``turns[:p]``; ``calls[p]`` counts the model calls among them,
    ``contexts[p]`` adds up ``sums`` at each of those calls, ``spoken[p]`` the tokens they produced; ``last[p]`` is the turn of
    the last of them, −1 if none. ``ends`` are the task boundaries, ascending; ``parts`` is ``pairs.whole`` of the turns."""

    sizes: tuple[int, ...]
    system: int
    sums: tuple[int, ...]
    calls: tuple[int, ...]
    contexts: tuple[int, ...]
    spoken: tuple[int, ...]
    last: tuple[int, ...]
    ends: tuple[int, ...]
    parts: tuple[int, ...]

    @property
    def base(self) -> int:
        """Tokens of the system block."""
        return self.sums[self.system]

    @property
    def growth(self) -> float:
        """g: mean tokens of a turn behind the system block; 0 where there is none."""
        turns = len(self.sizes) - self.system
        return (self.sums[-1] - self.base) / turns if turns else 0.0


def grown(conversation: Conversation, counter: TokenCounter) -> Grown:
    """Measure a log."""
    turns = conversation.turns
    sizes = tuple(turn_tokens(t, counter) for t in turns)
    sums = tuple(accumulate(sizes, initial=0))
    system = leading_system(turns)
    asks = [t.role is Role.ASSISTANT for t in turns]
    return Grown(
        sizes,
        system,
        sums,
        tuple(accumulate(map(int, asks), initial=0)),
        tuple(accumulate((s if a else 0 for s, a in zip(sums, asks, strict=False)), initial=0)),
        tuple(accumulate((s if a else 0 for s, a in zip(sizes, asks, strict=True)), initial=0)),
        tuple(accumulate((i if a else -1 for i, a in enumerate(asks)), max, initial=-1)),
        boundaries(turns),
        whole(turns),
    )


@dataclass(frozen=True, slots=True)
class Due:
    """One simulated fold. ``turns[start:stop]`` go in, ``turns[stop:position]`` stay raw. ``room`` is B: what the threshold
    left after the fold before (system, summary, recent part); ``fits`` how many turns came since then without passing it.
    ``folded`` tokens of turns go in; the summary call reads ``read``, the summary before and those; ``summary`` come out.
    ``invalidated`` tokens of the cached prefix are lost, ``rewritten`` (the new summary and the recent part) written again.
    ``cuts``: whether the task that goes on lost its beginning; None where the log shows no boundary."""

    position: int
    start: int
    stop: int
    cause: Cause
    room: int
    fits: int
    folded: int
    read: int
    summary: int
    invalidated: int
    rewritten: int
    cuts: bool | None


@dataclass(frozen=True, slots=True)
class Simulated:
    """A policy on one log: its folds, and the tokens of all model calls read from the cache, written to it, and produced."""

    folds: tuple[Due, ...]
    cache_read: int
    cache_written: int
    spoken: int
    growth: float

    def expected(self, fold: Due) -> int:
        """n = floor(B/g): how many turns of mean length fit into the room before ``fold``."""
        return max(0, int(fold.room // self.growth)) if self.growth else 0


def simulate(log: Grown, limits: Limits) -> Simulated:
    """Fold a measured log under a policy; ``limits.folds`` is not a limit here, a product folds for as long as it runs."""
    folds: list[Due] = []
    start = last = log.system
    summary = written = read = 0
    while True:
        fixed = log.base + summary
        due = _due(log, limits, fixed, start, last)
        position = due[0] if due else len(log.sizes)
        new, again = _calls(log, fixed, start, last, position)
        written, read = written + new, read + again
        if due is None:
            break
        fold = _fold(log, limits, (start, last), due, summary, new)
        folds.append(fold)
        summary, start, last = fold.summary, fold.stop, position
    if log.calls[-1]:
        written, read = written + log.base, read - log.base  # the system block is written once, at the first call
    return Simulated(tuple(folds), read, written, log.spoken[-1], log.growth)


def _due(log: Grown, limits: Limits, fixed: int, start: int, last: int) -> tuple[int, Cause, int] | None:
    """Where the next fold is made, why, and where its recent part begins: the first place where one falls due and can be made."""
    behind = last
    while found := _next(log, limits.when, fixed, start, last, behind):
        behind, cause = found
        if (stop := cut(log.parts, log.sums, start, behind, limits.recent)) is not None:
            return behind, cause, stop
    return None


def _next(log: Grown, when: Trigger, fixed: int, start: int, last: int, behind: int) -> tuple[int, Cause] | None:
    """The first position behind ``behind`` at which ``when`` falls due, and why: what ``Trigger.due`` says turn by turn."""
    turns = len(log.sizes)
    before = log.sums[start]
    found = [(max(behind + 1, bisect_right(log.sums, when.hard - fixed + before)), Cause.TOKENS)]
    enough = max(behind + 1, bisect_right(log.sums, when.least + before))
    if when.soft is not None:
        at = bisect_left(log.ends, max(enough, bisect_right(log.sums, when.soft - fixed + before)))
        if at < len(log.ends):
            found.append((log.ends[at], Cause.BOUNDARY))
    if when.turns is not None:
        found.append((max(enough, last + when.turns), Cause.TURNS))
    first = min(found, key=lambda f: f[0])  # the first of equals: the order is that of Trigger.due
    return first if first[0] <= turns else None


def _fold(
    log: Grown, limits: Limits, since: tuple[int, int], due: tuple[int, Cause, int], summary: int, cached: int
) -> Due:
    (start, last), (position, cause, stop) = since, due
    room = limits.trigger - log.base - summary - (log.sums[last] - log.sums[start])
    passing = max(last + 1, bisect_right(log.sums, room + log.sums[last]))
    folded = log.sums[stop] - log.sums[start]
    read = summary + folded
    after = min(limits.summary, read)
    return Due(
        position,
        start,
        stop,
        cause,
        room,
        min(position, passing - 1) - last,
        folded,
        read,
        after,
        cached,
        after + log.sums[position] - log.sums[stop],
        _cuts(log, stop, position),
    )


def _cuts(log: Grown, stop: int, position: int) -> bool | None:
    """A task is cut where none of the raw turns begins one: what goes on after the fold began before ``stop``."""
    if not log.ends:
        return None
    at = bisect_left(log.ends, stop)
    return not (at < len(log.ends) and log.ends[at] <= position)


def _calls(log: Grown, fixed: int, start: int, last: int, position: int) -> tuple[int, int]:
    """Tokens that the model calls of ``turns[last:position]`` write to the cache behind the system block, and read from it.
    Each writes what is new since the one before, so that together they write the longest context once."""
    calls = log.calls[position] - log.calls[last]
    if not calls:
        return 0, 0
    offset = fixed - log.sums[start]
    total = calls * offset + log.contexts[position] - log.contexts[last]
    longest = offset + log.sums[log.last[position]]
    return longest - log.base, total - (longest - log.base)


def falls_due(conversation: Conversation, limits: Limits, counter: TokenCounter) -> bool:
    """Whether a policy folds a log at all."""
    log = grown(conversation, counter)
    return _due(log, limits, log.base, log.system, log.system) is not None
