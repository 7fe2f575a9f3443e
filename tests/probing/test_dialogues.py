"""Small made-up dialogues, with the probes they must and must not give."""

from __future__ import annotations

import json

import pytest

from tests.probing.dialogue import probes

EN_MUST = [
    ("The budget for the new scanner is 4,200 euros.", "quantity", "4,200 euros", "the budget for the new scanner"),
    ("Our deploy window is Thursday 19 March at 20:30.", "time", "Thursday 19 March at 20:30", "our deploy window"),
    ("The board meets on Tuesday 4 June at 10:00.", "time", "Tuesday 4 June at 10:00", "the board"),
    ("The lease expires on 31 August 2026.", "time", "31 August 2026", "the lease"),
    ("The backup job starts at 02:15.", "time", "02:15", "the backup job"),
    ("The request timeout is 45 seconds.", "quantity", "45 seconds", "the request timeout"),
    ("There is a cap of 40 credits on the warehouse.", "quantity", "40 credits", "the cap for the warehouse"),
    ("We've got £12,500 for overtime.", "quantity", "£12,500", "overtime"),
    ("The review template is board_tpl_v4.pptx.", "identifier", "board_tpl_v4.pptx", "the review template"),
    ("The upload limit was raised from 5 MB to 20 MB.", "superseded", "20 MB", "the upload limit"),
    ("The release date is moved from 3 May to 10 May.", "superseded", "10 May", "the release date"),
    ("The retry count is 7 attempts, not 5 attempts.", "superseded", "7 attempts", "the retry count"),
    (
        "We dropped the blue-green rollout because two sets of pods exceed the connection limit.",
        "rejected_option",
        "connection limit",
        "the blue-green rollout",
    ),
    (
        "We ruled out the Cox model because the hazards are not proportional.",
        "rejected_option",
        "hazards",
        "the Cox model",
    ),
    (
        "We decided not to rent the second van because nobody holds the licence.",
        "rejected_option",
        "licence",
        "rent the second van",
    ),
    ("The rooftop venue is out because it has no cover against rain.", "rejected_option", "rain", "the rooftop venue"),
    (
        "I tried the jemalloc allocator, and it still grew past a gigabyte.",
        "failed_attempt",
        "gigabyte",
        "the jemalloc allocator",
    ),
    (
        "The nightly import failed because the disk was full of old snapshots.",
        "failed_attempt",
        "snapshots",
        "the nightly import",
    ),
    ("The laptop ran out of local ports after three minutes of load.", "failed_attempt", "ports", "the laptop"),
    ("Let's go with Postgres for the audit store.", "decision", "Postgres", "the audit store"),
    ("For the audit store, we'll use Postgres.", "decision", "Postgres", "the audit store"),
    (
        "Let's keep the old column because the previous release still reads it.",
        "decision_reason",
        "previous release",
        "keep the old column",
    ),
    ("Never restart the payment worker between two and four.", "constraint", "restart", "the payment worker"),
    ("Don't touch the golden captures.", "constraint", "touch", "the golden captures"),
    ("Nobody edits the price list without Dana's approval.", "constraint", "Dana", "the price list"),
    ("Don't merge the schema change until Nadia has signed it.", "constraint", "Nadia", "merge the schema change"),
    ("The customer list must not leave the building.", "constraint", "building", "the customer list"),
    ("The hold-out size is still undecided.", "open_question", "undecided", "the hold-out size"),
    ("We haven't decided whether the old webhook gets removed.", "open_question", "undecided", "the old webhook"),
    (
        "The goal of the migration is that invoices carry the new rounding.",
        "goal",
        "rounding",
        "the goal of the migration",
    ),
    ("Please keep your replies short and in British spelling.", "language", "British", "replies"),
    ("Left to do: the speaker notes and the glossary.", "task_state", "glossary", "left"),
    ("The signed runbook is done and archived.", "task_state", "done", "the signed runbook"),
]
KO_MUST = [
    ("배포 시각은 목요일 오후 6시로 하죠.", "time", "목요일 오후 6시", "배포 시각"),
    ("이사 총예산은 31,500,000원으로 정했어요.", "quantity", "31,500,000원", "이사 총예산"),
    ("신청 마감은 6월 5일 금요일입니다.", "time", "6월 5일", "신청 마감"),
    ("행사 정원은 150명이에요.", "quantity", "150명", "행사 정원"),
    ("보드 한 장 단가 상한은 38,500원이에요.", "quantity", "38,500원", "단가 상한"),
    ("강연 시간은 40분 말고 35분으로 합시다.", "superseded", "35분", "강연 시간"),
    ("계약번호는 SB-2291 입니다.", "identifier", "SB-2291", "계약번호"),
    ("견적 유효기간은 4월 30일까지입니다.", "time", "4월 30일", "견적 유효기간"),
    (
        "블루그린 배포는 커넥션이 부족해서 안 하기로 했어요. 블루그린 배포는 빼자.",
        "rejected_option",
        "커넥션",
        "블루그린 배포",
    ),
    ("옥상 예식장은 비를 못 막으니까 빼기로 했어요.", "rejected_option", "비", "옥상 예식장"),
    ("웹훅 연동은 계정이 외부 도메인이라서 실패했어요.", "failed_attempt", "도메인", "웹훅 연동"),
    ("이삿짐은 대영으로 가요.", "decision", "대영", "이삿짐"),
    ("신청자 명단은 외부 업체에 절대 넘기지 마세요.", "constraint", "외부", "신청자 명단"),
    ("운영 서버는 반드시 승인 받은 뒤에 재시작해야 합니다.", "constraint", "승인", "운영 서버"),
    ("회수 비용은 아직 결론이 없어요.", "open_question", "정하지", "회수 비용"),
    ("기념품 종류는 아직 못 정했어요.", "open_question", "정하지", "기념품 종류"),
    ("답변은 존댓말로 짧게 해 주세요.", "language", "존댓말", "답변"),
    ("남은 건 방 배정표랑 보험 가입입니다.", "task_state", "배정표", "남은"),
    ("안전 점검 보고서는 어제 제출했어요.", "task_state", "제출", "안전 점검 보고서"),
]


