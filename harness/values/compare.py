"""How an answer's value stands to the expected one."""

from __future__ import annotations

from harness.values.model import Match, Normal, Value


def compare(expected: Value | Normal, answer: Value | Normal) -> Match:
    """Compare two values; see Match. Values of different kinds are incomparable."""
    left = expected.normal if isinstance(expected, Value) else expected
    right = answer.normal if isinstance(answer, Value) else answer
    return Match.EQUAL if left == right else Match.DIFFERENT
