"""Which drop of retention a gate on these conversations can show, and how many conversations a given drop needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
import pandas as pd

from harness.analysis.clusters import Array
from harness.analysis.gate import Policy
from harness.analysis.paired import least_for
from harness.runs.baseline import Side

POWER = 0.80
DROPS = (0.05, 0.10)
_MOST = 100_000


@dataclass(frozen=True)
class Power:
    """One information type, or ``all``. ``spread`` is the standard deviation of a conversation's difference between two runs (a share;
    0: none was seen), ``smallest`` the drop that would FAIL with probability ``POWER`` (None: no spread to reckon with, too few
    conversations, or more than can be lost), ``needed`` the conversations per drop of ``DROPS`` (None: cannot be reckoned), ``to_pass``
    those without which no PASS at the margin is possible."""

    name: str
    retention: float
    probes: int
    conversations: int
    spread: float
    smallest: float | None
    needed: Mapping[float, int | None]
    to_pass: int


def power_of(side: Side, policy: Policy) -> list[Power]:
    """Power per type and overall. A type is reckoned at alpha over the number of tested types, the strictest step of Holm; ``all``,
    which the gate does not test, at alpha."""
    rows = side.courses[side.courses["eligible"] & side.courses["age"].ge(1) & side.courses["kept"].notna()]
    names = [n for n in sorted(set(rows["category"])) if n != "absent" and n in (policy.categories or (n,))]
    parts = [rows[rows["category"].eq(n)] for n in names]
    enough = [p["conversation"].nunique() >= policy.min_conversations for p in parts]
    strict = policy.alpha / max(1, sum(enough))
    found = [_power(n, p, strict, policy) for n, p in zip(names, parts, strict=True)]
    return [*found, _power("all", rows, policy.alpha, policy)] if found else []


def _power(name: str, rows: pd.DataFrame, alpha: float, policy: Policy) -> Power:
    per = _per_chain(rows)
    n = per["conversation"].nunique()
    spread = spread_of(per)
    shown = smallest_drop(n, spread, alpha) if n >= policy.min_conversations else None
    retention = float(per["y"].sum() / per["n"].sum())
    needed = {d: conversations_for(d, spread, alpha, policy.min_conversations) for d in DROPS}
    probes = len(rows[["conversation", "probe"]].drop_duplicates())
    to_pass = max(policy.min_conversations, least_for(policy.margin, policy.alpha))
    possible = shown if shown is not None and shown <= retention else None
    return Power(name, retention, probes, n, spread, possible, needed, to_pass)


def _per_chain(rows: pd.DataFrame) -> pd.DataFrame:
    """Per conversation and chain: ``y``, the sum over probes of mean retention over ages, and ``n`` probes."""
    probes = rows.groupby(["conversation", "chain", "probe"], sort=True, as_index=False)["kept"].mean()
    return probes.groupby(["conversation", "chain"], sort=True)["kept"].agg(y="sum", n="count").reset_index()


def spread_of(per: pd.DataFrame) -> float:
    """Standard deviation of the difference between two runs of one system, per conversation; columns conversation, chain, y, n.

    With two chains or more in every conversation it is what the chains differ by. With one, it is √2 times the spread between
    conversations: the difference of two unrelated runs, and so an upper bound where pairing helps at all. Errors of the ratio are
    linearised (Cochran, Sampling Techniques, 3rd ed., 1977, §6.3). A much worse candidate varies more than the run that was seen
    (binomial losses from .80 by 15 points: 71 % instead of 80 % power), so large drops are reckoned a little too hopefully.
    """
    conversations = per["conversation"].nunique()
    share = per["y"].sum() / per["n"].sum()
    counts = per.groupby("conversation", sort=True)["n"].mean().to_numpy(dtype=float)
    rest = (per["y"] - share * per["n"]) * (conversations / counts.sum())
    by = rest.groupby(per["conversation"], sort=True)
    chains = by.count().to_numpy(dtype=float)
    if chains.min() >= 2:
        return sqrt(float((2 * by.var(ddof=1).to_numpy(dtype=float) / chains).mean()))
    means: Array = by.mean().to_numpy(dtype=float)
    return sqrt(2 * float(np.var(means, ddof=1))) if conversations > 1 else 0.0


def chance(drop: float, conversations: int, spread: float, alpha: float) -> float:
    """Probability that a one-sided paired t test over conversations shows the drop: the noncentral t distribution with N − 1 degrees
    of freedom and noncentrality drop · √N / spread (Chow, Shao & Wang, Sample Size Calculations in Clinical Research, 2nd ed., 2008,
    §3.1.1). The gate's own test, by subsampling, has about the same power; a test compares them."""
    from scipy import stats

    critical = stats.t.isf(alpha, conversations - 1)
    return float(stats.nct.sf(critical, conversations - 1, drop * sqrt(conversations) / spread))


def smallest_drop(conversations: int, spread: float, alpha: float) -> float | None:
    """The drop that so many conversations show with probability ``POWER``; None where it is more than all, or without spread."""
    from scipy import optimize

    if spread <= 1e-9 or conversations < 2 or chance(1.0, conversations, spread, alpha) < POWER:
        return None
    return float(optimize.brentq(lambda d: chance(d, conversations, spread, alpha) - POWER, 1e-9, 1.0))


def conversations_for(drop: float, spread: float, alpha: float, least: int) -> int | None:
    """Conversations that show the drop with probability ``POWER``, not fewer than ``least``; None without spread."""
    if spread <= 1e-9:
        return None
    low, high = max(2, least), _MOST
    if chance(drop, high, spread, alpha) < POWER:
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if chance(drop, middle, spread, alpha) >= POWER else (middle + 1, high)
    return ceil(low)


def sentences(found: Sequence[Power], policy: Policy) -> list[str]:
    """What a table of power does not say by itself."""
    margin = f"{100 * policy.margin:g} points"
    if not found:
        return ["No eligible probe went through a fold: nothing can be shown."]
    said = [
        f"Smallest drop that FAILs in {100 * POWER:.0f} of 100 gates; no PASS at {margin} below {found[0].to_pass} conversations."
    ]
    short = [p.name for p in found if p.conversations < policy.min_conversations]
    flat = [p.name for p in found if p.spread <= 1e-9 and p.name not in short]
    if short:
        said.append(f"Fewer than {policy.min_conversations} conversations, so never tested: {', '.join(short)}.")
    if flat:
        said.append(f"No variation was seen, so no number can be given: {', '.join(flat)}.")
    return said
