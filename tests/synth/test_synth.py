"""Synthetic logs: deterministic, planted as told, answerable, twins differ only in what they should."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.answering.grading import grade
from harness.answering.reader import EmbeddedAnswerer
from harness.folding.context import passage
from harness.logs import read_log
from harness.schema import Kind, Probe
from harness.synth import generate, write


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("turns", [20, 77, 400])
def test_turns_quotes_and_determinism(language: str, turns: int) -> None:
    messages, probes = generate(3, turns, language)
    log = list(messages)
    assert len(log) == turns
    again, same = generate(3, turns, language)
    assert (list(again), same) == (log, probes)
    for p in probes:
        for e in p.evidence:
            assert e.quote in log[e.turn]["content"]
    assert len({p.question for p in probes}) == len(probes)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_probe_does_not_leak_and_has_a_second_wording(language: str) -> None:
    for p in generate(5, 400, language)[1]:
        if p.kind in (Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER, Kind.NAME):
            assert p.expected not in p.question
            assert p.expected not in (p.rephrased or "")
        assert p.kind is Kind.ABSENT or p.rephrased not in (None, p.question)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_twin_differs_in_values_only(language: str) -> None:
    (a, probes), (b, twins) = generate(1, 200, language), generate(1, 200, language, variant=1)
    differing = [(x["content"], y["content"]) for x, y in zip(a, b, strict=True) if x != y]
    assert differing
    assert [p.question for p in probes if p.category not in ("constraint",)] == [
        p.question for p in twins if p.category not in ("constraint",)
    ]
    assert sum(x.expected != y.expected for x, y in zip(probes, twins, strict=True)) > 0.7 * len(
        [p for p in probes if p.kind not in (Kind.OPEN, Kind.ABSENT)]
    )


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_reader_answers_what_was_planted_and_follows_a_change(tmp_path: Path, language: str) -> None:
    right: dict[int, list[bool]] = {}
    for variant in (0, 1):
        _, probes = generate(2, 200, language, variant)
        log = next(read_log(write(2, 200, language, tmp_path, variant)))
        reader = EmbeddedAnswerer().read(tuple(map(passage, log.turns)), language)
        right[variant] = [_right(reader.ask(p.question), p) for p in probes if p.kind is not Kind.ABSENT]
    assert sum(right[0]) >= 0.85 * len(right[0])
    assert sum(right[1]) >= 0.85 * len(right[1])


def _right(answer: object, probe: Probe) -> bool:
    return grade(probe, answer).outcome.value == "retained"  # type: ignore[arg-type]


def test_files_are_openai_messages_that_are_recognised(tmp_path: Path) -> None:
    path = write(0, 60, "ko", tmp_path)
    log = next(read_log(path))
    assert (log.language, len(log.turns)) == ("ko", 60)
    assert (tmp_path / "probes" / path.name).is_file()
    assert json.loads(path.read_text("utf-8").splitlines()[0])["role"]
