"""Clauses turned into questions: the value they ask for, the words they keep, and what must not be turned."""

from __future__ import annotations

import pytest

from harness.probing.chunks_en import verb_base
from harness.probing.endings_ko import questioned
from harness.probing.turned_en import clause_of
from tests.probing.dialogue import probes

ASKED = [
    (
        "The bank collects our SEPA file at 06:15 every day.",
        "When does the bank collect our SEPA file every day?",
        "06:15",
    ),
    (
        "Environment overrides were taken out in 4.9.0.",
        "In which version were environment overrides taken out?",
        "4.9.0",
    ),
    ("The replica trails by 47 seconds.", "By how many seconds does the replica trail?", "47 seconds"),
    ("We've got €180 for machines for that.", "How much have we got for machines?", "€180"),
    (
        "The supplier flashes the new firmware on 4 September.",
        "At what time or date does the supplier flash the new firmware?",
        "4 September",
    ),
    ("We keep the old format until 30 September.", "Until when do we keep the old format?", "30 September"),
    ("깜빠뉴는 저온숙성 16시간 걸어놓는데 칸이 없어요.", "깜빠뉴는 저온숙성 몇 시간 걸어놓죠?", "16시간"),
    ("주문 마감은 전날 오후 1시로 당깁시다.", "주문 마감은 전날 몇 시로 당기기로 했죠?", "오후 1시"),
    ("기사님들이 밤 9시 넘으면 운행을 못 한대요.", "기사님들이 몇 시 넘으면 운행을 못 한대요?", "밤 9시"),
    ("배송은 4만 5천 원 이상이면 무료예요.", "배송은 얼마 이상이면 무료였죠?", "4만 5천 원 이상"),
    ("그럼 이사를 4월 4일 토요일로 미뤄야겠어요.", "이사를 언제로 미뤄야 한다고 했죠?", "4월 4일 토요일"),
]
WHY = [
    ("Phones fall asleep, so we leave the handshake alone.", None),
    ("let's book the hall for the choir", "Why are we to book the hall for the choir"),
    ("Nadia cancelled the nightly report", "Why did Nadia cancel the nightly report"),
    ("the app gets killed for memory", "Why does the app get killed for memory"),
    ("it broke the nightly report", None),
    ("the thing", None),
]


def _language(text: str) -> str:
    return "ko" if any("가" <= c <= "힣" for c in text) else "en"


@pytest.mark.parametrize(("text", "question", "answer"), ASKED)
def test_a_clause_is_asked_for_its_value(text: str, question: str, answer: str) -> None:
    found = probes(f"U: {text}", language=_language(text))
    assert (question, answer) in [(p.question, p.expected) for p in found]


@pytest.mark.parametrize(("clause", "question"), WHY)
def test_a_clause_is_asked_for_its_reason(clause: str, question: str | None) -> None:
    made = clause_of(clause)
    assert (made.asked("Why") if made else None) == question


@pytest.mark.parametrize(
    ("clause", "question"),
    [
        ("수량을 줄입니다", "수량을 줄이죠"),
        ("문자는 보내지 마세요", "문자는 보내지 말라고 했죠"),
        ("예산을 늘렸습니다", "예산을 늘렸죠"),
        ("신청은 일찍 닫을게요", "신청은 일찍 닫기로 했죠"),
        ("값을 못 한다 싶어요", None),
    ],
)
def test_korean_endings_that_ask(clause: str, question: str | None) -> None:
    assert questioned(clause) == question


@pytest.mark.parametrize(
    ("verb", "base"),
    [
        ("collects", "collect"),
        ("carried", "carry"),
        ("stopped", "stop"),
        ("moving", "move"),
        ("took", "take"),
        ("table", None),
    ],
)
def test_bases_of_inflected_verbs(verb: str, base: str | None) -> None:
    assert verb_base(verb) == base


def test_a_question_that_another_value_answers_as_well_is_not_asked() -> None:
    lines = ["U: Max lag three seconds.", "U: Strange, max lag nine seconds."]
    assert not [p for p in probes(*lines) if "lag" in p.question]


def test_a_value_asked_in_the_words_of_its_clause_holds_until_it_is_said_anew() -> None:
    lines = [
        "U: By the way we cut the release on Thursday, 14 May.",
        "A: Noted.",
        "U: Tuesday 19 May at 10:00, not Thursday any more.",
    ]
    found = [p for p in probes(*lines) if "cut the release" in p.question]
    assert [(p.expected, p.until) for p in found] == [("Thursday, 14 May", 2), ("Tuesday 19 May at 10:00", None)]
    assert found[1].question.startswith("As things stand, ")


def test_an_exception_finds_its_rule_turns_later() -> None:
    found = probes(
        "U: Don't touch the cellar server.",
        "A: All right.",
        "U: You may read its logs through the alias, but that's all.",
    )
    assert [p.category for p in found if "rule about the cellar server" in p.question] == ["exception"]
    korean = probes(
        "U: 크림 든 빵은 택배로 절대 안 보내요.", "A: 네.", "U: 그럼 얼린 밤크림롤만 허락할게요.", language="ko"
    )
    assert "exception" in [p.category for p in korean]


def test_who_has_a_duty_is_asked_by_the_duty() -> None:
    assert [(p.question, p.expected) for p in probes("U: Priya does the release notes.") if p.kind.value == "name"] == [
        ("Who does the release notes?", "Priya")
    ]
    found = probes("U: 모아페이 정산 쪽은 윤재희 주임이 담당이래요.", language="ko")
    assert ("모아페이 정산 쪽은 누가 담당이래요?", "윤재희 주임") in [(p.question, p.expected) for p in found]


def test_a_question_answered_at_once_is_asked_as_it_stands() -> None:
    found = probes("A: When should we start the choir rehearsal?", "U: At 18:30, please.")
    assert [(p.question, p.expected) for p in found] == [("When are we to start the choir rehearsal?", "18:30")]


def test_a_line_with_several_labelled_values_gives_each_with_what_it_speaks_of() -> None:
    text = "missing by segment: regular 21.0% | gift 97.4%\nlr_l2    AUC train 0.75  AUC test 0.73\nDATA-22   Refund rows written twice after retry"
    found = {p.expected: p.question for p in probes('T read_csv {"path": "ratings.csv"}: ' + text)}
    assert "gift" in found["97.4%"]
    assert "missing by segment" in found["97.4%"]
    assert "lr_l2" in found["0.73"]
    assert "Refund rows written twice" in found["DATA-22"]


@pytest.mark.parametrize(
    "text",
    [
        "It broke at 06:15.",
        "They moved their stand to 9 May.",
        "Could the bank collect the file at 06:15?",
        "그건 3시에 해요.",
        "혹시 배송은 4만 원 이상이면 무료일까요?",
    ],
)
def test_what_has_no_subject_of_its_own_is_not_turned(text: str) -> None:
    assert probes(f"U: {text}", language=_language(text)) == []
