"""The pytest plugin in a real pytest, on the example project of the documentation and its real runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli import cli

pytest_plugins = ["pytester"]
PLUGIN = ("-p", "harness.pytest_plugin", "-p", "no:cacheprovider")


def afterfold(*args: str | Path) -> None:
    done = CliRunner().invoke(cli, list(map(str, args)))
    assert done.exit_code == 0, done.output


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """The example project as its README makes it: a baseline, the same run again, and one without the line on numbers."""
    folder = tmp_path_factory.mktemp("example") / "project"
    shutil.copytree(root / "docs/example-project", folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        afterfold("synth", "--seed", 1, "--count", 12, "--turns", 120, "-o", ".")
        afterfold("eval", "--quiet")
        afterfold("baseline", "accept", "reports/runs")
        prompt = folder / "fold.en.md"
        text = prompt.read_text("utf-8")
        prompt.write_text(text.replace("- numbers and units\n", ""), "utf-8")
        afterfold("eval", "--quiet", "--runs", "reports/worse")
    return folder


@pytest.fixture
def inside(pytester: pytest.Pytester, project: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A pytest that stands in the project and loads the plugin by its module alone, as an entry point would."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.chdir(project)
    return pytester


@pytest.mark.slow
def test_an_unchanged_run_passes_with_the_projects_own_tests(inside: pytest.Pytester) -> None:
    done = inside.runpytest_inprocess(*PLUGIN, "-v", "--afterfold-run", "reports/runs")
    assert done.ret == 0
    done.stdout.fnmatch_lines(["*afterfold::category?quantity? PASSED*", "*afterfold::verdict PASSED*"])
    done.assert_outcomes(passed=7)  # three types, the verdict, three of the project


@pytest.mark.slow
def test_a_worse_prompt_fails_by_name_and_its_tests_can_be_chosen(inside: pytest.Pytester) -> None:
    done = inside.runpytest_inprocess(*PLUGIN, "-v", "--afterfold-run", "reports/worse")
    assert done.ret == 1
    done.stdout.fnmatch_lines(["*afterfold::category?quantity? FAILED*", "*afterfold::verdict FAILED*"])
    done.stdout.fnmatch_lines(["*the drop is more than noise*"])
    chosen = inside.runpytest_inprocess(*PLUGIN, "--afterfold-run", "reports/worse", "-k", "quantity")
    chosen.assert_outcomes(failed=1, deselected=6)


@pytest.mark.slow
def test_without_a_run_nothing_is_added_and_a_missing_baseline_is_told(inside: pytest.Pytester) -> None:
    inside.runpytest_inprocess(*PLUGIN).assert_outcomes(skipped=3)
    done = inside.runpytest_inprocess(*PLUGIN, "--afterfold-run", "reports/runs", "--afterfold-baseline", "nowhere")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*afterfold: nowhere: no baseline here*"])
    alone = inside.runpytest_inprocess(*PLUGIN, "--afterfold-baseline", "nowhere")
    alone.stderr.fnmatch_lines(["*needs --afterfold-run*"])


SETTINGS = """
[tool.afterfold]
paths = ["logs"]
probes = "probes"
folds = 2
seed = {seed}
[tool.afterfold.gate]
must_hold = ["synth-en-0001-80-001"]
inconclusive = "{inconclusive}"
"""


def test_a_must_hold_probe_and_an_inconclusive_gate_are_tests(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyprojecttoml(SETTINGS.format(seed=0, inconclusive="report"))
    afterfold("synth", "--seed", 1, "--count", 2, "--turns", 80, "-o", ".")
    afterfold("eval", "--quiet", "--runs", "base")
    pytester.makepyprojecttoml(SETTINGS.format(seed=1, inconclusive="report"))
    afterfold("eval", "--quiet", "--runs", "candidate")
    afterfold("baseline", "accept", "base")
    asked = (*PLUGIN, "-v", "-rs", "--afterfold-run", "candidate")
    done = pytester.runpytest_inprocess(*asked)
    assert done.ret == 0
    held = "*must-hold?synth-en-0001-80 synth-en-0001-80-001? PASSED*"
    done.stdout.fnmatch_lines([held, "*verdict SKIPPED*", "SKIPPED*inconclusive: *"])
    pytester.makepyprojecttoml(SETTINGS.format(seed=1, inconclusive="fail"))
    strict = pytester.runpytest_inprocess(*asked)
    assert strict.ret == 1
    strict.stdout.fnmatch_lines([held, "*verdict FAILED*"])


def test_a_pytest_without_the_options_imports_nothing_for_it(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        "import sys\n\ndef test_x():\n    assert 'harness.pytest_plugin' in sys.modules\n"
        "    assert not {'pandas', 'numpy', 'click', 'harness.runs', 'harness.analysis'} & set(sys.modules)\n"
    )
    bare = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        *PLUGIN,
        "-c",
        "/dev/null",
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, env=bare, check=False)
    assert done.returncode == 0, done.stdout


def test_the_entry_point_is_declared(root: Path) -> None:
    declared = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["pytest11"]
    assert declared == {"afterfold": "harness.pytest_plugin"}
