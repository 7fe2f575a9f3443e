"""What a run with language models would send and cost, before anything is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tabulate import tabulate

from harness.evaluate import Plan, check_reach, totals_of
from harness.folding.compactors import Extractive
from harness.live import calls_needed
from harness.modelled import Build
from harness.models import CallStore, Desk
from harness.models.money import BATCH_SHARE, planned
from harness.models.wire import key_of, prefix_of
from harness.ports import ModelCall
from harness.prices import Prices, load_prices
from harness.settings import Settings
from harness.tokens import TokenCounter

System = tuple[Plan, Settings, Build]


def dry_run(systems: Sequence[System], counter: TokenCounter, stand_in: Extractive, ask_server: bool) -> str:
    """Calls, tokens and cost by role as a table, before anything is sent; a call that several systems share counts once. What is recorded
    already costs nothing. With ``ask_server`` the server counts the tokens: it gets the texts and answers nothing."""
    chosen = systems[0][1]
    calls = list(dict.fromkeys(c for system in systems for c in _needed(system, stand_in)))
    exact = asyncio.run(_counted(calls, chosen, counter)) if ask_server and calls else {}
    sized = [_scaled(entry, exact.get(_bundle(entry[0]), 1.0)) for entry in _sized(calls, counter)]
    prices = load_prices(chosen.prices)
    plans = planned(sized, prices, BATCH_SHARE if chosen.batch else 1.0)
    rows = [(name, p.calls, p.tokens, p.prefix, p.output, f"${p.cost:.4f}") for name, p in plans.items()]
    total = sum(p.cost for p in plans.values())
    table = tabulate(
        [*rows, ("all", len(calls), "", "", "", f"${total:.4f}")],
        headers=["role", "calls", "tokens in", "cached once", "tokens out, at most", "cost, at most"],
        intfmt=",",
    )
    return "\n".join([table, *_dry_notes(calls, chosen, prices, counter, exact if ask_server else None)])


def _needed(system: System, stand_in: Extractive) -> list[ModelCall]:
    plan, chosen, build = system
    with TemporaryDirectory() as folder:
        path = Path(chosen.store)
        fresh = not path.exists() or chosen.calls == "live"
        store = CallStore(Path(folder) / "empty.sqlite") if fresh else CallStore(path, readonly=True)
        try:
            parts = build(Desk(store, True))
            totals = totals_of(plan, parts.counter)
            if not plan.recorded:
                check_reach(plan, parts, chosen, totals)
            return calls_needed(plan, parts, chosen, totals, stand_in)
        finally:
            store.close()


Sized = tuple[ModelCall, int, int, str]


def _scaled(sized: Sized, by: float) -> Sized:
    call, shared, own, name = sized
    return call, round(shared * by), round(own * by), name


def _sized(calls: Sequence[ModelCall], counter: TokenCounter) -> list[Sized]:
    count = _Sizes(counter)
    return [
        (c, count(c.system) + count(c.context) + count(c.history or ""), count(c.question), prefix_of(c)) for c in calls
    ]


def _dry_notes(
    calls: Sequence[ModelCall],
    chosen: Settings,
    prices: Prices,
    counter: TokenCounter,
    exact: Mapping[str, float] | None,
) -> list[str]:
    unknown = sorted({c.model for c in calls if not prices.of(c.model).known})
    notes = [f"No price is known for {', '.join(unknown)}; add it with --prices."] if unknown else []
    if chosen.judge == "model":
        notes.append("Judgements are not foreseen: only answers that rules cannot decide are judged.")
    if exact is None:
        return [*notes, f"Tokens are counted with {counter.name}, an estimate for other tokenizers. Nothing was sent."]
    if not exact:
        return [*notes, f"The server cannot count tokens, so they are counted with {counter.name}, an estimate."]
    return [
        *notes,
        f"The server counted the tokens of {len(exact)} requests, one for each context. Nothing was answered.",
    ]


def _bundle(call: ModelCall) -> str:
    """What is counted once on the server: the calls on one context, or a call of its own."""
    return prefix_of(call) or key_of(call)


async def _counted(calls: Sequence[ModelCall], chosen: Settings, counter: TokenCounter) -> dict[str, float]:
    """For each context the server's count of one call as a multiple of ours; empty where the server cannot count."""
    from harness.models.client import open_client

    client = open_client(chosen.base_url, timeout=chosen.deadline, connections=chosen.concurrency)
    first = {_bundle(c): c for c in reversed(calls)}
    places = asyncio.Semaphore(min(8, chosen.concurrency))

    async def one(call: ModelCall) -> int | None:
        async with places:
            return await client.count(call)

    try:
        found = dict(zip(first, await asyncio.gather(*map(one, first.values())), strict=True))
    finally:
        await client.close()
    ours = {_bundle(c): shared + own for c, shared, own, _ in _sized(list(first.values()), counter)}
    return {name: n / max(1, ours[name]) for name, n in found.items() if n is not None}


class _Sizes:
    """Token counts, each text once."""

    def __init__(self, counter: TokenCounter) -> None:
        self._counter, self._known = counter, {"": 0}

    def __call__(self, text: str) -> int:
        if text not in self._known:
            self._known[text] = self._counter.count(text)
        return self._known[text]
