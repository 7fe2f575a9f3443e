"""Short dialogues from many walks of life: what must come of them, and what must not be asked any more at their end."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.probing.dialogue import probes

TALKS = tomllib.loads(Path(__file__).with_name("everyday.toml").read_text("utf-8"))["talk"]


def _fits(probe: Any, wanted: dict[str, str]) -> bool:
    said = [probe.expected, *(e.quote for e in probe.evidence), *(f for c in probe.claims for f in c.forms)]
    return (
        probe.category == wanted["type"]
        and any(wanted["answer"] in s for s in said)
        and wanted["ask"].casefold() in probe.question.casefold()
        and (not wanted.get("stale") or any(wanted["stale"] in s for s in probe.stale))
    )


@pytest.mark.parametrize("talk", TALKS, ids=[t["name"] for t in TALKS])
def test_a_dialogue_gives_its_probes(talk: dict[str, Any]) -> None:
    found = probes(*(s.replace("⏎", "\n") for s in talk["say"]), language=talk["lang"])
    for wanted in talk["want"]:
        assert any(_fits(p, wanted) for p in found), (
            wanted,
            [(p.category, p.question, p.expected, p.stale) for p in found],
        )
    held = [p for p in found if p.until is None]
    assert not [p for p in held for value in talk.get("not", ()) if value in p.expected], held


def test_both_languages_have_enough_dialogues() -> None:
    assert min(sum(t["lang"] == language for t in TALKS) for language in ("en", "ko")) >= 20