@pytest.mark.parametrize(("text", "category", "answer", "subject"), [*EN_MUST, *KO_MUST])
def test_a_statement_gives_its_probe(text: str, category: str, answer: str, subject: str) -> None:
    language = "ko" if any("가" <= c <= "힣" for c in text) else "en"
    found = [p for p in probes(f"U: {text}", language=language) if p.category == category]
    assert found, [(p.category, p.question) for p in probes(f"U: {text}", language=language)]
    probe = found[0]
    said = " ".join([probe.expected, *(e.quote for e in probe.evidence)])
    assert answer in said
    assert category in ("language", "task_state") or subject.casefold() in probe.question.casefold()


MUST_NOT = [
    "Can you check whether the budget is 400 euros?",
    "Maybe the deploy window could be Thursday at 20:30.",
    "I'd suggest the deploy window is Thursday at 20:30.",
    "I think the timeout is roughly 45 seconds.",
    "Good morning! Two things before we start.",
    "It is 45 seconds.",
    "That was 3 May.",
    "He said 40 people.",
    "    at com.example.Main.run(Main.java:42)",
    "for (int i = 0; i < 10; i++) { total += 5; }",
    "```\nThe request timeout is 45 seconds.\n```",
    "> The request timeout is 45 seconds.",
    '"On 12 March the invoice was sent twice."',
    "2026-03-12T09:11:00 INFO worker started in 45 ms",
    "I'd drop the blue-green rollout because it is slow.",
    "We could drop the blue-green rollout because it is slow.",
    "Should we drop the blue-green rollout because it is slow?",
    "Let's go.",
    "Never mind.",
    "Don't worry.",
    "I tried it and it failed.",
    "One of them is done.",
    "The thing is 5 GB.",
    "Thanks, that's useful.",
    "배포는 언제로 할까요?",
    "아마 예산은 300만 원일 것 같아요.",
    "그건 3시쯤일 거예요.",
    "두 가지만 말할게요.",
    "네, 알겠습니다.",
    "그거 3개예요.",
    "이걸로 하면 어떨까요?",
    "맛있게 드시고 오세요.",
]


