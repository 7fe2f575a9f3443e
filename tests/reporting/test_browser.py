"""The pages in a real browser: no error, filters, deep links, without scripts, in print, at every width, and for everyone.

Skipped where Chromium, playwright or axe is missing: ``pip install --group browser -c constraints.txt``, and Debian's chromium.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness.categories import builtin
from harness.reporting.html import Report, Source, write_report
from tests.reporting.chromium import CHROMIUM, FLAGS
from tests.reporting.large import large
from tests.reporting.synthetic import Words, judged, replayed, small, without
from tests.reporting.test_html import HOSTILE

playwright = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed (pip install --group browser)"
)
axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="axe is not installed (pip install --group browser)"
)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM, reason="no Chromium on this machine (apt-get install chromium, or set CHROMIUM)"),
]
WIDTHS = (320, 375, 768, 1024, 1440, 1920)
SHOWN = "[data-o]:not([hidden])"
Opened = Callable[..., Any]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Reports of a small run in both languages, with questions that differ, and two full of hostile text."""
    folder = tmp_path_factory.mktemp("site")
    run = small()
    asked = tuple(
        replace(p, question=f"{'질문' if i % 2 else 'Question'} no. {i:03}?", language="ko" if i % 2 else "en")
        for i, p in enumerate(run.probes)
    )
    run = without(run, probes=asked)
    for language in ("en", "ko"):
        write_report(replayed(run), folder / language / "report.html", language)
    for i, some in enumerate((HOSTILE[:10], HOSTILE[-10:])):
        bad = small(Words(*some), conversations=1, failed=True, notes=some)
        write_report(Source(bad, judged(bad), builtin()), folder / f"bad-{i}" / "report.html")
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as p:
        started = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Opened]:
    """Opens a page; at the end of the test nothing may have been said on the console, and nothing but files been asked for."""
    said: list[str] = []
    contexts = []

    def opener(path: Path, state: str = "", **options: Any) -> Any:
        contexts.append(browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **options}))
        page = contexts[-1].new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append(f"dialog {dialog.message}"))
        page.on("request", lambda request: said.append(request.url) if not request.url.startswith("file:") else None)
        page.goto(f"{path.as_uri()}{state}")
        return page

    yield opener
    for context in contexts:
        context.close()
    assert said == []


def _questions(page: Any) -> list[str]:
    found = page.locator(SHOWN).locator(".question")
    return [str(text) for text in found.all_text_contents()]


@pytest.mark.parametrize(
    ("name", "language", "scheme"),
    [
        ("report.html", "en", "light"),
        ("report.html", "ko", "dark"),
        ("time.html", "ko", "light"),
        ("time.html", "en", "dark"),
    ],
)
def test_the_accessibility_checker_finds_nothing_serious(
    site: Path, opened: Opened, name: str, language: str, scheme: str
) -> None:
    page = opened(site / language / name, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    found = axe.Axe().run(page).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in ("serious", "critical")] == []


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("name", ["report.html", "quantity.html"])
def test_no_page_scrolls_sideways(site: Path, opened: Opened, name: str, language: str) -> None:
    page = opened(site / language / name)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_filters_narrow_the_probes_and_stand_in_the_address(site: Path, opened: Opened) -> None:
    page = opened(site / "en/report.html")
    assert len(_questions(page)) == 12
    page.select_option("[name=type]", "time")
    page.select_option("[name=outcome]", "lost")
    assert len(_questions(page)) == 3
    assert page.evaluate("location.hash") == "#?type=time&outcome=lost"
    assert page.locator("[role=status]").text_content() == "3 of 12 probes are shown."
    page.select_option("[name=conversation]", "talk-1")
    (question,) = _questions(page)
    page.click("button[type=reset]")
    page.wait_for_function("!location.hash")
    assert len(_questions(page)) == 12
    page.fill("[name=q]", question.upper())
    assert _questions(page) == [question]


def test_a_view_can_be_linked(site: Path, opened: Opened) -> None:
    page = opened(site / "en/report.html", "#?language=ko&outcome=lost&sort=question")
    found = _questions(page)
    assert found
    assert all(q.startswith("질문") for q in found)
    assert found == sorted(found)
    assert page.input_value("[name=sort]") == "question"
    page.select_option("[name=sort]", "")
    assert page.locator("#cards details[data-o]").count() == 12


def test_the_order_follows_the_choice_and_comes_back(site: Path, opened: Opened) -> None:
    page = opened(site / "en/report.html")
    before = _questions(page)
    page.select_option("[name=sort]", "fold")
    folds = page.locator("[data-o]").evaluate_all("(found) => found.map((d) => Number(d.dataset.f) || 99)")
    assert folds == sorted(folds)
    page.select_option("[name=sort]", "")
    assert _questions(page) == before


def test_a_link_to_a_probe_opens_it(site: Path, opened: Opened) -> None:
    for state in ("#probe-2", "#?open=probe-2"):
        page = opened(site / "en/report.html", state)
        assert page.locator("#probe-2").get_attribute("open") is not None
        assert page.locator("#probe-2 dl").is_visible()


def test_pages_lead_to_each_other(site: Path, opened: Opened) -> None:
    page = opened(site / "en/report.html")
    page.click("#types tbody a >> text=time")
    assert page.url.endswith("/en/time.html")
    page.click("nav a >> text=All types")
    assert "/en/report.html" in page.url
    page.click("#folds tbody a >> nth=0")
    assert page.locator("details.folded .text").first.is_visible()


def test_a_keyboard_reaches_filters_and_probes(site: Path, opened: Opened) -> None:
    page = opened(site / "en/quantity.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.focus("#probe-4 summary, details[data-o] summary >> nth=0")
    page.keyboard.press("Enter")
    assert page.locator("details[data-o] dl").first.is_visible()


def test_without_scripts_everything_is_there(site: Path, opened: Opened) -> None:
    page = opened(site / "en/report.html", java_script_enabled=False)
    assert not page.locator("#filter").is_visible()
    assert page.locator("details[data-o]").count() == 12
    page.click("details.loss summary >> nth=0")
    assert page.locator("details.loss dl").first.is_visible()


def test_in_print_every_probe_is_open(site: Path, opened: Opened) -> None:
    page = opened(site / "en/report.html")
    page.emulate_media(media="print")
    assert not page.locator("#filter").is_visible()
    assert page.locator("details.loss dl").first.is_visible()
    assert page.pdf().startswith(b"%PDF")


@pytest.mark.parametrize("name", ["bad-0", "bad-1"])
def test_hostile_text_does_nothing(site: Path, opened: Opened, name: str) -> None:
    page = opened(site / name / "report.html")
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    for text in HOSTILE:
        page.fill("[name=q]", text.encode("utf-8", "replace").decode())
    assert page.locator("script").count() == 1
    assert page.locator("img, iframe, object, base, link").count() == 0


def test_a_page_of_2000_probes_is_light_and_quick(tmp_path: Path, opened: Opened) -> None:
    run = large(2000, 6)
    (tmp_path / "report.html").write_text(Report(Source(run, judged(run), builtin()), "en").page(), "utf-8")
    begun = time.perf_counter()
    page = opened(tmp_path / "report.html")
    assert page.locator("[data-o]").count() == 2000
    loaded = time.perf_counter() - begun
    assert (tmp_path / "report.html").stat().st_size < 2_000_000
    assert loaded < 5, f"{loaded:.1f} s"
    page.fill("[name=q]", "no. 77")
    assert len(_questions(page)) >= 1
