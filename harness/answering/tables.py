"""Tables in tool results: the cell of a row that stands under the column a question names."""

from __future__ import annotations

import re

from harness.answering.index import Unit
from harness.answering.question import Question
from harness.language import terms

_CELL = re.compile(r"[^\s|,;\t](?:[^|\t,;]*?[^\s|\t,;])??(?=\s{2,}|\s*[|\t;,]|\s*$)")
_WIDE = re.compile(r"\s{2,}|[|\t]|;")
_HEAD = 60  # lines above a row among which its header is looked for


def cell_of(asked: Question, unit: Unit) -> tuple[int, int] | None:
    """Where in a row the asked column stands; None if the unit is no row under a header that names the subject."""
    cells = _cells(unit.text)
    if len(cells) < 3:
        return None
    header = _header(unit, len(cells))
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


def _header(unit: Unit, width: int) -> list[str] | None:
    """The first line of the same turn that has as many cells and hardly a digit."""
    for line in unit.passage.text.splitlines()[:_HEAD]:
        text = line.strip()
        if text == unit.text:
            return None
        cells = _cells(text)
        names = [text[a:b] for a, b in cells]
        if len(cells) == width and sum(any(c.isdigit() for c in n) for n in names) <= width // 3:
            return names
    return None
