"""A page on which a person reviews probes in a browser and downloads the accepted ones; one file, no network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.categories import Categories
from harness.reporting.environment import digest_of, packaged, templates
from harness.reporting.strings import Strings
from harness.reporting.text import type_title, visible
from harness.runs.jsonl import atomic, line
from harness.schema import Conversation, Probe

_AROUND = 240  # characters of a turn shown around a quote


@dataclass(frozen=True)
class Quote:
    """A quote in its turn, with what stands around it; ``role`` is empty where the turn is not at hand."""

    turn: int
    role: str
    before: str
    quote: str
    after: str


@dataclass(frozen=True)
class Card:
    """One probe as shown. ``data`` is its JSON, which the page writes back."""

    probe: Probe
    title: str
    quotes: tuple[Quote, ...]
    data: str


def write_page(
    probes: Sequence[Probe],
    conversations: Mapping[str, Conversation],
    categories: Categories,
    path: Path,
    language: str = "en",
) -> None:
    """Write the review page in ``language`` (en, ko), atomically."""
    with atomic(path) as file:
        file.write(render(probes, conversations, categories, language))


def render(
    probes: Sequence[Probe],
    conversations: Mapping[str, Conversation],
    categories: Categories,
    language: str = "en",
) -> str:
    """The page as text. The script's digest stands in the content policy, so that no other script runs."""
    t = Strings(language)
    cards = [
        Card(
            p,
            type_title(p.category, categories, t),
            tuple(quotes(p, conversations.get(p.conversation), _AROUND)),
            line(p).strip(),
        )
        for p in probes
    ]
    script = packaged("review.js")
    pages = (
        templates()
    )  # what the page writes back must stay as it is, so nothing unseen is written out but where it is only shown
    pages.filters["seen"] = visible
    return pages.get_template("review.html.j2").render(
        t=t, cards=cards, style=packaged("style.css"), script=script, digest=digest_of(script)
    )


def quotes(probe: Probe, conversation: Conversation | None, around: int) -> Iterator[Quote]:
    """The evidence of a probe as it stands in the log, with up to ``around`` characters before and after."""
    for e in probe.evidence:
        turn = conversation.turns[e.turn] if conversation and e.turn < len(conversation.turns) else None
        text = turn.text if turn else e.quote
        at = max(0, text.find(e.quote))
        end = at + len(e.quote)
        role = turn.role.value if turn else ""
        yield Quote(e.turn, role, text[max(0, at - around) : at], e.quote, text[end : end + around])
