"""Curves of retention over age: fitted by quasi-likelihood, compared by AIC, tested by a bootstrap over conversations.

    power         r^k                  through 1 at k = 0, as the theory says
    scaled        S0 · r^k             the first fold takes its own share; afterwards a constant rate
    floor         f + (1 − f) · r^k    through 1, but something is never lost
    scaled_floor  f + (S0 − f) · r^k   both

Every probe counts as known at k = 0 (it is eligible because the full log answers it), so a first-fold step and a free S0 are the same
curve on k ≥ 1. A floor is asked about only where there are at least five ages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy import optimize, special

from harness.analysis.clusters import Array, Grid, covariance, resampled

RESAMPLES = 2000
FLOOR_FROM = 5  # ages that it takes to tell a floor from a slow rate
LEVEL = 0.05  # below this p a curve is said not to hold
_TINY = 1e-6
_PRECISE = {"xatol": 1e-7, "fatol": 1e-9, "maxiter": 2000}


@dataclass(frozen=True)
class Curve:
    """``mean(parameters, k, k0)`` is S_k; ``bounds`` of the parameters; ``starts`` for the search. ``level`` parameters stand for the
    value at the lowest fitted age k0, which keeps every S_k inside [0, 1]."""

    name: str
    mean: Callable[[Array, Array, float], Array]
    size: int
    starts: tuple[tuple[float, ...], ...]


def _power(p: Array, k: Array, k0: float) -> Array:
    return np.asarray(p[0] ** k)


def _scaled(p: Array, k: Array, k0: float) -> Array:
    return np.asarray(p[1] * p[0] ** (k - k0))


def _floor(p: Array, k: Array, k0: float) -> Array:
    return np.asarray(p[1] + (1 - p[1]) * p[0] ** k)


def _scaled_floor(p: Array, k: Array, k0: float) -> Array:
    """The floor is a share of the level at k0, so that it can never lie above it."""
    return np.asarray(p[1] * (p[2] + (1 - p[2]) * p[0] ** (k - k0)))


CURVES = (
    Curve("power", _power, 1, ((0.5,), (0.9,))),
    Curve("scaled", _scaled, 2, ((0.5, 0.5), (0.95, 0.5))),
    Curve("floor", _floor, 2, ((0.5, 0.1), (0.8, 0.4))),
    Curve("scaled_floor", _scaled_floor, 3, ((0.5, 0.5, 0.2), (0.9, 0.6, 0.4), (0.2, 0.5, 0.05))),
)


@dataclass(frozen=True)
class Fit:
    """A fitted curve. ``r`` is the rate per fold, ``start`` S0 (1 for curves through 1), ``floor`` the share never lost (0 without);
    ``aic`` the quasi-AIC; ``p`` the goodness of fit (None where the curve has as many parameters as ages); ``r_low, r_high`` the 95 %
    interval of r, by the delta method on the logit scale from the covariance between conversations."""

    name: str
    r: float
    start: float
    floor: float
    aic: float
    p: float | None
    first_age: int
    last_age: int
    r_low: float | None = None
    r_high: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the data do not contradict the curve (also where they cannot)."""
        return self.p is None or self.p >= LEVEL

    @property
    def first_loss(self) -> float:
        """What the first fold takes."""
        return 1 - self.at(1)

    def at(self, age: float) -> float:
        """S_k of the curve, at most 1."""
        return float(min(1.0, self.floor + (self.start - self.floor) * self.r**age))

    @property
    def half_life(self) -> float | None:
        """Folds until half is lost; None where the curve never falls that far."""
        if self.floor >= 0.5 or self.r >= 1:
            return None if self.start > 0.5 else 0.0
        gap = (0.5 - self.floor) / (self.start - self.floor) if self.start > self.floor else 1.0
        return float(max(0.0, np.log(gap) / np.log(self.r))) if 0 < gap < 1 else 0.0


def fit_curves(data: Grid, resamples: int = RESAMPLES, seed: int = 0) -> tuple[Fit, ...]:
    """All curves that so many ages can tell apart, best AIC first. Empty below two ages or two conversations.

    The mean is fitted by the binomial quasi-likelihood of the pooled counts, which is consistent whatever the dependence inside a
    conversation (Liang & Zeger, Biometrika 73, 1986). AIC is taken as QAIC = −2 log L / c + 2 p (Burnham & Anderson, Model
    Selection, 2nd ed., 2002, §2.5), where c is the mean design effect of the shares, at least 1 (Rao & Scott, Ann. Stat. 12, 1984).
    """
    if len(data.ages) < 2 or data.clusters < 2:
        return ()
    curves = [c for c in CURVES if "floor" not in c.name or len(data.ages) >= FLOOR_FROM]
    found = {c.name: _fitted(c, data) for c in curves}
    errors = resampled(data.deviations, resamples, np.random.default_rng(seed))
    inflation = _inflation(data)
    fits = [_fit(c, *found[c.name], data, errors, inflation) for c in curves]
    return tuple(sorted(fits, key=lambda f: f.aic))


def best(fits: tuple[Fit, ...]) -> Fit | None:
    """The simplest curve that holds within 2 of the best AIC among those that hold; None if there is none."""
    holding = [f for f in fits if f.holds]
    if not holding:
        return None
    near = [f for f in holding if f.aic <= min(g.aic for g in holding) + 2]
    order = {c.name: i for i, c in enumerate(CURVES)}
    return min(near, key=lambda f: (_SIZES[f.name], f.aic, order[f.name]))


