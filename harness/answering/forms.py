"""The forms of questions, English and Korean, as patterns over normalised text; the first that fits decides."""

from __future__ import annotations

import re
from enum import StrEnum

from harness.language import terms
from harness.values import IdentifierKind as Id


class Want(StrEnum):
    """The type of answer that a question asks for."""

    TIME = "time"
    QUANTITY = "quantity"
    IDENTIFIER = "identifier"
    REASON = "reason"
    RULE = "rule"
    FAILURE = "failure"
    STATE = "state"
    TONE = "tone"
    GOAL = "goal"
    DECISION = "decision"
    TEXT = "text"


_AUX = r"(?:is|are|was|were|will|do|does|did|should|shall|can|could|may|must|has|have|had|would)"
# Nouns of amounts: after "what", and before 은/는/이 or alone at the end in Korean.
_AMOUNT = (
    "percentage|percent|share|amount|budget|price|cost|size|limit|rate|threshold|temperature|"
    "voltage|current|cap|quota|salary|wage|rent|deposit|"
    r"fee|ratio|score|total|count|concentration|dose|dosage|length|width|height|depth|"
    r"distance|weight|volume|capacity|timeout|interval|duration|"
    r"margin|tolerance|lag|delay|latency|speed|frequency|thickness|ceiling|maximum|minimum|"
    r"retention|headcount|p\d\d|resistance|pressure|"
    "discount|bonus|surcharge|allowance|penalty|turnout|yield|accuracy|probability|mark-?up|humidity|altitude|"
    "mileage|fine|toll|fare|grant|balance"
)
_NAMED = (
    "version|port|host(?:name)?|path|file(?:name)?|folder|directory|branch|ticket|issue|"
    "commit|id|url|link|e-?mail(?: address)?|address|tag|hash|sha|part number|"
    "model number|command|flag|variable|endpoint|server|machine|release candidate|image|"
    "revision|script|reference|field|option|setting|parameter|"
    "function|module|package|pin|case number|number plate|serial|extension|account|table|"
    "column|key|bucket|queue|topic|channel|node|repo(?:sitory)?|build|"
    "invoice number|order number|booking (?:number|code|reference)|phone number|room number|"
    "code|asset|device|container|pod|schema|dataset|config|values file"
)
# Words between the question word and its noun: no preposition, no verb ("what is the price of the server" asks no
# server).
_MODIFIERS = (
    r"(?:(?!(?:of|for|in|on|to|at|from|with|by|and|or|that|we|it|he|she|they|is|are|was|were|"
    r"do|does|did|has|have|had|will|would)\b)[\w.'-]+ ){0,3}?"
)
_NAMED_NOUN = rf"(?:{_NAMED})s?\b(?! (?:{_AMOUNT})\b)"
_FORMS = (
    (Want.TONE,
     r"\b(?:tone|(?:your|assistant(?:'s)?|its) (?:replies|answers|messages|responses)|style of|"
r"register|form of address)\b|\bhow .{1,60}\b(?:repl(?:y|ies)|answers?|respon[ds]\w*|"
r"phrase)\b.{0,30}\b(?:written|write|worded|look|sound|be|phrased)\b"
     r"|\bhow .{1,50}\bwant.{1,40}\b(?:write|reply|answer|respond)|\bin (?:which|what) "
r"language\b|말투|어조|문체|존댓말|반말|답(?:변|장)?(?:은|을|이|도)? .{0,24}(?:어떻게|"
r"어떤|어떠|뭐라)|답변 (?:말투|형식|방식)|어떤 언어|어느 언어|무슨 언어"),
    (Want.REASON,
     r"\bwhy\b|\bhow come\b|\breasons?\b|\bwhat (?:made|tipped|spoke|persuaded|led|caused|"
r"killed|convinced|prevented|stopped|kept|drove|prompted|argument)|\bcause\b|\bculprit|"
r"\bwhat was (?:wrong|the (?:problem|objection|trouble|matter|argument|catch|issue|snag))"
     r"|\bobjections?\b|\barguments? (?:for|against)|\bwhat (?:was|is|were) .{0,40}\bagainst\b|"
r"\bwhat lay behind|\brationale|\bon what grounds|\bwhat for\?"
     r"|(?<![가-힣])왜(?![가-힣])|이유|까닭|원인|어째서|무엇 때문|뭐 때문|뭣 때문|때문인|"
r"문제(?:였|가 뭐|가 무엇|점이|가 됐|는 뭐)|뭐가 문제|무엇이 문제|걸림돌|근거|배경|사유|"
r"계기|무슨 일로"),
    (Want.GOAL,
     r"\b(?:goals?|aim|purpose|objective|meant to|trying to|hoping|hopes? to|(?<!without )success|main "
r"(?:thing|point)|want(?:s|ed)? to (?:have|achieve|reach|get)|achiev\w+|what (?:is|was|"
r"are) .{1,60} (?:all about|for)\?)"
     r"|목표|목적|무엇을 위해|뭘 위해|잘됐는지|합격|성공|궁극적|지향"),
    (Want.STATE,
     r"\b(?:where do(?:es)? .{1,60}\bstand|what (?:is|was|has) .{0,50}\b(?:left|remain\w*|"
r"outstanding|pending|done|missing)\b|status|progress\b|still to (?:do|be done)|left to "
r"do|how far|what (?:came|has become|became|is the state) of|"
     r"finished|(?:already|been) (?:done|completed|finished)|to-?dos?|next steps?)\b"
     r"|남은|남아|남았|진행|상태|끝난 |완료|어디까지 (?:됐|되|진|왔|했)|할 일|"
     r"어떻게 (?:됐|되었|되어 (?:가|있)|났)|결과가 어떻|다음 단계|처리 ?(?:됐|되)"),
    (Want.FAILURE,
     r"\btried\b|\battempt|\bdid(?:n't| not) (?:work|help)|\bfail|\bwithout success|\bin vain|"
r"\bwent wrong|\bwhat happened\b|\bhow did .{1,60}(?:work out|end|go\?|turn out)|\bwhat "
r"(?:came of|did .{1,60} show)\b|\bnot survive"
     r"|실패|시도|해 ?봤|소용없|안 (?:됐|된|먹|통)|효과(?:가)? 없|통하지 않|먹히지 않"),
    (Want.TEXT, r"(?:^|[,:;] )(?:and |so |then )?who(?:m|se)?\b|누가|누구|누굴|어느 (?:팀|부서|업체|회사|"
r"쪽|통신사|은행)|어떤 (?:팀|부서|업체|회사)|\b(?:which|what) (?:person|colleague|"
r"department|team|company|firm|supplier|vendor)\b"),
    (Want.TIME,
     rf"(?:^|[,:;] |\b(?:until|till|since|by|from|and|or|so) )when\b|\bwhen {_AUX}\b|\b(?:which|"
rf"what) (?:[a-z]+ )?(?:date|day|weekday|week|month|hour|time|evening|morning|afternoon|"
rf"quarter|year|deadline)s?\b"
     rf"|\b(?:until|till|since|by) (?:what|which)|\bhow (?:late|early|soon)\b|\bwhat(?:'s| is| "
rf"was) the (?:[a-z]+ ){{0,3}}?(?:date|time|due date|deadline)s?\b|\bwhat are "
rf".{0,30}\bhours\b"
     r"|언제|몇 ?시(?!간)|며칠(?! ?(?:동안|간|이나|걸))|몇 ?월|몇 ?일(?! ?(?:간|동안|치|이나|"
r"걸|분))|무슨 요일|어느 요일|요일(?:이|은|에)|시각|시간대|날짜|마감일?(?:은|이)|"
r"기한(?:은|이)|일시|무슨 날"),
    (Want.IDENTIFIER,
     rf"\b(?:which|what) {_MODIFIERS}{_NAMED_NOUN}|\bwhat(?:'s| is| was) "
rf"{_MODIFIERS}{_NAMED_NOUN}|\bunder (?:which|what)\b|\bnumber of (?:the|that) (?:ticket|"
rf"case|room|order|booking)|\bwhat is .{{1,50}} (?:called|named)\?"
     r"|\bwhere (?:is|are|does|do|did|was|were|should|must|can) .{2,60}(?:stored|kept|saved|"
r"live|lie|sit|written|put|located)\b"
     r"|버전|포트|경로|파일(?:명|은|이 ?름|이)|파일 이름|폴더|브랜치|티켓|커밋|해시|주소|"
r"명령어?|변수|어느 (?:서버|핀|보드|파일|폴더|방|호|장비|노드|모델)|번호|품번|부품명|"
r"모델명|코드는|코드가|시리얼|호스트|옵션(?:은|이)|아이디|계정|도메인|링크|내선|연락처|"
r"기안|식별자"),
    (Want.QUANTITY,
     rf"\bhow (?:many|much|long|large|big|often|far|high|low|heavy|wide|tall|deep|old|fast|slow|"
rf"thick|hot|cold|small|short)\b|\bwhat {_MODIFIERS}(?:{_AMOUNT})s?\b"
     rf"|\bwhat(?:'s| is| was| were) the {_MODIFIERS}(?:largest|smallest|highest|lowest|longest|"
rf"shortest|maximum|minimum|{_AMOUNT})\b"
     rf"|\b(?:which|what) .{{2,60}}\b(?:cost|weigh|measure|amount to|worth|stay (?:below|under|"
rf"above)|exceed)\b|\bwhich {_MODIFIERS}(?:{_AMOUNT})s?\b"
     r"|얼마|몇 ?(?:명|개|건|대|권|번|회|장|석|팀|층|평|분|초|시간|일|주|달|년|퍼센트|프로|%|"
r"도|볼트|원|만|킬로|미터|밀리|[a-zµμω°]|차|박|가지|곳|줄|병|통|배|인|칸|자리|세트|상자|"
r"박스|편|쪽|페이지|점|살|마리|그램|리터)"
     r"|며칠(?: ?동안|간|이나| 걸)|금액|비율|확률|용량(?:은|이)|길이(?:는|가)|인원(?:은|이)|"
r"수량|예산(?:은|이|액)|한도(?:는|가)|상한|하한|전압(?:은|이)|온도(?:는|가)|농도|단가|"
r"요금|시급|견적(?:은|이|가)|(?<![가-힣])몇(?= |으|인지|이)"),
    (Want.RULE,
     rf"^(?:so |and |then )?(?:may|can|could|should|must|am|would|shall|{_AUX}|if)\b.*\?|"
rf"\ballowed\b|\bpermitted|\bok(?:ay)? to\b|\bwhat (?:needs|has|must|should|may|can) |"
rf"\bwhat do(?:es)? .{{1,60}} (?:need|have to)\b|\brules?\b|\bconditions?\b|\bdemand|"
rf"\brequire|\bforbid|\bban(?:ned)?\b|\boff[- ]limits"
     r"|해도 (?:되|돼|괜찮|될)|[가-힣]도 (?:되나|돼|될까|되는|됩|괜찮)|(?:되나요|됩니까|돼요|"
r"될까요|되죠|괜찮나요|괜찮은가요|가능한가요|가능해|하나요)\??$|규칙|조건|지켜야|금지|"
r"하면 안|지 (?:않|말|못)|말아야|안 되는|말라|제약|원칙|제한|허용|먼저 (?:뭘|무엇)|당부|쓸 수 있"),
    (Want.DECISION,
     r"\bdecid|\bdecision|\bsettle|\bagree|\bchoose|\bchose|\bpick|\bgo(?:ing)? (?:for|with)\b|"
r"\bbecomes? of\b|결정|정했|정한|정하|합의|하기로|기로 (?:했|한|됐)|골랐|확정|선택|채택"),
)  # fmt: skip
_WANTS = tuple((want, re.compile(pattern)) for want, pattern in _FORMS)


