"""The embedded reader on small contexts of its own, in both languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.answering.reader import UNDECIDED, EmbeddedAnswerer
from harness.folding.context import passage, render, summary_passages
from harness.schema import Answer, Passage, Role, ToolCall, Turn

EN = (
    (Role.SYSTEM, "You help the museum's night shift."),
    (Role.USER, "The boiler inspection is on Friday 8 May at 14:00. The inspector needs the cellar key."),
    (Role.ASSISTANT, "Noted."),
    (Role.USER, "Our budget for the new lamps is €4,200. The lift holds at most 8 people."),
    (Role.ASSISTANT, "Understood, I will keep to that."),
    (Role.USER, "We dropped the oak frames because they warp in the damp hall."),
    (Role.ASSISTANT, "Pine frames, then."),
    (Role.USER, "I tried to reset the alarm with the master code. It failed: panel says tamper loop open."),
    (Role.USER, "Nobody may touch the tapestry without gloves, ever."),
    (Role.ASSISTANT, "What about the colour of the banners?"),
    (Role.USER, "The colour of the banners is not decided yet, the board will come back to it."),
    (Role.USER, "The catalogue goes to the printer on Monday 11 May."),
    (Role.ASSISTANT, "All right."),
    (Role.USER, "Change of plan: the catalogue moves from Monday 11 May to Thursday 14 May now."),
    (Role.TOOL, "sensor | floor | humidity\nhall-3 | 2 | 61 %\nhall-4 | 1 | 47 %"),
    (Role.USER, "The door controller listens on port 9120 and the log is in /var/log/doors.log."),
)
KO = (
    (Role.USER, "보일러 점검은 5월 8일 오후 두 시입니다. 지하실 열쇠가 필요해요."),
    (Role.ASSISTANT, "알겠습니다."),
    (Role.USER, "전시 조명 예산은 420만 원이에요."),
    (Role.USER, "참나무 액자는 습기에 휘기 때문에 안 쓰기로 했어요."),
    (Role.ASSISTANT, "소나무 액자로 하겠습니다."),
    (Role.USER, "현수막 색은 아직 정하지 못했어요."),
    (Role.USER, "도록은 5월 11일에 인쇄소로 보냅니다."),
    (Role.USER, "도록 일정이 바뀌어서 5월 14일로 변경했어요."),
)


def turns(said: Sequence[tuple[Role, str]]) -> tuple[Turn, ...]:
    start = datetime(2026, 5, 4, 9, tzinfo=UTC)
    return tuple(Turn(i, role, text, start + timedelta(minutes=i)) for i, (role, text) in enumerate(said))


def ask(said: Sequence[tuple[Role, str]], question: str, language: str = "en") -> Answer:
    return EmbeddedAnswerer().read(tuple(map(passage, turns(said))), language).ask(question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When is the boiler inspection?", "Friday 8 May at 14:00"),
        ("How much money is there for the lamps?", "€4,200"),
        ("How many people may the lift hold at most?", "8 people"),
        ("Which port does the door controller listen on?", "9120"),
        ("In which file is the log of the door controller?", "/var/log/doors.log"),
        ("What humidity does hall-3 have?", "61 %"),
        ("When does the catalogue go to the printer now?", "Thursday 14 May"),
    ],
)
def test_typed_answers_are_the_value_alone(question: str, expected: str) -> None:
    answer = ask(EN, question)
    assert not answer.abstained
    assert expected in answer.text
    assert len(answer.text) < len(expected) + 12


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("보일러 점검은 언제예요?", "5월 8일 오후 두 시"),
        ("전시 조명 예산은 얼마예요?", "420만 원"),
        ("도록은 지금 며칠에 보내기로 했어요?", "5월 14일"),
    ],
)
def test_typed_answers_in_korean(question: str, expected: str) -> None:
    assert ask(KO, question, "ko").text == expected


@pytest.mark.parametrize(
    ("said", "question", "expected"),
    [
        (EN, "Why were the oak frames dropped?", "warp in the damp hall"),
        (EN, "What happened when the alarm was reset with the master code?", "tamper loop open"),
        (EN, "May the cleaners touch the tapestry?", "without gloves"),
        (KO, "참나무 액자를 안 쓰기로 한 이유가 뭐예요?", "습기에 휘기 때문"),
    ],
)
def test_other_questions_are_answered_by_quoting(
    said: Sequence[tuple[Role, str]], question: str, expected: str
) -> None:
    answer = ask(said, question)
    assert expected in answer.text
    assert len(answer.text) <= 1_200
    assert all(line in "\n".join(text for _, text in said) for line in answer.text.splitlines())


@pytest.mark.parametrize(
    "question",
    [
        "When is the boiler inspection in Rotterdam?",  # a name that was never said
        "How much does the pump-77 weigh?",
        "Which commit fixed the parser?",
        "How long is the warranty of the dishwasher?",
        "Why did Holtkamp resign?",
    ],
)
def test_what_was_never_said_is_not_answered(question: str) -> None:
    answer = ask(EN, question)
    assert answer.abstained
    assert answer.text == ""


def test_an_open_point_is_undecided_and_a_settled_one_is_not() -> None:
    assert ask(EN, "Which colour did we choose for the banners?").text == UNDECIDED["en"]
    assert ask(KO, "현수막 색은 무엇으로 결정했어요?", "ko").text == UNDECIDED["ko"]
    settled = (*EN, (Role.USER, "We decided on the colour of the banners: let's go with dark blue."))
    answer = ask(settled, "Which colour did we choose for the banners?")
    assert "dark blue" in answer.text
    assert ask(EN, "When is the boiler inspection?").text != UNDECIDED["en"]


def test_an_old_value_is_given_only_where_it_is_asked_for() -> None:
    said = ((Role.USER, "The tour starts at 10:00."), (Role.USER, "No, the tour starts at 11:30 now, not at 10:00."))
    assert ask(said, "What time does the tour start?").text == "11:30"
    assert ask(said, "What time did the tour originally start?").text == "10:00"


def test_nothing_is_answered_from_an_empty_context() -> None:
    for passages in ((), (Passage("", "turn", Role.USER),)):
        for question in ("When is it?", "", "???", "언제예요?"):
            assert EmbeddedAnswerer().read(passages, "en").ask(question).abstained


def test_decomposed_hangul_changes_nothing() -> None:
    decomposed = tuple((role, unicodedata.normalize("NFD", text)) for role, text in KO)
    for question in ("보일러 점검은 언제예요?", "전시 조명 예산은 얼마예요?", "현수막 색은 무엇으로 결정했어요?"):
        assert ask(decomposed, unicodedata.normalize("NFD", question), "ko") == ask(KO, question, "ko")


def test_a_summary_of_plain_lines_is_read_too() -> None:
    lines = (
        "- Boiler inspection: Friday 8 May at 14:00\n- Oak frames were dropped because they warp\n- Lamp budget: €4,200"
    )
    reader = EmbeddedAnswerer().read(tuple(summary_passages(lines)), "en")
    assert reader.ask("When is the boiler inspection?").text == "Friday 8 May at 14:00"
    assert "warp" in reader.ask("Why were the oak frames dropped?").text
    assert reader.ask("How long is the warranty of the dishwasher?").abstained


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    questions = [
        "When is the boiler inspection?",
        "Why were the oak frames dropped?",
        "Which port does the door controller use?",
    ]
    reader = EmbeddedAnswerer().read(tuple(map(passage, turns(EN))), "en")
    first = [reader.ask(q) for q in questions]
    assert [reader.ask(q) for q in reversed(questions)] == first[::-1]


# ------------------------------------------------------------------- raw turns and transcript form are read alike

QUESTIONS = [
    "When is the boiler inspection?",
    "How much money is there for the lamps?",
    "Why were the oak frames dropped?",
    "Which colour did we choose for the banners?",
    "What is left to do?",
    "현수막 색은 무엇으로 결정했어요?",
    "도록은 지금 며칠에 보내기로 했어요?",
    "Which ticket is it?",
]
LINES = st.sampled_from(
    [text for _, text in (*EN, *KO)]
    + ["", " indented", "two\n\nlines  ", "[user -] looks like a header", "a\u200bb", "ABC-12 is open."]
)
TOOLS = st.sampled_from([None, "Bash", "run sql", "a]b"])
TIMES = st.one_of(st.none(), st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31)))


@st.composite
def conversations(draw: st.DrawFn) -> tuple[Turn, ...]:
    count = draw(st.integers(0, 12))
    calls = st.lists(st.builds(ToolCall, st.just("c"), st.just("find"), st.just('{"q": "lamps"}')), max_size=1).map(
        tuple
    )
    return tuple(
        Turn(i, draw(st.sampled_from(Role)), draw(LINES), draw(TIMES), draw(TOOLS), calls=draw(calls))
        for i in range(count)
    )


@settings(max_examples=150, deadline=None)
@given(conversations(), st.sampled_from(QUESTIONS), st.sampled_from(["en", "ko"]))
def test_transcript_form_reads_like_the_turns(said: tuple[Turn, ...], question: str, language: str) -> None:
    raw = EmbeddedAnswerer().read(tuple(map(passage, said)), language)
    folded = EmbeddedAnswerer().read(tuple(summary_passages(render(said))), language)
    assert folded.ask(question) == raw.ask(question)


def test_every_question_on_a_whole_conversation_is_read_alike() -> None:
    for said in (EN, KO):
        raw = EmbeddedAnswerer().read(tuple(map(passage, turns(said))), "en")
        folded = EmbeddedAnswerer().read(tuple(summary_passages(render(turns(said)))), "en")
        for question in QUESTIONS:
            assert folded.ask(question) == raw.ask(question)
