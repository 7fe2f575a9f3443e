"""Korean noun phrases: words before a particle, read backwards from it, as far as they are bare nouns."""

from __future__ import annotations

import re
from functools import lru_cache

from harness.language import terms
from harness.probing.wellformed_ko import joins
from harness.probing.wordlists import listed
from harness.values import strip_particles

_SKIP = listed("nouns_ko", "skip")
_THIN = listed("nouns_ko", "thin")
_VERBAL = re.compile(
    r"(?:습니다|니다|어요|아요|에요|예요|세요|해요|돼요|네요|군요|지요|거든|는데|지만|도록|려고|으면|라면|다면|으니|니까|하고|하면|해서|하게|하지|되는|하는|있는|없는|같은|하던|했던|된|한|할|될|했|됐|던|기로|하기|되기|"
    r"되어|하여|해도|해야|인데|였|았|었|겠|려면|면서|어서|아서|라서|느라|에서|으로|부터|까지|에게|한테|보다|처럼|마다|밖에|이나|든지|라도|대로|만큼|[대재]서|하자|하죠|가자|보자|빼자|두자|이고|이며|고요|다고|라고|냐고|자고|는지|을지|할지|일지|하지|되지|쓰지|넣지|가지|오지|먹지|줘|죠|하고|되고|[았었했]고|하며|하게|되게|자마자|거고|[셨겼렸졌했됐놨갔왔났봤샀탔됐았었였]고|[겨려져춰와줘]서|추지|[쉽빠르크높]게|래서|되면|[이후전]엔|에선|한텐|께는|는|은|를|을)$"
)
_WORD = re.compile(r"[가-힣A-Za-z0-9][\w가-힣./@:+#&·%-]*")
_MEASURE = re.compile(
    r"(?:예산|상한|하한|한도|비용|금액|단가|가격|요금|수당|시급|월급|임대료|대관료|강연료|보증금|예약금|금|비|료|값|정원|인원|기간|기한|마감|마감일|시각|시간|일자|날짜|번호|코드|주소|수량|용량|길이|높이|너비|무게|온도|전압|전류|속도|비율|률|율|"
    r"점수|목표|기준|일정|버전|파일|경로|서버|브랜치|계정|횟수|주기|간격|크기|수|일|회의|발표|면접|점검|배포|출발|도착|시작|종료|오픈|납기|데드라인|타임아웃|제한|임계값|포트|도메인|링크|채널)$"
)


_COUNTERS = frozenset(
    ["실", "명", "대", "개", "건", "장", "번", "곳", "회", "차", "분", "층", "호", "석", "당", "팀", "쪽"]
)


def noun_phrase(text: str, *, longest: int = 4) -> str | None:
    """The noun phrase at the end of ``text`` (whose particle is already cut), or None where there is no telling one."""
    words: list[str] = []
    for token in reversed(text.split()):
        bare = token.strip("\"'“”‘’()[],")
        if not bare or len(words) == longest or not _is_noun(bare, last=not words):
            break
        if token != bare and token[-1] in ",])" and words:
            break
        words.append(bare)
        if token[0] in "\"'“‘([":
            break
    words.reverse()
    while len(words) > 1 and words[0] in _COUNTERS:
        words.pop(0)
    return " ".join(words) if _telling(words) else None


@lru_cache(maxsize=65_536)
def _is_noun(word: str, last: bool) -> bool:
    if (
        word in _SKIP
        or (not last and joins(word))
        or not _WORD.fullmatch(word)
        or not re.search(r"[가-힣A-Za-z]", word)
    ):
        return False
    if last:
        return not (_VERBAL.search(word) and len(word) > 1 and not _MEASURE.search(word) and not word.isascii())
    if word.isascii() or word.endswith("의") or _MEASURE.search(word):
        return True
    return strip_particles(word) == word and not _VERBAL.search(word)


def _telling(words: list[str]) -> bool:
    full = [w for w in words if w not in _THIN and len(w) > 1 and not re.fullmatch(r"\d+[가-힣]?|\d.*[일월년시분]", w)]
    if not full:
        return False
    last = words[-1]
    return bool(re.search(r"[가-힣A-Za-z]", last)) and last not in _SKIP and (len(words) > 1 or len(last) > 1)