def wanted(plain: str) -> Want:
    """The type of answer that a (normalised) question asks for."""
    return next((w for w, pattern in _WANTS if pattern.search(plain)), Want.TEXT)


LATEST = re.compile(
    r"\b(?:now(?:adays)?|current(?:ly)?|latest|last (?:agreed|set|said)|as last|final(?:ly)?|"
    r"in the end|new|today|these days|at present|at the moment|as (?:it|things) stands?)\b"
    r"|지금|현재|최종|최신|결국|바뀐|바뀌|마지막|이제|변경된"
)
ORIGINAL = re.compile(
    r"\b(?:original(?:ly)?|at first|initial(?:ly)?|to begin with|before (?:that|it was|the "
    r"change)|used to)\b|원래|당초|애초|최초|처음에(?:는)? (?:얼|몇|언|어|무|뭐)"
)
REJECTED = re.compile(
    r"\b(?:reject|rul(?:e|ed) out|drop(?:ped)?|discard|decide(?:d)? against|turn(?:ed)? down|"
    r"not (?:go|use|take|choose)|abandon|scrap|dismiss|against|pass(?:ed)? on|didn't|did not|"
    r"instead|g[ai]ven? up|thr[eo]wn? out|call(?:ed)? off|kill(?:ed)?)"
    r"|버(?:렸|린|리)|기각|제외|탈락|안 (?:쓰|하|쓴|한|잡)|포기|접(?:었|은)|뺐|뺀|빼기|배제|거절|말았|않기로|않았"
)
PERSON = re.compile(
    r"\bwho(?:m|se)?\b|\b(?:which|what) (?:person|colleague|department|team|company|firm|"
    r"supplier|vendor)\b|누가|누구|누굴|담당자|어느 (?:팀|부서|업체|회사|쪽)|이름이 (?:뭐|"
    r"무엇)|성함"
)

