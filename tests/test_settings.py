"""Settings: where they come from, and what a wrong one says."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.categories import builtin, load
from harness.errors import SettingsError
from harness.settings import asides, load_settings


def test_flags_win_over_the_file_and_the_file_over_defaults(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.afterfold]\nfolds = 3\nthreshold = 0.5\n")
    s = load_settings(tmp_path, {"folds": 7, "seed": None})
    assert (s.folds, s.threshold, s.seed) == (7, 0.5, 0)


def test_afterfold_toml_comes_before_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.afterfold]\nfolds = 3\n")
    (tmp_path / "afterfold.toml").write_text("folds = 4\n")
    assert load_settings(tmp_path, {}).folds == 4


def test_further_systems_differ_in_what_they_say_and_in_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "afterfold.toml").write_text('folds = 3\nbeside = [{ label = "x", compactor = "window" }]\n')
    main = load_settings(tmp_path, {})
    (other,) = asides(main)
    assert (other.label, other.compactor, other.beside) == ("x", "window", ())
    assert main.model_copy(update={"label": "x", "compactor": "window", "beside": ()}) == other


@pytest.mark.parametrize(
    ("text", "flags", "message"),
    [
        ("fold = 3", {}, "fold: no such setting; known are"),
        ("folds = 0", {}, "greater than or equal to 1"),
        ("folds =", {}, "not a TOML file"),
        ("", {"folds": -1}, "--folds: "),
        ("", {"max_probes": 0}, "--max-probes: "),
        ("", {"compactor": "zip"}, "--compactor: "),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, flags: dict[str, object], message: str) -> None:
    (tmp_path / "afterfold.toml").write_text(text + "\n")
    with pytest.raises(SettingsError, match=message):
        load_settings(tmp_path, flags)


def test_a_users_category_is_a_few_lines(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[allergy]\nkind = "constraint"\ncues.en = [\'\\ballergic\\b\']\nasks.en = ["allerg"]\n')
    found = load(path)
    assert set(found) == set(builtin()) | {"allergy"}
    assert found["allergy"].cue.search("He is allergic to nuts")
    assert found["allergy"].asked_for_by("allergies of guests")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[a]\nkind = "thing"', "kind must be one of"),
        ('[a]\nkind = "fact"\ncue = 1', "unknown key 'cue'"),
        ('[a]\nkind = "fact"\ncues.en = ["("]', "not a regular expression"),
        ('[a]\nkind = "fact"\nvalues = ["colour"]', "values may hold"),
        ("a = 1", "wanted a table"),
        ("[", "not a TOML file"),
    ],
)
def test_a_wrong_category_file(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(SettingsError, match=message):
        load(path)
