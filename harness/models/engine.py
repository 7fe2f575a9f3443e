"""Drives calls at full speed: retries, pace, deadlines, limits on money, and one transaction for every answer.

Nothing that came back is lost: an error that ends the run (limit reached, key refused) lets the calls in flight finish first.
The first call of each cached prefix goes ahead alone, so that the context is paid in full once and read from the cache after.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from harness.errors import AfterfoldError, BudgetError, ModelError
from harness.models.client import RejectedError, TransientError
from harness.models.money import Account
from harness.models.pace import Pace
from harness.models.store import CallStore
from harness.models.wire import key_of, prefix_of
from harness.ports import ModelCall, ModelReply, Usage

_T = TypeVar("_T")


class Sender(Protocol):
    """What sends one request: ``client.Client``, or a test's own."""

    async def send(self, call: ModelCall) -> ModelReply:
        """See ``client.Client.send``."""
        ...


@dataclass(frozen=True, slots=True)
class Driving:
    """How calls are driven. ``deadline`` seconds for a call with all its attempts; ``cap`` is the longest wait between two,
    whatever the server asks for."""

    concurrency: int = 16
    attempts: int = 6
    deadline: float = 600.0
    cap: float = 60.0


_HOPELESS = 3  # calls lost before the first answer after which a run stops: the server is not there


@dataclass
class Counts:
    """What has happened so far, for the progress line."""

    wanted: int = 0
    answered: int = 0
    known: int = 0
    retried: int = 0
    failed: int = 0
    lost: int = 0  # in a row


@dataclass
class _Patience:
    """What is left of a call's deadline. Only sending and the waits between attempts use it up: a call that waits for its turn behind
    thousands of others has not been tried yet."""

    left: float

    async def within(self, job: Awaitable[_T]) -> _T:
        """Await a job. Raises TimeoutError when nothing is left."""
        clock = asyncio.get_running_loop().time
        start = clock()
        try:
            async with asyncio.timeout(max(0.0, self.left)):
                return await job
        finally:
            self.left -= clock() - start


