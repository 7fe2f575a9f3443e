"""Counts per conversation and age as arrays, and what resampling conversations does to the shares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Array = NDArray[np.float64]
_CHUNK = 4_000_000  # numbers drawn at once, which bounds the memory of a bootstrap whatever the number of conversations
_COUNTED_FROM = 1_000  # conversations above which drawing them one by one is faster


@dataclass(frozen=True)
class Grid:
    """``y`` events of ``n`` cases, both of shape (conversations, ages), in the order of sorted names and ages."""

    ages: NDArray[np.int64]
    y: Array
    n: Array

    @property
    def clusters(self) -> int:
        """How many conversations."""
        return int(self.n.shape[0])

    @property
    def total(self) -> Array:
        """Cases per age."""
        return np.asarray(self.n.sum(axis=0))

    @property
    def share(self) -> Array:
        """Share of events per age."""
        return np.asarray(self.y.sum(axis=0) / self.total)

    @property
    def deviations(self) -> Array:
        """What each conversation adds to the error of the shares: (y − S n) / Σ n, linearised (Cochran, Sampling Techniques,
        3rd ed., 1977, §6.3); shape (conversations, ages), columns sum to 0."""
        return np.asarray((self.y - self.share * self.n) / self.total)

    def upto(self, first: int, last: int) -> Grid:
        """The ages ``first`` … ``last``."""
        chosen = (self.ages >= first) & (self.ages <= last)
        return Grid(self.ages[chosen], self.y[:, chosen], self.n[:, chosen])


def grid(rows: pd.DataFrame, events: str, sizes: str | None = None) -> Grid:
    """Sums of ``events`` and of ``sizes`` (or counts) per conversation and age; ages without cases are left out."""
    how = {"y": (events, "sum"), "n": (sizes or events, "sum" if sizes else "count")}
    sums = rows.groupby(["conversation", "age"], sort=True, observed=True).agg(**how).unstack("age", fill_value=0)
    ages = sums["n"].columns.to_numpy(dtype=np.int64)
    order = np.argsort(ages)
    y, n = (sums[c].to_numpy(dtype=float)[:, order] for c in ("y", "n"))
    seen = n.sum(axis=0) > 0
    return Grid(ages[order][seen], y[:, seen], n[:, seen])


def covariance(deviations: Array) -> Array:
    """Between-conversation covariance of shares from their deviations; shape (ages, ages). Zeros for one conversation."""
    clusters = deviations.shape[0]
    return np.asarray(clusters / max(1, clusters - 1) * deviations.T @ deviations)


def resampled(deviations: Array, resamples: int, rng: np.random.Generator) -> Array:
    """Errors of the shares when conversations are drawn with replacement; shape (resamples, ages).

    The bootstrap's variance is too small by (N − 1) / N (Davison & Hinkley, Bootstrap Methods, 1997, §2.2), which is made good.
    """
    clusters = deviations.shape[0]
    scale = np.sqrt(clusters / max(1, clusters - 1))
    return np.concatenate([scale * (w @ deviations) for w in _weights(clusters, resamples, rng)])


def _weights(clusters: int, resamples: int, rng: np.random.Generator) -> Iterator[Array]:
    """How often each conversation is drawn, shape (resamples of a chunk, conversations). The multinomial draws a binomial for each
    conversation, which is many times slower than drawing and counting them one by one; the distribution is the same, the random numbers
    are not, so that studies of usual size keep the numbers they had."""
    step = max(1, _CHUNK // clusters)
    drawn = _counted if clusters > _COUNTED_FROM else _multinomial
    for start in range(0, resamples, step):
        yield drawn(clusters, min(step, resamples - start), rng)


def _multinomial(clusters: int, resamples: int, rng: np.random.Generator) -> Array:
    return rng.multinomial(clusters, np.full(clusters, 1 / clusters), resamples).astype(float)


def _counted(clusters: int, resamples: int, rng: np.random.Generator) -> Array:
    chosen = rng.integers(0, clusters, (resamples, clusters))
    chosen += np.arange(resamples)[:, None] * clusters
    return np.bincount(chosen.ravel(), minlength=resamples * clusters).reshape(resamples, clusters).astype(float)