# ------------------------------------------------------------------------------------------------ units and subtypes

# The dimension that a quantity question names, tried in order.
_UNITS = tuple(
    (unit, re.compile(pattern))
    for unit, pattern in (
        (
            "%",
            r"\b(?:percentage|percent|what (?:share|proportion)|probability|discount)\b|퍼센트|%|비율|"
            r"확률|할인율|프로(?:나|예|였|야|인)",
        ),
        (
            "bytes",
            r"\b(?:memory|disk(?: space)?|storage|ram|payload|chunk size|file size|binary|"
            r"bandwidth)\b|메모리|디스크|용량|저장 ?공간",
        ),
        (
            "money",
            r"\bhow much money\b|\b(?:budget|price|fee|salary|wage|rent|deposit|costs?|pay|paid|"
            r"surcharge|fare|toll|grant|penalty|pot)\b(?!.*\b(?:memory|disk)\b)|예산|금액|비용|요금|"
            r"견적|시급|급여|연봉|월급|임대료|보증금|단가|가격|(?<![가-힣])돈|[가-힣]비(?:는|가|로)? "
            r"?얼마|얼마씩|위약금|수수료|몇 ?(?:만 ?)?원|(?:한 ?(?:대|명|개|장|권|박|팀|사람|병|"
            r"그릇)에|(?:인|명|대|개|장|박)당|매달|매월|하루에|월|한 달에) ?얼마|얼마(?:나)? ?(?:들|"
            r"든|내|낸|깎|받|주)",
        ),
        (
            "duration",
            r"\bhow (?:long|soon|late)\b(?! (?:is|are) the (?:cable|rope|wall|table|list))|"
            r"\b(?:timeout|duration|interval|delay|lag|latency|retention)\b|\bhow many (?:seconds|"
            r"minutes|hours|days|weeks|months|years|business days)\b"
            r"|몇 ?(?:분|초|시간|일|주|달|개월|년)(?:간|이나|을|마다|정도|만|치|까지|짜리|으로|이|"
            r"은)?|며칠|시간(?:은|이)? .{0,16}얼마|얼마나 (?:오래|걸)|기간|얼마 동안|얼마 만에|"
            r"타임아웃|간격",
        ),
        ("temperature", r"\btemperature|\bhow (?:hot|warm|cold)\b|온도|몇 ?도(?![가-힣])"),
        ("V", r"\bvoltage|\bvolts?\b|전압|볼트"),
        ("A", r"\b(?:current draw|amps?|amperes?)\b|전류|암페어|소모 ?전류"),
        ("Ω", r"\bresist(?:ance|or)|\bohms?\b|저항|옴"),
        (
            "m",
            r"\bhow (?:far|wide|tall|deep|thick)\b|\b(?:distance|width|height|depth|thickness|"
            r"length)\b|거리|높이|길이|두께|너비|폭",
        ),
        ("g", r"\bhow heavy\b|\bweigh|무게|중량"),
        (
            "person",
            r"\bhow many (?:\w+ ){0,2}(?:people|persons|guests|attendees|participants|users|customers|"
            r"staff|employees|volunteers|students|patients|members|developers)\b|\bheadcount\b|몇 "
            r"?(?:명|분이|인|사람)|인원",
        ),
    )
)
_COUNTED = re.compile(r"\bhow many ((?:[a-z-]+ ){0,2}?[a-z-]+s|people|children)\b")
_COUNTERS = {
    "대": "unit",
    "건": "case",
    "개": "item",
    "장": "sheet",
    "권": "book",
    "팀": "team",
    "석": "seat",
    "층": "floor",
    "박": "night",
    "평": "pyeong",
    "번": "time",
    "회": "time",
    "가지": "item",
    "곳": "place",
    "줄": "line",
    "병": "bottle",
    "배": "x",
    "명": "person",
}
_COUNTER = re.compile(rf"몇 ?({'|'.join(_COUNTERS)})")


