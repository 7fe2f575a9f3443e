"""One spelling for many: composed Hangul, half-width forms and plain signs, with a way back to the given string.

Only characters whose replacement is harmless are touched. NFKC as a whole would turn 5² into 52 and ½ into 1⁄2.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

BLANK = "\x00"  # stands for characters that an earlier recogniser has claimed: no pattern matches it

_PIECE = re.compile(
    "[\u1100-\u115f\ua960-\ua97c][\u1160-\u11a7\ud7b0-\ud7c6]+[\u11a8-\u11ff\ud7cb-\ud7fb]*"  # one syllable in jamo
    "|[\uac00-\ud7a3][\u11a8-\u11ff]+"  # a syllable and a loose final consonant
    "|[^\\W\\d_][\u0300-\u036f]+"  # a letter and its accents
    "|[\uff01-\uffe6\u3000\u00a0\u2002-\u200a\u202f\u3300-\u33ff\u2100-\u214f\u00b5\u2212\u301c\u2011\u2012]"
)
_SIGNS = {"\u2212": "-", "\u301c": "~", "\u2011": "-", "\u2012": "-"}


class Surface:
    """A text in its one spelling, ``text``; ``span`` maps offsets in it back to the original."""

    __slots__ = ("_ends", "_shifts", "_starts", "text")

    def __init__(self, original: str) -> None:
        self._starts: list[int] = []  # of each replacement, in the new text
        self._ends: list[int] = []  # of each replacement, in the new text
        self._shifts: list[int] = []  # original minus new offset, behind each replacement
        self.text = original if original.isascii() or not _PIECE.search(original) else self._rewrite(original)

    def _rewrite(self, original: str) -> str:
        out: list[str] = []
        length = done = 0
        for piece in _PIECE.finditer(original):
            new = _SIGNS.get(piece[0]) or unicodedata.normalize("NFKC", piece[0])
            out += (original[done : piece.start()], new)
            length += piece.start() - done
            done = piece.end()
            if len(new) != 1 or done - piece.start() != 1:
                self._starts.append(length)
                self._ends.append(length + len(new))
                self._shifts.append(done - length - len(new))
            length += len(new)
        out.append(original[done:])
        return "".join(out)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original's half-open range for a range of ``text``; a replacement is taken whole."""
        return self._start(start), self._end(end)

    def _start(self, offset: int) -> int:
        at = bisect_right(self._starts, offset) - 1
        if at < 0:
            return offset
        inside = offset < self._ends[at]
        before = self._shifts[at - 1] if at else 0
        return self._starts[at] + before if inside else offset + self._shifts[at]

    def _end(self, offset: int) -> int:
        at = bisect_right(self._starts, offset - 1) - 1
        if at < 0:
            return offset
        return max(offset, self._ends[at]) + self._shifts[at]


def lower(text: str) -> str:
    """``text`` in lower case with every character at its old offset."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def blank(text: str, spans: list[tuple[int, int]]) -> str:
    """``text`` with the given ascending, disjoint ranges filled with BLANK."""
    out: list[str] = []
    done = 0
    for start, end in spans:
        out += (text[done:start], BLANK * (end - start))
        done = end
    out.append(text[done:])
    return "".join(out)
