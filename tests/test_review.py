"""Reviewing probes: every decision on disk at once, a broken-off review goes on, what is accepted is what was seen."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from harness.categories import builtin
from harness.reporting.review_page import render
from harness.review import Reviewed, Terminal, described, review
from harness.runs import read_probes
from harness.runs.jsonl import line
from harness.schema import Probe
from tests.build import conversation, probe

LOG = conversation("The port is 8443, not 443.", "배포는 오후 세 시입니다.")
PROBES = [
    probe(id="a", question="Which port?", expected="8443", quote="The port is 8443"),
    probe(id="b", question="배포는 몇 시죠?", expected="15:00", quote="배포는 오후 세 시입니다", turn=1),
    probe(id="c", question="Which <script>?", expected="443", quote="not 443"),
]


def terminal(keys: list[str], shown: list[str], edits: list[str | None] | None = None) -> Terminal:
    return Terminal(shown.append, lambda _: keys.pop(0), lambda _: (edits or [None]).pop(0))


def run(tmp_path: Path, keys: list[str], edits: list[str | None] | None = None) -> tuple[Reviewed, list[str]]:
    shown: list[str] = []
    known = {p.conversation: LOG for p in PROBES}
    return review(PROBES, known, builtin(), tmp_path / "out.jsonl", terminal(keys, shown, edits)), shown


def test_accepted_probes_are_written_as_they_are(tmp_path: Path) -> None:
    done, _ = run(tmp_path, ["a", "r", "A"])
    assert done == Reviewed(2, 1, 0)
    assert [p.id for p in read_probes(tmp_path / "out.jsonl", builtin())] == ["a", "c"]


def test_a_review_that_was_broken_off_goes_on_and_asks_nothing_twice(tmp_path: Path) -> None:
    assert run(tmp_path, ["r", "q"])[0] == Reviewed(0, 1, 2)
    done, shown = run(tmp_path, ["s", "a"])
    assert done == Reviewed(1, 1, 1)
    assert shown[0].startswith("decided before")
    assert shown[0].endswith("1; left: 2\n")
    assert not any("Which port?" in s for s in shown)


def test_an_edit_is_checked_before_it_counts(tmp_path: Path) -> None:
    better = json.dumps({**json.loads(line(PROBES[0])), "question": "Which port does it listen on?"})
    wrong = json.dumps({**json.loads(line(PROBES[0])), "category": "colour"})
    done, shown = run(tmp_path, ["e", "e", "e", "e", "r", "r"], ["{", wrong, None, better])
    assert done == Reviewed(1, 2, 0)
    assert read_probes(tmp_path / "out.jsonl", builtin())[0].question == "Which port does it listen on?"
    assert any("the edited probe" in s for s in shown)
    assert any("unknown category" in s for s in shown)


def test_an_unknown_key_asks_again(tmp_path: Path) -> None:
    done, shown = run(tmp_path, ["x", "", "a", "q"])
    assert done == Reviewed(1, 0, 2)
    assert sum("Type one of" in s for s in shown) == 2


def test_a_quote_is_shown_in_its_turn() -> None:
    text = described(PROBES[2], LOG, "1/1")
    assert "The port is 8443, »not 443«" in text
    assert "turn 0" in text


def cards(page: str) -> list[Probe]:
    found = re.findall(r'data-probe="([^"]*)"', page)
    return [json.loads(html.unescape(text)) for text in found]


def test_the_page_carries_every_probe_and_runs_no_foreign_script() -> None:
    page = render(PROBES, {p.conversation: LOG for p in PROBES}, builtin())
    assert [c["id"] for c in cards(page)] == ["a", "b", "c"]  # type: ignore[index]
    assert page.count("<script>") == 1
    assert "Which &lt;script&gt;?" in page
    assert "script-src 'sha256-" in page
    assert "배포는 오후 세 시입니다" in page


@pytest.mark.parametrize(("language", "accept"), [("en", "accept"), ("ko", "수락")])
def test_the_page_speaks_the_language_asked_for(language: str, accept: str) -> None:
    page = render(PROBES, {p.conversation: LOG for p in PROBES}, builtin(), language)
    assert f'<html lang="{language}">' in page
    assert page.count(f'value="accept"> {accept}</label>') == len(PROBES)
    assert "{accepted}" in page  # filled in by the script
