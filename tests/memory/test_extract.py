"""Extraction: wording, source, expiry and secrets, from a model's items and by the embedded extractor."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from harness.errors import MemoryItemError
from harness.memory import Confidence, Store
from harness.memory.expiry import expiry
from harness.memory.extract import Extractor, from_reply
from harness.memory.secrets import secret
from harness.schema import Role, Turn
from tests.memory.build import item

SEOUL = timezone(timedelta(hours=9))
WEDNESDAY = datetime(2026, 4, 22, 10, tzinfo=SEOUL)


def turn(text: str, index: int = 0, role: str = "user", tool: str | None = None) -> Turn:
    return Turn(index, Role(role), text, WEDNESDAY, tool)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("이번 주에는 배포하지 않는다.", "2026-04-27"),
        ("No deploys this week.", "2026-04-27"),
        ("No deploys until Friday.", "2026-04-25"),
        ("금요일까지 배포 금지", "2026-04-25"),
        ("다음 달까지 코드 프리즈입니다.", "2026-06-01"),
        ("Nobody touches it until June.", "2026-06-01"),
        ("Frozen until the end of next month.", "2026-06-01"),
        ("5월 3일까지는 건드리지 마세요.", "2026-05-04"),
        ("For the next two weeks no restarts.", "2026-05-07"),
        ("앞으로 2주 동안 배포 금지", "2026-05-07"),
        ("오늘은 배포하지 마세요.", "2026-04-23"),
        ("연말까지 동결", "2027-01-01"),
    ],
)
def test_a_rule_ends_at_midnight_in_the_zone_of_its_turn(text: str, day: str) -> None:
    assert expiry(text, WEDNESDAY, periods=True) == datetime.fromisoformat(f"{day}T00:00:00+09:00")


@pytest.mark.parametrize(
    "text",
    [
        "금요일까지 제출해 주세요.",
        "No deploys every Friday.",
        "매주 금요일까지 보고",
        "밤 10시까지만 가능",
        "Hand it in by Friday.",
        "Never restart it.",
    ],
)
def test_deadlines_and_what_comes_back_do_not_end(text: str) -> None:
    assert expiry(text, WEDNESDAY, periods=True) is None


def test_a_clock_ends_to_the_minute_and_no_clock_at_hand_means_no_end() -> None:
    assert expiry("Frozen until Friday 18:00.", WEDNESDAY, periods=True) == datetime(2026, 4, 24, 18, tzinfo=SEOUL)
    assert expiry("No deploys this week.", None, periods=True) is None
    assert expiry("It was released this week.", WEDNESDAY, periods=False) is None


@pytest.mark.parametrize("text", ["No deploys this week.", "이번 주에는 배포하지 마세요."])
def test_no_deploys_this_week_holds_that_week_and_not_after(text: str) -> None:
    store = Store()
    store.add_all(Extractor().extract([turn(text, 4)]).items)
    standing = list(store.standing(WEDNESDAY + timedelta(days=4)))
    assert {i.text for i in standing} == {text}
    assert "constraint" in {i.kind.value for i in standing}
    assert list(store.standing(WEDNESDAY + timedelta(days=5))) == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("The password is hunter2!", "password"),
        ("비밀번호는 abcd1234! 입니다", "password"),
        ("Use AKIAIOSFODNN7EXAMPLE for the bucket", "API key"),
        ("postgres://admin:hunter2@db-7/ledger", "URL"),
        ("주민번호 900101-1234567", "resident"),
        ("Card 4111 1111 1111 1111 please", "card"),
        ("-----BEGIN RSA PRIVATE KEY-----", "private key"),
        ("Authorization: Bearer abcdefghijklmnop1234", "token"),
    ],
)
def test_secrets_are_recognised_refused_and_counted(text: str, what: str) -> None:
    assert what in (secret(text) or "")
    with pytest.raises(MemoryItemError, match="secret"):
        Store().add(item(text))
    raw: dict[str, Any] = {"kind": "fact", "text": text, "source_turn": 0, "confidence": "stated"}
    assert from_reply([raw], [turn(text)]).refused == {"secret": 1}
    assert not Extractor().extract([turn(text)]).items


@pytest.mark.parametrize(
    "text",
    [
        "The password is in the vault.",
        "비밀번호는 금고에 있습니다.",
        "The API key must never be logged.",
        "Ticket MSR-260611-08",
        "Rows: 68412907",
        "PIN 설정은 나중에",
    ],
)
def test_speaking_of_a_secret_is_none(text: str) -> None:
    assert secret(text) is None


TALK = [
    turn("Thursday's window is 20:00 to 21:30. Never restart dunning at night.", 3),
    turn("Understood, the window is 20:00 to 21:30.", 4, "assistant"),
]


def reply(text: str, at: int = 3, **more: Any) -> dict[str, Any]:
    return {
        "kind": "fact",
        "text": text,
        "source_turn": at,
        "confidence": "stated",
        "expires": None,
        "tool": None,
        **more,
    }


def test_an_item_of_a_model_must_be_carried_by_the_turn_it_names() -> None:
    raw = [
        reply("Thursday's window is 20:00 to 21:30."),
        reply("Colm wants a new coffee machine.", 3),
        reply("Colm wants a new coffee machine.", 77),
        {"text": "half"},
        reply("x", kind="rumour"),
    ]
    found = from_reply(raw, TALK)
    assert [i.text for i in found.items] == ["Thursday's window is 20:00 to 21:30."]
    assert found.refused == {"not carried": 1, "no such turn": 1, "malformed": 2}


def test_what_its_turn_does_not_say_or_an_assistant_said_is_inferred() -> None:
    raw = [
        reply("Thursday's window is 20:00 to 21:30."),
        reply("Thursday's window is 20:00 to 22:45."),
        reply("the window is 20:00 to 21:30", 4),
        reply("Never restart dunning at night.", confidence="inferred"),
    ]
    kinds = [i.confidence for i in from_reply(raw, TALK).items]
    assert kinds == [Confidence.STATED, Confidence.INFERRED, Confidence.INFERRED, Confidence.INFERRED]


def test_a_date_of_a_model_ends_with_that_day_and_a_date_in_the_past_is_none() -> None:
    found = from_reply(
        [reply(TALK[0].text, expires="2026-05-01"), reply(TALK[0].text, expires="2020-01-01")], TALK
    ).items
    assert [i.expires and i.expires.isoformat() for i in found] == ["2026-05-01T23:59:59+09:00", None]


def test_the_embedded_extractor_keeps_the_wording_and_knows_the_tool_of_a_failure() -> None:
    turns = [
        turn("Let's go with k6. 로커스트는 쓰지 않기로 했어요.", 0),
        turn("ERROR: no space left on device", 1, "tool", "backfill"),
        turn("That failed again, the disk is full.", 2),
        turn("You must always ask before restarting.", 3, "assistant"),
        turn("Is it not allowed to restart it?", 4),
    ]
    items = Extractor().extract(turns).items
    assert all(i.text in turns[i.source_turn].text for i in items)
    assert {(i.kind.value, i.tool) for i in items if i.source_turn in (1, 2)} >= {("failure", "backfill")}
    assert {i.kind.value for i in items if i.source_turn == 0} >= {"decision"}
    assert not [
        i for i in items if i.kind.value == "constraint" and i.source_turn
    ]  # an assistant makes no rules, a question none either
    assert {i.confidence for i in items if i.source_turn == 3} <= {Confidence.INFERRED}


AGREED = {
    "en": (
        [
            turn("The rack is 42 units high. Never restart the billing server at night.", 3),
            turn("Shall I book the van from Norton Hire for 204 pounds?", 4, "assistant"),
            turn("Yes, at 9:30 then.", 5),
            turn("Do not use the second lift for the rack.", 6),
            turn("Noted.", 7, "assistant"),
        ],
        "Book the van from Norton Hire for 204 pounds, at 9:30.",
    ),
    "ko": (
        [
            turn("랙 높이는 42유닛이에요. 결제 서버는 밤에 절대 재시작하지 마세요.", 3),
            turn("새벽관광 버스를 204만 원에 예약할까요?", 4, "assistant"),
            turn("네, 9시 30분으로요.", 5),
            turn("랙 옮길 때 두 번째 승강기는 쓰지 마세요.", 6),
            turn("알겠습니다.", 7, "assistant"),
        ],
        "새벽관광 버스를 204만 원에 9시 30분으로 예약.",
    ),
}
SAID = {"en": "Never restart the billing server at night.", "ko": "결제 서버는 밤에 절대 재시작하지 마세요."}


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("at", [4, 7, 77])
def test_an_item_with_a_miscounted_turn_goes_to_the_one_that_says_it(language: str, at: int) -> None:
    turns, _ = AGREED[language]
    (found,) = from_reply([reply(SAID[language], at, kind="constraint")], turns).items
    assert (found.source_turn, found.confidence) == (3, Confidence.STATED)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_what_was_proposed_and_agreed_to_is_inferred_from_the_proposal(language: str) -> None:
    turns, text = AGREED[language]
    (found,) = from_reply([reply(text, 5, kind="decision")], turns).items
    assert (found.source_turn, found.confidence) == (4, Confidence.INFERRED)
    assert from_reply([reply(text, 7, kind="decision")], turns).refused == {"not carried": 1}, (
        "9:30 is said further off"
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Restart the billing server at night."),  # turned round
        ("en", "The rack of the billing server is 48 units high."),  # another value
        ("en", "Use the second lift for the rack."),
        ("en", "At 9:30 then."),  # too few words to be told from others
        ("ko", "결제 서버는 밤에 재시작하세요."),
        ("ko", "결제 서버 랙 높이는 48유닛이에요."),
        ("ko", "랙 옮길 때 두 번째 승강기를 쓰세요."),
    ],
)
@pytest.mark.parametrize("at", [7, 77])
def test_what_no_turn_says_is_not_taken_in_by_another_number(language: str, text: str, at: int) -> None:
    turns, _ = AGREED[language]
    assert not from_reply([reply(text, at)], turns).items


@pytest.mark.parametrize(
    ("kind", "text", "needed", "kept_out"),
    [
        # a reason without "because", and a fact that replaces another without "instead", are what their kind says
        ("decision", "The rack goes to Norton Hire; their van has a lift.", {"decision", "decision_reason", "rejected_option"}, {"time"}),
        ("decision", "랙은 새벽관광 차로 옮긴다, 거기 차에 승강기가 있다.", {"decision", "decision_reason", "rejected_option"}, {"time"}),
        ("fact", "The rack has 42 GB now.", {"superseded", "quantity"}, {"constraint"}),
        # a rule with a time tells the time too, but is no rule of every sort: it stands in every request
        ("constraint", "Never restart the billing server before 21:30.", {"constraint", "time"}, {"language"}),
        ("constraint", "결제 서버는 21시 30분 전에 절대 재시작하지 마세요.", {"constraint", "time"}, {"language"}),
    ],
)  # fmt: skip
def test_an_item_of_a_model_has_the_types_of_its_kind_and_those_it_carries(
    kind: str, text: str, needed: set[str], kept_out: set[str]
) -> None:
    (found,) = from_reply([reply(text, 0, kind=kind)], [turn(text)]).items
    assert needed <= set(found.categories)
    assert not kept_out & set(found.categories)
