"""Questions that one side asked and the other answered at once: they are asked again as they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from harness.probing.clauses_ko import decided
from harness.probing.draft import Draft, quote
from harness.probing.facts import specific
from harness.probing.mentions import Mention
from harness.probing.nouns_ko import is_person, marked
from harness.probing.statement import Statement
from harness.schema import Kind, Role
from harness.values import ValueKind, find

_ASKED_EN = re.compile(
    r"(?:^|[,;:—–-]\s|\b(?:and|so|but|then|also)\s)(?P<q>(?P<w>when|what time|until when|by when|how (?:many|much|long)|which|what|who|whose|where|at what|on which|in which|for how|from when|why)\b[^?]{8,110})\?",
    re.IGNORECASE,
)
_LOOSE_EN = re.compile(
    r"\b(?:it|this|that|these|those|them|they|he|she|him|her|his|you|your|i|me|my|else|next|now|today|here|there|one|ones|first thing|matter|wrong|happened|mean|think|say|want me|about|so)\b",
    re.IGNORECASE,
)
_ASKED_KO = re.compile(
    r"(?P<q>[^.!?]{5,70}?(?:[가-힣]까요?|[가-힣]나요|[가-힣]가요|[가-힣]지요?|[가-힣]죠|[가-힣]요))\s*\?"
)
_WH_KO = re.compile(r"언제|몇|얼마|어디|누가|누구|누굴|뭐|뭘|무엇|무슨|어느|어떤|어떻게|왜|며칠")
_LOOSE_KO = re.compile(
    r"(?:^|\s)(?:그|이|저)(?:거|건|걸|게|것|렇게|때|쪽|분)?(?=\s|[은는이가을를도])|제가|저는|내가|저도|어떠|어떨|괜찮"
)
_EVADES = re.compile(
    r"^(?:no idea|not sure|i don't know|don't know|later|hm+|let me|depends|good question|i'll|we'll see|maybe|perhaps|ask|wait|what|why|which|sorry|thanks|no\b[.,]?$|yes\b[.,]?$)|"
    r"don't know|not (?:yet )?(?:decided|sure|clear)|undecided|haven't decided|let me (?:see|look|check)|i'll (?:look|check|ask)|모르|글쎄|나중|아직|생각해|고민|확인해|알아볼|찾아볼|여쭤|물어볼|살펴|잠깐|잠시|보류|미정",
    re.IGNORECASE,
)
_KINDS = (
    (
        re.compile(
            r"^(?:when|what time|until when|by when|from when|at what time|on which day)|언제|몇 ?시|며칠|무슨 요일",
            re.IGNORECASE,
        ),
        ValueKind.TIME,
    ),
    (re.compile(r"^(?:how (?:many|much|long)|for how)|몇|얼마", re.IGNORECASE), ValueKind.QUANTITY),
)
_WHY = re.compile(r"^why\b|왜", re.IGNORECASE)
_SHORTEST_ANSWER = 3  # words
_LONGEST_ANSWER = 150


def asked_before(said: Sequence[Mention]) -> Mention | None:
    """The question that closes a turn, which the next speaker answers first."""
    return said[-1] if said and said[-1].is_question and len(said[-1].text) <= 160 else None


def replies(question: Mention, answer: Mention) -> Iterator[Statement | Draft]:
    """What the first sentence of an answer settles, asked in the words of the question."""
    if not _may_reply(question, answer):
        return
    q = (_question_ko if question.language == "ko" else _question_en)(question.text)
    if q is None:
        return
    for wh, kind in _KINDS:
        if wh.search(q):
            values = [v for v in find(answer.body) if v.kind is kind and specific(v)]
            if len(values) == 1:
                yield _valued(question, answer, q, values[0].text, kind)
            return
    reason = bool(_WHY.search(q))
    if (answer.turn.role is Role.USER or reason) and len(answer.body.split()) >= _SHORTEST_ANSWER:
        yield Statement("decision_reason" if reason else "decision", "asked", q, answer.body, [answer, question], 1.9)


def _may_reply(question: Mention, answer: Mention) -> bool:
    return (
        question.turn.role is not answer.turn.role
        and question.language == answer.language
        and not answer.is_question
        and len(answer.body) <= _LONGEST_ANSWER
        and not _EVADES.search(answer.body)
    )


def _question_en(text: str) -> str | None:
    found = list(_ASKED_EN.finditer(text.replace("’", "'")))
    if not found:
        return None
    m = found[-1]
    if _LOOSE_EN.search(m["q"]) or not 4 <= len(m["q"].split()) <= 18 or " or " in m["q"]:
        return None
    q = re.sub(
        r"^(when|where|who|what|which|how \w+) (?:should|shall|do|would) (we|i)\b",
        r"\1 are we to",
        m["q"],
        flags=re.IGNORECASE,
    )
    return q[0].upper() + q[1:].strip(" ,")


def _question_ko(text: str) -> str | None:
    found = list(_ASKED_KO.finditer(text))
    if not found:
        return None
    m = found[-1]
    if not _WH_KO.search(m["q"]) or _LOOSE_KO.search(m["q"]):
        return None
    q = re.split(r",\s|\s(?=그럼|그러면|혹시)", m["q"].strip())[-1].removeprefix("그럼 ").removeprefix("혹시 ")
    subject = next((p for p, _, _ in marked(q, "은는을를이가도")), None)
    if not subject or len(subject) < 2 or is_person(subject):
        return None
    done = decided(q)
    return f"{done} 했죠" if done else None


def _valued(question: Mention, answer: Mention, q: str, text: str, kind: ValueKind) -> Draft:
    user = answer.turn.role is Role.USER
    return Draft(
        kind.value, Kind(kind.value), f"{q}?", q, text, (quote(answer), replace(quote(question), piece=1)), answer.language,
        "reply." + kind.value, 2.0 + 0.5 * user, form="asked",
    )  # fmt: skip
