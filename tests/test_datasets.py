"""The bundled data: every card tells the truth, every quote stands in its log, every type is there in both languages."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from harness.categories import builtin
from harness.language import normalise
from harness.logs import read_log
from harness.runs import assign_probes, read_probes
from harness.schema import Kind

ROOT = Path(__file__).resolve().parent.parent
SPLITS = {"tuning": "", "development": "-development", "test": "-test"}
LOGS = sorted(p for p in (ROOT / "datasets").glob("*/*.jsonl") if p.parent.name in SPLITS)
GOLD = {split: ROOT / "probes" / f"gold{suffix}" for split, suffix in SPLITS.items()}


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_the_card_tells_the_truth(path: Path) -> None:
    card = tomllib.loads(path.with_suffix(".card.toml").read_text("utf-8"))
    assert card["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    log = next(read_log(path))
    assert (card["turns"], card["language"]) == (len(log.turns), log.language)
    assert card["split"] == path.parent.name
    assert "large language model" in card["origin"]
    assert not log.skipped


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_a_log_is_long_and_spans_days(path: Path) -> None:
    log = next(read_log(path))
    assert len(log.turns) >= (120 if path.parent.name == "tuning" else 110)
    times = [t.time for t in log.turns if t.time]
    assert (times[-1] - times[0]).days >= 2
    assert times == sorted(times)


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_every_quote_of_the_gold_probes_stands_in_the_log(path: Path) -> None:
    log = next(read_log(path))
    probes = assign_probes(read_probes(GOLD[path.parent.name] / path.name, builtin()), [log])[log.id]
    assert len(probes) >= 25
    if path.parent.name != "development":
        assert {p.category for p in probes} == set(builtin())
    for p in probes:
        if p.kind in (Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER, Kind.NAME):
            forms = [normalise(f) for f in (p.expected, *p.accepted) if len(f) > 1]
            assert not any(f in normalise(p.question) for f in forms), p.id


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_every_quote_of_the_inventory_stands_in_the_log(path: Path) -> None:
    log = next(read_log(path))
    folder = f"inventory{SPLITS[path.parent.name]}"
    if not (ROOT / "probes" / folder / path.name).exists():
        assert path.parent.name == "development"  # gold probes and verdicts do there
        pytest.skip("no inventory of this log")
    rows = [json.loads(line) for line in (ROOT / "probes" / folder / path.name).read_text("utf-8").splitlines()]
    assert len(rows) >= 80
    for row in rows:
        assert row["quote"] in log.turns[row["turn"]].text


@pytest.mark.parametrize("split", ["tuning", "test"])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_type_is_there_in_both_languages(split: str, language: str) -> None:
    files = [GOLD[split] / p.name for p in LOGS if p.parent.name == split and p.stem.startswith(language)]
    if not files:
        pytest.skip("this split is not in the checkout yet")
    counts = Counter(p.category for f in files for p in read_probes(f, builtin()))
    assert set(counts) == set(builtin())
