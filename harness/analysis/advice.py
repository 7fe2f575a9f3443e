"""A first recommendation per category: move it to memory items, leave it in the summary, or find out more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from scipy import stats

from harness.analysis.decay import Decay
from harness.categories import Category


@dataclass(frozen=True)
class Advice:
    """``verdict`` is promote, keep or undecided; ``age`` the age it was judged at; ``missing`` the further probes that would
    decide it at the observed share. ``kind`` and ``put_back`` say what a memory item of it would be."""

    verdict: str
    age: int | None
    missing: int | None
    kind: str | None
    put_back: Mapping[str, str]
    reader_loses: bool = False


def advise(
    found: Decay, last: int | None, target: float, minimum: tuple[int, int], category: Category | None
) -> Advice:
    """Promote if the upper bound of S_K is below target, keep if the lower bound is above it, else undecided.

    K is the largest age with enough probes; without one the largest age that has any is looked at, and the verdict stays
    undecided with the number of probes that are missing.
    """
    kind, put_back = (category.kind, category.put_back) if category else (None, {})
    ages = [k for k, s in found.retention.items() if k >= 1]
    age = last or (max(ages) if ages else None)
    if age is None:
        return Advice("undecided", None, minimum[0], kind, put_back)
    share = found.retention[age]
    missing = _missing(share.value, share.n, target, minimum)
    if last and share.low is not None and share.high is not None:
        if share.high < target:
            return Advice("promote", age, 0, kind, put_back)
        if share.low > target:
            return Advice("keep", age, 0, kind, put_back)
    return Advice("undecided", age, missing, kind, put_back)


def _missing(p: float, n: float, target: float, minimum: tuple[int, int]) -> int:
    """Further probes until a 95 % interval at the observed share would leave the target out (normal approximation, design
    effect 1.5), and at least until the minimum is reached."""
    gap = abs(p - target)
    z = float(stats.norm.ppf(0.975))
    spread = max(p * (1 - p), 0.05)
    wanted = 1.5 * z * z * spread / gap**2 if gap > 0.01 else 10_000
    return max(0, minimum[0] - int(n), ceil(wanted - n), 1)
