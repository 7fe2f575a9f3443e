"""What a context carries is what the grader would call right as an answer."""

from __future__ import annotations

import pytest

from harness.answering.carried import CarriedText
from harness.answering.grading import grade
from harness.schema import Answer, Claim, Outcome, Passage, Probe
from tests.build import probe

REASON = probe(
    "claims",
    "the vendor stopped patching it",
    claims=(Claim(("vendor stopped patching", "no more patches")),),
    question="Why did we leave the old firewall?",
    quote="The vendor stopped patching it.",
)
REASON_KO = probe(
    "claims",
    "계약 기간이 너무 길어서",
    claims=(Claim(("계약 기간 길다", "약정 길다")),),
    question="왜 그 연습실을 안 빌렸어요?",
    quote="계약 기간이 너무 길어서 안 빌렸어요.",
)
WEIGHT = probe("quantity", "18 kg", question="How heavy may a checked bag be?", quote="A checked bag may weigh 18 kg.")
WEAK = probe(
    "claims",
    "chain three, 100 draws",
    claims=(Claim(("3 100",)),),
    question="How did the run end?",
    quote="Chain 3 stopped at draw 100.",
)


@pytest.mark.parametrize(
    ("p", "line", "expected"),
    [
        (REASON, "The old firewall goes: the vendor has stopped patching.", True),
        (REASON, "The old firewall goes: the vendor still patches it.", False),
        (REASON_KO, "연습실: 계약 기간이 지나치게 길었음", True),
        (REASON_KO, "연습실: 계약 기간이 짧았음", False),
        (WEIGHT, "Checked bags: eighteen kilos.", True),
        (WEIGHT, "Checked bags: 81 kg.", False),
        (WEIGHT, "The sled weighs 18 kg.", False),
        (WEAK, "rows 3 and 100 are empty", False),
    ],
)
def test_carries(p: Probe, line: str, expected: bool) -> None:
    assert CarriedText([Passage(line, "summary")]).carries(p) is expected


def test_a_long_context_is_searched_by_its_nearest_lines() -> None:
    noise = [Passage(f"Item {i}: nothing about it was said in meeting {i * 7}.", "turn") for i in range(3000)]
    assert CarriedText([*noise, Passage("The old firewall goes: the vendor has stopped patching.", "turn")]).carries(
        REASON
    )


@pytest.mark.parametrize("text", ["3 100", "rows 3 and 100 are empty"])
def test_weak_forms_are_no_evidence(text: str) -> None:
    assert grade(WEAK, Answer(text)).outcome is not Outcome.RETAINED


@pytest.mark.parametrize(
    ("p", "text", "outcome"),
    [
        (REASON, "The garden party starts at noon and the band brings its own chairs.", "missing"),
        (REASON, "So the old firewall goes. The vendor stopped patching it, and the new one is racked on Monday.", "retained"),
        (REASON_KO, "간식은 총무가 사 오고 연습은 일요일 저녁마다 하기로 했습니다.", "missing"),
    ],
)  # fmt: skip
def test_a_quotation_of_something_else_is_missing(p: Probe, text: str, outcome: str) -> None:
    assert grade(p, Answer(text, support=text)).outcome.value == outcome


ABSENT = probe("absent", "not stated", question="What is the caretaker's phone number?")


@pytest.mark.parametrize(
    ("text", "support", "outcome"),
    [
        (
            "The caretaker comes on Monday. The gate code was never mentioned.",
            "The caretaker comes on Monday.",
            "fabricated",
        ),
        ("The caretaker's phone number was not given.", "The caretaker's phone number was not given.", "retained"),
    ],
)
def test_only_the_best_sentence_of_a_quotation_can_abstain(text: str, support: str, outcome: str) -> None:
    assert grade(ABSENT, Answer(text, support=support)).outcome.value == outcome


def test_where_names_the_line_that_says_it_in_other_words() -> None:
    other = "- The old firewall goes: the vendor has stopped patching."
    lines = "Other things stand here too.\n  " + other
    assert CarriedText([Passage(lines, "summary")]).where(REASON) == other
    assert CarriedText([Passage("Other things stand here too.", "summary")]).where(REASON) == ""


def test_where_is_silent_where_the_quote_itself_stands() -> None:
    text = CarriedText([Passage("Decided: the vendor stopped patching it.", "summary")])
    assert text.carries(REASON)
    assert text.where(REASON) == ""


def test_of_a_long_line_the_piece_that_says_it_is_named() -> None:
    pieces = ["**Network:** new switches on 3 May", "cables are labelled", "Mira has the keys of the cabinet"]
    line = ", ".join([*pieces, "the old firewall goes: the vendor has stopped patching", *pieces]) + "."
    found = CarriedText([Passage(line, "summary")]).where(REASON)
    assert "vendor has stopped patching" in found
    assert found.startswith("… ")
    assert len(found) < 0.5 * len(line)
