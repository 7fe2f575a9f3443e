"""Korean particles that depend on the sound before them: 은/는, 이/가, 을/를, 와/과, (으)로 and the copula's forms."""

from __future__ import annotations

import re

_FORMS = {
    "은/는": ("은", "는"),
    "이/가": ("이", "가"),
    "을/를": ("을", "를"),
    "와/과": ("과", "와"),
    "(으)로": ("으로", "로"),
    "이에요/예요": ("이에요", "예요"),
    "이었죠/였죠": ("이었죠", "였죠"),
    "이랑/랑": ("이랑", "랑"),
}
_CHOICE = re.compile(rf"(\S)({'|'.join(map(re.escape, _FORMS))})")
_CLOSING = re.compile(r"[)\]'\"”’%]+$")
_CONSONANT = re.compile(r"[013678LMNRlmnr]$")
_RIEUL = re.compile(r"[178Llr]$")  # after ㄹ it is 로, not 으로


def with_josa(text: str) -> str:
    """Choose each "은/는" and the like by the sound before it: ``서버은/는`` → ``서버는``; Latin letters and digits by their names."""
    return _CHOICE.sub(lambda m: m[1] + _chosen(text[: m.start(2)], m[2]), text)


def _chosen(before: str, form: str) -> str:
    sound = _CLOSING.sub("", before)[-1:] or before[-1]
    final, vowel = _FORMS[form]
    if form == "(으)로" and _has_rieul(sound):
        return vowel
    return final if _has_final(sound) else vowel


def _has_final(char: str) -> bool:
    return (ord(char) - 0xAC00) % 28 != 0 if "가" <= char <= "힣" else bool(_CONSONANT.match(char))


def _has_rieul(char: str) -> bool:
    return (ord(char) - 0xAC00) % 28 == 8 if "가" <= char <= "힣" else bool(_RIEUL.match(char))
