"""The adapter over real sockets: every fault of a server, attempts counted, money limited, answers kept."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from harness.errors import BudgetError, ModelError
from harness.models import Account, CallStore
from harness.models.batch import answer_in_batches
from harness.models.client import open_client
from harness.models.engine import Driving, Engine
from harness.models.wire import key_of
from harness.ports import ModelCall, ModelReply
from harness.prices import Price, Prices, load_prices
from tests.models.conftest import Loopback

pytestmark = pytest.mark.loopback
QUICK = Driving(concurrency=8, attempts=3, deadline=5, cap=0.02)


def call(question: str = "When?", **more: object) -> ModelCall:
    values: dict[str, object] = {"role": "answerer", "model": "claude-haiku-5-5", "question": question, **more}
    return ModelCall(**values)  # type: ignore[arg-type]


def ask(
    loopback: Loopback, folder: Path, *calls: ModelCall, driving: Driving = QUICK, account: Account | None = None
) -> tuple[list[ModelReply | None], Engine]:
    store = CallStore(folder / "calls.sqlite")

    async def go() -> Engine:
        client = open_client(loopback.url, timeout=2)
        engine = Engine(client, store, account or Account(load_prices()), driving)
        try:
            await engine.answer_all(calls)
        finally:
            await client.close()
        return engine

    engine = asyncio.run(go())
    return [engine.known(c) for c in calls], engine


def test_a_call_goes_out_once_and_comes_back_from_the_store(loopback: Loopback, tmp_path: Path) -> None:
    first, _ = ask(loopback, tmp_path, call(context="log", system="you"))
    again, _ = ask(loopback, tmp_path, call(context="log", system="you"))
    assert first == again
    assert loopback.script.counts["requests"] == 1
    body = loopback.script.requests[0]
    assert body["messages"][0]["content"][-1]["text"] == "When?"
    assert "cache_control" in body["messages"][0]["content"][0]
    assert "temperature" not in body


@pytest.mark.parametrize("fault", ["429:0.01", "529", "500", "503", "408", "torn", "malformed"])
def test_a_passing_fault_is_asked_again(loopback: Loopback, tmp_path: Path, fault: str) -> None:
    loopback.script.fault(fault, fault)
    (reply,), engine = ask(loopback, tmp_path, call())
    assert reply is not None
    assert reply.failure is None
    assert engine.account.data()["roles"]["answerer"]["attempts"] == 3 == loopback.script.counts["requests"]


@pytest.mark.parametrize(
    ("fault", "reason"),
    [("500", "status 500"), ("torn", "network"), ("malformed", "unparseable"), ("slow:5", "network: no answer")],
)
def test_a_lasting_fault_is_a_failure_that_is_never_stored(
    loopback: Loopback, tmp_path: Path, fault: str, reason: str
) -> None:
    loopback.script.always = fault
    (reply,), engine = ask(loopback, tmp_path, call(), driving=replace(QUICK, deadline=0.5 if "slow" in fault else 5))
    assert reply is not None
    assert str(reply.failure).startswith(reason)
    assert engine.counts.failed == 1
    assert len(CallStore(tmp_path / "calls.sqlite")) == 0


@pytest.mark.parametrize("fault", ["refusal", "max_tokens", "empty"])
def test_a_reply_without_an_answer_has_a_typed_reason(loopback: Loopback, tmp_path: Path, fault: str) -> None:
    loopback.script.always = fault
    (reply,), _ = ask(loopback, tmp_path, call())
    assert reply is not None
    assert reply.failure == fault
    assert reply.usage.input > 0
    assert len(CallStore(tmp_path / "calls.sqlite")) == 1


def test_retry_after_is_capped(loopback: Loopback, tmp_path: Path) -> None:
    loopback.script.fault("429:3600")
    start = time.monotonic()
    (reply,), _ = ask(loopback, tmp_path, call())
    assert reply is not None
    assert reply.failure is None
    assert time.monotonic() - start < 3


def test_a_crowded_server_is_asked_less_and_answers_all(loopback: Loopback, tmp_path: Path) -> None:
    loopback.script.limit, loopback.script.latency = 4, 0.01
    driving = Driving(concurrency=32, attempts=40, deadline=30, cap=0.05)
    replies, engine = ask(loopback, tmp_path, *(call(f"q{i}") for i in range(200)), driving=driving)
    assert all(r and r.failure is None for r in replies)
    assert engine.pace.limit < 32


def test_a_refused_key_stops_with_one_sentence(loopback: Loopback, tmp_path: Path) -> None:
    loopback.script.always = "401"
    with pytest.raises(ModelError, match="ANTHROPIC_API_KEY"):
        ask(loopback, tmp_path, *(call(f"q{i}") for i in range(50)))
    assert loopback.script.counts["requests"] <= QUICK.concurrency


def test_without_a_key_the_variable_is_named() -> None:
    with pytest.raises(ModelError, match="set ANTHROPIC_API_KEY"):
        open_client(None, environment={})


def test_a_server_without_structured_output_and_cache_is_asked_plainly(loopback: Loopback, tmp_path: Path) -> None:
    loopback.script.structured = loopback.script.caching = False
    schema = '{"type":"object","properties":{}}'
    (reply, other), _ = ask(
        loopback, tmp_path, call(context="log", schema=schema), call("2", context="log", schema=schema)
    )
    assert reply is not None
    assert other is not None
    assert reply.failure is other.failure is None
    assert loopback.script.counts["status 400"] == 2


def test_max_calls_stops_cleanly_and_keeps_what_came_back(loopback: Loopback, tmp_path: Path) -> None:
    with pytest.raises(BudgetError, match="--max-calls 7"):
        ask(loopback, tmp_path, *(call(f"q{i}") for i in range(30)), account=Account(load_prices(), max_calls=7))
    assert loopback.script.counts["requests"] == 7 == len(CallStore(tmp_path / "calls.sqlite"))
    ask(loopback, tmp_path, *(call(f"q{i}") for i in range(30)))
    assert loopback.script.counts["requests"] == 30


def test_max_cost_is_never_passed(loopback: Loopback, tmp_path: Path) -> None:
    account = Account(Prices({"claude": Price(10, 50)}), max_cost=0.5)
    loopback.script.reply = lambda body: "word " * 400
    with pytest.raises(BudgetError, match=r"--max-cost 0\.5"):
        ask(loopback, tmp_path, *(call(f"q{i}", max_tokens=1000) for i in range(100)), account=account)
    assert 0.4 < account.cost <= 0.5


def test_a_context_is_paid_in_full_once(loopback: Loopback, tmp_path: Path) -> None:
    loopback.script.latency = 0.01
    contexts = [f"log {c} " + "word " * 500 for c in range(5)]
    ask(loopback, tmp_path, *(call(f"q{i}", context=c) for c in contexts for i in range(20)))
    once = sum(len(c) for c in contexts) / 4
    assert loopback.script.billed["cache_creation_input_tokens"] <= 1.3 * once
    assert loopback.script.billed["cache_read_input_tokens"] > 15 * once


def test_nothing_secret_reaches_the_store(loopback: Loopback, tmp_path: Path) -> None:
    ask(loopback, tmp_path, call())
    assert any("sk-secret-of-the-test" in v for v in loopback.script.headers[0].values())
    for path in tmp_path.iterdir():
        assert b"sk-secret" not in path.read_bytes()
        assert b"127.0.0.1" not in path.read_bytes()


def test_a_missing_count_tokens_is_no_error(loopback: Loopback) -> None:
    async def count() -> tuple[int | None, int | None]:
        client = open_client(loopback.url)
        try:
            with_it = await client.count(call(context="a b c"))
            loopback.script.count_tokens = False
            return with_it, await client.count(call())
        finally:
            await client.close()

    with_it, without = asyncio.run(count())
    assert with_it is not None
    assert without is None


def test_batches_answer_at_half_the_price_and_a_killed_run_collects_them(loopback: Loopback, tmp_path: Path) -> None:
    calls = [call(f"q{i}") for i in range(20)]

    async def go(fetch: bool) -> Engine:
        client, store = open_client(loopback.url), CallStore(tmp_path / "calls.sqlite")
        engine = Engine(client, store, Account(load_prices()), QUICK)
        if not fetch:
            store.open_batch(await client.submit({key_of(c): c for c in calls}))
        else:
            await answer_in_batches(client, engine, store, calls, every=0.01)
            assert store.batches() == []
        await client.close()
        return engine

    asyncio.run(go(False))
    engine = asyncio.run(go(True))
    assert loopback.script.counts["batches"] == 1
    assert all(engine.known(c) for c in calls)
    assert 0 < engine.account.cost < 20 * 1024 * 0.5 / 1e6
