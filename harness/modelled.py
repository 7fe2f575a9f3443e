"""Runs in which a language model plays a role: the parts of the settings, filling the store, what it will and did cost."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from tabulate import tabulate

from harness.answering.ask_model import ModelAnswerer
from harness.answering.judge import ModelJudge
from harness.errors import SettingsError, UsageError
from harness.evaluate import Parts, Plan, Progress, evaluate
from harness.folding.compactors import ClearTools, Command, Extractive, ModelCompactor, ServerCompactor, load_compactor
from harness.folding.laid_out import laid_out
from harness.live import Remembered, calls_needed, fill
from harness.models import Account, CallStore, Desk, PendingError
from harness.models.engine import Counts
from harness.models.money import planned
from harness.models.wire import key_of, prefix_of
from harness.prices import Prices, load_prices
from harness.schema import Compactor, Model, ModelCall, ModelReply
from harness.settings import RoleSettings, Settings
from harness.tokens import TokenCounter, turn_tokens

CALIBRATION = "judge-calibration.json"
Say = Callable[[str], None]


@dataclass
class Used:
    """A model that books what the replies it gives were billed, each call once: the same for the same recordings."""

    inner: Model
    seen: dict[str, tuple[ModelCall, ModelReply]] = field(default_factory=dict)

    def reply(self, call: ModelCall) -> ModelReply:
        """The reply of the model inside."""
        reply = self.inner.reply(call)
        self.seen[key_of(call)] = (call, reply)
        return reply

    def account(self, prices: Prices) -> dict[str, Any]:
        """Usage and cost by role of all replies used."""
        account = Account(prices)
        for call, reply in self.seen.values():
            account.book(call, reply.usage, reply.failure is not None)
        data = account.data()
        for row in data["roles"].values():
            del row["attempts"]
        return data


def role(chosen: Settings, name: str) -> RoleSettings:
    """The settings of a role, with its model. Raises SettingsError where there is none."""
    own = chosen.roles.get(name, RoleSettings())  # type: ignore[call-overload]
    model = own.model or chosen.model
    if not model:
        raise SettingsError(
            f"No model for the {name}: name one with --model, or in the settings under roles.{name}.model."
        )
    result: RoleSettings = own.model_copy(update={"model": model})
    return result


def other_compactor(chosen: Settings, model: Model) -> Compactor:
    """The compactors that are not embedded: models, programs, a user's own."""
    match chosen.compactor:
        case "clear-tools":
            return ClearTools()
        case "command":
            if not chosen.command:
                raise SettingsError(
                    "The compactor `command` needs a program: --command 'node fold.js', or `command` in the settings."
                )
            return Remembered(Command(chosen.command, chosen.command_limit))
        case "model":
            r = role(chosen, "compactor")
            return ModelCompactor(model, str(r.model), r.effort, chosen.items, r.max_tokens)
        case "server":
            r = role(chosen, "compactor")
            return ServerCompactor(model, str(r.model), max_tokens=r.max_tokens or 8192)
    return Remembered(load_compactor(chosen.compactor, Path.cwd()))


def with_models(parts: Parts, chosen: Settings, model: Model) -> Parts:
    """Parts in which the roles that the settings give to a model are played by it."""
    if chosen.answerer == "model":
        r = role(chosen, "answerer")
        answerer = ModelAnswerer(model, str(r.model), laid_out, r.effort, r.prompt, r.max_tokens or 1024)
        parts = replace(parts, answerer=answerer, trials=chosen.trials)
    if chosen.judge == "model":
        parts = replace(parts, judge=judge_of(chosen, model))
    return parts


def judge_of(chosen: Settings, model: Model) -> ModelJudge:
    """The judge of the settings."""
    r = role(chosen, "judge")
    return ModelJudge(model, str(r.model), r.effort, r.prompt, r.max_tokens or 2048)


class NoModel:
    """Stands where no role is played by a model."""

    def reply(self, call: ModelCall) -> ModelReply:
        """Never asked."""
        raise UsageError(f"The {call.role} needs a model: name one with --model.")


# ------------------------------------------------------------------------------------------------------- whole runs

Build = Callable[[Model], Parts]


@contextmanager
def store_of(chosen: Settings) -> Iterator[CallStore]:
    """The call store of the settings, closed at the end."""
    store = CallStore(Path(chosen.store), readonly=chosen.calls == "replay")
    try:
        yield store
    finally:
        store.close()


