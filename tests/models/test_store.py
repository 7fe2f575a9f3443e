"""The call store: what is put in comes out, in any order and after any damage that is noticed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.errors import MissError, StoreError, UsageError
from harness.models import CallStore, Desk, PendingError
from harness.ports import ModelCall, ModelReply, Usage

TEXTS = st.text(st.characters(), max_size=30)
CALLS = st.builds(
    ModelCall, st.sampled_from(["judge", "answerer"]), st.just("m"), TEXTS, TEXTS, TEXTS, chain=st.integers(0, 2)
)
REPLIES = st.builds(
    ModelReply, TEXTS, st.sampled_from([None, "refusal"]), st.builds(Usage, st.integers(0, 9)), attempts=st.just(0)
)


@settings(max_examples=25)
@given(st.dictionaries(CALLS, REPLIES, max_size=6))
def test_export_and_import_keep_everything_and_the_order(
    tmp_path_factory: pytest.TempPathFactory, calls: dict[ModelCall, ModelReply]
) -> None:
    folder = tmp_path_factory.mktemp("store")
    first, second = CallStore(folder / "a"), CallStore(folder / "b")
    for call, reply in calls.items():
        first.put(call, reply)
    assert first.export(folder / "a.jsonl") == len(calls) == second.load(folder / "a.jsonl")
    second.export(folder / "b.jsonl")
    assert (folder / "a.jsonl").read_bytes() == (folder / "b.jsonl").read_bytes()
    assert all(second.get(c) == r for c, r in calls.items())


@pytest.mark.parametrize("damage", ["truncate", "empty", "noise", "reply", "foreign"])
def test_a_damaged_store_is_an_error_and_never_empty(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "calls.sqlite"
    store = CallStore(path)
    for i in range(200):
        store.put(ModelCall("answerer", "m", f"q{i}", "context " * 50), ModelReply("a"))
    store.close()
    data = path.read_bytes()
    if damage == "reply":
        with sqlite3.connect(path) as db:
            db.execute("""UPDATE calls SET reply = replace(reply, '"a"', '"b"')""")
    else:
        wrong = {"truncate": data[: len(data) // 2], "empty": b"", "noise": b"x" * 5000}
        path.write_bytes(wrong.get(damage, b""))
        if damage == "foreign":
            path.unlink()
            sqlite3.connect(path).execute("CREATE TABLE other (x)")
    with pytest.raises(StoreError):
        CallStore(path).get(ModelCall("answerer", "m", "q1", "context " * 50))


def test_a_changed_recording_is_refused_on_import(tmp_path: Path) -> None:
    store = CallStore(tmp_path / "a")
    store.put(ModelCall("judge", "m", "right?"), ModelReply("yes"))
    store.export(tmp_path / "a.jsonl")
    (tmp_path / "a.jsonl").write_text((tmp_path / "a.jsonl").read_text().replace("right?", "wrong?"))
    with pytest.raises(UsageError, match=r"a\.jsonl:1: not a recording"):
        CallStore(tmp_path / "b").load(tmp_path / "a.jsonl")


def test_a_miss_shows_the_nearest_recording_and_the_command(tmp_path: Path) -> None:
    store = CallStore(tmp_path / "a")
    store.put(ModelCall("answerer", "m", "어느 서버인가요?", "the log"), ModelReply("db-7"))
    store.put(ModelCall("answerer", "m", "Quite another thing", "else"), ModelReply("x"))
    with pytest.raises(MissError) as caught:
        Desk(store, waiting=False, record="afterfold eval --mode record").reply(
            ModelCall("answerer", "m", "어떤 서버인가요?", "the log")
        )
    text = str(caught.value)
    assert "-어느 서버인가요?" in text
    assert "+어떤 서버인가요?" in text
    assert "afterfold eval --mode record" in text
    assert caught.value.exit_code == 4


def test_a_live_session_sees_only_its_own_answers(tmp_path: Path) -> None:
    store = CallStore(tmp_path / "a")
    call = ModelCall("answerer", "m", "q")
    store.put(call, ModelReply("old"))
    store.begin_session()
    with pytest.raises(PendingError):
        Desk(store, waiting=True, since=store.session).reply(call)
    assert Desk(store, waiting=True).reply(call).text == "old"


def test_chain_and_trial_are_part_of_the_address(tmp_path: Path) -> None:
    store = CallStore(tmp_path / "a")
    store.put(ModelCall("answerer", "m", "q", trial=1), ModelReply("one"))
    assert store.get(ModelCall("answerer", "m", "q", trial=2)) is None
    assert store.get(ModelCall("answerer", "m", "q", chain=1, trial=1)) is None
