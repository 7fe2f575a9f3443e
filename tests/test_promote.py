"""``afterfold promote`` on a run folder: what it writes, that nothing drifts, and what it says when it cannot."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness import commands
from harness.categories import builtin
from harness.cli import cli
from harness.errors import RunFolderError, UsageError
from harness.promote import promote, promoted
from harness.reporting.promotion import promotion_json
from harness.runs import read_run
from harness.settings import Settings
from tests.test_evaluate import NOW


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("promote")
    for language in ("en", "ko"):
        commands.write_synthetic(3, 160, language, 2, folder)
    settings = Settings.model_validate(
        {
            "runs": str(folder / "runs"),
            "probes": str(folder / "probes"),
            "compactor": "empty",
            "folds": 2,
            "verify": True,
            "memory": 500,
        }
    )
    return commands.evaluate_paths(
        [folder / "logs"], settings, None, NOW, lambda what, n: None, lambda text: None
    ).run.path


def test_an_evaluation_verifies_its_own_advice_where_the_settings_say_so(run: Path) -> None:
    data = json.loads((run / "promotion.json").read_text())
    assert data["promoted"]
    assert data["verified"]["gain"]["value"] > 0.2
    assert data["verified"]["most_tokens"] <= 500
    assert {p["type"] for p in tomllib.loads((run / "memory.toml").read_text())["promote"]} == set(data["promoted"])
    assert 'id="memory"' in (run / "report.html").read_text()


def test_the_verdict_is_rebuilt_from_the_folder_alone(run: Path) -> None:
    found = promoted(read_run(run), builtin())
    assert found is not None
    assert json.loads(json.dumps(promotion_json(found))) == json.loads((run / "promotion.json").read_text())


def test_the_same_command_writes_the_same_bytes(run: Path, tmp_path: Path) -> None:
    again = shutil.copytree(run, tmp_path / "again")
    promote(again, verify=True)
    for name in ("promotion.json", "memory.toml", "memory.jsonl", "memory_probes.jsonl"):
        assert (again / name).read_bytes() == (run / name).read_bytes(), name


def test_the_verb_shows_the_table_in_both_languages(run: Path, tmp_path: Path) -> None:
    again = shutil.copytree(run, tmp_path / "again")
    for language, word in (("en", "kind and rule"), ("ko", "종류와 규칙")):
        result = CliRunner().invoke(cli, ["promote", str(again), "--quiet", "--lang", language])
        assert result.exit_code == 0, result.output
        assert word in result.output
        assert "memory.toml" in result.output


def test_named_types_are_put_back_as_asked_and_that_is_said(run: Path, tmp_path: Path) -> None:
    again = shutil.copytree(run, tmp_path / "again")
    found = promote(again, verify=True, only=["time"])
    assert set(found.choices.values()) == {("time",)}
    assert "as asked" in found.notes[-1]
    with pytest.raises(UsageError, match="no information type 'colour'"):
        promote(again, verify=False, only=["colour"])


def test_logs_that_are_gone_are_told_and_only_a_replay_needs_them(run: Path, tmp_path: Path) -> None:
    again = shutil.copytree(run, tmp_path / "again")
    path = again / "conversations.jsonl"
    path.write_text(path.read_text().replace('"digest": "', '"digest": "0'))
    with pytest.raises(UsageError, match="gone or have changed; a replay needs them"):
        promote(again, verify=True)
    found = promote(again, verify=False)
    assert found.rows
    assert all(r.price is None for r in found.rows)


def test_a_damaged_promotion_is_told(run: Path, tmp_path: Path) -> None:
    again = shutil.copytree(run, tmp_path / "again")
    (again / "promotion.json").write_text("{}")
    with pytest.raises(RunFolderError, match="damaged"):
        promoted(read_run(again), builtin())


@pytest.mark.parametrize(
    ("flags", "said"),
    [(["--calls", "foo"], "--calls: "), (["--max-calls", "0"], "--max-calls: ")],
    ids=["mode", "limit"],
)
def test_a_value_that_cannot_be_is_told_with_its_option(run: Path, flags: list[str], said: str) -> None:
    result = CliRunner().invoke(cli, ["promote", str(run), "--verify", "--quiet", *flags])
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output
