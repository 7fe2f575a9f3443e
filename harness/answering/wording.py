"""Words of answers and key claims, so that inflected forms meet: English stems, Korean roots without particles and endings.

A Korean root is compared letter by letter (jamo): 열어, 열면 and 여는 share ㅇㅕㄹ, 빌려 and 빌리기 share ㅂㅣㄹㄹㅣ.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from harness.answering.concepts import Token
from harness.answering.concepts import alike as alike_latin
from harness.answering.concepts import tokens as plain_tokens
from harness.language import normalise
from harness.values import strip_particles

_FIRST = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_MIDDLE = ("ㅏ", "ㅏㅣ", "ㅑ", "ㅑㅣ", "ㅓ", "ㅓㅣ", "ㅣㅓ", "ㅣㅓㅣ", "ㅗ", "ㅗㅏ", "ㅗㅏㅣ", "ㅗㅣ", "ㅛ", "ㅜ", "ㅜㅓ", "ㅜㅓㅣ", "ㅜㅣ", "ㅠ", "ㅡ", "ㅡㅣ", "ㅣ")  # fmt: skip
_LAST = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
# What may follow a verb's root, longest first; contracted vowels are already apart.
_ENDING = re.compile(
    r"(?:ㅇㅡㅣ?|ㅇㅓㅣ?|ㅇㅏㅣ?|ㅓㅣ?|ㅏㅣ?|ㅣㅓ)?(?:ㅆ|ㅆㅇㅓㅆ|ㄱㅔㅆ)?"
    r"(?:ㅅㅡㅂㄴㅣㄷㅏ|ㅂㄴㅣㄷㅏ|ㅇㅛ|ㅇㅓㅇㅛ|ㅇㅏㅇㅛ|ㄱㅗ|ㅁㅣㅓㄴ|ㄱㅣ|ㅈㅣ|ㅈㅣㅁㅏㄹ|ㄴㅡㄴ|ㄴㅡㄴㄷㅓㅣ|ㄴ|ㄹ|ㅁ|ㅇㅡㄴ|ㅇㅡㄹ|ㅇㅡㅁ|ㄷㅏ|ㄴㄷㅏ|ㄴㅡㄴㄷㅏ|ㅇㅓㅅㅓ|ㅇㅏㅅㅓ|ㅅㅓ|ㅅㅓㄴ|ㄷㅗ|ㅇㅑ|ㄴㅣㄲㅏ|ㄱㅓㄷㅡㄴㅇㅛ|"
    r"ㄷㅓㄴ|ㄱㅓㅣ|ㄷㅗㄹㅗㄱ|ㄹㅣㅓㄱㅗ|ㄹㅏㄱㅗ|ㄷㅏㄱㅗ|ㅈㅣㅁㅏㄴ|ㅁㅣㅓ|ㄴㅏ|ㅈㅛ|ㄴㅓㅣㅇㅛ|ㅈㅏ)?(?:ㅇㅛ)?$"
)


_VERBAL = re.compile(
    r"ㅇㅓ|ㅇㅏ|ㄱㅣ(?:$|ㅁ|ㄴ|ㅓ)|ㄹㅣ(?:$|ㅁ|ㄴ|ㅓ)|ㅎㅣ(?:$|ㅁ|ㄴ|ㅓ)|ㅇㅣ(?:ㅁ|ㄴ|ㅓ)|ㄱㅗ|ㅈㅣ|ㄴㅡㄴ|ㄷㅓㄴ|ㅁㅣㅓㄴ|ㄴㅏ|ㄴㅣ|ㄷㅏ|ㅅㅡㅂ|ㅇㅡㅁ"
)


@lru_cache(maxsize=100_000)
def letters(word: str) -> str:
    """Hangul syllables as letters, contracted vowels taken apart (둬 → ㄷㅜㅓ)."""
    out = []
    for c in word:
        n = ord(c) - 0xAC00
        out.append(_FIRST[n // 588] + _MIDDLE[n % 588 // 28] + _LAST[n % 28] if 0 <= n < 11172 else c)
    return "".join(out)


@lru_cache(maxsize=100_000)
def roots(word: str) -> frozenset[str]:
    """What a Hangul word may be a form of: itself without particles, and a verb's root, in letters."""
    stem = letters(strip_particles(word))
    found = {stem}
    for whole in (letters(word), stem):
        match = _ENDING.search(whole)
        if match and match.start() >= 3 and match.group():
            found.add(whole[: match.start()])
    return frozenset(r.rstrip("ㅡ") if len(r) > 3 else r for r in found)