def run(plan: Plan, chosen: Settings, build: Build, now: datetime, progress: Progress, say: Say, resume: bool) -> Path:
    """Evaluate a plan in which a model plays a role: fill the store (not in replay), then evaluate from it."""
    build(NoModel())  # what is missing in the settings is told before anything is opened
    with store_of(chosen) as store:
        failed: Mapping[str, ModelReply] = {}
        since, paid = 0, None
        if chosen.calls != "replay":
            since = _session(store, chosen, resume)
            failed, paid = _filled(plan, chosen, build, store, since, progress, say)
        used = Used(Desk(store, False, since, failed, record_command(chosen)))
        parts = build(used)
        note = judge_note(chosen, parts)
        plan = replace(plan, notes=[*plan.notes, *([note] if note else []), *_lost(failed)])

        def info() -> dict[str, Any]:
            return {"used": used.account(load_prices(chosen.prices)), **({"paid": paid} if paid else {})}

        return evaluate(plan, replace(parts, models=info), chosen, now, progress)


def _session(store: CallStore, chosen: Settings, resume: bool) -> int:
    if chosen.calls == "record":
        return 0
    if not resume:
        store.begin_session()
    return store.session


def _lost(failed: Mapping[str, ModelReply]) -> list[str]:
    if not failed:
        return []
    return [
        f"{len(failed)} calls were lost to the network or refused by the server; they count as invalid. --resume asks them again."
    ]


def _filled(
    plan: Plan, chosen: Settings, build: Build, store: CallStore, since: int, progress: Progress, say: Say
) -> tuple[Mapping[str, ModelReply], dict[str, Any]]:
    return asyncio.run(_fill(plan, chosen, build, store, since, progress, say))


async def _fill(
    plan: Plan, chosen: Settings, build: Build, store: CallStore, since: int, progress: Progress, say: Say
) -> tuple[Mapping[str, ModelReply], dict[str, Any]]:
    from harness.models.batch import answer_in_batches
    from harness.models.client import open_client
    from harness.models.engine import Driving, Engine

    prices = load_prices(chosen.prices)
    account = Account(prices, chosen.max_cost, chosen.max_calls)
    driving = Driving(chosen.concurrency, chosen.attempts, chosen.deadline)
    client = open_client(chosen.base_url, timeout=chosen.deadline, connections=chosen.concurrency)

    lines = Lines(say, time.monotonic)

    def told(call: ModelCall, reply: ModelReply) -> None:
        progress(f"{call.role} calls", 1)
        if reply.failure:
            progress("failures", 1)
        lines.tell(engine.counts, account.cost)

    engine = Engine(client, store, account, driving, since, told, seed=chosen.seed)
    one_at_a_time = asyncio.Lock()

    async def in_batches(calls: Sequence[ModelCall]) -> None:
        async with one_at_a_time:
            await answer_in_batches(client, engine, store, calls)

    parts = build(Desk(store, True, since, engine.failed))
    totals = totals_of(plan, parts.counter)
    try:
        await fill(plan, parts, chosen, totals, engine.answer_all, in_batches if chosen.batch else engine.answer_all)
    finally:
        await client.close()
        data = account.data()
        say(_spent(data))
        if client.can.missing:
            say(f"The server does not know {', '.join(sorted(set(client.can.missing)))}; calls were sent without.")
    return engine.failed, data


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


def totals_of(plan: Plan, counter: TokenCounter) -> dict[str, int]:
    """Tokens by conversation."""
    return {c.id: sum(turn_tokens(t, counter) for t in c.turns) for c in plan.conversations}


