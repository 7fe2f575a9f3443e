"""What is said in English words: bans, conditions, and what is excepted from them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.probing.mentions import Mention
from harness.probing.nouns_en import DET, is_plural, noun_phrase
from harness.probing.rules_en import bare_ban
from harness.probing.statement import Context, Statement

_NP = rf"(?:{DET} )?[\w'’./@+#-]+(?: [\w'’./@+#-]+){{0,5}}"
_NEVER = re.compile(
    r"^(?:please |and |but |you |and please |nobody |no one |)(?P<n>never|don't ever|do not ever|don't|do not|must not|mustn't|may not|under no circumstances)\s(?P<v>[a-z]+)\s(?P<x>[^,.;:—–]+?)(?P<rest>$|[,.;:—–].*|\s(?:unless|before|until|without|between|on|during|after|except|while|when|with|to|from|in|for|outside|by|into|at)\s.*)",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    rf"^(?P<x>{_NP}) (?P<y>(?:must(?: not|n't)? (?:be|stay|have|come|go|appear|run|use|contain|leave)|may (?:not|only) (?:be|go|run|use|leave|have)|has to (?:be|stay|come|go)|have to (?:be|stay)|is (?:off[- ]limits|read[- ]only|frozen|under legal hold|forbidden|not allowed|not to be)|are (?:off[- ]limits|frozen|forbidden|not to be)|never (?:leaves?|goes?|runs?|gets?)|stays? (?:as it is|untouched|frozen|off)|needs? (?:\w+'s|an?|the|written) (?:\w+ )?(?:approval|sign-?off|ok|okay|consent|permission))\b.*)",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"^(?:and |but |)(?:nobody|no one)\s(?P<v>[a-z]+s|may [a-z]+|is to [a-z]+|touches)\s(?P<x>[^,.;:—–]+?)(?P<rest>$|[,.;:—–].*|\s(?:unless|before|until|without|between|on|during|after|except|while|when|from|in)\s.*)",
    re.IGNORECASE,
)
_NO_NOUN = re.compile(
    r"^no (?P<x>[a-z][\w-]+(?: [a-z][\w-]+)?) (?P<y>(?:from|on|in|between|before|after|without|until|during|outside)\s.{3,})",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^(?:please |you |and |but |)(?:never|don't|do not|may not|must not|no \w+ing)\s(?P<x>[a-z]+\s[^,.;:—–]+?)\s(?P<c>(?:unless|until|before|without)\s[^.;]{4,})",
    re.IGNORECASE,
)
_EXCEPT = re.compile(
    r"(?:,|\s[—–]|\s\()?\s?\b(?P<c>(?:except(?: for| that| when| if| on)?|unless|apart from|other than|with the exception of)\s[^.;)]{3,})",
    re.IGNORECASE,
)
_ONLY_EXCEPTION = re.compile(
    r"\b(?:the )?(?:only|one|sole) (?:exception|thing you may|thing i don't need|thing that may)\b[^:.,]*?(?::|\bis\b|\bare\b|,)\s*(?P<c>.{3,})|\b(?P<c2>[^.,;:]{3,60}) (?:is|are) (?:the (?:only |one )?exception|exempt|excepted|let through)\b",
    re.IGNORECASE,
)
STYLE = re.compile(
    r"\b(?:british|american) (?:english|spelling)|\bno (?:emojis?|exclamation|bullet|jargon|markdown)|(?:keep|your) (?:it|your)? ?(?:replies|answers|messages)|\b(?:reply|answer|write|respond) (?:to me )?(?:only )?in (?:english|korean|plain|short|german|french)",
    re.IGNORECASE,
)


_START = re.compile(
    r"(?:[,;:]|\s[—–-]|\.\.)\s(?:and |but |so |then |though |or )?|\s(?:and|but|so)\s(?=(?:the|our|my|we|i|you|nobody|never|don't|let's|it|no)\b)",
    re.IGNORECASE,
)


def clauses(mention: Mention) -> list[Mention]:
    """The sentence from each of its clauses on: a frame may open with any of them."""
    starts = [0, *(m.end() for m in _START.finditer(mention.body))][:6]
    return [_from(mention, s) if s else mention for s in starts if len(mention.body) - s > 7]


def _from(mention: Mention, start: int) -> Mention:
    return Mention(mention.turn, mention.text, mention.body[start:], mention.language, mention.place)


def bans_en(mention: Mention, context: Context) -> Iterator[Statement]:
    """Bans, conditions and exceptions of a clause."""
    body = mention.body
    if (m := _CONDITION.match(body)) and verbal(m["x"]) and not STYLE.search(body):
        yield Statement("constraint", "condition", trimmed(m["x"]), m["c"], [mention], 2.2)
    elif (m := _NEVER.match(body) or _NOBODY.match(body)) and (x := _object(m["x"])) and not STYLE.search(body):
        yield Statement("constraint", "constraint_not", x, body, [mention], 2.2)
    elif (m := _NO_NOUN.match(body)) and (x := noun_phrase(m["x"], definite=False)) and not STYLE.search(body):
        yield Statement("constraint", "constraint_may", x, body, [mention], 2.0)
    elif (m := _PASSIVE.match(body)) and (x := noun_phrase(m["x"])):
        yield Statement("constraint", "constraint_may", x, m["y"], [mention], 2.0)
    yield from _exceptions(mention, context)


def _object(text: str) -> str | None:
    """What a ban is about; a bare name will do, since the verb makes it an object."""
    found = noun_phrase(text)
    if found is None and len(text) > 4 and (bare := noun_phrase(text, definite=False)):
        return f"the {bare}" if len(bare.split()) > 1 and not is_plural(bare) else bare
    return found


def _exceptions(mention: Mention, context: Context) -> Iterator[Statement]:
    body = mention.body
    if m := _ONLY_EXCEPTION.search(body):
        rule = _ruled(body) or context.rule
        if rule and (c := m["c"] or m["c2"]):
            yield Statement("exception", "exception", rule, c, [mention], 2.0)
    elif not STYLE.search(body) and (m := _EXCEPT.search(body)) and (rule := _ruled(body[: m.start()])):
        yield Statement("exception", "exception", rule, m["c"], [mention], 2.0)


def _ruled(text: str) -> str | None:
    """What a rule in a text is about."""
    for pattern in (_NEVER, _NOBODY, _PASSIVE):
        if (m := pattern.match(text)) and (x := noun_phrase(m["x"]) or _object(m["x"])):
            return x
    m = re.match(
        r"^(?:no|all|every|any) (?P<x>[\w' -]+?)(?: (?:is|are|may|must|need|needs|from|on|in|goes|go)\b|$)",
        text,
        re.IGNORECASE,
    )
    return noun_phrase(m["x"], definite=False) if m else None


_RULES = re.compile(
    r"\b(?:never|not|don't|doesn't|can't|won't|must|mustn't|may|nobody|no|only|all|every|any|is|are|always|has to|have to)\b",
    re.IGNORECASE,
)


def rule_en(mention: Mention) -> str | None:
    """The subject of the rule that a sentence states, for an exception that follows it."""
    if not _RULES.search(mention.body):
        return None
    return next((x for c in clauses(mention) if (x := _ruled(c.body))), None) or bare_ban(mention.body)


def verbal(text: str) -> bool:
    """Whether a captured verb phrase can stand in a question: an object that is no bare pronoun, not too long."""
    words = text.casefold().split()
    return (
        2 <= len(words) <= 14
        and words[1] not in ("it", "that", "this", "them", "so", "you", "me")
        and not re.search(r"\b(?:it|that|this|them|you|me)$", text)
    )


def trimmed(text: str) -> str:
    """A verb phrase as the question repeats it: without "please" and "now", and with "the" for "my"."""
    return re.sub(r"\bmy\b", "the", re.sub(r"\s(?:please|then|now|too|instead|again)$", "", text.strip(" ,")))