@pytest.mark.parametrize("text", MUST_NOT)
def test_what_is_no_statement_gives_no_probe(text: str) -> None:
    assert probes(f"U: {text}", language="ko" if any("가" <= c <= "힣" for c in text) else "en") == []


def test_a_later_value_makes_the_earlier_one_stale_and_ends_its_probe() -> None:
    found = probes("U: 행사 정원은 150명이에요.", "A: 네.", "U: 행사 정원은 180명으로 늘리자.", language="ko")
    current = next(p for p in found if p.category == "superseded")
    earlier = next(p for p in found if p.category == "quantity")
    assert (current.expected, current.stale, earlier.expected, earlier.until) == ("180명", ("150명",), "150명", 2)


def test_two_values_without_a_revision_are_not_asked() -> None:
    assert probes("U: The upload limit is 20 MB.", "U: The upload limit is 5 MB.") == []


def test_a_restatement_is_further_evidence_of_the_same_piece() -> None:
    found = probes("U: The budget for the scanner is 4,200 euros.", "A: So the scanner budget stays at 4,200 euros.")
    assert [(e.turn, e.piece) for e in found[0].evidence] == [(0, 0), (1, 0)]


def test_the_reason_of_a_rejection_may_stand_in_the_next_sentence() -> None:
    found = probes("U: We dropped the rooftop venue. It has no cover, so one shower would ruin the cake.")
    assert len(found[0].evidence) == 2
    assert {e.piece for e in found[0].evidence} == {0, 1}


def test_a_tool_failure_is_asked_with_the_call_that_names_the_method() -> None:
    error = "ERROR: page 250 write protected"
    found = probes('T flash_fw {"board": "rev-b", "image": "core-1.4.bin"}: ' + error)
    assert [(p.category, p.expected) for p in found] == [("failed_attempt", error)]
    assert "flash_fw" in found[0].question
    assert "rev-b" in found[0].question


def test_a_table_gives_cells_by_row_and_column() -> None:
    text = "hall | seats | price\nNorth hall | 96 seats | 120 euros\nSouth hall | 220 seats | 180 euros"
    found = probes('T read_sheet {"sheet": "halls"}: ' + text)
    assert any(p.expected == "180 euros" and "South hall" in p.question and "price" in p.question for p in found)


def test_a_key_needs_words_and_a_topic() -> None:
    found = probes('T run_loadtest {"plan": "checkout-peak"}: cost so far: EUR 64.10\nx: 5 ms\n1234: 9 ms')
    assert [(p.expected, "checkout-peak" in p.question) for p in found] == [("EUR 64.10", True)]


def test_the_questions_of_a_log_differ() -> None:
    lines = [f"U: {text}" for text, *_ in EN_MUST]
    questions = [p.question for p in probes(*lines)]
    assert len(questions) == len(set(questions))
    assert json.dumps(questions)


def test_there_are_enough_dialogues() -> None:
    assert len(EN_MUST) + len(KO_MUST) + len(MUST_NOT) >= 80


def test_a_korean_change_that_names_nothing_puts_values_of_its_sort_in_doubt() -> None:
    lines = ["U: 승인 타임아웃은 10초예요.", "A: 네, 적어둘게요.", "U: 12초로 변경이요."]
    assert [p for p in probes(*lines, language="ko") if p.expected == "10초" and p.until is None] == []


def test_a_korean_speaker_in_brackets_is_no_code() -> None:
    assert [p.expected for p in probes("U: [서진] 계약번호는 SB-2291입니다.", language="ko")] == ["SB-2291"]


def test_the_first_of_two_korean_values_is_asked_as_the_first() -> None:
    lines = ["U: 행사 정원은 150명이에요.", "A: 네.", "U: 행사 정원은 180명으로 늘리자."]
    asked = {p.expected: p.question for p in probes(*lines, language="ko")}
    assert asked["150명"].startswith("처음에 ")
    assert not asked["180명"].startswith("처음에 ")
