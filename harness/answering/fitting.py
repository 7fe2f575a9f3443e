"""How well the type of a value suits what a question asks for."""

from __future__ import annotations

import re

from harness.answering.question import Question
from harness.values import IdentifierKind, IdentifierValue, QuantityValue, TimeValue, Value

_MONEY = frozenset(("USD", "KRW", "EUR", "GBP", "JPY", "CNY"))
_TIMES = frozenset(("s", "month", "business day", "night"))
_MEASURES = frozenset(
    (
        "B",
        "bit",
        "m",
        "g",
        "l",
        "m2",
        "m3",
        "%",
        "pp",
        "V",
        "A",
        "Ω",
        "F",
        "W",
        "Wh",
        "Ah",
        "Hz",
        "°C",
        "°F",
        "degree",
        "dB",
        "dBm",
        "Pa",
        "px",
    )
)
_DIMENSIONS = {
    "money": _MONEY,
    "duration": _TIMES,
    "bytes": frozenset(("B", "bit")),
    "temperature": frozenset(("°C", "°F", "degree")),
    "%": frozenset(("%", "pp")),
    "m": frozenset(("m",)),
    "g": frozenset(("g",)),
}
_NUMBERS = frozenset(
    (IdentifierKind.TICKET, IdentifierKind.NAME, IdentifierKind.CODE, IdentifierKind.HASH, IdentifierKind.UUID)
)
_LOOSE = 0.45  # a unit that says nothing against the asked one
_COUNTS_ELSE = 0.4  # another counted noun
_ELSE = 0.12  # another dimension


def suits(asked: Question, value: Value) -> float:
    """How well a value's normal form suits what is asked for: 1 for what is named, less for what is not said."""
    normal = value.normal
    if isinstance(normal, TimeValue):
        return _suits_time(asked, normal)
    if isinstance(normal, QuantityValue):
        if asked.unit == "money" and not normal.unit and value.text.endswith(("만", "억", "천", "k", "K")):
            return 0.8
        worded = 0.4 if not normal.unit and not re.search(r"\d", value.text) else 1.0
        return worded * _suits_quantity(
            asked.unit, normal.unit.split("/")[0] if asked.unit not in ("%",) else normal.unit
        )
    return _suits_identifier(asked, value, normal)


def _suits_time(asked: Question, normal: TimeValue) -> float:
    if normal.relative is not None and not normal.has_clock:
        return 0.35
    if asked.clock and not asked.date:
        return 1.0 if normal.has_clock else 0.3
    if asked.date and not asked.clock:
        return 1.0 if normal.has_date else 0.3
    return 1.0 if normal.has_date and normal.has_clock else 0.9 if normal.has_date else 0.8


def _suits_quantity(asked: str, unit: str) -> float:
    if not asked:
        return 1.0 if unit else 0.7
    if asked == "amount":
        return 1.0 if unit in _MONEY or unit in _MEASURES or unit in _TIMES else 0.5
    if unit in _DIMENSIONS.get(asked, frozenset((asked,))):
        return 1.0
    if asked in _DIMENSIONS or asked in _MEASURES:
        return _LOOSE if not unit else _ELSE
    if unit in _MONEY or unit in _TIMES or unit in _MEASURES:
        return _ELSE
    return 0.8 if unit in ("", "item", "case", "unit") else _COUNTS_ELSE


_CANDIDATE = re.compile(r"(?:\d[\w.-]*)?(?:rc|beta|alpha|v)[-.]?\d+|\d+(?:\.\d+)+\S*", re.IGNORECASE)


def _suits_identifier(asked: Question, value: Value, normal: IdentifierValue) -> float:
    if asked.numbered:
        bare = re.fullmatch(r"\d{1,3}", value.text)
        return 1.0 if normal.subtype in _NUMBERS and re.search(r"\d", value.text) and not bare else 0.4
    if not asked.subtypes or normal.subtype in asked.subtypes:
        return 1.0
    if IdentifierKind.VERSION in asked.subtypes and _CANDIDATE.fullmatch(value.text):
        return 1.0
    if IdentifierKind.PORT in asked.subtypes and re.fullmatch(r"\d{2,5}", value.text):
        return 0.9
    return 0.25
