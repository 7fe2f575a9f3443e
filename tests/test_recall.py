"""The memory arms: what is put back, when it ends, what a correction does, and where a loss is laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from harness.answering.reader import EmbeddedAnswerer
from harness.categories import builtin
from harness.folding.compactors import Empty
from harness.folding.prompt import load_prompt
from harness.folding.replay import Limits, Replay, drive, rolling
from harness.memory import Confidence, ItemKind, MemoryItem
from harness.memory.select import Selection, Selector
from harness.recall import Recall, Recalled, costs, memory_context, remember
from harness.schema import Arm, Conversation, Fold, Outcome, Probe
from harness.tokens import default_counter
from tests.build import conversation, probe

SEOUL = timezone(timedelta(hours=9))
WEDNESDAY = datetime(2026, 4, 22, 10, tzinfo=SEOUL)
COUNTER = default_counter()


def told(lines: Sequence[str], days: Sequence[int], language: str = "en") -> Conversation:
    """Turns with their days after Wednesday 22 April 2026."""
    log = conversation(*lines, language=language)
    turns = (replace(t, time=WEDNESDAY + timedelta(days=d)) for t, d in zip(log.turns, days, strict=True))
    return replace(log, turns=tuple(turns))


def folded(log: Conversation, at: Sequence[int], **more: Any) -> Replay:
    """A replay whose summaries say nothing, folded when so many turns had been said, with none kept raw."""
    starts = [0, *at[:-1]]
    folds = (
        Fold(n, 0, b, b - a, (), "(nothing)", 10, 1, 10, 1, **more)
        for n, (a, b) in enumerate(zip(starts, at, strict=True), 1)
    )
    return Replay(log, tuple(folds), "rolling")


def asked(replay: Replay, probes: Sequence[Probe], promoted: Sequence[str], budget: int = 400) -> list[Recalled]:
    memory = remember(replay, builtin())
    return Recall(replay, probes, memory, promoted, EmbeddedAnswerer(), COUNTER, budget).rows()


BANS = {
    "en": ("We agreed: no deploys this week.", "What is not allowed this week?", "no deploys this week"),
    "ko": ("정리하면 이번 주에는 배포하지 마세요.", "이번 주에 배포해도 되나요?", "이번 주에는 배포하지 마"),
}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_rule_for_this_week_is_injected_that_week_and_not_after(language: str) -> None:
    text, question, form = BANS[language]
    log = told([text, "Fine.", "On we go.", "Yes.", "A new week.", "Good morning."], [0, 0, 2, 2, 6, 6], language)
    replay = folded(log, [2, 4, 6])
    memory = remember(replay, builtin())
    standing = {n: [i.text for i in m.standing(["constraint", "time"])] for n, m in memory.after.items()}
    assert text in standing[1]
    assert text in standing[2]
    assert standing[3] == []
    p = probe(
        "text", form, quote=form if form in text else text, question=question, category="constraint", language=language
    )
    rows = [r for r in asked(replay, [p], ["constraint"]) if r.arm is Arm.MEMORY]
    assert [(r.fold, r.outcome, r.extracted) for r in rows] == [
        (1, Outcome.RETAINED, True),
        (2, Outcome.RETAINED, True),
        (3, Outcome.MISSING, False),
    ]


def put_back(replay: Replay, request: str) -> list[list[str]]:
    """The texts of the constraints that stand in a request after each fold, as the memory arm selects them."""
    after = remember(replay, builtin()).after.values()
    return [
        [i.text for i in Selector(m.standing(["constraint"]), COUNTER, 400).select(request).constraints] for m in after
    ]


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("request_", ["What colour is the carpet?", "카펫은 무슨 색이죠?"])
@pytest.mark.parametrize("zone", [9, 0, -8])
def test_a_rule_stands_in_every_request_until_its_own_midnight_wherever_the_clock_is_read(
    language: str, request_: str, zone: int
) -> None:
    text = BANS[language][0]
    lines = [text, "Fine.", "Sunday, late.", "Yes.", "Monday, just begun.", "Good morning."]
    log = told(lines, [0] * 6, language)
    midnight = datetime(2026, 4, 27, tzinfo=SEOUL)  # the week of the turn's own zone ends here
    moments = [WEDNESDAY] * 2 + [midnight - timedelta(minutes=1)] * 2 + [midnight] * 2
    elsewhere = [m if i < 2 else m.astimezone(timezone(timedelta(hours=zone))) for i, m in enumerate(moments)]
    log = replace(log, turns=tuple(replace(t, time=m) for t, m in zip(log.turns, elsewhere, strict=True)))
    written = {
        "kind": "constraint",
        "text": text,
        "source_turn": 0,
        "confidence": "stated",
        "expires": None,
        "tool": None,
    }
    for items in (None, (written,)):  # by the embedded extractor, and as a model writes it in the fold call
        replay = folded(log, [2, 4, 6])
        first = replace(replay.folds[0], items=items)
        assert put_back(replace(replay, folds=(first, *replay.folds[1:])), request_) == [[text], [text], []]


@pytest.mark.parametrize(
    ("old", "new", "language"),
    [
        ("No deploys before 14:00 on the billing server.", "No deploys before 16:00 on the billing server.", "en"),
        ("결제 서버에는 오후 두 시 전에 배포하지 마세요.", "결제 서버에는 오후 네 시 전에 배포하지 마세요.", "ko"),
    ],
)
def test_a_corrected_rule_stands_alone_in_every_request_from_its_correction_on(
    old: str, new: str, language: str
) -> None:
    replay = folded(told([old, "OK.", new, "OK.", "And?", "Fine."], [0, 0, 1, 1, 2, 2], language), [2, 4, 6])
    assert put_back(replay, "What colour is the carpet?") == [[old], [new], [new]]


@pytest.mark.parametrize(
    ("old", "new", "question", "values", "language"),
    [
        ("The review window is Thursday at 20:00.", "The review window is Thursday at 21:30.", "What time is the review window?",
            ("20:00", "21:30"), "en"),
        ("세미나 시작 시간은 오후 두 시입니다.", "세미나 시작 시간은 오후 세 시입니다.", "세미나 시작 시간이 몇 시예요?",
            ("오후 두 시", "오후 세 시"), "ko"),
    ],
)  # fmt: skip
def test_a_conflict_is_settled_by_the_latest_statement(
    old: str, new: str, question: str, values: tuple[str, str], language: str
) -> None:
    replay = folded(told([old, "OK.", new, "OK."], [0, 0, 1, 1], language), [2, 4])
    p = probe(
        "time", values[1], quote=new, turn=2, question=question, category="time", stale=(values[0],), language=language
    )
    (row,) = [r for r in asked(replay, [p], ["time"]) if r.arm is Arm.MEMORY]
    assert (row.outcome, row.selected) == (Outcome.RETAINED, True)
    assert [i.text for i in remember(replay, builtin()).after[2].standing(["time"])] == [new]


def test_an_old_value_that_nothing_superseded_is_injected_and_graded_stale() -> None:
    replay = folded(
        told(["The review window is Thursday at 20:00.", "OK.", "Make that 21:30.", "OK."], [0, 0, 1, 1]), [2, 4]
    )
    p = probe(
        "time",
        "21:30",
        quote="Make that 21:30.",
        turn=2,
        question="What time is the review window?",
        category="time",
        stale=("20:00",),
    )
    (row,) = [r for r in asked(replay, [p], ["time"]) if r.arm is Arm.MEMORY]
    assert row.outcome is Outcome.STALE


FACTS = ["The archive server is called ledger-db-9.", "Understood."]


def test_a_loss_is_laid_to_extraction_selection_or_answer() -> None:
    replay = folded(told(FACTS, [0, 0]), [2])
    p = probe(
        "identifier",
        "ledger-db-9",
        quote=FACTS[0],
        question="What is the archive server called?",
        category="identifier",
    )
    (good, alone) = asked(replay, [p], ["identifier"])
    assert (good.extracted, good.selected, good.outcome) == (True, True, Outcome.RETAINED)
    assert (alone.arm, alone.outcome) == (Arm.MEMORY_ONLY, Outcome.RETAINED)
    far = replace(p, question="How do we name the old box for history?")
    assert [(r.extracted, r.selected) for r in asked(replay, [far], ["identifier"])] == [(True, False)] * 2
    nothing = replace(replay, folds=tuple(replace(f, items=()) for f in replay.folds))
    assert next((r.extracted, r.selected, r.outcome) for r in asked(nothing, [p], ["identifier"])) == (
        False,
        False,
        Outcome.MISSING,
    )


def test_only_items_of_promoted_types_are_put_back_and_others_are_not_looked_at() -> None:
    replay = folded(told(FACTS, [0, 0]), [2])
    p = probe(
        "identifier",
        "ledger-db-9",
        quote=FACTS[0],
        question="What is the archive server called?",
        category="identifier",
    )
    assert [(r.extracted, r.tokens, r.outcome) for r in asked(replay, [p], ["decision"])] == [
        (None, 0, Outcome.MISSING)
    ] * 2


def test_items_of_the_same_call_are_used_where_there_are_some() -> None:
    item = {"kind": "fact", "text": FACTS[0], "source_turn": 0, "confidence": "stated", "expires": None, "tool": None}
    lies = {**item, "text": "The moon is made of cheese."}
    memory = remember(folded(told(FACTS, [0, 0]), [2], items=(item, lies)), builtin())
    assert [i.text for i in memory.after[1].standing(["identifier"])] == [FACTS[0]]
    assert memory.refused == {"not carried": 1}


def test_constraints_that_pass_the_budget_make_the_answer_invalid_by_name() -> None:
    replay = folded(
        told(["Never restart the billing server during the night, under no circumstances.", "OK."], [0, 0]), [2]
    )
    rows = asked(
        replay, [probe(quote="Never", question="What about restarts?", category="constraint")], ["constraint"], budget=5
    )
    assert {r.outcome for r in rows} == {Outcome.INVALID}
    assert "constraints" in rows[0].why


def test_the_context_puts_first_what_does_not_depend_on_the_request() -> None:
    log = conversation(("system", "SYS"), "hello", "there")
    rule = MemoryItem(ItemKind.CONSTRAINT, "RULE", 1, Confidence.STATED)
    late, early = (MemoryItem(ItemKind.FACT, f"FACT{n}", n, Confidence.STATED) for n in (2, 1))
    context = memory_context(log.turns[:1], "SUMMARY", log.turns[2:], Selection((rule,), (late, early), 9), log.turns)
    assert [p.text for p in context] == ["SYS", "RULE", "SUMMARY", "there", "FACT1", "FACT2"]


def test_a_type_costs_the_tokens_of_what_is_put_back() -> None:
    replay = folded(told(FACTS, [0, 0]), [2])
    p = probe("identifier", "ledger-db-9", quote=FACTS[0], question="What is the archive server called?")
    found = costs({"c": remember(replay, builtin())}, {"c": [p]}, ["identifier", "goal"], COUNTER, 400)
    assert found["identifier"].items == 1
    assert found["identifier"].tokens == COUNTER.count(FACTS[0]) + 2
    assert (found["goal"].items, found["goal"].tokens) == (0, 0)


def test_items_never_come_from_turns_that_were_not_folded(counter: Any) -> None:
    log = conversation(
        *[f"We decided to use server db-{i} for part {i} of the long migration plan." for i in range(40)]
    )
    replay = drive(rolling(log, Limits(400, 80, 100, 4), load_prompt("default", "en"), counter, control=True), Empty())
    memory = remember(replay, builtin())
    for fold in replay.folds:
        sources = {i.source_turn for i in memory.after[fold.ordinal].standing(["decision", "identifier"])}
        assert sources
        assert all(replay.folded_at[t] <= fold.ordinal for t in sources)
