"""Every reason that a grade gives has its Korean text in the report."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import harness.answering
from harness.reporting.strings import Strings

HOUSE = Path(harness.answering.__file__).parent


def _reasons() -> Iterator[str]:
    for path in HOUSE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Grade" and len(node.args) > 1:
                said = (
                    [node.args[1].body, node.args[1].orelse] if isinstance(node.args[1], ast.IfExp) else [node.args[1]]
                )
                yield from (_text(s) for s in said if isinstance(s, (ast.Constant, ast.JoinedStr)))


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(str(v.value) if isinstance(v, ast.Constant) else "time" for v in node.values)


def test_every_reason_is_told_in_korean() -> None:
    told = Strings("ko")
    reasons = set(_reasons())
    assert len(reasons) > 30
    assert not {r for r in reasons if told.why(r) == r or " key claim" in told.why(r)}
