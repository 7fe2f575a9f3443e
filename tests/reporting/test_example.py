"""The committed example report: light, whole, and free of anything from the test split."""

from __future__ import annotations

import re
from pathlib import Path

from tests.reporting.page import parsed
from tests.studies.example import LOGS, TARGET

FOLDER = Path(__file__).resolve().parents[2] / TARGET


def test_the_example_is_light_and_leads_nowhere_else() -> None:
    pages = {p.name: parsed(p.read_text("utf-8")) for p in FOLDER.iterdir()}
    assert len(pages) > 10
    assert sum(p.stat().st_size for p in FOLDER.iterdir()) < 1_500_000
    for name, page in pages.items():
        ids = set(page.ids())
        for target in (a["href"] or "" for a in page.tags("a")):
            file, _, anchor = target.partition("#")
            assert file in ("", *pages)
            assert not anchor or anchor in (set(pages[file].ids()) if file else ids), f"{name}: {target}"


def test_the_example_is_made_of_tuning_logs_only() -> None:
    page = parsed((FOLDER / "report.html").read_text("utf-8"))
    values = {o["value"] or "" for o in page.tags("option")}
    assert {v for v in values if re.fullmatch("(en|ko)-[a-z]+", v)} == set(LOGS)
    assert "The folds were written by a large language model" in page.text
    assert "embedded compactor" in page.text
