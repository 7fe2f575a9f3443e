"""The page: complete, escaped, self-contained, the same bytes for the same input."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from harness.categories import Categories, builtin
from harness.reporting.history import histories, lost
from harness.reporting.html import LEVELS, Report, Source, render, write_report
from harness.reporting.strings import table
from harness.reporting.text import visible
from harness.reporting.type_pages import file_of
from harness.runs import Run
from harness.schema import Probe
from tests.reporting.page import Page, parsed
from tests.reporting.synthetic import Words, everything, judged, make, small, without

HOSTILE = [
    "</script><script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "'\"><svg onload=alert(1)>",
    "</details></style>",
    "{{ 7*7 }}{% raw %}",
    "\x00\x07\x1b[31mred\x1b[0m",
    "\ud800lone\udfff",
    "\u202egnp.exe",
    "&lt;b&gt;&#x3c;",
    "$\\frac{a}{b}$",
    "<!-- -->]]>",
    "javascript:alert(1)",
    "https://example.org/x.js",
    "\r\n\x0b\x85\u2028",
    "한글 <b>굵게</b>",
    "{type} {rest}",
]
WORD = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(), min_size=1, max_size=40))
TAGS = {
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "a",
    "header",
    "p",
    "h1",
    "h2",
    "h3",
    "aside",
    "nav",
    "ul",
    "ol",
    "li",
    "main",
    "section",
    "div",
    "table",
    "caption",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "span",
    "sub",
    "sup",
    "figure",
    "figcaption",
    "svg",
    "defs",
    "g",
    "path",
    "use",
    "text",
    "clippath",
    "rect",
    "details",
    "summary",
    "dl",
    "dt",
    "dd",
    "q",
    "mark",
    "strong",
    "code",
    "script",
    "form",
    "label",
    "select",
    "option",
    "input",
    "button",
}


SPOKEN = ("aria-label", "data-label", "data-text", "title")


def page(run: Run, language: str = "en", **minimum: int) -> Page:
    return parsed(render(run, judged(run, **minimum), builtin(), language))


def texts(run: Run, language: str = "en", known: Categories | None = None) -> dict[str, str]:
    """The report and its pages per type."""
    made = Report(Source(run, judged(run, categories=known), known or builtin()), language)
    return {"report.html": made.page(), **made.types()}


@settings(max_examples=20)
@given(st.lists(WORD, min_size=len(fields(Words)), max_size=len(fields(Words))), st.sampled_from(["en", "ko"]))
@example([HOSTILE[0]] * len(fields(Words)), "en")
@example([HOSTILE[5]] * len(fields(Words)), "ko")
@example([HOSTILE[6]] * len(fields(Words)), "en")
def test_no_text_of_a_run_becomes_markup(said: list[str], language: str) -> None:
    words = Words(*said)
    run = small(words, conversations=2, failed=True, compactor=said[0], answerer=said[1], notes=[said[2]])
    with patch("harness.reporting.html.decay_plot", return_value="<svg></svg>"):  # slow, and shows none of these texts
        pages = texts(run, language)
    for html in pages.values():
        found = parsed(html)
        _harmless(found)
        assert visible(words.question) in found.text
        html.encode("utf-8")
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", html)
    found = parsed(pages["report.html"])
    for text in (words.quote, words.setting, said[2]):
        assert visible(text) in found.text


def _harmless(found: Page) -> None:
    """Only our own elements, one script, and nothing that could run or load."""
    assert {tag for tag, _ in found.elements} <= TAGS
    assert len(found.tags("script")) == 1
    assert not [
        a for _, attributes in found.elements for a in attributes if a.startswith("on") or a in ("src", "srcdoc")
    ]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_user_s_own_type_cannot_break_the_page_either(text: str) -> None:
    run = small(conversations=2)
    run = without(run, outcomes=run.outcomes.assign(category=run.outcomes["category"].replace("time", text)))
    pages = texts(run, known={**builtin(), text: builtin()["time"]})
    assert len(pages) == 4
    for name, html in pages.items():
        _harmless(parsed(html))
        assert re.fullmatch(r"[a-z0-9_-]+\.html", name)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_lost_probe_appears_once_and_the_retained_ones_do(language: str) -> None:
    run = small()
    numbered = tuple(_numbered(run))
    run = without(run, probes=numbered)
    found = page(run, language)
    expected = [h.probe.question for h in lost(histories(run))]
    assert len(expected) == 9
    assert Counter(t.strip() for t in found.texts if t.strip() in expected) == Counter(expected)
    assert len([d for d in found.tags("details") if d.get("class") == "loss"]) == 9
    for p in numbered:
        assert found.text.count(p.question) == (1 if "bad" not in p.id and p.category != "absent" else 0)


def _numbered(run: Run) -> list[Probe]:
    return [replace(p, question=f"Question no. {i:03}?") for i, p in enumerate(run.probes)]


def test_the_page_needs_no_other_file() -> None:
    html = render(small(), judged(small()), builtin())
    found = parsed(html)
    assert not found.tags("link") + found.tags("img") + found.tags("iframe")
    (script,) = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in html
    assert "http://" not in html
    assert "https://" not in html
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", html)
    assert "@import" not in html
    assert "connect-src" not in html
    assert "default-src 'none'" in html


@pytest.mark.parametrize("level", LEVELS)
def test_links_lead_somewhere_and_ids_are_unique(level: int) -> None:
    with patch("harness.reporting.html.LEVELS", (level,)):
        pages = {name: parsed(html) for name, html in texts(small(failed=True)).items()}
    assert set(pages) == {"report.html", "time.html", "quantity.html", "constraint.html"}
    for name, found in pages.items():
        ids = found.ids()
        assert len(ids) == len(set(ids))
        targets = [a["href"] or "" for a in found.tags("a")] + [u["href"] or "" for u in found.tags("use")]
        for file, _, anchor in (target.partition("#") for target in targets):
            assert not anchor or anchor in pages[file or name].ids()
            assert not file or file in pages
    assert {a["href"] for a in pages["report.html"].tags("a")} > {"time.html", "quantity.html", "constraint.html"}


def test_a_heavy_page_says_less_of_each_probe_and_none_is_left_out() -> None:
    run = small()
    sizes = []
    for level in LEVELS:
        with patch("harness.reporting.html.LEVELS", (level,)):
            found = page(run)
        sizes.append(len(found.text))
        assert len([a for _, a in found.elements if "data-o" in a]) == 12
    assert sizes == sorted(sizes, reverse=True)
    with patch("harness.reporting.html.MOST_BYTES", 0):
        assert len(page(run).text) == sizes[-1]


@pytest.mark.parametrize("level", LEVELS)
def test_a_type_that_no_category_file_knows_has_its_probes_in_the_page(level: int) -> None:
    run = small()
    run = without(run, outcomes=run.outcomes.assign(category=run.outcomes["category"].replace("time", "own")))
    run = without(run, probes=tuple(replace(p, category=p.category.replace("time", "own")) for p in run.probes))
    with patch("harness.reporting.html.LEVELS", (level,)):
        assert len([a for _, a in page(run).elements if "data-o" in a]) == 12


def test_tables_and_headings_are_semantic() -> None:
    found = page(small())
    assert all(th.get("scope") in ("col", "row") for th in found.tags("th"))
    levels = [int(tag[1]) for tag, _ in found.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))
    assert all(svg.get("role") == "img" and svg.get("aria-label") for svg in found.tags("svg"))
    assert all("tabindex" in d for d in found.tags("div") if d.get("class") == "scroll")


def test_each_summary_stands_in_the_page_once_with_what_survives_marked() -> None:
    html = render(
        small(Words(summary="unique-mark: The  backup runs at 21:40. And 121:40.")), judged(small()), builtin()
    )
    assert html.count("unique-mark") == 9
    assert "<mark>The  backup runs at 21:40.</mark> And 121:40." in html


@pytest.mark.parametrize(
    ("language", "badge", "words"),
    [("en", "not found after fold", "still says it in other words"), ("ko", "찾지 못함", "다른 말로 남아 있었으나")],
)
def test_a_loss_that_is_still_in_the_context_shows_the_line_that_says_it(language: str, badge: str, words: str) -> None:
    html = page(small(), language).text
    assert badge in html
    assert words in html
    assert Words().there.lstrip("- ") in html


def test_the_recovery_is_shown() -> None:
    assert "back at fold 3" in page(small()).text


def test_korean_text_says_that_it_is_korean() -> None:
    html = render(small(Words(question="백업은 몇 시에 하나요?")), judged(small()), builtin())
    assert '<span class="question" lang="ko">백업은' in html
    assert '<html lang="en">' in html
    korean = render(small(Words(question="백업은 몇 시에 하나요?")), judged(small()), builtin(), "ko")
    assert 'lang="ko"' not in korean.split("<body", 1)[1]


@pytest.mark.parametrize(
    ("info", "words"),
    [
        ({}, "smoke test"),
        ({"recorded": True, "compactor": "recorded"}, "An audit: the folds that happened"),
        ({"compactor": "my:Own"}, "Answers come from the embedded reader"),
        ({"compactor": "empty"}, "the control “empty”"),
        ({"tokens": {"name": "estimate", "exact": False}}, "Token counts are an estimate"),
        ({"compactor": "my:Own", "answerer": "model"}, None),
    ],
)
def test_the_note_says_what_the_numbers_describe(info: dict[str, Any], words: str | None) -> None:
    found = page(small(**info))
    assert bool(found.tags("aside")) is (words is not None)
    assert words is None or words in found.text


def test_where_rules_wrote_the_probes_the_note_says_how_many_a_reviewer_found_fair() -> None:
    run = small()
    by_rules = without(run, info={**run.info, "probes": "rules"})
    assert re.search(r"a strict reviewer found \d+ of \d+ English and \d+ of \d+ Korean ones fair", page(by_rules).text)
    assert "규칙이 썼고 아무도 검토하지 않았다" in page(by_rules, "ko").text
    assert "strict reviewer" not in page(run).text


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(
    "run",
    [
        pytest.param(make([], [], {}), id="nothing at all"),
        pytest.param(small(conversations=1), id="one conversation"),
        pytest.param(small(failed=True), id="a failed fold"),
        pytest.param(without(small(), folds={}, outcomes=small().outcomes.query("arm != 'folded'")), id="no folds"),
        pytest.param(without(small(), outcomes=small().outcomes.assign(outcome="missing")), id="no eligible probe"),
        pytest.param(
            without(small(), outcomes=small().outcomes.query("category == 'absent'")), id="absent probes only"
        ),
        pytest.param(without(small(), outcomes=small().outcomes.query("category != 'absent'")), id="no absent probe"),
        pytest.param(without(small(), folds={}), id="the folds are missing"),
        pytest.param(without(small(), probes=()), id="the probes are missing"),
    ],
)
def test_a_page_is_written_whatever_the_run_lacks(run: Run, language: str, tmp_path: Path) -> None:
    write_report(Source(run, judged(run), builtin()), tmp_path / "report.html", language)
    found = parsed((tmp_path / "report.html").read_text("utf-8"))
    assert len(found.tags("section")) == 10
    assert "nan" not in found.text.lower().split()
    names = {p.name for p in tmp_path.iterdir()}
    assert names == {"report.html", *(file_of(r.name) for r in judged(run).categories)}
    assert all(not parsed((tmp_path / n).read_text("utf-8")).faults for n in names)


def test_the_failed_fold_is_named_and_not_scored() -> None:
    found = page(small(failed=True), "ko")
    assert "실패: 요약이 비어 있음" in found.text
    assert "접기 9번 가운데 3번 실패" in found.text


def test_the_same_run_gives_the_same_bytes_wherever_it_stands(tmp_path: Path) -> None:
    first, second = small(), without(small(), path=Path("elsewhere/20270101T000000-x"))
    for name, run in (("a", first), ("b", second)):
        write_report(Source(run, judged(run), builtin()), tmp_path / name / "report.html")
    for page in (tmp_path / "a").iterdir():
        assert page.read_bytes() == (tmp_path / "b" / page.name).read_bytes()
    assert (tmp_path / "a/report.html").read_text("utf-8").count("2026-03-01") == 1


def test_beside_a_page_of_another_name_the_types_have_a_folder(tmp_path: Path) -> None:
    run = small()
    write_report(Source(run, judged(run), builtin()), tmp_path / "ko.html", "ko")
    assert {p.name for p in (tmp_path / "ko-types").iterdir()} == {"time.html", "quantity.html", "constraint.html"}
    assert 'href="ko-types/time.html"' in (tmp_path / "ko.html").read_text("utf-8")
    assert 'href="../ko.html"' in (tmp_path / "ko-types/time.html").read_text("utf-8")


def test_chains_are_told_apart() -> None:
    run = small(conversations=1)
    other = run.outcomes.query("arm == 'folded'").assign(chain=1)
    folds = {c: (*f, *(replace(x, chain=1) for x in f)) for c, f in run.folds.items()}
    run = without(run, outcomes=pd.concat([run.outcomes, other], ignore_index=True), folds=folds)
    found = page(run)
    assert "chain 1" in found.text
    assert len(found.ids()) == len(set(found.ids()))
    assert len([d for d in found.tags("details") if d.get("class") == "loss"]) == 3


def test_the_korean_pages_have_no_english_words_of_ours() -> None:
    run = small(failed=True, models={"used": {"cost": 1, "roles": {"answerer": {"calls": 3}}}})
    english = {x["en"] for names in table().values() for x in names.values() if x["en"] != x["ko"]}
    for html in texts(run, "ko").values():
        found = parsed(html)
        labels = [v or "" for _, attributes in found.elements for a, v in attributes.items() if a in SPOKEN]
        said = {t.strip() for t in (*found.texts, *labels)}
        left = said & english - {"answerer", "folds"}  # names of a role and of a setting
        assert not left, left


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            (
                "about 321 tokens of memory a request",
                "their turn does not say it: 7",
                "Of the 96 eligible probes above 96",
            ),
        ),
        ("ko", ("요청당 기억 토큰 약 321개", "그런 말이 없어 뺀 기억 항목: 7개", "위의 유효 탐침 96개 가운데")),
    ],
)
def test_what_stands_beside_the_run_is_explained(language: str, said: tuple[str, ...]) -> None:
    found = parsed(Report(everything(small(conversations=24)), language).page())
    assert {"memory", "beside"} <= set(found.ids())
    for words in said:
        assert words in found.text
    assert "refused" not in found.text
    assert ("no line asks for it" if language == "en" else "요구하는 줄이 없음") in found.text
