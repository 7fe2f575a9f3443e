"""The command line as a user meets it: help texts, exit codes, one clear sentence, hostile input, a C locale."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from harness.cli import cli
from harness.synth import write

GOLDEN = Path(__file__).parent / "golden"


def afterfold(*args: str | Path, cwd: Path) -> Result:
    """Run a verb in this process, where everything is imported already."""
    with contextlib.chdir(cwd):
        return CliRunner().invoke(cli, list(map(str, args)))


def program(*args: str | Path, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own: for what only that shows (locale, entry point, the same bytes under another hash seed)."""
    return subprocess.run(
        [sys.executable, "-m", "harness", *map(str, args)],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **env},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "verb",
    [
        "",
        "eval",
        "probes",
        "audit",
        "report",
        "synth",
        "plan",
        "prompt check",
        "decay",
        "compare",
        "gate",
        "power",
        "baseline",
    ],
)
def test_help(verb: str) -> None:
    text = CliRunner().invoke(cli, [*verb.split(), "--help"], terminal_width=100).output
    golden = GOLDEN / f"help-{verb.replace(' ', '-') or 'afterfold'}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    write(0, 120, "en", folder)
    write(1, 120, "ko", folder)
    return folder


def test_another_compactor_beside_the_first(logs: Path, tmp_path: Path) -> None:
    done = afterfold(
        "eval", logs / "logs", "--probes", logs / "probes", "--beside", "identity", "--quiet", cwd=tmp_path
    )
    assert done.exit_code == 0, done.stderr
    table = done.stdout.split("Other systems on the same probes\n")[1].split("\n\n")[0].splitlines()
    assert [row.split()[0] for row in table[2:]] == ["extractive", "identity"]
    assert "1.00" in table[3]
    page = (tmp_path / done.stdout.strip().splitlines()[-1].split()[-1] / "report.html").read_text("utf-8")
    assert 'id="beside"' in page


def test_an_unknown_compactor_beside_the_first_is_told(logs: Path, tmp_path: Path) -> None:
    done = afterfold("eval", logs / "logs", "--beside", "zip", cwd=tmp_path)
    assert done.exit_code == 2
    assert done.stderr.startswith("afterfold: beside 1: compactor: ")


def test_eval_report_and_probes(logs: Path, tmp_path: Path) -> None:
    done = program("eval", logs / "logs", "--probes", logs / "probes", "--quiet", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    run = tmp_path / done.stdout.strip().splitlines()[-1].split()[-1]
    assert "quantity" in done.stdout
    page = run / "report.html"
    before = page.read_bytes()
    page.unlink()
    assert program("report", run, cwd=tmp_path).returncode == 0
    assert page.read_bytes() == before
    verdict = json.loads((run / "verdict.json").read_text("utf-8"))
    assert verdict
    again = afterfold("report", run, "--lang", "ko", "-o", tmp_path / "ko.html", cwd=tmp_path)
    assert "수량" in again.stdout
    assert "수량" in (tmp_path / "ko.html").read_text("utf-8")


def test_probes_for_review_are_used_again(logs: Path, tmp_path: Path) -> None:
    written = program("probes", logs / "logs", "-o", "probes.jsonl", cwd=tmp_path)
    assert written.returncode == 0, written.stderr
    lines = (tmp_path / "probes.jsonl").read_text("utf-8").splitlines()
    assert len(lines) > 10
    assert afterfold("probes", logs / "logs", cwd=tmp_path).stdout.splitlines() == lines
    done = afterfold("eval", logs / "logs", "--probes", "probes.jsonl", "--quiet", cwd=tmp_path)
    assert done.exit_code == 0, done.stderr


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["eval", "missing.jsonl"], 2, "missing.jsonl"),
        (["eval", "empty.jsonl"], 2, "empty.jsonl"),
        (["eval", "picture.png"], 2, "picture.png"),
        (["eval", "good.txt", "--folds", "0"], 2, "--folds"),
        (["eval", "good.txt", "--compactor", "zip"], 2, "--compactor"),
        (["eval", "good.txt", "--prompt", "none.md"], 2, "none.md"),
        (["eval", "good.txt", "--probes", "none.jsonl"], 2, "none.jsonl"),
        (["eval", "good.txt", "--format", "fax"], 2, "fax"),
        (["eval", "--colour"], 2, "colour"),
        (["audit", "good.txt"], 2, "nothing to audit"),
        (["report", "nowhere"], 2, "no such run folder"),
        (["probes", "small.txt", "--max-probes", "0"], 2, "--max-probes"),
    ],
)
def test_bad_input_gets_one_sentence_and_its_exit_code(
    tmp_path: Path, args: list[str], code: int, message: str
) -> None:
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00")
    (tmp_path / "good.txt").write_text("User: we deploy at 14:30\nAssistant: fine, 14:30 it is\n" * 5, encoding="utf-8")
    (tmp_path / "small.txt").write_text("User: hello\nAssistant: hello\n", encoding="utf-8")
    done = afterfold(*args, cwd=tmp_path)
    assert done.exit_code == code, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_process_of_its_own_says_the_same_and_ends_with_the_code(tmp_path: Path) -> None:
    args = ("report", "nowhere")
    there, here = program(*args, cwd=tmp_path), afterfold(*args, cwd=tmp_path)
    assert (there.returncode, there.stdout, there.stderr) == (2, "", here.stderr)


