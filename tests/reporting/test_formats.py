"""Markdown, tables for notebooks, the cost of a run, and plots as files."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from harness.categories import builtin
from harness.reporting.environment import environment, unbroken
from harness.reporting.fine import cost_of
from harness.reporting.fold_texts import ConversationFolds, conversation_folds
from harness.reporting.frames import DECAY, OUTCOMES, LoadedRun
from harness.reporting.markdown import markdown, plain
from harness.reporting.plots import decay_plot, plot_files
from harness.reporting.strings import LANGUAGES, Strings
from harness.reporting.timeline import timeline
from harness.settings import Settings
from tests.reporting.synthetic import judged, make, small
from tests.reporting.test_parts import _golden

ROOT = Path(__file__).resolve().parents[2]
ROLE = {"calls": 12, "failures": 1, "cost": 0.25, "input": 3000, "output": 90, "cache_read": 0, "cache_write": 800}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verdict_as_markdown(language: str) -> None:
    run = small()
    text = markdown(judged(run, min_probes=4), builtin(), language, ["Read this first."], ["`time` dies"])
    _golden(f"report.{language}.md", text)
    assert len({line.count("|") - line.count("\\|") for line in text.splitlines() if line.startswith("|")}) == 1


@pytest.mark.parametrize("text", ["a|b", "<script>", "@all", "[x](javascript:y)", "*b*", "a\n# b", "`x`", "\x1b[31m"])
def test_nothing_in_markdown_is_markup(text: str) -> None:
    made = plain(text)
    assert "\n" not in made
    assert "<" not in made
    assert "\x1b" not in made
    assert not re.search(r"(?<!\\)[`*_\[\]|@#]", made)


def _loaded(run: object = None) -> LoadedRun:
    return LoadedRun(run or small(), Settings(min_probes=3, min_conversations=2), builtin())  # type: ignore[arg-type]


def test_the_decay_table_says_what_the_analysis_says() -> None:
    loaded = _loaded()
    frame = loaded.decay()
    assert list(frame.columns) == list(DECAY)
    for r in (*loaded.analysis.categories, loaded.analysis.overall):
        mine = frame[frame["category"].eq(r.name)].set_index("age")
        assert set(mine.index) == set(r.decay.retention)
        for age, share in r.decay.retention.items():
            assert mine.loc[age, "retention"] == share.value
            assert mine.loc[age, "n"] == share.n
    assert frame["category"].iloc[-1] == "all"


def test_the_outcome_table_has_a_row_per_answer() -> None:
    run = small(failed=True)
    frame = _loaded(run).outcomes()
    assert list(frame.columns) == list(OUTCOMES)
    assert len(frame) == len(run.outcomes)
    assert frame["retained"].isna().equals(frame["outcome"].eq("invalid"))
    kept = frame[frame["retained"].eq(True).fillna(False)]
    assert set(kept["outcome"]) == {"retained"}
    assert set(frame[frame["eligible"]]["category"]) == {"time", "quantity", "constraint"}
    assert not frame[frame["category"].eq("absent")]["eligible"].any()
    assert frame["question"].notna().all()


def test_the_tables_of_an_empty_run_have_their_columns() -> None:
    loaded = _loaded(make([], [], {}))
    assert list(loaded.decay().columns) == list(DECAY)
    assert list(loaded.outcomes().columns) == list(OUTCOMES)


def test_every_column_is_documented() -> None:
    page = (ROOT / "docs/report.md").read_text("utf-8")
    for columns in (DECAY, OUTCOMES):
        for name, meaning in columns.items():
            assert f"| `{name}` | {meaning} |" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cost_of_a_run(language: str) -> None:
    t = Strings(language)
    nothing = cost_of(small(), t)
    assert not nothing.rows
    assert nothing.sentences[0] == t("cost.nothing")
    used = {"cost": 0.25, "unpriced": ["own-model"], "roles": {"answerer": ROLE}}
    modelled = cost_of(small(models={"used": used, "paid": {"cost": 0.1}}), t)
    assert "$0.2500" in modelled.sentences[0]
    assert "$0.1000" in modelled.sentences[1]
    assert "own-model" in modelled.sentences[2]
    (row,) = modelled.rows
    assert (row.role, row.counts, row.cost) == ("answerer", ("12", "1", "3,000", "800", "0", "90"), "$0.2500")


def _folds() -> ConversationFolds:
    return conversation_folds(small(conversations=1, failed=True), ())[0]


def test_the_timeline_has_a_mark_where_each_fold_was() -> None:
    svg = timeline(_folds(), Strings("en"))
    assert svg.count('class="fired"') == 3
    assert svg.count('class="failed"') == 1
    assert "fold 2 after turn 20, 400 to 60 tokens" in svg
    places = [float(x) for x in re.findall(r'class="fired" d="M([\d.]+)', svg)]
    assert places == sorted(places)
    assert 0 <= places[0] < places[-1] <= 320


def test_no_timeline_without_folds() -> None:
    assert timeline(replace(_folds(), folds=()), Strings("en")) == ""


def test_the_plot_of_a_type_as_files() -> None:
    analysis = judged(small())
    svg, png = plot_files(analysis.categories[0], title="시각", minimum=analysis.minimum, language="ko")
    assert png.startswith(b"\x89PNG")
    assert "#0b1ca" not in svg
    assert "var(" not in svg
    assert "시각" in svg
    again = plot_files(analysis.categories[0], title="시각", minimum=analysis.minimum, language="ko")
    assert again == (svg, png)


def test_the_drawing_of_a_type_stays_as_it_is() -> None:
    analysis = judged(small())
    svg = decay_plot(analysis.categories[0], title="time", minimum=analysis.minimum, language="en", ages=3)
    _golden("plot.svg", svg)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("After 4 folds 57 % [46, 67] of it", "After 4 folds 57~% [46,~67] of it"),
        ("+0.12 [-0.01, +0.24]", "+0.12 [-0.01,~+0.24]"),
        ("probes: 23, conversations: 12", "probes: 23, conversations: 12"),
        ("접은 뒤 [.45, .81] 1, 2", "접은 뒤 [.45,~.81] 1, 2"),
    ],
)
def test_no_line_ends_inside_an_interval(text: str, shown: str) -> None:
    assert unbroken(text) == shown.replace("~", "\u00a0")


def test_templates_are_compiled_once() -> None:
    assert environment(Strings("en")) is environment(Strings("en"))
