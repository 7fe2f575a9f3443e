"""More English rules and what is excepted from them: bans on doing anything with something, conditions, permissions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.probing.mentions import Mention
from harness.probing.nouns_en import DET, plain_phrase
from harness.probing.statement import Context, Statement

_X = rf"(?:{DET} )?[\w'./@~+#-]+(?: [\w'./@+#-]+){{0,4}}?"
_ID = re.compile(r"^[~./]?[\w-]*[/._~\d-][\w./~-]*$")
_STOP = r"(?=[,.;:!—–]|\s[—–-]\s|$|\s(?:unless|without|before|until|except|after|if|when|because|since|so|and|but|for|between|during|under|while)\b|\s(?:in|at|on|by) (?:that|this|these|those)\b)"
_BAN_ON = re.compile(
    rf"\b(?:never|don't|do not|nobody|no one|you (?:may|must|can|should) ?not|mustn't|nothing (?=that|gets|goes|may|is|ever))(?: ?(?:may|is to|must|ever|gets?|goes|is|that))? (?P<v>[a-z]+)(?: [\w' -]{{2,30}}?)?? (?:at|on|to|in|into|from|with|near|about|against|over|through|off) (?P<x>{_X}){_STOP}",
    re.IGNORECASE,
)
_MUST = re.compile(
    rf"^(?P<x>{_X}) (?P<y>(?:must|mustn't|may not|may only|can only|has to|have to|needs to|need to|is to|are to|is not to|are not to|should never|is never to|are never to|is only|are only|only (?:goes|go|gets|leaves|runs|starts|comes))\b.{{6,}})",
    re.IGNORECASE,
)
_KEEP = re.compile(
    rf"^(?:please |and |but |you |always )*(?P<v>keep|leave|hold|store) (?P<x>{_X}) (?P<y>(?:as (?:it|they) (?:is|are)|alone|out of|off|under|below|above|within|away|private|confidential|secret|locked|closed|frozen|in|on|at|to)\b.{{2,}})",
    re.IGNORECASE,
)
_ONLY = re.compile(
    rf"^(?:please |and |but |you (?:may|can) |we )*only (?P<v>[a-z]+) (?P<x>{_X}) (?P<y>(?:after|if|when|on|with|via|through|in|once|from|during|before)\s.{{4,}})",
    re.IGNORECASE,
)
_ALWAYS = re.compile(
    rf"^(?:please |and |but )*(?:always|make sure (?:to|you)|be sure to|remember to) (?P<y>(?P<v>[a-z]+) (?P<x>{_X}) (?:with|in|on|to|by|at|before|after|from|as|for|through|into|via)\s.{{3,}})",
    re.IGNORECASE,
)
_SACRED = re.compile(
    rf"^(?P<x>{_X}) (?:is|are|stays?|remains?) (?P<y>(?:sacred|confidential|private|taboo|untouchable|off[- ]limits|read[- ]only|for internal use|strictly|not for|frozen|under embargo|embargoed)\b.*)",
    re.IGNORECASE,
)
_NEEDS_OK = re.compile(
    rf"^(?P<x>{_X}) (?P<y>(?:needs?|requires?|wants?) (?:[A-Z][\w]+'s|a|an|the|two|written|prior|my|his|her) [\w' -]*?(?:approval|sign-?off|signature|signatures|ok|okay|consent|permission|go-ahead|blessing)\b.*)"
)
_TAIL = re.compile(
    r"(?:,|\s[—–-]|\s\()?\s?\b(?P<c>(?:except(?: for| that| when| if| on| in)?|unless|apart from|other than|with the exception of|save for|but not (?:for|on|in)|not counting)\s[^.;)]{3,})",
    re.IGNORECASE,
)
_MAY = re.compile(
    r"^(?:but |though |still,? |however,? |only )*(?:(?:you|we|they|[A-Z]\w+) (?:may|can|are allowed to|is allowed to)(?: still| however| only)? (?P<a>[a-z]+ .{3,})|(?P<b>[^,.;:]{3,60}? (?:is|are) (?:allowed|fine|permitted|exempt|let through|excepted|ok(?:ay)?|all right|another matter)\b.*)|(?P<c>(?:the )?(?:only|one) (?:thing|one|person|exception|place)\b[^,.;:]{3,60}? (?:is|are) .{3,}))",
    re.IGNORECASE,
)
_BARE_BAN = re.compile(
    r"\b(?:you|we|they|nobody) (?:don't|do not|never|must not|may not) (?P<v>[a-z]+)(?=[,.;!]|$)", re.IGNORECASE
)
_SUBJECT_NO = re.compile(
    r"^(?:it|that|this|there|they|we|you|i|he|she|what|which|who|one|nobody|everyone|people)\b", re.IGNORECASE
)


def rules_en(mention: Mention, context: Context, strict: frozenset[str]) -> Iterator[Statement]:
    """Constraints and exceptions of a clause; ``strict`` are the types that stricter frames found in the sentence."""
    body = mention.body.replace("’", "'")
    rule = None
    for pattern, form in (
        (_BAN_ON, "constraint_may"), (_KEEP, "constraint_may"), (_ONLY, "constraint_may"), (_ALWAYS, "constraint_may"),
        (_MUST, "constraint_may"), (_SACRED, "constraint_may"), (_NEEDS_OK, "constraint_may"),
    ):  # fmt: skip
        m = pattern.search(body)
        if (
            m
            and pattern is _BAN_ON
            and re.search(r"\b(?:him|her|them|it|me|us|you)\b", body[m.start("v") : m.start("x")])
        ):
            continue
        if m and (x := _named(m["x"])) and not (pattern is _MUST and _is_duty(x, m["y"])):
            rule = x
            if "constraint" not in strict:
                yield Statement("constraint", form, x, m.groupdict().get("y") or body, [mention], 2.0)
            break
    if "exception" in strict:
        return
    if rule and (m := _TAIL.search(body)):
        yield Statement("exception", "exception", rule, m["c"], [mention], 2.0)
    elif context.rule and (m := _MAY.match(body)):
        yield Statement("exception", "exception", context.rule, m["a"] or m["b"] or m["c"], [mention], 2.0)


def _is_duty(subject: str, rest: str) -> bool:
    """Whether somebody has to do something once ("Priya has to choose"), which is no rule about a thing."""
    return bool(re.fullmatch(r"[A-Z][a-z]+", subject)) and bool(re.match(r"(?:has|have|needs?) to\b", rest))


def bare_ban(text: str) -> str | None:
    """What a ban without an object is about, as a noun: "you don't push, ever" → "pushing"."""
    m = _BARE_BAN.search(text)
    return (
        _gerund(m["v"].lower())
        if m
        and m["v"].lower()
        not in ("know", "think", "need", "have", "want", "care", "mind", "worry", "say", "see", "remember")
        else None
    )


def _gerund(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith("ee"):
        return verb[:-1] + "ing"
    return (
        verb + verb[-1] + "ing"
        if re.search(r"(?:^|[^aeiou])[aeiou][bdgmnpt]$", verb) and len(verb) < 6
        else verb + "ing"
    )


def _named(text: str) -> str | None:
    text = text.strip(" ,.'")
    if _ID.match(text) and len(text) > 3:
        return text
    return None if _SUBJECT_NO.match(text) else plain_phrase(text)
