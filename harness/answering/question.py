"""What a question asks for: the type of the wanted answer and the words of its subject, in English and Korean.

A reader may look at the question and nothing else; the probe's category and expected answer never come here.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from harness.answering.attribute import attribute
from harness.answering.forms import (
    ASKING,
    LATEST,
    ORIGINAL,
    PERSON,
    REJECTED,
    Want,
    asked_subtypes,
    asked_unit,
    wanted,
)
from harness.answering.thesaurus import interchangeable
from harness.language import is_inflected, normalise, terms, word_terms
from harness.values import IdentifierKind, TimeValue, ValueKind, find


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the subject.

    ``naming``: it names something (a capital, a digit, Latin letters in Korean), so a context that lacks it speaks of
    something else. ``agent``: it is who said or did it, which the speaker rarely repeats. ``plain``: a verb or a word
    that people swap for others, which the context may put differently. ``day``: the date that it is part of, on which
    something was said or done.
    """

    text: str
    terms: tuple[str, ...]
    naming: bool = False
    agent: bool = False
    plain: bool = False
    day: TimeValue | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is wanted, and the words of the subject.

    ``latest``: asks what holds now; ``original``: what held at first; ``rejected``: about an option that was dropped;
    ``person``: asks who; ``limit``: asks how much is allowed; ``clock`` and ``date``: which part of a time; ``unit``: the
    dimension of a quantity, or a counted noun; ``subtypes`` of an identifier (empty: any); ``numbered``: an identifier that may be a bare
    number; ``attribute``: the words of what is asked about the subject.
    """

    want: Want
    words: tuple[Word, ...]
    latest: bool = False
    original: bool = False
    rejected: bool = False
    person: bool = False
    limit: bool = False
    clock: bool = False
    date: bool = False
    unit: str = ""
    subtypes: frozenset[IdentifierKind] = frozenset()
    numbered: bool = False
    attribute: tuple[tuple[str, ...], ...] = ()

    @property
    def bounded(self) -> bool:
        """Whether the answer is a limit or a plan, not what was observed."""
        return self.limit or not _PLANNED.isdisjoint(self.terms)

    @property
    def terms(self) -> tuple[str, ...]:
        """The retrieval terms of all words, each once."""
        return tuple(dict.fromkeys(t for w in self.words for t in w.terms))


_PLANNED = frozenset(terms("budget quota target allowance 예산 목표"))
_CLOCK = re.compile(
    r"\bwhat time|\bat what (?:time|hour)|\b(?:which|what) hours?\b|\bhour\b|\bo'clock|몇 "
    r"?시(?!간)|시각|시간대|몇 ?분에"
)
_NUMBERED = re.compile(
    r"\b(?:number|extension|code|serial|asset|account|room|reference|pin|address|reading|"
    r"id)\b(?! (?:of|for) the (?:ticket|port))|번호|코드|시리얼|내선|연락처|기안|(?<!메일 "
    r")주소|호실|품번|아이디"
)
_DATE = re.compile(
    r"\b(?:what|which) (?:\w+ )?(?:date|day|weekday|week|month|evening|morning)s?\b|\bdate\b|"
    r"며칠|날짜|몇 ?월|무슨 요일|어느 요일|무슨 날"
)


_LIMIT = re.compile(
    r"\b(?:at most|may (?:the|a|an|we|i|it|be|you|they|one|[a-z]+ (?:be|have|use|take))\b|"
    r"allowed|limit|cap|max(?:imum)?|largest|no more than|must .{0,30}(?:below|under)|"
    r"threshold|ceiling|until when|at the latest)\b|최대|상한|한도|넘(?:기|으)면|이내|허용"
)


@lru_cache(maxsize=2_000)
def understand(text: str) -> Question:
    """Read a question: what is wanted, and about what."""
    plain = normalise(text)
    want = wanted(plain)
    limit = want in (Want.QUANTITY, Want.TIME) and bool(_LIMIT.search(plain))
    return Question(
        want,
        _words(unicodedata.normalize("NFKC", text), limit),
        latest=bool(LATEST.search(plain)),
        original=bool(ORIGINAL.search(plain)),
        rejected=bool(REJECTED.search(plain)),
        person=bool(PERSON.search(plain)),
        limit=limit,
        clock=want is Want.TIME and bool(_CLOCK.search(plain)),
        date=want is Want.TIME and bool(_DATE.search(plain)),
        unit=asked_unit(plain) if want is Want.QUANTITY else "",
        subtypes=asked_subtypes(plain) if want is Want.IDENTIFIER else frozenset(),
        attribute=tuple(a for a in attribute(plain) if not set(a) <= ASKING),
        numbered=want is Want.IDENTIFIER and bool(_NUMBERED.search(plain)),
    )


_BOUND = {True: Word("상한", tuple(terms("상한")), plain=True), False: Word("limit", ("limit",), plain=True)}


def _words(text: str, limit: bool) -> tuple[Word, ...]:
    korean = bool(re.search(r"[가-힣]", text))
    naming, agents = _naming(text, korean), _agents(text)
    days = _days(text)
    found: dict[tuple[str, ...], Word] = {}
    for word, own in word_terms(text):
        named = word in naming
        found.setdefault(
            own, Word(word, own, named, word in agents, not named and _is_plain(word, own), days.get(word))
        )
    subject = tuple(w for w in found.values() if w.naming or not set(w.terms) <= ASKING)
    subject = subject or tuple(found.values())
    # "How large may it be?" asks for a limit without the word.
    bound = _BOUND[korean]
    return (*subject, bound) if limit and all(w.terms != bound.terms for w in subject) else subject


def _days(text: str) -> dict[str, TimeValue]:
    """The words of dates in a question, each with its date."""
    dates = ((v.text, v.normal) for v in find(text, kinds=[ValueKind.TIME]))
    known = ((t, d) for t, d in dates if isinstance(d, TimeValue) and (d.day is not None or d.weekday is not None))
    return {word: day for said, day in known for word, _ in word_terms(said)}


_VERBAL = re.compile(r"[a-z]{2,}(?:ed|ing)")
# What is done with almost anything: the context may well say it with another verb, or with none.
_LIGHT = frozenset(
    terms(
        "take set put use run give make contain report show look come keep stay go hold add begin start end stop hand bring call "
        "carry cover do fit get have include involve land last lie live mean move pay place plan play reach serve sit spend stand "
        "switch turn want work write apply arrive leave open close change allow expect offer agree "
        "쓰기 쓰는 두는 둔 두고 잡은 잡힌 정하는 만드는 만든 걸리는 걸린 드는 나온 나오는 되는 내는 넣는 넣은 올리는 고를 고른 맡긴 맡는 "
        "보내는 보낸 넘기는 들어간 들어가는 이루어진 필요한 있는 열리는 맞는 끝나는 시작하는 진행되는"
    )
)


def _is_plain(word: str, own: tuple[str, ...]) -> bool:
    if set(own) <= _LIGHT or word.endswith("기로"):
        return True
    return own in interchangeable() or bool(_VERBAL.fullmatch(word)) or is_inflected(word)


# A capital inside a sentence, a digit, two capitals, or the signs of a compound name. A bare number is a value.
_NAMING = re.compile(
    r"[a-z]+[A-Z]\w+|[A-Za-z]+-[0-9]\w*|[A-Za-z]+[0-9][\w.:/@+-]*|[0-9]+[A-Za-z.:/@+-][\w.:/@+-]*|(?<=[\w,;'\")] "
    r")[A-Z][\w.-]+|\b[A-Z]{2,}\w*|\w+[_/]\w[\w/]*"
)
_LATIN = re.compile(r"[A-Za-z][\w.:/@+-]*")
_COMMON = re.compile(
    r"[A-Z][a-z]+day|January|February|March|April|May|June|July|August|September|October|"
    r"November|December|I"
)


def _naming(text: str, korean: bool) -> frozenset[str]:
    found = _NAMING.findall(text) + (_LATIN.findall(text) if korean else [])
    if not _SAYS_KO.search(text):
        found += [m[1] for m in _PERSON_KO.finditer(text)]
    parts = ((span, word) for span in found if not _COMMON.fullmatch(span) for word, _ in word_terms(span))
    return frozenset(
        word for span, word in parts if span.isascii() or word == span or word.isascii()
    )  # not 용으로 of rework용으로


# "did Ruth ask", "Tom said", "서영님이", "박 대리는": the person who acts.
_AGENT = re.compile(
    r"\b(?:did|does|do|had|has|was|were|is|would|should|may|can|must)\s+((?:[A-Z][\w-]+\s?){1,2})(?=\s?[a-z])"
    r"|([A-Z][\w-]+)(?=(?:'s)?\s+(?:asked|said|wants?|wanted|told|let|offered|had|asks|did|"
    r"demanded|promised|agreed|insisted)\b)"
)


_PERSON_KO = re.compile(
    r"([가-힣]{2,4}) ?(?:님|씨|대리|과장|차장|부장|팀장|박사|작가|선생)(?:님)?(?:은|는|이|가|께서|의)?(?![가-힣])"
)
_SAYS_KO = re.compile(r"라고|당부|부탁|달라고|하겠다|말했|말씀|시켰|지시|요청")


def _agents(text: str) -> frozenset[str]:
    if _SAYS_KO.search(text):
        return frozenset(m[1] for m in _PERSON_KO.finditer(text))
    return frozenset(part for m in _AGENT.finditer(text) for group in m.groups() if group for part in group.split())
