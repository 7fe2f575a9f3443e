"""What the embedded reader makes of a dialogue: revisions that name no subject, answers to questions, absent attributes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import pytest

from harness.answering.question import understand
from harness.answering.reader import EmbeddedAnswerer
from harness.answering.revising import alike, held_before, marks_change
from harness.schema import Answer, Passage, Role
from harness.values import Value, find

FILLER = {
    "en": ("The kettle is on.", "Nice weather over the harbour today.", "I will bring the folding chairs."),
    "ko": ("커피 한 잔 하고 올게요.", "오늘 항구 쪽 날씨가 좋네요.", "접이식 의자는 제가 가져갈게요."),
}


def ask(said: Sequence[str], question: str, language: str) -> Answer:
    """The turns change sides; filler stands before and after."""
    lines = (*FILLER[language], *said, *FILLER[language])
    roles = (Role.USER, Role.ASSISTANT)
    passages = tuple(Passage(text, "turn", roles[i % 2]) for i, text in enumerate(lines))
    return EmbeddedAnswerer().read(passages, language).ask(question)


def value(text: str, part: str) -> Value:
    return next(v for v in find(text) if part in v.text)


@pytest.mark.parametrize(
    ("language", "said", "question", "expected"),
    [
        (
            "en",
            ("The ferry inspection is on Tuesday 9 June.", "Noted, Tuesday 9 June.", "The slipway is taken that day. Make it Thursday 11 June."),
            "When is the ferry inspection now?",
            "Thursday 11 June",
        ),
        (
            "en",
            ("The pump timeout is 90 s.", "Understood.", "At 90 s the tank runs over. So 40 s please."),
            "What is the pump timeout now?",
            "40 s",
        ),
        (
            "en",
            ("The cold store gets 12 shelves.", "All right.", "Correction for the cold store: it gets 15 shelves, not 12 shelves."),
            "How many shelves does the cold store get?",
            "15 shelves",
        ),
        (
            "ko",
            ("여객선 점검은 6월 9일이에요.", "네, 6월 9일로 적었습니다.", "6월 9일은 선착장이 안 비네요. 6월 11일로 하죠."),
            "여객선 점검은 지금 며칠이에요?",
            "6월 11일",
        ),
        (
            "ko",
            ("펌프 타임아웃은 90초예요.", "알겠습니다.", "90초면 탱크가 넘쳐요. 40초로 줄입시다."),
            "펌프 타임아웃은 지금 몇 초예요?",
            "40초",
        ),
        (
            "ko",
            ("냉동 창고 선반은 12개예요.", "네.", "냉동 창고 선반 정정이요, 12개 말고 15개예요."),
            "냉동 창고 선반은 몇 개예요?",
            "15개",
        ),
    ],
)  # fmt: skip
def test_a_revision_need_not_name_its_subject(language: str, said: Sequence[str], question: str, expected: str) -> None:
    assert ask(said, question, language).text == expected


@pytest.mark.parametrize(
    ("language", "said", "question", "expected"),
    [
        ("en", ("The ferry inspection is on 9 June.", "Noted.", "The crane hire moves to 12 June."),
         "When is the ferry inspection now?", "9 June"),
        ("en", ("The pump timeout is 90 s.", "Right.", "The alarm rings for 40 s now."),
         "What is the pump timeout now?", "90 s"),
        ("ko", ("여객선 점검은 6월 9일이에요.", "네.", "크레인 대여는 6월 12일로 미룹시다."),
         "여객선 점검은 지금 며칠이에요?", "6월 9일"),
        ("ko", ("펌프 타임아웃은 90초예요.", "네.", "경보음은 이제 40초로 하죠."),
         "펌프 타임아웃은 지금 몇 초예요?", "90초"),
    ],
)  # fmt: skip
def test_what_was_changed_of_something_else_changes_nothing(
    language: str, said: Sequence[str], question: str, expected: str
) -> None:
    assert ask(said, question, language).text == expected


@pytest.mark.parametrize(
    ("language", "said", "question", "expected"),
    [
        ("en", ("What time for the harbour switchover?", "21:30 works.", "The canteen opens at 07:15."),
         "What time is the harbour switchover?", "21:30"),
        ("ko", ("항만 전환은 몇 시에 할까요?", "21:30이 좋습니다.", "식당은 07:15에 열어요."),
         "항만 전환은 몇 시예요?", "21:30"),
    ],
)  # fmt: skip
def test_an_answer_belongs_to_the_question_before_it(
    language: str, said: Sequence[str], question: str, expected: str
) -> None:
    assert ask(said, question, language).text == expected


@pytest.mark.parametrize(
    ("language", "said", "question"),
    [
        ("en", ("The van from Lindner is parked at gate 4.", "The van was washed on 3 May."),
         "What is the insurance premium of the van?"),
        ("en", ("The van was washed on 3 May.", "It holds 9 crates."), "How many airbags does the van have?"),
        ("en", ("The banners hang in the foyer.", "They were printed on 3 May."), "What colour are the banners?"),
        ("ko", ("승합차는 4번 문 앞에 세워 두었어요.", "승합차 세차는 5월 3일에 했어요."), "승합차 보험료는 얼마예요?"),
        ("ko", ("현수막은 로비에 걸려 있어요.", "5월 3일에 인쇄했어요."), "현수막 색상은 무엇으로 골랐죠?"),
        ("ko", ("펌프 제어기 인계는 3월 15일이에요.", "네."), "펌프 제어기 주말 당번은 누구죠?"),
    ],
)  # fmt: skip
def test_an_attribute_that_is_never_spoken_of_is_not_answered(
    language: str, said: Sequence[str], question: str
) -> None:
    assert ask(said, question, language).abstained


@pytest.mark.parametrize(
    ("language", "said", "question", "expected"),
    [
        ("en", ("The crew budget is 600 MB.", "It came to 388 MB in the trial of the crew."),
         "What is the memory budget of the crew?", "600 MB"),
        ("ko", ("세척기 물은 최대 40리터까지 씁니다.", "세척기 물은 어제 실측 35리터 나왔어요."),
         "세척기 물은 최대 몇 리터까지 쓸 수 있어요?", "40리터"),
    ],
)  # fmt: skip
def test_what_was_measured_is_no_limit(language: str, said: Sequence[str], question: str, expected: str) -> None:
    assert expected in ask(said, question, language).text


@pytest.mark.parametrize(
    ("language", "said", "question", "expected"),
    [
        ("en", ("Peer 10.9.0.14 dropped asset A-3310.", "Peer 10.9.0.22 dropped asset A-1180."),
         "Which asset did peer 10.9.0.14 drop?", "A-3310"),
        ("ko", ("피어 10.9.0.14가 자산 A-3310에서 끊겼어요.", "피어 10.9.0.22가 자산 A-1180에서 끊겼어요."),
         "피어 10.9.0.14의 자산 번호는 뭐예요?", "A-3310"),
    ],
)  # fmt: skip
def test_a_name_is_not_another_one_that_shares_its_parts(
    language: str, said: Sequence[str], question: str, expected: str
) -> None:
    assert ask(said, question, language).text == expected


@pytest.mark.parametrize(
    ("language", "said", "question", "expected"),
    [
        ("en", ("The ladder wobbles, because a bolt is gone.", "The ladder wobbles, because the floor is wet."),
         "Why did the ladder wobble on 12 May?", "floor is wet"),
        ("ko", ("사다리가 흔들려요, 볼트가 빠졌기 때문이에요.", "사다리가 흔들려요, 바닥이 젖었기 때문이에요."),
         "5월 12일에 사다리가 흔들린 이유는 뭐예요?", "바닥이 젖었"),
    ],
)  # fmt: skip
def test_a_date_in_a_question_may_be_that_of_the_turn(
    language: str, said: Sequence[str], question: str, expected: str
) -> None:
    for first, second in ((5, 12), (12, 5)):
        days = [datetime(2026, 5, d, 9) for d in (first, second)]
        told = said if first == 5 else said[::-1]
        passages = tuple(Passage(text, "turn", Role.USER, time=day) for text, day in zip(told, days, strict=True))
        answer = EmbeddedAnswerer().read(passages, language).ask(question)
        assert expected in answer.text.splitlines()[0]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("90 s", "45 s", True),
        ("50 ms", "13.9 hours", False),
        ("30 June", "30 September", True),
        ("10:00", "30 June", False),
    ],
)
def test_what_may_be_states_of_one_thing(one: str, other: str, same: bool) -> None:
    assert alike(find(one)[0].normal, find(other)[0].normal) is same
    assert alike(find(other)[0].normal, find(one)[0].normal) is same


@pytest.mark.parametrize(
    ("text", "part", "marked"),
    [
        ("Make it 14:30.", "14:30", True),
        ("So 45 s please.", "45 s", True),
        ("The boat left at 14:30.", "14:30", False),
        ("14:30으로 하죠.", "14:30", True),
        ("120ms 오케이", "120ms", True),
        ("배는 14:30에 떠났다.", "14:30", False),
    ],
)
def test_marks_of_a_change(text: str, part: str, marked: bool) -> None:
    assert marks_change(text, value(text, part)) is marked


def test_an_old_value_is_told_from_one_that_is_only_named() -> None:
    assert held_before("It is 45 s, not 90 s.", find("90 s")[0]) is True
    assert held_before("With 90 s and 45 s it leaks.", find("90 s")[0]) is False
    assert held_before("So 45 s.", find("90 s")[0]) is None
    assert held_before("90초 말고 45초예요.", find("90초")[0]) is True


def test_verbs_of_all_work_and_suffixes_of_names() -> None:
    words = {w.text: w for w in understand("How much disk does the ledger take up?").words}
    assert words["take"].plain
    assert not words["ledger"].plain
    words = {w.text: w for w in understand("rework용으로 쓰기로 한 예산은 얼마예요?").words}
    assert words["rework"].naming
    assert "용으로" not in words
    assert words["쓰기로"].plain


def test_the_attribute_of_a_question() -> None:
    assert understand("What is the insurance number of the van?").attribute == (("insur",),)
    assert understand("What is the number of the van?").attribute == ()
    assert understand("When does the van leave?").attribute == ()
    assert understand("승합차 색상은 뭐예요?").attribute == (("색상",),)
    assert understand("승합차 번호는 뭐예요?").attribute == ()
    assert understand("점심 준비는 어느 업체에 맡겼나요?").attribute == ()
