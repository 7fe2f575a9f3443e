"""Coverage study: how often the 95 % intervals of r and of S_k hold the truth, on simulated conversations that differ from each other.

``python -m tests.studies.coverage [studies]`` prints the table. Everything is drawn as counts per conversation at once, and the estimator
under test is the one that the reports use.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from harness.analysis.intervals import clustered_share

SIZES = ((30, 10), (10, 5))
RATES = (0.6, 0.8, 0.95)
SPREAD = 0.05  # of r between conversations: a beta distribution with r / SPREAD and (1 − r) / SPREAD
FOLDS = 5


@dataclass(frozen=True)
class Coverage:
    """Shares of covering intervals of r and of S_1 … S_FOLDS."""

    rate: float
    retention: tuple[float, ...]


def study(r: float, conversations: int, probes: int, studies: int, seed: int, spread: float = SPREAD) -> Coverage:
    """Simulate ``studies`` studies of conversations × probes and count covering intervals."""
    rng = np.random.default_rng([seed, int(r * 1000), conversations, probes])
    own = rng.beta(r / spread, (1 - r) / spread, (studies, conversations, 1)) if spread else np.full((1, 1, 1), r)
    alive = rng.geometric(np.clip(1 - own, 1e-9, 1), (studies, conversations, probes)) - 1
    truth = _truth(r, spread)
    kept = np.stack([(alive >= k).sum(axis=2) for k in range(FOLDS + 1)], axis=2).astype(float)
    losses, at_risk = probes - kept[:, :, -1], kept[:, :, :-1].sum(axis=2)
    rates = _covered(losses, at_risk, (1 - truth[-1]) / truth[:-1].sum())
    size = np.full((studies, conversations), float(probes))
    return Coverage(rates, tuple(_covered(kept[:, :, k], size, truth[k]) for k in range(1, FOLDS + 1)))


def _truth(r: float, spread: float) -> NDArray[np.float64]:
    """E r^k for k = 0 … FOLDS under the beta distribution: its raw moments."""
    if not spread:
        return r ** np.arange(FOLDS + 1.0)
    a, total = r / spread, 1 / spread
    return np.concatenate([[1.0], np.cumprod((a + np.arange(FOLDS)) / (total + np.arange(FOLDS)))])


def _covered(events: NDArray[np.float64], sizes: NDArray[np.float64], truth: float) -> float:
    hits = []
    for y, n in zip(events, sizes, strict=True):
        share = clustered_share(y, n)
        hits.append(
            share is not None and share.low is not None and share.high is not None and share.low <= truth <= share.high
        )
    return float(np.mean(hits))


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    print(
        f"coverage of nominal 95 % intervals, {wanted} studies a row, r between conversations Beta(r/{SPREAD}, (1−r)/{SPREAD})"
    )
    for size in SIZES:
        for rate in RATES:
            found = study(rate, *size, wanted, seed=0)
            shares = " ".join(f"S_{k} {s:.1%}" for k, s in enumerate(found.retention, 1))
            print(f"  {size[0]:2} × {size[1]:2}  r = {rate:.2f}   r {found.rate:.1%}   {shares}")
