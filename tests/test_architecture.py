"""The layers of CONTRIBUTING.md, held by walking the imports."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

HARNESS = Path(__file__).resolve().parent.parent / "harness"
# A room may import itself and the rooms listed here; everything else is a wall.
ALLOWED = {
    "errors": set(),
    "schema": set(),
    "ports": {"schema"},
    "tokens": {"schema"},
    "values": {"errors"},
    "language": {"values"},
    "categories": {"errors"},
    "logs": {"schema", "ports", "errors", "language"},
    "memory": {"schema", "errors", "language", "values", "categories", "tokens"},
    "probing": {"schema", "ports", "errors", "language", "values", "categories", "tokens", "josa"},
    "folding": {"schema", "ports", "errors", "language", "values", "categories", "tokens", "prices"},
    "answering": {"schema", "ports", "errors", "language", "values", "categories", "tokens"},
    "josa": set(),
    "models": {"schema", "ports", "errors", "prices", "places"},
    "synth": {"schema", "runs", "josa"},
    "runs": {"schema", "errors", "language", "categories", "memory", "places"},
    "analysis": {"schema", "errors", "categories", "runs"},
    "reporting": {"schema", "errors", "categories", "language", "analysis", "runs", "settings", "", "places"},
    "settings": {"errors"},
    "workers": set(),
    "places": {"errors"},
    "prices": {"errors"},
    "policies": {"schema", "errors", "categories", "tokens", "folding", "reporting", "settings", "prices"},
    "review": {"schema", "errors", "categories", "reporting", "runs"},
}
LIBRARIES = {
    "tiktoken": {"tokens"},
    "matplotlib": {"reporting"},
    "pandas": {"analysis", "reporting", "runs"},
    "anthropic": {"models"},
}


@cache
def _imports() -> list[tuple[str, str, Path]]:
    """Room, imported module and file of every import; the tests of all rooms look at the same ones."""
    found = []
    for path in sorted(HARNESS.rglob("*.py")):
        room = path.relative_to(HARNESS).parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.append((room, node.module, path))
            elif isinstance(node, ast.Import):
                found += [(room, alias.name, path) for alias in node.names]
    return found


@pytest.mark.parametrize("room", sorted(ALLOWED))
def test_a_room_imports_only_the_rooms_below_it(room: str) -> None:
    for own, module, path in _imports():
        if own == room and module.split(".")[0] == "harness":
            target = [*module.split("."), ""][1]
            assert target == room or target in ALLOWED[room], f"{path}: {room} must not import {module}"


@pytest.mark.parametrize("library", sorted(LIBRARIES))
def test_a_heavy_library_has_one_door(library: str) -> None:
    rooms = {own for own, module, _ in _imports() if module.split(".")[0] == library}
    assert rooms <= LIBRARIES[library]


def test_analysis_and_reporting_never_reach_execution() -> None:
    execution = {"evaluate", "commands", "cli", "folding", "answering", "probing", "logs", "models"}
    for own, module, path in _imports():
        if own in ("analysis", "reporting") and module.startswith("harness."):
            assert module.split(".")[1] not in execution, f"{path} imports {module}"


def test_every_module_and_public_function_says_what_it_is() -> None:
    missing = []
    for path in sorted(HARNESS.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        if not ast.get_docstring(tree):
            missing.append(f"{path.name}: module")
        for node in tree.body:
            if (
                isinstance(node, (ast.FunctionDef, ast.ClassDef))
                and not node.name.startswith("_")
                and not ast.get_docstring(node)
            ):
                missing.append(f"{path.name}: {node.name}")
    assert not missing
