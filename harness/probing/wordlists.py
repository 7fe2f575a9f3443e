"""The word lists of the rules: data, in ``wordlists.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources


def listed(module: str, name: str) -> frozenset[str]:
    """One list: words separated by white space, or phrases separated by bars."""
    text = _lists()[module][name]
    return frozenset(part.strip() for part in text.split("|")) if "|" in text else frozenset(text.split())


@cache
def _lists() -> dict[str, dict[str, str]]:
    return tomllib.loads(resources.files("harness.probing").joinpath("wordlists.toml").read_text("utf-8"))
