"""Does a clause affirm or deny? Negating words in English and Korean, with their reach, counted modulo two."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Words that look like a denial and are none: "no problem" allows, "not only" adds, 문제없다 allows.
_NONE = re.compile(
    r"\bno (?:problem|matter|doubt|worries|later|more than|less than|fewer than|sooner|earlier)\b|\bnot (?:only|just|merely|until|before|later than|more than|less than)\b|\bnothing but\b|\bwhy not\b|\bno\. ?[0-9]|"
    r"\b(?:don't|do not|never) forget\b|\bfail(?:s|ed)? not\b|\bnot? longer than\b|"
    r"(?:문제|상관|지장|이상|관계|무리|탈)(?:가|는|도|이|은)? ?없|변함없|틀림없|어김없|뿐(?:만)? 아니라|(?<![가-힣])안(?:에|으로|인데|이고|이며|이라|이었|입니다|이에요|이지만|을 |은 |의 |과 |쪽|전|내|건|정|녕|심|팎|방)|못지|(?:잊|빠뜨리|빼먹)지 ?(?:말|마|않)"
)
_EN = re.compile(
    r"\b(?:not|never|no|nor|neither|none|nothing|nobody|nowhere|cannot|cant|dont|isnt|doesnt|wont|without|hardly|barely|scarcely|refus(?:e|es|ed|ing)|"
    r"fail(?:s|ed|ing)? to|unable to|impossible to|no longer|ruled out|reject(?:s|ed|ing)?|turned down|decided against|against|unwanted|unwelcome|undesired|undesirable|inadmissible|unacceptable|forgo|devoid of|free of|steer clear|hold off|no-?one)\b|n't\b|"
    r"\b(?:keep|kept|keeping|stay|stays|hold)(?: \w+){0,3} (?:off|away|out of)\b|\bleave (?:\w+ ){1,3}(?:alone|out)\b"
)
# These deny only what follows them.
_EN_AHEAD = re.compile(
    r"\b(?:avoid(?:s|ed|ing)?|prevent(?:s|ed|ing)?|stop(?:s|ped|ping)?|instead of|rather than|except(?: for)?|excepting|other than|apart from|aside from|everything but|all but|anything but|"
    r"refrain(?:s|ed)? from|excluding|minus|save for|barring|exclude[sd]?)\b"
)
_KO = re.compile(
    r"지(?:는|도|를|만)? ?(?:않|못|마|말|안)|(?<![가-힣])(?:안|못) ?(?=[가-힣_])|(?<=[가-힣])(?:면|선|서는) ?안(?= ?[되돼됩된됨])|없|아니(?!면)|아닌|아님|아냐|말고|말 것|말아|"
    r"(?<![가-힣])(?:피하|피해|피할|삼가|자제)|(?<![가-힣])미(?=지원|포함|적용|사용|승인|결제|확인|설치|발송)"
)
# "아직" alone denies; beside another denial it only colours it.
_PENDING = re.compile(r"(?<![가-힣])아직(?![^.]{0,12}(?:남|유효|있))")
_NEEDLESS = re.compile(
    r"지 ?(?:않|안 ?하)아?도 ?(?:되|돼|됩|괜찮|무방)|\b(?:do|does|did|need)(?:n't| not) (?:have|need) to\b|\bneed(?:n't| not)\b|\bnot (?:required|obliged|necessary|mandatory)\b|(?<![가-힣])안 ?[가-힣]{1,4}도 ?(?:되|돼|됩|괜찮|무방)|(?:없이|없어)도? [^.]{0,10}(?:수 있|되|돼|됩|가능)|필요(?:는|가|도)? ?없"
)
_ALLOWED_KO = re.compile(r"(?:아|어|해|써|여|려|라|돼)도 ?(?:되|돼|됩|괜찮|좋|무방)")

YES = re.compile(
    r"^(?:yes|yep|yeah|yup|right|correct|sure|indeed|certainly|of course|네|예|응|그럼요|맞아요|맞습니다|그렇습니다|물론)(?=[\s,.:;!-]|$)[\s,.:;!-]*"
)
NO = re.compile(
    r"^(?:unfortunately,? |sadly,? |i'm afraid |regrettably,? |아쉽게도 |안타깝게도 )?(?:no|nope|nah|not really|not at all|not|never|negative|아니요|아니오|아뇨|아니|안 돼요|안 됩니다|안 됨|안돼요|안됩니다)(?=[\s,.:;!-]|$)[\s,.:;!-]*"
)


def negators(clause: str, spots: Sequence[tuple[int, int]] = ()) -> int:
    """How many negating words of a (prepared) clause reach the words at ``spots``; those words themselves do not count."""
    text = _NONE.sub(lambda m: "_" * len(m.group()), clause)
    for start, end in spots:
        kept = (
            text[end - 1 : end] if text[end - 1 : end] == "지" else "_"
        )  # 쓰지 않다: the ending belongs to the denial
        text = text[:start] + "_" * (end - start - 1) + kept + text[end:]
    last = max((end for _, end in spots), default=len(text))
    count = sum(1 for _ in _EN.finditer(text)) + sum(1 for _ in _KO.finditer(text))
    count += sum(1 for m in _EN_AHEAD.finditer(text) if m.end() <= last)
    return count or int(bool(_PENDING.search(text)))


def needless(clause: str) -> bool:
    """Whether a clause says that something need not be done, which is neither a ban nor a duty."""
    return bool(_NEEDLESS.search(clause))


_DID = re.compile(
    r"^(?:it|that|this|they|he|she|we|you) (?:certainly |really |sadly |actually )?(?:did|does|do|has|have|had|was|is|were|are|can|could|may|should|will|would)(n't| not)?(?: indeed)?[.!]?$"
)


def yes_or_no(text: str) -> bool | None:
    """Whether a prepared answer begins with yes or with no."""
    if plain := _DID.match(text):
        return plain[1] is None
    if YES.match(text):
        return True
    return False if NO.match(text) else None


def without_yes_no(text: str) -> str:
    """A sentence without the word that answers the question: "no" then negates nothing that follows."""
    stripped = YES.sub("", text)
    match = NO.match(text)
    bare = match is not None and (
        match.end() == len(text) or text[match.end() - 2 : match.end()].rstrip()[-1:] in tuple(",.:;!-")
    )
    return stripped if stripped != text else text[match.end() :] if match and bare else text
