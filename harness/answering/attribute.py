"""What a question asks about its subject: the insurance number of the van, the colour of the banners.

If a context never speaks of the attribute, in whatever words, then what it says of the subject is no answer. A word for the type
of an answer (number, date, option, 업체) is no attribute: a context has no need of it.
"""

from __future__ import annotations

import re
from functools import cache

from harness.language import terms

Terms = tuple[str, ...]

_EN = tuple(
    re.compile(pattern)
    for pattern in (
        r"\bwhat(?:'s| is| was| are| were) the ([a-z' -]+?) (?:of|for|in|on|to|at|from|with)\b",
        r"\b(?:which|what) ((?:[a-z-]+ ){0,2}?[a-z-]+) (?:is|are|was|were|did|does|do|has|have|had|will|should|can|must|may)\b",
    )
)
_KO = re.compile(r"([가-힣]+)(?:은|는|이|가) (?:뭐|무엇|누구|누가|어디|언제|얼마|어떻게)")
_TYPES = """
amount number name date time day week month hour size id code reference version port path file folder hash commit branch ticket
address link host server machine command option choice plan variant alternative candidate thing item object kind sort type
model product tool device crate library package person colleague department team company firm supplier vendor place site room
city venue point reason cause goal aim purpose status state result outcome limit maximum minimum value figure total range share
percentage deadline role title word term condition rule step task part piece language format method way approach
번호 이름 날짜 일자 요일 시간 시각 시점 기한 금액 값 수치 수량 개수 크기 코드 버전 포트 경로 파일 폴더 해시 커밋 브랜치 티켓 주소 링크
서버 장비 설비 기기 명령 명령어 옵션 방안 후보 안 것 물건 물품 항목 종류 유형 모델 제품 도구 사람 분 담당자 부서 팀 회사 업체 곳 장소 방
지역 이유 원인 목표 목적 상태 결과 상한 한도 최대 최소 총액 합계 범위 비율 마감 직책 조건 규칙 단계 작업 일 부분 언어 형식 방법 방식
"""


@cache
def _types() -> frozenset[str]:
    return frozenset(terms(_TYPES))


def attribute(plain: str) -> tuple[Terms, ...]:
    """The words of the attribute in a (normalised) question, without those for types; often none."""
    found = next((m[1].split() for p in _EN if (m := p.search(plain))), None)
    if found is None:
        match = _KO.search(plain)
        found = [match[1]] if match else []
    own = (tuple(terms(word)) for word in found)
    return tuple(t for t in own if t and not set(t) <= _types())
