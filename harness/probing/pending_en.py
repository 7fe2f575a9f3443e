"""English points that stay open: questions that were put off, answers that never came, what was left undecided."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.probing.mentions import Mention
from harness.probing.nouns_en import plain_phrase
from harness.probing.statement import Context, Statement, put_off
from harness.probing.wordlists import listed

_NEVER = re.compile(r"\b(?:it|this|that|them|they|he|she|there)\b", re.IGNORECASE)
_PARK = re.compile(
    r"\b(?:park (?:it|that|this)|leave (?:it|that|this)(?: open| for now|,|$)|come back to (?:it|that|this)|not now|some other (?:time|day)|sleep on it|no idea|i don't know|don't know yet|undecided|not decided|haven't decided|isn't decided|up in the air|"
    r"we'll see|think about it|think it over|think about that|let me think|ask me (?:again|later|tomorrow)|i'm (?:not sure|torn)|not sure yet|hard to say|let's (?:wait|decide later|see)|decide (?:later|that later|then)|nobody has said|nobody knows|another (?:argument|discussion|day)|"
    r"can't decide|couldn't agree|can't agree|didn't agree|sort it out (?:later|after)|fight about|too early to|too soon to|get back to you|open for now|not for me to|have to ask)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"^(?:so |and |but |ok,? |also,? |by the way,? |then,? |next:? |one more:? )?(?P<q>(?:who|what|which|when|where|how (?:many|much|long|often)|should|shall|do|does|is|are|will|can|may)\b[^?]{8,110})\?",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r",? (?:by the way|then|please|exactly|do you think|in your view)(?:,|$)|^(?:by the way|so|and|then),? ",
    re.IGNORECASE,
)
_SILENT = (
    re.compile(
        r"\b(?:still )?(?:no|not a|haven't had an?|never got an?|without an?|waiting for an?) (?:answer|word|reply|response|decision|news|verdict|feedback|sign-?off|approval|confirmation)(?: yet| so far)? from (?P<x>(?:the |our )?[\w'-]+(?: [A-Z][\w'-]+)?)(?: (?:yet|so far))?(?: (?:on|about|regarding|for) (?P<y>(?:the |our |her |his )?[\w' -]{3,40}?))?(?=[,.;:!—–]|$| yet| so far| and | but )",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:still )?nothing (?:yet )?from (?P<x>(?:the |our )?[\w'-]+(?: [A-Z][\w'-]+)?)(?: (?:on|about|regarding) (?P<y>(?:the |our )?[\w' -]{3,40}?))?(?=[,.;:!—–]|$| yet| so far| and | but )",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<x>(?:[Tt]he |[Oo]ur )?[A-Za-z][\w'-]+(?: [A-Z][\w'-]+)?) (?:still )?(?:hasn't|has not|haven't|have not|didn't|did not)(?: yet| even)? (?:answered|replied|responded|written back|got(?:ten)? back|come back|signed(?: off)?|approved|confirmed|decided|called back|said (?:yes|anything)|ruled)(?: (?:to us|to me))?(?: (?:on|about|to|the) (?P<y>(?:the |our |my )?[\w' -]{3,40}?))?(?=[,.;:!—–]|$| yet| so far| and | but )"
    ),
)
_EITHER = (
    re.compile(
        r"^(?P<x>[A-Za-z][\w' -]{3,40}?)(?: is| are)? still (?:open|undecided|to be (?:decided|agreed|settled)|not (?:decided|settled))\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?P<x>[A-Z][\w' -]{3,40}?): (?:either )?[^:]{3,60} or [^:]{3,100}\b(?:decide|settled|answered|waiting|pending|open|depends|until|once|hasn't|haven't)\b"
    ),
)
_TO_CHOOSE = re.compile(
    r"\b(?:has|have|needs?|is|are)(?: still)? to (?:choose|decide|pick|say|make up (?:her|his|their|our) minds?)\b,?:? ?(?:whether |between )?either (?P<x>[^;:.]{6,60}?),? or (?P<y>[^;:.]{6,60}?)(?=[.;:]|$)",
    re.IGNORECASE,
)
_UNDECIDED = (
    re.compile(r"\b(?:haven't|have not|hasn't|has not|can't|couldn't|can not|cannot) (?:yet |really )?(?:decided?|agreed?|settled?|choose|chosen|pick(?:ed)?|made up (?:my|our|her|his|their) minds?)(?: yet)? (?:on |about |between )(?P<x>(?:the |our )[\w' /-]{3,60}?)(?= yet|[,.;:—–]|$)", re.IGNORECASE),
    re.compile(r"\b(?:torn|undecided|still choosing|hesitating) between (?P<x>[\w' /-]{5,60}?)(?=[,.;:—–]|$)", re.IGNORECASE),
    re.compile(r"^(?P<x>(?:the |our |who |which |how |what |where |when )[\w' -]{3,50}?) (?:is|are|depends|remains?|stays?) (?:still |all |yet )?(?:up to|to be (?:decided|confirmed|agreed|settled|discussed)|on (?:hold|what|whether|how)|tbc|tbd|a question for|another matter|an open)\b", re.IGNORECASE),
    re.compile(r"\b(?:still )?(?:arguing|debating|discussing|thinking|quarrelling|haggling|talking) (?:about|over) (?P<x>(?:the |our |whether )[\w' -]{3,60}?)(?=[,.;:—–]|$)", re.IGNORECASE),
    re.compile(r"\b(?:not (?:yet )?(?:sure|clear|certain|decided|known)|don't know(?: yet)?|no idea(?: yet)?|nobody knows|i wonder|we'll see|remains to be seen|haven't (?:decided|agreed|settled)(?: yet)?) (?P<x>(?:whether|if|who|which|how|when|where|what) [\w' ./-]{8,80}?)(?=[,;:—–]|\.$|$)", re.IGNORECASE),
)  # fmt: skip


# Without one of these no pattern of the undecided can match; one search is cheaper than five.
_MAY_PEND = re.compile(
    r"between|undecided|still choosing|\b(?:about|over|on|up to|to be|if|whether|who|which|how|when|where|what)\b|tbc|tbd|a question for|another matter|an open",
    re.IGNORECASE,
)


def parked_en(mention: Mention, body: str, context: Context) -> Iterator[Statement]:
    """A question that was answered by putting it off; the question itself is asked again."""
    if not _PARK.search(body):
        return
    yield from put_off(mention, body, context, _question)


def _question(text: str) -> str | None:
    m = _ASKED.match(text.replace("’", "'"))
    if m is None:
        return None
    q = _ASIDE.sub("", m["q"]).strip(" ,")
    if (
        re.search(r"\b(?:it|this|that|these|those|them|they|he|she|you|your|i|me|my)\b", q, re.IGNORECASE)
        or len(q.split()) < 4
    ):
        return None
    return q[0].upper() + q[1:]


_NOBODY = listed("constructions_en", "nobody")


def pending_en(mention: Mention, body: str, silent: bool) -> Iterator[Statement]:
    """Answers that are waited for (``silent``: the sentence has a word for one) and points that are undecided."""
    for pattern in _SILENT if silent else ():
        m = pattern.search(body)
        if (
            m
            and m["x"].casefold() not in _NOBODY
            and (m["x"][:1].isupper() or m["x"].casefold().startswith(("the ", "our ")))
        ):
            about = plain_phrase(m["y"]) if m["y"] else None
            x = m["x"][0].lower() + m["x"][1:] if m["x"].casefold().startswith(("the ", "our ")) else m["x"]
            if about:
                yield Statement("open_question", "pending_about", x, body, [mention], 2.0, title=about)
            elif m["x"][:1].isupper() and not m["x"].casefold().startswith("the "):
                yield Statement("open_question", "pending", x, body, [mention], 1.8)
            return
    for pattern in _EITHER:
        if (m := pattern.match(body)) and not _NEVER.search(m["x"]) and len(m["x"].split()) <= 7:
            x = m["x"].strip()
            x = x if re.match(r"(?:the|our|which|who|what)\b", x, re.IGNORECASE) else f"the {x[0].lower()}{x[1:]}"
            yield Statement("open_question", "open", x[0].lower() + x[1:], body, [mention], 2.0)
            return
    if (m := _TO_CHOOSE.search(body)) and not _NEVER.search(f"{m['x']} {m['y']}"):
        yield Statement("open_question", "open_whether", f"whether {m['x']} or {m['y']}", body, [mention], 2.0)
        return
    for pattern in _UNDECIDED if _MAY_PEND.search(body) else ():
        if (m := pattern.search(body)) and not _NEVER.search(m["x"]):
            x = re.sub(r"^[Ii]f\b", "whether", m["x"].strip())
            yield Statement(
                "open_question",
                "open_whether" if x.startswith("whether") else "open",
                x[0].lower() + x[1:],
                body,
                [mention],
                2.0,
            )
            return