def asked_unit(plain: str) -> str:
    """The dimension (``money``, ``duration``, ``%`` …) or the counted noun, as values name it; empty for any."""
    if match := _COUNTER.search(plain):
        return _COUNTERS[match[1]]
    if unit := next((u for u, pattern in _UNITS if pattern.search(plain)), ""):
        return unit
    if match := _COUNTED.search(plain):
        noun = match[1].split()[-1]
        return noun.removesuffix("s") if not noun.endswith("ies") else noun[:-3] + "y"
    return "amount" if "얼마" in plain or "how much" in plain else ""


_SUBTYPES = tuple(
    (frozenset(kinds), re.compile(pattern))
    for kinds, pattern in (
        ((Id.PORT,), r"\bport\b|포트"),
        ((Id.HASH,), r"\bcommit|\bhash\b|\bsha\b|커밋|해시"),
        ((Id.VERSION,), r"\bversion|\brelease candidate|\b(?:which|what) release\b|버전"),
        ((Id.TICKET,), r"\bticket|\bissue\b|티켓|이슈"),
        ((Id.URL, Id.HOST), r"\burl\b|\blink\b|링크|url"),
        ((Id.EMAIL,), r"\be-?mail address|이메일 주소|메일 주소"),
        ((Id.PATH, Id.FILE), r"\bfile|\bpath|\bfolder|\bdirectory|\bscript\b|\bstored\b|경로|파일|폴더|디렉터리"),
        ((Id.BRANCH, Id.PATH, Id.NAME), r"\bbranch|브랜치"),
        ((Id.HOST, Id.IP, Id.NAME, Id.CODE), r"\bhost|\bserver|\bmachine|\bnode\b|서버|호스트|노드"),
        ((Id.COMMAND, Id.CODE), r"\bcommand|\bflag\b|명령|옵션"),
        ((Id.NAME, Id.CODE, Id.VARIABLE, Id.FILE), r"\bcolumn|\bfield|\bvariable|\bfunction|\btable\b|\bkey\b|"
         r"변수|함수|테이블|컬럼"),
    )
)  # fmt: skip


