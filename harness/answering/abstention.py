"""Abstentions, recognised by rule in English and Korean.

To abstain is a speech act about the speaker's knowledge ("I couldn't tell you") or about what the context holds ("no date was
given"). The patterns are therefore put together from verbs, objects and negations, not listed as phrases. "Not decided yet" is
another answer: see ``undecided``.
"""

from __future__ import annotations

import re

from harness.language import normalise

# ---------------------------------------------------------------------------------------------------------- English

_SOURCE = (
    r"(?:summary|notes?|log|context|conversation|text|record|records|history|chat|thread|transcript|material|exchange|excerpt|"
    r"messages?|discussion|document|passage|memory|part|bit|section)"
)
_FILL = (
    r"(?: (?:\w+ly|just|still|quite|even|yet|ever|also|in fact|been|be|being|get|got|to|able|exactly|any ?longer|any ?more|at all|"
    r"really|have|had|has|in|so|seem to|appear to|happen to|manage to|go so far as to|think|that|it|this|anything|me|us)){0,4}"
)
_NEG = (
    r"(?:(?:do|does|did|ca|could|wo|would|is|was|are|were|has|have|had|should|might)n'?t|cannot|can not|"
    r"(?:do|does|did|could|will|would|is|was|are|were|has|have|had|am|'m|'s|'re|'ve|'d) (?:\w+ly |just |still |really )?not|never|nor)"
)
_ASKED = (
    r"(?:names?|numbers?|figures?|values?|dates?|days?|times?|hours?|details?|reasons?|reasoning|grounds|motives?|rationale|amounts?|sums?|prices?|costs?|fees?|rates?|"
    r"answers?|results?|outcomes?|specifics|particulars|address(?:es)?|wording|terms|limits?|counts?|totals?|locations?|places?|persons?|"
    r"contents?|explanations?|motive|cause|ages?|surnames?|birthdays?|sizes?|weights?|heights?|phone|e-?mail|colou?r|versions?|paths?|ports?|rules?|conditions?|quotes?|deadlines?|choices?|colou?rs?|titles?|codes?|ids?)"
)
_INFO = (
    r"(?:idea|ideas|clue|clues|recollection|memory|memories|record|records|information|info|mention|trace|notes?|details?|data|"
    r"indication|references?|word|answer|hint|hints|sign|evidence|knowledge|access|explanation|insight|statement|discussion|talk|"
    r"way of (?:knowing|telling)|way to (?:know|tell)|context|input|visibility|specifics|particulars|basis|confirmation|such thing|earthly)"
)
_KNOW = (
    r"(?:know|knows|knew|recall|recalls|remember|tell|say|determine|make out|work out|identify|reconstruct|retrieve|answer|confirm|find|locate|see|pinpoint|pin|"
    r"name|provide|supply|give|recover|establish|infer|deduce|look up|access|be (?:sure|certain)|speak to|help|quote|figure|place|trace|"
    r"verify|state|specify|share|report|offer|come up with|vouch|call to mind|bring to mind|put (?:a|my)|have)"
)
_SPEAK = (
    r"(?:say|says|said|mention|mentions|mentioned|state|states|stated|specify|specifies|specified|tell|tells|told|indicate|indicates|"
    r"indicated|spell|disclose|elaborate|reveal|address|touch|go into|get into|speak|bring|talk|talked|discuss|discussed|clarify|explain|explained|"
    r"hear|heard|learn|learned|learnt|record|recorded|document|note|come up|came up|crop up)"
)
_HOLD = (
    r"(?:contain|contains|include|includes|give|gives|gave|given|cover|covers|name|names|show|shows|list|lists|provide|provides|provided|hold|holds|carry|carries|appear|appears|"
    r"feature|share|shared|supply|supplied|report|quote|describe|detail|have|has|keep|make it|survive|offer|reach|receive|received|get|see|saw|read|write|wrote|pass|passed|extend|preserve|retain|"
    r"let|go|answer|come|capture|captures|figure|turn up)"
)
_SAID = (
    r"(?:stated|mentioned|specified|said|given|recorded|provided|available|discussed|covered|named|noted|included|found|known|"
    r"listed|documented|indicated|shown|preserved|kept|saved|captured|retained|spelled|spelt|written|addressed|brought|touched|"
    r"talked|disclosed|recoverable|part of|there|in here|in (?:the|my|this|these|what|any|that|our)|here|anywhere|explicit|detailed|shared|supplied|reported|"
    r"described|explained|communicated|raised|carried|passed on|quoted|present|visible|among|to be found|on record|on file|clear from|apparent|evident|"
    r"identified|singled out|something (?:i|we|that|you|which)|answered|told|contained|referenced|remembered|in evidence|made clear|made explicit|revealed|elaborated|put down|set down|spoken)"
)
_LOST = (
    r"(?:gone|lost|missing|dropped|omitted|cut|absent|forgotten|left out|trimmed|truncated|blank|erased|wiped|garbled|removed|"
    r"unknown|unclear|unavailable|unspecified|unstated|unrecorded|compressed away|compacted away|a blank|a mystery|illegible|not there|vague|fuzzy)"
)
_WHO = r"(?:i|we|one|you|he|she|they|it|that|this|there|nobody|no ?one|anybody|anyone|people)"
_ABSTAIN = re.compile(
    # about the speaker
    rf"(?:^|[.;:,!?] ?(?:but |and |so |though |sorry,? )?|\b(?:i|we|one|you)(?: \w+ly| just| still| really| honestly)? ?|[-] ?){_NEG}{_FILL} {_KNOW}\b|"
    rf"\b(?:can't|cannot|couldn't|could not|can not|unable to|not able to|hard to|impossible to|no way to|not possible to|difficult to|failed to|struggl\w+ to|wouldn't)(?: really)? (?:actually )?{_KNOW}\b|"
    rf"\b(?:i'm|i am|we're|we are|i was|we were|i)(?: \w+ly| just| still| really| afraid)? ?(?:not|n't|wasn't|never)(?: \w+ly| quite| at all| entirely| too| so| been| yet)? (?:sure|certain|aware|able|familiar|privy|in a position|told|given|informed|clear|confident|positive)\b|"
    r"^(?:not|never) (?:sure|certain|aware|clear|told|given|stated|that i|to my)|"
    r"\b(?:i'm|i am|we're|we are)(?: \w+ly| a bit| rather)? (?:unsure|uncertain|unaware|unable|clueless|in the dark|at a loss|none the wiser|stumped|drawing|lost|missing)\b|"
    rf"\b(?:i|we)(?:'ve| have)?(?: \w+ly| since)? (?:forget|forgot|forgotten|lost|misplaced|lack|am missing|blanked|draw|drew)\b|\b(?:i|we)(?:'ve| have)? (?:got )?(?:nothing|no)\b(?! (?:doubt|problem|objection))|"
    rf"\b(?:no|not any|n't any|n't have an?|not an?|zero|without an?y?|without|little|not the (?:slightest|faintest|foggiest)|n't the (?:slightest|faintest|foggiest)|not much|not enough|insufficient|too little)(?: (?!longer|other)[\w-]+){{0,3}}? {_INFO}\b(?! (?:is|was) (?:needed|required|allowed|collected|stored))|"
    r"\b(?:draw(?:ing|s|n)?|drew) a blank|\b(?:beats me|dunno|search me|your guess is as good|lost on me|beyond me|escapes? me|eludes? me|slipped my mind|off the top of my head|"
    r"not as far as i|not that i|over my head|out of my reach|in the dark|n/a)\b|"
    r"\b(?:i(?:'d| would)|you(?:'d| would)|we(?:'d| would)|one would)(?: just| only)? (?:have|need) to (?:guess|look|check|ask|consult)|\bguess(?:ing|work)\b|\bcould you (?:remind|repeat|tell)|"
    r"\b(?:please|you could|you may want to|you might want to|better to|best to|you should)(?: \w+)? (?:ask|remind|check|tell|repeat|provide|share|consult|verify|look)\b|\b(?:look|check|see|ask|consult|verify)(?: \w+){0,3} (?:help|docs?|documentation|manual|directly|original|source)\b|"
    r"\b(?:all|only thing|everything|as much as|extent of what|that's what|as far as) (?:i|we) (?:know|have|can see|can tell|remember|can say|recall|got)\b(?!,? (?:it|the|she|he|they|that))|\b(?:you|he|she|they|we) only (?:said|mentioned|told|talked|spoke|noted|wrote)\b|\bi only (?:know|recall|remember|have|see)\b|\bknow only that\b|\b(?:i|we)(?:\'ve| have)? only (?:kept|got|noted|saved|retained|caught|have)\b|\bno longer (?:have|know|remember|recall|in|available|there|on)|"
    # about what the context holds
    rf"\b{_WHO}\b(?:'s|'ve)? ?(?:\w+ly )?{_NEG}{_FILL} (?:{_SPEAK}|{_HOLD})\b|\b{_SOURCE}(?: [\w']+){{0,4}}? {_NEG}{_FILL} (?:{_SPEAK}|{_HOLD})\b|\b{_NEG}{_FILL} {_SPEAK}\b|"
    rf"\b(?:{_NEG}|not|n't)(?: \w+ly)? ?{_FILL} ?{_SAID}\b|"
    rf"\b(?:nothing|none|nowhere|nobody|no one)\b[^.;,]{{0,40}}\b(?:{_SPEAK}|gives|gave|shows?|covers?|contains?|lists?|provided|shared|supplied|gave|about|found|known|in (?:the|my|this|here|what)|here|there|of the (?:kind|sort)|to (?:that|go))\b|^(?:nothing|none)\.?$|"
    rf"\bno (?:[\w'-]+ ){{1,5}}?(?:(?:is|was|are|were|has been|have been|been|got|ever|actually|being) ){{0,3}}{_SAID}\b|\b(?:there(?: is|'s| was| were| are|'re)|i (?:see|find|have)|it has|with) no {_ASKED}\b|"
    rf"\bno {_ASKED}\b[^.;,]{{0,25}}[.!?]?$|\bwithout (?:an? |any |the |its |their )?(?:\w+ ){{0,2}}{_ASKED}\b|"
    r"\bwithout (?:saying|naming|giving|mentioning|stating|specifying|going into|elaborating|explaining)\b|\b(?:absent|missing) from\b|\b(?:is|are|was|were|stays?|remains?|keeps?) (?:silent|mute|vague)\b|(?:\bnot|n't|\bno|\bnothing|\bnever|\bnone)\b[^.;]{0,60} (?:that i (?:can|could|know|have)|as far as i (?:can|could|know)|from what i (?:can|could|have)) ?(?:see|find|tell|know|recall|remember)?\b|\bsilent (?:on|about)\b|"
    rf"\b(?:{_ASKED}|it|that|which|rest|part|those|this|one|bit)\b(?: [\w']+){{0,6}}? (?:is|was|are|were|has|have|got|seems?|appears?|'s)(?: \w+){{0,3}} {_LOST}\b|\b(?:it's|that's|'s) (?:all |been |not )?{_LOST}\b|"
    r"\b(?:came|comes|come|shows?|showed|turns?|turned) up (?:nowhere|empty|blank)|\bnever (?:came|comes|come) up|\b(?:unknown|unanswerable|unspecified|unmentioned|unstated|unrecorded|undisclosed|undocumented|unclear|unaddressed)\b|"
    r"\b(?:omits?|omitted|glosses over|leaves? out|leaves? (?:it|that) out|falls? short|stops? short)\b|\bthere(?: is|'s| was| were| are) (?:nothing|not)\b|\bfell (?:out|through|by)\b|"
    r"\b(?:fails?|failed|neglects?|neglected|omitted|forgot) to (?:mention|say|state|record|specify|give|note|include)|\boutside (?:of )?(?:what|my|the)\b|"
    # "there was a fee, but not how much"
    r"\b(?:but|just|only|though)? ?not (?:about |on |of |for |say )?(?:when|who|whom|whose|which|what|how|where|why|whether|with wh\w+|by wh\w+|(?:the|its|his|her|their) (?:exact|actual|grounds|reasons?|motives?|cause|name|number|figure|date|time|value|amount|reason|details?))\b"
)

