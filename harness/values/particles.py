"""Korean particles at the end of a word."""

from __future__ import annotations


def strip_particles(word: str) -> str:
    """``word`` without the particles at its end."""
    return word
