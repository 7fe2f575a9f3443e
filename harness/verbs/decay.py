"""``afterfold decay``: fit the curves to a table of outcomes that were measured elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

from harness.analysis.foreign import foreign_decay
from harness.errors import TableError
from harness.reporting.decay_table import decay_json, decay_table
from harness.runs.tables import Columns, read_table


def decay_text(path: Path, columns: Columns, first: int, last: int | None, seed: int, as_json: bool) -> str:
    """The fits of a table as text or JSON. Raises TableError where no row lies between the ages."""
    rows = read_table(path, columns)
    rows = rows[rows["age"].ge(first) & (rows["age"].le(last) if last is not None else True)]
    if rows.empty:
        raise TableError(
            f"{path}: no row with {columns.age} from {first}{f' to {last}' if last is not None else ' on'}."
        )
    groups = foreign_decay(rows, first, last, seed=seed)
    return json.dumps(decay_json(groups), ensure_ascii=False, indent=1) if as_json else decay_table(groups)
