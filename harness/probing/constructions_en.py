"""More of what is said in English: verdicts without their reason, reasons around a clause, parked questions, missing answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.probing.argued import argues
from harness.probing.clauses_en import is_base, what_for, why_question
from harness.probing.mentions import Mention, words_of
from harness.probing.nouns_en import DET, noun_phrase, plain_phrase
from harness.probing.pending_en import parked_en, pending_en
from harness.probing.statement import Context, Statement
from harness.probing.wordlists import listed

_X = rf"(?:{DET} )?[\w'./@+#-]+(?: [\w'./@+#-]+){{0,4}}?"
_END = r"(?=[,.;:!—–]|\s[—–-]\s|$|\s(?:then|either|altogether|completely|entirely|as well|too|again|after all|for (?:us|now|good|this|that)|because|since|as|so|but|and|at|on|in|from)\b)"
_VERDICTS = (
    re.compile(
        rf"(?:^|[,;:] |\b(?:so|then|and|but|ok|okay|that means) )(?P<x>{_X})(?: is| are|'s| was| were) (?:now |really |simply |just |definitely |clearly |therefore |also )?(?:out(?! (?:on|until|till|for|of|from|in|at|this|all|next|there|with|today|tomorrow|by|to|and about|now)\b)|off the table|out of the question|a no-go|a non-starter|no go|no good|no use|not an option|not worth it|ruled out|dead|dropped|discarded|off the list|eliminated|rejected|not going to happen|unusable|hopeless){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:rules?|ruled|ruling|cross(?:es|ed)?|count(?:s|ed)?) (?:out )?(?P<x>{_X}) (?:out|off){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:rules? out|ruled out|so much for|forget(?: about)?|no to|not going with|won't be using|scratch|strike|scrap(?:ped)?|ditch(?:ed)?|abandon(?:ed)?|discard(?:ed)?|rejected|dropped|gave up on|turned down|decided against|passed on|said no to) (?P<x>{_X}){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:then |so |well |ok |okay |right )?(?:no|not) (?P<x>(?:the |our )?[A-Za-z][\w.-]+(?: [\w-]+){{0,2}}) (?:then|for us|after all|please){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:we|i) (?:can't|cannot|won't|will not|don't want to|didn't want to|'re not going to|are not going to|am not going to|wouldn't) (?:use|take|go with|go for|do|order from|buy|hire|book|choose|pick|switch to|rely on|work with|adopt) (?P<x>{_X}){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:i'd have liked|i would have liked|we(?:'d)? (?:looked at|considered|thought about|thought of|toyed with)|i (?:looked at|considered|thought about)) (?P<x>{_X})(?:, (?:honestly|actually|really|to be honest))?(?=[,.;—–]| but)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?P<x>{_X}) (?:won't|wouldn't|will not|doesn't|does not|can't|cannot) (?:do|work|fit|fly|help|qualify|cut it|make sense)(?: here| for us)?{_END}",
        re.IGNORECASE,
    ),
)
_PROPOSED = (
    re.compile(
        rf"^(?:we|i)(?:'d| had|'ve| have)? (?:had|looked at|used|used to use|considered|priced|compared|thought (?:about|of)|asked (?:about|for)) (?P<x>{_X})(?:,[^;]{{0,60}}?)?,? but (?P<why>.{{12,}})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:there's |there is |and |but )*(?:an? )?(?P<x>{_X})(?: too| as well| also)?,? (?:but |, )(?P<why>.{{8,}}?),? (?:so )?(?:avoid|don't use it|leave it|skip it|not that one|ignore it|stay away|steer clear|don't touch it|forget it)\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?P<x>{_X}),? (?:i|we) (?:didn't|did not|wouldn't|won't|haven't) (?:even )?\w+,? (?:since|because|as) (?P<why>.{{8,}})",
        re.IGNORECASE,
    ),
    re.compile(rf"^(?P<why>.{{12,}}?),? (?:so|then|hence|that means) no (?P<x>{_X})(?=[,.;!]|$)", re.IGNORECASE),
    re.compile(r"^(?:[Ss]o |[Tt]hen )?[Nn]o (?P<x>[A-Z][\w.-]+(?: [A-Z]\w+)?)(?: then)?[,;:] (?P<why>.{12,})"),
    re.compile(
        r"^(?P<x>.{4,70}?) (?:was|were|had been) (?:(?:an?|the|my|our|[A-Z]\w+'s) )?(?:\w+ )?(?:idea|plan|suggestion|proposal|choice|thought|candidate|favourite|option),? (?:but|until|and) (?:we|i|they|he|she|it|that)(?: was| were|'s)? (?:dropped|rejected|scrapped|abandoned|gave (?:it|that) up|turned (?:it|that) down|decided against|ruled (?:it|that) out|fell through)\b(?P<why>.*)"
    ),
    re.compile(
        r"^(?P<w>[A-Z]\w+|the [a-z]+|they|he|she|we|i)(?:'d| had| would have)? (?:wanted|suggested|proposed|asked for|preferred|offered|pushed for|pleaded for|hoped for|liked|recommended) (?P<x>[^,.;:—–]{3,50}?),? (?:but|only) (?P<why>.{12,}?)(?:,? so (?:that's|it's|that is) (?:dead|out|off|that|gone|a no|dropped))\b",
        re.IGNORECASE,
    ),
)
_POINTS = re.compile(
    r"^(?:ok(?:ay)?|right|then|so|well|hm+|ah|oh|no|fine|in that case|,|\s)*(?:that|this|it)(?:'s| is| was) (?:then )?(?:out|dead|a no|off|no good|useless|not an option|gone|that|settled then, no|a non-starter|too \w+)\b|^(?:ok(?:ay)?,? |then |so )?(?:forget|drop|scrap|skip) (?:it|that)\b|\bso that's (?:dead|out|that|off)\b",
    re.IGNORECASE,
)
_FAILED = (
    re.compile(
        r"^(?:first,? |so |at first,? )*(?:we |i )?tried an? (?P<x>[\w' -]{3,40}?)(?: (?:in|on|for) the [\w ]{3,20}?)?(?=:|,? but\b|;|\s[—–-]\s)(?P<why>.*)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:i|we|they|he|she|[A-Z][a-z]+)(?:'ve| have| had|'d| has)? (?:also |already |just |even )?tried (?P<x>[a-z]+ing [^,.;:—–]{3,50}?)(?=,| and (?:it|that|the|still)| but |\.|;| —| –|:|$)(?P<why>.*)"
    ),
    re.compile(
        rf"(?:^|[,;:] |\b(?:so|then|and|but) )(?P<x>{_X}) (?:has |have |had |also |still |just |simply |again )*(?:failed|crashed|didn't (?:work|help|fix|change|do)|did not (?:work|help|fix|change)|made (?:no difference|(?:it|things|that) worse)|changed nothing|changes nothing|is no good|was no good|was no use|is no use|came to nothing|went nowhere|was a (?:disaster|failure|flop)|fell (?:apart|through|over)|broke down|blew up|timed out|bounced|backfired|got stuck|never worked|got rejected|was rejected|was refused|was denied)\b(?P<why>.*)",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?P<x>[A-Z][a-z]+ing (?:the |our |it |a |with |to |on |[a-z]+ )?[\w' -]{3,50}?) (?:failed|didn't|did not|made|changed|changes|has not|hasn't|brought|gave|only)\b(?P<why>.*)"
    ),
)
_SO = re.compile(
    r"^(?P<why>.{12,}?)(?:,|;|\s[—–]) ?(?:and )?(?:so|that's why|which is why|hence|therefore|which means) (?P<what>(?:we|they|nobody|the|our|[A-Z]\w+)\b.{8,110})$"
)
_BECAUSE = re.compile(
    r"^(?P<what>.{8,120}?),? (?:because|since (?=it|the|we|they|our|that|he|she|nobody|there|every|a|i)|as (?=it|the|we|they|nobody|there|otherwise)|given that|otherwise|or else|on the grounds that|due to|owing to|on account of) ?(?P<why>.{8,})$",
    re.IGNORECASE,
)
_BECAUSE_FIRST = re.compile(
    r"^(?:because|since|as|given that) (?P<why>[^,]{8,120}), (?P<what>.{8,110})$", re.IGNORECASE
)
_REASON_IS = re.compile(
    r"^(?:the )?(?:main |real |only )?reason (?:for (?P<x>[^,.;:]{4,60}?)|why (?P<s>[^,.;:]{6,80}?)|(?:is|was)(?: simply)?(?: that)? (?P<y>.{8,}))(?: (?:is|was)(?: simply)?(?: that)? (?P<why>.{8,}))?$",
    re.IGNORECASE,
)
_DO = re.compile(
    r"^(?:let's|we'll|we will|i'll|we're going to|we are going to|we (?:agreed|decided|chose|opted) to|i've decided to|the decision is to|please|let us|you'd better|better) (?P<x>.{6,110})$",
    re.IGNORECASE,
)
_NEVER = re.compile(r"\b(?:it|this|that|them|they|he|she|there)\b", re.IGNORECASE)
_REMAINS = re.compile(
    r"^(?:so )?what(?:'s| is)? (?:remains|left|missing|still open|outstanding)(?: (?:on|for|of|before|to do) [^,.;:]{2,40}?)? (?:is|are) (?P<y>.{8,})|^(?:all )?that(?:'s| is| remains is) left (?:is|are) (?P<y2>.{6,})",
    re.IGNORECASE,
)
_WANT = re.compile(
    r"^(?:what (?:i|we) (?:really |actually )?(?:want|need|care about|hope for|am after|are after)(?: (?:from|at the end of|out of|with) [^,.;]{2,30}?)?(?: is|:)(?: that| to)? (?P<y>.{10,})|(?:the )?(?:whole |main |real )?(?:idea|point|purpose|aim|goal|objective)(?: of (?P<x>(?:the |our |this )?[\w' -]{3,40}?))? (?:is|was)(?: that| to)? (?P<y2>.{10,})|(?:we're doing|we do|i'm doing) (?:all )?this (?:so that|to|because we want) (?P<y3>.{8,}))",
    re.IGNORECASE,
)


def more_en(mention: Mention, context: Context) -> Iterator[Statement]:
    """Statements of an English sentence that its stricter frames do not know. A rejection or failure without its reason has an
    empty ``answer``."""
    body = mention.body.replace("’", "'")
    if mention.is_question or len(body) > 280:
        return
    words = words_of(mention.body)
    if mention.turn.role.value == "user":
        if words & _WHY_KEYS:
            yield from _reasons(mention, body, context)
        yield from parked_en(mention, body, context)
        if words & _VERDICT_KEYS:
            yield from _verdicts(mention, body)
            yield from _pointing(mention, body, context)
        yield from _put(mention, body)
        yield from _wanted(mention, body)
    if words & _PENDING_KEYS:
        yield from pending_en(mention, body, bool(words & _SILENT_KEYS))
    if words & _FAIL_KEYS:
        yield from _failures(mention, body)


# Words without which no pattern of a group can match.
_WHY_KEYS = listed("constructions_en", "why_keys")
_VERDICT_KEYS = listed("constructions_en", "verdict_keys")
_PENDING_KEYS = listed("constructions_en", "pending_keys")
_SILENT_KEYS = listed("constructions_en", "silent_keys")
_FAIL_KEYS = listed("constructions_en", "fail_keys")


_PUT = re.compile(
    rf"^(?:let's|let us|we'll|we will|we are going to|we're going to|we(?:'ve)? (?:agreed|decided|chose|chosen) to|the plan is to|the decision is to|ok,? we|so we|then we|we) (?P<y>(?P<v>[a-z]+) (?P<x>{_X}) (?P<r>(?:in|on|at|with|to|for|from|by|as|into|until|via|over|under|through|without|instead of|before|after|and not|not)\s.{{3,70}}))$",
    re.IGNORECASE,
)


def _pointing(mention: Mention, body: str, context: Context) -> Iterator[Statement]:
    """ "Then that's out": what was spoken of last, with what was said about it."""
    if not _POINTS.search(body) or len(body.split()) > 12:
        return
    near = [*([context.before] if context.before else []), *reversed(context.earlier[-4:])]
    for said in near:
        if said.is_question or said.turn.index < mention.turn.index - 2 or not argues(said.body):
            continue
        m = re.match(
            rf"^(?:and |but |so |well,? )?(?P<x>{_X}) (?:is|are|was|were|has|have|had|would|will|can't|cannot|can|costs?|needs?|takes?|comes?|came|doesn't|does|did|didn't|won't|only|never|reads?|runs?|fails?|brings?|adds?)\b",
            said.body,
            re.IGNORECASE,
        )
        if m and (x := _thing(m["x"])):
            yield Statement("rejected_option", "rejected", x, said.body, [mention, said], 2.0)
        return


def _put(mention: Mention, body: str) -> Iterator[Statement]:
    """What was settled about a thing: "we'll serve the soup in the blue bowls"."""
    clause = re.split(r"[,;:—–]\s", body.rstrip(".!"))[0]
    m = _PUT.match(clause)
    if m and not _NEVER.search(m["r"]) and is_base(m["v"]) and (x := plain_phrase(m["x"])):
        yield Statement("decision", "decision", x, m["y"], [mention], 1.8)


def _verdicts(mention: Mention, body: str) -> Iterator[Statement]:
    for pattern in _PROPOSED:
        if m := pattern.match(body):
            x = _thing(m["x"]) if not re.match(r"[A-Z]?[a-z]+ing ", m["x"]) else m["x"][0].lower() + m["x"][1:]
            if x or re.match(r"[£$€]?\d|[\w.-]*\d$", m["x"]):
                yield Statement("rejected_option", "rejected", x or m["x"], _rest(m["why"]), [mention], 2.2)
                return
    for pattern in _VERDICTS:
        for m in pattern.finditer(body):
            if (x := _thing(m["x"])) and len(x) > 3:
                why = _rest(body[m.end() :])
                yield Statement("rejected_option", "rejected", x, why if argues(why) else "", [mention], 2.2)
                return


def _failures(mention: Mention, body: str) -> Iterator[Statement]:
    for pattern in _FAILED:
        m = pattern.search(body)
        if m is None:
            continue
        if m["x"].split()[0].endswith("ing"):
            if not _NEVER.search(m["x"]):
                x = m["x"][0].lower() + m["x"][1:]
                yield Statement("failed_attempt", "failed_doing", x, _rest(m["why"]), [mention], 2.0)
            return
        if x := _thing(m["x"]) or (_thing(f"the {m['x']}") if pattern is _FAILED[0] else None):
            if pattern is _FAILED[0] and not x.startswith("the "):
                x = f"the {x}"
            yield Statement("failed_attempt", "failed", x, _rest(m["why"]), [mention], 2.0)
            return


def _rest(text: str) -> str:
    """What follows a verdict, if it can be its reason."""
    rest = re.sub(r"^[\s,;:.—–-]*(?:and|but|as|because|since)?\s*", "", text)
    return (
        rest
        if len(rest.split()) >= 4 and not re.match(r"(?:so|then|let's|we'll|please)\b", rest, re.IGNORECASE)
        else ""
    )


def _thing(text: str) -> str | None:
    words = re.split(
        r"\s(?:because|since|as|so|but|and|for now|then|too|again|altogether|entirely|completely|anyway)\b", text
    )[0].split()
    for n in range(len(words), 0, -1):
        if found := noun_phrase(" ".join(words[:n])):
            return found
    return None


def _reasons(mention: Mention, body: str, context: Context) -> Iterator[Statement]:
    for pattern in (_SO, _BECAUSE, _BECAUSE_FIRST):
        if (m := pattern.match(body)) and (made := _why(mention, m["what"], m["why"], [mention])):
            if pattern is _SO and not re.search(r"\b(?:we|nobody)\b", made.subject):
                return  # a consequence that nobody decided: "so the schools are back"
            yield made
            return
    if said := _follows_from(mention, context):
        head = re.split(r"[,;:]\s|\s[—–-]\s", body)[0]
        if made := _why(mention, head, said.body, [mention, said]):
            yield made
    elif (
        (m := _DO.match(body))
        and context.after
        and re.match(
            r"^(?:otherwise|that way|because|the reason|else|it's the only|that's the only)\b",
            context.after.body,
            re.IGNORECASE,
        )
    ) and (made := _why(mention, body, context.after.body, [mention, context.after])):
        yield made


_SHORTEST_REASON = 24  # characters


def _follows_from(mention: Mention, context: Context) -> Mention | None:
    """The statement that a sentence with "so" in front follows from: the one before it, or the last that was said."""
    lead = mention.text[: max(0, mention.text.find(mention.body[:12]))]
    if not re.search(r"\b(?:so|therefore|hence|that's why|which is why)\b", lead, re.IGNORECASE):
        return None
    said = [
        m for m in (context.before, *reversed(context.earlier[-3:])) if m and m.turn.index >= mention.turn.index - 1
    ]
    return next((m for m in said if not m.is_question and len(m.body) >= _SHORTEST_REASON and argues(m.body)), None)


def _why(mention: Mention, what: str, why: str, sources: Sequence[Mention]) -> Statement | None:
    what = re.split(r"[,;:—–]\s", what.strip(" .!"))[-1] if "," in what else what.strip(" .!")
    m = _DO.match(what)
    question = what_for(m["x"]) if m else why_question(what)
    if (
        question is None
        or len(question.split()) < 5
        or len(why.split()) < 3
        or why[:1] in '"“'
        or why.startswith("of ")
    ):
        return None
    return Statement("decision_reason", "why", question, why, sources, 2.0)


def _wanted(mention: Mention, body: str) -> Iterator[Statement]:
    if m := _REMAINS.match(body):
        yield Statement("task_state", "left", "left to do", m["y"] or m["y2"], [mention], 2.0)
    elif m := _WANT.match(body):
        x = noun_phrase(m["x"]) if m["x"] else None
        if m["x"] and x is None:
            return
        yield Statement(
            "goal",
            "goal",
            f"the goal of {x}" if x else "the goal of all this",
            m["y"] or m["y2"] or m["y3"],
            [mention],
            2.0,
        )
