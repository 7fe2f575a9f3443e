"""Runs in which a language model plays a role: the parts of the settings, filling the store, what it will and did cost."""

from __future__ import annotations

import asyncio
import json
import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from harness.answering.ask_model import ModelAnswerer
from harness.answering.judge import ModelJudge
from harness.errors import SettingsError, UsageError
from harness.evaluate import Parts, Plan, Progress, check_reach, evaluate
from harness.folding.compactors import ClearTools, Command, ModelCompactor, ServerCompactor, load_compactor
from harness.folding.laid_out import laid_out
from harness.live import Remembered, fill, fold_all
from harness.models import Account, CallStore, Desk, PendingError, Purse
from harness.models.engine import Counts
from harness.models.wire import key_of
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
            return ServerCompactor(model, str(r.model), max_tokens=r.max_tokens or 8192, effort=r.effort)
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
    """The call store of the settings, closed at the end. Exported recordings (``.jsonl``) can be replayed from as they are."""
    path = Path(chosen.store)
    with ExitStack() as stack:
        if path.suffix != ".jsonl":
            store = CallStore(path, readonly=chosen.calls == "replay")
        elif chosen.calls == "replay":
            folder = Path(stack.enter_context(TemporaryDirectory()))
            store = CallStore(folder / "calls.sqlite", shown=path)
            store.load(path)
        else:
            raise SettingsError(f"{path}: exported recordings are for --calls replay; record into a .sqlite file.")
        stack.callback(store.close)
        yield store


@dataclass
class Plugged:
    """A model whose other end is put in later: parts are built once, so that what a program or a user's own compactor said while the
    store was filled is what the evaluation sees."""

    inner: Model

    def reply(self, call: ModelCall) -> ModelReply:
        """The reply of the model inside."""
        return self.inner.reply(call)


def run(
    plan: Plan,
    chosen: Settings,
    build: Build,
    now: datetime,
    progress: Progress,
    say: Say,
    resume: bool,
    purse: Purse | None = None,
) -> Path:
    """Evaluate a plan in which a model plays a role: fill the store (not in replay), then evaluate from it. ``purse`` is what the
    systems of one command spend together."""
    plug = Plugged(NoModel())
    parts = build(
        plug
    )  # what is missing in the settings, and logs too short to be folded, are told before anything is paid
    if not plan.recorded:
        check_reach(plan, parts, chosen, totals_of(plan, parts.counter))
    purse = purse or Purse()
    with store_of(chosen) as store:
        failed: Mapping[str, ModelReply] = {}
        since, paid = 0, None
        if chosen.calls != "replay":
            since = _session(store, chosen, resume or purse.begun)
            _compare(store, chosen, resume, say)
            purse.begun = True
            plug.inner = NoModel()
            failed, paid = _filled(plan, chosen, parts, plug, store, since, progress, say, purse)
        used = plug.inner = Used(Desk(store, False, since, failed, record_command(chosen)))
        note = judge_note(chosen, parts)
        plan = replace(plan, notes=[*plan.notes, *([note] if note else []), *_lost(failed)])

        def info() -> dict[str, Any]:
            return {"used": used.account(load_prices(chosen.prices)), **({"paid": paid} if paid else {})}

        progress("answers again", 0)
        return evaluate(plan, replace(parts, models=info), chosen, now, progress)


def _session(store: CallStore, chosen: Settings, resume: bool) -> int:
    if chosen.calls == "record":
        return 0
    if not resume or not store.session:
        store.begin_session()
    return store.session


_FREE = frozenset(
    (
        "base_url",
        "store",
        "calls",
        "runs",
        "concurrency",
        "attempts",
        "deadline",
        "max_cost",
        "max_calls",
        "batch",
        "prices",
        "jobs",
    )
)  # settings that may change without changing a single request


