"""The line to a server while calls are sent over it: opened, watched, closed, and what was spent said in the end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from harness.asking import Progress
from harness.models import Account, CallStore
from harness.models.engine import Counts, Driving, Engine
from harness.ports import ModelCall, ModelReply
from harness.settings import Settings

if TYPE_CHECKING:
    from harness.models.client import Client

Say = Callable[[str], None]


@dataclass(frozen=True)
class Watch:
    """Who is told how far a run is: counts for a bar, sentences for a log."""

    progress: Progress
    say: Say


@dataclass
class Line:
    """An open line: ``engine`` answers calls one by one, ``in_batches`` hands them in together, one batch at a time."""

    client: Client
    engine: Engine
    store: CallStore
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def in_batches(self, calls: Sequence[ModelCall]) -> None:
        """Answer calls through the Message Batches API."""
        from harness.models.batch import answer_in_batches

        async with self._turn:
            await answer_in_batches(self.client, self.engine, self.store, calls)


async def over_the_line(
    work: Callable[[Line], Awaitable[None]],
    chosen: Settings,
    store: CallStore,
    since: int,
    account: Account,
    watch: Watch,
) -> Mapping[str, ModelReply]:
    """Do work over a line to the server of the settings; the calls that were lost, by key. Every reply is stored and booked in
    ``account``, also where the work ends in an error."""
    from harness.models.client import open_client

    client = open_client(chosen.base_url, timeout=chosen.deadline, connections=chosen.concurrency)
    driving = Driving(chosen.concurrency, chosen.attempts, chosen.deadline)
    told = _Told(watch, account, Lines(watch.say, time.monotonic))
    engine = Engine(client, store, account, driving, since, told, seed=chosen.seed)
    told.counts = engine.counts
    try:
        await work(Line(client, engine, store))
        engine.check()
    finally:
        await client.close()
        watch.say(_spent(account.data()))
        if client.can.missing:
            watch.say(
                f"The server does not know {', '.join(sorted(set(client.can.missing)))}; calls were sent without."
            )
    return engine.failed


@dataclass
class _Told:
    """Passes every reply on to those who watch."""

    watch: Watch
    account: Account
    lines: Lines
    counts: Counts = field(default_factory=Counts)
    cost: float = 0.0

    def __call__(self, call: ModelCall, reply: ModelReply) -> None:
        progress = self.watch.progress
        progress(f"{call.role} calls", 1)
        progress("sent", 1)
        progress("microdollars", round((self.account.cost - self.cost) * 1e6))
        self.cost = self.account.cost
        if reply.failure:
            progress("failures", 1)
        self.lines.tell(self.counts, self.account.cost)


@dataclass
class Lines:
    """Plain lines about a long run, one every ``every`` seconds, for logs that show no bar."""

    say: Say
    clock: Callable[[], float]
    every: float = 30.0
    start: float = field(default=-1.0)
    last: float = field(default=-1.0)

    def tell(self, counts: Counts, cost: float) -> None:
        """Say how far the run is, if it is time to."""
        now = self.clock()
        if self.start < 0:
            self.start = self.last = now
        if now - self.last < self.every:
            return
        self.last = now
        done = counts.answered + counts.failed
        rate = done / (now - self.start)
        left = max(0, counts.wanted - done - counts.known)
        minutes = f"{left / rate / 60:.0f} min left" if rate else "time left unknown"
        self.say(
            f"{done:,} calls answered, {left:,} waiting, {counts.failed} lost, ${cost:.4f}, {rate:.1f}/s, {minutes} for what is known"
        )


def _spent(data: Mapping[str, Any]) -> str:
    rows = "; ".join(
        f"{name}: {r['calls']} calls, {r['input']:,} + {r['cache_read']:,} cached + {r['cache_write']:,} written in, {r['output']:,} out"
        for name, r in data["roles"].items()
    )
    unknown = f" (no price known for {', '.join(data['unpriced'])})" if data["unpriced"] else ""
    return f"spent ${data['cost']:.4f}{unknown}; {rows or 'nothing was sent'}"
