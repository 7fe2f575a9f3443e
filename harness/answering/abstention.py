"""Abstentions and statements that a point is open, recognised by rule in English and Korean.

The two are different answers: "I don't know" says nothing about the log, "not decided yet" says that the log leaves it open.
"""

from __future__ import annotations

import re

from harness.language import normalise

_ABSTAIN = re.compile(
    r"\b(?:i (?:do not|don't|can't|cannot|could not|couldn't) (?:know|recall|remember|find|see|tell|say|determine|have|locate)|"
    r"(?:not|never|isn't|wasn't|aren't|is not|was not) (?:stated|mentioned|specified|said|given|recorded|provided|available|in (?:the|my|this)|discussed|covered|"
    r"explicitly|named|noted|included|clear from|part of (?:the|this)|found|known|listed|documented|indicated|shown)|"
    r"no (?:information|mention|record|answer|details?|indication|reference|data|trace) (?:is |was |of|about|on|in|available|given|for|that)?|"
    r"(?:does|do|did)(?: not|n't) (?:say|mention|state|specify|contain|include|give|tell|appear|indicate|record|cover|name)|"
    r"unknown|no idea|insufficient (?:information|context)|unable to (?:answer|find|determine|say|tell)|can't be (?:determined|answered)|cannot be (?:determined|answered)|"
    r"there(?: is|'s) (?:no|nothing)|nothing (?:in|about|on|is said|was said)|n/a|not sure)\b"
)
_ABSTAIN_KO = re.compile(
    r"(?:모르겠|모릅니다|몰라요|모름|알 수 없|알지 못|기억(?:이|나)? ?(?:안|나지 않|없|못)|찾을 수 없|찾지 못|못 찾|확인(?:할 수 없|되지 않|이 안|하지 못|불가)|"
    r"(?:언급|기록|정보|내용|나와|나온|적혀|적힌|말한|말씀하신|이야기|얘기|명시|설명|근거|자료|데이터|답)(?:된|되어|돼|한|하신|이|가|은|는|도|에|을|를)? ?(?:적(?:이|은|도)? ?)?(?:없|않|안 (?:됐|돼|되|나))|"
    r"나오지 않|나와 ?있지 않|적혀 ?있지 않|언급(?:하|되)지 않|명시되(?:어 있)?지 않|말하지 않|말한 적 없|답(?:할|을) 수 없|해당 없|불명|정보 없음|언급 없음|안 나[와옴])"
)
_OPEN = re.compile(
    r"\b(?:undecided|not (?:yet )?(?:been )?(?:decided|settled|agreed|fixed|confirmed|finali[sz]ed|resolved|approved|set|chosen|determined)(?: yet)?|(?:has|have|had|was|were|is)(?: not|n't) (?:yet )?(?:been )?(?:decided|settled|agreed|"
    r"fixed|confirmed|finali[sz]ed|resolved|approved|chosen|determined)|"
    r"still (?:open|undecided|pending|unclear|to be decided|under discussion|waiting|not decided|unresolved|unsettled)|(?:remains?|left|is|was|stays?) (?:open|undecided|pending|unresolved|unsettled)|"
    r"tbd|to be (?:decided|confirmed|determined)|no (?:final )?decision|pending|up in the air|awaiting|unresolved|yet to be (?:decided|agreed|confirmed|settled|chosen)|"
    r"(?:haven't|hasn't|have not|has not|didn't|did not|never) (?:yet )?(?:decided?|settled?|agreed?|chosen?|made up|fix(?:ed)?|pick(?:ed)?|confirm(?:ed)?|resolved?))\b"
)
_OPEN_KO = re.compile(
    r"(?:미정|미결|미확정|보류|(?:아직|여태)[^.]{0,14}(?:정하|정해|결정|확정|결론|안 정|못 정|합의|답|회신|승인|결재|미)|(?:정해|결정|확정|합의|결론)(?:하|되|나|지|이|된|된 것|은|가)? ?(?:지 않|지 못|안|못|없)|"
    r"정하지 (?:않|못)|결정하지 (?:않|못)|결정되지 않|확정되지 않|정해지지 않|안 정[했해하]|못 정[했해하]|결론(?:이|은|을)? ?(?:안|못|없|나지 않|내지)|(?:결정|승인|회신|답변?)(?:이|을|은)? ?(?:대기|기다리)|미해결)"
)


def abstains(text: str) -> bool:
    """Whether an answer says that it cannot say. Empty text abstains."""
    plain = normalise(text)
    return not plain or bool(_ABSTAIN.search(plain) or _ABSTAIN_KO.search(plain))


def says_open(text: str) -> bool:
    """Whether an answer says that the point is undecided."""
    plain = normalise(text)
    return bool(_OPEN.search(plain) or _OPEN_KO.search(plain))
