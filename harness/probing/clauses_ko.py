"""A Korean proposal or decision turned into what is asked of it: "전날 굽자" → "전날 굽기로", "몇 대로 할까요" → "몇 대로 하기로"."""

from __future__ import annotations

import re

_DONE = re.compile(r"^(?P<s>.*기로)\s?(?:했|합|하|한|결정|확정|정했)[가-힣]*[.!~]*$")
_PLAIN = re.compile(r"^(?P<s>.*[가-힣])(?:자|죠|지요)[.!~ㅎㅋ]*$")
_WILL = re.compile(r"^(?P<s>.*[가-힣])겠(?:습니다|어요|다)[.!~]*$")
_CUT = re.compile(r"^(?P<s>.*)(?P<c>[가-힣])(?:게요?|시다|까요?|래요?)[.!?~ㅎㅋ]*$")
_NO_STEM = re.compile(r"(?:이|그렇|맞|하시|주|주시|보시|되시|있|없|겠|았|었|했|였|였었|거|건|야|같|싶|좋|모르|알)$")
_PAST = re.compile(r"^(?P<s>.*[가-힣])(?:았|었|했)(?:어요|습니다|어|다|죠)[.!~]*$")


def decided(clause: str) -> str | None:
    """The clause up to "-기로" for a decision or proposal; None where it is neither."""
    clause = clause.strip(" ,.")
    if m := _DONE.match(clause):
        return m["s"]
    for pattern in (_PLAIN, _WILL):
        if (m := pattern.match(clause)) and not _NO_STEM.search(m["s"].split()[-1]) and not _is_past(m["s"]):
            return f"{m['s']}기로"
    m = _CUT.match(clause)
    if m and m["c"] == "을" and m["s"] and not m["s"].endswith(" ") and not _NO_STEM.search(m["s"].split()[-1]):
        return f"{m['s']}기로"  # 닫을게요 → 닫기로
    if (
        m
        and (stem := _without_final(m["c"]))
        and not _NO_STEM.search(f"{m['s'].split()[-1] if m['s'].split() and not m['s'].endswith(' ') else ''}{stem}")
    ):
        return f"{m['s']}{stem}기로"
    return None


def _is_past(stem: str) -> bool:
    """Whether a stem ends in the ㅆ of the past: "보셨죠" reminds, it settles nothing."""
    return "가" <= stem[-1] <= "힣" and (ord(stem[-1]) - 0xAC00) % 28 == 20


def _without_final(syllable: str) -> str | None:
    """할 → 하, 갑 → 가; None for a syllable that ends in neither ㄹ nor ㅂ."""
    code = ord(syllable) - 0xAC00
    return chr(0xAC00 + code - code % 28) if code % 28 in (8, 17) else None
