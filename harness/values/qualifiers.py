"""Bounds and approximations before and behind an amount, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from harness.values.model import Bound

_BEFORE = {
    "at most": Bound.AT_MOST, "up to": Bound.AT_MOST, "no more than": Bound.AT_MOST, "not more than": Bound.AT_MOST,
    "max": Bound.AT_MOST,
    "maximum": Bound.AT_MOST, "maximum of": Bound.AT_MOST, "max of": Bound.AT_MOST, "not exceed": Bound.AT_MOST,
    "<=": Bound.AT_MOST,
    "≤": Bound.AT_MOST, "at least": Bound.AT_LEAST, "no less than": Bound.AT_LEAST, "no fewer than": Bound.AT_LEAST,
    "min": Bound.AT_LEAST,
    "minimum": Bound.AT_LEAST, "minimum of": Bound.AT_LEAST, "min of": Bound.AT_LEAST, ">=": Bound.AT_LEAST,
    "≥": Bound.AT_LEAST,
    "under": Bound.UNDER, "below": Bound.UNDER, "less than": Bound.UNDER, "fewer than": Bound.UNDER,
    "<": Bound.UNDER, "over": Bound.OVER,
    "above": Bound.OVER, "more than": Bound.OVER, "exceeding": Bound.OVER, "exceeds": Bound.OVER,
    "greater than": Bound.OVER,
    ">": Bound.OVER, "최대": Bound.AT_MOST, "최소": Bound.AT_LEAST, "최소한": Bound.AT_LEAST, "적어도": Bound.AT_LEAST,
}  # fmt: skip
_AFTER = {
    "이하": Bound.AT_MOST, "이내": Bound.AT_MOST, "미만": Bound.UNDER, "이상": Bound.AT_LEAST, "초과": Bound.OVER,
    "넘": Bound.OVER,
    " or more": Bound.AT_LEAST, " or less": Bound.AT_MOST, " or fewer": Bound.AT_MOST, " or greater": Bound.AT_LEAST,
    " max": Bound.AT_MOST, " maximum": Bound.AT_MOST, " minimum": Bound.AT_LEAST, "+": Bound.AT_LEAST,
    " at most": Bound.AT_MOST,
    " at least": Bound.AT_LEAST, " or above": Bound.AT_LEAST, " or below": Bound.AT_MOST,
}  # fmt: skip
_ABOUT = (
    "about",
    "around",
    "roughly",
    "approximately",
    "approx.",
    "approx",
    "nearly",
    "almost",
    "some",
    "~",
    "≈",
    "약",
    "대략",
    "거의",
    "한",
)
_ABOUT_AFTER = ("정도", "쯤", "가량", "내외", "안팎", "남짓", "or so")
_WORD = r"(?<![a-z가-힣])"


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_LEFT = re.compile(
    rf"(?:{_WORD}(?P<bound>{_alternatives(_BEFORE)}|within)\s?(?:the )?)?(?:{_WORD}"
    rf"(?P<about>{_alternatives(_ABOUT)})\s?)?$",
    re.ASCII,
)
_RIGHT = re.compile(
    rf"(?: ?(?P<about>{_alternatives(_ABOUT_AFTER)}))?(?: ?"
    rf"(?P<bound>{_alternatives(w for w in _AFTER if w[0] not in ' +')})"
    rf"|(?P<english>{_alternatives(w for w in _AFTER if w[0] in ' +')})(?![a-z0-9]))?",
    re.ASCII,
)
_LEFT_HINT = re.compile(r"[a-z<>=≤≥~≈약략의소대도한] ?(?:the )?$", re.ASCII)
_WIDTH = 28
# "raised from 3 to 5" names two values, not a range
CHANGE = re.compile(
    r"\b(?:rais|increas|bump|cut|drop|lower|reduc|chang|mov|went|go|grew|fell|updat|switch|adjust"
    r"|shrink|shrunk|extend|rose|set from)",
    re.ASCII,
)


def before(low: str, start: int, *, duration: bool) -> tuple[int, Bound | None, bool]:
    """What stands before ``start``: where it begins, the bound it states, whether it says "about"."""
    window = low[max(0, start - _WIDTH) : start]
    if not _LEFT_HINT.search(window):
        return start, None, False
    match = _LEFT.search(window)
    if match is None or not match[0]:
        return start, None, False
    bound = match["bound"]
    if bound == "within" and not duration:
        bound = None
    if bound is None and not match["about"]:
        return start, None, False
    at = match.start("bound") if bound else match.start("about")
    return start - len(window) + at, _BEFORE.get(bound or "", Bound.AT_MOST if bound else None), bool(match["about"])


def after(low: str, end: int) -> tuple[int, Bound | None, bool]:
    """What stands behind ``end``: where it ends, the bound it states, whether it says "about"."""
    match = _RIGHT.match(low, end)
    if match is None or not match[0]:
        return end, None, False
    word = match["bound"] or match["english"]
    return match.end(), _AFTER[word] if word else None, bool(match["about"])
