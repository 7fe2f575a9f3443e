"""How heavy a page of many probes is, how soon it can be used, and what the accessibility checker says of it.

``python -m tests.reporting.weigh [PROBES AGES]`` (2000 and 6) prints a row per page; it needs Chromium, playwright and axe, as the
browser tests do.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from harness.categories import builtin
from harness.reporting.html import REPORT, Source, write_report
from tests.reporting.chromium import CHROMIUM, FLAGS
from tests.reporting.large import large
from tests.reporting.synthetic import judged

LOADS = 5
_OPEN = "document.querySelectorAll('details').forEach((d) => { d.open = true; })"
# until the page is laid out and painted once more; milliseconds since navigation began
_READY = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"


@dataclass(frozen=True)
class Weighed:
    """Bytes; median seconds to the first usable paint and of one filter; violations by impact."""

    name: str
    size: int
    seconds: float
    filtered: float
    violations: Counter[str]


def weighed(path: Path, browser: Browser) -> Weighed:
    """Measure one page."""
    seconds, filtered = zip(*(_loaded(path, browser) for _ in range(LOADS)), strict=True)
    found = _violations(path, browser)
    return Weighed(path.name, path.stat().st_size, statistics.median(seconds), statistics.median(filtered), found)


def _loaded(path: Path, browser: Browser) -> tuple[float, float]:
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.goto(path.as_uri())
    ready = page.evaluate(_READY)
    filtered = _filtered(page)
    page.close()
    return ready / 1000, filtered / 1000


def _filtered(page: Page) -> float:
    """Milliseconds from choosing an outcome to the paint that follows."""
    if not page.locator("[name=outcome]").count():
        return 0.0
    begun = page.evaluate("performance.now()")
    page.select_option("[name=outcome]", "lost")
    return float(page.evaluate(_READY)) - float(begun)


def _violations(path: Path, browser: Browser) -> Counter[str]:
    """Of the page with everything opened, in light and dark."""
    found: Counter[str] = Counter()
    for scheme in ("light", "dark"):
        page = browser.new_page(viewport={"width": 1200, "height": 900}, color_scheme=scheme)
        page.goto(path.as_uri())
        page.evaluate(_OPEN)
        response: dict[str, Any] = Axe().run(page).response
        for v in response["violations"]:
            found[f"{v['impact']} {v['id']}"] += len(v["nodes"])
        page.close()
    return found


def _pages(probes: int, ages: int, folder: Path) -> Iterator[Path]:
    """The page of the run, and the heaviest of its pages per type."""
    run = large(probes, ages)
    write_report(Source(run, judged(run), builtin()), folder / REPORT)
    yield folder / REPORT
    yield max((p for p in folder.iterdir() if p.name != REPORT), key=lambda p: p.stat().st_size)


def main(probes: int = 2000, ages: int = 6) -> None:
    """Print a row per page."""
    print(f"{probes} probes x {ages} ages, median of {LOADS} loads; axe with everything opened, light and dark")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for path in _pages(probes, ages, Path(folder)):
            w = weighed(path, browser)
            said = ", ".join(f"{what}: {n}" for what, n in w.violations.items()) or "no violations"
            print(
                f"{w.name}: {w.size / 1e6:.2f} MB, usable in {w.seconds:.2f} s, filter in {w.filtered:.2f} s, axe: {said}",
                flush=True,
            )
        browser.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
