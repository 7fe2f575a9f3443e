"""Whether a question can be asked at all: its subject names something, and nothing in it is a fragment or points elsewhere."""

from __future__ import annotations

import re

from harness.language import terms
from harness.probing.claims import is_content
from harness.probing.draft import Draft
from harness.probing.phrases_en import torn, unfinished
from harness.probing.wellformed_ko import opens_torn, torn_inside, torn_off
from harness.probing.wordlists import listed
from harness.schema import Kind

_POINTING = re.compile(
    r"\b(?:it|its|this|that|these|those|them|they|he|she|him|i|me|my|mine|you|your|yours|us|himself|herself|itself|themselves|there|here|someone|somebody|"
    r"something|anything|everything|nothing|everyone|everybody|nobody|one|ones|other|others|another|thing|things|stuff|bit|lot|rest|same|former|latter|above|below|"
    r"today|tomorrow|yesterday|tonight|now|then|later|again|too|also|only|just|still|yet|already|ever|never|almost|maybe|perhaps|whatever|whoever|whichever)$",
    re.IGNORECASE,
)
_ANYWHERE = re.compile(
    r"\b(?:i|me|my|mine|he|she|him|they|it|this|these|those|here|there|that|which|who)\b|[\"“”`]|\.\s|,$|\b(?:and|or|but|of|for|the|a|an|to|with|on|in|at)$",
    re.IGNORECASE,
)
_LONE = re.compile(r"^(?:the |our )?[a-z]+(?:ed|ly)$")
_WHO_ON = re.compile(r"^[A-Z][a-z]+ (?:on|about|for|in|at|from|with) ")
_POINTING_KO = re.compile(
    r"^(?:이|그|저|이런|그런|저런|이거|그거|저거|이것|그것|저것|여기|거기|저기|이쪽|그쪽|저쪽|이번|그때|우리|저희|제|내|나|너|본인|누구|무엇|뭐|어디|언제|하나|둘|셋|전부|모두|나머지|다른|같은|이렇게|그렇게|오늘|내일|어제|지금|아까|이제|"
    r"다시|그냥|정말|진짜|아직|이미|먼저|바로|계속|옆|위|아래|앞|뒤|안|밖|것|거|수|때|쪽|점|중|건|걸|게|데)(?:에|에서|쪽)?(?=\s|$|[은는이가을를의도]\s)"
)
_CUT_KO = re.compile(
    r"^(?:[가-힣]*[아어여가와려와라나]온|[가-힣]*[라나가려]간|[가-힣]+[하되]던|[가-힣]*(?:하는|되는|있는|없는|했던|된))\s"
)
_LAST_KO = re.compile(
    r"(?:\s|^)(?:것|거|수|때|데|게|걸|건|점|중|등|쪽|분|씩|정도|이상|이하|이내|때문|대신|위해|통해|대해|관련|전에|후에|뒤에|넘게|이랑|에게|한테|씨가|님이|님께)$|[^가-힣A-Za-z0-9)\]'\"”’%]$"
)
_CLAUSES = frozenset(
    [
        "reason_state",
        "why",
        "wh",
        "asked",
        "asked_ko",
        "open_whether",
        "rejected_verb",
        "failed_verb",
        "reason",
        "condition",
        "failed_doing",
    ]
)
_TYPES_KO = listed("facts_ko", "types")
_RULED_KO = frozenset(["메일", "서버", "계정", "문서", "연락처"])  # a rule may be about all of them
_FIXED = frozenset(
    [
        "left",
        "turned",
        "goal",
        "language",
        "custom",
        "failed_tool",
        "failed_tool_bare",
        "failed_command",
        "failed_log",
        "cell",
        "key",
        "key_of",
    ]
)


def unaskable(draft: Draft) -> str | None:
    """Why the question of a draft cannot be asked, in words; None if it can."""
    if not draft.question.endswith("?") or "  " in draft.question or "{" in draft.question:
        return "the question is not well formed"
    amount = draft.form == "rejected" and re.fullmatch(r"[£$€]?\d[\d.,]*\s?\S{0,12}", draft.subject)
    if (
        draft.form not in _FIXED
        and not amount
        and not names_something(draft.subject, draft.language, draft.form in _CLAUSES)
    ):
        return "the subject is not clear"
    if draft.language == "ko" and _torn_ko(draft):
        return "the subject is torn out of its clause"
    if draft.kind is Kind.CLAIMS and not all(
        any(is_content(w) for w in f.split()) for c in draft.claims for f in c.forms
    ):
        return "the answer has no word of content"
    if (
        draft.kind is Kind.CLAIMS
        and draft.language == "en"
        and draft.rule != "tool_failure"
        and unfinished(draft.expected)
    ):
        return "the answer is cut off"
    return None


def _torn_ko(draft: Draft) -> bool:
    if draft.form in ("turned", "asked"):
        return opens_torn(draft.question)
    if draft.form in _FIXED or draft.form in _CLAUSES or not draft.subject.split():
        return False
    if draft.kind in (Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER) and all(w in _TYPES_KO for w in draft.subject.split()):
        return True
    if draft.kind is Kind.CLAIMS and draft.subject in _TYPES_KO - _RULED_KO:
        return True
    if draft.stale or draft.revises:  # the earlier fact names the subject
        return torn_inside(draft.subject)
    return torn_inside(draft.subject) or torn_off(draft.subject, [e.quote for e in draft.evidence])


def names_something(subject: str, language: str, clause: bool = False) -> bool:
    """Whether a subject names something by itself: no pronoun, no adverb, no fragment."""
    own = terms(subject)
    if not own or not any(c.isalpha() for c in subject):
        return False
    if re.search("[가-힣]", subject):
        return not (
            (re.search(r"지 않|[가-힣]지는|(?:않은|없는|있는|하는|되는)$", subject) and not clause)
            or _POINTING_KO.search(subject)
            or _CUT_KO.search(subject)
            or _LAST_KO.search(subject)
            or re.search(r"[가-힣](?:이랑|에게|한테|씨가|님이|님께|이니)$|^아직", subject)
            or len(re.sub(r"\W", "", subject)) < 2
        )
    if clause:
        return not re.search(
            r"\b(?:it|this|that|these|those|them|they|he|she|him|i|me|my|there)$|^(?:it|this|that|he|she|they|i|there)\b",
            subject,
            re.IGNORECASE,
        )
    if (
        re.match(r"(?:his|her|their|its)\b", subject, re.IGNORECASE)
        or _ANYWHERE.search(subject)
        or _POINTING.search(subject)
        or _LONE.match(subject)
        or _WHO_ON.match(subject)
        or torn(subject)
    ):
        return False
    return max(len(w) for w in re.findall(r"\w+", subject)) > 2 or bool(re.search(r"[a-zA-Z]\d|\d[a-zA-Z]", subject))