class Engine:
    """See the module. ``since`` is the oldest session whose recordings count. Failures of the network stay here, by key: they are
    no answers, and a later run asks again."""

    def __init__(
        self,
        sender: Sender,
        store: CallStore,
        account: Account,
        driving: Driving,
        since: int = 0,
        on_reply: Callable[[ModelCall, ModelReply], None] = lambda call, reply: None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        seed: int = 0,
    ) -> None:
        """See the class."""
        self._sender, self._store, self._since = sender, store, since
        self.account, self.driving, self.counts = account, driving, Counts()
        self.pace = Pace(driving.concurrency)
        self.failed: dict[str, ModelReply] = {}
        self._flying: dict[str, asyncio.Future[ModelReply]] = {}
        self._stop: AfterfoldError | None = None
        self._on_reply, self._sleep, self._random = on_reply, sleep, random.Random(seed)
        self._settled = asyncio.Event()

    def known(self, call: ModelCall, key: str | None = None) -> ModelReply | None:
        """The reply to a call that needs no request any more."""
        key = key or key_of(call)
        return self.failed.get(key) or self._store.by_key(key, self._since)

    async def answer(self, call: ModelCall) -> ModelReply:
        """The reply to one call. The same call in flight is sent once. Raises BudgetError and ModelError."""
        key = key_of(call)
        if flying := self._flying.get(key):
            return await asyncio.shield(flying)
        if (found := self.known(call, key)) is not None:
            self.counts.known += 1
            return found
        promise = self._flying[key] = asyncio.get_running_loop().create_future()
        try:
            reply = await self._ask(call, key)
        except BaseException as error:
            promise.cancel() if isinstance(error, asyncio.CancelledError) else promise.set_exception(error)
            if not promise.cancelled():
                promise.exception()  # seen: nobody else need wait for it
            raise
        else:
            promise.set_result(reply)
            return reply
        finally:
            del self._flying[key]

    async def answer_all(self, calls: Iterable[ModelCall]) -> None:
        """Answer many calls; those that share a prefix wait for its first. The first error is raised when all have ended."""
        groups: dict[str, list[ModelCall]] = {}
        for call in calls:
            self.counts.wanted += 1
            groups.setdefault(prefix_of(call) or key_of(call), []).append(call)
        await all_ended([self._group(group) for group in groups.values()])

    def check(self) -> None:
        """Raise the error that ends the run, or a ModelError where calls were sent and not one was answered."""
        if self._stop:
            raise self._stop
        if self.failed and not (self.counts.answered or self.counts.known):
            raise ModelError(no_answers(len(self.failed), str(list(self.failed.values())[-1].failure)))

    async def _group(self, calls: Sequence[ModelCall]) -> None:
        await self.answer(calls[0])
        await all_ended([self.answer(call) for call in calls[1:]])

    async def _ask(self, call: ModelCall, key: str) -> ModelReply:
        attempts, crowd = 0, self.driving
        patience = _Patience(crowd.deadline)
        try:
            while True:
                attempts += 1
                try:
                    reply = await self._attempt(call, patience)
                    break
                except TransientError as error:
                    if attempts >= crowd.attempts:
                        return self._lose(call, key, str(error), attempts)
                    self.counts.retried += 1
                    await patience.within(self._sleep(self._wait(attempts, error.after)))
        except TimeoutError:
            return self._lose(call, key, f"network: no answer within {crowd.deadline:g} s", attempts)
        except RejectedError as error:
            return self._fail(call, key, str(error), attempts)
        return self._keep(call, key, replace(reply, attempts=attempts))

    async def _attempt(self, call: ModelCall, patience: _Patience) -> ModelReply:
        wave = await self.pace.enter()
        try:
            await self._pay(call)
            try:
                reply = await patience.within(self._sender.send(call))
            except AfterfoldError as error:
                self._stop = self._stop or error
                raise
            finally:
                self.account.release(call)
                self._settled.set()
            self._book(call, reply)
            self.pace.answered()
            self.counts.lost = 0
            return reply
        except TransientError as error:
            if error.crowded:
                self.pace.crowded(wave)
            raise
        finally:
            self.pace.leave()

    def _book(self, call: ModelCall, reply: ModelReply) -> None:
        self.account.book(call, reply.usage, reply.failure is not None)

    async def _pay(self, call: ModelCall) -> None:
        """Set the price aside; where a limit is near, wait for the calls in flight, which may cost less than they could."""
        while True:
            if self._stop:
                raise self._stop
            why = self.account.reserve(call)
            if why is None:
                return
            if not self.account.flying:
                self._stop = BudgetError(
                    f"Stopped: {why}. What came back is saved; go on with --resume and a higher limit."
                )
                raise self._stop
            self._settled.clear()
            await self._settled.wait()

    def afford(self, calls: Iterable[ModelCall], share: float) -> None:
        """Raise BudgetError where calls that are handed in together could pass a limit."""
        if why := self.account.too_much(list(calls), share):
            raise BudgetError(f"Stopped: {why}. What came back is saved; go on with --resume and a higher limit.")

    def book_batched(self, call: ModelCall, key: str, reply: ModelReply, share: float) -> None:
        """Keep an answer that came in a batch."""
        if reply.failure and reply.failure.startswith("network"):
            self._fail(call, key, reply.failure, 1)
            return
        self.account.book(call, reply.usage, reply.failure is not None, share)
        self._keep(call, key, reply)

    def _wait(self, attempts: int, after: float | None) -> float:
        own = min(0.5 * 2.0 ** (attempts - 1), 8.0) * (0.75 + 0.5 * self._random.random())
        return min(self.driving.cap, after if after is not None else own)

    def _keep(self, call: ModelCall, key: str, reply: ModelReply) -> ModelReply:
        try:
            self._store.put(call, reply, key)
        except AfterfoldError as error:  # what cannot be saved must not be paid for
            self._stop = self._stop or error
            raise
        self.account.attempted(call, reply.attempts)
        self.counts.answered += 1
        self._on_reply(call, reply)
        return reply

    def _lose(self, call: ModelCall, key: str, why: str, attempts: int) -> ModelReply:
        """A call that the network lost. A server that never answers, or not any more, ends the run."""
        counts = self.counts
        counts.lost += 1
        if counts.lost >= (_HOPELESS if not counts.answered else _HOPELESS * self.driving.concurrency):
            self._stop = self._stop or ModelError(no_answers(counts.lost, why))
        return self._fail(call, key, why, attempts)

    def _fail(self, call: ModelCall, key: str, why: str, attempts: int) -> ModelReply:
        reply = self.failed[key] = ModelReply("", why, Usage(), attempts=attempts)
        self.account.attempted(call, attempts, failed=True)
        self.counts.failed += 1
        self._on_reply(call, reply)
        return reply


def no_answers(count: int, why: str) -> str:
    """What to say where calls get no answer, in one sentence."""
    many = f"{count} calls in a row got no answer" if count > 1 else "The call got no answer"
    return f"{many} ({why}): see to the server, --base-url and the network, then go on with --resume; what came back is saved."


async def all_ended(jobs: Sequence[Awaitable[object]]) -> None:
    """Wait until every job has ended, then raise the first error. Cancelling it cancels them all."""
    results = await asyncio.gather(*jobs, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
