"""From a statement to a key claim: the few words that carry its point, in two forms."""

from __future__ import annotations

from collections.abc import Mapping, Set

from harness.language import negations, normalise, terms, words
from harness.schema import Claim
from harness.values import find, strip_particles

_SHORTEST = 2


def claim_of(text: str, known: Set[str], rarity: Mapping[str, int], negated: bool | None = None) -> Claim | None:
    """The two or three rarest words of a statement that are not in the question already, in their order; None if there is
    none. The second form leaves out the most common of them. ``negated`` is read from the text unless given."""
    seen = _telling(text, known, rarity)
    if not seen:
        return None
    rare = sorted(seen, key=lambda w: (-_value_bonus(w), seen[w][0], seen[w][1]))[:3]
    ordered = sorted(rare, key=lambda w: seen[w][1])
    forms = [" ".join(ordered)]
    if len(ordered) == 3:
        forms.append(" ".join(w for w in ordered if w != rare[2]))
    return Claim(tuple(forms), negations(normalise(text)) % 2 == 1 if negated is None else negated)


def _telling(text: str, known: Set[str], rarity: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """The words that say something new, each with how often the log has it and its place."""
    seen: dict[str, tuple[int, int]] = {}
    for place, word in enumerate(words(text)):
        own = terms(word)
        if own and len(word) >= _SHORTEST and not set(own) <= known:
            seen.setdefault(strip_particles(word) if "가" <= word[0] <= "힣" else word, (rarity.get(word, 0), place))
    return seen


def _value_bonus(word: str) -> int:
    return 1 if any(c.isdigit() for c in word) and find(word) else 0
