"""A draft of a probe, and how it is worded."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from harness.probing.mentions import Mention
from harness.probing.subject import Subject
from harness.schema import Claim, Evidence, Kind

_JOSA = {"은/는": ("은", "는"), "이/가": ("이", "가"), "을/를": ("을", "를"), "와/과": ("과", "와"), "(으)로": ("으로", "로"), "이에요/예요": ("이에요", "예요"),
         "이랑/랑": ("이랑", "랑")}
_CHOICE = re.compile(r"(\S)(은/는|이/가|을/를|와/과|\(으\)로|이에요/예요|이랑/랑)")
_ENDS_IN_CONSONANT = re.compile(r"[013678LMNRlmnr]$")
_ENDS_IN_RIEUL = re.compile(r"[178Llr]$")  # after ㄹ it is 로, not 으로


@dataclass(frozen=True, slots=True)
class Draft:
    """What a rule found: enough to become a probe once the screen has passed it. ``score`` orders drafts of a type."""

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


@cache
def forms() -> dict[str, Any]:
    """The question forms as data."""
    return tomllib.loads(resources.files("harness.probing").joinpath("forms.toml").read_text("utf-8"))


def ask(form: str, language: str, subject: Subject, unit: str = "") -> str:
    """Word a question: ``form`` is a key of forms.toml; the variant with a topic is taken where there is a topic."""
    table = forms()[language]
    key = f"{form}_t" if subject.topic and f"{form}_t" in table else form
    return with_josa(table[key][0].format(s=subject.head, t=subject.topic, unit=unit))


def with_josa(text: str) -> str:
    """Choose between 은/는, 이/가, 을/를 and 와/과 by the sound before."""
    return _CHOICE.sub(lambda m: m[1] + _JOSA[m[2]][0 if _has_final(m[1]) and not (m[2] == "(으)로" and _has_rieul(m[1])) else 1], text)


def _has_rieul(char: str) -> bool:
    return (ord(char) - 0xAC00) % 28 == 8 if "가" <= char <= "힣" else bool(_ENDS_IN_RIEUL.match(char))


def _has_final(char: str) -> bool:
    if "가" <= char <= "힣":
        return (ord(char) - 0xAC00) % 28 != 0
    return bool(_ENDS_IN_CONSONANT.match(char))


def quote(mention: Mention, piece: int = 0) -> Evidence:
    """The whole sentence as evidence."""
    return Evidence(mention.turn.index, mention.text, piece)
