"""A draft of a probe, and how its question is worded."""

from __future__ import annotations

import re
import tomllib
import zlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from harness.probing.mentions import Mention
from harness.schema import Claim, Evidence, Kind

_JOSA = {
    "은/는": ("은", "는"),
    "이/가": ("이", "가"),
    "을/를": ("을", "를"),
    "와/과": ("과", "와"),
    "(으)로": ("으로", "로"),
    "이에요/예요": ("이에요", "예요"),
    "이었죠/였죠": ("이었죠", "였죠"),
    "이랑/랑": ("이랑", "랑"),
}
_CHOICE = re.compile(r"(\S)(은/는|이/가|을/를|와/과|\(으\)로|이에요/예요|이었죠/였죠|이랑/랑)")
_CLOSING = re.compile(r"[)\]'\"”’%]+$")
_CONSONANT = re.compile(r"[013678LMNRlmnr]$")
_RIEUL = re.compile(r"[178Llr]$")  # after ㄹ it is 로, not 으로
_IRREGULAR = {"person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet", "half": "halves"}
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")


@dataclass(frozen=True, slots=True)
class Draft:
    """What a rule found: enough to become a probe once the screen has passed it. ``score`` orders drafts of a type.

    ``said_by_user`` breaks ties, ``revises`` marks a statement that says it replaces an earlier one, ``until`` is the turn
    from which another statement holds.
    """

    category: str
    kind: Kind
    question: str
    subject: str
    expected: str
    evidence: tuple[Evidence, ...]
    language: str
    rule: str
    score: float = 1.0
    accepted: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    tool: str | None = None
    until: int | None = None
    revises: bool = False
    form: str = ""


@cache
def forms() -> dict[str, Any]:
    """The question forms as data."""
    return tomllib.loads(resources.files("harness.probing").joinpath("forms.toml").read_text("utf-8"))


def ask(form: str, language: str, subject: str = "", **slots: str) -> str:
    """Word a question: one of the wordings of ``form``, always the same one for the same subject."""
    wordings = forms()[language][form]
    wording = wordings[zlib.crc32(subject.encode("utf-8", "surrogatepass")) % len(wordings)]
    question = with_josa(wording.format(s=subject, **slots))
    return question[0].upper() + question[1:] if language == "en" else question


def with_josa(text: str) -> str:
    """Choose between 은/는, 이/가, 을/를, 와/과 and the like by the sound before; closing quotes and brackets have none."""
    return _CHOICE.sub(lambda m: m[1] + _JOSA[m[2]][_second_form(text[: m.end(1)], m[2])], text)


def _second_form(before: str, pair: str) -> int:
    char = (_CLOSING.sub("", before) or before)[-1]
    return 0 if _has_final(char) and not (pair == "(으)로" and _has_rieul(char)) else 1


def _has_rieul(char: str) -> bool:
    return (ord(char) - 0xAC00) % 28 == 8 if "가" <= char <= "힣" else bool(_RIEUL.match(char))


def _has_final(char: str) -> bool:
    if "가" <= char <= "힣":
        return (ord(char) - 0xAC00) % 28 != 0
    return bool(_CONSONANT.match(char))


def plural(noun: str) -> str:
    """The plural of an English noun as a question needs it: bunch → bunches, company → companies."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if _SIBILANT.search(noun):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def quote(mention: Mention, piece: int = 0) -> Evidence:
    """The whole sentence as evidence."""
    return Evidence(mention.turn.index, mention.text, piece)
