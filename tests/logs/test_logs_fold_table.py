"""The same conversations with the same folds in every format that keeps folds: before, summary, tail and problem of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from fold_writers import WRITERS, Step, lines

from harness.errors import LogError
from harness.logs import FORMATS, read_log
from harness.schema import Conversation

SAID: list[Step] = [
    ("user", "Name the service ledger-api. Never touch table audit_log."),
    ("assistant", "Understood: ledger-api."),
    ("user", "The migration runs on 2026-03-14 at 06:30."),
    ("assistant", "Set for 2026-03-14 at 06:30."),
]
AFTER: list[Step] = [("user", "What was the service called?"), ("assistant", "ledger-api.")]
SUMMARY = "Service: ledger-api. audit_log must not be touched."
SECOND = "ledger-api; migration 2026-03-14."
FOLD, AGAIN = ("fold", SUMMARY), ("fold", SECOND)
NOTHING = "nothing was forgotten"
NO_BEFORE = "the turns before it are not in this file"

# case → (steps, [(turns before, kept, summary, how the problem begins)])
Fold = tuple[int, tuple[int, ...], str, str | None]
CASES: dict[str, tuple[list[Step], list[Fold]]] = {
    "one": ([*SAID, FOLD, *AFTER], [(4, (3,), SUMMARY, None)]),
    "at the end": ([*SAID, FOLD], [(4, (3,), SUMMARY, None)]),
    "at the beginning": ([FOLD, *SAID, AGAIN], [(0, (), SUMMARY, NO_BEFORE), (4, (3,), SECOND, None)]),
    "two": ([*SAID, FOLD, *AFTER, AGAIN], [(4, (3,), SUMMARY, None), (6, (5,), SECOND, None)]),
    "two in a row": ([*SAID, FOLD, AGAIN, *AFTER], [(4, (3,), SUMMARY, None), (4, (3,), SECOND, None)]),
    "empty": ([*SAID, ("fold", ""), *AFTER], [(4, (3,), "", "the summary is empty")]),
    "blank": ([*SAID, ("fold", " \n\t"), *AFTER], [(4, (3,), " \n\t", "the summary is empty")]),
    "an error text": (
        [*SAID, ("fold", "Error generating summary: timeout"), *AFTER],
        [(4, (3,), "Error generating summary: timeout", "the summary is an error text")],
    ),
    "boilerplate": (
        [*SAID, ("fold", "요약할 내용이 없습니다."), *AFTER],
        [(4, (3,), "요약할 내용이 없습니다.", "the summary is boilerplate")],
    ),
}
# Where a format knows less, or says more: OpenHands' folds say what they forgot.
OWN: dict[tuple[str, str], list[Fold]] = {
    ("openhands_v1", "at the beginning"): [(0, (), SUMMARY, NOTHING), (4, (3,), SECOND, None)],
    ("openhands_v0", "at the beginning"): [(0, (), SUMMARY, NOTHING), (4, (3,), SECOND, None)],
    ("openhands_v0", "two in a row"): [(4, (3,), SUMMARY, None), (4, (3,), SECOND, NOTHING)],
}


def read(tmp_path: Path, writer: str, steps: list[Step]) -> Conversation:
    path = tmp_path / "a.jsonl"
    path.write_text(lines(WRITERS[writer](steps)), encoding="utf-8")
    (conv,) = read_log(path)
    assert conv.format == writer.removesuffix("_v0").removesuffix("_v1")
    return conv


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("case", CASES)
def test_each_fold_is_found_with_what_was_before_it(tmp_path: Path, writer: str, case: str) -> None:
    steps, folds = CASES[case]
    conv = read(tmp_path, writer, steps)
    assert [t.text for t in conv.turns] == [text for who, text in steps if who != "fold"]
    expected = OWN.get((writer, case), folds)
    assert [(f.ordinal, f.boundary, f.kept, f.summary) for f in conv.folds] == [
        (n, *fold[:3]) for n, fold in enumerate(expected, 1)
    ]
    for found, (*_, problem) in zip(conv.folds, expected, strict=True):
        assert (found.problem is None) == (problem is None)
        assert (found.problem or "").startswith(problem or "")


@pytest.mark.parametrize("writer", WRITERS)
def test_a_log_of_nothing_but_a_fold_is_told(tmp_path: Path, writer: str) -> None:
    with pytest.raises(LogError, match=r"a\.jsonl: (the|it) .*; give "):
        read(tmp_path, writer, [FOLD])


@pytest.mark.parametrize(
    "writer", [w for w in WRITERS if w != "opencode"]
)  # an export is one value: torn, there is nothing of it
def test_a_torn_end_keeps_the_fold_before_it(tmp_path: Path, writer: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(lines(WRITERS[writer]([*SAID, FOLD, *AFTER]))[:-30], encoding="utf-8")
    (conv,) = read_log(path)
    assert [(f.boundary, f.kept, f.summary) for f in conv.folds] == [(4, (3,), SUMMARY)]
    assert [s.count for s in conv.skipped if s.what.startswith("line is torn")] == [1]


def test_every_format_that_records_folds_is_in_the_table() -> None:
    formats = {w.removesuffix("_v0").removesuffix("_v1") for w in WRITERS}
    text = (Path(__file__).parents[2] / "docs" / "formats.md").read_text("utf-8")
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| `")]
    assert formats == {r[1].strip(" `") for r in rows if r[1].strip(" `") in FORMATS and r[3].strip().startswith("yes")}