def asked_subtypes(plain: str) -> frozenset[Id]:
    """The subtypes of identifier that an identifier question allows; empty for any."""
    return next((kinds for kinds, pattern in _SUBTYPES if pattern.search(plain)), frozenset())


# Words that a question uses to ask, not to name its subject.
ASKING = frozenset(
    terms(
        "when why how what which who where did does was were decide decided settle settled agree "
        "agreed reason happen happened time date day "
        "currently now final finally last many much long large big often exactly again remember "
        "recall tell know said say mean called name kind "
        "per originally original initially nowadays "
        "come came end told argument cause objection supposed going wanted asked ask want "
        "according regard anything something somebody "
        "after before until without while during within hour hours thing things stand stands "
        "even later first relative usually according "
        "용으로 용도로 원래 당초 애초 최초 최초에 처음에 "
        "언제 언제였죠 언제인가요 언제까지 시각 이유 이유가 이유는 무엇 무엇인가요 뭐였죠 뭐였지 "
        "뭔가요 뭐예요 뭐야 얼마 얼마인가요 얼마였죠 얼마나 얼마야 얼마예요 몇시 며칠 누구 "
        "누구야 어디 "
        "어떻게 어떤 어느 무슨 되나요 되었나요 됐나요 했나요 하나요 인가요 이었나요 였나요 "
        "정했나요 결정 결정했나요 정하기로 하기로 했죠 했어요 했지 했어 됐죠 됐어 지금 현재 결국 "
        "최종 최종적으로 까닭 원인은요 "
        "뭐라고 알려 주세요 기로 있나요 있어요 있어 그렇게 방식 식으로 "
        "쪽에 쪽은 쓸 쓰는 하면 기준으로 시에 시가 "
        "시부터 시까지 대에 명이 명으로 개에 낸 뜬 든 오는 것은 "
        "하던 좀 얼마씩 매번 마지막에 마지막으로 최종적 "
        "확정 확정됐어요 확정됐나요 정한 정했죠 정했어요 바뀌었어요 바뀌었나요 잡혀"
    )
)
