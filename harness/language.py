"""English and Korean text as the other rooms see it: language, sentences, retrieval terms, negation, hedges.

Everything works on both languages at once, since real logs mix them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache

import snowballstemmer

from harness.values.particles import strip_particles

_HANGUL = re.compile(r"[가-힣ㄱ-ㆎ]")
_LETTER = re.compile(r"[^\W\d_]")
_SPACE = re.compile(r"\s+")
_stemmer = snowballstemmer.stemmer("english")


def normalise(text: str) -> str:
    """NFKC, case-folded, white space collapsed, typographic quotes and dashes made plain."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return _SPACE.sub(" ", text.translate(_PLAIN)).strip()


_PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "‑": "-", "∼": "~", "〜": "~"}
)


def detect(text: str) -> str:
    """``ko`` if at least a fifth of the letters are Hangul, else ``en``."""
    if text.isascii():
        return "en"
    hangul = len(_HANGUL.findall(unicodedata.normalize("NFC", text[:200_000])))
    letters = len(_LETTER.findall(text[:200_000]))
    return "ko" if letters and hangul >= 0.2 * letters else "en"


# ------------------------------------------------------------------------------------------------------ sentences

# A full stop ends a sentence before white space; not after an abbreviation or a list number. Korean needs no more:
# its sentences end in 다./요./까? with the same marks, and chat lines end where the line ends.
_END = re.compile(
    r"(?<=[.!?。…])(?<!\b[A-Za-z]\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bMr\.)(?<!\bDr\.)(?<!\bMs\.)(?<!\bNo\.)"
    r"(?<!\bca\.)(?<!\bapprox\.)(?<!\bSt\.)(?<!^\d\.)(?<!^\d\d\.)[\"')\]”’]*\s+"
)
_LONGEST = 500


def sentences(text: str) -> list[str]:
    """The sentences of a text, stripped, without the empty ones; a line break always ends one."""
    return [s for line in text.splitlines() if line.strip() for s in _line_sentences(line.strip())]


def _line_sentences(line: str) -> Iterator[str]:
    start = 0
    for match in _END.finditer(line):
        if match.start() - start > 2:
            yield from _short(line[start : match.end()].strip())
            start = match.end()
    if start < len(line):
        yield from _short(line[start:].strip())


