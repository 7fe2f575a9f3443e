"""Calls through the Message Batches API: half the price, answers within hours. A batch that was handed in is noted in the
store first thing, so that a killed run collects it instead of paying twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from itertools import islice
from typing import TypeVar

from harness.errors import ModelError
from harness.models.client import Client, GoneError, TransientError
from harness.models.engine import Engine
from harness.models.money import BATCH_SHARE
from harness.models.store import CallStore
from harness.models.wire import key_of
from harness.ports import ModelCall

LARGEST = 5_000  # calls in a batch; the API takes more, but a lost batch should not cost hours
_PATIENCE = 8
_T = TypeVar("_T")


async def answer_in_batches(
    client: Client,
    engine: Engine,
    store: CallStore,
    calls: Iterable[ModelCall],
    every: float = 30.0,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Answer calls in batches, collecting first what an earlier run handed in. Raises ModelError and BudgetError."""
    wanted = {key_of(c): c for c in calls}
    for batch in store.batches():
        await _collect(client, engine, store, batch, wanted, every, sleep)
    left = {k: c for k, c in wanted.items() if engine.known(c, k) is None}
    while left:
        part = dict(islice(left.items(), LARGEST))
        engine.afford(part.values(), BATCH_SHARE)
        batch = await _patient(partial(client.submit, part), sleep)
        store.open_batch(batch)
        await _collect(client, engine, store, batch, wanted, every, sleep)
        left = {k: c for k, c in left.items() if k not in part}


async def _collect(
    client: Client,
    engine: Engine,
    store: CallStore,
    batch: str,
    wanted: Mapping[str, ModelCall],
    every: float,
    sleep: Callable[[float], Awaitable[None]],
) -> None:
    try:
        while not await _patient(partial(client.ended, batch), sleep):
            await sleep(every)
        await _patient(partial(_read, client, engine, batch, wanted), sleep)
    except GoneError:  # it expired, or was handed in at another server: its calls are asked again
        pass
    store.close_batch(batch)


async def _read(client: Client, engine: Engine, batch: str, wanted: Mapping[str, ModelCall]) -> None:
    async for key, reply in client.results(batch):
        if key in wanted and engine.known(wanted[key], key) is None:
            engine.book_batched(wanted[key], key, reply, BATCH_SHARE)


async def _patient(ask: Callable[[], Awaitable[_T]], sleep: Callable[[float], Awaitable[None]]) -> _T:
    for attempt in range(_PATIENCE):
        try:
            return await ask()
        except TransientError as error:
            await sleep(min(60.0, error.after if error.after is not None else 2.0**attempt))
    raise ModelError("The Batches API does not answer; go on later with --resume.")
