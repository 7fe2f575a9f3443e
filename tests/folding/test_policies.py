"""Policies: what is true of every one of them, and the simulation beside the replay."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.folding.boundaries import boundaries
from harness.folding.compactors import Extractive
from harness.folding.prompt import load_prompt
from harness.folding.replay import Limits, Replaying, choose_limits, drive, held, leading_system, refold, rolling
from harness.folding.request import request_text
from harness.folding.simulate import falls_due, grown, simulate
from harness.folding.triggers import Cause, Trigger
from harness.schema import Conversation, FoldRequest, FoldResult, Role, ToolCall, Turn
from harness.tokens import default_counter, turn_tokens
from tests.build import can_fold, conversation, conversations, probe, untorn

COUNTER = default_counter()
PROMPT = load_prompt("default", "en")


@st.composite
def policies(draw: st.DrawFn) -> Limits:
    """Every policy: tokens alone, turns, boundary, combined."""
    hard = draw(st.integers(20, 400))
    soft = draw(st.sampled_from([None, 0, hard // 2, hard]))
    turns = draw(st.sampled_from([None, 1, 2, 5]))
    return Limits(hard, draw(st.integers(0, 60)), draw(st.integers(5, 80)), 10_000, soft, turns)


@st.composite
def worked(draw: st.DrawFn) -> Conversation:
    """Arbitrary conversations in which tasks end now and then."""
    log = draw(conversations(30))
    said = {
        i: draw(st.sampled_from(["Next, the rest.", "다음으로 갈까요?", "that's all for today"]))
        for i in range(0, 30, 4)
    }
    turns = (replace(t, text=said.get(t.index, t.text)) if t.role is Role.USER else t for t in log.turns)
    return replace(log, turns=tuple(turns))


class Full:
    """Writes summaries that are exactly as long as the simulation takes them to be."""

    name = "full"

    def fold(self, request: FoldRequest) -> FoldResult:
        size = COUNTER.count(request.previous) + sum(turn_tokens(t, COUNTER) for t in request.turns)
        return FoldResult(" a" * min(request.budget, size))


@given(worked(), policies())
def test_the_simulation_folds_where_the_replay_does(log: Conversation, limits: Limits) -> None:
    replay = drive(rolling(log, limits, PROMPT, COUNTER, control=True), Full())
    found = simulate(grown(log, COUNTER), limits)
    assert [(f.position, f.stop, f.summary) for f in found.folds] == [
        (f.position, f.position - len(f.kept), f.tokens_out) for f in replay.folds
    ]
    assert falls_due(log, limits, COUNTER) == bool(replay.folds)


@given(worked(), policies())
def test_a_simulated_fold_falls_due_and_no_turn_before_it(log: Conversation, limits: Limits) -> None:
    sizes, ends = [turn_tokens(t, COUNTER) for t in log.turns], set(boundaries(log.turns))
    first = start = leading_system(log.turns)
    base, summary, last = sum(sizes[:first]), 0, first
    for fold in simulate(grown(log, COUNTER), limits).folds:
        for p in range(last + 1, fold.position + 1):
            raw = sum(sizes[start:p])
            why = limits.when.due(base + summary + raw, raw, p - last, p in ends)
            if not can_fold(log.turns, sizes, start, p, limits.recent):  # it waits for the result of a call
                why = None
            assert why == (fold.cause if p == fold.position else None)
        start, last, summary = fold.stop, fold.position, fold.summary


def _constant(turns: int, words: int) -> Conversation:
    return Conversation("c", tuple(Turn(i, (Role.USER, Role.ASSISTANT)[i % 2], " a" * words) for i in range(turns)))


@given(st.integers(1, 40), st.integers(10, 3000), st.integers(0, 200), st.integers(1, 200))
def test_where_growth_is_constant_the_interval_is_floor_b_over_g(
    words: int, hard: int, recent: int, summary: int
) -> None:
    log = grown(_constant(400, words), COUNTER)
    g = words + 4
    assert log.growth == g
    found = simulate(log, Limits(hard, recent, summary, 1))
    used = last = 0
    for fold in found.folds:
        room = hard - used
        assert fold.room == room
        assert fold.fits == max(0, room // g) == found.expected(fold)
        assert fold.position - last == max(0, room // g) + 1, (
            "the turn that passes the threshold is folded with those that fit"
        )
        kept = recent // g if recent // g < fold.position - fold.start else 0
        used, last = fold.summary + kept * g, fold.position  # summary and recent part, measured anew
    assert found.folds or hard >= 400 * g


@given(worked(), policies())
def test_tokens_of_the_model_calls_add_up_turn_by_turn(log: Conversation, limits: Limits) -> None:
    """The cache, played through call by call."""
    measured = grown(log, COUNTER)
    found = simulate(measured, limits)
    folds = {f.position: f for f in found.folds}
    first = leading_system(log.turns)
    read = written = cached = 0
    summary, start, lost = 0, first, []
    for i, turn in enumerate(log.turns):
        if i in folds:
            lost.append(cached - measured.base if cached else 0)
            cached = min(cached, measured.base)
            summary, start = folds[i].summary, folds[i].stop
        if i >= first and turn.role is Role.ASSISTANT:
            context = measured.base + summary + sum(measured.sizes[start:i])
            read, written, cached = read + cached, written + context - cached, context
    assert (found.cache_read, found.cache_written) == (read, written)
    assert [f.invalidated for f in found.folds if f.position < len(log.turns)] == [max(0, x) for x in lost]


@dataclass
class Seen:
    """The embedded compactor, with what it was shown."""

    name: str = "seen"
    requests: list[FoldRequest] = field(default_factory=list)

    def fold(self, request: FoldRequest) -> FoldResult:
        self.requests.append(request)
        return Extractive(COUNTER).fold(request)


CALL = Turn(0, Role.ASSISTANT, "", calls=(ToolCall("a", "t", '{"x": 1}'), ToolCall("b", "t", "{}")))
RESULTS = tuple(Turn(n, Role.TOOL, " a" * 30, tool="t", call_id=c) for n, c in ((1, "b"), (2, "a")))
NAMED = {
    "nothing": (),
    "only a system turn": (Turn(0, Role.SYSTEM, " a" * 500),),
    "one giant turn": (Turn(0, Role.USER, " a" * 5000),),
    "empty turns": tuple(Turn(i, (Role.USER, Role.ASSISTANT)[i % 2], "") for i in range(40)),
    "emoji": tuple(Turn(i, Role.USER, "👩‍👩‍👧‍👦🙂" * 9) for i in range(12)),
    "NFD": tuple(Turn(i, Role.USER, unicodedata.normalize("NFD", "결정은 그대로 둡니다. ") * 9) for i in range(12)),
    "a call as large as its results": (CALL, *RESULTS, Turn(3, Role.USER, "Next, the rest."), Turn(4, Role.ASSISTANT, " a" * 90)),
    "results that never come": tuple(replace(CALL, index=i, calls=(ToolCall(f"c{i}", "t", "{}"),)) for i in range(30)),
    "results without a call": tuple(replace(RESULTS[0], index=i) for i in range(12)),
}  # fmt: skip
EVERY = [
    Limits(*size, 10_000, soft, turns)
    for size in ((60, 20, 20), (200, 60, 40))
    for soft, turns in ((None, None), (None, 2), (0, None), (30, None), (30, 5))
]


def marked(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The turns, each with a word that stands nowhere else, in its text or, where it makes calls, in their arguments too."""
    return tuple(
        replace(
            t,
            text=f"{t.text} mark{i}x",
            calls=tuple(replace(c, arguments=f"{c.arguments} mark{i}x") for c in t.calls),
        )
        for i, t in enumerate(turns)
    )


