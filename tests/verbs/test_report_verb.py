"""``afterfold report``: formats, tables, plots; and the types that die without being asked for."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner, Result

import harness
from harness.categories import builtin
from harness.cli import cli
from harness.verbs.unasked import unasked
from tests.reporting.synthetic import Words, judged, small, stored

PROMPT = "# Summarise\n\n## Preserve\n- All times and dates\n- Constraints\n"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    prompts = {"en": {"name": "mine", "digest": "ab" * 32, "text": PROMPT}}
    return stored(small(conversations=24, prompts=prompts), tmp_path_factory.mktemp("runs"))


def report(run: Path, *args: str | Path) -> Result:
    return CliRunner().invoke(cli, ["report", str(run), *map(str, args)])


def test_markdown_and_json_go_to_standard_output(run: Path) -> None:
    text = report(run, "--format", "markdown", "--lang", "ko").output
    assert "| 유형 |" in text
    assert "수량: 사라지는데 요구하는 줄이 없음" in text
    data = json.loads(report(run, "--format", "json").output)
    assert data["overall"]["eligible"] == 96
    assert not (run / "report.html").exists()


def test_the_tables_are_those_of_the_notebook(run: Path, tmp_path: Path) -> None:
    done = report(run, "--format", "csv", "-o", tmp_path / "t")
    assert done.output.splitlines() == [str(tmp_path / "t" / f"{n}.csv") for n in ("decay", "outcomes")]
    loaded = harness.load_run(run)
    for name, frame in (("decay", loaded.decay()), ("outcomes", loaded.outcomes())):
        read = pd.read_csv(tmp_path / "t" / f"{name}.csv")
        assert list(read.columns) == list(frame.columns)
        assert len(read) == len(frame)


def test_parquet_needs_its_writer(run: Path, tmp_path: Path) -> None:
    done = report(run, "--format", "parquet", "-o", tmp_path)
    if importlib.util.find_spec("pyarrow"):
        assert len(pd.read_parquet(tmp_path / "decay.parquet")) == len(harness.load_run(run).decay())
    else:
        assert done.exit_code == 2
        assert "pip install 'afterfold[parquet]'" in done.output


def test_lone_surrogates_of_a_log_reach_no_file_as_they_are(tmp_path: Path) -> None:
    run = stored(small(Words(answer="\ud800lone", question="no\udfff")), tmp_path)
    forms = ["csv", *(["parquet"] if importlib.util.find_spec("pyarrow") else [])]
    for form in forms:
        assert report(run, "--format", form, "-o", tmp_path / form).exit_code == 0
        assert b"\\ud800lone" in (tmp_path / form / f"outcomes.{form}").read_bytes()
    assert harness.load_run(run).outcomes()["question"].str.contains("\udfff").any()


def test_the_plots_are_written_as_files(run: Path, tmp_path: Path) -> None:
    done = report(run, "--format", "json", "-o", tmp_path / "v.json", "--plots", tmp_path / "plots")
    assert done.exit_code == 0, done.output
    names = {p.name for p in (tmp_path / "plots").iterdir()}
    assert names == {f"{n}.{end}" for n in ("time", "quantity", "constraint", "all") for end in ("svg", "png")}


def test_open_starts_a_browser(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("click.launch", lambda url: opened.append(url) or 0)
    page = tmp_path / "report.html"
    assert report(run, "--open", "-o", page).exit_code == 0
    assert opened == [page.as_uri()]
    assert {p.name for p in tmp_path.iterdir()} == {"report.html", "time.html", "quantity.html", "constraint.html"}
    assert "quantity dies and no line asks for it" in page.read_text("utf-8")
    assert "quantity dies and no line asks for it" in (tmp_path / "quantity.html").read_text("utf-8")
    assert "no line asks for it" not in (tmp_path / "time.html").read_text("utf-8")
    refused = report(run, "--open", "--format", "json", "-o", tmp_path / "v.json")
    assert refused.exit_code == 2


def test_the_console_says_what_dies_unasked(run: Path, tmp_path: Path) -> None:
    done = report(run, "-o", tmp_path / "report.html")
    assert "Fold prompt “mine”: quantity dies and no line asks for it." in done.output


@pytest.mark.parametrize(
    ("info", "said"),
    [
        ({}, True),
        ({"compactor": "window"}, False),
        ({"recorded": True}, False),
        ({"compactor": "recorded", "settings": {"recordings": "folds/bare", "prompt": "default"}}, False),
        ({"compactor": "recorded", "settings": {"recordings": "folds/mine", "prompt": "mine"}}, True),
    ],
)
def test_only_folds_made_under_the_prompt_are_its_fault(info: dict[str, object], said: bool) -> None:
    found = small(conversations=24, prompts={"en": {"name": "mine", "text": PROMPT}})
    run = type(found)(found.path, {**found.info, **info}, *list(vars(found).values())[2:])
    names = list(unasked(run, judged(run), builtin(), 0.8))
    assert names == (["quantity"] if said else [])
