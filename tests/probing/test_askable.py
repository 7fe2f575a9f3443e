"""No broken question: every one names its subject, and no key claim is only a number, a negation or a scrap."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.categories import builtin
from harness.probing import generate
from harness.probing.askable import names_something
from harness.probing.claims import claim_of, is_content
from harness.probing.wellformed_ko import torn_inside, torn_off
from harness.schema import Conversation, Kind, Role, Turn
from tests.probing.dialogue import log

_TEXT = """the release|it|reused|that one|옆에|never|is|is out|because|must not|don't|100|3|GPS|is still undecided|45 seconds
on Monday 4 May|we tried|failed|그거|예산은|300만 원|절대|빼자|안 돼요|넘겨서|실패했어요|로 미룹시다|11월 19일|make it|.|,"""
_PIECES = st.sampled_from(_TEXT.replace("\n", "|").split("|"))


@given(
    st.lists(
        st.tuples(
            st.sampled_from([Role.USER, Role.ASSISTANT, Role.TOOL]), st.lists(_PIECES, max_size=12).map(" ".join)
        ),
        max_size=6,
    )
)
def test_every_probe_can_be_asked(lines: list[tuple[Role, str]]) -> None:
    turns = tuple(
        Turn(i, role, text, tool="run" if role is Role.TOOL else None) for i, (role, text) in enumerate(lines)
    )
    for p in generate(Conversation("any", turns), builtin(), 40).probes:
        assert p.question.endswith("?")
        assert "  " not in p.question
        for form in (f for c in p.claims for f in c.forms):
            assert any(is_content(w) for w in form.split()), form


@pytest.mark.parametrize(
    "subject", ["it", "reused", "the flaky one", "that", "my", "the rest", "now", "Helena on the pauses", "100", "the"]
)
def test_a_fragment_or_pronoun_is_no_subject(subject: str) -> None:
    assert not names_something(subject, "en")


@pytest.mark.parametrize("subject", ["그거", "옆에", "이번", "올라간 보드", "들어온 사람", "올리지 않은", "것"])
def test_a_korean_fragment_is_no_subject(subject: str) -> None:
    assert not names_something(subject, "ko")


@pytest.mark.parametrize("subject", ["the deploy window", "GPS", "dunning", "the tiler", "v4"])
def test_a_name_is_a_subject(subject: str) -> None:
    assert names_something(subject, "en")


@pytest.mark.parametrize("text", ["never", "3 100", "is no", "절대 안 돼", "2 1", "it was not"])
def test_a_claim_needs_a_word_of_content(text: str) -> None:
    assert claim_of(text, set(), {}) is None


def test_a_failure_carries_the_tool_in_use() -> None:
    found = generate(log('T send_sms {"group": "north"}: Error: sender number not registered'), builtin(), 20).probes
    assert [(p.category, p.tool) for p in found if p.kind is Kind.CLAIMS] == [("failed_attempt", "send_sms")]


@pytest.mark.parametrize(
    "subject", ["고치고 티켓", "죄송한데 확정분", "저장소 고 브랜치", "앞당겨져 개시 시점", "안 되니까"]
)
def test_a_korean_subject_with_a_verb_that_joins_is_torn(subject: str) -> None:
    assert torn_inside(subject)


@pytest.mark.parametrize("subject", ["냉장고 온도", "신고 기한", "광고 예산", "가운데 칸", "승인 타임아웃"])
def test_a_korean_noun_that_ends_like_a_verb_is_whole(subject: str) -> None:
    assert not torn_inside(subject)


@pytest.mark.parametrize(
    ("subject", "quote", "torn"),
    [
        ("줄", "확정된 줄은 지우지 마세요.", True),
        ("파일", "그 파일은 지우지 마세요.", True),
        ("예산", "3월 예산은 40만 원이에요.", False),
        ("문자", "밤 9시 넘어서는 문자 보내지 마세요.", False),
    ],
)
def test_a_korean_subject_needs_the_modifier_before_it(subject: str, quote: str, torn: bool) -> None:
    assert torn_off(subject, [quote]) is torn
