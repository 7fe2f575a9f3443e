"""Finding evidence in a folded text, whatever its white space, case and typographic marks, and marking it there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from markupsafe import Markup, escape

from harness.language import sentences
from harness.reporting.text import visible
from harness.schema import Kind, Probe

_TYPED = frozenset({Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER, Kind.NAME})
_SHORTEST = 12  # a shorter sentence of a quote ("OK.") says nothing when it is found
_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "‑": "-"})
Span = tuple[int, int]


@dataclass(frozen=True)
class Searchable:
    """A text that is searched for many quotes."""

    text: str

    @cached_property
    def _folded(self) -> tuple[str, list[int]]:
        return _folded(self.text)

    def find(self, wanted: str) -> list[Span]:
        """Where ``wanted`` stands, as spans of the original text; not in the middle of a word or a number."""
        needle = _needle(wanted)
        plain, places = self._folded
        if not needle or needle not in plain:  # most are not there, and compiling their patterns takes the most time
            return []
        pattern = rf"{_edge(needle[0], True)}{re.escape(needle)}{_edge(needle[-1], False)}"
        return [(places[m.start()], places[m.end() - 1] + 1) for m in re.finditer(pattern, plain)]

    def holds(self, quote: str) -> bool:
        """Whether a quote, or a whole sentence of it, stands here."""
        return bool(self.quoted(quote))

    def quoted(self, quote: str) -> list[Span]:
        """Where a quote stands; where it does not, its sentences."""
        return self.find(quote) or [s for part in sentences(quote) if len(part) >= _SHORTEST for s in self.find(part)]


def _folded(text: str) -> tuple[str, list[int]]:
    """The text decomposed, case-folded and with single spaces, and the place that each of its characters came from."""
    out: list[str] = []
    places: list[int] = []
    for i, character in enumerate(text):
        for c in _decomposed(character):
            if c == " " and out and out[-1] == " ":
                continue
            out.append(c)
            places.append(i)
    return "".join(out), places


@cache
def _decomposed(character: str) -> str:
    plain = unicodedata.normalize("NFKD", character).translate(_PLAIN).casefold()
    return "".join(" " if c.isspace() else c for c in plain)


@lru_cache(maxsize=4096)
def _needle(wanted: str) -> str:
    """What is looked for, as it stands in a folded text; the same quote is looked for after every fold."""
    return _folded(wanted)[0].strip()


def _edge(character: str, before: bool) -> str:
    """No digit beside a digit and no Latin letter beside one; Korean particles may follow anything."""
    if character.isdigit():
        return r"(?<![\d.,:])" if before else r"(?![\d]|[.,:]\d)"
    if character.isascii() and character.isalpha():
        return "(?<![a-z])" if before else "(?![a-z])"
    return ""


def marked(text: str, probes: Iterable[Probe]) -> Markup:
    """``text`` as HTML: surviving quotes in ``<mark>``, expected values in ``<mark class="value">``."""
    searched = Searchable(text)
    mine = list(probes)
    quotes = _merged(s for p in mine for e in p.evidence for s in searched.quoted(e.quote))
    values = [s for p in mine if p.kind in _TYPED for form in (p.expected, *p.accepted) for s in searched.find(form)]
    outside = [s for s in _merged(values) if not any(q[0] < s[1] and s[0] < q[1] for q in quotes)]
    return _html(text, sorted([(*q, "") for q in quotes] + [(*v, ' class="value"') for v in outside]))


def _merged(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, stop in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(stop, merged[-1][1]))
        else:
            merged.append((start, stop))
    return merged


def _html(text: str, spans: Sequence[tuple[int, int, str]]) -> Markup:
    parts: list[Markup] = []
    done = 0
    for start, stop, attribute in spans:
        parts.append(_plain(text[done:start]))
        parts.append(Markup("<mark{}>{}</mark>").format(Markup(attribute), _plain(text[start:stop])))
        done = stop
    return Markup("").join([*parts, _plain(text[done:])])


def _plain(text: str) -> Markup:
    return escape(visible(text))
