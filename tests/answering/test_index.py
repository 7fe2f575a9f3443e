"""Units, postings and nearness."""

from __future__ import annotations

import unicodedata

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from harness.answering.index import Index
from harness.answering.reader import EmbeddedAnswerer
from harness.language import terms
from harness.schema import Passage, Role
from harness.values import TimeValue


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


WORDS = ["pump", "valve", "leaks", "at 14:00?", "Friday 8 May.", "펌프가", "밸브는 10개", "rc4", "- | a | b", ""]
CONTEXT = st.lists(
    st.builds(
        lambda words, role, end: Passage(" ".join(words) + end, "turn", role),
        st.lists(st.sampled_from(WORDS), max_size=6),
        st.sampled_from([*Role, None]),
        st.sampled_from([".", "?", "\n"]),
    ),
    max_size=12,
)


@given(CONTEXT, st.integers(0, 12))
def test_an_index_cut_short_is_the_index_of_the_beginning(passages: list[Passage], count: int) -> None:
    whole, alone = Index(passages).until(count), Index(passages[:count])
    assert whole.units == alone.units
    for term in terms(" ".join(WORDS)):
        assert whole.places(term).tolist() == alone.places(term).tolist()
        assert whole.has(term) == alone.has(term)
        assert whole.idf([term]) == alone.idf([term])
        assert np.array_equal(row(whole, term), row(alone, term))
    day = TimeValue(month=5, day=8)
    assert np.array_equal(whole.on(day), alone.on(day))


def test_a_reader_cut_short_answers_like_a_reader_of_the_beginning() -> None:
    said = [
        "The inspection is on 8 May.",
        "The budget is 400 €.",
        "The inspection moves to 11 May now.",
        "Lamps are bought.",
    ]
    passages = [turn(t) for t in said]
    whole = EmbeddedAnswerer().read(passages, "en")
    for count in range(len(said) + 1):
        alone = EmbeddedAnswerer().read(passages[:count], "en")
        for question in ("When is the inspection?", "How large is the budget?", "What was bought?"):
            assert whole.until(count).ask(question) == alone.ask(question)