def test_a_log_without_anything_to_ask_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("User: hello\nAssistant: hello to you\n" * 40, encoding="utf-8")
    done = afterfold("eval", "small.txt", cwd=tmp_path)
    assert done.exit_code == 2
    assert "nothing to ask" in done.stderr


def test_a_c_locale_reads_and_prints_korean(tmp_path: Path) -> None:
    log = "사용자: 배포는 오후 세 시에 하기로 했어요.\n도우미: 네, 배포는 오후 세 시로 적어 두겠습니다.\n" * 12
    (tmp_path / "log.txt").write_text(log, encoding="utf-8")
    probe = {
        "id": "a",
        "category": "time",
        "question": "배포는 몇 시에 하죠?",
        "kind": "time",
        "expected": "15:00",
        "evidence": [{"turn": 0, "quote": "오후 세 시"}],
    }
    (tmp_path / "log.jsonl").write_text(json.dumps(probe) + "\n", encoding="ascii")
    done = program(
        "eval",
        "log.txt",
        "--probes",
        "log.jsonl",
        "--lang",
        "ko",
        "--folds",
        "2",
        cwd=tmp_path,
        LC_ALL="C",
        PYTHONUTF8="0",
        PYTHONCOERCECLOCALE="0",
    )
    assert done.returncode == 0, done.stderr
    assert "시각" in done.stdout


def test_a_hostile_log_cannot_break_the_page(tmp_path: Path) -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    turns = [
        {"role": "user", "content": f"The cap of the {evil} press is {i + 40} GB, never more than that."}
        for i in range(12)
    ]
    (tmp_path / "evil.jsonl").write_text("".join(json.dumps(t) + "\n" for t in turns), encoding="utf-8")
    probe = {
        "id": evil,
        "category": "quantity",
        "question": f"What is the cap of the {evil}?",
        "kind": "quantity",
        "expected": "40 GB",
        "evidence": [{"turn": 0, "quote": turns[0]["content"]}],
    }
    (tmp_path / "p.jsonl").write_text(json.dumps({**probe, "conversation": "evil"}) + "\n", encoding="utf-8")
    done = afterfold("eval", "evil.jsonl", "--probes", "p.jsonl", "--folds", "2", "--quiet", cwd=tmp_path)
    assert done.exit_code == 0, done.stderr
    page = next(tmp_path.glob("reports/runs/*/report.html")).read_text("utf-8")
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "&lt;/script&gt;" in page


def test_the_module_and_the_program_are_the_same(tmp_path: Path) -> None:
    assert program("--version", cwd=tmp_path).stdout.strip().startswith("afterfold, version ")
