"""What fold policies would do, as a table for a terminal and one plot as SVG or PNG."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from tabulate import tabulate

from harness.errors import UsageError
from harness.places import check_file, writing
from harness.reporting.strings import Strings
from harness.reporting.text import number

SUFFIXES = (".svg", ".png")
_COLOURS = {"tokens": "#1f5fa8", "combined": "#b4551d", "turns": "#5c5c57", "boundary": "#2f7d4f"}
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "afterfold",
    "text.parse_math": False,
    "font.size": 9.5,
    "axes.unicode_minus": False,
}


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One policy over all logs. ``policy``: tokens, turns, boundary, combined; ``share`` the swept threshold as a share of the
    window, None where it is not swept. ``fits`` are the turns that came between two folds without passing the threshold, mean;
    ``expected`` the mean of n = floor(B/g). Token counts are sums. ``cut``: share of folds that cut a task in half, None where no
    boundary was found. ``cost`` of all model calls and folds, ``summaries`` that of the folds alone."""

    policy: str
    share: float | None
    detail: str
    folds: int
    fits: float | None
    expected: float | None
    folded: int
    invalidated: int
    rewritten: int
    cut: float | None
    cost: float
    summaries: float


def plan_table(rows: Sequence[PlanRow], currency: str, language: str) -> str:
    """One row per policy and threshold."""
    t = Strings(language)
    columns = ("policy", "threshold", "folds", "fits", "expected", "folded", "invalidated", "rewritten", "calls", "cut")
    head = [*(t(f"plan.{c}") for c in columns), t("plan.cost", currency=currency), t("plan.summaries")]
    sides = ("left", *("right" for _ in head[1:]))
    cells = [_cells(row, t) for row in rows]
    return str(tabulate(cells, head, tablefmt="simple", disable_numparse=True, colalign=sides))


def _cells(row: PlanRow, t: Strings) -> list[str]:
    return [
        t(f"plan.{row.policy}", detail=row.detail),
        "–" if row.share is None else f"{row.share:.0%}",
        number(row.folds),
        "–" if row.fits is None else f"{row.fits:.1f}",
        "–" if row.expected is None else f"{row.expected:.1f}",
        number(row.folded),
        number(row.invalidated),
        number(row.rewritten),
        number(row.folds),
        "–" if row.cut is None else f"{row.cut:.0%}",
        f"{row.cost:,.2f}",
        f"{row.summaries:,.2f}",
    ]


def check_plot(path: Path) -> None:
    """Raises UsageError, before anything is computed, where a plot cannot be written to ``path``."""
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(f"{path}: a plot is written as {' or '.join(SUFFIXES)}; name a file that ends so.")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: the folder {path.parent} does not exist; make it, or name another place.")
    check_file(path)


def write_plan_plot(rows: Sequence[PlanRow], currency: str, language: str, path: Path) -> None:
    """Folds, cost, and tasks cut in half against the threshold; the policies that are not swept are level lines."""
    t = Strings(language)
    panels = [
        (t("plan.folds"), lambda r: r.folds),
        (t("plan.cost", currency=currency), lambda r: r.cost),
        (t("plan.cut"), lambda r: None if r.cut is None else 100 * r.cut),
    ]
    with warnings.catch_warnings(), matplotlib.rc_context(_STYLE):
        warnings.filterwarnings("ignore", message=r"Glyph .* missing")
        figure = Figure(figsize=(10.5, 3.3), layout="constrained")
        for axes, (title, value) in zip(figure.subplots(1, 3), panels, strict=True):
            _panel(axes, rows, title, value, t)
        handles, labels = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
        quiet = {"Date": None, "Creator": None} if path.suffix.lower() == ".svg" else {"Software": None}
        with writing(path):
            figure.savefig(path, metadata=quiet, dpi=150)


def _panel(axes: Axes, rows: Sequence[PlanRow], title: str, value: Any, t: Strings) -> None:
    axes.set_title(title, loc="left", fontsize=10, fontweight="bold")
    for policy in dict.fromkeys(r.policy for r in rows):
        points = [(r.share, value(r)) for r in rows if r.policy == policy and value(r) is not None]
        name = t(f"plan.{policy}", detail=next(r.detail for r in rows if r.policy == policy))
        if not points:
            axes.plot([], [], color=_COLOURS[policy], label=name)
        elif points[0][0] is None:
            axes.axhline(points[0][1], color=_COLOURS[policy], linewidth=1.3, dashes=(4, 2.5), label=name)
        else:
            axes.plot(*zip(*points, strict=True), "o-", color=_COLOURS[policy], linewidth=1.6, markersize=4, label=name)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(t("plan.threshold"))
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:.0%}")
    axes.grid(axis="y", color="#d5d5d0", linewidth=0.7)
    axes.spines[["top", "right"]].set_visible(False)
