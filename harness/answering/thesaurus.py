"""Other words for a question's words, from ``thesaurus.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

from harness.language import terms

Terms = tuple[str, ...]


@cache
def _data() -> dict[str, list[list[str]]]:
    text = resources.files("harness.answering").joinpath("thesaurus.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def related() -> dict[Terms, tuple[Terms, ...]]:
    """For the retrieval terms of a word those of its groups' other words."""
    return collect([*_data()["groups"], *_data()["names"]])


@cache
def interchangeable() -> frozenset[Terms]:
    """The words that people swap for one another, so that a context may well use another one."""
    return frozenset(collect(_data()["groups"]))


def collect(groups: Sequence[Sequence[str]]) -> dict[Terms, tuple[Terms, ...]]:
    """The groups as a table from each word to the others; a word of several groups gets all of them."""
    found: dict[Terms, dict[Terms, None]] = {}
    for group in groups:
        members = list(dict.fromkeys(own for word in group if (own := tuple(terms(word)))))
        for member in members:
            found.setdefault(member, {}).update(dict.fromkeys(m for m in members if m != member))
    return {word: tuple(others) for word, others in found.items()}
