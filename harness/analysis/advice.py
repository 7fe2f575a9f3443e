"""The recommendation per category, one for the table of types and for the promotion: move it to memory items, leave it in the summary,
or find out more.

K is the largest age with the minimum of probes and conversations; where no age has it, the largest one with a few probes from at
least two conversations, whose interval then has to be the judge; such a row is marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from scipy import special

from harness.analysis.decay import last_age
from harness.analysis.intervals import Share
from harness.categories import Category

_LEAST = (5, 2)  # probes and conversations below which no age is looked at


@dataclass(frozen=True)
class Advice:
    """``verdict`` is promote, keep or undecided; ``age`` the age it was judged at; ``missing`` the further probes that would
    decide it at the observed share. ``kind`` and ``put_back`` say what a memory item of it would be. ``few`` says that the age has
    fewer probes or conversations than the minimum, ``reader_loses`` that most losses were still in the context."""

    verdict: str
    age: int | None
    missing: int | None
    kind: str | None
    put_back: Mapping[str, str]
    reader_loses: bool = False
    few: bool = False


def advise(
    shares: Mapping[int, Share],
    target: float,
    minimum: tuple[int, int],
    category: Category | None,
    folded: float = 1.0,
) -> Advice:
    """Promote if the upper bound of S_K is below target, keep if the lower bound is above it, else undecided.

    ``shares`` are the S_k by age, ``folded`` the share of the losses that the fold made: a type that the reader loses is not promoted,
    memory items would not help it.
    """
    kind, put_back = (category.kind, category.put_back) if category else (None, {})
    age, few = judged_age(shares, minimum)
    if age is None:
        return Advice("undecided", None, minimum[0], kind, put_back, few=True)
    share = shares[age]
    missing = _missing(share.value, share.n, target, minimum)
    if share.high is not None and share.high < target:
        reader = folded < 0.5
        return Advice("keep" if reader else "promote", age, 0, kind, put_back, reader, few)
    if share.low is not None and share.low > target:
        return Advice("keep", age, 0, kind, put_back, few=few)
    return Advice("undecided", age, missing, kind, put_back, few=few)


def judged_age(shares: Mapping[int, Share], minimum: tuple[int, int]) -> tuple[int | None, bool]:
    """K, and whether it lies under the minimum."""
    if age := last_age(shares, minimum):
        return age, False
    return last_age(shares, _LEAST), True


def _missing(p: float, n: float, target: float, minimum: tuple[int, int]) -> int:
    """Further probes until a 95 % interval at the observed share would leave the target out (normal approximation, design
    effect 1.5), and at least until the minimum is reached."""
    gap = abs(p - target)
    z = float(special.ndtri(0.975))
    spread = max(p * (1 - p), 0.05)
    wanted = 1.5 * z * z * spread / gap**2 if gap > 0.01 else 10_000
    return max(0, minimum[0] - int(n), ceil(wanted - n), 1)
