"""Korean particles (josa) and copulas at the end of a word."""

from __future__ import annotations

import re

_PARTICLES_TEXT = """
입니다만 입니다 이었습니다 였습니다 습니다 이에요 이예요 예요 에요 이었다 였다 이라고 라고 이라는 라는 이라서
라서 이라면 라면 이라도 라도 이지만 지만 이므로 므로
이니까 니까 이고요 이고 고요 이며 이면 이나 이랑 이든 이다 이야 이죠 이지 인데요 인데 인지 인가요 인가 에게서
한테서 으로부터 로부터 에서부터 에서는 에서도 에서의
에서만 에서 에게는 에게도 에게 한테 께서 까지는 까지만 까지도 까지의 까지 부터는 부터 으로는 으로도 으로만
으로써 으로서 으로의 으로 로는 로도 로만 로써 로서 로의
보다는 보다 처럼 만큼 마다 조차 마저 밖에 에는 에도 에만 에요 이란 란 만의 만이 만을 만은 만에 과는 와는 과의
와의 하고 이라 라 은 는 이 가 을 를 에 의 도 만
와 과 로 나 랑 죠 쯤에 쯤 경에 경 정도로 정도 가량 즈음 짜리 씩 인 여 이내로 이내에 이내 이상 이하 미만 초과
동안 간 당 째 요
"""
_PARTICLES = _PARTICLES_TEXT.split()
# After a noun these may follow a particle-less value directly; the longest is tried first.
PARTICLE = "(?:" + "|".join(sorted(set(_PARTICLES), key=lambda p: (-len(p), p))) + ")"

# Particles that a Hangul word may lose. One syllable that often ends a name (이, 도, 의, 가, 로, 나, 라 …) goes only
# when
# it suits the syllable before it: 이/을/은/과 after a final consonant, 가/를/는/와 after a vowel.
_AFTER_FINAL_TEXT = """
은 이 을 과 으로 으로는 으로도 으로만 이에요 이라고 이라는 이라서 이나 이랑 이고 이며 이면 이다 이지만
"""
_AFTER_FINAL = frozenset(_AFTER_FINAL_TEXT.split())
_AFTER_VOWEL = frozenset(["는", "가", "를", "와", "예요", "라고", "라는", "라서", "랑"])
_ANYWHERE_TEXT = """
에서 에서는 에서도 에서의 에게 에게서 에게는 한테 한테서 께서 까지 까지는 까지만 부터 부터는 입니다 인데
인데요 보다 처럼 만큼 마다 조차 마저 밖에 에 에는 에도 의
도 만 하고 로 로는 로도 로부터 으로부터
"""
_ANYWHERE = frozenset(_ANYWHERE_TEXT.split())
_ALL = sorted(_AFTER_FINAL | _AFTER_VOWEL | _ANYWHERE, key=lambda p: (-len(p), p))
# Words and place names whose last syllable looks like a particle and is not one.
_WHOLE_TEXT = """
회의 주의 정의 동의 문의 논의 합의 강의 편의 예의 의의 거의 속도 온도 정도 제도 태도 한도 지도 강도 의도 시도
용도 빈도 각도 밀도 난이도 우선순위도 제주도 경기도
강원도 전라도 경상도 충청도 여의도 불만 대만 부산만 최대 휴가 평가 추가 국가 증가 허가 단가 물가 원가 작가
전문가 결과 효과 통과 성과 초과 경과 사과 학과 부과 차이
나이 길이 높이 깊이 넓이 사이 아이 종이 회로 경로 진로 도로 종로 구로 서로 바로 따로 새로 제로 별로 스스로
그대로 마을 가을 겨울 노을 구은 지은 다은 하은 가은
예은 시은 정은 지도 오이 놀이 먹이 고양이 어린이 젊은이 라이브러리 은 는 이 가 을 를 에 의 도 만 와 과 로 오와
이에 위에 뒤에 전에 후에 이전에 바이트 지금까지
이만 하지만 그만 오래만 고가 저가 시가 요가 화가 누가 내가 네가 제가 평화 소나 하나 카메라 나라
"""
_WHOLE = frozenset(_WHOLE_TEXT.split())
_LATIN_WITH_TAIL = re.compile(r"(.*[^\uac00-\ud7a3])([\uac00-\ud7a3]{1,6})", re.DOTALL)
_TAIL = re.compile(rf"{PARTICLE}{{1,3}}")


_SAFE = frozenset("은는을를")  # go from a word of one syllable too; 의, 도, 이 … would break 회의, 지도, 나이


def _has_final(syllable: str) -> bool:
    return (ord(syllable) - 0xAC00) % 28 != 0


def _fits(particle: str, before: str) -> bool:
    if not "가" <= before <= "힣" or particle in _ANYWHERE:
        return True
    return _has_final(before) == (particle in _AFTER_FINAL)


def _strip_hangul(word: str) -> str:
    if word in _WHOLE:
        return word
    for particle in _ALL:
        stem = word.removesuffix(particle)
        if (
            stem
            and stem != word
            and _fits(particle, stem[-1])
            and (len(stem) > 1 or len(particle) > 1 or particle in _SAFE)
        ):
            return _strip_hangul(stem) if particle not in _AFTER_FINAL | _AFTER_VOWEL else stem
    return word


def strip_particles(word: str) -> str:
    """``word`` (composed Hangul, no white space) without particles at its end: 서버에서 → 서버, db-7은 → db-7.

    A tail after Latin letters, digits or signs goes only when all of it is particles. A Hangul word keeps a
    last syllable
    that does not agree with the sound before it, and keeps known words such as 회의 and 제주도. Names that end like a
    particle (지은 + no particle) are ambiguous without a dictionary: compare with and without stripping.
    """
    mixed = _LATIN_WITH_TAIL.fullmatch(word)
    if mixed:
        return mixed[1] if _TAIL.fullmatch(mixed[2]) else word
    return _strip_hangul(word) if word and "가" <= word[-1] <= "힣" else word
