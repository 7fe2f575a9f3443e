"""How similar items are to a request: a lexical index for English and Korean, or an embedding function of the user's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
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

    def scores(self, query: str) -> Floats:
        """One number a text, shape (texts,): its similarity, 0 where it has nothing to do with the query."""
        ...


class Lexical:
    """BM25 (Robertson & Zaragoza, Found. Trends Inf. Retr. 3, 2009) over the project's retrieval terms, which are word stems for
    English and syllable pairs for Korean. Scores are divided by the summed rarity of the query's terms, so that a text which
    says all of the query has about 1."""

    def __init__(self, texts: Sequence[str]) -> None:
        bags = [Counter(terms(t)) for t in texts]
        lengths = [bag.total() for bag in bags]
        mean = max(sum(lengths) / len(bags), 1.0) if bags else 1.0
        rows: dict[str, list[tuple[int, float]]] = {}
        for i, (bag, length) in enumerate(zip(bags, lengths, strict=True)):
            norm = _K1 * (1 - _B + _B * length / mean)
            for term, count in bag.items():
                rows.setdefault(term, []).append((i, count * (_K1 + 1) / (count + norm)))
        self._postings = {t: (np.array([i for i, _ in row]), np.array([w for _, w in row])) for t, row in rows.items()}
        self._size = len(bags)

    def scores(self, query: str) -> Floats:
        """See ``Similarity``."""
        out = np.zeros(self._size)
        full = 0.0
        for term in dict.fromkeys(terms(query)):
            rarity = self._rarity(term)
            full += rarity
            if term in self._postings:
                places, weights = self._postings[term]
                out[places] += rarity * weights
        return out / full if full else out

    def _rarity(self, term: str) -> float:
        held = len(self._postings[term][0]) if term in self._postings else 0
        return log(1 + (self._size - held + 0.5) / (held + 0.5))


class Embedded:
    """Cosine similarity under an embedding function; ``embed`` maps n texts to n vectors of one length."""

    def __init__(self, texts: Sequence[str], embed: Embed) -> None:
        self._embed = embed
        self._vectors = _unit(embed(texts)) if texts else None

    def scores(self, query: str) -> Floats:
        """See ``Similarity``."""
        if self._vectors is None:
            return np.zeros(0)
        found: Floats = np.maximum(self._vectors @ _unit(self._embed([query]))[0], 0.0)
        return found


def _unit(vectors: Sequence[Sequence[float]]) -> Floats:
    matrix = np.asarray(vectors, dtype=float)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    unit: Floats = np.divide(matrix, lengths, out=np.zeros_like(matrix), where=lengths > 0)
    return unit
