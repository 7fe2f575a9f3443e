"""Cutting prepared text into sentences and clauses: what a value or a negation is bound to."""

from __future__ import annotations

import re

_SENTENCE = re.compile(
    r"(?<=[!?。…])\s+|(?<=(?<![a-z])[0-9a-z]{2}\.)\s+|(?<=[a-z가-힣0-9%)\"'`]{3}\.)\s+|(?<=[가-힣)\"'`%]\.)\s+|\n"
)
_TITLE = re.compile(r"\b(?:mr|mrs|ms|dr|st|prof|vs|no|e\.g|i\.e|ca|approx)\.\s*$")
_CUT = re.compile(
    r"\s*[;]\s*|\s*,\s+(?:and|but|while|whereas|whilst|so|yet|or)\b\s*|,\s+|\s+[-/]\s+|:\s+|\s+\(|\)(?=[\s.,;]|$)\s*|"
    r"\s+(?:and|but|whereas|whilst|although|though)\s+|"
    r"(?<=[가-힣])(?:(?<=고)|(?<=며)|(?<=지만)|(?<=는데)|(?<=은데)|(?<=인데)|(?<=으나)|(?<=되)|(?<=니)|(?<=아서)|(?<=어서)|(?<=해서)|(?<=라서)|(?<=져서)|(?<=니까)|(?<=아니라)|(?<=말고)|(?<=빼고)|(?<=제외하고))\s+|(?<=없이)\s+(?=[가-힣]+으?로)|"
    r"\s+(?:since|because)\s+"
)


def sentence_bounds(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence of a prepared text."""
    out, start = [], 0
    for match in _SENTENCE.finditer(text):
        if _TITLE.search(text[start : match.start()]):
            continue
        out.append((start, match.start()))
        start = match.end()
    out.append((start, len(text)))
    return [(a, b) for a, b in out if text[a:b].strip()]


def clause_bounds(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Start and end of the clauses of one sentence."""
    out, at = [], start
    for match in _CUT.finditer(text, start, end):
        if match.start() > at:
            out.append((at, match.start()))
        at = match.end()
    if at < end:
        out.append((at, end))
    return out
