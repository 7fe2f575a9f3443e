"""Retention per age, first-loss survival beside it, the per-fold retention r, and what r^k predicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import log

import numpy as np
import pandas as pd

from harness.analysis.clusters import covariance, grid
from harness.analysis.intervals import Share, clustered_share, effective_share
from harness.analysis.models import RESAMPLES, Fit, best, fit_curves


@dataclass(frozen=True)
class Decay:
    """One category's decay. ``retention[k]`` is S_k; ``hazard[k]`` the share of those still held that is lost at fold k;
    ``r`` the per-fold retention 1 − losses / at risk, with its interval; ``later`` the same from the second fold on.

    ``survival[k]`` is the share never lost up to k, the product of 1 − hazard: below S_k where lost probes come back. ``recovered``
    is the share of lost probes that came back, ``guessed`` the share answered rightly without any context. ``fits`` holds the
    curves that were compared, best AIC first; it is empty where there is too little to compare them.
    """

    retention: dict[int, Share]
    hazard: dict[int, Share]
    r: Share | None
    later: Share | None
    survival: dict[int, Share] = field(default_factory=dict)
    recovered: Share | None = None
    guessed: Share | None = None
    fits: tuple[Fit, ...] = ()

    def predicted(self, age: int) -> float | None:
        """What r^k says for an age."""
        return self.r.value**age if self.r else None

    @property
    def half_life(self) -> float | None:
        """Folds until half is lost, ln ½ / ln r; None without a loss (it cannot be told) and 0 when all is lost at once."""
        if self.r is None or self.r.value >= 1:
            return None
        return log(0.5) / log(self.r.value) if self.r.value > 0 else 0.0

    @property
    def fit(self) -> Fit | None:
        """The curve that holds, the simplest where several do; None where none does or none was fitted."""
        return best(self.fits)


def retention(rows: pd.DataFrame) -> dict[int, Share]:
    """S_k per age from ``by_age`` rows."""
    return {int(age): share for age, group in rows.groupby("age") if (share := share_of(group, "retained", None))}


def last_age(found: Mapping[int, Share], minimum: tuple[int, int]) -> int | None:
    """K: the largest age ≥ 1 with at least ``minimum`` probes and conversations; None if there is none."""
    enough = (k for k, s in found.items() if k >= 1 and s.n >= minimum[0] and s.conversations >= minimum[1])
    return max(enough, default=None)


def decay(aged: pd.DataFrame, losses: pd.DataFrame) -> Decay:
    """Retention and decay from ``by_age`` and ``first_losses`` rows of one category (or of all)."""
    at_risk = _at_risk(losses)
    hazard = {int(k): s for k, g in at_risk.groupby("age") if (s := share_of(g, "lost", "at_risk"))}
    kept, later = _kept(at_risk), _kept(at_risk[at_risk["age"] > 1])
    return Decay(retention(aged), hazard, kept, later, survival(at_risk))


def kept_per_fold(losses: pd.DataFrame) -> Share | None:
    """r alone, from ``first_losses`` rows of one category."""
    return _kept(_at_risk(losses))


def _at_risk(losses: pd.DataFrame) -> pd.DataFrame:
    return losses[losses["at_risk"] > 0]


def with_fits(found: Decay, aged: pd.DataFrame, last: int | None, resamples: int = RESAMPLES, seed: int = 0) -> Decay:
    """``found`` with the curves fitted to the ages 1 … ``last``; unchanged without a ``last``."""
    if last is None or last < 2:
        return found
    return replace(found, fits=fit_curves(grid(aged, "retained").upto(1, last), resamples, seed))


def survival(at_risk: pd.DataFrame) -> dict[int, Share]:
    """Share never lost up to each age: Kaplan & Meier's product Π (1 − losses / at risk) (JASA 53, 1958) up to the first age without
    anyone at risk. Its variance is that of the sum of the linearised hazards over conversations, not Greenwood's, which takes probes
    of one conversation for independent."""
    if at_risk.empty:
        return {}
    data = grid(at_risk, "lost", "at_risk")
    hazard, found = data.share, {}
    for i, age in enumerate(data.ages):
        if age != i + 1:
            break
        value = float(np.prod(1 - hazard[: i + 1]))
        sums = data.deviations[:, : i + 1] @ (1 / np.maximum(1 - hazard[: i + 1], 1e-9))
        variance = value**2 * float(covariance(sums[:, None])[0, 0]) if value > 0 else 0.0
        found[int(age)] = effective_share(value, variance, float(data.total[0]), data.clusters)
    return found


def _kept(rows: pd.DataFrame) -> Share | None:
    """1 − losses / at risk over all ages: the maximum-likelihood r of a constant hazard in discrete time (Kalbfleisch & Prentice,
    The Statistical Analysis of Failure Time Data, 2nd ed., 2002, §2.4), with the interval clustered by conversation."""
    lost = share_of(rows, "lost", "at_risk")
    if lost is None:
        return None
    low, high = (None, None) if lost.low is None or lost.high is None else (1 - lost.high, 1 - lost.low)
    return Share(1 - lost.value, low, high, lost.n, lost.conversations, lost.n - lost.events)


def share_of(rows: pd.DataFrame, events: str, sizes: str | None = None) -> Share | None:
    """Share of ``events`` among ``sizes`` (or rows) with its clustered interval; None without rows."""
    per = rows.groupby(
        "conversation", sort=False
    )  # two plain sums: ``agg`` takes thrice as long to plan them as to make them
    n = per[sizes].sum() if sizes else per[events].count()
    return clustered_share(per[events].sum().to_numpy(), n.to_numpy())
