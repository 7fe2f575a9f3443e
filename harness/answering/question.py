"""What a question asks for: the type of the wanted answer and the terms of its subject, in English and Korean.

A reader may look at the question and nothing else; the probe's category and expected answer never come here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from harness.language import normalise, terms


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


@dataclass(frozen=True, slots=True)
class Question:
    """``terms`` are the subject's retrieval terms (question words left out), ``specific`` those that name something (with a
    digit, a capital, or Latin letters in Korean); ``latest``: asks what holds now;
    ``original``: asks what held at first; ``rejected``: asks about an option that was dropped."""

    want: Want
    terms: tuple[str, ...]
    specific: frozenset[str] = frozenset()
    latest: bool = False
    original: bool = False
    rejected: bool = False


# Tried in this order: the first form that matches decides. "What time" must come before "what".
_WANTS: tuple[tuple[Want, re.Pattern[str]], ...] = tuple(
    (want, re.compile(pattern))
    for want, pattern in (
        (Want.TONE, r"\b(?:tone|replies|your answers?|style|spelling|language)\b.*\?|\bhow .{1,40}\b(?:write|written|reply|answer|phrase)|말투|어조|존댓말|반말|답(?:변|은|을)? .{0,20}(?:어떻게|어떤|뭐라)|어떤 언어"),
        (Want.GOAL, r"\b(?:goal|aim|purpose|meant to|trying to|hoping|success|objective|main (?:thing|point)|what (?:is|was) .{1,60} for\?)\b|목표|목적|무엇을 위해|뭘 위해|잘됐는지|합격|성공"),
        (Want.REASON, r"\bwhy\b|\bhow come\b|\breasons?\b|\bwhat (?:made|tipped|spoke|persuaded|led|caused)|\bcause\b|\bwhat was (?:wrong|the (?:problem|objection|trouble|matter|argument|catch))"
                      r"|\bobjection|\bargument (?:for|against)|\bagainst\b.*\?|왜\b|왜 |이유|까닭|원인|어째서|무엇 때문|뭐 때문|문제였|문제가 뭐|걸림돌|근거"),
        (Want.FAILURE, r"\btried\b|\battempt|\bdid(?:n't| not) (?:work|help)|\bfail|\bwithout success|\bin vain|\bwent wrong|\bwhat happened (?:when|to|with)|\berror\b"
                       r"|실패|시도|해 ?봤|소용없|안 (?:됐|된|먹)|오류|에러|효과(?:가)? 없|어떻게 됐"),
        (Want.TIME, r"\bwhen\b|\bwhat (?:time|date|day|hour)|\bwhich (?:date|day|weekday|week|month|hours?|time|evening|morning)|\b(?:until|till|since|by) (?:when|what|which)|\bhow (?:late|early)\b"
                    r"|\bdeadline\b|\bwhat(?:'s| is) the (?:date|time|deadline)|\b(?:during|between) (?:which|what) (?:hours|times|days)|\bat what time"
                    r"|언제|몇 ?시|며칠|몇 ?월|몇 ?일(?!간| 동안|치)|무슨 요일|어느 요일|요일(?:이|은|에)|시각|날짜|마감일?(?:은|이)|기한(?:은|이)|일시|무슨 날"),
        (Want.QUANTITY, r"\bhow (?:many|much|long|large|big|often|far|high|low|heavy|wide|tall|deep|old|fast|thick|hot|cold)\b|\bwhat (?:percentage|percent|share|number|amount|budget|price|cost|size|limit|rate|"
                        r"threshold|temperature|voltage|current|cap|quota|salary|rent|deposit|fee|ratio|score|total|count|concentration|dose|length|width|distance|weight|volume|capacity|sample size)\b"
                        r"|\bwhat (?:[\w-]+ ){1,3}(?:limit|cap|budget|threshold|rate|lag|price|cost|fee|size|count|value|ratio|share|number|temperature|voltage|speed|frequency|capacity|width|thickness)\b"
                        r"|\bwhat (?:was|is|does|did|had|has|were) .{2,80}\b(?:cost|weigh|measure|amount to|worth|budget|limit|rate|price|fee|deposit|rent|salary|total|size|threshold|cap)\b"
                        r"|얼마|몇 ?(?:명|개|건|대|권|번|회|장|석|팀|층|평|분|초|시간|일|주|달|개월|년|퍼센트|%|도|볼트|원|만|킬로|미터|밀리|kg|mm|cm|ms|V|m|차|박|가지|곳|줄|병|통|배|kω|ω|mv|ma|hz|khz|ml|μl|µl|ug|mg)|몇(?= |인|이)|금액|비율|용량은|길이는|인원|수량|예산(?:은|이|액)|한도|전압은|온도는|농도"),
        (Want.IDENTIFIER, r"\b(?:which|what) (?:\w+ ){0,3}?(?:version|port|host|path|file|folder|directory|branch|ticket|commit|id|url|e-?mail|address|tag|hash|part|model number|command|flag|variable|column|"
                          r"table|endpoint|server|key|release candidate|image|revision|script|reference|code|field|option|setting|function|module|package|library|pin|case number|number plate|room|serial)\b"
                          r"|\bunder which\b|\bwhere (?:is|are|does|do|did|was|were|should|must|can) .{2,60}(?:stored|kept|saved|live|lie|sit|file|written|put|go)"
                          r"|버전|포트|경로|파일(?:명|은|이|이름)|폴더|브랜치|티켓|커밋|주소|명령|변수|어느 (?:서버|핀|보드|파일|폴더|방|호)|번호|품번|부품명|모델명|코드는|시리얼|호스트"),
        (Want.RULE, r"^(?:may|can|could|should|must|do|does|is|are|am|would|shall|if)\b.*\?|\ballowed\b|\bpermitted|\bok to\b|\bwhat (?:needs|has|must|should) |\bwhat do(?:es)? .{1,40} (?:need|have to)|\brule\b|\bcondition"
                    r"|해도 (?:되|돼|괜찮|될)|(?:되나요|되나|됩니까|돼요|될까요|되죠|괜찮나요|괜찮은가요|가능한가요|가능해)\??$|규칙|조건|지켜야|금지|하면 안|제약|원칙|제한"),
        (Want.STATE, r"\b(?:done|finished|left|remain|remaining|outstanding|status|progress|still to|where do we stand|how far)\b|남은|남았|진행|상태|끝난|완료|어디까지|할 일"),
        (Want.DECISION, r"\bdecid|\bdecision|\bsettle|\bagree|\bchoose|\bchose|\bpick|\bgo(?:ing)? (?:for|with)\b|결정|정했|정한|정하|합의|하기로|골랐|확정|선택"),
    )
)
_LATEST = re.compile(r"\b(?:now|current(?:ly)?|latest|as last|final(?:ly)?|in the end|new|today|these days|at present|as it stands)\b|지금|현재|최종|최신|결국|바뀐|마지막으로|이제|최종적")
_ORIGINAL = re.compile(r"\b(?:original(?:ly)?|at first|first|initial(?:ly)?|before (?:that|it was)|used to)\b|원래|처음|당초|애초|최초")
_REJECTED = re.compile(r"\b(?:reject|rul(?:e|ed) out|drop|discard|decide(?:d)? against|turn(?:ed)? down|not (?:go|use|take|choose)|abandon|scrap|dismiss|against|pass(?:ed)? on|didn't|did not|instead)"
                       r"|버(?:렸|린|리)|기각|제외|탈락|안 (?:쓰|하|쓴|한)|포기|접(?:었|은)|뺐|뺀|배제|거절|말았|않기로|않았")
# Words that a question uses to ask, not to name its subject.
_ASKING = frozenset(
    terms(
        "when why how what which who where did does was were decide decided settle settled agree agreed reason happen happened time date day "
        "currently now final finally last many much long large big often exactly again remember recall tell know said say mean called name kind "
        "come came end told 언제였죠 언제인가요 언제까지 시각 이유 이유가 무엇 무엇인가요 뭐였죠 뭐였지 뭔가요 얼마인가요 얼마였죠 얼마나 몇시 "
        "어떻게 되나요 되었나요 됐나요 했나요 하나요 인가요 이었나요 였나요 정했나요 결정 결정했나요 정하기로 하기로 했죠 지금 현재 결국 최종"
    )
)


def understand(text: str) -> Question:
    """Read a question: what is wanted, and about what."""
    plain = normalise(text)
    want = next((w for w, pattern in _WANTS if pattern.search(plain)), Want.TEXT)
    subject = tuple(dict.fromkeys(t for t in terms(text) if t not in _ASKING))
    return Question(
        want,
        subject or tuple(dict.fromkeys(terms(text))),
        _specific(text),
        bool(_LATEST.search(plain)),
        bool(_ORIGINAL.search(plain)),
        bool(_REJECTED.search(plain)),
    )


_NAMING = re.compile(r"[A-Za-z]*[0-9][\w.:/@+-]*|(?<=[a-z,] )[A-Z][\w.-]+|[A-Z]{2,}\w*|[\w]+[_/][\w/]+")
_LATIN = re.compile(r"[A-Za-z][\w.:/@+-]*")


def _specific(text: str) -> frozenset[str]:
    """Terms of words that name something; if the context lacks them, it speaks of something else."""
    named = _NAMING.findall(text)
    if re.search(r"[가-힣]", text):
        named += _LATIN.findall(text)
    return frozenset(t for word in named for t in terms(word))
