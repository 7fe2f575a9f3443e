"""Retention per age, the per-fold retention r, and what r^k predicts."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import pandas as pd

from harness.analysis.intervals import Share, clustered_share


@dataclass(frozen=True)
class Decay:
    """One category's decay. ``retention[k]`` is S_k; ``hazard[k]`` the share of those still held that is lost at fold k;
    ``r`` the per-fold retention 1 − losses / at risk, with its interval; ``later`` the same from the second fold on."""

    retention: dict[int, Share]
    hazard: dict[int, Share]
    r: Share | None
    later: Share | None

    def predicted(self, age: int) -> float | None:
        """What r^k says for an age."""
        return self.r.value**age if self.r else None

    @property
    def half_life(self) -> float | None:
        """Folds until half is lost, ln ½ / ln r; None without a loss (it cannot be told) and 0 when all is lost at once."""
        if self.r is None or self.r.value >= 1:
            return None
        return log(0.5) / log(self.r.value) if self.r.value > 0 else 0.0


def retention(rows: pd.DataFrame) -> dict[int, Share]:
    """S_k per age from ``by_age`` rows."""
    return {int(age): share for age, group in rows.groupby("age") if (share := _share(group, "retained", None))}


def decay(aged: pd.DataFrame, losses: pd.DataFrame) -> Decay:
    """Retention and decay from ``by_age`` and ``first_losses`` rows of one category (or of all)."""
    at_risk = losses[losses["at_risk"] > 0]
    hazard = {int(k): s for k, g in at_risk.groupby("age") if (s := _share(g, "lost", "at_risk"))}
    return Decay(retention(aged), hazard, _kept(at_risk), _kept(at_risk[at_risk["age"] > 1]))


def _kept(rows: pd.DataFrame) -> Share | None:
    """1 − losses / at risk over all ages: the maximum-likelihood r of a constant hazard in discrete time (Kalbfleisch & Prentice,
    The Statistical Analysis of Failure Time Data, 2nd ed., 2002, §2.4), with the interval clustered by conversation."""
    lost = _share(rows, "lost", "at_risk")
    if lost is None:
        return None
    low, high = (None, None) if lost.low is None or lost.high is None else (1 - lost.high, 1 - lost.low)
    return Share(1 - lost.value, low, high, lost.n, lost.conversations, lost.n - lost.events)


def _share(rows: pd.DataFrame, events: str, sizes: str | None) -> Share | None:
    per = rows.groupby("conversation", sort=False).agg(
        y=(events, "sum"), n=(sizes or events, "sum" if sizes else "count")
    )
    return clustered_share(per["y"].to_numpy(), per["n"].to_numpy())
