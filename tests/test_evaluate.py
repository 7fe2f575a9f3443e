"""The whole loop: controls, determinism, what is asked when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harness.analysis import Analysis, analyse
from harness.answering.reader import EmbeddedAnswerer
from harness.asking import holds
from harness.categories import builtin
from harness.errors import SettingsError, UsageError
from harness.evaluate import Parts, Plan, evaluate, recorded
from harness.folding.compactors import Empty, Extractive, Identity
from harness.folding.prompt import load_prompt
from harness.logs import read_paths
from harness.ports import Compactor
from harness.reporting.notes import notes
from harness.reporting.strings import Strings
from harness.runs import assign_probes, read_probes, read_run
from harness.schema import FoldRequest, FoldResult, RecordedFold
from harness.settings import Settings
from harness.synth import write
from harness.tokens import TokenCounter, default_counter
from tests.build import conversation, probe

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    folder = tmp_path_factory.mktemp("synth")
    for seed, language in enumerate(["en", "ko", "en", "ko"]):
        write(seed, 160, language, folder)
    logs = list(read_paths([folder / "logs"]))
    return Plan(logs, assign_probes(read_probes(folder / "probes", builtin()), logs), "synth")


def parts(compactor: Compactor, counter: TokenCounter) -> Parts:
    return Parts(compactor, EmbeddedAnswerer(), counter, {x: load_prompt("default", x) for x in ("en", "ko")})


def run(plan: Plan, compactor: Compactor, folder: Path, mode: str = "rolling") -> Path:
    settings = Settings.model_validate({"runs": str(folder), "folds": 4, "mode": mode, "recent": 0.05})
    return evaluate(plan, parts(compactor, default_counter()), settings, NOW)


def analysed(path: Path) -> Analysis:
    return analyse(read_run(path).outcomes, builtin(), target=0.8, min_probes=5, min_conversations=2)


@pytest.mark.parametrize("mode", ["rolling", "refold"])
def test_identity_retains_every_eligible_probe_at_every_age(plan: Plan, tmp_path: Path, mode: str) -> None:
    result = analysed(run(plan, Identity(), tmp_path, mode))
    assert result.eligibility.eligible > 60
    for category in (*result.categories, result.overall):
        assert all(s.value == 1.0 for s in category.decay.retention.values()), category.name
    assert max(result.overall.decay.retention) >= 3


@pytest.mark.parametrize("mode", ["rolling", "refold"])
def test_empty_retains_nothing_that_was_folded(plan: Plan, tmp_path: Path, mode: str) -> None:
    path = run(plan, Empty(), tmp_path, mode)
    for category in analysed(path).categories:
        assert all(s.value == 0.0 for k, s in category.decay.retention.items() if k >= 1), category.name
    assert not any(f.failure for folds in read_run(path).folds.values() for f in folds)


def test_the_same_command_writes_the_same_bytes(plan: Plan, tmp_path: Path) -> None:
    first, second = (run(plan, Extractive(default_counter()), tmp_path / name) for name in "ab")
    names = sorted(p.name for p in first.iterdir())
    assert names == sorted(p.name for p in second.iterdir())
    for name in names:
        a, b = (first / name).read_bytes(), (second / name).read_bytes()
        assert a.replace(str(tmp_path / "a").encode(), b"") == b.replace(str(tmp_path / "b").encode(), b""), name


def test_a_failed_fold_is_invalid_and_never_a_low_score(plan: Plan, tmp_path: Path) -> None:
    @dataclass(frozen=True)
    class Flaky:
        name: str = "flaky"

        def fold(self, request: FoldRequest) -> FoldResult:
            return FoldResult("", failure="timeout") if request.ordinal == 2 else Identity().fold(request)

    result = read_run(run(plan, Flaky(), tmp_path)).outcomes
    second = result[(result["arm"] == "folded") & (result["fold"] == 2)]
    assert set(second["outcome"]) == {"invalid"}
    assert "timeout" in second["why"].iloc[0]


@dataclass(frozen=True)
class _Varying:
    """Keeps all or nothing, by the chain."""

    varies: bool
    name: str = "varying"

    def fold(self, request: FoldRequest) -> FoldResult:
        return FoldResult("(nothing)") if request.chain else Identity().fold(request)


def test_a_compactor_that_varies_is_folded_once_a_chain(plan: Plan, tmp_path: Path) -> None:
    settings = Settings.model_validate({"runs": str(tmp_path), "folds": 3, "chains": 2})
    some = replace(plan, conversations=plan.conversations[:2])
    read = read_run(evaluate(some, parts(_Varying(True), default_counter()), settings, NOW))
    folded = read.outcomes[(read.outcomes["arm"] == "folded") & (read.outcomes["age"] >= 1)]
    kept = folded.assign(kept=folded["outcome"] == "retained").groupby("chain")["kept"].mean()
    assert list(kept.index) == [0, 1]
    assert kept[0] > 0.5
    assert kept[1] == 0
    assert {f.chain for folds in read.folds.values() for f in folds} == {0, 1}
    assert set(read.outcomes[read.outcomes["arm"] == "none"]["chain"]) == {0}
    assert len(read.conversations) == 2
    once = read_run(evaluate(some, parts(_Varying(False), default_counter()), settings, NOW))
    assert set(once.outcomes["chain"]) == {0}


def test_held_asks_what_one_fold_keeps_as_time_goes_on(plan: Plan, tmp_path: Path) -> None:
    read = read_run(run(plan, Extractive(default_counter()), tmp_path, "held"))
    for folds in read.folds.values():
        assert len({f.summary for f in folds}) == 1
        assert [f.folded > 0 for f in folds] == [True] + [False] * (len(folds) - 1)
    assert read.outcomes["age"].max() >= 3
    assert any("only the first fold was made" in note for note in notes(read, Strings("en")))


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ({"trigger": "turns", "turns": 5000}, "after more turns"),
        ({"trigger": "combined", "soft": 0.99}, "soft threshold"),
    ],
)
def test_a_policy_that_never_falls_due_says_why(
    plan: Plan, tmp_path: Path, flags: dict[str, str | float], message: str
) -> None:
    settings = Settings.model_validate({"runs": str(tmp_path), "window": 1_000_000, **flags})
    with pytest.raises(UsageError, match=message):
        evaluate(plan, parts(Identity(), default_counter()), settings, NOW)


def test_a_probe_is_asked_only_while_it_holds() -> None:
    p = probe(quote="x", turn=4, until=9)
    assert [holds(p, position) for position in (4, 5, 9, 10)] == [False, True, True, False]


def test_recorded_folds_become_a_replay(counter: TokenCounter) -> None:
    log = conversation(*[f"turn {i} says something" for i in range(10)])
    log = type(log)(
        log.id,
        log.turns,
        folds=(RecordedFold(1, 6, "what was", (4, 5)), RecordedFold(2, 9, "", (8,), problem="empty summary")),
    )
    replay = recorded(log, counter)
    assert [p.text for p in replay.context(replay.folds[0])] == [
        "what was",
        "turn 4 says something",
        "turn 5 says something",
    ]
    assert [replay.age(probe(quote="x", turn=t), replay.folds[0]) for t in (0, 3, 4, 5)] == [1, 1, 0, 0]
    assert [replay.age(probe(quote="x", turn=t), replay.folds[1]) for t in (0, 4, 7, 8)] == [2, 1, 1, 0]
    assert replay.folds[1].failure == "empty summary"


def test_a_policy_under_which_nothing_is_folded_is_told_before_anything_is_asked(plan: Plan, tmp_path: Path) -> None:
    settings = Settings.model_validate({"runs": str(tmp_path), "window": 1_000_000})
    with pytest.raises(UsageError, match="Nothing would be folded: the longest of 4 conversations has"):
        evaluate(plan, parts(Identity(), default_counter()), settings, NOW)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("flags", [{"window": 10}, {"summary": 0.9}, {"threshold": 0.1}])
def test_a_policy_that_folds_at_every_turn_is_refused(plan: Plan, tmp_path: Path, flags: dict[str, float]) -> None:
    settings = Settings.model_validate({"runs": str(tmp_path), **flags})
    with pytest.raises(SettingsError, match="folding starts at"):
        evaluate(plan, parts(Identity(), default_counter()), settings, NOW)
