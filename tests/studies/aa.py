"""A/A study: an unchanged stochastic system against itself, 200 pairs, and the power of the gate at −5 and −10 points.

``python -m tests.studies.aa [pairs]``. Conversations × probes per type, facts lost for good with hazard 1 − R per fold. Losses are
independent, or block-wise: a fold loses blocks of five facts of a type together. The verdict of a pair is made by the gate's own parts.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, stats

from harness.analysis.gate import Outcome, Policy, _outcome, worst
from harness.analysis.paired import difference, holm

CONVERSATIONS, PROBES, FOLDS, TYPES = 30, 10, 5, 4
R = 0.9
BLOCK = 5
POLICY = Policy()


@dataclass(frozen=True)
class Rates:
    """Shares of verdicts over pairs, and of pairs in which the worse type was named."""

    fail: float
    passed: float
    inconclusive: float
    named: float


def mean_retention(r: float) -> float:
    """Mean of S_1 … S_FOLDS."""
    return float(np.mean(r ** np.arange(1, FOLDS + 1)))


def rate_for(drop: float) -> float:
    """The r whose mean retention is lower than that of ``R`` by ``drop``."""
    if not drop:
        return R
    return float(optimize.brentq(lambda r: mean_retention(r) - mean_retention(R) + drop, 0.01, R))


def _scores(rng: np.random.Generator, r: float, block: int) -> NDArray[np.float64]:
    """Sum over probes of the mean retention over ages, shape (conversations,)."""
    alive = rng.geometric(1 - r, (CONVERSATIONS, PROBES // block)) - 1
    return np.asarray(np.minimum(alive, FOLDS).sum(axis=1) * block / FOLDS)


def pair(rng: np.random.Generator, drop: float, block: int) -> tuple[Outcome, bool]:
    """The verdict on a candidate whose first type has dropped, and whether that type failed."""
    rates = [rate_for(drop), *([R] * (TYPES - 1))]
    size = np.full(CONVERSATIONS, float(PROBES))
    changes = [difference(_scores(rng, r, block) - _scores(rng, R, block), size, POLICY.alpha) for r in rates]
    adjusted = holm([c.p for c in changes])
    outcomes = [_outcome(c, p, POLICY) for c, p in zip(changes, adjusted, strict=True)]
    return worst(outcomes), outcomes[0] is Outcome.FAIL


def study(pairs: int, drop: float, block: int, seed: int = 0) -> Rates:
    """Shares over ``pairs`` pairs."""
    rng = np.random.default_rng([seed, int(1000 * drop), block])
    found = [pair(rng, drop, block) for _ in range(pairs)]
    count = Counter(outcome for outcome, _ in found)
    shares = [count[o] / pairs for o in (Outcome.FAIL, Outcome.PASS, Outcome.INCONCLUSIVE)]
    return Rates(*shares, float(np.mean([named for _, named in found])))


def oracle(drop: float, block: int, alpha: float) -> float:
    """Power of a one-sided z test of one type that knows the true variance of both systems: what these data can show at most with means
    of conversations that count alike."""
    shares = np.minimum(np.arange(FOLDS + 1), FOLDS) / FOLDS
    variance = 0.0
    for r in (R, rate_for(drop)):
        mass = np.append((1 - r) * r ** np.arange(FOLDS), r**FOLDS)
        variance += float(mass @ shares**2 - (mass @ shares) ** 2) * block / PROBES / CONVERSATIONS
    return float(stats.norm.cdf(drop / variance**0.5 - stats.norm.isf(alpha)))


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(
        f"{wanted} pairs, {TYPES} types of {CONVERSATIONS} × {PROBES}, r = {R}, {FOLDS} folds, margin 10 points, alpha 0.05"
    )
    for name, block in (("independent losses", 1), (f"blocks of {BLOCK}", BLOCK)):
        for drop in (0.0, 0.05, 0.10):
            f = study(wanted, drop, block)
            print(
                f"  {name:20} {-100 * drop:+4.0f} points   FAIL {f.fail:6.1%}  PASS {f.passed:6.1%}  "
                f"INCONCLUSIVE {f.inconclusive:6.1%}   worse type named {f.named:6.1%}"
            )
        at = [f"{oracle(d, block, a):.1%}" for d in (0.05, 0.10) for a in (0.05, 0.05 / TYPES)]
        print(
            f"  {'':20} oracle that knows the variance: -5 points {at[0]} ({at[1]} at alpha / {TYPES}), -10 points {at[2]} ({at[3]})"
        )
