"""Other words for a question's words, from ``thesaurus.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from harness.language import terms


@cache
def related() -> dict[str, tuple[str, ...]]:
    """For a retrieval term the terms of its group's other words."""
    text = resources.files("harness.answering").joinpath("thesaurus.toml").read_text("utf-8")
    found: dict[str, dict[str, None]] = {}
    for group in tomllib.loads(text)["groups"]:
        own = [t for word in group if len(t := terms(word)) == 1]
        flat = [t[0] for t in own]
        for term in flat:
            found.setdefault(term, {}).update(dict.fromkeys(t for t in flat if t != term))
    return {term: tuple(others) for term, others in found.items()}
