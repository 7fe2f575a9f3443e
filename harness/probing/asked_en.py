"""The clause around an English value turned round into the question for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.probing.draft import Draft, plural
from harness.probing.facts import DURATION, MONEY, draft, free_of, identifier_unit
from harness.probing.mentions import Mention
from harness.probing.turned_en import Clause, clause_of
from harness.probing.worded_en import REVISION
from harness.probing.wordlists import listed
from harness.schema import Role
from harness.values import IdentifierValue, QuantityValue, Value, ValueKind

BREAK = re.compile(
    r",\s(?=[£$€]?\d)|[;:!?()]\s?|\.\s|\s[—–-]\s|,\s(?:and|but|so|which|because|since|then|as|who|where|when|while|unless|if|or|though|not)\s|,\s(?=(?:the|our|my|his|her|their|its|we|i|you|it|that|he|she|they|[A-Z]\w+)\b)|"
    r"\s(?:but|because|so that|and then|which|since(?=\s(?:the|we|it|they|our))|while|when|whenever|if|unless|where|although|though|so|as soon as|once)\s|\sand\s(?=(?:the|our|my|we|i|you|it|he|she|they|then|now|that)\b)|(?:^|\s)(?:if|when|once|that|because|since|while|as)\s(?=(?:the|our|we|[A-Z])\b)",
    re.IGNORECASE,
)
_PLACE = "Qvalueq"
_BEFORE = re.compile(
    rf"(?:\b(?P<p>on|at|by|from|until|till|before|after|for|in|to|within|of|over|under|below|above|as|with|via|through|since|into|between)\s)?(?:(?:the|a|an|about|only|exactly|around|just|another|now|up to|by|at most|at least|a further|an extra|some|all|these|those|those)\s)*(?:\b(?P<n>(?!(?:on|at|by|from|until|for|in|to|within|of|over|as|with|via|is|are|was|not|than|up|out|off|down|and|or)\b)[a-z]{{2,12}})\s)?{_PLACE}"
)
_BOUND = re.compile(
    r"^(?P<b>within|below|under|over|above|up to|at most|at least|more than|less than|no more than|between|after|before|until|by|from|since|every)\s",
    re.IGNORECASE,
)
_WHEN = {"": "When", "on": "When", "at": "When", "in": "When", "until": "Until when", "till": "Until when", "from": "From when", "by": "By when", "before": "Before when", "after": "After when", "since": "Since when", "for": "For when", "to": "To when"}  # fmt: skip
_BOUNDS = frozenset(["within", "below", "under", "over", "above"])
_KNOWN_NOUN = listed("facts_en", "known_noun")
_NOUNS = {"version": "version", "ticket": "ticket or number", "port": "port", "host": "host", "hash": "commit", "branch": "branch", "variable": "setting", "email": "e-mail address", "ip": "address"}  # fmt: skip
_PLACES = frozenset(["path", "file", "url"])
_ATTRIBUTE = re.compile(r"^(?:-|\s)[a-z]{3,}")
_NO_ATTRIBUTE = re.compile(
    r"^\s(?:and|or|but|for|from|with|per|each|every|of|in|on|at|to|by|as|than|because|so|if|when|while|until|till|before|after|since|this|that|the|now|instead|sharp|please|more|less|longer|later|earlier|again|then|not|only|already|again|into|over|under|via|through|without|during|between|against|plus|including|inclusive|is|are|was|were|total|altogether|maximum|max|minimum|apiece|today|tomorrow|yesterday|tonight|instead|too|either)\b"
)
_RELATIVE = re.compile(
    r"^\s?(?:of|ago|later|earlier|old|more|less|fewer|away|longer|shorter|above|below|over|under|late|early)\b",
    re.IGNORECASE,
)


def asked(mention: Mention, value: Value, stale: Sequence[Value]) -> Draft | None:
    """ "The bank collects our file at 06:15" → "When does the bank collect our file?"; None where the clause cannot be turned."""
    body = mention.body.replace("’", "'")
    begin, stop = clause_span(body, value.start, value.end)
    after = body[value.end : stop]
    if stale or _RELATIVE.match(after) or (_ATTRIBUTE.match(after) and not _NO_ATTRIBUTE.match(after)):
        return None
    after = _POINTS.split(after)[0]
    made = clause_of(
        re.sub(r"\s(?:there|here|again|too|anyway|though)\b", "", f"{body[begin : value.start]}{_PLACE}{after}")
    )
    m = _BEFORE.search(made.rest) if made else None
    if made is None or m is None or _is_apposed(value, m, made) or _is_vague(made, value):
        return None
    if not _commands_at_start(mention, begin, made):
        return None
    wh = _wh(value, (m["p"] or "").lower(), (m["n"] or "").lower(), made)
    if wh is None or re.match(r"(?:to )?(?:want|get|say|mean|think|see)\b", made.verb) or len(made.rest.split()) > 14:
        return None
    behind = re.split(r"\s(?:and|or|plus)\s|,", made.rest[m.end() :])[0]
    strands = (
        bool(m["p"])
        and m["p"].lower() in ("to", "at", "with")
        and wh[0].lower().startswith(m["p"].lower())
        and not behind.strip()
    )
    if strands:
        wh, behind = (wh[0].split(" ", 1)[1], wh[1]), f" {m['p']}"
    if re.search(r"\s(?:and|or)\s[^,]*$", made.rest[: m.start()]) and " and " not in (m["p"] or ""):
        return None
    wh = wh[0][0].upper() + wh[0][1:], wh[1]
    if (m["p"] or "").lower() == "from" and re.match(r"\sto\s", made.rest[m.end() :]):
        return None  # the earlier value of "from … to …"
    kept = made.rest[: m.start()] + (f" {m['n']}" if m["n"] and wh[1] else "") + behind
    question = re.sub(r"\s+,", ",", made.asked(wh[0], kept))
    told = " ".join([made.verb.removeprefix("to "), kept])
    least = 2 if made.subject == "we" else 0 if len(made.subject.split()) > 2 else 1
    if len(re.findall(r"[^\W_][\w.]*[^\W_]", told)) < least:
        return None
    subject = f"{made.subject} {told}" if made.subject != "we" else told
    if not free_of(subject, value):
        return None
    return draft(mention, value, "wh", question, revises=bool(REVISION.search(mention.body)), score=1.1)


def _is_apposed(value: Value, place: re.Match[str], made: Clause) -> bool:
    """Whether a date or clock time without a preposition is no adverb: the value of the noun before it ("the row with valid_to
    2026-09-27"), or the object of the verb ("keep 7 April")."""
    bare = value.kind is ValueKind.TIME and not place["p"] and bool(re.match(r"\d", value.text))
    states = made.helper in ("is", "are", "was", "were") and not made.verb and made.rest.startswith(_PLACE)
    return bare and not states


def _is_vague(made: Clause, value: Value) -> bool:
    """Whether the clause denies rather than states, speaks of "both" without saying of what, or of a lone noun that came or went."""
    told = f"{made.verb} {made.rest}"
    lone = bool(re.fullmatch(r"the [a-z]+", made.subject)) and not re.search(
        r"\w", _BEFORE.sub("", told.removeprefix(made.verb))
    )
    return (
        made.helper.endswith("n't")
        or bool(re.match(r"not\b", made.rest))
        or bool(_COUNTED.search(f"{made.subject} {told}"))
        or (lone and value.kind is ValueKind.TIME)
    )


_COUNTED = re.compile(
    rf"\b(?:both|either|neither|none|each|all|some|most|many|few)(?=\s(?:{_PLACE}|on|at|by|until|till|for|in|to|from|with|as)\b|\s*$)"
)


def _commands_at_start(mention: Mention, begin: int, made: Clause) -> bool:
    """Whether what reads like a command opens its sentence and is a person's; elsewhere its subject stands further left, or it is a
    noun ("Twelve kennels then, quote SS-518A at …")."""
    if made.subject != "we" or made.helper != "are" or not made.verb.startswith("to "):
        return True
    lead = mention.body[:begin].rstrip()
    opens = not lead or lead[-1] in ".:;!—–"
    spoken = re.match(
        r"(?:let's|let us|we|i|the (?:plan|decision|idea)|please)\b", mention.body[begin:].lstrip(), re.IGNORECASE
    )
    return bool(spoken) or (opens and mention.turn.role is Role.USER)


_POINTS = re.compile(
    r"\s(?:for|on|to|in|at|with|from|by|of|about|after|before)\s(?:that|this|it|them|these|those|him|her|me|us|you|now)\b",
    re.IGNORECASE,
)


def clause_span(body: str, start: int, end: int) -> tuple[int, int]:
    """The clause in which a place lies, from break to break."""
    found = list(BREAK.finditer(body))
    return max((m.end() for m in found if m.end() <= start), default=0), min(
        (m.start() for m in found if m.start() >= end), default=len(body)
    )


def _wh(value: Value, prep: str, noun: str, made: Clause) -> tuple[str, bool] | None:
    """The words that ask for a value, and whether the noun before it stays in the question."""
    n = value.normal
    if value.kind is ValueKind.TIME:
        bound = _BOUND.match(value.text)
        word = _WHEN.get(bound["b"].lower() if bound else prep)
        return (word, True) if word else None
    if isinstance(n, QuantityValue):
        return _amount(value, n, prep, noun, made)
    return _which(value, n, prep, noun) if isinstance(n, IdentifierValue) else None


def _amount(value: Value, n: QuantityValue, prep: str, noun: str, made: Clause) -> tuple[str, bool] | None:
    bound = _BOUND.match(value.text)
    front = prep or (bound["b"].lower() if bound and bound["b"].lower() in _BOUNDS else "")
    if n.unit in MONEY:
        return (
            (f"{front} how much".strip(), True)
            if front in ("", "for", "at", "to", "from", "under", "below", "over", "with")
            else None
        )
    if front in ("of", "as", "via", "between"):
        return None
    if n.unit == "%":
        return f"{front} what percentage".strip(), True
    written = re.search(r"(?:°\s?[CF]|[^\W\d_]+)$", value.text)
    if written is None or not n.unit:
        return None
    if "°" in written[0]:
        return f"{front} what temperature".strip(), True
    unit = plural(n.unit) if n.unit == written[0] and len(n.unit) > 2 and n.unit not in DURATION else written[0]
    if (
        n.unit in DURATION
        and front in ("", "for")
        and made.verb.removeprefix("to ")
        in ("take", "last", "wait", "run", "need", "stay", "keep", "hold", "bake", "rest")
    ):
        return "How long", True
    question = f"{front} how many {unit}".strip()
    return question[0].upper() + question[1:], True


def _which(value: Value, n: IdentifierValue, prep: str, noun: str) -> tuple[str, bool] | None:
    kind = identifier_unit(value)
    own = value.text.split()[0].lower() if " " in value.text else ""
    if named := noun if noun in _KNOWN_NOUN else own if own in _KNOWN_NOUN else "":
        return f"{prep} which {named}".strip(), False
    if noun:
        return None
    if kind in _PLACES:
        return (
            ("Where", True)
            if prep in ("in", "at", "on", "to", "into", "under")
            else ("Which file", True)
            if prep in ("", "with", "from")
            else None
        )
    what = _NOUNS.get(kind)
    return (f"{prep} which {what}".strip(), True) if what else None
