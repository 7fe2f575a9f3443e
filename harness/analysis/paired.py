"""Paired differences between two runs: per conversation sums, their bounds and tests, with the conversation as the unit. The gate's
one-sided bounds (``difference``) and the interval of a measured gain (``estimate``) are made of the same means.

The bounds are Hartigan's typical values: draw each conversation with probability ½ and take the mean difference of those drawn; for
differences that are symmetric about their centre, the (k+1)-th and its neighbours among n + 1 such means each hold the centre with the
same probability, so that their quantiles are exact bounds (Hartigan, Using subsample values as typical values, JASA 64, 1969). The test
of no difference that belongs to them flips the signs of conversations, which is exact for two runs of one unchanged system whatever
the dependence inside a conversation.

They are used instead of mean ± t · standard error because a gate must be monotone: a candidate that got worse in one conversation may
not come out better. Worsening one conversation a lot widens a studentised interval and can lift its upper bound above zero; here every
subsample mean can only fall. As intervals of skewed differences from few conversations they also cover the truth more often than t does
(tests/analysis/test_paired.py), at the price that fewer than six conversations have none at 95 %.

The drawn subsets are applied to the conversations in the order of their counts and sums, so that no name of a log decides a verdict. A loss
lowers the sorted sums one by one, which keeps the bounds monotone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, log

import numpy as np
from numpy.typing import ArrayLike

from harness.analysis.clusters import Array

_EXACT = 12  # up to so many conversations every subset is used
_SUBSETS = 4095
_DECIMALS = 12  # what rounding leaves of a mean that is zero must not count as a loss


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean paired difference per probe. ``low`` and ``high`` are its bounds, one-sided at 1 − alpha each (None: none from so few
    conversations); ``p`` is that of no loss."""

    value: float
    low: float | None
    high: float | None
    p: float
    probes: int
    conversations: int


def difference(sums: ArrayLike, counts: ArrayLike, alpha: float, seed: int = 0) -> Difference:
    """Mean of per-probe differences from their sums and counts (at least 1) per conversation, arrays of shape (conversations,).

    The lower bound is never above −(1 − alpha^(1/N)): a kind of conversation that makes up less than this share may be missing among N
    conversations altogether, with probability alpha (the exact binomial bound on zero events; Clopper & Pearson, Biometrika 26, 1934).
    So data without variance, or from few conversations, cannot show that nothing is lost.
    """
    found = _typical(np.asarray(sums, dtype=float), np.asarray(counts, dtype=float), alpha, seed)
    if found.low is None:
        return found
    return replace(found, low=min(found.low, -unseen(found.conversations, alpha)))


def estimate(sums: ArrayLike, counts: ArrayLike, confidence: float = 0.95, seed: int = 0) -> Difference | None:
    """The same mean with its two-sided interval, for a difference that is reported and not gated; conversations without a probe
    are left out. None if there is nothing to compare.

    Where all conversations agree the subsample means have no spread. A mean over n probes moves in steps of 1/n, so half a step is the
    least half-width: an interval of no width would claim a certainty that is not there.
    """
    d, n = np.asarray(sums, dtype=float), np.asarray(counts, dtype=float)
    d, n = d[n > 0], n[n > 0]
    if not len(n):
        return None
    found = _typical(d, n, (1 - confidence) / 2, seed)
    if found.low is None or found.high is None:
        return found
    half = 0.5 / found.probes
    low, high = min(found.low, found.value - half), max(found.high, found.value + half)
    return replace(found, low=max(-1.0, low), high=min(1.0, high))


def _typical(sums: Array, counts: Array, alpha: float, seed: int) -> Difference:
    n, probes = len(sums), int(counts.sum())
    means = np.sort(_subset_means(sums, counts, seed))
    rank = int(alpha * (len(means) + 1))
    value = round(float(sums.sum() / counts.sum()), _DECIMALS)
    p = float((1 + (means >= 0).sum()) / (len(means) + 1))
    if rank < 1:
        return Difference(value, None, None, p, probes, n)
    return Difference(value, float(means[rank - 1]), float(means[-rank]), p, probes, n)


def holm(ps: Sequence[float]) -> list[float]:
    """Step-down adjusted p in the order given (Holm, Scand. J. Stat. 6, 1979)."""
    order = np.argsort(ps, kind="stable")
    steps = np.maximum.accumulate(np.asarray(ps, dtype=float)[order] * np.arange(len(ps), 0, -1))
    adjusted = np.empty(len(ps))
    adjusted[order] = np.minimum(steps, 1.0)
    return [float(p) for p in adjusted]


def unseen(conversations: int, alpha: float) -> float:
    """Share of conversations of a kind that may have been missed with probability alpha."""
    return float(1 - alpha ** (1 / conversations))


def least_for(margin: float, alpha: float) -> int:
    """Conversations from which on a margin can be shown at all."""
    return ceil(log(alpha) / log(1 - margin))


def _subset_means(sums: Array, counts: Array, seed: int) -> Array:
    chosen, order = _subsets(len(sums), seed), np.lexsort((sums, counts))
    return np.round((chosen @ sums[order]) / (chosen @ counts[order]), _DECIMALS)


@lru_cache(maxsize=64)
def _subsets(n: int, seed: int) -> Array:
    """Non-empty subsets as rows of 0 and 1: all of them for few conversations, else drawn."""
    if n <= _EXACT:
        codes = np.arange(1, 2**n)
        return np.asarray((codes[:, None] >> np.arange(n)) & 1, dtype=float)
    drawn = np.random.default_rng([seed, n]).integers(0, 2, (_SUBSETS, n)).astype(float)
    empty = drawn.sum(axis=1) == 0
    drawn[empty, 0] = 1.0
    return drawn