# ----------------------------------------------------------------------------------------------------------- Korean

_ADV_KO = r"(?:(?:따로|전혀|아예|하나도|별도로|구체적으로|정확히|명확히|명확하게|직접|아직|제대로|더는|더|잘|도통|통|여기|딱히|자세히) )?"
_P_KO = r"(?:이|가|은|는|을|를|도|에|에는|에도|에서|에서는|에선|엔|조차|까지|까지는|까진|자체가|자체는|마저|만)?"
# Nouns that make verbs with 하다 and 되다.
_SAYING_KO = (
    r"(?:언급|기록|명시|기재|설명|공유|포함|저장|보관|정리|소개|안내|거론|논의|전달|등장|표기|서술|확인|파악|제공|공개|특정|수록|메모|기억|답변|대답|답|말씀|말|얘기|이야기|"
    r"기술|보고|제시|고지|통보|질문|대화|회신|표시|노출|추적|단정|장담|복원)"
)
_THING_KO = r"(?:언급|기록|정보|내용|이야기|얘기|명시|설명|근거|자료|데이터|답변|답|단서|흔적|기억|메모|말씀|말|언질|기재|소식|대목|구절|문구|대화|힌트|실마리|맥락|아는 (?:바|것|게)|들은 (?:바|것|게)|본 (?:바|것|적))"
_ASKED_KO = (
    r"(?:이름|성함|숫자|금액|액수|번호|날짜|이유|사유|까닭|정보|부분|값|수치|결과|기록|시간|시각|내용|항목|대목|주소|장소|위치|담당자|조건|규칙|원인|버전|포트|경로|세부|구체적인 [가-힣]+|상세|"
    r"비용|요금|가격|수량|인원|개수|기한|마감일?|일정|근거|설명|답|코드|색상?|연락처|그건|그게|그것|그 부분)"
)
_NONE_KO = r"(?:없|않|못|안 ?(?:됐|돼|되|된|나|보|적|남|했|하|한|들|담|써|쓰)|불가|어렵|힘들|빠져|빠졌|누락)"
_SOURCE_KO = r"(?:요약본?|기록|대화(?: 내용)?|메모|노트|로그|자료|여기|이곳|본문|문서|맥락|내용|제게|저한테|저에게|제 ?쪽|저는|제가 [가-힣 ]{1,12}|어디|아무 ?데|어느 곳|주어진 [가-힣]+|남은 [가-힣]+)"
# Native verbs: the stem before 지, the forms after 안 and 못, the form before a noun.
_STEM_KO = (
    r"(?:나오|나와 ?있|적히|적혀 ?있|적|적어 ?(?:두|놓)|쓰여 ?있|써 ?있|쓰이|씌어 ?있|남|남아 ?있|남기|남겨 ?(?:두|놓|져 ?있|지)|담기|담겨 ?있|들어 ?있|실리|실려 ?있|듣|들리|받|보이|보|찾|찾아지|알|알려 ?(?:주|주시|지|져 ?있)|"
    r"가르쳐 ?주(?:시)?|말하|말해 ?주(?:시)?|말씀하(?:시)?|말씀해 ?주시|얘기하(?:시)?|얘기해 ?주시|이야기하(?:시)?|밝히(?:시)?|다루|다뤄지|드러나|전하|전해지|떠오르|생각나|기억나|기억하|잡히|짚이|읽히|전달받|"
    r"언급하(?:시)?|언급되|언급돼 ?있|명시되|명시돼 ?있|기록되|기록돼 ?있|기록되어 ?있|포함되|포함되어 ?있|포함돼 ?있|등장하|공유되|공유받|공유하(?:시)?|안내되|설명되|제공되|정리되|정리돼 ?있|파악되|확인되|특정되|주|주시|갖고 ?있|가지고 ?있|분명하|뚜렷하|또렷하|정확하|선명하)"
)
_SHORT_KO = (
    r"(?:나오|나와|나왔|나옵|나온|나옴|나옵|적혀|적었|적힌|적어|적으|써 ?있|쓰여|써 ?두|남아|남았|남은|남겨|남겼|남음|담겨|들었|들은|들어 ?있|들려|들어서|들어봤|실려|실렸|보이|보여|보입|보임|보였|찾|알려|가르쳐|말씀|말해|말했|말한|얘기|이야기|밝혔|밝히|다뤘|다루|드러|전해|"
    r"떠오|떠올|생각|기억|잡혀|잡히|받았|받은|읽|주셨|주시|줬|알아|언급|적으셨)"
)
_ADN_KO = (
    r"(?:나온|나오는|나왔던|나와 ?있는|적힌|적은|적혀 ?있는|적어 ?(?:둔|놓은)|쓰인|쓰여 ?있는|남은|남긴|남겨진|남아 ?있는|남겨 ?둔|담긴|담겨 ?있는|들은|들어 ?본|들어온|들어 ?있는|받은|본|보이는|찾은|찾을 수 있는|알려 ?준|알려 ?주신|알려진|가르쳐 ?주신|"
    r"말한|말했던|말씀하신|말씀해 ?주신|말씀 ?주신|하신|했던|한|얘기한|이야기한|말씀드린|밝힌|다룬|드러난|전해진|전해 ?들은|전달받은|떠오르는|기억나는|기억하는|기억에 남는|아는|알고 ?있는|짚이는|정리된|정리해 ?둔|공유된|공유받은|공유해 ?주신|"
    r"갖고 ?있는|가지고 ?있는|가진|언급된|언급한|언급하신|기록된|기록해 ?둔|명시된|확인된|확인되는|확인할 수 있는|파악된|안내받은|들려주신|오간|오고 ?간|나눈|주신|답할|답변드릴|드릴|말씀드릴|참고할)"
)
_NOUN_KO = r"(?:적|바|것|게|건|데|데가|곳|곳이|내용|기록|부분|기억|대목|정보|얘기|이야기|말|말씀|자료|흔적|줄|수|방법|길|도리|만한 ?(?:게|것|내용)|만한|일)"
_ABSTAIN_KO = re.compile(
    rf"모르|모릅|몰라|모름|모른|몰랐|알 ?(?:수|길|도리|방법|턱|리)(?:이|가|는|은|도)? ?없|알기(?:는|가)? ?(?:어렵|힘들)|(?:찾|확인할|파악할|말할|말씀드릴|답할|답변드릴|답변할|알려 ?드릴|기억할|특정할|짚을|댈|단정할) ?(?:을 )?(?:수|방법|길|도리)(?:가|는|도|이|은)? ?없|찾을 ?수(?:가|는)? ?없|못 ?찾|찾지 ?못|"
    rf"{_STEM_KO} ?지(?:는|도|를|가|조차)? ?(?:않(?!아도|으면|기로|게|도록)|못|안 ?(?:했|하))|(?<![가-힣])(?:안|못) ?{_SHORT_KO}|{_ADN_KO} ?{_NOUN_KO}(?:이|가|은|는|도|조차|자체가|라곤|라고는)? ?{_ADV_KO}(?:없|못|안 )|"
    rf"{_SAYING_KO}{_P_KO} ?{_ADV_KO}(?:(?:되|되어|돼|된|됐던|하|해|한|했던|하신|하셨던|해 ?주신|해 ?두신|해 ?둔|할|될|드릴|드리)(?: ?있| ?두| ?놓| ?주| ?주시)?)? ?(?:지(?:는|도|가|를)? ?(?:않|못|안)|{_NOUN_KO}(?:이|은|도|는|가)? ?{_ADV_KO}(?:없|않|못)|기(?:가|는|도|에)? ?(?:어렵|힘들|곤란|그렇|부족))|"
    rf"(?:{_SAYING_KO}|{_THING_KO}){_P_KO} ?{_ADV_KO}{_NONE_KO}|{_ASKED_KO}[가-힣]{{0,4}} ?(?:[가-힣]+(?:에|에서|에는) ?|모두 |다 |같이 |빈 |전부 )?(?:지워|지운|빠져|빠졌|빠진|빠짐|누락|사라|유실|잘렸|잘려|날아|날라|소실|생략|삭제|공란|빈칸|비어|놓쳤|안 ?[나남적보담들]|{_STEM_KO}지)|"
    r"[가-힣]+(?:만|밖에)(?:은|이)? ?기억(?:나|하|납|해|됩|이 ?나|에 남)|"
    rf"{_SOURCE_KO}(?:에|에는|에도|에서|에서는|에선|엔|의|만으로|만으로는|으로는|로는|상)?(?: [^.,;]{{0,25}})? ?(?:없(?!이)|않|안 ?(?:나|보|적|남|담|들)|못 ?(?:찾|들))|"
    r"기억(?:이|은|에|도)? ?(?:잘 |전혀 |영 )?(?:안|나지|없|못|가물|흐릿|희미|흐려|나질|남아 ?있지|남지)|가물가물|금시초문|(?:잊|까먹|잊어버|잊어먹|놓쳤)(?:었|어|은|고|습|버|네|음|어서)|생각이 안|알 수 있는 [가-힣]+(?:이|가) 아니|(?:봤|보았|봐도|뒤져도)[가-힣]{0,3} ?(?:여기 |어디에도 |전혀 )?(?:없|안 ?[나보])|"
    r"답(?:변)?(?:할|을|은|드리|하기|드릴)? ?(?:못|수(?:가|는)? ?없|어렵|힘들|곤란|드리기|드릴 수 없)|해당 ?없|불명|미상|불분명|미기재|불확실|(?:정보|언급|기록) 없음|자신(?:이|은)? ?없|확신(?:이|은|할|하지)? ?(?:없|못|안|수|않)|확실(?:하지|치|하진)[^.]{0,3} ?(?:않|못)|감이 ?(?:안|없|오지)|"
    r"(?:까지만|정도만|(?:것|거|건|점|사실|말|얘기|이야기|내용|기록|데)(?:까지만|까지|만|뿐|밖에)|라는 것만|다는 것만|뿐|정도) ?(?:만 )?(?:기억|남아|남았|남은|알|나와|있|이|적혀|들었|확인)|"
    r"(?:다|라)고만 ?(?:되어|돼|적혀|나와|나오|써|쓰여|기록|남아|들었|알)|(?:요약본?|기록|대화|메모|자료|노트|로그|본문|문서)[가-힣]{0,4} ?(?:[가-힣]+ )?(?:빠져|빠졌|빠진|누락|생략|잘려|잘렸)|"
    r"다시 (?:한번 |한 번 )?(?:알려|물어|말씀해|확인해|여쭤|여쭈)|확인해 ?(?:보셔야|봐야|주셔야|보시는|보세요|보시길|보시기|봐 주)|찾아 ?(?:보셔야|봐야|보시)|확인이? ?(?:필요|안|어렵|불가)|물어보셔야|여쭤보|문의해|"
    r"(?:누구|누가|언제|어디|어딘|얼마|무엇|왜|뭐|뭔|무슨|며칠|몇 ?[가-힣]*|어떤 [가-힣]+|어느 [가-힣]+|어떻게 [가-힣]+)(?:인지|였는지|한지|일지|인지는|인지까지는|지|는지|던지|했는지|됐는지|건지)[가-힣]* ?[^.]{0,14}(?:없|않|못|안|흐릿|가물|어렵|빠)"
)

