"""Names across scripts: 윤서진 is Yoon Seo-jin, 프리야 is Priya. Compared by their consonants, which spellings agree on."""

from __future__ import annotations

import re
from functools import lru_cache

from harness.answering.wording import letters

_HANGUL = dict(zip("ㄱㄲㅋㄴㄷㄸㅌㄹㅁㅂㅃㅍㅅㅆㅈㅉㅊ", "kkknttt" + "lmpppss" + "ccc", strict=True))
_LATIN = (("ng", "N"), ("ch", "c"), ("sh", "s"), ("ph", "p"), ("ck", "k"), ("th", "t"), ("x", "ks"), ("q", "k"))
_CLASS = str.maketrans("gkdtbpfvrljzc", "kkttppppllccc", "aeiouwyh'-. ")
# Surnames whose usual spelling is not their sound.
_SURNAME = {
    "이": ("l", ""),
    "박": ("pk", "plk"),
    "노": ("n", "l"),
    "임": ("m", "lm"),
    "류": ("l",),
    "유": ("", "l"),
    "양": ("N", "lN"),
}
_WORDS = re.compile(r"[a-z][a-z'.-]*")
LANGUAGES = (
    ("일본어", "japanese"), ("영어", "english"), ("한국어", "korean"), ("독일어", "german"), ("프랑스어", "french"), ("불어", "french"),
    ("스페인어", "spanish"), ("중국어", "chinese"), ("이탈리아어", "italian"), ("네덜란드어", "dutch"), ("포르투갈어", "portuguese"),
    ("러시아어", "russian"), ("베트남어", "vietnamese"), ("태국어", "thai"), ("아랍어", "arabic"), ("폴란드어", "polish"),
)  # fmt: skip


# Vowels as both scripts tell them apart; a spelling that leaves it open (jung for 정) simply does not match.
_VOWELS = {
    **dict.fromkeys(("ㅏ", "ㅑ", "ㅗㅏ", "a", "ya", "wa", "ah"), "a"),
    **dict.fromkeys(("ㅓ", "ㅣㅓ", "ㅜㅓ", "eo", "yeo", "wo"), "v"),
    **dict.fromkeys(("ㅗ", "ㅛ", "o", "yo", "oh"), "o"),
    **dict.fromkeys(("ㅜ", "ㅠ", "u", "oo", "yu", "yoo", "woo", "you"), "u"),
    **dict.fromkeys(("ㅡ", "eu"), "w"),
    **dict.fromkeys(("ㅣ", "ㅜㅣ", "ㅡㅣ", "i", "ee", "yi", "wi", "ui"), "i"),
    **dict.fromkeys(
        ("ㅏㅣ", "ㅓㅣ", "ㅑㅣ", "ㅣㅓㅣ", "ㅗㅣ", "ㅗㅏㅣ", "ㅜㅓㅣ", "ae", "e", "ye", "ai", "oe", "we", "wae"), "e"
    ),
}
_GROUPS = re.compile(r"([aeiouwy]+h?(?![aeiou]))|([^aeiouwy])")


@lru_cache(maxsize=20_000)
def _hangul_sound(name: str, vowels: bool) -> str:
    out = []
    for syllable in name:
        match = re.fullmatch(r"(.)([ㅏ-ㅣ]+)(.*)", letters(syllable))
        if match is None:
            return ""
        last = "N" if match[3] == "ㅇ" else _HANGUL.get(match[3], "")
        out.append(_HANGUL.get(match[1], "") + (_VOWELS.get(match[2], "?") if vowels else "") + last)
    return _single("".join(out))


@lru_cache(maxsize=20_000)
def _latin_sound(name: str, vowels: bool) -> str:
    for a, b in _LATIN:
        name = name.replace(a, b)
    if not vowels:
        return _single(name.translate(_CLASS))
    groups = ((m[1], m[2]) for m in _GROUPS.finditer(name))
    return _single("".join(_VOWELS.get(v, "!") if v else c.translate(_CLASS) for v, c in groups))


def _single(sound: str) -> str:
    return re.sub(r"([^aeiouvw])\1+", r"\1", sound)


def sounding(form: str, text: str) -> list[tuple[int, int]]:
    """Where a prepared text writes a Hangul name of three syllables in Latin letters, surname first or last: the consonants of both
    names and the vowels of the given one must agree, so that 서진 is not taken for 서준."""
    name = re.sub(r"[^가-힣]", "", form)
    if len(name) != 3 or not _WORDS.search(text):
        return []
    heads, given = {_hangul_sound(name[0], False), *_SURNAME.get(name[0], ())}, _hangul_sound(name[1:], True)
    words = [m.span() for m in _WORDS.finditer(text)]
    found = []
    for i in range(len(words)):
        for j in range(i + 1, min(i + 3, len(words))):
            for head, (a, b) in (
                (words[i], (words[i + 1][0], words[j][1])),
                (words[j], (words[i][0], words[j - 1][1])),
            ):
                if _latin_sound(text[slice(*head)], False) in heads and _latin_sound(text[a:b], True) == given:
                    found.append((words[i][0], words[j][1]))
    return found


def translated(form: str) -> list[str]:
    """The name of a language in the other of the two languages."""
    return [b for a, b in LANGUAGES if a == form] + [a for a, b in LANGUAGES if b == form]
