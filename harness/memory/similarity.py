"""How similar items are to a request: a lexical index for English and Korean, or an embedding function of the user's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from harness.language import terms

Floats = NDArray[np.float64]
Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]
_K1, _B = 1.2, 0.75  # the usual constants of BM25


class Similarity(Protocol):
    """Texts made ready once, asked for many requests."""

    def scores(self, query: str) -> Mapping[int, float]:
        """Index of a text → its similarity above 0; texts that have nothing to do with the query are left out."""
        ...


class Lexical:
    """BM25 (Robertson & Zaragoza, Found. Trends Inf. Retr. 3, 2009) over the project's retrieval terms, which are word stems for
    English and syllable pairs for Korean. Scores are divided by that of a text which says all of the query, so they lie in
    [0, 1] or a little above."""

    def __init__(self, texts: Sequence[str]) -> None:
        bags = [terms(t) for t in texts]
        mean = sum(map(len, bags)) / len(bags) if bags else 1.0
        self._postings: dict[str, dict[int, float]] = {}
        for i, bag in enumerate(bags):
            norm = _K1 * (1 - _B + _B * len(bag) / max(mean, 1.0))
            for term in set(bag):
                count = bag.count(term)
                self._postings.setdefault(term, {})[i] = count * (_K1 + 1) / (count + norm)
        self._size = len(bags)

    def scores(self, query: str) -> dict[int, float]:
        """See ``Similarity``."""
        weights = {t: self._rarity(t) for t in set(terms(query))}
        full = sum(weights.values())
        out: dict[int, float] = {}
        for term, weight in weights.items():
            for i, share in self._postings.get(term, {}).items():
                out[i] = out.get(i, 0.0) + weight * share / full
        return out

    def _rarity(self, term: str) -> float:
        held = len(self._postings.get(term, ()))
        return log(1 + (self._size - held + 0.5) / (held + 0.5))


class Embedded:
    """Cosine similarity under an embedding function; ``embed`` maps n texts to n vectors of one length."""

    def __init__(self, texts: Sequence[str], embed: Embed) -> None:
        self._embed = embed
        self._vectors = _unit(embed(texts)) if texts else np.zeros((0, 1))

    def scores(self, query: str) -> dict[int, float]:
        """See ``Similarity``."""
        if not len(self._vectors):
            return {}
        found = self._vectors @ _unit(self._embed([query]))[0]
        return {int(i): float(found[i]) for i in np.flatnonzero(found > 0)}


def _unit(vectors: Sequence[Sequence[float]]) -> Floats:
    matrix = np.asarray(vectors, dtype=float)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    unit: Floats = np.divide(matrix, lengths, out=np.zeros_like(matrix), where=lengths > 0)
    return unit
