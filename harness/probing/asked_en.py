"""The clause around an English value turned round into the question for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.probing.clauses_en import wh_question
from harness.probing.draft import Draft, plural
from harness.probing.facts import DURATION, identifier_unit
from harness.probing.mentions import Mention
from harness.probing.worded_en import made
from harness.probing.wordlists import listed
from harness.values import QuantityValue, Value, ValueKind

_PIECE = re.compile(r"[;:!?]\s|\.\s|\s[—–-]\s|,\s|\s(?:and|but|because|so that|so|which|since|then)\s", re.IGNORECASE)
_TAIL = re.compile(
    r"\s?\b(?P<p>on|at|by|from|until|till|before|after|for|in|to|within|of|over|up to|under|below|only|about|now|the|exactly|at most|at least)$",
    re.IGNORECASE,
)
_WHEN = {
    "until": "Until when",
    "till": "Until when",
    "from": "From when",
    "by": "By when",
    "before": "Before when",
    "after": "After when",
}
_NO_TAIL = re.compile(
    r"^\s?(?:of|old|long|ago|away|each|more|less|later|earlier|or|x|per cent|above|below|over|under|in|for|on|from|to|at|after|before)\b",
    re.IGNORECASE,
)


def asked(mention: Mention, value: Value, stale: Sequence[Value]) -> Draft | None:
    """The clause around a value turned round: "the bank collects our file at 06:15" → "When does the bank collect our file?"."""
    body = mention.body
    starts = [0, *(m.end() for m in _PIECE.finditer(body[: value.start]))]
    before = body[starts[-1] : value.start].rstrip()
    rest = re.split(
        r"[,;:.!?()]|\s[—–-]\s|\s(?:and|but|because|so|which|since|then|if|unless)\s", body[value.end :], maxsplit=1
    )[0].rstrip()
    prep = ""
    while m := _TAIL.search(before):
        prep, before = prep or m["p"].lower(), before[: m.start()]
    n = value.normal
    if value.kind is ValueKind.IDENTIFIER:
        return _which(mention, value, body[starts[-1] : value.start].rstrip(), rest, stale)
    if value.kind is ValueKind.TIME:
        if prep not in ("on", "at", *_WHEN) or (
            len(starts) > 1 and re.search(r"\b(?:if|when|unless|once|until)\s", before, re.IGNORECASE)
        ):
            return None
        question = wh_question(_WHEN.get(prep, "When"), before + rest)
    elif (
        isinstance(n, QuantityValue)
        and not prep
        and not stale
        and n.unit.isalpha()
        and n.unit.islower()
        and len(n.unit) > 2
        and n.unit not in DURATION
    ):
        noun = re.match(rf"[\d.,\s]*\s?(?P<n>[a-z][\w-]*(?: {plural(n.unit)})?)", value.text)
        question = (
            wh_question(f"How many {plural(n.unit)}", before + rest) if noun and not _NO_TAIL.match(rest) else None
        )
    else:
        return None
    if question is None or len(before.split()) < 2:
        return None
    subject = question.split(" ", 2)[-1] if question.startswith("When") else question
    return made(mention, value, ("wh", {}), question, stale=stale) if subject else None


_PLACE = re.compile(r"^(?P<c>.+?)\s(?P<p>on|at|in|under|to|from|as|with|via|by)\s(?:the )?(?:(?P<n>[a-z]{2,12})\s)?$")
_WHERE = frozenset(["path", "file", "url", "host", "email"])
_KNOWN_NOUN = listed("facts_en", "known_noun")


def _which(mention: Mention, value: Value, before: str, rest: str, stale: Sequence[Value]) -> Draft | None:
    """ "The server listens on port 8443" → "On which port does the server listen?"; a path or host asks for the place."""
    m = _PLACE.match(before + " ")
    own = value.text.split()[0].lower() if " " in value.text else ""
    noun = (m["n"] if m and m["n"] else own) if m else ""
    if m is None or stale:
        return None
    if noun in _KNOWN_NOUN:
        question = wh_question(f"{m['p'].capitalize()} which {noun}", m["c"] + rest)
    elif not m["n"] and identifier_unit(value) in _WHERE and m["p"] in ("in", "at", "to", "on"):
        question = wh_question("Where", m["c"] + rest)
    else:
        return None
    return made(mention, value, ("wh", {}), question) if question else None
