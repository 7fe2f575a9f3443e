"""Particles by sound."""

from __future__ import annotations

import pytest

from harness.josa import with_josa

CASES = """
서버은/는 서버는
예산은/는 예산은
파일이/가 파일이
도구을/를 도구를
서울(으)로 서울로
부산(으)로 부산으로
제주(으)로 제주로
db-7은/는 db-7은
DATA-2(으)로 DATA-2로
API은/는 API는
URL을/를 URL을
표(초안)은/는 표(초안)은
밥와/과 밥과
내일이에요/예요 내일이에요
3시이에요/예요 3시예요
그대로 그대로
"""


@pytest.mark.parametrize("case", CASES.split("\n")[1:-1])
def test_particles_follow_the_sound(case: str) -> None:
    text, expected = case.split()
    assert with_josa(text) == expected
