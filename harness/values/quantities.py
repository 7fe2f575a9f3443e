"""Quantities in a text: amounts are found one by one, joined to compounds and ranges, then qualified."""

from __future__ import annotations

import re
from decimal import Decimal

from harness.values import numerals as num
from harness.values.amounts import find_amounts
from harness.values.measure import Found
from harness.values.model import Bound, QuantityValue
from harness.values.qualifiers import CHANGE, after, before

_GAP_RANGE = re.compile(r" ?[-–—~] ?| to |에서 ?| and ", re.ASCII)
_GAP_SUM = re.compile(r" ?|,? and |, ", re.ASCII)
_BETWEEN = re.compile(r"\bbetween $", re.ASCII)


def find_quantities(text: str, low: str) -> list[tuple[int, int, QuantityValue]]:
    """Quantities in ``text`` (its lower case is ``low``, same offsets) as (start, end, value), in order, disjoint."""
    out: list[Found] = []
    for found in find_amounts(text, low):
        last = out[-1] if out else None
        if last and found.start < last.end:
            continue
        joined = _joined(last, found, low) if last else None
        if joined:
            out[-1] = joined
        else:
            out.append(found)
    return [_qualified(found, low) for found in out]


# ------------------------------------------------------------------------------------------------ compounds and ranges


def _joined(a: Found, b: Found, low: str) -> Found | None:
    if b.start - a.end > 5 or a.high is not None:
        return None
    if a.unit == b.unit and a.step > b.step and a.unit != "B" and _GAP_SUM.fullmatch(low, a.end, b.start):
        return a._replace(end=b.end, amount=num.EXACT.add(a.amount, b.amount), step=b.step)
    gap = _GAP_RANGE.fullmatch(low, a.end, b.start)
    if gap is None or not _is_range(gap[0], a, b, low):
        return None
    factor = Decimal(1) if a.unit else b.step
    if a.unit not in ("", b.unit) and not (a.prefixed and b.unit == ""):
        return None
    if a.scale == 1 and b.scale != 1:
        factor = num.EXACT.multiply(factor, b.scale)
    lower = num.EXACT.multiply(a.amount, factor)
    return a._replace(end=b.end, amount=lower, unit=a.unit or b.unit, high=b.amount) if lower < b.amount else None


def _is_range(gap: str, a: Found, b: Found, low: str) -> bool:
    if gap == " and ":
        return bool(_BETWEEN.search(low, max(0, a.start - 12), a.start))
    if gap.strip() in ("to", "에서"):
        return not CHANGE.search(low, max(0, a.start - 60), a.start) and not low.startswith(("로", "으로"), b.end)
    return True


def _qualified(found: Found, low: str) -> tuple[int, int, QuantityValue]:
    start, bound, approximate = before(low, found.start, duration=found.unit == "s")
    end, bound_behind, approximate_behind = after(low, found.end)
    high = None if found.high is None else num.canonical(found.high)
    value = QuantityValue(
        num.canonical(found.amount),
        found.unit,
        high,
        bound or bound_behind or (Bound.AT_LEAST if found.at_least else None),
        approximate=approximate or approximate_behind,
    )
    return start, end, value
