"""Grades that the issue names, and their neighbours."""

from __future__ import annotations

import unicodedata

import pytest

from harness.answering.abstention import abstains
from harness.answering.grading import grade
from harness.answering.undecided import says_open
from harness.schema import Answer, Claim, Outcome, Probe
from tests.build import probe

RULE = probe(
    "claims",
    "No, never restart db-7 by day",
    claims=(Claim(("restart db-7",), True),),
    quote="Never restart db-7 by day",
    category="constraint",
)
RULE_KO = probe(
    "claims",
    "낮에는 재시작하면 안 됨",
    claims=(Claim(("서버 재시작",), True),),
    quote="낮에는 서버를 재시작하면 안 돼요",
    category="constraint",
)
REASON = probe(
    "claims",
    "the licence forbids resale",
    claims=(Claim(("licence forbids resale", "licence resale")),),
    quote="because the licence forbids resale",
)
MONEY = probe("quantity", "$500", quote="the cap is $500")
TIME = probe("time", "15:00", accepted=("오후 세 시",), quote="오후 세 시에 배포하죠")
NAME_KO = probe("name", "김하람", wrong=("김하림",), quote="면접은 김하람 님이 먼저예요")
OPEN = probe("open", "undecided", wrong=("30 days", "90 days"), quote="30 or 90 days, still open")
MOVED = probe("time", "15:30", stale=("14:00",), wrong=("16:45",), quote="moved to 15:30")
ABSENT = probe("absent", "not stated", wrong=("5 May",))


def outcome(p: Probe, text: str) -> Outcome:
    return grade(p, Answer(text, abstained=not text)).outcome


@pytest.mark.parametrize(
    ("p", "text", "expected"),
    [
        (RULE, "You must never restart db-7 by day.", "retained"),
        (RULE, "You may restart db-7 by day.", "distorted"),
        (RULE, "Restart db-7 whenever you like.", "distorted"),
        (RULE, "Do not restart db-7.", "retained"),
        (RULE_KO, "낮에는 서버를 재시작하지 마세요.", "retained"),
        (RULE_KO, "낮에 서버를 재시작해도 됩니다.", "distorted"),
        (RULE_KO, "서버 재시작은 금지예요.", "retained"),
        (REASON, "Because the licence forbids resale.", "retained"),
        (REASON, "The licence does not forbid resale.", "distorted"),
        (REASON, "It was too expensive.", "distorted"),
        (MONEY, "$500", "retained"),
        (MONEY, "$5000", "distorted"),
        (MONEY, "It is $5,000 in all.", "distorted"),
        (MONEY, "The cap is $500.00.", "retained"),
        (MONEY, "€500", "distorted"),
        (TIME, "15:00", "retained"),
        (TIME, "3 pm", "retained"),
        (TIME, "오후 3시입니다", "retained"),
        (TIME, "오후 네 시", "distorted"),
        (NAME_KO, unicodedata.normalize("NFD", "김하람 님이요"), "retained"),
        (NAME_KO, "김하림", "distorted"),
        (OPEN, "That is still undecided.", "retained"),
        (OPEN, "30 days", "fabricated"),
        (OPEN, "We settled on 90 days.", "fabricated"),
        (OPEN, "아직 정하지 않았습니다", "retained"),
        (OPEN, "I don't know.", "missing"),
        (MOVED, "15:30", "retained"),
        (MOVED, "It was moved from 14:00 to 15:30.", "retained"),
        (MOVED, "14:00이 아니라 15:30이에요", "retained"),
        (MOVED, "14:00", "stale"),
        (MOVED, "Either 14:00 or 15:30.", "distorted"),
        (MOVED, "16:45", "distorted"),
        (MOVED, "That has not been decided yet.", "distorted"),
        (MOVED, "The summary does not mention a time.", "missing"),
        (MOVED, "", "missing"),
        (ABSENT, "The log does not say.", "retained"),
        (ABSENT, "", "retained"),
        (ABSENT, "5 May", "fabricated"),
        (ABSENT, "나와 있지 않습니다", "retained"),
    ],
)
def test_grade(p: Probe, text: str, expected: str) -> None:
    assert outcome(p, text) == expected, grade(p, Answer(text)).why


def test_verbatim_says_whether_the_original_wording_survived() -> None:
    assert grade(RULE, Answer("Never restart db-7 by day.")).verbatim
    assert not grade(RULE, Answer("One must not restart db-7.")).verbatim


@pytest.mark.parametrize(
    "text",
    [
        "I don't know",
        "Not stated.",
        "there is no mention of it",
        "모르겠습니다",
        "기록에 없습니다",
        "언급되지 않았어요",
        "알 수 없습니다",
        "확인되지 않습니다",
        "",
    ],
)
def test_abstentions(text: str) -> None:
    assert abstains(text)


@pytest.mark.parametrize(
    "text",
    ["14:30", "It is 40 GB", "오후 세 시예요", "We do not restart db-7", "서버는 재시작하지 않습니다", "No, never"],
)
def test_answers_are_no_abstentions(text: str) -> None:
    assert not abstains(text)


@pytest.mark.parametrize(
    "text",
    [
        "still open",
        "TBD",
        "not decided yet",
        "아직 미정입니다",
        "결정되지 않았어요",
        "보류 중이에요",
        "아직 정하지 않음",
    ],
)
def test_open_statements(text: str) -> None:
    assert says_open(text)
