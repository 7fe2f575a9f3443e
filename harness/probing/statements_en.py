"""What is said in English words: rejections, failures, decisions, their reasons, rules, exceptions, open points, goals.

Each rule is a frame that leaves no doubt what is spoken of; the phrase it captures goes into the question, the rest is the
answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.probing.argued import argues
from harness.probing.bans_en import STYLE, bans_en, clauses, trimmed, verbal
from harness.probing.mentions import Mention, words_of
from harness.probing.nouns_en import DET, noun_phrase, spoken
from harness.probing.rules_en import rules_en
from harness.probing.statement import Context, Statement
from harness.probing.wordlists import listed

_UNSURE = re.compile(
    r"\b(?:could|might|maybe|perhaps|suppose|i(?:.d| would) (?:suggest|propose|rather|drop|go|keep|leave|like)|my suggestion|suggest|propose|what if|imagine|should we|shall|wonder|i think|i guess|probably|hope|expect|used to|would (?:be|have|need|like))\b",
    re.IGNORECASE,
)
_BECAUSE = re.compile(
    r",?\s(?:because|since (?=it|the|we|they|our|that|that's|he|she|nobody|there|every|a)|as (?=it|the|we|they)|so that|otherwise|or else|given that|on the grounds that|due to|owing to|for the simple reason that)\s?|\s[—–]\s|;\s|:\s|\s-\s",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"\b(?:because|since|reason|due to|otherwise|that's why|which is why|too \w+|can't|cannot|won't|doesn't|don't|didn't|isn't|aren't|needs?|costs?|breaks?|broke|would(?:n't)? have|only|never|no \w+|without|over|exceeds?|limit|fails?|kills?|lacks?|loses?)\b",
    re.IGNORECASE,
)
_NP = rf"(?:{DET} )?[\w'’./@+#-]+(?: [\w'’./@+#-]+){{0,5}}"
_REJECT_NP = (
    re.compile(
        rf"\b(?:we|i)(?:'ve| have)? (?:ruled out|dropped|rejected|scrapped|turned down|decided against|vetoed|passed on|gave up on|are dropping|'re dropping|won't use|won't take|will not use|won't go with|can't use|decided not to use|are not using|'re not using|are not going with|'re not going with)\s(?P<x>{_NP})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:so |then |no, )?(?P<x>{_NP}) (?:is|are|was|were) (?:now )?(?:out|off the table|out of the question|ruled out|rejected|not an option|dead|turned down|no option|a no)\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:rule out|drop|forget(?: about)?|scrap|no to|not going with|skip|let's (?:not use|drop|forget|skip|scrap))\s(?P<x>{_NP})",
        re.IGNORECASE,
    ),
    re.compile(r"^(?:then )?(?:no|not) (?P<x>[A-Z][\w.-]*(?: [\w-]+)?)(?=[,.;:—–]|$| because| since| then)"),
    re.compile(rf"^(?P<x>{_NP}) (?:won't (?:do|work|fit|fly)|will not do|doesn't (?:fit|qualify))\b", re.IGNORECASE),
)
_REJECT_VP = re.compile(
    r"^(?:we|i)(?:'ve| have| are|'re)? (?:decided not to|agreed not to|won't|will not|are not going to|'re not going to|not going to) (?P<x>[a-z]+ [^,.;:—–]{4,70}?)(?=,| because| since| —| –|;|:|\.|$)",
    re.IGNORECASE,
)
_FAILED_NP = (
    re.compile(
        rf"\b(?:i|we)(?:'ve| have)? tried (?P<x>{DET} [\w' -]+?|[A-Z][\w.-]+(?: [\w-]+)?)(?=,| and | but |\.|;| —| –|:|$)(?P<why>.*)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?P<x>{_NP}) (?:failed|didn't (?:work|help|fix it)|did not (?:work|help)|doesn't (?:work|help)|fails|crashed|crashes|timed out|hung|bounced|blew up|made (?:it|things) worse|changes nothing|made no difference|was rejected|died|dies|ran out of|runs out of|fell over|refused to|refuses to|does not (?:link|build|start|run|compile|load|hold)|doesn't (?:link|build|start|run|compile|load|hold)|could not|couldn't)\b(?P<why>.*)",
        re.IGNORECASE,
    ),
)
_FAILED_VP = re.compile(
    r"^(?:when )?(?:i|we)(?:'ve| have)? tried (?:to )(?P<x>[a-z]+ [^,.;:—–]{4,60}?)(?=,| and | but |\.|;| —| –|:|$)(?P<why>.*)",
    re.IGNORECASE,
)
_DOING = re.compile(
    r"^(?P<x>[A-Z]?[a-z]+ing (?:the|our|it|all|a|with|to|for|[A-Z])[\w' -]{3,50}?) (?:failed|didn't (?:work|help)|did not (?:work|help)|made (?:it|things) worse|changes nothing|made no difference)\b(?P<why>.*)"
)
_COMMIT_VP = re.compile(
    r"^(?:let's|we'll|we will|i'll|we're going to|we are going to|we (?:agreed|decided) to|i've decided to|the decision is to|please|so let's|then let's) (?P<x>(?:go with|use|keep|move|put|take|stick|switch|split|leave|build|run|ship|store|make|do|set|drop|stay|read|write|send|start|add|start|turn|call|book|hold|freeze|wait)\b[^,.;:—–]{4,90}?)(?P<rest>,? because .+|,? since (?:it|the|we|they|our|that|he|she|there) .+|,? so that .+|,? otherwise .+|\s[—–] .+|[,;:.].*|$)",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"^(?P<x>(?-i:[Tt]he|[Oo]ur|[Ww]e|[Aa]ll|[Ee]very|[A-Z]\w+)\b[^,.;:—–]{8,90}?),?\s(?:because|since (?=it|we|they|that|he|she|nobody|there|every|the \w+ (?:is|are|has|can|need))|due to the fact that)\s?(?P<why>.{12,})",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|must|may|can|cannot|can't|won't|will|stays?|keeps?|runs?|goes|needs?|uses?|takes?|costs?|kept|moved|chose|dropped|use|keep|need|wants?)\b",
    re.IGNORECASE,
)
_GO_WITH = re.compile(
    rf"^(?:let's|we'll|we will|we're|we are|i've|we've|we have|we|i)\s(?:go with|going with|use|using|take|stick with|sticking with|settled on|settle on|decided on|chose|picked|agreed on|opted for|keep)\s(?P<y>[^,.;:—–]+?)\sfor\s(?P<x>{_NP})(?=[,.;:—–]|$| because| since)",
    re.IGNORECASE,
)
_FOR_X = re.compile(
    rf"^for (?P<x>{_NP}),? (?:let's (?:go with|use|take|keep)|we(?:'ll| will)? (?:go with|use|take|settled on|keep|agreed on)|it's|we are going with|we're going with) (?P<y>[^,.;:—–]+)",
    re.IGNORECASE,
)
_VERBLESS = re.compile(r"^(?:so|but|and|then|also|not|just|only|let|please|don|never|if|when|is|are)\b", re.IGNORECASE)
_OPEN_NP = (
    re.compile(
        rf"^(?:and |but |also,? )?(?P<x>{_NP}) (?:is|are|remains?|stays?) (?:still )?(?:open|undecided|not (?:yet )?(?:decided|settled|agreed|clear|confirmed|approved|fixed)|unresolved|unsettled|up in the air|TBD|pending|an open (?:point|question)|without an answer|parked)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:haven't|have not|hasn't|has not|not|never) (?:yet )?(?:decided|settled|agreed|made up (?:my|our|her|his) mind)(?: yet)? (?:on|about|whether|who|which|how|what)\s(?P<x>[^,.;:—–]+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:still )?(?:no (?:answer|word|reply|decision|news)(?: yet)?|nothing|undecided|open|tbd)(?: yet| so far)? (?:from|on|about|for)\s(?P<x>{_NP})",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?:still )?waiting (?:for|on) (?P<x>{_NP})", re.IGNORECASE),
    re.compile(
        rf"\b(?:what we (?:did not|didn't|haven't) (?:settle|decide|decided|settled)|(?:still )?(?:undecided|unsettled|open)|not settled)(?: (?:is|are|remains?))?:? (?P<x>{DET} [\w' -]+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:let's )?(?:park|leave|postpone) (?P<x>{DET} [\w' -]+?) (?:for now|open|undecided|for later|until)",
        re.IGNORECASE,
    ),
)
_WHETHER = re.compile(r"\b(?P<x>whether (?:[^,.;:—–]|\.(?=\d)){8,90})", re.IGNORECASE)
_OPEN_HINT = re.compile(
    r"\b(?:not (?:yet )?(?:decided|settled|clear|agreed|known)|nobody knows|undecided|open|don't know|haven't decided|no decision|not sure|up in the air|to be decided|remains|think about it|sleep on it)\b",
    re.IGNORECASE,
)
_GOAL = re.compile(
    r"^(?P<x>(?:the|our|my) (?:whole |main |real |overall |first )?(?:goal|aim|objective|purpose|point)(?: (?:of|for|behind|here)(?: the| this| our| all)?(?: [\w'-]+){0,4})?) (?:is|was)(?: that| to)?\s(?P<y>.{8,})|^(?:what (?:i|we) (?:really )?want (?:at the end of it |in the end |from this |out of this |is )?(?:is )?|success (?:means|is) )(?P<y2>.{8,})",
    re.IGNORECASE,
)
_LEFT = re.compile(
    r"^(?:left to do|still to do|to-?do|remaining|what's left|outstanding|what is left|next steps?|left)(?: is| are)?\s?[:,—–]?\s(?P<y>.{5,})",
    re.IGNORECASE,
)
_DONE = re.compile(
    rf"^(?P<x>{_NP}) (?:is|are|has been|have been|was) (?P<y>(?:done|finished|merged|shipped|complete|completed|half done|in progress|under way|blocked (?:on|by) .+|sent|signed|approved|fixed|live|booked|not (?:yet )?(?:done|started|sent|finished))\b.*)",
    re.IGNORECASE,
)


def statements_en(mention: Mention, context: Context) -> Iterator[Statement]:
    """Statements of one English sentence."""
    body = mention.body
    if mention.is_question or len(body) > 280:
        return
    words = words_of(body)
    if not words & _KEYS:
        return
    yield from _about_replies(mention)
    unsure = bool(words & _UNSURE_KEYS) and bool(_UNSURE.search(body))
    if unsure and not _PART.search(body):
        return
    if words & _OPEN_KEYS and not unsure:
        yield from _open(mention)
    seen: set[str] = set()
    for clause in clauses(mention):
        if unsure and _UNSURE.search(_PART.split(clause.body, maxsplit=1)[0]):
            continue
        for statement in _of_clause(clause, context, words):
            if statement.category not in seen:
                seen.add(statement.category)
                yield statement


_PART = re.compile(r"[:;]\s|\s[—–-]\s|,\s(?:but|and)\s|\.\s")


def _of_clause(mention: Mention, context: Context, words: frozenset[str]) -> Iterator[Statement]:
    failures = list(_failed(mention, context)) if words & _FAIL_KEYS else []
    yield from failures
    if mention.turn.role.value != "user" or failures:
        return
    rejected = list(_rejected(mention, context)) if words & _REJECT_KEYS else []
    yield from rejected
    if not rejected and words & _DECIDE_KEYS:
        yield from _decided(mention, context)
    if words & _RULE_KEYS:
        strict = list(bans_en(mention, context))
        yield from strict
        yield from rules_en(mention, context, frozenset(s.category for s in strict))
    if words & _AIM_KEYS:
        yield from _aims(mention)


_UNSURE_KEYS = listed("statements_en", "unsure_keys")
# Words without which no frame of a group can match: looking them up is far cheaper than trying the frames.
_FAIL_KEYS = listed("statements_en", "fail_keys")
_REJECT_KEYS = listed("statements_en", "reject_keys")
_DECIDE_KEYS = listed("statements_en", "decide_keys")
_RULE_KEYS = listed("statements_en", "rule_keys")
_AIM_KEYS = listed("statements_en", "aim_keys")
_OPEN_KEYS = listed("statements_en", "open_keys")
_STYLE_KEYS = listed("statements_en", "style_keys")
_KEYS = _FAIL_KEYS | _REJECT_KEYS | _DECIDE_KEYS | _RULE_KEYS | _AIM_KEYS | _OPEN_KEYS | _STYLE_KEYS


def _about_replies(mention: Mention) -> Iterator[Statement]:
    if mention.turn.role.value == "user" and STYLE.search(mention.body):
        yield Statement("language", "language", "replies", mention.body, [mention], 2.0)


# ----------------------------------------------------------------------------------------- rejections and failures


def _why(mention: Mention, after: str, context: Context) -> tuple[str, list[Mention]] | None:
    """The reason: behind "because" or a dash in the same sentence, else the next sentence (or the one before) if it argues."""
    parts = _BECAUSE.split(mention.body[len(mention.body) - len(after) :] if after else "", maxsplit=1)
    if len(parts) == 2 and len(parts[1].split()) >= 3:
        return parts[1], [mention]
    for neighbour in (context.after, context.before):
        if (
            neighbour
            and not neighbour.is_question
            and argues(neighbour.body)
            and _LINK.search(neighbour.body)
            and len(neighbour.body.split()) >= 4
        ):
            return neighbour.body, [mention, neighbour]
    return None


def _rejected(mention: Mention, context: Context) -> Iterator[Statement]:
    body = mention.body
    if STYLE.search(body):
        return
    if (m := _REJECT_VP.match(body)) and (why := _why(mention, body[m.end() :], context)) and verbal(m["x"]):
        yield Statement("rejected_option", "rejected_verb", trimmed(m["x"]), why[0], why[1], 2.5)
        return
    for pattern in _REJECT_NP:
        if (
            (m := pattern.search(body))
            and (x := _thing(m["x"]))
            and (why := _why(mention, body[m.start("x") + len(x) :], context))
        ):
            yield Statement("rejected_option", "rejected", x, why[0], why[1], 2.0)
            return


def _thing(text: str) -> str | None:
    """The longest leading part of a phrase that is a noun phrase."""
    words = re.split(
        r"\s(?:because|since|as|so|but|and|for now|then|too|again|altogether|entirely|completely|anyway)\b", text
    )[0].split()
    for n in range(len(words), 0, -1):
        if found := noun_phrase(" ".join(words[:n])):
            return found
        if len(words) - n >= 2:
            break
    return None


def _failed(mention: Mention, context: Context) -> Iterator[Statement]:
    body = mention.body
    if (m := _DOING.match(body)) and (why := _why(mention, m["why"], context)):
        yield Statement("failed_attempt", "failed_doing", m["x"][0].lower() + m["x"][1:], why[0], why[1], 2.0)
        return
    if (m := _FAILED_VP.match(body)) and (why := _outcome(mention, m["why"], context)) and verbal(m["x"]):
        yield Statement("failed_attempt", "failed_verb", trimmed(m["x"]), why[0], why[1], 2.0)
        return
    for pattern in _FAILED_NP:
        if (m := pattern.search(body)) and (x := _thing(m["x"])) and (why := _outcome(mention, m["why"], context)):
            yield Statement("failed_attempt", "failed", x, why[0], why[1], 2.0)
            return


def _outcome(mention: Mention, rest: str, context: Context) -> tuple[str, list[Mention]] | None:
    rest = re.sub(r"^[\s,;:—–-]*(?:and|but)?\s*", "", rest)
    if len(rest.split()) >= 4:
        return mention.body, [mention]
    return None


# ------------------------------------------------------------------------------------------------------- decisions


def _decided(mention: Mention, context: Context) -> Iterator[Statement]:
    body = mention.body
    for pattern in (_GO_WITH, _FOR_X):
        if (m := pattern.match(body)) and (x := _thing(m["x"])) and len(m["y"].split()) <= 8:
            yield Statement("decision", "decision", x, m["y"], [mention], 2.0)
            return
    if (
        (m := _STATE.match(body))
        and not re.search(r"\b(?:i|it|this|that|these|those|me|my|he|she|you|they)\b", m["x"], re.IGNORECASE)
        and not _VERBLESS.search(m["x"])
        and _FINITE.search(m["x"])
        and len(m["x"].split()) > 3
    ):
        yield Statement("decision_reason", "reason_state", spoken(m["x"]), m["why"], [mention], 2.0)
    elif (m := _COMMIT_VP.match(body)) and verbal(m["x"]) and (why := _because(mention, m["rest"], context)):
        yield Statement("decision_reason", "reason", trimmed(m["x"]), why[0], why[1], 2.0)


def _because(mention: Mention, rest: str, context: Context) -> tuple[str, list[Mention]] | None:
    """Only an explicit reason: "because" in the sentence, or a next sentence that opens with one."""
    m = re.match(r"^,?\s*(?:because|since|so that|otherwise)\s(.{10,})", rest, re.IGNORECASE)
    if m:
        return m[1], [mention]
    nxt = context.after
    if nxt and re.match(
        r"^(?:otherwise|that way|the reason|because|that's because|reason:)\b", nxt.body, re.IGNORECASE
    ):
        return nxt.body, [mention, nxt]
    return None


# ----------------------------------------------------------------------------------------------- open points, goals


def _open(mention: Mention) -> Iterator[Statement]:
    body = mention.body
    if (m := _WHETHER.search(body)) and _OPEN_HINT.search(body) and not re.search(r"\b(?:it|that|this|they)\b", m["x"]):
        yield Statement("open_question", "open_whether", spoken(m["x"].strip()), body, [mention], 2.0)
        return
    for pattern in _OPEN_NP:
        if (
            (m := pattern.search(body))
            and (x := _thing(m["x"]))
            and (len(x.split()) > 1 and not re.search(r"\b(?:conversation|answer|reply)$", x))
        ):
            yield Statement("open_question", "open", x, body, [mention], 2.0)
            return


def _aims(mention: Mention) -> Iterator[Statement]:
    if m := _GOAL.match(mention.body):
        aim = re.sub(r"\s(?:here|it|this|all)$", "", m["x"] or "the goal").strip()
        yield Statement(
            "goal", "goal", spoken(aim if len(aim.split()) > 1 else "the goal"), m["y"] or m["y2"], [mention], 2.0
        )
    elif m := _LEFT.match(mention.body):
        yield Statement("task_state", "left", "left to do", m["y"], [mention], 2.0)
    elif (m := _DONE.match(mention.body)) and (x := noun_phrase(m["x"])):
        yield Statement("task_state", "state", x, m["y"], [mention], 1.5)
