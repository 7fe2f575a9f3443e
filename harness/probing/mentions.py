"""Sentences of a conversation with what marks them: the cues of the information types and the typed values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.categories import Categories
from harness.language import detect, sentences
from harness.schema import Conversation, Role, Turn
from harness.values import Value, find

_SHORTEST = 6
_INSTRUCTION = re.compile(r"^\s*(?:```|[{}\[\]|]+\s*$|-{3,}|={3,})")


@dataclass(frozen=True, slots=True)
class Mention:
    """A sentence in its turn. ``cues`` are the types whose cue it matches; ``first`` says that it opens its turn."""

    turn: Turn
    text: str
    language: str
    cues: frozenset[str]
    values: tuple[Value, ...]
    place: int

    @property
    def is_question(self) -> bool:
        """Whether it asks rather than tells."""
        return self.text.rstrip(" \"')").endswith("?")


@dataclass(frozen=True)
class Spotter:
    """Finds cues quickly: one search for all types together decides whether the single ones are tried."""

    categories: Categories
    any_cue: re.Pattern[str]

    @staticmethod
    def of(categories: Categories) -> Spotter:
        """A spotter for these types."""
        patterns = [c.cue.pattern for c in categories.values() if c.cue.pattern != "(?!)"]
        return Spotter(categories, re.compile("|".join(patterns), re.IGNORECASE))

    def cues(self, text: str) -> frozenset[str]:
        """Names of the types whose cue the text matches."""
        if not self.any_cue.search(text):
            return frozenset()
        return frozenset(name for name, c in self.categories.items() if c.cue.search(text))


def mentions(conversation: Conversation, spotter: Spotter) -> Iterator[list[Mention]]:
    """The mentions of each turn in order; nothing of the system block and of injected records."""
    for turn in conversation.turns:
        if turn.role is Role.SYSTEM or turn.injected or not turn.text:
            yield []
            continue
        yield list(_of_turn(turn, spotter))


def _of_turn(turn: Turn, spotter: Spotter) -> Iterator[Mention]:
    for place, text in enumerate(sentences(turn.text)):
        if len(text) >= _SHORTEST and not _INSTRUCTION.match(text):
            yield Mention(turn, text, detect(text), spotter.cues(text), find(text), place)


def without_values(text: str, values: Sequence[Value], fill: str = " ") -> str:
    """The text with its values cut out."""
    out, at = [], 0
    for v in values:
        out += [text[at : v.start], fill]
        at = v.end
    return "".join([*out, text[at:]])


def language_of(text: str, fallback: Mapping[str, str] | str) -> str:
    """The language of a sentence; short Latin snippets in a Korean log stay with the log."""
    return detect(text) if len(text) > 12 else str(fallback)
