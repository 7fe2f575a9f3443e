"""English decisions without a word such as "decided": imperatives, "let's", "we" in the present; and the reason beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.probing.argued import argues
from harness.probing.chunks_en import phrases, words_of
from harness.probing.loose_en import is_thin
from harness.probing.mentions import Mention
from harness.probing.statement import Context, Statement
from harness.probing.turned_en import Clause, clause_of
from harness.probing.wordlists import listed

_BREAK = re.compile(
    r"[;:.!]\s|\s[—–-]\s|,\s|\sand\s(?=(?:we|the|it|i|then)\b)|\s(?:and then|but|because|since|so that|otherwise|instead of|rather than|unless|until|while|if|when)\s"
)
_TASK = listed("decided_en", "task_verbs")  # what one asks an assistant to do at once; no decision
_STATE = listed("decided_en", "state_verbs")  # "the drop waits for 4.13": such verbs tell what is settled
_UNSURE = re.compile(
    r"\b(?:could|might|maybe|perhaps|suppose|would|what if|imagine|should we|shall|wonder|think|guess|probably|hope|if|unless|propose|suggest|usually|normally|always|often|last (?:week|month|year|time)|yesterday|already)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"^(?:otherwise|that way|because|the reason|else|it's the only|that's the only|the point is|after all|it|they|that|this|the|our|we|nobody|no one|there|anything|everything|in|with|at|every|half|he|she|[A-Z]\w+)\b"
)
_NO_REASON = re.compile(
    r"\b(?:please|can you|could you|let me|thanks|ok|okay|i'll|we'll|tomorrow|later|next|also|by the way|then|let's|good|great|nice|fine|remember|note that)\b|\?$",
    re.IGNORECASE,
)


def decided_en(mention: Mention, context: Context) -> Iterator[Statement]:
    """What a person settled, asked by its object, and why, where the sentence beside it argues."""
    if mention.is_question or mention.turn.role.value != "user" or len(mention.body) > 240:
        return
    body = mention.body.replace("’", "'")
    head = _BREAK.split(body.rstrip(".!"), maxsplit=1)[0]
    made = _settles(head)
    if made is None:
        return
    rest = "" if body[len(head) :].startswith(";") else body[len(head) :].strip(" ,:—–-.")
    if reason := _reason(rest, context, mention):
        yield Statement("decision_reason", "why", made.asked("Why"), reason[0], reason[1], 1.8)
    if (thing := _object(made)) is not None:
        yield Statement("decision", "decision", thing, body, [mention], 1.7)


def _settles(head: str) -> Clause | None:
    if _UNSURE.search(head) or not 4 <= len(head.split()) <= 16:
        return None
    made = clause_of(head)
    if made is None:
        return None
    verb = made.verb.removeprefix("to ").split(" ")[0]
    if made.subject == "we":
        fits = (
            made.helper in ("are", "do", "will")
            and verb not in _TASK
            and verb not in ("have", "need", "want", "know", "see", "get")
        )
        return made if fits and (made.verb or made.helper == "will") else None
    named = re.match(r"(?:every|all|each|any|no|both|[A-Z]\w+ [A-Z]\w+)\b", made.subject)
    return made if made.helper in ("does", "do") and verb in _STATE and not named else None


def _reason(rest: str, context: Context, mention: Mention) -> tuple[str, list[Mention]] | None:
    """The reason in the rest of the sentence, in the sentence after, or in the one before."""
    bare = re.sub(r"^(?:because|since|as|otherwise|and|so that)\s", "", rest)
    if len(bare.split()) >= 4 and _argues(bare):
        return bare, [mention]
    for near in (context.after, context.before):
        if near and not near.is_question and len(near.body.split()) >= 5 and _argues(near.body):
            return near.body, [mention, near]
    return None


def _argues(text: str) -> bool:
    return (
        argues(text)
        and bool(_REASON.match(text))
        and not _NO_REASON.search(text)
        and _settles(_BREAK.split(text)[0]) is None
    )


def _object(made: Clause) -> str | None:
    """The first noun phrase behind the verb, if more than it is said; for a state, the subject."""
    if made.subject != "we":
        return made.subject if len(made.rest.split()) >= 2 else None
    found = [p for p in phrases(words_of(made.rest), made.rest) if not is_thin(p.text)]
    if not found or found[0].start > 8:
        return None
    left = made.rest[found[0].end :]
    return found[0].text if len(re.findall(r"[^\W_]{2,}", left)) >= 2 else None
