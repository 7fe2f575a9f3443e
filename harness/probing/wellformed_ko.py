"""Whether the subject of a Korean question is a whole noun phrase: nothing of a verb in it, a noun at its end, and nothing left
behind in its sentence that it cannot do without."""

from __future__ import annotations

import re
from collections.abc import Iterable

_FINAL_N = "".join(chr(c) for c in range(0xAC00, 0xD7A4) if (c - 0xAC00) % 28 == 4)
_PAST = "".join(chr(c) for c in range(0xAC00, 0xD7A4) if (c - 0xAC00) % 28 == 20)
# Nouns in 고 are few; every other word in 고 inside a phrase joins a verb to what follows.
_NOUN_GO = re.compile(r"(?:광|보|신|창|재|최|사|경|참|예|금|장|원|피|권|통|공|기|국|회|중|투|항|잡|숙|작|차)고$")
_NOUN_DE = re.compile(r"(?:가운|군|한가운)데$")
_JOINS = re.compile(
    rf"(?:[가-힣](?:니까|지만|면서|도록|려고|거나|길래|느라|므로|더니|든지|자마자)|[{_FINAL_N}]데|[아어여해와워려겨져돼봐]서|[가-힣][져춰꿔둬줘놔]|[가-힣]{{1,}}(?:으면|하면|되면|으며|하며)|[{_PAST}](?:고|지|던))$"
)
_VERBAL_END = re.compile(
    rf"(?:습니다|니다|세요|어요|아요|해요|예요|이에요|네요|군요|거든요?|잖아요?|[{_PAST}](?:다|어|음|고|던|지|죠)|하[고며면지게]|되[고며면지게]|[가-힣](?:니까|지만|면서|도록|려고|거나|길래|느라)|[{_FINAL_N}]데)$"
)
_LEFT_BOUND = re.compile(
    r"^(?:그|이|저|이런|그런|저런|어떤|이번|지난|지난번|다음|다른|같은|오늘|어제|내일|모레|방금|아까|이따|우리가|제가|내가|네|니|매|각|여러|모든|새|옛|첫|맨|한|두|세|네)$"
)
_ADNOMINAL = re.compile(
    rf"(?:[가-힣](?:는|던|하던)|[{_PAST}]던|[가-힣]*(?:된|한|할|될|진|난|온|간|본|쓴|산|낸|뺀|킨|친|준|둔|논|든|런|운|린|긴|인|쁜|큰|픈|른|찬|싼|은|을))$"
)
_NOUN_N = re.compile(
    r"(?:시간|기간|인원|정원|구간|공간|중간|연간|월간|주간|야간|년간|직원|병원|지원|공원|회원|사원|학원|의원|정본|사본|견본|대본|원본|자본|기본|일본|방문|주문|전문|공문|문|출근|최근|화면|도면|서면|측면|전원|버튼|라인|사인|메인|디자인|온라인|오프라인|"
    r"확인|승인|개인|본인|법인|할인|요인|원인|지인|부인|도메인|체인|코인|와인|캠페인|계산|예산|생산|재산|부산|정산|우산|출산|안전|사전|이전|직전|오전|충전|회전|운전|배선|노선|우선|일선|수선|전선|개선|엄선|신선|은|환|전환|교환|반환|순환|세션|버전|옵션|포지션|모션|"
    r"액션|프로모션|애플리케이션|번|당번|순번|기존|보존|의존|잔존|조건|안건|사건|물건|문건|요건|약관|기관|장관|보관|세관|이관|주관|연관|조명|설명|판단|수단|계단|집단|명단|재단|진단|전단|단|답변|주변|신변|토큰|쿠폰|폰|스마트폰|핸드폰|전화번호|난간|예보관)$"
)


def torn_inside(subject: str) -> bool:
    """Whether a word of a subject is a verb that joins clauses, a lone ending, or the subject closes with a verb."""
    words = subject.split()
    if any(joins(w) for w in words[:-1]) or "고" in words or words[0] in _JOSA:
        return True
    last = words[-1].strip("\"'“”‘’()[]")
    return bool(_VERBAL_END.search(last)) and len(last) > 1


_JOSA = frozenset(
    ["은", "는", "이", "가", "을", "를", "에", "의", "로", "으로", "도", "만", "라", "이라", "라고", "이고", "인데"]
)


def joins(word: str) -> bool:
    """Whether a word inside a phrase is a verb that joins its clause to the next: 고치고, 죄송한데."""
    if not re.search("[가-힣]$", word):
        return False
    if word.endswith("고") and len(word) > 1:
        return not _NOUN_GO.search(word)
    return bool(_JOINS.search(word)) and not _NOUN_DE.search(word)


def opens_torn(question: str) -> bool:
    """Whether a question made of a clause opens with a verb that joins it to a clause that is not there."""
    return joins(question.split()[0])


def torn_off(subject: str, quotes: Iterable[str]) -> bool:
    """Whether the word before a subject, wherever a sentence has it, belongs to it: 확정된 | 줄, 그 | 파일, 오늘 | 대사."""
    left = [before for q in quotes for before in _befores(subject, q)]
    return bool(left) and all(_bound(b) for b in left)


def _befores(subject: str, quote: str) -> Iterable[str]:
    for m in re.finditer(rf"(?<![^\s\"'“‘(\[]){re.escape(subject)}", quote):
        yield quote[: m.start()]


def _bound(before: str) -> bool:
    words = before.split()
    if not words or re.search(r"[,.!?;:)]\s*$", before):
        return False
    last = words[-1]
    return bool(_LEFT_BOUND.match(last)) or last.endswith("의") or _adnominal(last)


def _adnominal(word: str) -> bool:
    return (
        not re.search(r"(?:에|에서|서|로|까지|부터)는$", word)
        and bool(re.fullmatch("[가-힣]{2,}", word))
        and bool(_ADNOMINAL.search(word))
        and not _NOUN_N.search(word)
    )
