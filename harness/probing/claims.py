"""From a statement to a key claim: the few words that carry its point, in two forms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set

from harness.language import is_inflected, negations, normalise, terms, words
from harness.probing.wordlists import listed
from harness.schema import Claim
from harness.values import find, strip_particles

_SHORTEST = 3  # letters of a Latin word; a Hangul word says something from two syllables on
# Words that carry no point of their own: how sure, how often, who, when it is said; and the verbs that go with anything.
_EMPTY = listed("claims", "empty")
_EMPTY_KO = listed("claims", "empty_ko")
_JAMO = re.compile(r"^[ㄱ-ㆎᄀ-ᇿ]+$")
_NUMBER = re.compile(r"^[\d.,:/%-]+$")


def claim_of(text: str, known: Set[str], rarity: Mapping[str, int], negated: bool | None = None) -> Claim | None:
    """The two or three most telling words of a statement that are not in the question already, in their order; None if they
    hold no word of content. The second form leaves out the most common of them. ``negated`` is read from the text unless given."""
    seen = _telling(text, known, rarity)
    ranked = sorted(seen, key=lambda w: (-_value_bonus(w), _is_verb(w), seen[w][0], seen[w][1]))
    numbers = [w for w in ranked if _value_bonus(w)]
    rare = [w for w in ranked if w not in numbers[1:]][:3]  # one number will do: the others say nothing by themselves
    if not any(is_content(w) for w in rare):
        return None
    ordered = sorted(rare, key=lambda w: seen[w][1])
    forms = [" ".join(ordered)]
    if len(ordered) == 3:
        least = max((w for w in rare), key=lambda w: (sum(is_content(o) for o in rare if o != w) > 0, rare.index(w)))
        forms.append(" ".join(w for w in ordered if w != least))
    forms = [f for f in forms if any(is_content(w) for w in f.split())]
    return Claim(tuple(forms), negations(normalise(text)) % 2 == 1 if negated is None else negated)


def is_content(word: str) -> bool:
    """Whether a word of a claim says something by itself: no number, no negation, no adverb, at least three letters (two
    syllables)."""
    if "가" <= word[0] <= "힣":
        return len(word) >= 2 and word not in _EMPTY_KO and not negations(word)
    return (
        len(word) >= _SHORTEST
        and word not in _EMPTY
        and not _NUMBER.match(word)
        and not negations(word)
        and any(c.isalpha() for c in word)
    )


def _telling(text: str, known: Set[str], rarity: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """The words that say something new, each with how often the log has it and its place."""
    seen: dict[str, tuple[int, int]] = {}
    for place, word in enumerate(words(text)):
        own = terms(word)
        if not own or set(own) <= known or _JAMO.match(word):
            continue
        bare = strip_particles(word) if "가" <= word[0] <= "힣" else word
        if is_content(bare) or _value_bonus(word):
            seen.setdefault(bare, (rarity.get(word, 0), place))
    return seen


def _is_verb(word: str) -> bool:
    return "가" <= word[0] <= "힣" and is_inflected(word)


def _value_bonus(word: str) -> int:
    return 1 if any(c.isdigit() for c in word) and len(word) > 1 and (len(word) > 2 or find(word)) else 0
