"""Probes for the types a user adds: a sentence that matches a cue of the type, asked by its title and its subject."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from harness.categories import Categories, Category, builtin
from harness.probing.mentions import Mention
from harness.probing.nouns_en import noun_phrase as english
from harness.probing.nouns_ko import marked
from harness.probing.nouns_ko import noun_phrase as korean
from harness.probing.statement import Statement


@dataclass(frozen=True)
class Custom:
    """The types that are not built in, and one pattern that finds any of their cues."""

    own: tuple[Category, ...]
    any_cue: re.Pattern[str]

    @staticmethod
    def of(categories: Categories) -> Custom:
        """The user's types among these."""
        known = builtin()
        own = tuple(
            c
            for name, c in categories.items()
            if name not in known or (c is not known[name] and c.cue.pattern != known[name].cue.pattern)
        )
        return Custom(own, re.compile("|".join(f"(?:{c.cue.pattern})" for c in own) or r"(?!)", re.IGNORECASE))

    def statements(self, mention: Mention) -> Iterator[Statement]:
        """Statements of the user's types in a sentence."""
        if mention.is_question or not self.own or not self.any_cue.search(mention.body):
            return
        for category in self.own:
            if (m := category.cue.search(mention.body)) and (subject := _subject(mention, m)):
                title = category.title.get(mention.language) or category.name
                yield Statement(
                    category.name, "custom", subject, mention.body, [mention], 1.0, title=title[0].upper() + title[1:]
                )


def _subject(mention: Mention, cue: re.Match[str]) -> str | None:
    """The noun phrase that opens the sentence, or the one nearest to the cue."""
    if mention.language == "ko":
        phrases = [p for p, _, _ in marked(mention.body, "은는이가을를도")]
        return phrases[0] if phrases else korean(mention.body[: cue.start()].rstrip())
    return next(_english_runs(mention.body), None)


def _english_runs(body: str) -> Iterator[str]:
    words = body.rstrip(".!").split()
    for start in range(min(len(words), 14)):
        for stop in range(min(start + 5, len(words)), start, -1):
            if found := english(" ".join(words[start:stop])):
                yield found
                break
