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


@lru_cache(maxsize=20_000)
def _hangul_sound(name: str) -> str:
    out = []
    for syllable in name:
        own = letters(syllable)
        out.append(
            "".join(_HANGUL.get(c, "") for c in (own[0],))
            + ("N" if own[-1] == "ㅇ" and len(own) > 2 else _HANGUL.get(own[-1], "") if len(own) > 1 else "")
        )
    return "".join(out)


@lru_cache(maxsize=20_000)
def _latin_sound(name: str) -> str:
    for a, b in _LATIN:
        name = name.replace(a, b)
    plain = name.translate(_CLASS)
    return re.sub(r"(.)\1+", r"\1", plain)


def _sounds(form: str) -> set[str]:
    """The sounds of a Hangul name, also with its given name first, and of a surname's other spellings."""
    name = re.sub(r"[^가-힣]", "", form)
    heads = (*_SURNAME.get(name[0], ()), _hangul_sound(name[0])) if name else ()
    rest = _hangul_sound(name[1:])
    return {re.sub(r"(.)\1+", r"\1", s) for h in heads for s in (h + rest, rest + h)}


def sounding(form: str, text: str) -> list[tuple[int, int]]:
    """Where a prepared text writes a Hangul name (of three consonants or more) in Latin letters."""
    if not re.fullmatch(r"[가-힣 ]{2,8}", form) or not _WORDS.search(text):
        return []
    wanted = {s for s in _sounds(form) if len(s) >= 3}
    words = [(m.start(), m.end()) for m in _WORDS.finditer(text)]
    found = []
    for i, (start, _) in enumerate(words):
        for _, end in words[i + 1 : i + 3]:
            if _latin_sound(text[start:end]) in wanted:
                found.append((start, end))
    return found


def translated(form: str) -> list[str]:
    """The name of a language in the other of the two languages."""
    return [b for a, b in LANGUAGES if a == form] + [a for a, b in LANGUAGES if b == form]
