"""Abstentions and statements that a point is open, recognised by rule in English and Korean.

The two are different answers: "I don't know" says nothing about the log, "not decided yet" says that the log leaves it open.
"""

from __future__ import annotations

import re

from harness.language import normalise

_SOURCE = r"(?:summary|notes?|log|context|conversation|text|record|history|chat|thread|transcript|material)"
_HAVE = r"(?:is|was|are|were|has|have|had|been|got|ever|even|actually|really|explicitly|specifically|directly)"
_SAID = (
    r"(?:stated|mentioned|specified|said|given|recorded|provided|available|discussed|covered|named|noted|included|found|"
    r"known|listed|documented|indicated|shown|preserved|kept|saved|captured|retained|spelled|spelt|written|addressed|"
    r"brought|touched|talked|disclosed|clear|recoverable|part|there|here|in|something|anywhere|explicit|detailed)"
)
_KNOW = (
    r"(?:know|recall|remember|find|see|tell|say|determine|have|locate|answer|confirm|give|make out|work out|identify|"
    r"provide|help|retrieve|access|speak to|be sure|be certain|figure out|spot|pin)"
)
_NO = r"(?:n't|nt| not|not|cannot)"
_ABSTAIN = re.compile(
    rf"\b(?:i|we|one|you)(?:'m| am| was)?(?: \w+ly| just| still| really| honestly)? ?(?:do|did|ca|can|could|would|am|are|was|wo|have)? ?"
    rf"{_NO}(?: \w+ly| actually| really| able to| quite| yet| ever){{0,2}} {_KNOW}\b|"
    rf"\b(?:can't|cannot|couldn't|could not|can not|unable to|not able to|hard to|impossible to|no way to|wouldn't) (?:really )?{_KNOW}\b|"
    rf"\b(?:not|never|nor|isn't|wasn't|aren't|weren't|hasn't|haven't|hadn't)(?: {_HAVE}| been){{0,3}} {_SAID}\b|"
    r"\bno (?:(?:further|clear|explicit|specific|such|other|exact|real|\w+'s) )?(?:\w+ )?(?:information|info|mention|record|answer|details?|"
    r"indication|reference|data|trace|idea|clue|memory|recollection|note|word|knowledge|evidence|statement|discussion)\b|"
    r"\bno (?:\w+ ){1,3}(?:(?:is|was|are|were|has been|have been|been|got) )?(?:given|stated|mentioned|kept|recorded|specified|named|provided|"
    r"listed|noted|found|available|preserved|said|discussed|anywhere|in (?:the|my|this|what))\b|"
    r"\b(?:does|do|did)(?: not|n't)(?: \w+ly| even| actually)? (?:say|mention|state|specify|contain|include|give|tell|appear|indicate|"
    r"record|cover|name|come up|show|reveal|spell|address|touch|list|disclose|provide|hold|survive|carry)\b|"
    r"\b(?:nothing|none|nowhere|nobody|no one)\b[^.;,]{0,40}\b(?:said|mentioned|stated|recorded|about|on|says|say|tells|shows?|came up|comes up|"
    r"found|known|in (?:the|my|this|here))\b|"
    r"\b(?:came|comes|come|shows?|showed|turns?|turned) up (?:nowhere|empty|blank)|\bnever (?:came|comes|come) up|\bdraw(?:ing|s|n)? a blank|"
    r"\bdrew a blank|\b(?:beats me|no clue|dunno|unknown|n/a|search me|your guess is as good|lost on me|escapes me|slipped my mind|"
    r"left out|unanswerable|unspecified|unmentioned|unstated|unrecorded|unclear)\b|"
    r"\binsufficient (?:information|context)|\bnot enough (?:information|context|detail)|\bno longer (?:have|know|remember|recall|in|available)|"
    r"\b(?:name|number|figure|value|date|time|detail|details|reason|reasoning|amount|answer|rest|result|outcome|part|specifics|exact \w+|it|that)"
    r"(?: (?:itself|part))? (?:is|was|are|were|has|have|got|seems?)(?: \w+){0,2} (?:gone|lost|missing|dropped|omitted|cut|absent|forgotten)\b|"
    rf"\b(?:not|n't)(?: \w+){{0,2}} (?:among|in|part of|from) (?:(?:the|my|this|these|what|any) )(?:\w+ )?(?:{_SOURCE}|information|notes|i have|i've|details)|"
    r"\bthere(?: is|'s| was| were| are) (?:no|nothing|not)\b(?! (?:longer|limit|need|exception|difference|rush|problem|reason to))|"
    r"\b(?:but|just|only)? ?not (?:when|who|whom|whose|which|what|how|where|why|whether|with wh\w+|by wh\w+|the (?:exact|actual|name|number|figure|"
    r"date|time|value|amount|reason|details?))\b|"
    r"\bnot as far as i\b|\bi(?:'d| would) (?:have to|need to) (?:guess|look|check)|\b(?:i've|i have) (?:forgotten|no )|\bi forgot\b|\bi('m| am) (?:not sure|unsure|afraid i)|"
    r"\b(?:look|check|see|ask|consult|verify)(?: \w+){0,3} (?:help|docs?|documentation|manual|up|again|directly|original)\b|"
    r"\bcould you (?:remind|repeat|tell)|\bplease (?:ask|remind|check|tell|repeat|provide|share)|^not sure\b|\bfails? to (?:mention|say|state)|"
    r"\b(?:all|only thing) (?:i|we) (?:know|have|can see|can tell|remember)|\bomits?\b|\bleaves? (?:it |that )?out\b|\bis silent\b|\bsilent (?:on|about)\b|"
    r"\bwithout (?:saying|naming|giving|mentioning|stating|specifying)\b|\bwe never (?:discussed|talked|mentioned|said|covered|got to)|"
    r"\b(?:he|she|they|you|nobody|no one|anyone) never (?:said|mentioned|told|specified|gave|stated)|\b(?:absent|missing) from\b"
)
_NOT_KO = r"(?:없|않|안 ?(?:됐|돼|되|나|보|적|남|했|하)|못)"
_THING_KO = (
    r"(?:언급|기록|정보|내용|이야기|얘기|명시|설명|근거|자료|데이터|답변?|단서|흔적|기억|메모|말씀|말|언질|기재|소식)"
)
_ABSTAIN_KO = re.compile(
    r"모르|모릅|몰라|모름|모른|알 ?수 ?(?:가|는|도)? ?없|알지 ?(?:는|도)? ?못|알 길|알 도리|알기 어렵|알 방법|찾을 수(?:가|는)? ?없|찾지 ?못|못 ?찾|안 ?보이|보이지 ?않|"
    r"확인(?:할 수|되지|이|은|하지|해 ?드릴 수|하기|해 드리기)? ?(?:가|는)? ?(?:없|않|안|못|불가|어렵)|"
    rf"{_THING_KO}(?:된|되어|돼|한|하신|해|하|할|이|가|은|는|도|에|에는|을|를|해 ?주신|되지|하지는?|드릴)? ?(?:(?:적|바|것|게|건|수|만한 ?게)(?:이|은|도|는|가)? ?|따로 |전혀 |아예 |하나도 )*{_NOT_KO}|"
    r"(?:나온|들은|말한|적힌|적은|본|정한|다룬|남은|언급한|말씀하신|이야기한|얘기한|알려 ?주신) ?(?:적|바|것|게|건|기억)(?:이|은|도|는)? ?(?:없|못)|"
    r"(?:나와|적혀|남아|들어|쓰여|실려|기록돼|기록되어|언급돼|언급되어|명시돼|명시되어|포함돼|포함되어|담겨|전해져) ?(?:져 )?있지(?:는|가|도)? ?않|"
    r"(?:나오|언급하|언급되|명시되|말하|말씀하|적|남|기록되|포함되|밝히|다루|드러나|알려지|등장하|기억나|생각나|떠오르)(?:어 있)?지(?:는|도|가)? ?않|"
    r"기억(?:이|은|에|도)? ?(?:잘 |전혀 )?(?:안 ?나|나지 ?않|없|못|가물|흐릿)|(?:안|못) ?(?:나왔|나옴|나와|나온|들었|적혀|적었|남았|남아|떠오|정확)|"
    r"답(?:변)?(?:할|을|드리|하기|드릴)? ?(?:수(?:가|는)? ?없|어렵|힘들|곤란)|해당 ?없|불명|(?:정보|언급|기록) 없음|생각이 안|가물가물|금시초문|"
    r"(?:까지만|정도만|(?:것|거|건|점|사실|말|얘기|이야기|내용|기록)(?:만|뿐|밖에)|라는 것만|다는 것만|뿐) ?(?:기억|남아|남았|알|나와|있|이)|"
    r"(?:이름|숫자|금액|번호|날짜|이유|내용|정보|부분|값|결과|기록|시간|그건|그게|대목)[가-힣]*(?:이|가|은|는|도|까지는|까지)? ?(?:[가-힣]+에서 |모두 |다 )?(?:지워|빠져|빠졌|누락|사라|유실|잘렸|날아|소실|생략|삭제)|"
    r"다시 (?:한번 )?(?:알려|물어|말씀해|확인해|여쭤)|확인해 ?(?:보셔야|봐야|주셔야|보시는|보세요)|찾아 ?(?:보셔야|봐야)|(?:적어|기록해) ?두지 ?않|"
    r"(?:누구|언제|어디|얼마|무엇|왜|뭐|뭔|몇 ?[가-힣]|어떤 [가-힣]+|어느 [가-힣]+)(?:인지|였는지|한지|일지|인지는|인지까지는|지)[가-힣]* ?[^.]{0,12}(?:없|않|못|안)"
)
# Doubt that stands in the way of no value: an answer that goes on is judged by what it says.
_CONTRAST = re.compile(
    r"(?:\b(?:but|however|though|although|yet|later|then|eventually|afterwards|in the end|finally)\b|지만|는데|는데도|다가|으나|나중에|이후에?|결국|그래도|다만|하지만)"
)
_ASIDE = re.compile(
    r"\b(?:only|there (?:is|was|were|are)|discussed|mentioned|mentions|talk(?:ed)? (?:of|about)|just|know that|said (?:that )?(?:she|he|they|it))\b|"
    r"(?:[얘이]기|것|말|언급|내용|사실|거)(?:만|은|는|뿐|도)? ?(?:있|나와|남)|만 (?:있|나와|남|알|나왔)"
)
_TELLS = re.compile(
    r"\b(?:it|that|she|he|they|you|we|the \w+)(?:'s|'d| is| was| are| were| be)\b|\b(?:probably|likely|presumably|i think|i believe|i'd|i would|my guess|agreed|"
    r"settled|must be|should be|might be|said|told|went for|is|was)\b|(?:입니다|이에요|예요|이요|일 ?거|것 같|듯|라고|다고|알고|결정|정했|합의|이었|였)"
)
_WORDS = re.compile(r"[^\W_]")


