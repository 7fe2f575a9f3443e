"""The table of ``afterfold power``, and the same as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabulate import tabulate

from harness.analysis.power import DROPS, Power
from harness.reporting.text import visible

_HEAD = ["type", "retention", "probes", "conv.", "smallest drop", *(f"conv. for {100 * d:g}" for d in DROPS)]


def power_text(found: Sequence[Power], said: Sequence[str]) -> str:
    """The table with its sentences."""
    table = str(tabulate([_cells(p) for p in found], _HEAD, tablefmt="simple", disable_numparse=True)) if found else ""
    return visible("\n\n".join(x for x in (table, "\n".join(said)) if x))


def power_json(found: Sequence[Power], said: Sequence[str]) -> dict[str, Any]:
    """The same as plain data; drops are keyed in points."""
    rows = [vars(p) | {"needed": {f"{100 * d:g}": n for d, n in p.needed.items()}} for p in found]
    return {"power_version": 1, "types": rows, "notes": list(said)}


def _cells(p: Power) -> list[str]:
    shown = "–" if p.smallest is None else f"{100 * p.smallest:.1f} points"
    needed = ["–" if p.needed[d] is None else str(p.needed[d]) for d in DROPS]
    return [visible(p.name), f"{p.retention:.2f}", str(p.probes), str(p.conversations), shown, *needed]
