"""`afterfold plan` and `afterfold prompt check`: tables, plot, and what goes wrong."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.categories import builtin
from harness.cli import cli
from harness.errors import UsageError
from harness.folding.replay import Limits
from harness.folding.simulate import grown, simulate
from harness.policies import SWEEP, checked, planned, policies
from harness.prices import load_prices
from harness.reporting.plans import PlanRow, plan_table, write_plan_plot
from harness.schema import Conversation
from harness.settings import Settings
from harness.tokens import TokenCounter
from harness.verbs.policies import check_prompt, plan_policies
from tests.build import conversation

CHAT = ["Next, part two of the plan please." if i % 12 == 0 else " a" * 30 for i in range(200)]
LOG = conversation(*CHAT)


def rows(table: str) -> list[list[str]]:
    """The cells of a printed table."""
    lines = table.split("\n\n")[0].splitlines()[2:]
    return [re.split(r"\s{2,}", line.strip()) for line in lines]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_table_sweeps_thresholds_and_says_what_it_assumes(tmp_path: Path, language: str) -> None:
    chosen = Settings.model_validate({"window": 2000, "turns": 10})
    text = planned([LOG], chosen, tmp_path / "p.svg", language)
    found = rows(text)
    assert [r[1] for r in found] == [f"{s:.0%}" for s in SWEEP] * 2 + ["–", "–"]
    assert len({r[0] for r in found}) == 4
    assert "1,600" in text
    assert str(tmp_path / "p.svg") in text
    folds = [int(r[2]) for r in found[:10]]
    assert folds == sorted(folds, reverse=True)
    assert folds[0] > folds[-1] > 0
    assert found[9][2:] == found[19][2:]  # combined from 95 % on is tokens at 95 %
    assert int(found[10][9].rstrip("%")) < int(found[0][9].rstrip("%")), "waiting for the end of a task cuts fewer"


def test_a_row_is_what_the_simulation_says(counter: TokenCounter, tmp_path: Path) -> None:
    chosen = Settings.model_validate({"window": 2000, "prompt": "bare"})
    found = simulate(grown(LOG, counter), Limits(1000, 200, 400, 5))
    row = rows(planned([LOG], chosen, tmp_path / "p.svg", "en"))[0]
    cost = load_prices().named(chosen.price)
    prompt = counter.count("Summarise this conversation.\n")
    folds = sum(cost.cost(fresh=prompt + f.read, produced=f.summary) for f in found.folds)
    calls = cost.cost(written=found.cache_written, read=found.cache_read, produced=found.spoken)
    assert row[2:9] == [
        str(len(found.folds)),
        f"{sum(f.fits for f in found.folds) / len(found.folds):.1f}",
        f"{sum(found.expected(f) for f in found.folds) / len(found.folds):.1f}",
        f"{sum(f.folded for f in found.folds):,}",
        f"{sum(f.invalidated for f in found.folds):,}",
        f"{sum(f.rewritten for f in found.folds):,}",
        str(len(found.folds)),
    ]
    assert row[10:] == [f"{calls + folds:.2f}", f"{folds:.2f}"]


def test_logs_add_up_and_each_gets_its_window(tmp_path: Path) -> None:
    chosen = Settings.model_validate({"folds": 4})
    one = rows(planned([LOG], chosen, tmp_path / "p.svg", "en"))
    two = rows(planned([LOG, replace(LOG, id="d")], chosen, tmp_path / "p.svg", "en"))
    assert [2 * int(r[2].replace(",", "")) for r in one] == [int(r[2].replace(",", "")) for r in two]


def test_what_cannot_be_said_is_said(tmp_path: Path) -> None:
    plain: Conversation = conversation(*[" a" * 30] * 60)
    text = planned([plain], Settings.model_validate({"window": 1000}), tmp_path / "p.svg", "en")
    assert "No task boundary was found" in text
    assert {r[9] for r in rows(text)} == {"–"}
    none = planned([plain], Settings.model_validate({"window": 10**6, "turns": 900}), tmp_path / "p.svg", "en")
    assert "Nothing is folded under any of these policies" in none


def test_the_policies_keep_to_their_order() -> None:
    found = list(policies(Settings()))
    assert [p.name for p in found] == ["tokens"] * 10 + ["combined"] * 10 + ["turns", "boundary"]
    assert all(p.soft is not None and p.soft <= p.hard for p in found[10:20])


# ----------------------------------------------------------------------------------------------------------- plot

ROW = PlanRow("tokens", 0.5, "", 3, 4.0, 4.0, 10, 10, 10, None, 0.5, 0.1)


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_a_plot_is_the_same_twice(tmp_path: Path, suffix: str) -> None:
    some = [ROW, replace(ROW, share=0.6, cut=0.5), replace(ROW, policy="boundary", share=None, cut=0.1)]
    for name in "ab":
        write_plan_plot(some, "USD", "ko", tmp_path / f"{name}{suffix}")
    first, second = ((tmp_path / f"{n}{suffix}").read_bytes() for n in "ab")
    assert first == second
    assert first.startswith(b"<?xml" if suffix == ".svg" else b"\x89PNG")
    if suffix == ".svg":
        assert "작업 경계".encode() in first


@pytest.mark.parametrize(("name", "message"), [("p.pdf", "written as .svg or .png"), ("no/p.svg", "does not exist")])
def test_a_plot_that_cannot_be_written_is_told_first(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        plan_policies([tmp_path / "none"], Settings(), None, tmp_path / name, "en", lambda _: None)


def test_an_empty_table_is_still_a_table() -> None:
    empty = replace(ROW, folds=0, fits=None, expected=None)
    assert rows(plan_table([empty], "USD", "en"))[0][2:5] == ["0", "–", "–"]


# --------------------------------------------------------------------------------------------------------- prompts


def test_a_prompt_file_is_checked_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "x.en.md").write_text("## Preserve\n- dates\n", encoding="utf-8")
    (tmp_path / "x.ko.md").write_text("결정을 모두 남기세요.\n", encoding="utf-8")
    english = checked(str(tmp_path / "x.en.md"), builtin(), "ko")
    korean = checked(str(tmp_path / "x.ko.md"), builtin(), "en")
    assert re.search(r"시각·날짜 +2 +dates", english)
    assert re.search(r"decision +1\* +결정을 모두 남기세요\.", korean)
    assert "1 of 16 types are asked for." in korean
    assert "no line asks for it" in korean
    assert "running text" in korean


def test_a_prompt_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no fold prompt of this name"):
        check_prompt(str(tmp_path / "none.md"), Settings(), "en")


# ------------------------------------------------------------------------------------------------ the program itself


def test_plan_and_prompt_check_as_a_user_runs_them(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    log = str(root / "datasets/tuning/ko-event.jsonl")
    done = CliRunner().invoke(cli, ["plan", log, "--lang", "ko", "--plot", "p.png"])
    assert done.exit_code == 0, done.output
    assert "접기 정책" in done.stdout
    assert (tmp_path / "p.png").stat().st_size > 1000
    wrong = CliRunner().invoke(cli, ["plan", log, "--price", "gold"])
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "no price for 'gold'; there are claude-" in wrong.stderr
    told = CliRunner().invoke(cli, ["prompt", "check", "plain-keep"])
    assert told.exit_code == 0
    assert "0 of 16 types are asked for." in told.stdout
