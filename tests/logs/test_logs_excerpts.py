"""Long results of tools, of which an audit holds both ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.categories import builtin
from harness.errors import LogError
from harness.logs import Read, read_log, read_paths
from harness.logs.excerpts import ends_only, excerpt, placed
from harness.probing.generate import all_drafts
from harness.schema import LONGEST_RESULT, Role, Turn
from harness.tokens import default_counter, turn_tokens
from harness.workers import in_order
from tests.logs.log_writers import Session, tool_use

BRIEF = "disk usage: 91 %\nfree space: 12 GB\nlast cleanup: 2026-03-02\n"


@given(st.text(max_size=20_000), st.sampled_from([None, 10, 4_500, LONGEST_RESULT]))
def test_an_excerpt_is_both_ends_and_knows_how_much_it_lacks(text: str, longest: int | None) -> None:
    assert excerpt(text) == (text, 0)
    with ends_only(longest):
        held, omitted = excerpt(text)
        assert excerpt(held) == (held, 0), "what was cut is not cut again"
    if omitted:
        head, told, tail = held.partition(f"\n[… {len(text) - 3_000:,} characters left out …]\n")
        assert told
        assert (text[:1_500], text[-1_500:]) == (head, tail)
        assert len(held) + omitted == len(text)
    else:
        assert held == text
    assert bool(omitted) == (longest is not None and len(text) > max(longest, 4_500))


@given(st.sampled_from(Role), st.integers(0, 30_000))
def test_only_results_are_cut_and_their_length_is_kept(role: Role, size: int) -> None:
    with ends_only(LONGEST_RESULT):
        turn = placed(Turn(0, role, "x" * size), 3)
        assert placed(turn, 3) == turn
    assert (turn.index, turn.length) == (3, size)
    assert (turn.omitted > 0) == (role is Role.TOOL and size > LONGEST_RESULT)


def test_tokens_of_a_cut_result_are_close_to_those_of_the_whole() -> None:
    turn = Turn(0, Role.TOOL, "".join(f"row {n}: vendor export of {n * 7} lines done\n" for n in range(2_000)))
    with ends_only(LONGEST_RESULT):
        cut = placed(turn, 0)
    whole, estimate = (turn_tokens(t, default_counter()) for t in (turn, cut))
    assert len(cut.text) < 0.1 * len(turn.text)
    assert abs(estimate - whole) < 0.1 * whole


def session(path: Path, filler: int) -> Path:
    s = Session()
    s.user("Please check the disk of the release host.")
    for call, text in (("t1", BRIEF), ("t2", BRIEF + "log line\n" * filler + "panic: last line\n")):
        s.says(tool_use(call, "Bash", command="df"))
        s.result(call, text)
    s.fold("The disk of the host is full.")
    s.user("Thanks.")
    return s.save(path)


def test_a_session_is_cut_while_it_is_read_and_a_dump_stays_a_dump(tmp_path: Path) -> None:
    path = session(tmp_path / "s.jsonl", 5_000)
    (whole,) = read_log(path)
    with ends_only(LONGEST_RESULT):
        (cut,) = read_log(path)
    assert [t.length for t in cut.turns] == [len(t.text) for t in whole.turns]
    assert [bool(t.omitted) for t in cut.turns if t.role is Role.TOOL] == [False, True]
    assert [t.text for t in cut.turns if not t.omitted] == [
        w.text for w, t in zip(whole.turns, cut.turns, strict=True) if not t.omitted
    ]
    assert "panic: last line" in cut.turns[4].text
    assert cut.folds == whole.folds
    drafts = [[d for d in all_drafts(c, builtin(), 100) if d.category == "tool_fact"] for c in (whole, cut)]
    assert drafts[0] == drafts[1], "a result is no shorter for being cut: rules ask for none of its values"
    assert {e.turn for d in drafts[0] for e in d.evidence} == {2}


def beside(read: Callable[[Path], Read], files: Sequence[Path]) -> Iterator[Read]:
    return in_order(read, files, 2)


def test_files_read_side_by_side_are_those_read_one_by_one(tmp_path: Path) -> None:
    for name in "abc":
        session(tmp_path / f"{name}.jsonl", 3)
    (tmp_path / "empty.jsonl").write_text("", "utf-8")
    told: list[list[tuple[str, str]]] = [[], []]
    both = [
        list(read_paths([tmp_path], on_skip=lambda p, why, i=i: told[i].append((p, why)), side_by_side=how))
        for i, how in enumerate((None, beside))
    ]
    assert both[0] == both[1]
    assert len(both[0]) == 3
    assert told[0] == told[1] != []
    with pytest.raises(LogError, match="the file is empty"):
        list(read_paths([tmp_path / "empty.jsonl"], side_by_side=beside))
