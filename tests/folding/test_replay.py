"""The replay: what a fold may see, when it happens, and how old evidence is."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.folding.compactors import Empty, Extractive, Identity, Window
from harness.folding.context import render, spoken, summary_passages
from harness.folding.prompt import load_prompt
from harness.folding.replay import Limits, Replay, choose_limits, drive, leading_system, refold, rolling
from harness.ports import Compactor
from harness.schema import Conversation, Evidence, FoldRequest, FoldResult, Role
from harness.tokens import TokenCounter, default_counter, turn_tokens
from tests.build import can_fold, conversation, conversations, probe

COUNTER = default_counter()
PROMPT = load_prompt("default", "en")
LIMITS = st.builds(
    Limits, trigger=st.integers(20, 300), recent=st.integers(0, 60), summary=st.integers(5, 80), folds=st.integers(1, 6)
)


@dataclass
class Recording:
    """A compactor that keeps what it was asked and marks its summaries."""

    name: str = "recording"
    seen: list[FoldRequest] = field(default_factory=list)

    def fold(self, request: FoldRequest) -> FoldResult:
        self.seen.append(request)
        return FoldResult(f"S{request.ordinal}")


@given(conversations(), LIMITS)
def test_fold_j_reads_only_the_summary_before_and_the_turns_since(log: Conversation, limits: Limits) -> None:
    compactor = Recording()
    replay = drive(rolling(log, limits, PROMPT, COUNTER), compactor)
    expected = leading_system(log.turns)
    for i, request in enumerate(compactor.seen):
        assert request.previous == ("" if i == 0 else f"S{i}")
        assert [t.index for t in request.turns] == list(range(expected, expected + len(request.turns)))
        expected += len(request.turns)
    assert len(replay.folds) <= limits.folds


@given(conversations(), LIMITS)
def test_a_fold_happens_when_and_only_when_the_context_passes_the_trigger(log: Conversation, limits: Limits) -> None:
    replay = drive(rolling(log, limits, PROMPT, COUNTER), Recording())
    sizes = [turn_tokens(t, COUNTER) for t in log.turns]
    start = last = leading_system(log.turns)
    base, summary = sum(sizes[:start]), 0

    def passing(positions: range) -> list[int]:
        over = (p for p in positions if base + summary + sum(sizes[start:p]) > limits.trigger)
        return [p for p in over if can_fold(log.turns, sizes, start, p, limits.recent)]

    for fold in (
        replay.folds
    ):  # at the first turn since the last fold that passes the trigger and tears no tool call from its result
        assert passing(range(last + 1, fold.position + 1)) == [fold.position]
        start, summary, last = fold.position - len(fold.kept), fold.tokens_out, fold.position
    if len(replay.folds) < limits.folds and not any(f.failure for f in replay.folds):
        assert not passing(range(last + 1, len(sizes) + 1))


@given(conversations(), LIMITS)
def test_no_tool_result_is_kept_without_its_call(log: Conversation, limits: Limits) -> None:
    for fold in drive(rolling(log, limits, PROMPT, COUNTER), Recording()).folds:
        kept = set(fold.kept)
        for i in kept:
            call = log.turns[i].call_id
            if log.turns[i].role is Role.TOOL:
                assert any(c.id == call for j in kept for c in log.turns[j].calls)


@given(conversations(), LIMITS)
def test_the_kept_tail_fits_its_budget(log: Conversation, limits: Limits) -> None:
    for fold in drive(rolling(log, limits, PROMPT, COUNTER), Recording()).folds:
        assert sum(turn_tokens(log.turns[i], COUNTER) for i in fold.kept) <= limits.recent


@given(conversations(), LIMITS)
def test_identity_keeps_every_word_and_role(log: Conversation, limits: Limits) -> None:
    replay = drive(rolling(log, limits, PROMPT, COUNTER, control=True), Identity())
    for fold in replay.folds:
        said = [(t.role, spoken(t).rstrip("\n")) for t in log.turns[: fold.position] if spoken(t).strip()]
        seen = [(p.role, p.text.rstrip("\n")) for p in replay.context(fold) if p.text.strip()]
        assert seen == said


@pytest.mark.parametrize("make", [lambda: Extractive(COUNTER), lambda: Window(COUNTER)])
@given(log=conversations(), limits=LIMITS)
def test_a_summary_stays_within_its_budget_and_invents_nothing(make: object, log: Conversation, limits: Limits) -> None:
    compactor: Compactor = make()  # type: ignore[operator]
    replay = drive(rolling(log, limits, PROMPT, COUNTER), compactor)
    everything = "".join(render(log.turns).split())
    for fold in replay.folds:
        assert fold.tokens_out <= limits.summary
        for line in fold.summary.splitlines():
            kept = line.removeprefix("- ").removeprefix("[t] ")
            assert "".join(kept.split()) in everything


def test_refold_folds_the_same_summary_again() -> None:
    log = conversation(*(f"The limit for part {i} is {i * 7} GB and nothing else." for i in range(12)))
    compactor = Recording()
    replay = drive(refold(log, Limits(100, 0, 50, 4), PROMPT, COUNTER), compactor)
    assert [len(r.turns) for r in compactor.seen] == [12, 0, 0, 0]
    assert [r.previous for r in compactor.seen] == ["", "S1", "S2", "S3"]
    assert [replay.age(probe(quote="x", turn=3), f) for f in replay.folds] == [1, 2, 3, 4]


def test_a_failed_fold_ends_the_chain_and_is_named(counter: TokenCounter) -> None:
    log = conversation(*["a long enough sentence about the deployment plan"] * 20)
    for compactor, why in ((Empty(), "empty"), (Identity(), None)):
        replay = drive(rolling(log, Limits(60, 0, 30, 3), PROMPT, counter), compactor)
        if why:
            assert len(replay.folds) == 1
            assert why in str(replay.folds[0].failure)

    class Refusing:
        name = "refusing"

        def fold(self, request: FoldRequest) -> FoldResult:
            return FoldResult("I'm sorry, but I can't help with that.")

    assert (
        drive(rolling(log, Limits(60, 0, 30, 3), PROMPT, counter), Refusing()).folds[0].failure
        == "the summary is an error text"
    )


# ------------------------------------------------------------------------------------------------------------ ages


def _replay(counter: TokenCounter, folds: int = 4) -> Replay:
    log = conversation(*["one two three four five six seven eight nine ten"] * 40)
    return drive(rolling(log, Limits(120, 30, 20, folds), PROMPT, counter), Recording())


def test_age_counts_the_folds_the_oldest_piece_has_been_through(counter: TokenCounter) -> None:
    replay = _replay(counter)
    first, last = replay.folds[0], replay.folds[-1]
    late = last.kept[0]
    assert replay.age(probe(quote="x", turn=0), first) == 1
    assert replay.age(probe(quote="x", turn=0), last) == 4
    assert replay.age(probe(quote="x", turn=late), last) == 0
    both = probe(evidence=(Evidence(0, "x", 0), Evidence(late, "x", 1)))
    assert replay.age(both, last) == 4


def test_a_restated_piece_is_young_again(counter: TokenCounter) -> None:
    replay = _replay(counter)
    last = replay.folds[-1]
    restated = probe(evidence=(Evidence(0, "x", 0), Evidence(last.kept[0], "x", 0)))
    assert replay.age(restated, last) == 0
    assert replay.age(restated, replay.folds[0]) == 1  # not yet restated by then


def test_what_was_not_said_yet_has_no_age(counter: TokenCounter) -> None:
    replay = _replay(counter)
    assert replay.age(probe(quote="x", turn=39), replay.folds[0]) is None
    assert replay.age(probe(), replay.folds[0]) is None


@given(st.integers(200, 20_000), st.integers(0, 100), st.integers(1, 8))
def test_the_chosen_window_gives_about_the_wanted_folds(total: int, system: int, folds: int) -> None:
    limits = choose_limits(total, system, window=0, threshold=0.8, recent=0.1, summary=0.15, folds=folds)
    per_fold = limits.trigger - system - limits.summary - limits.recent
    assert per_fold > 0
    assert folds - 1 <= total / per_fold <= folds + 1 or limits.trigger < 100


@given(st.text(st.characters(codec="utf-8"), max_size=80))
def test_a_log_line_that_looks_like_a_header_stays_text(text: str) -> None:
    said = [f"[user -] {text}", "[tool rm] all\n[assistant -] no"]
    log = conversation(*said)
    if "\u200b" not in text:  # the mark that keeps a look-alike from being a header
        read = [p.text for p in summary_passages(render(log.turns))]
        assert read == [s.rstrip("\n") for s in said]


def test_phantom_keeps_what_its_coin_keeps(counter: TokenCounter) -> None:
    from harness.folding.compactors import Phantom

    log = conversation(*(f"fact number {i} is here" for i in range(30)))
    probes = [probe(id=f"p{i}", category="time", quote=f"fact number {i} is here", turn=i) for i in range(30)]
    kept = [
        drive(refold(log, Limits(50, 0, 500, 1), PROMPT, counter), Phantom(probes, {"time": 0.5}, seed))
        .folds[0]
        .summary.count("fact")
        for seed in range(200)
    ]
    assert 14 < sum(kept) / len(kept) < 16
    assert (
        drive(refold(log, Limits(50, 0, 500, 1), PROMPT, counter), Phantom(probes, {"time": 1.0}))
        .folds[0]
        .summary.count("fact")
        == 30
    )
