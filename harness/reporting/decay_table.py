"""The fits of a foreign table for a terminal, and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabulate import tabulate

from harness.analysis.foreign import MINIMUM, ForeignDecay
from harness.analysis.models import Fit
from harness.reporting.text import interval, ratio, visible
from harness.reporting.verdict import fit_json

FORMULAS = {
    "power": "r^k",
    "scaled": "S0·r^k",
    "floor": "f + (1−f)·r^k",
    "scaled_floor": "f + (S0−f)·r^k",
}
_HEAD = ["group", "ages", "curve", "starts at", "r", "floor", "AIC", "p", "holds"]


def decay_table(groups: Sequence[ForeignDecay]) -> str:
    """One row per group and curve, best AIC first, and a sentence per group."""
    rows = [_row(g, f, i == 0) for g in groups for i, f in enumerate(g.fits)]
    sentences = "\n".join(f"{visible(g.name)}: {said(g)}" for g in groups)
    table = str(tabulate(rows, _HEAD, tablefmt="simple", disable_numparse=True))
    return f"{table}\n\n{sentences}" if rows else sentences


def decay_json(groups: Sequence[ForeignDecay]) -> list[dict[str, Any]]:
    """The same as plain data."""
    return [
        {
            "group": g.name,
            "cases": g.cases,
            "clusters": g.clusters,
            "last": g.last,
            "enough": g.enough,
            "fit": g.fit.name if g.fit else None,
            "fits": [fit_json(f) for f in g.fits],
            "retention": {str(k): [s.value, s.low, s.high, s.n] for k, s in sorted(g.retention.items())},
        }
        for g in groups
    ]


def said(group: ForeignDecay) -> str:
    """What holds, what is rejected, and how far the numbers carry."""
    if not group.fits:
        return f"too few cases to say: fewer than two ages have {MINIMUM[0]} cases from {MINIMUM[1]} clusters."
    rejected = [FORMULAS[f.name] for f in group.fits if not f.holds]
    holds = FORMULAS[group.fit.name] if group.fit else "none of the curves"
    half = f"; half-life {group.fit.half_life:.1f} folds" if group.fit and group.fit.half_life else ""
    thin = "" if group.enough else f" Some ages have fewer than {MINIMUM[0]} cases or {MINIMUM[1]} clusters."
    first = min(group.retention)
    known = f"S_{first} = {interval(group.retention[first])}"
    return f"{holds} holds{half}; rejected: {', '.join(rejected) or 'none'}. {known}.{thin}"


def _row(group: ForeignDecay, fit: Fit, first: bool) -> list[str]:
    low_high = "" if fit.r_low is None or fit.r_high is None else f" [{fit.r_low:.2f}, {fit.r_high:.2f}]"
    return [
        visible(group.name) if first else "",
        f"{fit.first_age}–{fit.last_age}" if first else "",
        FORMULAS[fit.name],
        ratio(fit.at(fit.first_age)),
        f"{fit.r:.2f}{low_high}",
        f"{fit.floor:.3f}" if "floor" in fit.name else "",
        f"{fit.aic:.1f}",
        "–" if fit.p is None else f"{fit.p:.3f}",
        "yes" if fit.holds else "no",
    ]
