"""Korean values in prose: a value belongs to the noun phrase that its particle or its place marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from harness.probing.clauses_ko import decided
from harness.probing.draft import Draft
from harness.probing.facts import DURATION, MONEY, different, draft, free_of, names_amount
from harness.probing.mentions import Mention
from harness.probing.nouns_ko import is_person, marked, measured, noun_phrase
from harness.probing.wordlists import listed
from harness.values import QuantityValue, Value, ValueKind

_CLAUSE = re.compile(
    r"[.!?;:]\s|,\s|\s[—–-]\s|(?:지만|는데|은데|인데|니까|이고|하고|되고|고요|거든요?|이라|라서|어서|아서|해서|면서|으면|이면|하면|려면)\s(?=\S)"
)
_ADVERBS = re.compile(
    r"^\s*(?:\s*(?:지금|현재|이제|일단|최종|최대|최소|총|합쳐서|전부|모두|매일|매주|매월|매달|그냥|무조건|딱|정확히|각각|다시|우선|늦어도|원래|최종적으로|결국|한 달에|하루에|1인당|인당|대당|건당|월|주|연|하루|약)\s*)*$"
)
_COMMIT = re.compile(
    r"(?:하자|하죠|합시다|할게|하기로|해\b|하고|잡자|잡죠|잡을게|잡았|가자|가죠|갑시다|갈게|미루|미뤄|당기|당겨|바꾸|바꿔|바꿨|바뀌|바뀐|변경|조정|수정|정정|늘리|늘려|줄이|줄여|줄입|올리|올려|내리|내려|낮추|낮춰|낮췄|늘렸|줄였|올렸|당겼|미뤘|내렸|옮기|옮겨|확정|정했|정하|예약|연기|고쳐|고치|둘게|두자|맞추|맞춰|닫|열)"
)
_CHANGE = re.compile(
    r"미루|미뤄|미뤘|당기|당겨|당겼|바꾸|바꿔|바꿨|바뀌|바뀐|바뀝|변경|조정|수정|정정|늘리|늘려|늘었|줄이|줄여|줄입|줄었|올리|올려|내리|내려|낮추|낮춰|낮췄|늘렸|줄였|올렸|당겼|미뤘|내렸|낮췄|옮기|옮겨|연기|고쳐|고치|최종|이제|새로"
)
_OLD_AFTER = re.compile(r"^\s?(?:에서|말고|이?가? ?아니(?:라|고)|대신)")
_CLOSED = re.compile(
    r"^(?:\s?(?:이상|이하|이내|미만|초과))?(?:입니다|이에요|예요|이야|야|이고|이며|이라고|라고|라|이라|으로|로|까지|부터|에|이|가|은|는|의|래요|이래요|래|정도)?(?:[가-힣]{0,3})?(?=$|[\s.,!?~)])"
)
_RELATIVE = re.compile(
    r"^\s?(?:전|후|뒤|동안|이전|이후|만에|째|차|간|넘|짜리|당|씩|마다|쯤|가량|안팎|남|더|정도|중)|^(?:이나|나|가|이|만|만큼)?\s?(?:올라|내려|늘어|줄어|상승|하락|차이|더|높|낮|빨라|늦|밀려|깎|부족|모자라|초과)"
)


def facts_ko(mention: Mention, values: Sequence[Value]) -> Iterator[Draft]:
    """Drafts for the values of a Korean sentence."""
    body = mention.body
    for i, value in enumerate(values):
        if _OLD_AFTER.match(body[value.end :]) or _RELATIVE.match(body[value.end :]):
            continue
        old = [
            v for v in values[max(0, i - 1) : i] if different(v, value) and _OLD_AFTER.match(body[v.end : value.start])
        ]
        before = _clause_before(body[: old[0].start if old else value.start])
        if not old and (turned := _turned(mention, value, before, body[value.end :])):
            yield turned
            continue
        subject = _subject(before, body[value.end :])
        if subject and free_of(subject, value):
            revises = bool(_CHANGE.search(body))
            if (
                is_person(subject)
                or all(w in _GENERIC for w in subject.split())
                or _COUNTER.match(subject)
                or (
                    value.kind is ValueKind.IDENTIFIER
                    and (not measured(subject) or (value.text.isdigit() and not subject.endswith("번호")))
                )
                or subject == "메일"
                or _bare_day(value)
                or _thin(value, subject)
                or _listed(value, values[i + 1 :], body)
                or _TOPIC.match(body[value.end :])
                or _INSIDE.match(body[value.end :])
            ):
                continue
            yield _worded(mention, value, subject, old, revises)


_GENERIC = listed("facts_ko", "generic")


_COUNTER = re.compile(r"^(?:실|명|대|개|건|장|번|곳|회|차|분|층|호|석|당)\s")


# "2미터가 안 되는데" is less than that; "500만원을 운송비로 돌리는 건" only names a matter.
_INSIDE = re.compile(r"^[이가도]\s?(?:안|못)\s|^[을를]\s(?:\S+\s){0,2}\S+(?:는|던|할|한)\s(?:건|것|거|안|방안|문제)")
_TOPIC = re.compile(
    r"^(?:엔|에는|에도|은|는|도|마다)\s"
)  # "토요일은 07시부터": the value is no answer, it is spoken of


def _thin(value: Value, subject: str) -> bool:
    """Whether nobody can tell of what a share or duration is: "길페이는 2.6%", "IWDG는 2초"."""
    n = value.normal
    if not isinstance(n, QuantityValue) or measured(subject):
        return False
    return n.unit == "%" or (n.unit in DURATION and len(subject.split()) < 2)


def _listed(value: Value, later: Sequence[Value], body: str) -> bool:
    """Whether another value of that sort follows for the same subject: "17일에 윤지수 14시, 18일에 …"."""
    nxt = next((v for v in later if different(v, value)), None)
    if nxt is None or _OLD_AFTER.match(body[value.end :]):
        return False
    between = body[value.end : nxt.start]
    if measured(between.strip()):
        return False
    return not re.search(r"[가-힣A-Za-z0-9](?:은|는|이|가|도|을|를)\s|(?:고|데|만|서)[,\s]", between) and bool(
        re.search(r"^(?:[와과]|이랑|랑|이나|나|,)\s|,\s", between)
    )


def _bare_day(value: Value) -> bool:
    """12일 may be a date or a duration; nobody can tell from the sentence."""
    return bool(re.fullmatch(r"\d+\s?일", value.text)) and value.kind is ValueKind.QUANTITY


_AFTER = re.compile(r"^(?P<j>에|으로|로|까지|부터|을|를)?\s(?P<rest>[가-힣A-Za-z0-9 ]{2,30}?)(?=[,.!?~]|$)")
_POLITE = ((re.compile(r"해요$"), "하죠"), (re.compile(r"돼요$"), "되죠"), (re.compile(r"(?<=[나하가오되서지리내치키기])(?:ㅂ니다)$"), "죠"), (re.compile(r"(?<=[나가서자])요$"), "죠"), (re.compile(r"합니다$"), "하죠"), (re.compile(r"됩니다$"), "되죠"), (re.compile(r"납니다$"), "나죠"), (re.compile(r"엽니다$"), "열죠"))  # fmt: skip


def _turned(mention: Mention, value: Value, before: str, after: str) -> Draft | None:
    """The clause around a time turned round: "신청은 29일에 닫을게요" → "신청은 언제 닫기로 했죠?"."""
    if value.kind is not ValueKind.TIME or not (m := _AFTER.match(after)):
        return None
    found = marked(before, "은는이가을를")
    if (
        len(found) != 1
        or not _strong(found[0][0])
        or is_person(found[0][0])
        or not _ADVERBS.match(before[found[0][2] :])
    ):
        return None
    rest = m["rest"].strip()
    ending = f"{d} 했죠" if (d := decided(rest)) else next((p.sub(e, rest) for p, e in _POLITE if p.search(rest)), None)
    if ending is None or not free_of(found[0][0], value):
        return None
    when = {"로": "언제로", "으로": "언제로", "까지": "언제까지", "부터": "언제부터"}.get(m["j"] or "", "언제")
    question = f"{before.strip()} {when} {ending}"
    if not before.strip().startswith(found[0][0]):
        return None
    made = draft(mention, value, "asked", question, revises=bool(_CHANGE.search(mention.body)), score=1.4)
    return replace(made, subject=found[0][0])


def _clause_before(text: str) -> str:
    return _CLAUSE.split(text)[-1].lstrip(" ,")


def _subject(before: str, after: str) -> str | None:
    if not _CLOSED.match(after):
        return None
    for found, josa, end in reversed(marked(before, "은는이가을를도")):
        if not _ADVERBS.match(before[end:]):
            break
        if josa in "을를" and not _COMMIT.search(after[:24]):
            return None
        return found if _strong(found) or (len(found) > 1 and _COMMIT.search(after[:16])) else None
    bare = before.rstrip()
    bare = re.sub(r"(?:\s(?:최종|최대|최소|총))$", "", bare)
    phrase = noun_phrase(bare)
    # Without a particle the phrase must open the clause, and name what has a value or be committed to.
    if (
        phrase
        and bare.endswith(phrase)
        and len(bare) - len(phrase) <= 2
        and (measured(phrase) or _COMMIT.search(after[:16]))
    ):
        return phrase if _strong(phrase) or (measured(phrase) and len(phrase) > 1) else None
    return None


def _strong(phrase: str) -> bool:
    return (
        len(phrase.split()) > 1
        or (measured(phrase) and len(phrase) > 1)
        or len(phrase) > 2
        or bool(re.search(r"[A-Za-z]\w+", phrase))
    )


def _worded(mention: Mention, value: Value, subject: str, old: Sequence[Value], revises: bool) -> Draft:
    after = mention.body[value.end :]
    if old:
        form = {"time": "now_time", "quantity": "now_value"}.get(value.kind.value, "now_identifier")
        return draft(mention, value, form, subject, stale=old, score=1.5)
    form, unit = _form(value, subject, after)
    return draft(
        mention, value, form, subject, revises=revises, score=1.0 + 0.4 * measured(subject), slots={"unit": unit}
    )


def _form(value: Value, subject: str, after: str) -> tuple[str, str]:
    n = value.normal
    if value.kind is ValueKind.TIME:
        if "부터" in value.text:
            return "when", ""
        return (
            "when_until" if "까지" in value.text + after[:3] else "when_from" if after.startswith("부터") else "when"
        ), ""
    if not isinstance(n, QuantityValue):
        return "which_is", ""
    if n.unit in MONEY:
        return "money", ""
    if n.unit == "%":
        return "percent", ""
    unit = names_amount(value, after)
    if unit in ("시간", "분", "초", "일", "주", "달", "개월", "년", "h", "min", "s", "ms"):
        return ("how_many" if len(value.text.split()) < 3 and unit not in ("h", "min", "s", "일") else "how_long"), unit
    return ("how_many", unit) if unit and unit.isalpha() and len(unit) <= 4 else ("what_is", "")