def _compare(store: CallStore, chosen: Settings, resume: bool, say: Say) -> None:
    """With ``--resume``, say which settings differ from those of the last run; note those of this one."""
    mine = chosen.model_dump(mode="json")
    text = store.note("settings")
    if resume and text is None:
        say(f"{store.path}: there is no earlier run to go on with; everything is sent.")
    elif resume:
        was = json.loads(str(text))
        changed = [f"{k} {was.get(k)} → {v}" for k, v in mine.items() if k not in _FREE and was.get(k) != v]
        if changed:
            say(
                f"The settings are not those of the last run ({'; '.join(changed)[:300]}): calls that stay the same are not sent again."
            )
    store.put_note("settings", json.dumps(mine, sort_keys=True))


def _lost(failed: Mapping[str, ModelReply]) -> list[str]:
    if not failed:
        return []
    return [
        f"{len(failed)} calls were lost to the network or refused by the server; they count as invalid. --resume asks them again."
    ]


def _filled(
    plan: Plan,
    chosen: Settings,
    parts: Parts,
    plug: Plugged,
    store: CallStore,
    since: int,
    progress: Progress,
    say: Say,
    purse: Purse,
) -> tuple[Mapping[str, ModelReply], dict[str, Any]]:
    if isinstance(
        parts.compactor, Remembered
    ):  # folds of a program: here Ctrl-C ends it at once, inside the event loop it could not
        fold_all(plan, parts, chosen, totals_of(plan, parts.counter))
    return asyncio.run(_fill(plan, chosen, parts, plug, store, since, progress, say, purse))


async def _fill(
    plan: Plan,
    chosen: Settings,
    parts: Parts,
    plug: Plugged,
    store: CallStore,
    since: int,
    progress: Progress,
    say: Say,
    purse: Purse,
) -> tuple[Mapping[str, ModelReply], dict[str, Any]]:
    from harness.models.batch import answer_in_batches
    from harness.models.client import open_client
    from harness.models.engine import Driving, Engine

    prices = load_prices(chosen.prices)
    account = Account(prices, chosen.max_cost, chosen.max_calls, before=purse)
    driving = Driving(chosen.concurrency, chosen.attempts, chosen.deadline)
    client = open_client(chosen.base_url, timeout=chosen.deadline, connections=chosen.concurrency)

    lines, told_cost = Lines(say, time.monotonic), 0.0

    def told(call: ModelCall, reply: ModelReply) -> None:
        nonlocal told_cost
        progress(f"{call.role} calls", 1)
        progress("sent", 1)
        progress("microdollars", round((account.cost - told_cost) * 1e6))
        told_cost = account.cost
        if reply.failure:
            progress("failures", 1)
        lines.tell(engine.counts, account.cost)

    engine = Engine(client, store, account, driving, since, told, seed=chosen.seed)
    one_at_a_time = asyncio.Lock()

    async def in_batches(calls: Sequence[ModelCall]) -> None:
        async with one_at_a_time:
            await answer_in_batches(client, engine, store, calls)

    plug.inner = Desk(store, True, since, engine.failed)
    totals = totals_of(plan, parts.counter)
    try:
        await fill(plan, parts, chosen, totals, engine.answer_all, in_batches if chosen.batch else engine.answer_all)
        engine.check()
    finally:
        await client.close()
        data = account.data()
        purse.add(account)
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


_FLAGS = (
    *("probes", "compactor", "prompt", "mode", "folds", "window", "threshold", "trigger", "recent", "summary"),
    *("max_probes", "model", "answerer", "judge", "chains", "trials", "command"),
)


def record_command(chosen: Settings) -> str:
    """The command that records what a replay misses: every flag that decides a request, where it is not the default; the rest stands in
    the settings of the folder."""
    store = Path(chosen.store).with_suffix(".sqlite")
    given = {n: v for n in _FLAGS if (v := getattr(chosen, n)) != Settings.model_fields[n].default}
    flags = [
        f"--{n.replace('_', '-')} {_word(v)}"
        for n, v in given.items()
        if not (n == "probes" and not isinstance(v, str))
    ]
    address = [f"--base-url {chosen.base_url}"] if chosen.base_url else []
    return " ".join(
        ["afterfold eval", *map(shlex.quote, chosen.paths), *flags, *address, f"--store {store} --calls record"]
    )


def _word(value: object) -> str:
    return shlex.quote(shlex.join(value) if isinstance(value, tuple) else str(value))


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
        engine.check()
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