def never_again(turns: Sequence[Turn], limits: Limits, mode: Callable[..., Replaying]) -> None:
    """No fold call and no context holds a word of a turn that an earlier fold dropped; told by the words alone."""
    log = Conversation("c", marked(turns))
    read: list[set[int]] = []

    class Forgets:
        name = "forgets"

        def fold(self, request: FoldRequest) -> FoldResult:
            text = request_text(request, True)
            read.append({int(n) for n in re.findall(r"mark(\d+)x", text)})
            return FoldResult("gone")

    replay = drive(mode(log, replace(limits, folds=12), PROMPT, COUNTER), Forgets())
    taken: set[int] = set()
    for now in read:
        assert not now & taken
        taken |= now
    system, gone = set(range(leading_system(turns))), set()
    for fold, now in zip(replay.folds, [*read, *[set()] * len(replay.folds)], strict=False):
        gone |= now
        seen = {int(n) for p in replay.context(fold) for n in re.findall(r"mark(\d+)x", p.text)}
        assert not seen & gone
        assert seen | gone == system | set(range(fold.position)), "what was said is folded or still there"


@pytest.mark.parametrize("mode", [rolling, refold, held])
@given(log=worked(), limits=policies())
def test_no_fold_reads_what_one_before_it_dropped(
    mode: Callable[..., Replaying], log: Conversation, limits: Limits
) -> None:
    never_again(log.turns, limits, mode)


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("mode", [rolling, refold, held])
def test_under_every_policy_and_mode_the_odd_logs_fold_too(name: str, mode: Callable[..., Replaying]) -> None:
    turns = NAMED[name]
    folds = 0
    for limits in EVERY:
        never_again(turns, limits, mode)
        replay = drive(mode(Conversation("c", turns), replace(limits, folds=8), PROMPT, COUNTER, control=True), Full())
        folds += len(replay.folds)
        for fold in replay.folds:
            stop = fold.position - len(fold.kept)
            assert fold.tokens_out <= limits.summary
            assert untorn(turns, stop) or name == "results without a call"
            assert mode is held or sum(turn_tokens(turns[i], COUNTER) for i in fold.kept) <= limits.recent
    assert bool(folds) == (name not in ("nothing", "only a system turn"))


