"""Korean values whose sentence fits no strict frame: asked by the noun phrase they stand beside, if the log gives it no other value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from harness.language import is_inflected
from harness.probing.draft import Draft
from harness.probing.facts import DURATION, MONEY, different, draft, free_of, names_amount, threshold
from harness.probing.mentions import Mention
from harness.probing.nouns_ko import is_person, marked, measured, noun_phrase
from harness.probing.turned_ko import asked_ko
from harness.probing.wordlists import listed
from harness.values import IdentifierValue, QuantityValue, Value, ValueKind, strip_particles

_GENERIC = listed("facts_ko", "generic")
_BREAK = re.compile(
    r"[.!?;]\s|,\s|\s[—–-]\s|(?:지만|는데|은데|인데|니까|이고|하고|되고|고요|거든요?|라서|어서|아서|해서|면서|으면|이면|하면|려면)\s(?=\S)"
)
_OLD = re.compile(r"^\s?(?:에서(?!는)|말고|이?가? ?아니(?:라|고|에요|예요|야)|대신|이었|였|보다|이?던)")
_RELATIVE = re.compile(
    r"^\s?(?:전에?|후에?|뒤에?|만에|째|차이?|간격|넘게|짜리|씩|마다|쯤|가량|안팎|남짓|더|정도|중에?|이나|뿐|밖에|올라|내려|늘어|줄어|오르|낮아|높아|빨라|늦|밀려|부족|모자라|초과|단축|절감)(?=[\s가-힣.,]|$)"
)
_CHANGE = re.compile(
    r"미루|미뤄|미룹|미뤘|당기|당겨|당깁|당겼|바꾸|바꿔|바꿨|바뀌|바뀐|바뀝|변경|조정|수정|정정|늘리|늘려|늘립|늘렸|줄이|줄여|줄입|줄였|올리|올려|올립|올렸|내리|내려|내렸|낮추|낮춰|낮췄|옮기|옮겨|옮깁|연기|고쳐|늦추|늦춰|늦췄|최종|이제|새로"
)
_TOPIC = re.compile(r"^(?:은|는|엔|와|과|도|마다)\s")  # "토요일은 …" is spoken of, it answers nothing
_FORM = {"path": "path", "file": "path", "url": "path", "hash": "hash", "uuid": "hash"}
_NUMBERED = frozenset(
    ["ticket", "version", "port", "path", "file", "url", "email", "host", "hash", "branch", "ip", "uuid", "variable"]
)
_ONLY_ADVERBS = re.compile(r"^\s*(?:[가-힣]{1,4}\s){0,2}$")
_LONGEST_GAP = 14
_SHORTEST_GAP = 4
_NEXT_TO = 8  # characters between an old value and the one that replaces it


def loose_ko(mention: Mention, values: Sequence[Value]) -> Iterator[Draft]:
    """Drafts for values in their clause as it stands, or beside one telling noun phrase."""
    for i, value in enumerate(values):
        if _OLD.match(mention.body[value.end :]) or _TOPIC.match(mention.body[value.end :]):
            continue
        near = [v for v in values[max(0, i - 1) : i] if value.start - v.end <= _NEXT_TO]
        old = [v for v in near if different(v, value) and _OLD.match(mention.body[v.end :])]
        if made := asked_ko(mention, value):
            replaced = tuple(v.text for v in old)
            yield replace(made, category="superseded", stale=replaced, revises=True) if old else made
        elif made := _by_phrase(mention, value, values, old):
            yield made


def _by_phrase(mention: Mention, value: Value, values: Sequence[Value], old: Sequence[Value]) -> Draft | None:
    body, after = mention.body, mention.body[value.end :]
    wording = _wording(value, after)
    if wording is None or threshold(body, value) or _UNFIT.search(value.text) or _RELATIVE.match(after):
        return None
    amount = value.kind is ValueKind.QUANTITY and wording[0] != "given_money"
    if amount and not measured(body[: value.start].rstrip(" 은는이가을를도")):
        return None
    begin = _begin(body, value.start)
    if any(different(v, value) and _begin(body, v.start) == begin and not _OLD.match(body[v.end :]) for v in values):
        return None
    gap = _SHORTEST_GAP if value.kind is ValueKind.IDENTIFIER else _LONGEST_GAP
    subject = _subject(body[: old[0].start if old else value.start], begin, gap)
    if subject is None or not free_of(subject, value):
        return None
    form, slots = wording
    made = draft(mention, value, form, subject, score=1.1, revises=bool(_CHANGE.search(body)), slots=slots, stale=old)
    return replace(made, rule="loose." + value.kind.value)


_UNFIT = re.compile(r"(?:넘|시),? \d+일|넘$")


def _begin(body: str, position: int) -> int:
    return max((m.end() for m in _BREAK.finditer(body) if m.end() <= position), default=0)


def _subject(before: str, begin: int, gap: int) -> str | None:
    """The nearest noun phrase with a particle, or the bare one right before the value."""
    clause = before[begin:] if begin <= len(before) else before
    near = [(p, end) for p, _, end in marked(clause, "은는이가을를도") if _good(p)]
    if near and len(clause) - near[-1][1] <= gap:
        return _fuller(near[-1][0], clause)
    bare = clause.rstrip(" :(")
    phrase = noun_phrase(bare)
    if phrase and bare.endswith(phrase) and len(bare) - len(phrase) <= 3 and _good(phrase) and _bare(phrase):
        return _fuller(phrase, clause)
    return None


def _bare(phrase: str) -> bool:
    """Whether a phrase without a particle is a noun to its end, and long enough to be told from others."""
    last = phrase.split()[-1]
    if re.search(r"(?:명|개|대|장|건|분|곳)[이가은는]$", last):
        return False
    if re.search("[가-힣]$", last) and (strip_particles(last) != last or re.search(r"[인면의께든워춰눠]$", last)):
        return measured(phrase) and len(phrase.split()) > 1 and not re.search(r"[은는이가도에의]$", last)
    return len(phrase.split()) > 1 or len(phrase) > 3 or bool(re.search(r"[A-Z]{2}|\d", phrase))


def _fuller(phrase: str, clause: str) -> str | None:
    """A phrase such as 수량 or 시작 with what its clause speaks of."""
    if not all(w in _GENERIC for w in phrase.split()):
        return phrase
    told = [p for p, j, _ in marked(clause, "은는이가") if p != phrase]
    main = next((p for p in told if _good(p) and not all(w in _GENERIC for w in p.split())), None)
    return f"{main} {phrase}" if main and len(main.split()) <= 3 else None


def _good(phrase: str) -> bool:
    return (
        not is_person(phrase)
        and (len(phrase) > 2 or measured(phrase) or bool(re.search(r"[A-Za-z]\w|[가-힣]{2}", phrase)))
        and not re.search(
            r"(?:것|거|수|때|데|점|중|쪽|분|번|개|명|곳|사람|이유|경우|정도|처음|마지막|나머지|전체|부분|말씀|얘기|생각|문제|답|확인|대당|평균|순간|메일|커밋|메시지|전날|당일|께)$",
            phrase,
        )
        and not is_inflected(phrase.split()[-1])
    )


def _wording(value: Value, after: str) -> tuple[str, dict[str, str]] | None:
    n = value.normal
    if value.kind is ValueKind.TIME:
        return "given_time", {}
    if isinstance(n, IdentifierValue):
        kind = n.subtype.value
        return (f"given_{_FORM.get(kind, kind)}", {}) if kind in _NUMBERED else None
    if not isinstance(n, QuantityValue):
        return None
    if n.unit in MONEY or (not n.unit and re.search(r"[만억천]$", value.text)):
        return "given_money", {}
    if n.unit == "%":
        return "percent", {}
    if n.unit in DURATION:
        return None if re.fullmatch(r"\d+\s?일", value.text) else ("given_duration", {})
    unit = names_amount(value, after)
    if unit in ("V", "A", "mA", "kHz", "mm", "cm", "m", "kg", "g", "L", "ml", "MB", "GB", "km", "W", "kW"):
        return "what_is", {}
    if "℃" in value.text or unit == "도":
        return "given_temperature", {}
    return ("how_many", {"unit": unit}) if unit and len(unit) <= 4 else None
