"""Copies of sessions: each fold counts once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from harness.logs.copies import without_copies
from harness.schema import Conversation, RecordedFold, Role, Turn


def session(name: str, folds: str, turns: int = 20) -> Conversation:
    """A session whose folds are letters: the same letter is the same fold."""
    said = tuple(Turn(i, Role.USER, f"turn {i}") for i in range(turns))
    made = tuple(RecordedFold(n, 2 * ord(f) % 20, f"summary {f}") for n, f in enumerate(folds, 1))
    return Conversation(name, said, folds=made)


def names(sessions: list[Conversation]) -> list[str]:
    return [c.id for c in sessions]


def test_a_branch_that_went_on_holds_the_folds_of_the_other() -> None:
    kept, copies = without_copies([session("a", "xy"), session("b", "xyz"), session("c", "q")])
    assert names(kept) == ["b", "c"]
    assert [(one.id, other.id) for one, other in copies] == [("a", "b")]


def test_of_equals_the_longer_stays_then_the_first() -> None:
    assert names(without_copies([session("a", "x"), session("b", "x", 30), session("c", "x", 30)])[0]) == ["b"]


def test_two_that_went_separate_ways_stay() -> None:
    assert names(without_copies([session("a", "xy"), session("b", "xz")])[0]) == ["a", "b"]


def test_the_same_words_at_another_place_are_another_fold() -> None:
    other = Conversation("b", session("b", "x").turns, folds=(RecordedFold(1, 3, "summary x"),))
    assert names(without_copies([session("a", "x"), other])[0]) == ["a", "b"]


@given(st.lists(st.text("xyz", min_size=1, max_size=3), max_size=6))
def test_no_fold_is_lost(folds: list[str]) -> None:
    sessions = [session(str(n), f) for n, f in enumerate(folds)]
    kept, copies = without_copies(sessions)
    assert {f.summary for c in kept for f in c.folds} == {f.summary for c in sessions for f in c.folds}
    assert len(kept) + len(copies) == len(sessions)
