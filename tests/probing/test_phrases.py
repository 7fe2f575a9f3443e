"""A subject that is a piece of a sentence is told from a noun phrase, and an answer that breaks off from a whole one."""

from __future__ import annotations

import pytest

from harness.probing.phrases_en import torn, unfinished
from harness.probing.repeated import shape


@pytest.mark.parametrize(
    "subject",
    ["heard of an FTP server", "recover after", "reading each", "Both held till", "the October days", "the difference", "new slot", "mg tablets"],
)  # fmt: skip
def test_a_piece_of_a_sentence_is_no_subject(subject: str) -> None:
    assert torn(subject)


@pytest.mark.parametrize(
    "subject", ["the reference samples", "parents' evening", "the deploy window", "GPS", "the date of the audit", "payments_archive"]
)  # fmt: skip
def test_a_noun_phrase_is_one(subject: str) -> None:
    assert not torn(subject)


def test_an_answer_that_breaks_off_is_unfinished() -> None:
    assert unfinished("it has to be the")
    assert unfinished('he said "no')
    assert not unfinished("the server fell over (twice).")


def test_lines_differ_only_by_their_numbers() -> None:
    assert shape("| Schema version: 117 |") == shape("schema version:  118")