def abstains(text: str) -> bool:
    """Whether an answer says that it cannot say. Empty text abstains."""
    plain = normalise(text)
    return not plain or bool(_ABSTAIN.search(plain) or _ABSTAIN_KO.search(plain))


def tells_after_all(text: str) -> bool:
    """Whether an answer that begins by abstaining goes on to give an answer ("not said outright, but it's Air France").

    An aside about something else ("…, but there was a budget for the tents") is none.
    """
    plain = normalise(text)
    said = [m.end() for p in (_ABSTAIN, _ABSTAIN_KO) if (m := p.search(plain))]
    if not said:
        return False
    turn = _CONTRAST.search(plain, max(0, min(said) - 4))
    if turn is None:
        return False
    rest = plain[turn.end() :]
    told = bool(_TELLS.search(rest)) and bool(_WORDS.search(rest))
    return told and not _ASIDE.search(rest) and not _ABSTAIN.search(rest) and not _ABSTAIN_KO.search(rest)


# ------------------------------------------------------------------------------------------------------------- open

_DECIDED = (
    r"(?:decided?|settled?|agreed?|fixed|confirmed|finali[sz]ed|resolved|approved|set|chosen|determined|picked|selected|made|signed off|"
    r"concluded|nailed down|closed|cleared|ruled on|committed|final|certain|clear)"
)
_OPEN = re.compile(
    rf"\b(?:undecided|unresolved|unsettled|unconfirmed|undetermined|not (?:yet )?(?:been )?{_DECIDED}|"
    rf"(?:has|have|had|was|were|is|are)(?: not|n't)(?: yet| really| actually)?(?: been)?(?: yet| fully| finally)? {_DECIDED}|"
    r"(?:still|remains?|left|is|was|stays?|are|it's|that's) (?:very much |currently |all )?(?:open|undecided|pending|unclear|to be|under (?:discussion|review|consideration)|waiting|"
    r"being (?:discussed|debated|reviewed|considered|evaluated|weighed|decided)|reviewing|in the (?:running|air|balance)|up for|on hold|"
    r"out for|with (?!the old)(?:the )?(?:\w+ )?(?:legal|finance|security|management|team|board|hr|lawyers?|procurement|committee|council|boss|client|customer|department|review)\b)|"
    r"tbd|tba|tbc|to be (?:decided|confirmed|determined|announced|agreed|settled)|(?:no|without a?) (?:final |firm |clear )?(?:decision|verdict|conclusion|agreement|consensus|ruling|choice|outcome)|"
    r"pending|up in the air|await(?:s|ing)?|yet to (?:be )?(?:decid|agree|confirm|settl|choos|chose|determin|pick|hear|come|make|answer|reply|resolv|select|sign|appro)\w*|"
    r"(?:haven't|hasn't|have not|has not|didn't|did not|never|not|nobody has|no one has|nobody|hadn't)(?: yet| really| actually)? (?:yet )?(?:decided?|settled?|agreed?|chosen?|choose|made (?:up|a|any)|fix(?:ed)?|pick(?:ed)?|"
    r"confirm(?:ed)?|resolved?|committed|selected?|concluded|signed off|replied|answered|responded|come (?:to|back)|gotten back|landed)|"
    r"waiting (?:for|on|to hear|until)|depends? on (?:the|what|whether|how)|in limbo|on hold|up for (?:discussion|debate|grabs)|under (?:discussion|review|consideration)|"
    r"(?:will|would|to|'ll|going to|shall) (?:be )?(?:decided?|chosen?|settled?|determined|picked?|confirm(?:ed)?|agreed?)[^.]{0,12} (?:once|when|after|until|as soon as|later|next|by|on|at)|"
    r"(?:once|until|as soon as|when|after) [^.]{3,50} (?:we|they|you|it)(?:'ll| will| can| could) (?:be )?(?:decid|choos|settl|pick)\w*|"
    r"(?:no|none|nothing|neither|no \w+(?: \w+)?)(?: \w+){0,3}? (?:so far|yet|as yet|for now|has been (?:decided|chosen|picked|agreed|selected|settled|set|made)|was (?:decided|chosen|picked|agreed|selected|settled))|"
    r"(?:between|torn between|choice between|toss-up between|down to) [^.]{2,60} (?:and|or|vs) |both [^.]{0,40}(?:still|options?|candidates?|possib)|still (?:in the running|on the table|being|to)|on the table|"
    r"open (?:question|point|issue|item)|(?:decision|answer|choice|call)(?: \w+){0,4} (?:is|has|hasn't|was|will)(?: not|n't| still| yet| been| to| only| be)* (?:open|pending|outstanding|made|come|due|reached|taken|deferred|postponed|follow|yet)|"
    r"no answer yet|hasn't (?:come back|replied|answered)|(?:deferred|postponed|parked|put off|left open|shelved) (?:until|for|to|the decision)|left open|outstanding)\b"
)
_DECIDE_KO = r"(?:정하|정해|결정|확정|합의|결론|선정|낙점|선택|고르|골라|택하|확답|답|회신|승인|결재|마무리|매듭)"
_OPEN_KO = re.compile(
    rf"미정|미결|미확정|미해결|보류|유보|"
    rf"(?:아직|여태|여전히)[^.]{{0,22}}(?:{_DECIDE_KO}(?!진? ?는지)[^.]{{0,8}}(?:않|안|못|없|전|중|대기|기다|아니)|(?:안|못) ?(?:정|골|고르|결정|나|왔|받|내)|미정|없|대기|검토|논의|고민|기다리|남|열려|진행|전이|이라|조율|협의)|"
    rf"{_DECIDE_KO}(?:된|한|난)?(?:하|되|나|지|이|된|된 것|은|가|을|를|도|지는|지지는|지지|나지|내지|진|진 것|진 게|짓지)? ?(?:바|것|게|건)?(?:이|은|도)? ?(?:지(?:는|도)? ?(?:않|못)|않|안 (?:났|나|됐|되|했|내|돼|섰)|못|없)|"
    rf"{_DECIDE_KO}(?:이|가|을|를|은|는|도)? ?(?:하|되|나|내|서|지|짓|받)지(?:는|도)? ?(?:않|못)|"
    r"(?:안|못) ?(?:정[했해하]|정한|골랐|고른|고르|결정|정함)|"
    rf"(?:결정|승인|회신|답변?|견적|결과|확인|검토|심사|보고서?|결재|의견|연락|허가|판단)[가-힣]*(?:이|가|을|를|은|는)? ?(?:[가-힣]+ )?(?:대기|기다리|나오면|오면|나와야|와야|받으면|나오는 대로|오는 대로|받는 대로|받아 ?보고|나온 (?:후|뒤|다음)|온 (?:후|뒤|다음)|끝나야|끝나면|끝난 (?:후|뒤|다음)|나올 때까지|보고 (?:나서 )?(?:정|결정)|이후에? (?:정|결정)|후에? (?:정|결정))|"
    r"(?:논의|검토|고민|협의|조율|저울질|비교|심사|대기|진행|조사|상의|타진) ?중(?!에서? [^.]{0,20}(?:했|정|골|결정))|사이에서|(?:이냐|인지|일지|할지|갈지|쓸지|둘지|볼지)[^.]{0,30}(?:정|결정|고민|검토|논의|모르|남|미|끝나야)|"
    r"(?:둘|셋|두 (?:가지|곳|안|후보)|후보)[^.]{0,15}(?:중|사이|남|올라|놓고)|열려 ?있|남겨 ?두|미뤄 ?(?:두|둔|둬|놓|진 상태)|미루기로|두고 보|추후|나중에 (?:정|결정|다시)|(?:정|결정)(?:하|해|할)[가-힣]* (?:예정|계획|거)|정할 수 있|정하기로 했(?!던)"
)
_SETTLES = re.compile(
    r"\b(?:(?:then|later|now|eventually|finally|in the end|but|until)\b[^.]{0,50}\b(?:was|were|is|got|have|has|we|they|you|i)(?: been)?(?: finally| then)? (?:chosen|picked|decided on|"
    r"selected|settled on|went with|agreed on|chose|took|decided|approved|confirmed|won|settled|fixed|set)\b)|"
    r"\b(?:you|we|they) (?:settled on|went with|chose|picked|decided on|opted for|agreed on|ended up with)\b|\bwas (?:chosen|picked|selected)\b|\bit(?:'s| is| will be) (?:going to be|now)\b"
)
_SETTLES_KO = re.compile(
    r"(?:[가-힣a-z0-9](?:으로|로|을|를)|[가-힣]) ?(?:최종 |결국 )?(?:확정|결정|선정|낙점|선택|채택|정|골랐|합의|가기로)(?:했|하였|됐|되었|지었|졌|하기로 했|됐습|했습|돼|했어|랐| 했)"
)


def says_open(text: str) -> bool:
    """Whether an answer says that the point is undecided."""
    plain = normalise(text)
    return bool(_OPEN.search(plain) or _OPEN_KO.search(plain))


def settles_after(text: str) -> bool:
    """Whether an answer that speaks of an open point goes on to say how it was settled in the end."""
    plain = normalise(text)
    first = min((m.start() for p in (_OPEN, _OPEN_KO) if (m := p.search(plain))), default=0)
    for pattern in (_SETTLES, _SETTLES_KO):
        for match in pattern.finditer(plain):
            around = plain[max(0, match.start() - 12) : match.end() + 12]
            if match.end() > first and not re.search(
                r"\b(?:not|n't|once|when|if|until|nothing|no)\b|n't|않|못|안 |면 |아직|없", around
            ):
                return True
    return False
