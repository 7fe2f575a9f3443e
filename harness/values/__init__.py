"""Times, quantities and identifiers in English and Korean text: recognise, normalise, compare. Pure functions."""

from harness.values.compare import compare
from harness.values.model import (
    ALL_KINDS,
    Bound,
    DayPart,
    Edge,
    IdentifierKind,
    IdentifierValue,
    Match,
    Normal,
    QuantityValue,
    Relative,
    TimeValue,
    Value,
    ValueKind,
)
from harness.values.particles import strip_particles
from harness.values.recognise import find

__all__ = [
    "ALL_KINDS",
    "Bound",
    "DayPart",
    "Edge",
    "IdentifierKind",
    "IdentifierValue",
    "Match",
    "Normal",
    "QuantityValue",
    "Relative",
    "TimeValue",
    "Value",
    "ValueKind",
    "compare",
    "find",
    "strip_particles",
]
