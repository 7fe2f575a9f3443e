"""Answers that say nothing: they repeat the question or speak in generalities."""

from __future__ import annotations

from functools import lru_cache

from harness.answering.wording import roots
from harness.language import terms, word_terms

# Words that anybody can say about anything. Not a reason, a rule or a value among them.
_GENERAL_TEXT = """
because fit fits better best good well right suitable suited appropriate choice option decide decided decision chosen choose chose made make various several many some certain
thing things matter situation circumstances factor factors reason reasons consider considered considering consideration careful carefully care caution attention important
improve improved improving improvement better goal aim purpose about overall general generally case sure something someone somewhere way result results related regarding
there rule rules was were had given status update progress ongoing details detail project team work best touchy sensitive possible currently today looks look think believe
wasn isn didn doesn don hasn haven hadn aren weren couldn wouldn shouldn put set placed installed place spot become becomes becoming safe safety group groups began begin begins begun start started starts initially first tried try tries used using suit suits suited else take took taken careful manage managed handled deal deals needs need needed practical practice options preferable sense makes agreed plan planned approach handle note noted special certain particular involved went going various kind kinds sort nice proper properly respect respected wishes wish preference preferences request requests concerns concern
remember mention mentioned said discussed talked asked question answer please thanks sorry
여러 사정 종합적으로 종합 고려한 고려 결과입니다 결과 상황 이유 판단 신중하게 신중 진행 진행하시는 좋겠습니다 좋겠어요 좋습니다 주의해야 주의 조심 개선하는 개선 목표였습니다 목표 중요합니다 중요
필요합니다 있습니다 있으니 있었습니다 있는 있어요 합니다 했습니다 하는 것입니다 것이 것으로 내용 관련 전반적으로 적절한 적절 결정 결정했습니다 선택 논의 논의했습니다 이야기 얘기 부분 그렇습니다 서비스 아이가 사람
분들 분들은 사람들 되는 되기 거예요 안전 안전에 안전하게 먼저 처음 처음에 봤습니다 봤어요 해 봤 봤다고 시도했습니다 시도 여러모로 관리 관리해야 맞지 맞아서 알맞게 편해서 나을 신경 유의 특별한 요청 요청하신 말씀 말씀하신 이런저런 사안 사항 방법 계획 다양한 기준 방향 검토 좋은 더 나은 나아서 낫다고 적합 적합해서 상황에 따라 맞게 잘
"""
_BARE_KO = frozenset(
    [
        "니까",
        "이니까",
        "라서",
        "이라서",
        "만",
        "라는",
        "이라는",
        "인데",
        "거든요",
        "달라고",
        "않습니다",
        "않는다",
        "않아요",
        "않음",
        "않고",
        "말라고",
        "말고",
        "없습니다",
        "없어요",
        "하셨습니다",
        "하셨어요",
        "했습니다",
        "했어요",
        "해요",
        "합니다",
        "입니다",
        "이에요",
        "예요",
        "이요",
        "됩니다",
        "돼요",
        "안",
        "못",
        "나면",
        "되면",
        "하면",
        "때문",
    ]
)
_GENERAL = frozenset(t for w in _GENERAL_TEXT.split() for t in terms(w))


@lru_cache(maxsize=4_096)
def _known(text: str) -> frozenset[str]:
    return _GENERAL | frozenset(terms(text))


@lru_cache(maxsize=4_096)
def _known_roots(text: str) -> frozenset[str]:
    return frozenset(r for w, _ in word_terms(text) if "가" <= w[0] <= "힣" for r in roots(w))


def own_words(text: str, known: str) -> list[str]:
    """The words of an answer that are neither general nor taken from a known text (the question)."""
    own = _known(known)
    same = _known_roots(known)
    return [
        w
        for w, parts in word_terms(text)
        if not _is_known(w, parts, own) and not ("가" <= w[0] <= "힣" and roots(w) & same)
    ]


def _is_known(word: str, parts: tuple[str, ...], known: frozenset[str]) -> bool:
    if "가" <= word[0] <= "힣":
        return (
            parts[0] in known or word in _BARE_KO or word[0] in "않없" or word.startswith(("봤", "해봤", "보았"))
        )  # what follows the first two syllables is mostly an ending
    return all(p in known or _inflected(p, known) for p in parts)


def _inflected(term: str, known: frozenset[str]) -> bool:
    """Whether a term is another form of a known one (improve, improvement)."""
    return len(term) > 4 and term.isascii() and term[:5] in _beginnings(known)


@lru_cache(maxsize=4_096)
def _beginnings(known: frozenset[str]) -> frozenset[str]:
    return frozenset(k[:5] for k in known if len(k) > 4)


def is_vague(text: str, question: str) -> bool:
    """Whether an answer has no words of its own."""
    return not own_words(text, question)
