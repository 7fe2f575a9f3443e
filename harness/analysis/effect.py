"""The difference of two shares on the same probes, with the conversation as the unit of inference."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

ASSUMED_SPREAD = 0.25  # variance of one probe's difference, taken where all conversations show the same


@dataclass(frozen=True, slots=True)
class Difference:
    """Mean difference per probe with its 95 % interval; None for the bounds with fewer than two conversations."""

    value: float
    low: float | None
    high: float | None
    n: int
    conversations: int


def paired_difference(sums: ArrayLike, sizes: ArrayLike, confidence: float = 0.95) -> Difference | None:
    """Σ sums / Σ sizes over conversations; arrays of shape (conversations,): the sum of the differences of a conversation's probes,
    and how many it has. The variance is the linearised one of a ratio (Cochran, Sampling Techniques, 3rd ed., 1977, §6.3), with the
    t quantile on conversations − 1 degrees of freedom. Where all conversations agree exactly that variance is 0, which few
    conversations do not show: one more probe that differs by ``ASSUMED_SPREAD`` stands in. None if there is nothing to compare.
    """
    d, n = np.asarray(sums, dtype=float), np.asarray(sizes, dtype=float)
    d, n = d[n > 0], n[n > 0]
    clusters, total = len(n), float(n.sum())
    if not clusters:
        return None
    mean = float(d.sum()) / total
    if clusters < 2:
        return Difference(mean, None, None, int(total), clusters)
    variance = clusters / (clusters - 1) * float(((d - mean * n) ** 2).sum()) / total**2
    half = float(stats.t.ppf(0.5 + confidence / 2, clusters - 1)) * sqrt(max(variance, ASSUMED_SPREAD / total**2))
    return Difference(mean, max(-1.0, mean - half), min(1.0, mean + half), int(total), clusters)
