"""What a text says of a value that it mentions: that it is the one, that it is not, or that it was once."""

from __future__ import annotations

import re
from enum import Enum


class Stance(Enum):
    """How a mention is meant. ``WAS`` is past tense alone: former only beside a value that holds now."""

    HOLDS = "holds"
    DENIED = "denied"
    FORMER = "former"
    WAS = "was"


_LINK = r"(?:\s(?:the|a|an|at|on|to|be|set|planned|value|of|it|for|in|with|by|as|about|around|just|simply|using|use|starts?|begin|begins|called|moving|move|moved|version|plan|mr|ms|mrs|original)\.?){0,4}\W*$"
_DENIED_BEFORE = re.compile(
    r"(?:\bnot|n't|\bnever|\bnor|\bneither|\binstead of|\brather than|\bas opposed to|\bunlike|\bother than|\btalk of|\bwhether(?: it's| it is| it was| to use)?|"
    r"\bconfus\w+(?: it)?(?: with)?|\b(?:suggest|propos|consider|discuss|reject|dropp|dismiss|exclud|float)\w*(?: (?:moving|making|setting|raising|changing)\w*(?: it)?)?|\bruled out|\bturned down|\bidea of|"
    r"\b(?:picked|chosen|preferred|selected|chose|went with|won|favou?red)(?: \w+){0,3} over)" + _LINK
)
_FORMER_BEFORE = re.compile(
    r"(?:\bno longer|\bused to be|\boriginally|\bpreviously|\bformerly|\binitially|\bat first|\bfrom|\breplac(?:es|ed|ing)|\bearlier|\bold|\bprior|\bprevious|\bformer|\boriginal|"
    r"\b(?:later|earlier|sooner|higher|lower|up|down|more|less|longer|shorter|bigger|smaller) than|\bas opposed to|\btakes? over from|\bsucceed(?:s|ed|ing))"
    + _LINK
)
_FORMER_KO = re.compile(
    r"(?:(?:원래|기존|당초|애초)(?!대로)|처음에?(?!부터)|이전|예전|종전|전에는|초기|옛)[가-힣]*(?:\s[가-힣a-z]+){0,2}[\s:]*$"
)
_WAS_BEFORE = re.compile(r"\b(?:was|were|had been)" + _LINK)
_FROM = re.compile(r"\bfrom(?:\s(?:the|a|original|old|initial))*\s*$")
_AFTER_FROM = re.compile(r"\s?(?:up |down |over |back )?(?:to|->|→|until)\b")
_MOVED = re.compile(
    r"\b(?:mov|chang|rais|lower|postpon|switch|down|up|over|went|goes|go|reduc|cut|increas|bump|shift|slipp|push|brought|grew|shr|taken?|took|inherit|migrat|transferr|dropp|deferr|extend|shorten|renam)\w*(?: \w+){0,4} from(?:\s(?:the|a|original|old|initial))*\s*$"
)
_DENIED_AFTER = re.compile(
    r"^[^\w가-힣]{0,2}(?:[가-힣]{0,3}\s)?(?:이?가? ?아니(?!면|야)|이?가? ?아닌|말고|대신|은 아니|는 아니|인지|일지|(?:으로|로)? ?(?:옮기|바꾸|하|가|쓰|잡|미루|늘리|줄이|올리|내리)자는|(?:이)?라는 (?:말|얘기|이야기|의견|제안)|"
    r"\(?(?:was|were|is|has been|got) (?:\w+ )?(?:rejected|dropped|wrong|ruled out|considered|suggested|proposed|turned down|discussed|not|dismissed|incorrect|floated)|\(?(?:is wrong|was rejected)|isn't|wasn't|is not|was not)"
)
_FORMER_AFTER = re.compile(
    r"^[^\w가-힣]{0,2}(?:[가-힣]{1,3}\s?)?(?:에서(?=\s\S+(?:으로|로) )|에서(?=\s.*(?:바뀌|바꾸|바꿨|변경|옮|늘|줄|올[렸라리]|내[렸려리]|미[뤄뤘루]|교체|인상|인하|당[겨기]|앞당|조정|넘[어겨기]|늦[추춰췄]|연기|이관|인계))|"
    r"[가-힣]{0,2} ?(?:하던|쓰던|보던|맡던|맡았던|있던|였던|이었던|이던|했던|쓰였던) |(?:이)?(?:였|었)(?:는데|다가|지만|으나|던)|(?:으로|로|을|를)? ?(?:잡|정|계획|예정|하려|했|였|쓰|썼|맡|갔)[가-힣]{0,3}(?:다가|는데|지만|으나)|하려다|(?:으로|로)? ?[가-힣]{1,4}려(?:다가?|고 했|던)|(?:으로|로) 하려다|(?:(?:[가-힣]{1,3} )?(?:씨|님|대리|과장|팀장|부장|사원|선생님)?)(?:이|가|을|를|으로|로|은|는)? ?[가-힣]{0,4}(?:하|맡|있|쓰|담당하|보|였|이었|잡|했|갔|두)다가 |(?:에게서|한테서|에게|한테|으?로부터) (?:[가-힣]+ )?(?:이어받|넘겨받|물려받|인계받|인수받|인수)|"
    r"\(?(?:old|previous|outdated|superseded|no longer|until|before(?: that)?\b)|(?:was|were) (?:the )?(?:original|old|earlier|previous|first|initial)|(?:at first|originally|initially|before that)(?!,? (?:it|they|we|that|this|the|he|she|there|planned|set|scheduled|meant|due|was|were)\b))"
)
_BEFORE, _AFTER = 70, 60


