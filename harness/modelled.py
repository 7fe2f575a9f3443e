"""Runs in which a language model plays a role: the store is filled first, then evaluated from."""

from __future__ import annotations

import asyncio
import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from harness.asking import Progress, silent
from harness.errors import SettingsError
from harness.evaluate import Parts, Plan, check_reach, evaluate, totals_of
from harness.live import Remembered, fill, fold_all
from harness.model_roles import NoModel, judge_note
from harness.models import Account, CallStore, Desk, PendingError, Purse
from harness.models.wire import key_of
from harness.ports import Model, ModelCall, ModelReply
from harness.prices import Prices, load_prices
from harness.sending import Line, Watch, over_the_line
from harness.settings import Settings

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
    parts = build(plug)  # missing settings, and logs too short to be folded, are told before anything is paid
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
            failed, paid = _filled(plan, chosen, parts, plug, store, since, Watch(progress, say), purse)
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
    plan: Plan, chosen: Settings, parts: Parts, plug: Plugged, store: CallStore, since: int, watch: Watch, purse: Purse
) -> tuple[Mapping[str, ModelReply], dict[str, Any]]:
    """Fill the store with all that the plan asks for: the calls that were lost, and what was paid."""
    totals = totals_of(plan, parts.counter)
    if isinstance(
        parts.compactor, Remembered
    ):  # a program's folds: here Ctrl-C ends it at once, in the event loop it could not
        fold_all(plan, parts, chosen, totals)
    account = Account(load_prices(chosen.prices), chosen.max_cost, chosen.max_calls, before=purse)

    async def work(line: Line) -> None:
        plug.inner = Desk(store, True, since, line.engine.failed)
        await fill(
            plan,
            parts,
            chosen,
            totals,
            line.engine.answer_all,
            line.in_batches if chosen.batch else line.engine.answer_all,
        )

    try:
        failed = asyncio.run(over_the_line(work, chosen, store, since, account, watch))
    finally:
        purse.add(account)
    return failed, account.data()


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


def asked(
    chosen: Settings,
    work: Callable[[Model], _T],
    say: Say,
    record: str = "",
    purse: Purse | None = None,
    progress: Progress = silent,
) -> _T:
    """Do work that asks a model: as often as it misses something, which is sent (a judgement follows an answer), then from recordings.
    ``record`` is the command that records what a replay misses; ``purse`` what the command has spent before."""
    purse = purse or Purse()
    with store_of(chosen) as store:
        failed: Mapping[str, ModelReply] = {}
        since = 0
        if chosen.calls != "replay":
            since = _session(store, chosen, purse.begun)
            purse.begun = True
            while missed := _missed(work, Desk(store, True, since, failed)):
                failed = {**failed, **_sent(missed, chosen, store, since, Watch(progress, say), purse)}
        return work(Desk(store, False, since, failed, record or record_command(chosen)))


def _missed(work: Callable[[Model], _T], desk: Desk) -> list[ModelCall]:
    noted = _Noted(desk)
    work(noted)
    return noted.missed


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


def _sent(
    calls: Sequence[ModelCall], chosen: Settings, store: CallStore, since: int, watch: Watch, purse: Purse
) -> Mapping[str, ModelReply]:
    account = Account(load_prices(chosen.prices), chosen.max_cost, chosen.max_calls, before=purse)
    try:
        return asyncio.run(
            over_the_line(lambda line: line.engine.answer_all(calls), chosen, store, since, account, watch)
        )
    finally:
        purse.add(account)
