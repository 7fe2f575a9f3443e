"""Paths of the wrong kind, and input that breaks off: one sentence in plain words and a documented exit code, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from harness import commands
from harness.cli import cli
from tests.reporting.synthetic import small, stored

LOG = '{"role": "user", "content": "We deploy at 14:30 on Friday, and the cap of the cache is 40 GB."}\n' * 30
LOG += '{"role": "user", "content": "The retry limit of the importer is 7 minutes and the port is 8443."}\n'
RAW = ("Errno", "codec", "C error", "value error", "eof while", "disk I/O", "`recordings`", "none (line", "Aborted")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(small(conversations=24), tmp_path_factory.mktemp("runs"))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x\n")
    (tmp_path / "en.jsonl").write_text(LOG)
    (tmp_path / "one.jsonl").write_text('{"role": "user", "content": "We deploy at 14:30."}\n')
    (tmp_path / "cp949.txt").write_bytes("배포는 세 시\n한국어 프롬프트입니다\n".encode("cp949"))
    (tmp_path / "torn.jsonl").write_text('{"id": "x", "cat')
    (tmp_path / "odd.csv").write_text("k,retained,conversation\n1,1,a\n1,1,a,b\n")
    return tmp_path


def afterfold(line: str, run: Path, **more: str) -> Result:
    args = [str(run) if word == "RUN" else word for word in line.split()]
    return CliRunner().invoke(cli, args, **more)


def says(done: Result, code: int, *parts: str) -> None:
    last = done.output.strip().splitlines()[-1]
    assert isinstance(done.exception, (SystemExit, type(None))), repr(done.exception)
    assert done.exit_code == code, done.output
    assert last.startswith("afterfold: ")
    assert all(p in last for p in parts), last
    assert not any(raw in last for raw in RAW), last


@pytest.mark.parametrize(
    ("line", "why"),
    [
        *((f"{verb} --{o} folder", "it is a folder") for verb in ("compare RUN RUN",) for o in ("html", "json", "junit", "comment")),
        ("gate RUN --baseline RUN --html folder", "it is a folder"),
        ("gate RUN --baseline RUN --html file/x.html", "file is a file and not a folder"),
        ("compare RUN RUN --html /proc/x.html", "cannot be written"),
        ("probes en.jsonl -o folder", "it is a folder"),
        ("probes en.jsonl -o /proc/x.jsonl", "cannot be written"),
        ("probes en.jsonl --review-page folder", "it is a folder"),
        ("probes en.jsonl --review -o folder", "it is a folder"),
        ("report RUN --plots file", "a file and not a folder"),
        ("report RUN --format csv -o file", "a file and not a folder"),
        ("report RUN --format json -o folder", "it is a folder"),
        ("report RUN -o folder", "it is a folder"),
        ("synth -o file", "a file and not a folder"),
        ("baseline accept RUN --to file", "a file and not a folder"),
        ("eval en.jsonl --quiet --runs file", "--runs"),
        ("eval en.jsonl --model m --store folder", "it is a folder"),
        ("calls export x.jsonl --store folder", "it is a folder"),
        ("author en.jsonl -o folder --model m", "it is a folder"),
    ],
)  # fmt: skip
def test_a_place_that_cannot_be_written(here: Path, run: Path, line: str, why: str) -> None:
    says(afterfold(line, run), 2, why)


@pytest.mark.parametrize(
    "line",
    [
        "report X",
        "promote X",
        "power X",
        "baseline accept X",
        "compare X RUN",
        "compare RUN X",
        "gate X --baseline RUN",
    ],
)
@pytest.mark.parametrize("missing", ["nosuch", "folder", "file"])
def test_a_run_that_is_not_there_is_a_usage_error_everywhere(here: Path, run: Path, line: str, missing: str) -> None:
    says(afterfold(line.replace("X", missing), run), 2, missing)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("eval one.jsonl", ("one.jsonl: the log is too short to be folded", "give a longer one")),
        ("eval en.jsonl --prompt folder", ("it is a folder",)),
        ("prompt check cp949.txt", ("iconv -f CP949 -t UTF-8", "save it as UTF-8")),
        ("decay cp949.txt", ("iconv -f CP949 -t UTF-8",)),
        ("decay odd.csv", ("odd.csv:3: not a CSV table: 4 fields", "3 are wanted")),
        ("eval en.jsonl --beside nosuch", ("beside 1: compactor: should be", "nosuch")),
        ("eval en.jsonl --probes torn.jsonl", ("torn.jsonl:1: not JSON", "mend or remove the line")),
        ("eval en.jsonl --format codex", ("en.jsonl", "line without a type", "leave out --format codex")),
        ("eval en.jsonl --compactor recorded --recordings folder", ("with --recordings",)),
        ("eval en.jsonl --compactor command --command 'a", ("--command", "close it")),
    ],
)
def test_bad_input_is_told_in_plain_words(here: Path, run: Path, line: str, parts: tuple[str, ...]) -> None:
    says(afterfold(line, run), 2, *parts)


def test_a_review_without_further_input_keeps_what_was_decided(here: Path, run: Path) -> None:
    says(afterfold("probes en.jsonl --review -o rev.jsonl", run, input="a\n"), 130, "1 accepted", "again")
    assert len((here / "rev.jsonl").read_text("utf-8").splitlines()) == 1


def test_no_oserror_leaves_as_a_traceback(here: Path, run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise IsADirectoryError(21, "Is a directory", "somewhere")

    monkeypatch.setattr(commands, "write_synthetic", broken)
    says(afterfold("synth", run), 4, "somewhere", "it is a folder")
