"""Statements that a point is open, and statements of how it was settled, recognised by rule in English and Korean."""

from __future__ import annotations

import re

from harness.language import normalise

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
    r"waiting (?:for|on|to hear|until)|(?:nobody|no one|nothing|neither|none)(?: of \w+)? (?:has|have|had|is|was|were)(?: yet| been)* (?:decided|chosen|picked|agreed|settled|selected|named|fixed|confirmed|appointed)|depending on|(?:will|to|going to) be (?:put to|a vote)|put to (?:a|the) vote|(?:depend|hinge|rest|turn)(?:s|ing)? (?:up)?on (?:the|what|whether|how|when|if|who|a|an|your|his|her|their|our)|contingent on|subject to (?:approval|confirmation)|(?:the )?jury is (?:still )?out|remains to be (?:seen|decided)|in flux|not final|(?:still|currently|are|is|were|was|you\'re|we\'re|they\'re)(?: still| currently)? (?:weighing|considering|deciding|debating|discussing|comparing|evaluating|mulling|torn|deliberating|arguing|split|reviewing|exploring|choosing|looking at|looking into|thinking)|(?:hasn\'t|haven\'t|has not|have not|hadn\'t|nobody|no one|nobody has|no one has|didn\'t|did not|never|yet to|not)(?: yet| been| really| actually| have| has)* (?:made|reached|come to|taken|arrived at|make|reach|given|got|gotten|had|been made|been reached|been taken)(?: (?:a|an|any|that|the|this|up|final|firm|our|their|your|its|definite|clear))* (?:decision|call|choice|minds?|conclusion|agreement|verdict|consensus|commitment|answer|ruling|go-ahead|reply|word)|no (?:\w+ )?(?:decision|choice|call|verdict|agreement|conclusion|commitment|pick|selection)|in limbo|on hold|up for (?:discussion|debate|grabs)|under (?:discussion|review|consideration)|"
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
    r"(?:얘기|이야기|투표|회의|의논|협상|상담|비교 검토|취합|설문|논의|검토|고민|협의|조율|저울질|비교|심사|대기|진행|조사|상의|타진) ?중(?!에서? [^.]{0,20}(?:했|정|골|결정))|사이에서|(?:이냐|인지|일지|할지|갈지|쓸지|둘지|볼지)[^.]{0,30}(?:정|결정|고민|검토|논의|모르|남|미|끝나야)|"
    r"(?:둘|셋|두 (?:가지|곳|안|후보)|후보)[^.]{0,15}(?:중|사이|남|올라|놓고)|열려 ?있|열린 상태|가능성[^.]{0,8}(?:있|열)|(?:에|에게|의 [가-힣]+에) ?(?:달려|달렸|달린|따라 (?:달라|정해|결정))|저울질|갈팡질팡|줄다리기|(?:떨어지|나오|오|받|끝나|들어오|확인되|풀리)면[^.]{0,12}(?:정|결정|확정|고르|선택)|(?:안|못) ?(?:내렸|냈|낸|내림|짓|지었|지은)|전이에요|전입니다|전이라|남겨 ?두|미뤄 ?(?:두|둔|둬|놓|진 상태)|미루기로|두고 보|추후|나중에 (?:정|결정|다시)|(?:정|결정)(?:하|해|할)[가-힣]* (?:예정|계획|거)|정할 수 있|(?:봐서|보고|따라서?|나오는 거 봐서) (?:정|결정)|(?:해|받아|들어|물어|가|만나|투표해|알아) ?봐야 |투표(?:로|에 부|해서) (?:정하|결정하)기로|정하기로 했(?!던)"
)
_SETTLES = re.compile(
    r"\b(?:(?:then|later|now|eventually|finally|in the end|but|until)\b[^.]{0,50}\b(?:was|were|is|got|have|has|we|they|you|i)(?: been)?(?: finally| then)? (?:chosen|picked|decided on|"
    r"selected|settled on|went with|agreed on|chose|took|decided|approved|confirmed|won|settled|fixed|set)\b)|"
    r"\b(?:you|we|they|he|she|i|everyone|the \w+) (?:then |finally |eventually |later |all )?(?:settled on|settled for|went for|went ahead with|landed on|decided for|decided to|came down on|plumped for|took|went with|chose|picked|decided on|opted for|agreed on|ended up with)\b|\b(?:was|were|got|has been|have been) (?:then |finally |eventually |later )?(?:chosen|picked|selected|decided on|agreed on|confirmed|approved)\b|\b\w+ (?:won|prevailed|got the nod|made it)\b|\bit(?:'s| is| will be) (?:going to be|now)\b"
)
_SETTLES_KO = re.compile(
    r"(?:[가-힣a-z0-9](?:으로|로|을|를)|[가-힣]) ?(?:최종 |결국 )?(?:확정|결정|선정|낙점|선택|채택|정|골랐|합의|가기로|쓰기로|하기로|굳어|결론|가는 것으로|가는 걸로)(?:이 ?|을 ?)?(?: ?났|졌|해졌|해진|했|하였|됐|되었|지었|졌|하기로 했|됐습|했습|돼|했어|랐| 했)"
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
            before = re.split(
                r"[.;,]|\bbut\b|\bthen\b|지만 |다가 |는데 ", plain[max(0, match.start() - 50) : match.start()]
            )[-1]
            around = before + plain[match.start() : match.end() + 12]
            if match.end() > first and not re.search(
                r"\b(?:not|n't|once|when|if|until|nothing|no|nobody|none|neither|yet)\b|n't|않|못|안 |면 |아직|없|(?:투표|추첨|회의|협의|논의|나중|다음|설문|다수결)[가-힣]* ?정",
                around,
            ):
                return True
    return False
