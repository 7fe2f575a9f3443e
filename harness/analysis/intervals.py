"""Intervals for shares when answers come in clusters: the conversation is the unit of inference."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

ASSUMED_ICC = 0.1  # taken where all answers are alike, so that the data cannot show how alike a conversation's are


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its interval. ``n`` counts probes, ``conversations`` clusters; without an interval ``low, high`` are None
    (fewer than two conversations)."""

    value: float
    low: float | None
    high: float | None
    n: float
    conversations: int
    events: float


def clustered_share(events: ArrayLike, sizes: ArrayLike, confidence: float = 0.95) -> Share | None:
    """Share Σ events / Σ sizes over clusters with a design-effect Wilson interval; arrays of shape (clusters,).

    The variance of the ratio is the linearised between-cluster one (Cochran, Sampling Techniques, 3rd ed., 1977, §3.12); its
    ratio to the binomial variance, at least 1, is the design effect; Wilson's score interval is taken at the effective
    sample size n / deff with the t quantile on clusters − 1 degrees of freedom (Dean & Pagano, Surv. Methodol. 41, 2015; Franco
    et al., J. Surv. Stat. Methodol. 7, 2019). Where every cluster agrees the variance is 0 and the design effect of
    ``ASSUMED_ICC`` stands in. None if there is nothing to count.
    """
    y, n = np.asarray(events, dtype=float), np.asarray(sizes, dtype=float)
    y, n = y[n > 0], n[n > 0]
    total, clusters = float(n.sum()), len(n)
    if clusters == 0:
        return None
    p = float(y.sum()) / total
    if clusters < 2:
        return Share(p, None, None, total, clusters, float(y.sum()))
    effective = total / _design_effect(y, n, p)
    low, high = wilson(p, effective, float(special.stdtrit(clusters - 1, 0.5 + confidence / 2)))
    return Share(p, low, high, total, clusters, float(y.sum()))


def effective_share(value: float, variance: float, n: float, clusters: int, confidence: float = 0.95) -> Share:
    """A share whose variance is known from elsewhere, with Wilson's interval at the sample size that has this variance (at most n) and
    the t quantile on clusters − 1 degrees of freedom. Without variance the assumed likeness of ``ASSUMED_ICC`` stands in."""
    if clusters < 2:
        return Share(value, None, None, n, clusters, value * n)
    assumed = n / (1 + max(0.0, n / clusters - 1) * ASSUMED_ICC)
    effective = min(n, value * (1 - value) / variance) if variance > 0 and 0 < value < 1 else assumed
    low, high = wilson(value, max(effective, 1.0), float(special.stdtrit(clusters - 1, 0.5 + confidence / 2)))
    return Share(value, low, high, n, clusters, value * n)


def _design_effect(y: NDArray[np.float64], n: NDArray[np.float64], p: float) -> float:
    clusters, total = len(n), float(n.sum())
    size = float((n**2).sum()) / total  # mean cluster size as a probe sees it
    assumed = 1 + max(0.0, size - 1) * ASSUMED_ICC
    binomial = p * (1 - p) / total
    if binomial <= 0:
        return assumed
    variance = clusters / (clusters - 1) * float(((y - p * n) ** 2).sum()) / total**2
    return max(1.0, variance / binomial)


def wilson(p: float, n: float, z: float) -> tuple[float, float]:
    """Wilson's score interval for a share p of n with quantile z (Wilson, JASA 22, 1927); bounds in [0, 1]."""
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return (0.0 if p == 0 else min(low, p)), (1.0 if p == 1 else max(high, p))
