"""``afterfold decay``: columns by option, one clear sentence for bad tables, and the published facts on real data."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner, Result

from harness.cli import cli

REAL = Path("/work/shared/data/lost_in_compaction/outcomes_strict.csv")


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(cli, ["decay", *map(str, args)])


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    rows = [
        {"log": f"c{c}", "folds": k, "known": int(k <= alive), "kind": kind}
        for kind, r in (("a", 0.9), ("b", 0.5))
        for c in range(12)
        for alive in rng.geometric(1 - r, 10) - 1
        for k in range(1, 6)
    ]
    path = tmp_path / "t.csv"
    pd.DataFrame(rows).to_csv(path, index=False)
    return path


COLUMNS = ("--age", "folds", "--kept", "known", "--cluster", "log")


def test_columns_by_option(table: Path) -> None:
    found = json.loads(run(table, *COLUMNS, "--by", "kind", "--json").output)
    assert [g["group"] for g in found] == ["a", "b"]
    rates = [next(f["r"] for f in g["fits"] if f["name"] == "power") for g in found]
    assert rates == pytest.approx([0.9, 0.5], abs=0.05)
    assert "r^k holds" in run(table, *COLUMNS).output or "S0·r^k holds" in run(table, *COLUMNS).output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("k,retained\n1,1\n", "no column 'conversation'"),
        ("k,retained,conversation\n1,1,a\n-1,1,a\n", ":3: k is '-1'"),
        ("k,retained,conversation\n1,1,a\n1.5,1,a\n", ":3: k is '1.5'"),
        ("k,retained,conversation\n1,maybe,a\n", ":2: retained is 'maybe'"),
        ("k,retained,conversation\n1,,a\n", ":2: retained is ''"),
        ("k,retained,conversation\n", "no rows"),
        ("", "not a CSV table"),
        ("k,retained,conversation\n0,1,a\n", "no row with k from 1"),
    ],
)
def test_a_bad_table_gets_one_sentence(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    done = run(path)
    assert done.exit_code == 2
    assert message in done.output
    assert "Traceback" not in done.output


def test_a_missing_table(tmp_path: Path) -> None:
    done = run(tmp_path / "none.csv")
    assert (done.exit_code, "cannot be read" in done.output) == (2, True)


def test_too_little_is_said_to_be_too_little(tmp_path: Path) -> None:
    path = tmp_path / "small.csv"
    path.write_text("k,retained,conversation\n1,1,a\n2,0,b\n", encoding="utf-8")
    assert "too few cases to say" in run(path).output


@pytest.mark.skipif(not REAL.exists(), reason="the real chains (lost_in_compaction) are not on this machine")
def test_the_published_facts_on_real_chains_of_folds() -> None:
    options = ("--kept", "accurate", "--cluster", "fact", "--by", "strat", "--json", "--from", "0", "--to")
    for group in json.loads(run(REAL, *options, "5").output):
        holds = {f["name"]: f["holds"] for f in group["fits"]}
        assert not holds["power"]
        assert holds["scaled"]
    for group in json.loads(run(REAL, *options, "88").output):
        assert group["fits"][0]["name"] == "scaled_floor"
        assert 0 < group["fits"][0]["floor"] < 0.1