def _short(sentence: str) -> Iterator[str]:
    # A minified file is one line of a megabyte: cut it at spaces so that no later step sees a monster.
    while len(sentence) > _LONGEST:
        cut = sentence.rfind(" ", _LONGEST // 2, _LONGEST)
        cut = cut if cut > 0 else _LONGEST
        yield sentence[:cut].strip()
        sentence = sentence[cut:].strip()
    if sentence:
        yield sentence


# ---------------------------------------------------------------------------------------------------------- terms

_TERM = re.compile(r"[^\W_가-힣]+(?:[._/@:+#-][^\W_가-힣]+)*|[가-힣]+")
_STOP_EN_TEXT = """
a an the and or but if then than that this these those it its is are was were be been being am do does did
doing have has had having i me my we us our you your he him his she her they them their what which who whom
whose when where why how to of in on at by for with from into about as so not no nor too very can could will
would shall should may might must just also only there here out up down off over under again once all any both
each few more most other some such own same s t d ll m re ve let please one get got go still yet ok okay yes
need want
"""
_STOP_EN = frozenset(_STOP_EN_TEXT.split())
# Korean stop words; the first are particles that follow Latin letters or digits (KT로, db-7에서).
_STOP_KO_TEXT = """
은 는 이 가 을 를 에 의 도 만 와 과 로 나 랑 요 에서 에는 에서는 에도 으로 으로는 까지 부터 보다 처럼 이나 이고
이며 인데 이라 라고 이라고 이라는 라는 입니다 이에요 예요 님 님은 님이 님께 님의 그 저 것 수 등 및 또 더 좀 잘
안 못 다 왜 언제 누가 누구 무엇 뭐 어디 어느 어떤 어떻게 얼마 몇 우리 저희 제가 내가 그건 이건 그거 이거 거 게
건 때 때문 위해 대해 대한 관련 지금 다시 그럼 그래서 그리고 그런데 하지만 네 예 아니 있는 있나요 있어 있었 하는
했던 했지 하기 하기로 했나요 했죠 뭐라 무엇으 어떻 이번 거기 여기 쪽 씩 한 할 된 것은 것이 건가 이유가 인가요
이었죠 였죠 뭐였죠 뭐지 뭔가요 무엇인가요 언제인가요 아까 그때 결국
"""
_STOP_KO = frozenset(_STOP_KO_TEXT.split())


@lru_cache(maxsize=200_000)
def _stem(word: str) -> str:
    return str(_stemmer.stemWord(word)) if word.isascii() and word.isalpha() else word


# Endings of verbs, adjectives and the copula, which carry no subject; a question has others than the statement.
_ENDING_KO = re.compile(
    r"(?:했|됐|되었|하였|였|었|았|겠|하|되|돼|한|된|할|될)?(?:습니다|습니까|었나요|았나요|나요|인가요|은가요|건가요|었어요|았어요|어요|아요|예요|에요|이에요|었죠|았죠|죠|지요|"
    r"었던|았던|던|는지|은지|겠다고|다고|라고|기로|려고|려면|었지|았지|지|었어|았어|어|아|야|"
    r"래|대|니|고|서|면|는데|은데|는|은|을|게|기|자|까요|래요|대요|네요|더라|었다|았다|다)$"
    r"|(?:했|됐|하던|하는|되는|하기로|하려고|해서|해야|하고|하지|되지|한|된|할|될|해|돼)$"
)


@lru_cache(maxsize=200_000)
def korean_stem(word: str) -> str:
    """A Hangul word without particles and endings, at least two syllables where it had them."""
    stem = strip_particles(word)
    bare = _ENDING_KO.sub("", stem)
    if len(bare) >= 2:
        return bare
    return stem if len(stem) <= 2 else stem[:2]


def is_inflected(word: str) -> bool:
    """Whether a Hangul word ends like a verb or an adjective: what is done, not what it is done to."""
    ending = _ENDING_KO.search(strip_particles(word))
    return ending is not None and (ending.start() >= 2 or len(ending.group()) >= 2)  # 벽지 is no verb in 지


@lru_cache(maxsize=200_000)
def _expand(word: str) -> tuple[str, ...]:
    if "가" <= word[0] <= "힣":
        stem = korean_stem(word)
        if word in _STOP_KO or stem in _STOP_KO:
            return ()
        return (stem,) if len(stem) == 1 else tuple(stem[i : i + 2] for i in range(len(stem) - 1))
    if word in _STOP_EN or not word:
        return ()
    parts = re.split(r"[._/@:+#-]", word)
    if len(parts) == 1:
        return (_stem(word),)
    return (word, *(_stem(p) for p in parts if p and p not in _STOP_EN))


def terms(text: str) -> list[str]:
    """Retrieval terms: stemmed words for Latin letters and digits, character bigrams inside Hangul runs, no stop words.

    A compound such as ``db-7`` yields itself and its parts.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    return [t for w in _TERM.findall(plain) for t in _expand(w)]


def word_terms(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """The words of a text as written (NFKC), each with its retrieval terms; stop words are left out."""
    plain = unicodedata.normalize("NFKC", text)
    found = ((m.group(), _expand(m.group().casefold())) for m in _TERM.finditer(plain))
    return [(word, own) for word, own in found if own]


def term_spans(text: str) -> list[tuple[int, int, tuple[str, ...]]]:
    """Where the words of a (composed) text stand, each with its retrieval terms; stop words are left out."""
    found = (
        (m.start(), m.end(), _expand(unicodedata.normalize("NFKC", m.group()).casefold())) for m in _TERM.finditer(text)
    )
    return [row for row in found if row[2]]


def term_cache(vocabulary: dict[str, int]) -> Callable[[str], list[int]]:
    """A fast ``terms`` for many texts: gives numbers from ``vocabulary``, which it fills."""
    known: dict[str, tuple[int, ...]] = {}

    def numbers(text: str) -> list[int]:
        out: list[int] = []
        for word in _TERM.findall(unicodedata.normalize("NFKC", text).casefold()):
            own = known.get(word)
            if own is None:
                own = known[word] = tuple(vocabulary.setdefault(t, len(vocabulary)) for t in _expand(word))
            out += own
        return out

    return numbers


def words(text: str) -> list[str]:
    """All words of a text in normal form, stop words too; compounds stay whole."""
    return _TERM.findall(normalise(text))


# ------------------------------------------------------------------------------------------------------- negation

_NEGATION_EN = re.compile(
    r"\b(?:not|never|no|none|neither|nor|cannot|without|avoid(?:s|ed|ing)?|forbid(?:s|den)?|"
    r"prohibit(?:s|ed)?|ban(?:s|ned)?|stop(?:s|ped)?|refus(?:e|es|ed)|"
    r"reject(?:s|ed)?|ruled out|off[- ]limits|instead of|rather than|lacks?|lacked|missing|"
    r"fail(?:s|ed)? to|unable to|nobody|nothing|hardly|"
    r"(?:is|are|was|were|do|does|did|has|have|had|ca|wo|would|should|could|must|need)n't)\b|"
    r"n't\b|\b(?:don|doesn|didn|isn|wasn|can|won) t\b"
)
_NEGATION_KO = re.compile(
    r"(?:지\s?(?:않|못|마|말)|[가-힣]지는?\s(?:않|못|마|말)|(?<![가-힣])(?:안|못)\s?[가-힣]+|"
    r"없[는다어었이고으습]|없음|아니[라고다었야에요]?|아닌|아님|말\s?것|말아|마세요|"
    r"마라|금지|불가|불허|제외|안\s?[돼되된됩]|못\s?[해하한]|하지\s?말|절대)"
)


def negations(sentence: str) -> int:
    """How many negating words a (normalised) sentence holds, in either language."""
    return len(_NEGATION_EN.findall(sentence)) + len(_NEGATION_KO.findall(sentence))