def alike(one: str, other: str) -> bool:
    """Whether two words (not stems) are forms of one."""
    if one == other:
        return True
    if "가" <= one[0] <= "힣" and "가" <= other[0] <= "힣":
        return _alike_korean(one, other)
    return alike_latin(one, other)


@lru_cache(maxsize=200_000)
def _alike_korean(one: str, other: str) -> bool:
    a, b = roots(one), roots(other)
    if a & b:
        return True
    if (
        one[0] == other[0]
        and letters(one[0])[-1] not in "ㅏㅓㅗㅜㅡㅣㅑㅕㅛㅠ"
        and _VERBAL.match(letters(one[1:]))
        and _VERBAL.match(letters(other[1:]))
    ):
        return True  # 끊겨, 끊어져, 끊김: one root, other voices
    return any(
        (long.startswith(short) and len(short) >= 5 and len(long) - len(short) <= 5)
        for x in a
        for y in b
        for short, long in (sorted((x, y), key=len),)
    )


@lru_cache(maxsize=1)
def _extra() -> dict[str, tuple[tuple[str, int], ...]]:
    raw = tomllib.loads(Path(__file__).with_name("wording.toml").read_text(encoding="utf-8"))
    table: dict[str, tuple[tuple[str, int], ...]] = {}
    for name, sides in raw.items():
        for side, sign in (("same", 1), ("opposite", -1)):
            for word in sides.get(side, ()):
                key = normalise(word)
                table[key] = (*table.get(key, ()), (name, sign))
    return table


@lru_cache(maxsize=100_000)
def _meanings(word: str) -> tuple[tuple[str, int], ...]:
    table = _extra()
    if found := table.get(word):
        return found
    if "가" <= word[0] <= "힣":
        for n in range(min(len(word), 5), 1, -1):
            if found := table.get(word[:n]):
                return found
        for root in roots(word):
            for key, meaning in _korean_keys():
                if root == key:
                    return meaning
    return ()


@lru_cache(maxsize=1)
def _korean_keys() -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    return tuple((letters(k), v) for k, v in _extra().items() if "가" <= k[0] <= "힣")


_SCALED = frozenset(
    [
        "go",
        "goes",
        "going",
        "went",
        "bring",
        "brings",
        "bringing",
        "brought",
        "cut",
        "come",
        "comes",
        "came",
        "is",
        "are",
        "was",
        "get",
        "getting",
        "got",
        "push",
        "pushed",
        "drive",
        "driving",
        "scale",
        "speed",
        "speeds",
        "moved",
    ]
)


@lru_cache(maxsize=20_000)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a prepared text with the meanings of both tables (``synonyms.toml``, ``wording.toml``)."""
    found = plain_tokens(text)
    out = []
    for i, t in enumerate(found):
        own, start = _meanings(t.text), t.start
        for n in (4, 3, 2):
            if i + 1 >= n and (phrase := _extra().get(" ".join(x.text for x in found[i + 1 - n : i + 1]))):
                own, start = phrase, found[i + 1 - n].start  # "no use" is one word: its "no" denies nothing else
                break
        if own and start < t.start:
            out.append(replace(t, start=start, concepts=own))
            continue
        if t.text in ("up", "down") and (i == 0 or not (found[i - 1].text in _SCALED or found[i - 1].text.isdigit())):
            out.append(replace(t, concepts=own))  # "put up" raises nothing
            continue
        names = {c for c, _ in t.concepts}
        extra = tuple(m for m in own if m[0] not in names)
        out.append(replace(t, concepts=t.concepts + extra) if extra else t)
    return tuple(out)
