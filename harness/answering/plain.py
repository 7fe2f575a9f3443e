"""A second, independent matcher over plain-string gold, to cross-check the grader.

It shares no code with the grader, the value recognisers or the language tools: a generator, a reader and a grader that share one
recogniser share its blind spots. It is cruder than the grader and is never used to grade; where the two disagree, a person looks.
"""

from __future__ import annotations

import unicodedata

from harness.schema import Kind, Probe

_SKIP = " \t\n,'\"“”‘’`*()[]"
_PREFIX = 4


def squeezed(text: str) -> str:
    """Compatibility form, lower case, without white space, quotes, brackets and thousands separators."""
    plain = unicodedata.normalize("NFKC", text).lower().replace("–", "-").replace("—", "-")
    return "".join(c for c in plain if c not in _SKIP)


def holds(form: str, text: str) -> bool:
    """Whether a form stands in a text, not as a part of a longer number."""
    needle, hay = squeezed(form), squeezed(text)
    at = hay.find(needle) if needle else -1
    while at >= 0:
        before, after = hay[at - 1 : at], hay[at + len(needle) : at + len(needle) + 1]
        if not (_same_run(before, needle[0]) or _same_run(needle[-1], after)):
            return True
        at = hay.find(needle, at + 1)
    return False


def _same_run(a: str, b: str) -> bool:
    # Spaces are gone, so letters may touch that did not; digits that touch are one number.
    return a.isdigit() and b.isdigit()


def plainly_right(probe: Probe, answer: str) -> bool | None:
    """Whether the answer carries the gold as a plain string; None where that cannot be told (open points, absent facts, negated
    claims)."""
    if probe.kind in (Kind.OPEN, Kind.ABSENT):
        return None
    if probe.kind is not Kind.CLAIMS:
        return any(holds(f, answer) for f in (probe.expected, *probe.accepted))
    if any(c.negated for c in probe.claims):
        return None
    hay = squeezed(answer)
    return all(any(all(squeezed(w)[:_PREFIX] in hay for w in f.split()) for f in c.forms) for c in probe.claims)
