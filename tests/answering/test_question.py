"""What a question is understood to ask for, from its text alone, in both languages."""

from __future__ import annotations

import unicodedata

import pytest

from harness.answering.forms import Want
from harness.answering.question import understand
from harness.values import IdentifierKind as Id

FORMS = [
    (Want.TIME, "When does the inspection start?"),
    (Want.TIME, "At what time do the caterers arrive?"),
    (Want.TIME, "Until when may the tenants object?"),
    (Want.TIME, "On which day is the audit?"),
    (Want.TIME, "What is the deadline for the grant?"),
    (Want.TIME, "During which hours is the lift closed?"),
    (Want.TIME, "진료 예약은 언제인가요?"),
    (Want.TIME, "회의는 몇 시에 시작해요?"),
    (Want.TIME, "납품은 며칠로 잡혔나요?"),
    (Want.TIME, "검수일은 무슨 요일이죠?"),
    (Want.TIME, "창고를 쓸 수 있는 시간대는?"),
    (Want.QUANTITY, "How many volunteers signed up?"),
    (Want.QUANTITY, "How much does the permit cost?"),
    (Want.QUANTITY, "How long is the warranty?"),
    (Want.QUANTITY, "What is the timeout for the login request?"),
    (Want.QUANTITY, "What percentage of the plots is let?"),
    (Want.QUANTITY, "What is the maximum temperature in the cold room?"),
    (Want.QUANTITY, "What is the price of the server?"),
    (Want.QUANTITY, "참가자는 몇 명이에요?"),
    (Want.QUANTITY, "수리비는 얼마로 나왔나요?"),
    (Want.QUANTITY, "보관 기간은 며칠간이에요?"),
    (Want.QUANTITY, "불량률 상한은 몇 %인가요?"),
    (Want.QUANTITY, "월세 금액이 어떻게 돼요? 얼마예요?"),
    (Want.IDENTIFIER, "Which version do we ship?"),
    (Want.IDENTIFIER, "On which port does the proxy listen?"),
    (Want.IDENTIFIER, "What is the path of the export?"),
    (Want.IDENTIFIER, "Where are the backups stored?"),
    (Want.IDENTIFIER, "Under which ticket is the outage tracked?"),
    (Want.IDENTIFIER, "배포한 버전은 뭐예요?"),
    (Want.IDENTIFIER, "로그 파일 경로가 뭐죠?"),
    (Want.IDENTIFIER, "접수번호 좀 알려 주세요."),
    (Want.IDENTIFIER, "어느 브랜치에 올렸어요?"),
    (Want.REASON, "Why did we drop the second supplier?"),
    (Want.REASON, "For what reason was the launch postponed?"),
    (Want.REASON, "What was the objection to the cheaper paint?"),
    (Want.REASON, "How come the pump was replaced when it worked?"),
    (Want.REASON, "왜 일정을 늦췄어요?"),
    (Want.REASON, "그 업체를 뺀 이유가 뭐죠?"),
    (Want.REASON, "반려된 까닭은 무엇인가요?"),
    (Want.FAILURE, "What happened when the old firmware was flashed?"),
    (Want.FAILURE, "Which cure for the squeak was tried without success?"),
    (Want.FAILURE, "필터를 바꿔 봤을 때는 해 봤는데 뭐가 안 됐죠?"),
    (Want.RULE, "May the interns open the safe?"),
    (Want.RULE, "Is anyone allowed to call the donor directly?"),
    (Want.RULE, "What is the rule about guests?"),
    (Want.RULE, "외부인에게 도면을 보여 줘도 되나요?"),
    (Want.RULE, "반출이 금지된 것은 무엇인가요?"),
    (Want.STATE, "What is left to do before the handover?"),
    (Want.STATE, "Where does the approval of the lease stand?"),
    (Want.STATE, "남은 일은 뭐예요?"),
    (Want.STATE, "인허가는 어디까지 진행됐어요?"),
    (Want.TONE, "How did the editor want the assistant's replies to be written?"),
    (Want.TONE, "답변은 어떤 말투로 써 달라고 했나요?"),
    (Want.GOAL, "What is the goal of the survey?"),
    (Want.GOAL, "이 행사의 목적이 뭐라고 했죠?"),
    (Want.DECISION, "Which paint did we settle on?"),
    (Want.DECISION, "벽지는 무슨 색으로 결정했어요?"),
    (Want.TEXT, "Who looks after the keys?"),
    (Want.TEXT, "열쇠는 누가 맡고 있어요?"),
    (Want.TEXT, "Which company repairs the lifts?"),
    (Want.TEXT, "어느 업체가 청소를 해요?"),
    (Want.REASON, "Why did the delivery take 3 hours?"),  # a reason, though it names an amount
    (Want.REASON, "몇 시간이나 늦은 이유는요?"),
]


@pytest.mark.parametrize(("want", "text"), FORMS, ids=[t for _, t in FORMS])
def test_what_is_wanted(want: Want, text: str) -> None:
    assert understand(text).want is want


def test_decomposed_hangul_is_understood_alike() -> None:
    for _, text in FORMS:
        assert understand(unicodedata.normalize("NFD", text)) == understand(text)


@pytest.mark.parametrize(
    ("unit", "text"),
    [
        ("person", "How many people are on the list?"),
        ("person", "참석자는 몇 명이에요?"),
        ("money", "How much money is left for paint?"),
        ("money", "공사 예산은 얼마예요?"),
        ("money", "한 대에 얼마예요?"),
        ("duration", "How long may the pump be off?"),
        ("duration", "교육은 얼마나 걸려요?"),
        ("%", "What percentage was returned?"),
        ("%", "반품 비율은 얼마인가요?"),
        ("bytes", "How much disk space does the archive need?"),
        ("unit", "버스는 몇 대예요?"),
        ("crate", "How many crates fit in?"),
        ("temperature", "창고 온도는 얼마예요?"),
    ],
)
def test_unit(unit: str, text: str) -> None:
    assert understand(text).unit == unit


def test_subtypes_of_identifiers() -> None:
    assert understand("Which commit fixed it?").subtypes == {Id.HASH}
    assert Id.PORT in understand("관리 화면 포트는 몇 번이에요?").subtypes
    assert Id.PATH in understand("In which folder are the scans?").subtypes
    assert understand("What is the booking number?").numbered


def test_which_part_of_a_time() -> None:
    clock, date = understand("What time does the train leave?"), understand("며칠로 미뤘어요?")
    assert (clock.clock, clock.date) == (True, False)
    assert (date.clock, date.date) == (False, True)


def test_now_first_and_dropped() -> None:
    assert understand("What is the budget now?").latest
    assert understand("지금 예산은 얼마예요?").latest
    assert understand("What was the original budget?").original
    assert not understand("What is the budget?").latest
    assert understand("Why was the second bid rejected?").rejected


def test_a_naming_word_is_told_from_an_agent() -> None:
    words = {w.text: w for w in understand("When did Maria call the firm Holtkamp about pump-7?").words}
    assert words["Maria"].agent
    assert words["Holtkamp"].naming
    assert words["pump-7"].naming
    assert not words["firm"].naming


def test_a_question_of_asking_words_only_keeps_them() -> None:
    assert understand("When was it decided?").words


def test_an_allowed_amount_asks_for_a_limit() -> None:
    assert "limit" in understand("How large may the upload be at most?").terms
    assert "limit" not in understand("How large is the upload?").terms
