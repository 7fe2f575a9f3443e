"""Units, postings and nearness."""

from __future__ import annotations

import unicodedata

import numpy as np

from harness.answering.index import Index
from harness.schema import Passage, Role


def turn(text: str, role: Role = Role.USER) -> Passage:
    return Passage(text, "turn", role)


def row(index: Index, term: str) -> np.ndarray:
    held = np.zeros(len(index.units), dtype=np.float32)
    held[index.places(term)] = 1.0
    return index.spread(held)


def test_empty_contexts() -> None:
    for passages in ([], [turn("")], [turn("\n \n")]):
        index = Index(passages)
        assert index.units == []
        assert not index.has("x")
        assert len(index.places("x")) == 0


def test_sentences_become_units_in_order() -> None:
    index = Index([turn("One apple. Two pears.\nThree plums."), turn("Four figs.")])
    assert [u.text for u in index.units] == ["One apple.", "Two pears.", "Three plums.", "Four figs."]
    assert [u.group for u in index.units] == [0, 0, 0, 1]
    assert [u.place for u in index.units] == [0, 1, 2, 3]


def test_places_hold_each_unit_once() -> None:
    index = Index([turn("pump, pump and pump."), turn("A valve."), turn("The pump again.")])
    assert index.places("pump").tolist() == [0, 2]
    assert index.places("nothing").tolist() == []


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    index = Index([turn("The pump hums."), turn("The pump leaks."), turn("The pump rests, the valve too.")])
    assert index.idf(["valv"]) > index.idf(["pump"])


def test_nearness_falls_with_distance_and_replies_count_more() -> None:
    index = Index([turn(t) for t in ("a1", "b2", "kiln", "c3", "d4", "e5")])
    near = row(index, "kiln").tolist()
    assert near[2] == 1.0
    assert near[3] > near[1] > 0  # the turn after more than the one before
    assert near[3] > near[4] > near[5] == 0.0


def test_within_a_turn_the_next_sentence_is_nearest() -> None:
    index = Index([turn("The kiln. It is hot. It is big. It is old.")])
    near = row(index, "kiln").tolist()
    assert near[1] > near[2] == near[3] > 0


def test_lines_of_a_summary_are_no_neighbours_in_the_conversation() -> None:
    lines = Index([Passage(t, "summary") for t in ("kiln", "x1", "y2")])
    turns = Index([turn(t) for t in ("kiln", "x1", "y2")])
    assert 0 < row(lines, "kiln")[1] < row(turns, "kiln")[1]
    assert row(lines, "kiln")[2] == 0.0


def test_decomposed_text_is_composed() -> None:
    index = Index([turn(unicodedata.normalize("NFD", "펌프 교체는 금요일"))])
    assert index.units[0].text == "펌프 교체는 금요일"
    assert index.has("펌프")


def test_a_long_line_is_cut_and_every_word_is_found() -> None:
    index = Index([turn("filler " * 5000 + "needle")])
    assert len(index.units) > 10
    assert index.has("needl")
