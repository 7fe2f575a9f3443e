"""Who is responsible for what: names that stand as the subject of a duty."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from harness.language import terms
from harness.probing.draft import Draft, quote, with_josa
from harness.probing.endings_ko import turned
from harness.probing.mentions import Mention
from harness.schema import Kind, Role

_DUTY_EN = re.compile(
    r"(?:^|[,;:—–]\s|\b(?:and|but|so|because|since|that)\s)(?P<n>(?-i:[A-Z][a-z]+(?:[ -][A-Z][a-z]+){0,2})),? (?:also |still |now |only |always )?(?P<v>does|handles|owns|runs|signs(?: off)?(?: on)?|approves|maintains|manages|leads|chairs|looks after|is in charge of|is responsible for|"
    r"takes care of|takes over|writes|tags|reviews|drives|orders|supervises|coordinates|teaches|directs|hosts|holds the|keeps the|has the keys? (?:to|for))\s(?P<o>(?:the|our|all|every|both|each)?\s?[^,.;:—–()]{4,60}?)(?=[,.;:—–()!]|$|\s(?:and|but|because|so|while|until|who|which|if|when)\b)",
    re.IGNORECASE,
)
_DUTIES = frozenset(
    [
        "does",
        "handles",
        "owns",
        "runs",
        "signs",
        "approves",
        "maintains",
        "manages",
        "leads",
        "chairs",
        "looks",
        "charge",
        "responsible",
        "takes",
        "writes",
        "tags",
        "reviews",
        "drives",
        "orders",
        "supervises",
        "coordinates",
        "teaches",
        "directs",
        "hosts",
        "holds",
        "keeps",
        "keys",
        "key",
    ]
)
_LOOSE = re.compile(
    r"\b(?:it|its|this|that|these|those|them|they|he|she|him|her|his|their|there|here|i|me|my|mine|you|your|us|so|one|ones|things?|same|now|well|not)\b",
    re.IGNORECASE,
)
_NO_NAME = frozenset(
    [
        "The",
        "This",
        "That",
        "It",
        "He",
        "She",
        "They",
        "We",
        "You",
        "I",
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
        "Everyone",
        "Everybody",
        "Nobody",
        "Somebody",
        "Someone",
        "Anyone",
        "What",
        "Which",
        "Who",
        "Legal",
        "Finance",
        "Support",
        "Marketing",
        "Sales",
    ]
)
_PERSON_KO = re.compile(
    r"(?<![가-힣])(?P<n>[가-힣]{2,4}\s?(?:주임|대리|과장|차장|부장|팀장|실장|박사|교수|이사|대표|선생|매니저|기사|사장|소장|원장|간사|조교|반장)(?:님)?|(?<![가-힣])[가-힣]{2,3}(?:님|\s씨))(?P<j>이|가|께서|은|는)(?=\s)"
)
_DUTY_KO = re.compile(
    r"담당|맡(?:아|으|기|고|은|습)|책임|총괄|전담|관리(?:해|하|합)|도맡|챙(?:겨|기|길|깁)|(?:검토|작성|승인|결재|점검|진행|정리)(?:하고|하기로|합니다|해요|한대)"
)
_ROLE_KO = re.compile(
    r"(?P<r>(?:[가-힣A-Za-z0-9]+ ){1,2}(?:담당자?|책임자|총괄|대표))(?:은|는) (?:.{2,14}에서 )?(?P<n>[가-힣]{2,4}\s(?:주임|대리|과장|차장|부장|팀장|실장|이사|매니저|사원|박사|교수)(?:님)?)(?=으로|로|이에요|예요|입니다|이고|님)"
)
_BREAK_KO = re.compile(r"[.!?;]\s|,\s|(?:지만|는데|니까|인데|이고|하고|고요)\s")


def who(mention: Mention) -> Iterator[Draft]:
    """Drafts that ask who has a duty; nothing where the duty is not named."""
    if mention.is_question:
        return
    yield from _who_ko(mention) if mention.language == "ko" else _who_en(mention)


def _who_en(mention: Mention) -> Iterator[Draft]:
    if _DUTIES.isdisjoint(mention.body.split()):
        return
    m = _DUTY_EN.search(mention.body.replace("’", "'"))
    if m is None or m["n"].split()[0] in _NO_NAME or _LOOSE.search(m["o"]) or len(terms(m["o"])) < 1:
        return
    if re.match(r"(?:with|on|at|from|into|to|in|for|by|off|out|over|up|down|through|after)\b", m["o"].strip()):
        return  # "Station Road runs with Hannah" is no duty
    yield _asked(mention, f"Who {m['v'].lower()} {m['o'].strip()}?", m["n"])


def _who_ko(mention: Mention) -> Iterator[Draft]:
    if m := _ROLE_KO.search(mention.body):
        yield _asked(mention, with_josa(f"{m['r'].strip()}은/는 누구였죠?"), m["n"].strip())
        return
    if not _DUTY_KO.search(mention.body):
        return
    for m in _PERSON_KO.finditer(mention.body):
        begin = max((b.end() for b in _BREAK_KO.finditer(mention.body) if b.end() <= m.start()), default=0)
        stop = min(
            (b.start() for b in _BREAK_KO.finditer(mention.body) if b.start() >= m.end()), default=len(mention.body)
        )
        link = re.match(r"[가-힣]+", mention.body[stop:])
        stop += len(link.group()) if link else 0
        before, after = mention.body[begin : m.start()], mention.body[m.end() : stop]
        if not _DUTY_KO.search(after) or len(set(terms(before + after))) < 4:
            continue
        question = turned(f"{before}누가{after}")
        if question and not re.search(r"(?:^|\s)(?:그|이|저|그거|이거|그건|이건)\s", question):
            yield _asked(mention, with_josa(question) + "?", m["n"].replace(" ", " ").strip())
        return


def _asked(mention: Mention, question: str, name: str) -> Draft:
    user = mention.turn.role is Role.USER
    made = Draft(
        "identifier", Kind.NAME, question, question.rstrip("?"), name, (quote(mention),), mention.language, "who", 1.6 + 0.5 * user, form="asked",
    )  # fmt: skip
    return replace(made, accepted=_short(name, mention.language))


def _short(name: str, language: str) -> tuple[str, ...]:
    """Other forms of a name that count: without the title, the first name."""
    if language == "ko":
        bare = re.sub(r"\s?(?:님|씨)$", "", name)
        return tuple(dict.fromkeys(n for n in (bare, bare.split()[0]) if n != name and len(n) > 1))
    return (name.split()[0],) if " " in name else ()
