"""Language, sentences, terms, negation."""

from __future__ import annotations

import unicodedata

import pytest

from harness.language import (
    detect,
    is_inflected,
    korean_stem,
    negations,
    normalise,
    sentences,
    term_cache,
    term_spans,
    terms,
    word_terms,
    words,
)

TEXTS = ["The db-7 server's lag, 4.12.0-rc5!", "KT로 옮긴 서버는 db-7에서 3대예요.", "Straße café 漢字", "", "…"]


def test_normalise() -> None:
    assert normalise("  “It’s”\tA — B ") == '"it\'s" a - b'
    assert normalise(unicodedata.normalize("NFD", "가나다")) == "가나다"


@pytest.mark.parametrize(
    ("language", "text"), [("ko", "서버 배포했어요"), ("en", "we deployed"), ("en", "1234"), ("ko", "API 서버 정리")]
)
def test_detect(language: str, text: str) -> None:
    assert detect(text) == language


def test_sentences_end_at_stops_and_lines() -> None:
    assert sentences("It costs e.g. 4.5 euros. Fine!\n\nNo. 3 is out") == [
        "It costs e.g. 4.5 euros.",
        "Fine!",
        "No. 3 is out",
    ]
    assert sentences("갔어요. 왔어요? 네") == ["갔어요.", "왔어요?", "네"]
    assert all(len(s) <= 500 for s in sentences("x" * 2000))


def test_terms_stem_and_drop_stop_words() -> None:
    assert terms("The pumps were leaking") == ["pump", "leak"]
    assert terms("of the and is") == []


def test_a_compound_yields_itself_and_its_parts() -> None:
    assert terms("db-7") == ["db-7", "db", "7"]
    assert set(terms("billing_run")) > set(terms("billing run"))


def test_particles_and_endings_make_no_difference() -> None:
    assert terms("서버에서") == terms("서버는") == terms("서버") == ["서버"]
    assert terms("KT로") == terms("KT") == ["kt"]
    assert korean_stem("배포했나요") == "배포"
    assert terms("케이터링") == ["케이", "이터", "터링"]


def test_letters_with_accents_stay_in_their_word() -> None:
    assert len(terms("café")) == 1


@pytest.mark.parametrize("text", TEXTS)
def test_the_three_ways_to_terms_agree(text: str) -> None:
    plain = terms(text)
    assert [t for _, own in word_terms(text) for t in own] == plain
    assert [t for _, _, own in term_spans(text) for t in own] == plain
    vocabulary: dict[str, int] = {}
    numbers = term_cache(vocabulary)(text)
    names = {n: t for t, n in vocabulary.items()}
    assert [names[n] for n in numbers] == plain


def test_spans_stand_where_the_words_are() -> None:
    text = "Pump db-7 leaks"
    assert [text[a:b] for a, b, _ in term_spans(text)] == ["Pump", "db-7", "leaks"]


def test_verbs_are_told_from_nouns() -> None:
    assert is_inflected("확정됐나요")
    assert is_inflected("옮기기로")
    assert not is_inflected("예산은")
    assert not is_inflected("서버에서")


def test_words_keep_stop_words_and_compounds() -> None:
    assert words("The db-7 is up") == ["the", "db-7", "is", "up"]


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "we may open it"),
        (1, "we may not open it"),
        (1, "don't open it"),
        (1, "열지 마세요"),
        (0, "열어도 됩니다"),
        (2, "never say never"),
    ],
)
def test_negations(count: int, text: str) -> None:
    assert negations(normalise(text)) == count
