"""Text and numbers as they are shown: what cannot be printed is made visible, shares have two decimals."""

from __future__ import annotations

import re
from collections.abc import Mapping

from harness.analysis.intervals import Share
from harness.analysis.summary import CategoryResult
from harness.categories import Categories
from harness.reporting.strings import Strings

# Everything but line feed and tab that a reader cannot see or that could change what is seen around it: controls, lone
# surrogates, marks of writing direction, zero-width spaces, byte-order marks and noncharacters.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\ud800-\udfff" + "".join(f"{chr(p * 0x10000 + 0xFFFE)}{chr(p * 0x10000 + 0xFFFF)}" for p in range(1, 17)) + "]"
)
HOPELESS = 300  # more missing probes than anybody will write: the share lies too close to the target


def visible(text: str) -> str:
    """``text`` with what cannot be seen written out: ␛ for an escape, ⟨U+D800⟩ for a lone surrogate. CRLF is LF."""
    return _UNSEEN.sub(lambda m: _written(m[0]), text.replace("\r\n", "\n"))


def _written(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"


def shortened(text: str, most: int) -> str:
    """One line of at most ``most`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def number(value: float) -> str:
    """A count: whole numbers without decimals, means of repeats with one."""
    return f"{value:,.0f}" if abs(value - round(value)) < 1e-9 else f"{value:,.1f}"


def ratio(value: float | None) -> str:
    """A share with two decimals, a dash where there is none."""
    return "–" if value is None else f"{value:.2f}"


def bounds(share: Share) -> str:
    """The interval of a share as ``[0.48, 0.75]``; empty where there is none."""
    return "" if share.low is None or share.high is None else f"[{share.low:.2f}, {share.high:.2f}]"


def interval(share: Share | None, mark: str = "") -> str:
    """``0.62 [0.48, 0.75]``, with a mark behind it."""
    return "–" if share is None else " ".join(filter(None, (f"{share.value:.2f}", bounds(share)))) + mark


def short_interval(share: Share | None, mark: str = "") -> str:
    """``.62 [.48 .75]``, with a mark behind it: for a table in which every column counts."""
    if share is None:
        return "–"
    low_high = "" if share.low is None or share.high is None else f" [{_short(share.low)} {_short(share.high)}]"
    return f"{_short(share.value)}{low_high}{mark}"


def _short(value: float) -> str:
    return f"{value:.2f}".removeprefix("0")


def percent(share: Share) -> str:
    """``34 % [21, 48]``."""
    low_high = "" if share.low is None or share.high is None else f" [{100 * share.low:.0f}, {100 * share.high:.0f}]"
    return f"{100 * share.value:.0f} %{low_high}"


def enough(share: Share, minimum: tuple[int, int]) -> bool:
    """Whether a cell has the probes and conversations that it takes to say something."""
    return share.n >= minimum[0] and share.conversations >= minimum[1]


def dot(share: Share, minimum: tuple[int, int]) -> str:
    """The mark of a cell under the minimum."""
    return "" if enough(share, minimum) else "·"


def type_title(name: str, categories: Categories, t: Strings) -> str:
    """What reports call an information type; its name where the category file does not know it."""
    return t.pick(categories[name].title) if name in categories else name.replace("_", " ")


def advice_words(result: CategoryResult, t: Strings) -> str:
    """The advice on a type in words."""
    advice = result.advice
    if advice.reader_loses:
        words = t("advice.reader")
    elif advice.verdict == "promote":
        words = t("advice.promote", kind=kind_title(advice.kind, t), rule=_rule(advice.put_back, t))
    elif advice.verdict == "keep":
        words = t("advice.keep")
    else:
        words = _undecided(advice.missing, t)
    return f"{words} ·" if advice.few and advice.verdict != "undecided" else words


def _undecided(missing: int | None, t: Strings) -> str:
    if missing == 1:
        return t("advice.undecided_one")
    return t("advice.undecided_close") if (missing or 0) > HOPELESS else t("advice.undecided", missing=missing or 0)


def _rule(put_back: Mapping[str, str], t: Strings) -> str:
    return t.pick(put_back) or "–"


def kind_title(kind: str | None, t: Strings) -> str:
    """A memory kind in this language; as it stands where it is the user's own."""
    return t(f"kind.{kind}") if kind in ("decision", "constraint", "fact", "failure") else str(kind)
