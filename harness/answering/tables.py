"""Tables in tool results: the cell of a row that stands under the column a question names."""

from __future__ import annotations

import re
from functools import lru_cache

from harness.answering.question import Question
from harness.language import terms

_CELL = re.compile(r"[^\s|,;\t](?:[^|\t,;]*?[^\s|\t,;])??(?=\s{2,}|\s*[|\t;,]|\s*$)")
_WIDE = re.compile(r"\s{2,}|[|\t]|;")
_HEAD = 60  # lines above a row among which its header is looked for


@lru_cache(maxsize=20_000)
def cell_of(asked: Question, row: str, passage: str) -> tuple[int, int] | None:
    """Where in a row of a passage the asked column stands; None if there is no header above it that names the subject."""
    cells = _cells(row)
    if len(cells) < 3:
        return None
    header = _header(row, passage, len(cells))
    if header is None:
        return None
    own = set(asked.terms)
    hits = [len(own & set(terms(h))) for h in header]
    best = max(hits)
    if not best or hits.count(best) > 1:
        return None
    return cells[hits.index(best)]


def _cells(line: str) -> list[tuple[int, int]]:
    if not _WIDE.search(line) and line.count(",") < 2:
        return []
    return [m.span() for m in _CELL.finditer(line)]


def _header(row: str, passage: str, width: int) -> list[str] | None:
    """The first line of the same turn that has as many cells and hardly a digit."""
    for text, count, names in _top(passage):
        if text == row:
            return None
        if count == width and names:
            return names
    return None


@lru_cache(maxsize=1_000)
def _top(text: str) -> list[tuple[str, int, list[str]]]:
    """The first lines of a passage, which are looked at for every row below them: each with the number of its cells, and with the cells
    where they may be a header."""
    lines = [line.strip() for line in text.splitlines()[:_HEAD]]
    cells = [[line[a:b] for a, b in _cells(line)] for line in lines]
    return [(line, len(own), own if _heads(own) else []) for line, own in zip(lines, cells, strict=True)]


def _heads(cells: list[str]) -> bool:
    return sum(any(c.isdigit() for c in cell) for cell in cells) <= len(cells) // 3
