"""The synonym table (synonyms.toml): which general words say the same, and which the opposite."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from harness.language import normalise, terms
from harness.values import strip_particles

_TOKEN = re.compile(r"[a-z0-9][a-z0-9'&._/-]*[a-z0-9]|[a-z0-9]|[가-힣]+|[✔✓✅☑🗸✘✗❌☐✖→]|->")
_LONGEST_KO = 5
_ENDS = frozenset(["", *"고는지면니다어아여은을기자려게서도던었았였습으며나네요야므죠라음 았냐"])


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a clause: where it stands, its stem, and the concepts it may mean, each with its side (+1 or -1)."""

    start: int
    end: int
    text: str
    stem: str
    concepts: tuple[tuple[str, int], ...] = ()


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, tuple[tuple[str, int], ...]], int]:
    raw = tomllib.loads((Path(__file__).with_name("synonyms.toml")).read_text(encoding="utf-8"))
    table: dict[str, tuple[tuple[str, int], ...]] = {}
    for name, sides in raw.items():
        for side, sign in (("same", 1), ("opposite", -1)):
            for word in sides.get(side, ()):
                key = normalise(word)
                table[key] = (*table.get(key, ()), (name, sign))
    return table, max(len(k.split()) for k in table)


@lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    if "가" <= word[0] <= "힣":
        return strip_particles(word)
    found = terms(word)
    return found[0] if found else word


@lru_cache(maxsize=100_000)
def _meanings(word: str) -> tuple[tuple[str, int], ...]:
    table, _ = _table()
    if "가" <= word[0] <= "힣":
        for n in range(min(len(word), _LONGEST_KO), 0, -1):
            # One syllable is a word's beginning only where an ending follows: 쓰고, but not 쓰레기.
            if (found := table.get(word[:n])) and (n > 1 or word[1:2] in _ENDS):
                return found
        return ()
    return table.get(word) or table.get(_stem(word), ())


@lru_cache(maxsize=20_000)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a prepared text. A phrase of the table ("dead end") gives its meaning to its last word."""
    table, longest = _table()
    plain = [(m.start(), m.end(), m.group()) for m in _TOKEN.finditer(text)]
    out = []
    for i, (start, end, word) in enumerate(plain):
        meaning = _meanings(word)
        for n in range(longest, 1, -1):
            phrase = " ".join(w for _, _, w in plain[max(0, i - n + 1) : i + 1])
            if i + 1 >= n and (found := table.get(phrase)):
                meaning = found
                break
        out.append(Token(start, end, word, _stem(word), meaning))
    return tuple(out)


def alike(one: str, other: str) -> bool:
    """Whether two stems are forms of one word: equal, or alike in most of their beginning (readmit, readmission)."""
    if one == other:
        return True
    if one[:4] != other[:4]:  # most pairs end here
        return False
    if not (one.isascii() and other.isascii() and one.isalpha() and other.isalpha()):
        return False
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= 4 and shared >= 0.7 * max(len(one), len(other))
