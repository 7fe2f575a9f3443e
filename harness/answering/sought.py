"""Questions that seek the negative: what was turned down, what did not help, what is exempt. There a denial is what the answer must
say ("the inflatable stage was turned down"), and praise is what makes it wrong ("the inflatable stage was taken")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from harness.answering.clauses import clause_bounds, sentence_bounds
from harness.answering.polarity import negators
from harness.answering.stance import asks_rejected
from harness.answering.wording import tokens
from harness.language import terms

_REFUSING = re.compile(
    r"\b(?:sa(?:y|id|ys) no to|no to|pass(?:ed|es)? on|turn(?:ed|s|ing)?\b.{0,30}?\bdown|reject\w*|rul(?:ed?|es|ing)\b.{0,30}?\bout|drop(?:ped)?|discard\w*|"
    r"decid\w+ (?:against|not)|(?:not|n't)(?: \w+)? (?:to )?(?:use|go with|choose|chosen|pick|picked|take|taken|adopt|adopted|select|selected|go for|get|win)\b|"
    r"abandon\w*|g[ai]ven? up on|scrap\w*|dismiss\w*|veto\w*|against|unwanted|instead of|rather than|other than)\b|"
    r"(?:쓰지|하지|택하지|고르지|가지|채택하지|선택하지|채택되지|뽑지|들이지) ?(?:않|말)[가-힣]*|(?:(?<![가-힣])안 ?(?:쓰|하|가|들이|고르)기로|(?<![가-힣])안 (?:썼|골랐|됐)|탈락|제외|빼기로|뺐|배제|기각|접기로|접은|접었|포기|거절|"
    r"떨어[졌진뜨]|퇴짜|버[린렸리립])[가-힣]*|말고|대신"
)
_WHY = re.compile(r"^why\b|\bwhat (?:made|caused)\b|왜|이유로")
_INSTEAD = re.compile(r"\b(?:instead of|rather than|until|only after)\b|대신|말고|전까지")
_OUTCOME = "help"


def without_refusal(text: str) -> str:
    """A text with its words of refusal blotted out, every other place unmoved."""
    return _REFUSING.sub(lambda m: "_" * len(m.group()), text)


@lru_cache(maxsize=20_000)
def went(text: str, spots: Sequence[tuple[int, int]] = ()) -> int:
    """How it went, by the words of a prepared text outside ``spots``: +1 it helped, -1 it did not, 0 it does not say."""
    told = 0
    for s, e in sentence_bounds(text):
        for a, b in clause_bounds(text, s, e):
            inside = tuple((c - a, d - a) for c, d in spots)
            told = min(told, said) if (said := _clause_went(text[a:b], inside)) < 0 else told or said
    return told


def _clause_went(clause: str, spots: Sequence[tuple[int, int]]) -> int:
    told = 0
    for token in tokens(clause):
        if any(token.start < e and s < token.end for s, e in spots):
            continue
        for concept, sign in token.concepts:
            if concept == _OUTCOME and (sign < 0 or negators(clause, [(token.start, token.end)]) % 2):
                return -1
            told = told or int(concept == _OUTCOME)
    return told


@lru_cache(maxsize=4_096)
def asks_failed(question: str) -> bool:
    """Whether a prepared question seeks what was tried in vain."""
    return went(question) < 0 and not _WHY.search(question)


def failed_or_not(clause: str, spots: Sequence[tuple[int, int]], question: str) -> int:
    """For a question about what was tried in vain: +1 where a clause says so of the words at ``spots``, -1 where it says that
    they helped, else 0."""
    if not asks_failed(question) or _INSTEAD.search(clause):
        return 0
    return -went(clause, tuple(spots))


# ------------------------------------------------------------------------------------------------- the other one

_SET_APART = re.compile(
    r"\b(?:not|instead of|rather than|as opposed to|no longer)\b(?: (?:to|with|on|in|at|by|for|the|a|an|use|using|from))*((?: [\w'-]+){1,4})"
)
_SET_APART_KO = re.compile(
    r"((?:[가-힣a-z0-9]+ )?[가-힣a-z0-9]+?)(?:을|를|이|가|은|는)? ?(?:대신|말고|아니라)(?![가-힣])"
)


def names_the_other(words: Sequence[str], question: str, quotes: Sequence[str], known: Sequence[str]) -> bool:
    """Whether ``words`` (an answer's own) name what the log sets against the answer: the one instead of which it was taken or, where
    the question seeks what was turned down or failed, the one that was taken or helped. ``known`` are the expected wordings."""
    right = {t for k in known for t in terms(k)}
    said = {t for w in words for t in terms(w)} - right
    own = right - set(terms(question))
    other = (
        {t for q in quotes for part in _against(q, question, own) for t in terms(part)} - right - set(terms(question))
    )
    return bool(said & other)


def _against(quote: str, question: str, right: set[str]) -> list[str]:
    if asks_rejected(question) or asks_failed(question):
        parts = [quote[a:b] for s, e in sentence_bounds(quote) for a, b in clause_bounds(quote, s, e)]
        return [p for p in parts if not right & set(terms(p))]
    return [m[1] for p in (_SET_APART, _SET_APART_KO) for m in p.finditer(quote)]