def measured(subject: str) -> bool:
    """Whether the head of a phrase names something that has a value: 예산, 마감, 정원, 번호 …"""
    return bool(_MEASURE.search(subject))


_MARKED = re.compile(r"(?P<np>[^,.!?;:]*?[가-힣A-Za-z0-9)\"'”])(?P<josa>은|는|이|가|도|을|를)(?=\s)")


def marked(text: str, josa: str = "은는이가을를도") -> list[tuple[str, str, int]]:
    """Noun phrases with a particle, in order: phrase, particle, position behind the particle."""
    found = []
    for m in re.finditer(r"\S+", text):
        word = m.group()
        if (
            len(word) > 1
            and word[-1] in josa
            and _fits(word)
            and not _adnominal(word, text[m.end() :])
            and (phrase := noun_phrase(_clause(text[: m.end() - 1])))
        ):
            found.append((phrase, word[-1], m.end()))
    return found


_BOUND = re.compile(
    r"^\s(?:중|채로?|적|것|게|거|건|걸|데|대로|동안|만큼|수|사람|편|쪽|줄|분|경우|때|날|이유|방법|걸로|거라|게요)(?=$|[\s.,]|(?:은|는|이|가|을|를|도|에|에서|로|으로|만|까지|부터|의|인|라|이라|인데|이고|예요|이에요|입니다|죠|요)(?:[\s.,]|$))"
)
_INNER = re.compile(r"(?:해|되|하|(?<!웨)어|아|여|셔|져|쳐|춰|꿔|돼|봐|줘|놔|둬)$")
_PARTICLES = re.compile(r"(?:에|로|에서|에게|한테|까지|부터|께|랑|보다|처럼|씩|만|도)$")
_STEM = re.compile(
    r"(?:나가|들어가|나오|들어오|올라가|내려가|올라오|돌아가|지나가|떠나|모자라|보이|걸리|들리|남기|맡기|옮기|끝나|태어나|지나|빠지|떨어지|쓰이|놓이|나가|생기|벌어지|바뀌|늘어나|줄어드|줄이|맴도|나도|떠도|감도|돌아오|찾아오|동안|사이|다음부터)$"
)
_NEGATED = re.compile(r"^\s(?:않|못|마|말|안\s)")
_PERSON = re.compile(r"(?:님|씨|팀장|대리|과장|차장|부장|박사|교수|이사|대표|사장|매니저|기사|선생)$|^(?:나|너|저)$")


def is_person(phrase: str) -> bool:
    """Whether a phrase names a person, of whom no rule and no decision speaks."""
    return bool(_PERSON.search(phrase))


def other_topic(text: str, what: str) -> bool:
    """Whether a sentence opens with a topic of its own: it argues about that, not about ``what``."""
    own = set(terms(what))
    return any(j in "은는" and not own & set(terms(p)) for p, j, _ in marked(text, "은는")[:1])


def _adnominal(word: str, after: str) -> bool:
    """기다리는 중, 와이파이로는, 공개해도: 은/는/도 behind a verb or another particle marks no noun."""
    stem = word[:-1]
    if word[-1] == "도" and _MEASURE.search(word):
        return False
    return word[-1] in "은는도" and (
        (bool(_BOUND.match(after)) and word[-1] != "도")
        or (_is_inner(stem, after) and not _MEASURE.search(stem) and len(stem) > 1)
    )


def _is_inner(stem: str, after: str) -> bool:
    """Whether a stem before 은/는/도 is a verb's or has a particle already; 출신지는 is a noun, 하지는 않 is not."""
    if stem.endswith("지"):
        return bool(_NEGATED.match(after))
    return (
        bool(_INNER.search(stem))
        or bool(_STEM.search(stem))
        or bool(_PARTICLES.search(stem) and strip_particles(stem) != stem)
    )


def _clause(text: str) -> str:
    return re.split(r"[,.!?;:]\s", text)[-1]


@lru_cache(maxsize=65_536)
def _fits(word: str) -> bool:
    """Whether the last syllable is a particle of this word by sound (은 after a consonant, 는 after a vowel)."""
    josa, before = word[-1], word[-2]
    if josa == "도":
        return strip_particles(word) != word and len(word) > 2
    if "가" <= before <= "힣":
        final = (ord(before) - 0xAC00) % 28 != 0
        if final != (josa in "은이을"):
            return False
        return len(word) > 2 or josa in "은는을를"
    return True
