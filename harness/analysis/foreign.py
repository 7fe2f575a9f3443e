"""Decay of outcomes that were measured elsewhere: no arms, no chains, only how old a fact was and whether it was still known."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from harness.analysis.clusters import grid
from harness.analysis.decay import last_age, retention
from harness.analysis.intervals import Share
from harness.analysis.models import RESAMPLES, Fit, best, fit_curves

MINIMUM = (20, 8)


@dataclass(frozen=True)
class ForeignDecay:
    """One group. ``last`` is the largest age that was fitted (None: too little), ``enough`` whether every age up to it has the
    minimum of cases and clusters."""

    name: str
    cases: int
    clusters: int
    retention: dict[int, Share]
    last: int | None
    enough: bool
    fits: tuple[Fit, ...]

    @property
    def fit(self) -> Fit | None:
        """The simplest curve that holds."""
        return best(self.fits)


def foreign_decay(
    rows: pd.DataFrame, first: int, last: int | None, resamples: int = RESAMPLES, seed: int = 0
) -> tuple[ForeignDecay, ...]:
    """Every group of rows (columns group, conversation, age, retained), fitted from age ``first`` to ``last``; without a ``last`` to
    the largest age with 20 cases from 8 clusters. Groups in the order of their names."""
    return tuple(
        _group(str(name), part, first, last, resamples, seed) for name, part in rows.groupby("group", sort=True)
    )


def _group(name: str, rows: pd.DataFrame, first: int, last: int | None, resamples: int, seed: int) -> ForeignDecay:
    found = retention(rows)
    enough = last_age(found, MINIMUM)
    seen = max((k for k in found if last is None or k <= last), default=None)
    to = enough if last is None else seen
    fits = fit_curves(grid(rows, "retained").upto(first, to), resamples, seed) if to is not None else ()
    thin = [
        k for k, s in found.items() if first <= k <= (to or 0) and (s.n < MINIMUM[0] or s.conversations < MINIMUM[1])
    ]
    return ForeignDecay(name, len(rows), rows["conversation"].nunique(), found, to, not thin, fits)
