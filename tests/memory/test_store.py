"""The laws of the store."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from harness.errors import MemoryItemError
from harness.memory import MemoryItem, Store
from harness.memory.item import from_mapping, to_mapping
from harness.memory.same import content, same_thing
from harness.runs.memory_files import read_store, write_store
from tests.memory.build import ITEMS, MANY, MONDAY, TIMES, item


def filled(items: list[MemoryItem]) -> Store:
    store = Store()
    store.add_all(i for i in items if not _secret(i))
    return store


def _secret(i: MemoryItem) -> bool:
    try:
        Store().add(i)
    except MemoryItemError:
        return True
    return False


@given(ITEMS)
def test_an_item_survives_its_plain_form(one: MemoryItem) -> None:
    assert from_mapping(json.loads(json.dumps(to_mapping(one)))) == one


@given(MANY, st.data())
def test_a_store_survives_the_disk_whatever_was_done_to_it(
    tmp_path_factory: pytest.TempPathFactory, items: list[MemoryItem], data: st.DataObject
) -> None:
    store = filled(items)
    for victim in data.draw(st.lists(st.sampled_from(list(store.standing())), unique=True)) if len(store) else []:
        store.delete(victim.id)
    path = tmp_path_factory.mktemp("store") / "memory.jsonl"
    write_store(path, store)
    again = read_store(path)
    assert again.history == store.history
    assert list(again.standing()) == list(store.standing())
    first = path.read_bytes()
    write_store(path, again)
    assert path.read_bytes() == first


@given(MANY, st.randoms(use_true_random=False), TIMES)
def test_the_order_of_arrival_never_decides(items: list[MemoryItem], random: object, now: object) -> None:
    shuffled = list(items)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert list(filled(items).standing(now)) == list(filled(shuffled).standing(now))  # type: ignore[arg-type]


@given(MANY)
def test_only_the_best_of_what_speaks_of_one_thing_stands(items: list[MemoryItem]) -> None:
    standing = list(filled(items).standing())
    for a in standing:
        for b in items:
            if a.id != b.id and not _secret(b) and same_thing(a, content(a), b, content(b)):
                assert a.rank > b.rank


@given(ITEMS, st.integers(0, 30), st.integers(0, 30))
def test_stated_beats_inferred_and_the_latest_stated_wins(one: MemoryItem, first: int, second: int) -> None:
    assume(first != second)
    a, b = item("The review is moved to 14:00.", first), item("The review is moved to 15:00.", second)
    guess = item("The review is moved to 16:00.", 99, stated=False)
    for order in ([a, b, guess], [guess, b, a], [b, guess, a]):
        assert [i.text for i in filled(order).standing()] == [max(a, b, key=lambda i: i.source_turn).text]


@given(MANY, TIMES)
def test_what_is_expired_never_stands(items: list[MemoryItem], now: object) -> None:
    assert not any(i.expired(now) for i in filled(items).standing(now))  # type: ignore[arg-type]


@given(MANY, st.data())
def test_what_was_deleted_never_returns(items: list[MemoryItem], data: st.DataObject) -> None:
    store = filled(items)
    assume(len(store))
    victim = data.draw(st.sampled_from(list(store.standing())))
    store.delete(victim.id)
    store.add_all(i for i in items if not _secret(i))
    assert victim.id not in {i.id for i in store.standing()}
    assert victim.id not in {i.id for i in Store.from_records(store.to_records()).standing()}
    assert store.history[-1].do == "delete" or store.history[-1].id != victim.id


@given(MANY)
def test_the_same_fold_twice_adds_nothing(items: list[MemoryItem]) -> None:
    store = filled(items)
    before = store.history
    assert store.add_all(i for i in items if not _secret(i)) == 0
    assert store.history == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The deploy window is Thursday at 20:00.", "The deploy window is Thursday at 21:30."),
        ("세미나 시작 시간은 오후 두 시입니다.", "세미나 시작 시간은 오후 세 시입니다."),
        ("스테이징 메모리 한도는 40GB입니다.", "스테이징 메모리 한도는 80GB입니다."),
        ("The budget for the load test is $500.", "The budget for the load test is $800."),
    ],
)
def test_a_correction_supersedes_and_the_old_value_stays_in_the_history(old: str, new: str) -> None:
    store = filled([item(old, 3), item(new, 9)])
    assert [i.text for i in store.standing()] == [new]
    assert [e.item.text for e in store.history if e.item] == [old, new]
    assert [i.text for i in store.beaten_by(item(old).id)] == [new]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The review is at 14:00.", "The backup is at 15:00."),
        ("The disk of db-1 holds 40 GB.", "The upload of the photos takes 3 hours."),
        ("The disk of db-1 in the old rack holds 40 GB.", "The disk of db-2 in the old rack holds 80 GB."),
        ("The archive server in the old rack has 40 GB free.", "The kiosk server in the old rack has 80 GB free."),
        ("아카이브 서버 메모리 한도는 40GB입니다.", "키오스크 서버 메모리 한도는 80GB입니다."),
        ("운영 서버는 재시작하지 않는다.", "회식 장소는 강남역 근처로 한다."),
    ],
)
def test_different_things_stand_beside_each_other(one: str, other: str) -> None:
    assert len(filled([item(one, 1), item(other, 2)])) == 2


def test_an_expired_correction_does_not_bring_the_old_value_back() -> None:
    store = filled(
        [
            item("No deploys before 14:00.", 1, "constraint"),
            item("No deploys before 16:00.", 2, "constraint", expires=MONDAY),
        ]
    )
    assert list(store.standing(MONDAY)) == []


def test_an_update_replaces_one_item_and_the_replaced_one_never_comes_back() -> None:
    store = filled([item("Use db-7 for reports.", 1), item("The nightly backup is at 14:00.", 2)])
    new = store.update(item("Use db-7 for reports.").id, text="Use db-9 for reports.")
    assert sorted(i.text for i in store.standing()) == ["The nightly backup is at 14:00.", "Use db-9 for reports."]
    assert not store.add(item("Use db-7 for reports.", 50))
    assert new.id in store
    assert [e.do for e in store.history] == ["add", "add", "update"]


def test_a_deleted_correction_sets_free_what_it_corrected() -> None:
    store = filled([item("The review is at 14:00.", 1), item("The review is at 15:00.", 2)])
    store.delete(item("The review is at 15:00.").id)
    assert [i.text for i in store.standing()] == ["The review is at 14:00."]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"kind": "rumour"}, "kind"),
        ({"text": " "}, "text"),
        ({"text": "x" * 501}, "500"),
        ({"source_turn": -1}, "turn"),
        ({"source_turn": "3"}, "source_turn"),
        ({"source_turn": True}, "source_turn"),
        ({"confidence": "sure"}, "confidence"),
        ({"expires": "soon"}, "expires"),
        ({"mood": "good"}, "mood"),
    ],
)
def test_what_is_no_item_is_refused_by_name(changes: dict[str, object], problem: str) -> None:
    with pytest.raises(MemoryItemError, match=problem):
        from_mapping({**to_mapping(item("Use db-7.")), **changes})


@pytest.mark.parametrize(
    "line", ["{", '{"do": "burn", "id": "a", "item": null}', '{"do": "add", "id": "a", "item": null}', "[]", "3"]
)
def test_a_damaged_store_is_told_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "memory.jsonl"
    write_store(path, filled([item("Use db-7 for reports.")]))
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(MemoryItemError, match=r"memory\.jsonl:2: "):
        read_store(path)


def test_what_is_not_there_cannot_be_changed() -> None:
    with pytest.raises(MemoryItemError, match="no memory item"):
        Store().delete("abc")