# ------------------------------------------------------------------------------------------- abstaining, then telling

_CONTRAST = re.compile(
    r"(?:\b(?:but|however|though|although|yet|later|then|eventually|afterwards|in the end|finally|still|so)\b|지만|는데|는데도|다가|으나|나중에|이후에?|결국|그래도|다만|하지만|[.;-])"
)
_ASIDE = re.compile(
    r"\b(?:only|just|there (?:is|was|were|are|'s)|there's|discussed|mentioned|mentions|talk(?:ed)? (?:of|about)|know that|said (?:that )?(?:she|he|they|it)|(?:i|we) (?:do )?(?:know|see|have))\b|"
    r"(?:[얘이]기|것|말|언급|내용|사실|거)(?:만|은|는|뿐|도)? ?(?:있|나와|남)|만 (?:있|나와|남|알|나왔)"
)
_GUESS = re.compile(
    r"\b(?:probably|likely|presumably|perhaps|maybe|i think|i believe|i'd (?:say|guess|go)|i would (?:say|guess)|my (?:best )?guess|must (?:be|have)|should be|might be|could be|supposedly|roughly|around|reckon|assume|suspect)\b|"
    r"아마|일 ?거|것 같|거 같| 같아요| 같습니다| 같네요|듯|추측|추정|짐작|쯤|나 싶|을걸|ㄹ걸|겠죠|겠네요|로 알고|으로 기억|걸로 기억|로 보입니다|로 봅니다"
)
_TELLS = re.compile(
    r"\b(?:it|that|she|he|they|you|we|the \w+)(?:'s|'d| is| was| are| were| be)\b|\b(?:agreed|settled|said|told|went for|is|was|comes to)\b|"
    r"(?:입니다|이에요|예요|이요|라고|다고|알고|결정|정했|합의|이었|였)"
)
_WORDS = re.compile(r"[^\W_]")


def abstains(text: str) -> bool:
    """Whether an answer says that it cannot say. Empty text abstains."""
    plain = normalise(text)
    return not plain or bool(_ABSTAIN.search(plain) or _ABSTAIN_KO.search(plain))


def tells_after_all(text: str) -> bool:
    """Whether an answer that abstains goes on to give an answer ("not said outright, but it's Air France").

    An aside about something else ("…, but there was a budget for the tents") is none.
    """
    plain = normalise(text)
    said = [m for p in (_ABSTAIN, _ABSTAIN_KO) if (m := p.search(plain))]
    if not said:
        return False
    first = min(said, key=lambda m: m.end())
    turn = _CONTRAST.search(plain, max(0, first.end() - 4))
    rest = plain[turn.end() :] if turn else ""
    if _ABSTAIN.search(rest) or _ABSTAIN_KO.search(rest):
        return False
    if _GUESS.search(rest) and _WORDS.search(rest):
        return True
    told = (
        turn is not None
        and turn.group() not in tuple(".;-")
        and bool(_TELLS.search(rest))
        and bool(_WORDS.search(rest))
    )
    return told and not _ASIDE.search(rest)