_SIZES: Mapping[str, int] = {c.name: c.size for c in CURVES}


def _loss(p: Array, curve: Curve, k: Array, k0: float, y: Array, n: Array) -> float:
    mean = np.clip(curve.mean(p, k, k0), _TINY, 1 - _TINY)
    return float(-(y * np.log(mean) + (n - y) * np.log1p(-mean)).sum())


def _fitted(curve: Curve, data: Grid) -> tuple[Array, float]:
    """Parameters and −log L at the optimum, from several starts (the floor makes a second, worse optimum possible).

    Nelder–Mead, because for three numbers it needs no linear algebra: L-BFGS-B wakes the threads of BLAS at every step, which makes it
    twenty times slower where the cores are busy."""
    y, n, k = data.y.sum(axis=0), data.total, data.ages.astype(float)
    bounds = [(_TINY, 1 - _TINY)] * curve.size
    tried = (
        optimize.minimize(_loss, s, (curve, k, k[0], y, n), "Nelder-Mead", bounds=bounds, options=_PRECISE)
        for s in curve.starts
    )
    found = min(tried, key=lambda t: float(t.fun))
    return np.asarray(found.x), float(found.fun)


def _fit(curve: Curve, p: Array, loss: float, data: Grid, errors: Array, inflation: float) -> Fit:
    k0 = float(data.ages[0])
    start, floor = _at_zero(curve.name, p, k0)
    aic = 2 * loss / inflation + 2 * curve.size
    fit = _goodness(curve, p, data, errors) if len(data.ages) > curve.size else None
    return Fit(
        curve.name, float(p[0]), start, floor, aic, fit, int(k0), int(data.ages[-1]), *_rate_interval(curve, p, data)
    )


def _rate_interval(curve: Curve, p: Array, data: Grid) -> tuple[float | None, float | None]:
    """None where every conversation is alike: an interval of no width would claim a certainty that is not there."""
    pull = _tangent(curve, p, data)[1]
    variance = float((pull @ covariance(data.deviations) @ pull.T)[0, 0])
    if variance < 1e-12:
        return None, None
    half = float(special.stdtrit(data.clusters - 1, 0.975)) * np.sqrt(variance) / (p[0] * (1 - p[0]))
    return float(special.expit(special.logit(p[0]) - half)), float(special.expit(special.logit(p[0]) + half))


def _at_zero(name: str, p: Array, k0: float) -> tuple[float, float]:
    """S0 and the floor from the parameters."""
    if name == "power":
        return 1.0, 0.0
    if name == "floor":
        return 1.0, float(p[1])
    floor = float(p[1] * p[2]) if name == "scaled_floor" else 0.0
    return float(floor + (p[1] - floor) / p[0] ** k0), floor


def _inflation(data: Grid) -> float:
    share = (data.y.sum(axis=0) + 0.5) / (data.total + 1)
    binomial = share * (1 - share) / data.total
    return max(1.0, float(np.mean(np.diag(covariance(data.deviations)) / binomial)))


def _goodness(curve: Curve, p: Array, data: Grid, errors: Array) -> float:
    """p of Pearson's X² against its distribution when the curve is true.

    A resample's error is what the shares would be off by; fitting the curve anew takes out its part along the curve's tangent
    (one step of Gauss–Newton), so that no refit is needed: X²* = e'(I − P)' W (I − P) e (Davison & Hinkley, 1997, §7.3). An age's
    variance is never taken below the binomial one under the curve: in a cell without a single loss resampling shows none.
    """
    mean, binomial = _expected(curve, p, data)
    missing = np.sqrt(np.maximum(0.0, binomial - np.diag(covariance(data.deviations))))
    errors = errors + missing * np.random.default_rng(len(mean)).standard_normal(errors.shape)
    tangent, pull = _tangent(curve, p, data)
    left = errors - errors @ pull.T @ tangent.T
    observed = float(((data.share - mean) ** 2 / binomial).sum())
    drawn = (left**2 / binomial).sum(axis=1)
    return float((1 + (drawn >= observed).sum()) / (1 + len(drawn)))


def _expected(curve: Curve, p: Array, data: Grid) -> tuple[Array, Array]:
    """The curve's shares, and their binomial variance with half a case added to either side."""
    mean = np.clip(curve.mean(p, data.ages.astype(float), float(data.ages[0])), _TINY, 1 - _TINY)
    smooth = (mean * data.total + 0.5) / (data.total + 1)
    return mean, np.asarray(smooth * (1 - smooth) / data.total)


def _tangent(curve: Curve, p: Array, data: Grid) -> tuple[Array, Array]:
    """How the curve moves with its parameters, shape (ages, parameters), and how the parameters move with errors of the shares (a
    weighted least-squares step), shape (parameters, ages)."""
    k, k0, step = data.ages.astype(float), float(data.ages[0]), 1e-5
    columns = []
    for i in range(curve.size):
        low, high = p.copy(), p.copy()
        low[i], high[i] = max(_TINY / 2, p[i] - step), min(1 - _TINY / 2, p[i] + step)
        columns.append((curve.mean(high, k, k0) - curve.mean(low, k, k0)) / (high[i] - low[i]))
    tangent = np.column_stack(columns)
    weighted = tangent / _expected(curve, p, data)[1][:, None]
    return tangent, np.asarray(np.linalg.pinv(tangent.T @ weighted) @ weighted.T)
