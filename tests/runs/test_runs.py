"""Probe files and run folders: round trips, and one clear sentence for each thing that can be wrong."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from harness.categories import builtin
from harness.errors import ProbeError, RunFolderError
from harness.runs import RunWriter, assign_probes, read_probes, read_run, write_probes
from harness.runs.jsonl import line, write_json, write_lines
from harness.schema import Claim, Evidence, Kind, Probe
from tests.build import TEXT, conversation, probe

PROBES = st.builds(
    Probe,
    id=TEXT,
    category=st.sampled_from(sorted(builtin())),
    question=TEXT,
    kind=st.sampled_from(Kind),
    expected=TEXT,
    accepted=st.lists(TEXT, max_size=2).map(tuple),
    claims=st.lists(st.builds(Claim, st.lists(TEXT, max_size=2).map(tuple), st.booleans()), max_size=2).map(tuple),
    evidence=st.lists(st.builds(Evidence, st.integers(0, 99), TEXT, st.integers(0, 3)), max_size=2).map(tuple),
    until=st.none() | st.integers(0, 9),
)


@given(PROBES)
def test_a_probe_survives_its_line(p: Probe) -> None:
    assert TypeAdapter(Probe).validate_json(line(p)) == p


def test_probes_round_trip_through_a_file(tmp_path: Path) -> None:
    probes = [
        probe(id="a", conversation="c", quote="x"),
        probe("claims", id="b", conversation="c", quote="결정 때문", claims=(Claim(("때문",)),), language="en"),
    ]
    write_probes(tmp_path / "p.jsonl", probes)
    assert read_probes(tmp_path / "p.jsonl", builtin()) == probes


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"category": "colour"}, "unknown category 'colour'"),
        ({"kind": "number"}, "kind: "),
        ({"questoin": "x"}, "questoin: "),
        ({"evidence": []}, "needs evidence"),
        ({"kind": "claims"}, "needs claims"),
        ({"kind": "absent"}, "has no evidence"),
        ({"expected": " "}, "needs an expected value"),
        ({"question": ""}, "the question is empty"),
    ],
)
def test_a_bad_probe_is_named_with_its_line(tmp_path: Path, change: dict[str, object], message: str) -> None:
    good = json.loads(line(probe(quote="x")))
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps(good) + "\n" + json.dumps({**good, "id": "q", **change}) + "\n", encoding="utf-8")
    with pytest.raises(ProbeError, match=r"p\.jsonl:2: ") as error:
        read_probes(path, builtin())
    assert message in str(error.value)


@given(st.text(st.sampled_from('a\n\r\x85\u2028\u2029\x0b\x1c"\\ '), max_size=12))
def test_whatever_separates_lines_elsewhere_does_not_here(text: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "p.jsonl"
        found = [probe(id="a", expected=f"x{text}", quote="x"), probe(id="b", quote="x")]
        write_probes(path, found)
        assert [(p.id, p.expected) for p in read_probes(path, builtin())] == [(p.id, p.expected) for p in found]


def test_blank_lines_count_in_the_number_of_a_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text("\n" + line(probe(quote="x")) + "\n{\n", encoding="utf-8")
    with pytest.raises(ProbeError, match=r"p\.jsonl:4: "):
        read_probes(path, builtin())


@pytest.mark.parametrize("text", ["", "\n", "{", "[]", "\xff"])
def test_a_file_that_is_no_probe_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ProbeError, match=r"p\.jsonl"):
        read_probes(path, builtin())


def test_a_quote_that_is_not_in_the_log_is_refused() -> None:
    log = conversation("we deploy at nine")
    with pytest.raises(ProbeError, match="does not stand in turn 0"):
        assign_probes([probe(conversation="c", quote="at ten")], [log])
    with pytest.raises(ProbeError, match="no turn 7"):
        assign_probes([probe(conversation="c", quote="at nine", turn=7)], [log])
    with pytest.raises(ProbeError, match="No probe belongs"):
        assign_probes([probe(conversation="other", quote="at nine")], [log])


def _run(tmp_path: Path) -> Path:
    with RunWriter(tmp_path, "x", datetime(2026, 1, 1, tzinfo=UTC)) as writer:
        writer.add("c", [], [])
        writer.finish({"settings": {}}, [{"id": "c"}], [probe(quote="x")])
    return writer.path


def test_two_runs_in_one_second_get_folders_of_their_own(tmp_path: Path) -> None:
    assert _run(tmp_path) != _run(tmp_path)


def test_a_run_is_read_back(tmp_path: Path) -> None:
    run = read_run(_run(tmp_path))
    assert run.outcomes.empty
    assert [p.id for p in run.probes] == ["p"]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda p: (p / "run.json").unlink(), "not a finished run"),
        (lambda p: (p / "run.json").write_text("{"), "not JSON"),
        (lambda p: write_json(p / "run.json", {"schema_version": 99}), "version 99"),
        (lambda p: (p / "answers.jsonl").write_text('{"a": 1'), r"answers.jsonl:1"),
        (lambda p: (p / "folds.jsonl").unlink(), "folds.jsonl"),
        (lambda p: write_lines(p / "probes.jsonl", [{"id": 1}]), "damaged"),
    ],
)
def test_a_damaged_run_is_said_to_be_damaged(tmp_path: Path, damage: object, message: str) -> None:
    path = _run(tmp_path)
    damage(path)  # type: ignore[operator]
    with pytest.raises(RunFolderError, match=message):
        read_run(path)


def test_no_run_at_all(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match="no such run folder"):
        read_run(tmp_path / "nothing")


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    write_lines(path, [{"a": 1}])

    def broken() -> object:
        yield {"a": 2}
        raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        write_lines(path, broken())  # type: ignore[arg-type]
    assert path.read_text() == '{"a": 1}\n'
    assert list(tmp_path.iterdir()) == [path]


def test_lone_surrogates_are_written_and_read() -> None:
    assert json.loads(line({"a": "\ud800"})) == {"a": "\ud800"}
