"""English values in prose: the frames in which a value belongs to a noun phrase beyond doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.probing.asked_en import asked
from harness.probing.draft import Draft, plural
from harness.probing.facts import DURATION, MONEY, different
from harness.probing.mentions import Mention
from harness.probing.nouns_en import DET, base_form, is_plural, noun_phrase, plain_phrase
from harness.probing.worded_en import made, what_form
from harness.values import QuantityValue, Value, ValueKind

_CLAUSE = re.compile(
    r"[;:!?]\s|\.\s|\s[—–-]\s|,\s(?:and|but|so|which|because|since|then)\s|,\s(?=(?:the|our|my|his|her|their|its|we|i|you|it|that|he|she|they)\b)|\s(?:but|because|so that|and then)\s",
    re.IGNORECASE,
)
_AFTER_OK = re.compile(
    r"^\s*(?:$|[.,;:)!—–-]|\b(?:and|but|so|because|now|instead|this|next|every|each|a|per|sharp|please|at|in|on|for|by|then|not|until|to|from|as|since|any|with|days?|weeks?)\b)",
    re.IGNORECASE,
)
_ADVERB = r"(?:now|currently|still|always|already|only|at (?:most|least)|exactly|set|fixed|due|capped|limited|booked|scheduled|confirmed|moved|up|down|back|planned|agreed|pinned|tagged|called|named|kept|stored|saved|mounted|reachable)"
_PREP = r"(?:on|at|by|from|until|till|to|for|in|as|under|below|within|of|around)"
_BE = re.compile(
    rf"^(?P<np>.+?)\s(?P<v>is|are|was|will be|stays?|remains?|becomes|=)(?:\s{_ADVERB}){{0,2}}(?:\s(?P<p>{_PREP}))?(?:\sthe)?\s*$",
    re.IGNORECASE,
)
_POSSESSED = re.compile(rf"^(?P<np>.+?)(?:'s|’s)\s(?P<p>{_PREP}\s)?(?:the\s)?$", re.IGNORECASE)
_DOES = re.compile(
    r"^(?P<np>.+?)\s(?P<v>starts|begins|ends|closes|opens|meets|sits|leaves|arrives|expires|runs|ships|goes (?:out|live|off)|comes (?:out|in|back)|finishes|lands|kicks off|renews|wakes)\s(?P<p>on|at|by|from|until|till)(?:\sthe)?\s*$",
    re.IGNORECASE,
)
_TRANSITIVE = re.compile(
    rf"^(?P<np>(?:{DET} )?[\w' -]+?)\s(?P<v>[a-z]{{3,}}s)\s(?P<o>(?:{DET} )?[\w' /-]+?)\s(?:on|at|by)(?:\sthe)?\s*$",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"^(?P<np>.+?)\s(?P<v>costs?|takes?|has|holds?|needs?|gets?|uses?|eats?|handles?|serves?|seats?|weighs?|pays?)(?:\s(?:only|exactly|at most|up to|now|about))?(?:\sthe)?\s*$",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"^(?P<np>.+?)\s(?:must|may|can|has to|have to|should)\s?(?:not|never)?\s(?:stay|be|exceed|use|take|hold|run|cost|go|keep|last|have)(?:\s(?:over|above|below|under|within|at most|at least|no more than|up to|more than|less than))*(?:\sthe)?\s*$",
    re.IGNORECASE,
)
_CAPPED = re.compile(
    r"^(?P<np>.+?)\s(?:is|are)\s(?:capped|limited)\s(?:at|to)\s*$|^(?P<np2>.+?)\shas\sa\s(?:cap|limit|ceiling|hard limit|budget)\sof\s*$",
    re.IGNORECASE,
)
_NEEDS = re.compile(
    rf"(?:^|\s)(?:we|i) (?:need|want|keep|hold|set|have set|put)\s(?P<np>(?:{DET} )?[\w' -]+?)\s(?:(?:to (?:stay|be|stand) )?(?:below|under|above|within|at))\s*$",
    re.IGNORECASE,
)
_SET_AT = re.compile(
    rf"(?:^|\s)(?:set|setting|keep|leave|fix|hold|cap|pin)\s(?P<np>{DET} [\w' -]+?)\s(?:at|to|on)\s(?:the )?$",
    re.IGNORECASE,
)
_CAN = re.compile(
    r"^(?P<np>.+?)\s(?:can|may)\s(?P<v>make|handle|take|hold|use|spend|do|serve|seat|store|print|process|carry)(?:\s(?:only|at most|up to))?\s*$",
    re.IGNORECASE,
)
_CAP_OF = re.compile(
    r"(?:^|\s)(?P<k>(?:the |a |our )?(?:hard |daily |weekly |monthly |total |overall )?(?:cap|limit|budget|ceiling|maximum|minimum|timeout|quota|threshold|allowance|target))\sof\s*$",
    re.IGNORECASE,
)
_ON_NP = re.compile(
    r"^(?:\sa (?:day|week|month|year))?\s(?:on|for)\s(?P<np>(?:the |our )?[\w' -]+?)(?=\s(?:and|but|so|because|which|that|this|is)\b|[,.;:—–]|$)",
    re.IGNORECASE,
)
_BARE_AT = re.compile(rf"^(?P<np>(?:{DET} |[A-Z])[\w' -]+?)\s(?:on|at|by)(?:\sthe)?\s*$")
_HEADING = re.compile(r"^(?P<np>[\w][\w' /-]{3,50})[:=]\s*$")
_MONEY_FOR = re.compile(
    r"^\s(?:is )?(?:for|towards)\s(?P<np>[^,.;:—–]+?)(?=\s(?:and|but|so|because|which|that|is|this)\b|[,.;:—–]|$)",
    re.IGNORECASE,
)
_IS_NP = re.compile(
    r"^\s(?:is|was)\s(?P<np>(?:the|our|my|his|her|their)\s[^,.;:—–]+?)(?=\s(?:and|but|so|because|which|that|who|now|not|we)\b|[,.;:—–]|$)",
    re.IGNORECASE,
)
_APPOSED = re.compile(r"^, (?P<np>(?:the|our) [\w' -]+?)(?=[,.;]|$)")
_NAMED = re.compile(
    rf"(?P<np>{DET} [\w' -]+?) (?:is |are )?(?:called|named|tagged|lives (?:in|at)|sits in|is (?:kept |stored )?(?:in|at)|saved (?:as|in|to)|goes (?:in|into|to)) $",
    re.IGNORECASE,
)
_OLD = re.compile(
    r"(?:,\s|\s)?(?:and\s)?(?:not|instead of|rather than|no longer|replacing)(?:\s(?:the|at|on|by|for|to))?\s*$",
    re.IGNORECASE,
)
_FROM_TO = re.compile(r"^\s(?:up |down |back )?to\s(?:the )?$", re.IGNORECASE)
_CHANGER = re.compile(
    rf"(?:^|\s)(?:mov|chang|push|postpon|reschedul|rais|lower|cut|bump|updat|reduc|extend|shorten|increas|drop|switch|shift|bring|brought|tak|took)\w*\s(?P<np>{DET} [\w' -]+?)(?:\s(?:forward|back|up|down|out))?\sfrom\s(?:the )?$",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"^(?P<np>.+?)\s(?:goes|went|moves|moved|has moved|is moved|drops|dropped|rises|rose|changes|changed|is changed|was changed|shifts|comes down|goes up|goes down|is raised|is lowered|was raised|was lowered|is cut|is pushed|is postponed|has been \w+|raised|lowered|reduced|extended|increased|trimmed|slips|slipped|shrank|grew)\s(?:up |down |back |forward )?(?P<f>from|to)\s(?:the )?$",
    re.IGNORECASE,
)
_TO_ONLY = re.compile(
    rf"(?:^|\s)(?:mov(?:e|ed|ing)|chang(?:e|ed)|push(?:ed)?|postpon(?:e|ed)|rais(?:e|ed|ing)|lower(?:ed)?|cut|bump(?:ed)?|reduc(?:e|ed)|extend(?:ed)?|shorten(?:ed)?|increas(?:e|ed)|set|shift(?:ed)?)\s(?P<np>{DET} [\w' -]+?)\s(?:up |down |back |forward |out )?to\s(?:the )?$",
    re.IGNORECASE,
)


def facts_en(mention: Mention, values: Sequence[Value]) -> Iterator[Draft]:
    """Drafts for the values of an English sentence."""
    body = mention.body
    for i, value in enumerate(values):
        if _is_replaced(body, value):
            continue
        stale = _replaced(body, value, values[max(0, i - 1) : i + 2])
        first = next((v for v in stale if v.start < value.start), value)
        before, after = _clause_before(body[: first.start]), body[value.end :]
        if found := _frame(mention, value, before, after, stale) or asked(mention, value, stale):
            yield found


def _clause_before(text: str) -> str:
    return _CLAUSE.split(text)[-1].lstrip(" ,")


def _is_replaced(body: str, value: Value) -> bool:
    return bool(
        _OLD.search(body[: value.start])
        or (
            re.search(r"\b(?:from|was|were) (?:the )?$", body[: value.start])
            and _FROM_TO.match(body[value.end : value.end + 12])
        )
    )


def _replaced(body: str, value: Value, near: Sequence[Value]) -> list[Value]:
    """The values next to this one that it replaces: "B, not A", "from A to B"."""
    return [
        v
        for v in near
        if v is not value
        and (different(v, value) or _bare_number(v, value))
        and (
            (v.start > value.end and _OLD.fullmatch(body[value.end : v.start]))
            or (v.end < value.start and _FROM_TO.match(body[v.end : value.start]))
        )
    ]


def _bare_number(old: Value, new: Value) -> bool:
    """The second of "231 mails, not 214": an amount that leaves its unit out."""
    a, b = old.normal, new.normal
    return (
        isinstance(a, QuantityValue)
        and isinstance(b, QuantityValue)
        and not a.unit
        and a.amount != b.amount
        and old.start > new.end
    )


def _frame(mention: Mention, value: Value, before: str, after: str, stale: Sequence[Value]) -> Draft | None:
    subject = _changed(before)
    if subject and (stale or mention.turn.role.value == "user"):
        return (
            _now(mention, value, subject, stale)
            if stale
            else made(mention, value, what_form(value, subject), subject, revises=True)
        )
    if stale:
        m = _BE.match(before) or _DOES.match(before)
        subject = m and noun_phrase(m["np"])
        return _now(mention, value, subject, stale) if subject else None
    return _plain(mention, value, before, after)


def _changed(before: str) -> str | None:
    for pattern in (_CHANGER, _CHANGED, _TO_ONLY):
        if (m := pattern.search(before)) and (subject := noun_phrase(m["np"])):
            return subject
    return None


def _now(mention: Mention, value: Value, subject: str | None, stale: Sequence[Value]) -> Draft | None:
    form = {"time": "now_time", "quantity": "now_value"}.get(value.kind.value, "now_identifier")
    return made(mention, value, (form, {}), subject, stale=stale) if subject else None


def _plain(mention: Mention, value: Value, before: str, after: str) -> Draft | None:
    if value.kind is ValueKind.TIME:
        found = _plain_time(mention, value, before, after)
    elif isinstance(value.normal, QuantityValue):
        found = _plain_amount(mention, value, value.normal.unit, before, after)
    else:
        found = None
    return found or _named(mention, value, before, after)


def _plain_time(mention: Mention, value: Value, before: str, after: str) -> Draft | None:
    if (m := _DOES.match(before)) and (s := noun_phrase(m["np"])):
        form = "when_until" if m["p"].lower() in ("until", "till") else "when_does"
        return made(mention, value, (form, {"verb": _base(m["v"])}), s)
    if (
        (m := _TRANSITIVE.match(before))
        and (s := noun_phrase(m["np"]))
        and (o := noun_phrase(m["o"]))
        and not is_plural(s)
    ):
        return made(mention, value, ("when_does", {"verb": f"{base_form(m['v'])} {o}"}), s)
    named = not re.search(
        r":\s*$", mention.body[: max(0, value.start - len(before))]
    )  # else the words before the colon name it
    if named and (m := _BARE_AT.match(before)) and (s := noun_phrase(m["np"])) and re.match(r"^\s*(?:$|[.,;])", after):
        return made(mention, value, what_form(value, s), s)
    return None


def _plain_amount(mention: Mention, value: Value, unit: str, before: str, after: str) -> Draft | None:
    if (m := _CAPPED.match(before) or _LIMIT.match(before)) and (
        s := noun_phrase(m["np"] or m.groupdict().get("np2") or "")
    ):
        return made(mention, value, ("limit", {}), s)
    if (m := _NEEDS.search(before) or _SET_AT.search(before)) and (s := noun_phrase(m["np"], definite=False)):
        return made(mention, value, ("limit", {}), s)
    if (m := _CAP_OF.search(before)) and (n := _ON_NP.match(after)) and (s := noun_phrase(n["np"], definite=False)):
        kind = re.sub(r"^(?:a|our)\s", "the ", m["k"].strip(), flags=re.IGNORECASE)
        return made(mention, value, ("what_is", {}), f"{kind if kind.startswith('the') else 'the ' + kind} for {s}")
    if (m := _CAN.match(before)) and (s := noun_phrase(m["np"])):
        return _can(mention, value, unit, m["v"].lower(), s)
    if (m := _AMOUNT.match(before)) and (s := noun_phrase(m["np"])) and not is_plural(s):
        return _amount(mention, value, m["v"].lower(), s)
    if unit in MONEY and (m := _MONEY_FOR.match(after)) and (s := noun_phrase(m["np"], definite=False)):
        return made(mention, value, ("money_for", {}), s)
    return None


_RELATIVE = re.compile(
    r"\s(?:that |which |who )?(?:i|we|you|they|he|she|[A-Z][a-z]+)(?:'ve|'d|'ll| have| had| has| will)? [a-z]+(?: (?:for|on|with|up|out|in|to))?$"
)


def _named(mention: Mention, value: Value, before: str, after: str) -> Draft | None:
    if value.kind is ValueKind.IDENTIFIER:
        for m in (_NAMED.search(before), _IS_NP.match(after), _APPOSED.match(after)):
            if m and (s := noun_phrase(m["np"])):
                return made(mention, value, what_form(value, s), s)
    m = _BE.match(before) or _HEADING.match(before)
    if m and m.re is _BE and (bare := _RELATIVE.sub("", m["np"])) != m["np"]:
        m = _BE.match(f"{bare}{before[m.end('np') :]}")  # "the window I've booked is …" speaks of the window
    s = noun_phrase(m["np"], definite=not m.re.pattern.startswith("^(?P<np>[")) if m else None
    if m and s is None and value.kind is not ValueKind.QUANTITY:
        s = plain_phrase(m["np"])
    if m is None or s is None or not _AFTER_OK.match(after):
        return None
    if value.kind is ValueKind.TIME and (m.groupdict().get("p") or "").lower() in (
        "for",
        "of",
        "under",
        "to",
        "in",
        "from",
        "as",
    ):
        return None
    if value.kind is ValueKind.QUANTITY and (
        (m.groupdict().get("p") or "").lower() in ("on", "for", "in", "from", "by", "to", "as")
        or re.match(r"^\s(?:of|ago|away|old|long|late|before|after|from|behind)\b", after)
    ):
        return None
    return made(mention, value, what_form(value, s), s)


def _can(mention: Mention, value: Value, unit: str, verb: str, subject: str) -> Draft | None:
    counted = unit.isalpha() and unit.islower() and len(unit) > 2
    if counted:
        return made(mention, value, ("how_many_can", {"unit": plural(unit), "verb": verb}), subject)
    return made(mention, value, ("limit", {}), subject)


def _base(verb: str) -> str:
    head, _, tail = verb.lower().partition(" ")
    return f"{base_form(head)} {tail}".strip()


def _amount(mention: Mention, value: Value, verb: str, subject: str) -> Draft | None:
    n = value.normal
    if not isinstance(n, QuantityValue):
        return None
    base = base_form(verb) if verb.endswith("s") or verb == "has" else verb
    if n.unit in MONEY:
        return (
            made(mention, value, ("cost", {}), subject)
            if base in ("cost", "need")
            else made(mention, value, ("how_much", {"verb": base}), subject)
            if base in ("pay", "get")
            else None
        )
    if n.unit in DURATION:
        return made(mention, value, ("takes", {}), subject) if base in ("take", "need") else None
    if (
        n.unit.isalpha()
        and n.unit.islower()
        and len(n.unit) > 2
        and base in ("have", "hold", "need", "get", "handle", "serve", "seat", "use")
    ):
        return made(mention, value, ("how_many", {"unit": plural(n.unit), "verb": base}), subject)
    return (
        made(mention, value, ("how_much", {"verb": base}), subject)
        if base in ("use", "weigh", "need", "take") and n.unit != "%"
        else None
    )
