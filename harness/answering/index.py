"""A context cut into units (sentences) and indexed for questions: BM25 per term, so that a match can be weighed by coverage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import bm25s
import numpy as np
from numpy.typing import NDArray

from harness.language import sentences, terms
from harness.schema import Passage

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence of a context: its passage, and its place among all units."""

    text: str
    passage: Passage
    group: int
    place: int


class Index:
    """Units of a context and their term weights. ``len(units)`` may be 0."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self.units: list[Unit] = []
        for group, passage in enumerate(passages):
            for text in sentences(passage.text):
                self.units.append(Unit(text, passage, group, len(self.units)))
        self.groups = np.array([u.group for u in self.units], dtype=np.int64)
        self._vocabulary: dict[str, int] = {}
        self._model = self._build() if self.units else None

    def _build(self) -> bm25s.BM25 | None:
        known = self._vocabulary
        ids = [[known.setdefault(t, len(known)) for t in terms(u.text)] for u in self.units]
        if not known:
            return None
        model = bm25s.BM25(method="lucene", k1=1.2, b=0.5)
        model.index((ids, dict(known)), show_progress=False)
        return model

    def weights(self, wanted: Sequence[str]) -> tuple[Floats, Floats]:
        """BM25 weight of each wanted term in each unit, shape (terms, units), and each term's idf, shape (terms,).

        A term that the context does not hold has weight 0 everywhere and the highest idf: its absence counts against a match.
        """
        n = len(self.units)
        rows = np.zeros((len(wanted), n), dtype=np.float32)
        idf = np.full(len(wanted), np.log(1 + (n + 0.5) / 0.5), dtype=np.float32)
        for i, term in enumerate(wanted):
            known = self._vocabulary.get(term)
            if known is None or self._model is None:
                continue
            rows[i] = self._model.get_scores_from_ids([known])
            seen = int(np.count_nonzero(rows[i]))
            idf[i] = np.log(1 + (n - seen + 0.5) / (seen + 0.5))
        return rows, idf