def dry_run(plan: Plan, chosen: Settings, build: Build, stand_in: Extractive) -> str:
    """Calls, tokens and cost by role as a table, before anything is sent. What is recorded already costs nothing."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(chosen.store)
        fresh = not path.exists() or chosen.calls == "live"
        store = CallStore(Path(folder) / "empty.sqlite") if fresh else CallStore(path)
        try:
            parts = build(Desk(store, True))
            calls = calls_needed(plan, parts, chosen, totals_of(plan, parts.counter), stand_in)
        finally:
            store.close()
    count = _Sizes(parts.counter)
    prices = load_prices(chosen.prices)
    sized = [
        (c, count(c.system) + count(c.context) + count(c.history or ""), count(c.question), prefix_of(c)) for c in calls
    ]
    rows = [
        (name, p.calls, p.tokens, p.prefix, p.output, f"${p.cost:.4f}") for name, p in planned(sized, prices).items()
    ]
    total = sum(p.cost for p in planned(sized, prices).values())
    table = tabulate(
        [*rows, ("all", len(calls), "", "", "", f"${total:.4f}")],
        headers=["role", "calls", "tokens in", "prefix, once", "tokens out, at most", "cost, at most"],
        intfmt=",",
    )
    unknown = sorted({c.model for c in calls if not prices.of(c.model).known})
    notes = [f"No price is known for {', '.join(unknown)}; add it with --prices."] if unknown else []
    if chosen.judge == "model":
        notes.append("Judgements are not foreseen: only answers that rules cannot decide are judged.")
    return "\n".join(
        [table, *notes, "Tokens are counted with o200k_base, an estimate for other tokenizers. Nothing was sent."]
    )


class _Sizes:
    """Token counts, each text once."""

    def __init__(self, counter: TokenCounter) -> None:
        self._counter, self._known = counter, {"": 0}

    def __call__(self, text: str) -> int:
        if text not in self._known:
            self._known[text] = self._counter.count(text)
        return self._known[text]


def record_command(chosen: Settings) -> str:
    """The command that records what a replay misses."""
    names = {chosen.model} if chosen.model else {r.model for r in chosen.roles.values() if r.model}
    models = "".join(f" --model {m}" for m in sorted(n for n in names if n)[:1])
    address = f" --base-url {chosen.base_url}" if chosen.base_url else ""
    paths = "".join(f" {p}" for p in chosen.paths)
    return (
        f"afterfold eval{paths} --compactor {chosen.compactor}{models}{address} --store {chosen.store} --calls record"
    )


# ---------------------------------------------------------------------------------------------------- single roles


_T = TypeVar("_T")


def asked(chosen: Settings, work: Callable[[Model], _T], say: Say) -> _T:
    """Do work that asks a model: a first time to see what it misses, which is sent, then from recordings."""
    with store_of(chosen) as store:
        failed: Mapping[str, ModelReply] = {}
        if chosen.calls != "replay":
            noted = _Noted(Desk(store, True, _session(store, chosen, False)))
            work(noted)
            failed = asyncio.run(_send(noted.missed, chosen, store, say)) if noted.missed else {}
        since = store.session if chosen.calls == "live" else 0
        return work(Desk(store, False, since, failed, record_command(chosen)))


@dataclass
class _Noted:
    """A model that notes the calls it cannot answer yet."""

    inner: Model
    missed: list[ModelCall] = field(default_factory=list)

    def reply(self, call: ModelCall) -> ModelReply:
        try:
            return self.inner.reply(call)
        except PendingError as error:
            self.missed.append(error.call)
            return ModelReply("", "pending")


async def _send(calls: Sequence[ModelCall], chosen: Settings, store: CallStore, say: Say) -> Mapping[str, ModelReply]:
    from harness.models.client import open_client
    from harness.models.engine import Driving, Engine

    prices = load_prices(chosen.prices)
    account = Account(prices, chosen.max_cost, chosen.max_calls)
    client = open_client(chosen.base_url, timeout=chosen.deadline, connections=chosen.concurrency)
    engine = Engine(
        client,
        store,
        account,
        Driving(chosen.concurrency, chosen.attempts, chosen.deadline),
        store.session if chosen.calls == "live" else 0,
    )
    try:
        await engine.answer_all(calls)
    finally:
        await client.close()
        say(_spent(account.data()))
    return engine.failed


def judge_note(chosen: Settings, parts: Parts) -> str | None:
    """What a run says about its judge: its calibration, or that there is none."""
    if not isinstance(parts.judge, ModelJudge):
        return None
    path = Path(chosen.store).with_name(CALIBRATION)
    try:
        known = json.loads(path.read_text("utf-8")).get(parts.judge.digest)
    except (OSError, ValueError, AttributeError):
        known = None
    if known is None:
        return f"The judge ({parts.judge.model_name}) is not calibrated; run `afterfold judge calibrate`."
    return (
        f"The judge ({parts.judge.model_name}) on {known['labels']} labelled answers: sensitivity {known['sensitivity']:.2f}, "
        f"specificity {known['specificity']:.2f}, kappa {known['kappa']:.2f}."
    )