def stance(before: str, after: str) -> Stance:
    """Judge a mention by the text between it and its neighbours (or the borders of its sentence)."""
    left, right = before[-_BEFORE:], after[:_AFTER]
    if _DENIED_BEFORE.search(left) or _DENIED_AFTER.match(right):
        return Stance.DENIED
    if _FROM.search(left):  # "from 9 to 17" is a range or a move; "from X" alone tells where something came from
        moved = _MOVED.search(left) or _AFTER_FROM.match(right)
        return Stance.FORMER if moved else Stance.HOLDS
    if _FORMER_BEFORE.search(left) or _FORMER_KO.search(left) or _FORMER_AFTER.match(right):
        return Stance.FORMER
    return Stance.WAS if _WAS_BEFORE.search(left) else Stance.HOLDS


# ------------------------------------------------------------------------------------------------- rejected options

_REJECTING = re.compile(
    r"\b(?:turn(?:ed)?\b.{0,20}\bdown|reject\w*|rule[ds]?\b.{0,20}\bout|drop(?:ped)?|discard\w*|decid\w+ (?:against|not)|(?:not|n't) (?:to )?(?:use|go with|choose|pick|take)|"
    r"abandon\w*|g[ai]ven? up on|scrap\w*|dismiss\w*|veto\w*)\b|쓰지 ?않기로|안 쓰기로|탈락|제외|빼기로|뺐|배제|기각|접은|접었|포기|거절|(?:하지 않|안 하)기로|떨어[졌진뜨]|퇴짜|버린|채택하지 않"
)
_OUT = re.compile(
    r"\b(?:turned down|reject\w*|ruled out|dropped|discard\w*|against|over|instead of|rather than|not|scrapped|dismissed|abandoned|vetoed|passed on|said no to)\s(?:the |using |use )?$"
)
_OUT_AFTER = re.compile(
    r"^\S{0,3}\s?(?:is|was|got|were|has been)?\s?(?:is |the one (?:that|we|you|they) )?(?:got |was )?(?:out\b|turned down|reject|ruled out|dropped|discard|scrapped|dismissed|too )|"
    r"^[은는이가을를도]?[^.]{0,24}(?:안 (?:쓰|썼|하|고르)|쓰지 ?않|제외|탈락|빼|뺐|빠[졌지]|배제|기각|접[기었었]|포기|거절|떨어|대신)"
)
_IN = re.compile(
    r"\b(?:use|using|used|pick(?:ed)?|chose|choose|chosen|took|take|go(?:ing)? with|went with|in favou?r of|for|kept|keep|adopt\w*|settled on|opted for|selected)\s(?:the )?$"
)
_IN_AFTER = re.compile(
    r"^\S{0,3}\s?(?:(?:was|were|got|is) (?:what (?:we|you|they)|picked|chosen|adopted|kept|selected|in use|preferred|the one (?:we|you|they)(?:'re| are)? (?:us|chose|pick))|it is\b|won\b|stays)|"
    r"^[은는이가을를로]{0,2}으?로?[^.]{0,12}(?:쓰[고기는며]|써|씁|사용[하했]|채택[하했]|선택[하했]|결정[하했되됐]|확정[하했되됐]|낙점|뽑|택[하했]|정[하했해]|골[랐라]|가기로|가고|갑니다|갔)"
)


def asks_rejected(question: str) -> bool:
    """Whether a question (prepared) asks for what was not taken."""
    return bool(_REJECTING.search(question))


def rejected_stance(before: str, after: str) -> Stance | None:
    """For such a question: HOLDS when the text says that this one was not taken, DENIED when it was; None says neither."""
    left, right = before[-_BEFORE:], after[:_AFTER]
    if _IN.search(left) and not _OUT.search(left):
        return Stance.DENIED
    if _OUT.search(left):
        return Stance.HOLDS
    inside, outside = _IN_AFTER.match(right), _OUT_AFTER.match(right)
    if inside and (not outside or inside.end() <= outside.end()):
        return Stance.DENIED
    return Stance.HOLDS if outside else None
