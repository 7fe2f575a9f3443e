"""Paired differences between two runs: per conversation sums, their bounds and tests, with the conversation as the unit.

The bounds are Hartigan's typical values: draw each conversation with probability ½ and take the mean difference of those drawn; for
differences that are symmetric about their centre, the (k+1)-th and its neighbours among n + 1 such means each hold the centre with the
same probability, so that their quantiles are exact bounds (Hartigan, Using subsample values as typical values, JASA 64, 1969). The test
of no difference that belongs to them flips the signs of conversations, which is exact for two runs of one unchanged system whatever
the dependence inside a conversation.

They are used instead of mean ± t · standard error because a gate must be monotone: a candidate that got worse in one conversation may
not come out better. Worsening one conversation a lot widens a studentised interval and can lift its upper bound above zero; here every
subsample mean can only fall.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, log

import numpy as np

from harness.analysis.clusters import Array

_EXACT = 12  # up to so many conversations every subset is used
_SUBSETS = 4095


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean paired difference. ``low`` and ``high`` are one-sided bounds at 1 − alpha each (None: none from so few conversations);
    ``p`` is that of no loss, ``unseen`` how much an unseen kind of conversation could still hide."""

    value: float
    low: float | None
    high: float | None
    p: float
    probes: int
    conversations: int


def difference(sums: Array, counts: Array, alpha: float, seed: int = 0) -> Difference:
    """Mean of per-probe differences from their sums and counts per conversation, arrays of shape (conversations,) in a fixed order.

    The lower bound is never above −(1 − alpha^(1/N)): a kind of conversation that makes up less than this share may be missing among N
    conversations altogether, with probability alpha (the exact binomial bound on zero events; Clopper & Pearson, Biometrika 26, 1934).
    So data without variance, or from few conversations, cannot show that nothing is lost.
    """
    n = len(sums)
    means = np.sort(_subset_means(sums, counts, seed))
    rank = int(alpha * (len(means) + 1))
    value = float(sums.sum() / counts.sum())
    p = float((1 + (means >= 0).sum()) / (len(means) + 1))
    if rank < 1:
        return Difference(value, None, None, p, int(counts.sum()), n)
    low = min(float(means[rank - 1]), -unseen(n, alpha))
    return Difference(value, low, float(means[-rank]), p, int(counts.sum()), n)


def unseen(conversations: int, alpha: float) -> float:
    """Share of conversations of a kind that may have been missed with probability alpha."""
    return float(1 - alpha ** (1 / conversations))


def least_for(margin: float, alpha: float) -> int:
    """Conversations from which on a margin can be shown at all."""
    return ceil(log(alpha) / log(1 - margin))


def _subset_means(sums: Array, counts: Array, seed: int) -> Array:
    chosen = _subsets(len(sums), seed)
    return np.asarray((chosen @ sums) / (chosen @ counts))


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
