"""Console, JSON, plots, strings and marks."""

from __future__ import annotations

import json
import os
import re
import warnings
from html import unescape
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import wcswidth

from harness.categories import builtin
from harness.reporting import console
from harness.reporting.history import histories
from harness.reporting.marks import Searchable, marked
from harness.reporting.plots import decay_plot
from harness.reporting.strings import LANGUAGES, Strings, table
from harness.reporting.text import visible
from harness.reporting.verdict import to_json
from harness.schema import Evidence, Kind, Probe
from tests.reporting.synthetic import judged, make, row, small, without

GOLDEN = Path(__file__).parent / "golden"


def _golden(name: str, text: str) -> None:
    """Compare with a file; UPDATE_GOLDEN=1 writes it anew, to be looked at in the diff."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_console_table(language: str) -> None:
    run = small()
    _golden(f"console.{language}.txt", console.table(judged(run, min_probes=4), builtin(), language) + "\n")


def test_the_json() -> None:
    run = small()
    _golden("verdict.json", json.dumps(to_json(run, judged(run)), ensure_ascii=False, indent=1) + "\n")


def test_the_json_is_plain_and_says_how_many() -> None:
    run = small(failed=True)
    data = to_json(run, judged(run))
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    cells = data["overall"]["retention"].values()
    assert all({"value", "low", "high", "n", "conversations", "enough"} == set(c) for c in cells)
    assert "created" not in json.dumps(data)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ages", [1, 3, 4, 9, 40])
def test_the_table_stays_narrow_and_keeps_the_last_age(language: str, ages: int) -> None:
    rows = []
    for c in "abc":
        for category in ("decision_reason", "tool_fact"):
            key = f"{c}-{category}"
            rows += [
                row(c, key, category, "full", 0, None, "retained"),
                row(c, key, category, "none", 0, None, "missing"),
            ]
            rows += [
                row(c, key, category, "folded", k, k, "retained" if k < 3 else "missing") for k in range(1, ages + 1)
            ]
    run = make(rows, [], {})
    text = console.table(judged(run), builtin(), language)
    head, *lines = text.split("\n\n")[0].splitlines()
    assert max(wcswidth(line) for line in (head, *lines)) <= console.WIDTH
    assert re.search(rf"\bS_{ages}\b", head)
    assert re.search(r"\bS_1\b", head)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_where_there_is_nothing_to_say(language: str) -> None:
    empty = make([], [], {})
    assert console.table(judged(empty), builtin(), language).splitlines()[0] == Strings(language)("head.no_probes")
    run = small()
    none = without(run, outcomes=run.outcomes.query("arm != 'folded'"))
    assert console.sentences(judged(none), builtin(), language)[0] == Strings(language)("head.no_folds")
    wrong = without(run, outcomes=run.outcomes.assign(outcome="missing"))
    assert console.sentences(judged(wrong), builtin(), language)[0] == Strings(language)(
        "head.no_eligible", positive=15
    )


def test_escape_sequences_do_not_reach_the_terminal() -> None:
    run = small()
    run = without(run, outcomes=run.outcomes.assign(category=run.outcomes["category"].replace("time", "\x1b[31mred")))
    known = {**builtin(), "\x1b[31mred": builtin()["time"]}
    analysis = judged(run)
    assert "\x1b" not in console.table(analysis, {k: v for k, v in known.items() if k != "time"})
    assert "\x1b" not in console.table(analysis, {})


# --------------------------------------------------------------------------------------------------------- strings


def test_every_string_is_there_in_both_languages_with_the_same_placeholders() -> None:
    for section, names in table().items():
        for name, texts in names.items():
            assert set(texts) == set(LANGUAGES), f"{section}.{name}"
            assert all(texts.values()), f"{section}.{name}"
            holes = [sorted(re.findall(r"\{(?!fold_word)\w+\}", texts[language])) for language in LANGUAGES]
            assert holes[0] == holes[1], f"{section}.{name}"


def test_korean_is_korean() -> None:
    same = {f"{s}.{n}" for s, names in table().items() for n, x in names.items() if not re.search("[가-힣]", x["ko"])}
    assert same <= {
        "type.rate",
        "type.predicted",
        "plot.described",
        "promote.share",
        "plot.point",
        "fine.version",
        "fine.digest",
        "fine.skipped_one",
    }


def test_every_key_that_code_and_templates_use_is_there() -> None:
    room = Path(console.__file__).parent
    used = set()
    for path in [*room.glob("*.py"), *room.glob("templates/*.j2")]:
        used |= set(re.findall(r"""\bt\(\s*["'](\w+\.\w+)["']""", path.read_text("utf-8")))
    known = {f"{section}.{name}" for section, names in table().items() for name in names}
    assert used
    assert used <= known


def test_the_reasons_of_grades_are_told_in_korean() -> None:
    t = Strings("ko")
    assert t.why("no answer") == "대답 없음"
    assert t.why("2 of 3 key claims") == "핵심 주장 2 of 3"
    assert t.why("the fold failed: the summary is empty") == "접기 실패: 요약이 비어 있음"
    assert t.why("something new") == "something new"
    assert Strings("en").why("no answer") == "no answer"


def test_another_language_is_an_error() -> None:
    with pytest.raises(ValueError, match="en or ko"):
        Strings("fr")


# ----------------------------------------------------------------------------------------------------------- plots


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plot_is_the_same_twice_quiet_and_text(language: str) -> None:
    analysis = judged(small())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plots = [
            decay_plot(analysis.overall, title="결정 이유 <$x$>", minimum=(3, 2), language=language) for _ in range(2)
        ]
    assert plots[0] == plots[1]
    assert "결정 이유 &lt;$x$&gt;" in plots[0]
    assert "http" not in plots[0]
    assert "<style" not in plots[0]
    assert "xmlns" not in plots[0]


def test_plots_of_two_types_share_no_id() -> None:
    analysis = judged(small())
    plots = [decay_plot(r, title=r.name, minimum=(3, 2), language="en") for r in analysis.categories]
    found = [set(re.findall(r'\bid="([^"]+)"', p)) for p in plots]
    assert all(found)
    assert not found[0] & found[1]
    for plot, ids in zip(plots, found, strict=True):
        assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', plot)) <= ids


def test_a_plot_of_nothing_and_of_many_ages() -> None:
    none = judged(without(small(), outcomes=small().outcomes.query("arm != 'folded'"))).overall
    assert "no data" in decay_plot(none, title="x", minimum=(3, 2), language="en")
    assert decay_plot(judged(small()).overall, title="x", minimum=(3, 2), language="en", ages=500).count("<text") < 40


# ----------------------------------------------------------------------------------------------------------- marks


@pytest.mark.parametrize(
    ("text", "quote", "found"),
    [
        ("It runs at 21:40.", "runs at 21:40", "runs at 21:40"),
        ("It  RUNS\nat “21:40”", 'runs at "21:40"', "RUNS\nat “21:40”"),
        ("at 121:40 and 21:405", "21:40", None),
        ("서버는 3대입니다", "서버는 3대", "서버는 3대"),
        (normalize("NFD", "서버는 3대"), "서버는 3대", normalize("NFD", "서버는 3대")),
        ("v1.2.3", "1.2", None),
        ("recanted", "can", None),
        ("ﬁle", "file", "ﬁle"),
        ("x", "", None),
    ],
)
def test_quotes_are_found_whatever_their_form(text: str, quote: str, found: str | None) -> None:
    spans = Searchable(text).find(quote)
    assert [text[a:b] for a, b in spans] == ([found] if found else [])


def test_a_sentence_of_a_quote_counts_too() -> None:
    assert Searchable("- The backup runs at night.").holds("The backup runs at night. Nobody may stop it.")
    assert not Searchable("OK. fine").holds("OK. Nobody may stop it.")


@given(st.text(st.characters()), st.text(st.characters(), min_size=1), st.text(st.characters(), min_size=1))
@example("İ i̇ ß ﷺ a", "ß", "ﷺ")
def test_marking_changes_no_text(text: str, quote: str, value: str) -> None:
    probe = Probe("p", "time", "q", Kind.TIME, value, evidence=(Evidence(0, quote),))
    html = str(marked(text, [probe]))
    plain = unescape(re.sub(r"</?mark[^>]*>", "", html))
    assert re.sub(r"\r\n?|\n", "\n", plain) == re.sub(r"\r\n?|\n", "\n", visible(text)) or "\r" in text


@given(st.text(st.characters()))
def test_what_is_visible_can_be_written_and_stays_so(text: str) -> None:
    shown = visible(text)
    shown.encode("utf-8")
    assert visible(shown) == shown
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown)


# --------------------------------------------------------------------------------------------------------- history


def test_losses_agree_with_the_analysis() -> None:
    run = small(failed=True)
    analysis = judged(run)
    found = histories(run)
    assert len(found) == analysis.eligibility.eligible
    lost = [h for h in found if h.loss]
    assert len(lost) == sum(analysis.overall.attribution.values())
    back = [h for h in found if h.recovery]
    assert all(h.loss and h.recovery and h.recovery.fold > h.loss.fold for h in back)


def test_the_same_answer_at_several_folds_is_told_once() -> None:
    gone = next(h for h in histories(small()) if h.probe.id.endswith("gone"))
    assert [(s.first.fold, s.last.fold, s.ages) for s in gone.stretches()] == [(1, 3, "1–3")]