@given(worked(), policies())
def test_what_every_policy_keeps_to(log: Conversation, limits: Limits) -> None:
    compactor = Seen()
    replay = drive(rolling(log, limits, PROMPT, COUNTER), compactor)
    begins, before = leading_system(log.turns), ""
    for fold, request in zip(replay.folds, compactor.requests, strict=True):
        assert sum(turn_tokens(log.turns[i], COUNTER) for i in fold.kept) <= limits.recent
        assert fold.tokens_out <= limits.summary
        calls = {c.id for i in fold.kept for c in log.turns[i].calls}
        assert all(log.turns[i].call_id in calls for i in fold.kept if log.turns[i].role is Role.TOOL)
        assert untorn(log.turns, fold.position - len(fold.kept)), "nor is a call folded whose result is still to come"
        # fold j reads the summary of fold j-1 and the turns since, nothing that fold j-1 dropped
        assert request.previous == before
        assert request.turns == log.turns[begins : fold.position - len(fold.kept)]
        begins, before = fold.position - len(fold.kept), fold.summary


def test_due_says_why() -> None:
    trigger = Trigger(100, soft=50, turns=4, least=10)
    assert trigger.due(101, 5, 1, False) is Cause.TOKENS
    assert trigger.due(100, 60, 1, False) is None
    assert trigger.due(51, 51, 1, True) is Cause.BOUNDARY
    assert trigger.due(50, 50, 1, True) is None
    assert trigger.due(50, 50, 4, True) is Cause.TURNS
    assert trigger.due(50, 10, 9, True) is None


@pytest.mark.parametrize(
    ("language", "line"), [("en", "Next, the other list."), ("ko", "다음으로 다른 목록을 봅시다.")]
)
def test_combined_waits_for_the_end_of_a_task_and_no_longer_than_the_threshold(language: str, line: str) -> None:
    chat = [" a" * 20] * 30
    for i in (8, 16):
        chat[i] = line
    log = grown(conversation(*chat, language=language), COUNTER)
    found = simulate(log, Limits(300, 30, 20, 9, soft=150))
    assert [(f.position, f.cause, f.cuts) for f in found.folds] == [
        (8, Cause.BOUNDARY, False),
        (16, Cause.BOUNDARY, False),
        (28, Cause.TOKENS, True),
    ]
    alone = simulate(log, Limits(150, 30, 20, 9))
    assert Counter(f.cuts for f in alone.folds)[True] >= 1


def test_a_log_without_boundaries_says_nothing_about_cut_tasks() -> None:
    found = simulate(grown(_constant(60, 10), COUNTER), Limits(200, 20, 20, 9))
    assert found.folds
    assert {f.cuts for f in found.folds} == {None}


def test_a_threshold_in_tokens_is_the_window_where_none_is_named() -> None:
    shares = {"recent": 0.1, "summary": 0.2, "folds": 5}
    assert choose_limits(10_000, 0, window=0, threshold=4000, **shares) == Limits(4000, 400, 800, 5)
    assert choose_limits(10_000, 0, window=8000, threshold=4000, soft=0.25, **shares) == Limits(
        4000, 800, 1600, 5, 2000
    )
    assert choose_limits(10_000, 0, window=8000, threshold=0.5, soft=0.9, **shares).soft == 4000


def test_held_folds_once_and_lets_the_rest_stay_raw() -> None:
    log = _constant(60, 10)
    limits = Limits(200, 30, 20, 4)
    asked: list[int] = []

    class Counting(Full):
        def fold(self, request: FoldRequest) -> FoldResult:
            asked.append(request.ordinal)
            return super().fold(request)

    replay = drive(held(log, limits, PROMPT, COUNTER), Counting())
    beside = drive(rolling(log, limits, PROMPT, COUNTER), Full())
    assert asked == [1]
    assert [f.position for f in replay.folds] == [f.position for f in beside.folds]
    assert {f.summary for f in replay.folds} == {beside.folds[0].summary}
    assert replay.folds[0] == beside.folds[0]
    start = replay.folds[0].kept[0]
    assert [f.kept for f in replay.folds] == [tuple(range(start, f.position)) for f in replay.folds]
    assert [replay.age(probe(quote="x", turn=0), f) for f in replay.folds] == [1, 2, 3, 4]
    assert replay.age(probe(quote="x", turn=start), replay.folds[-1]) == 0


def test_held_ends_with_a_failed_fold() -> None:
    class Refusing:
        name = "refusing"

        def fold(self, request: FoldRequest) -> FoldResult:
            return FoldResult("")

    (fold,) = drive(held(_constant(60, 10), Limits(200, 30, 20, 4), PROMPT, COUNTER), Refusing()).folds
    assert fold.failure == "the summary is empty"
