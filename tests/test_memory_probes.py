"""Probes that only a memory can fail: what is injected before and after an end, of a correction, and of a value that was replaced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.analysis.promotion import Looked
from harness.categories import builtin
from harness.folding.replay import Replay
from harness.memory import MemoryItem
from harness.memory_probes import Check, MemoryProbe, memory_probes
from harness.recall import Memory, Remembered, remember
from harness.reporting.promotion import CHECKS, slips
from harness.reporting.strings import Strings
from harness.runs.jsonl import plain
from harness.schema import Probe
from tests.build import probe
from tests.test_recall import BANS, COUNTER, folded, told


def looked(
    replay: Replay,
    probes: Sequence[Probe],
    promoted: Sequence[str],
    memory: Memory | None = None,
    budget: int = 400,
) -> list[MemoryProbe]:
    memory = memory or remember(replay, builtin())
    return list(memory_probes(replay, probes, memory, promoted, COUNTER, budget))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_rule_for_this_week_is_asked_before_its_end_and_after_it(language: str) -> None:
    text = BANS[language][0]
    log = told([text, "Fine.", "On we go.", "Yes.", "A new week.", "Good morning."], [0, 0, 2, 2, 6, 6], language)
    found = looked(folded(log, [2, 4, 6]), [], ["constraint"])
    assert {(p.fold, p.check, p.right) for p in found} == {
        (1, Check.BEFORE, True),
        (2, Check.BEFORE, True),
        (3, Check.AFTER, True),
    }
    assert {p.about for p in found} == {text}


@pytest.mark.parametrize(
    ("old", "new", "language"),
    [
        ("No deploys before 14:00 on the billing server.", "No deploys before 16:00 on the billing server.", "en"),
        ("결제 서버에는 오후 두 시 전에 배포하지 마세요.", "결제 서버에는 오후 네 시 전에 배포하지 마세요.", "ko"),
    ],
)
def test_a_correction_is_asked_for_with_the_words_of_what_it_corrects(old: str, new: str, language: str) -> None:
    replay = folded(told([old, "OK.", new, "OK."], [0, 0, 1, 1], language), [2, 4])
    found = [p for p in looked(replay, [], ["constraint"]) if p.check is Check.CONFLICT]
    assert [(p.fold, p.request, p.about, p.right) for p in found] == [(2, old, new, True)]


def test_a_memory_that_does_all_of_it_wrong_is_told_so() -> None:
    """The same items, held wrongly: an ended rule, and an overruled one, among those that stand."""
    old, new = "No deploys before 14:00 on the billing server.", "No deploys before 16:00 on the billing server."
    replay = folded(told([old, "OK.", new, "OK."], [0, 0, 1, 1]), [2, 4])
    memory = remember(replay, builtin())
    loser, winner = next(p for p in memory.after[2].overruled if "constraint" in p[0].categories)
    memory.after[2] = Remembered((loser, winner), (loser,), ((loser, winner),))
    wrong = [p for p in looked(replay, [], ["constraint"], memory) if p.fold == 2 and not p.right]
    assert [p.check for p in wrong] == [Check.AFTER, Check.CONFLICT]


@pytest.mark.parametrize(
    ("lines", "question", "values", "language", "right"),
    [
        (("The review window is Thursday at 20:00.", "Make that 21:30."), "What time is the review window?", ("20:00", "21:30"), "en", False),
        (("The review window is Thursday at 20:00.", "The review window is Thursday at 21:30."), "What time is the review window?",
            ("20:00", "21:30"), "en", True),
        (("세미나 시작 시간은 오후 두 시입니다.", "아니, 세 시로 합시다."), "세미나 시작 시간이 몇 시예요?",
            ("오후 두 시", "오후 세 시"), "ko", False),
        (("세미나 시작 시간은 오후 두 시입니다.", "세미나 시작 시간은 오후 세 시입니다."), "세미나 시작 시간이 몇 시예요?",
            ("오후 두 시", "오후 세 시"), "ko", True),
    ],
)  # fmt: skip
def test_an_old_value_that_is_put_back_alone_is_wrong(
    lines: tuple[str, str], question: str, values: tuple[str, str], language: str, right: bool
) -> None:
    replay = folded(told([lines[0], "OK.", lines[1], "OK."], [0, 0, 1, 1], language), [2, 4])
    p = probe(
        "time",
        values[1],
        quote=lines[1],
        turn=2,
        question=question,
        category="time",
        stale=(values[0],),
        language=language,
    )
    found = [m for m in looked(replay, [p], ["time"]) if m.check is Check.STALE]
    assert [(m.fold, m.about, m.right) for m in found] == [(2, p.id, right)]
    assert not [m for m in looked(replay, [replace(p, stale=())], ["time"]) if m.check is Check.STALE]
    assert not looked(replay, [p], ["goal"])


def test_constraints_that_pass_the_budget_leave_nothing_to_look_at() -> None:
    replay = folded(told([BANS["en"][0], "Fine."], [0, 0]), [2])
    assert looked(replay, [], ["constraint"])
    assert looked(replay, [], ["constraint"], budget=3) == []


@given(st.lists(st.tuples(st.sampled_from(list(Check)), st.booleans()), max_size=30))
def test_every_look_is_counted_once(looks: list[tuple[Check, bool]]) -> None:
    found = Looked.of(
        plain(MemoryProbe("c", check, 1, f"request {i}", "", right)) for i, (check, right) in enumerate(looks)
    )
    if found is None:
        assert not looks
        return
    assert {c: (found.right.get(c, 0), n) for c, n in found.asked.items()} == {
        c.value: (sum(r for k, r in looks if k is c), sum(1 for k, _ in looks if k is c)) for c, _ in looks
    }
    assert [row["request"] for row in found.slips] == [
        f"request {i}" for i, (_, right) in enumerate(looks) if not right
    ]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_what_a_memory_did_wrong_is_listed_in_words(language: str) -> None:
    lines = [plain(MemoryProbe("<c>", check, 2, f"<b>{n}</b>", "", False)) for n, check in enumerate(list(Check) * 30)]
    found = Looked.of(lines)
    assert found
    assert tuple(Check) == CHECKS
    shown = slips(found, Strings(language))
    assert len({what for what, _, _ in shown[:4]}) == 4, "each kind in its own words"
    assert [request for _, request, _ in shown[:2]] == ["<b>0</b>", "<b>1</b>"]
    assert "2" in shown[0][2]
    assert (len(shown), "20" in shown[-1][0]) == (101, True)


def test_an_item_is_held_in_one_of_three_ways() -> None:
    log = told([BANS["en"][0], "Fine.", "A new week.", "Yes."], [0, 0, 6, 6])
    after = remember(folded(log, [2, 4]), builtin()).after

    def ids(items: Sequence[MemoryItem]) -> set[str]:
        return {i.id for i in items}

    assert ids(after[1].items) == ids(after[2].ended) != set()
    assert ids(after[2].items) & ids(after[2].ended) == set()
