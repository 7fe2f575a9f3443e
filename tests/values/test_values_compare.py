"""compare(): the pairs that the grader rests on, and the laws of the relation."""

from __future__ import annotations

from itertools import product

import pytest

from harness.values import Match, Value, compare, find

EQUAL, FINER, COARSER = Match.EQUAL, Match.FINER, Match.COARSER
DIFFERENT, INCOMPARABLE = Match.DIFFERENT, Match.INCOMPARABLE


def one(text: str) -> Value:
    values = find(text)
    assert len(values) == 1, values
    return values[0]


# expected | answer | outcome
PAIRS = r"""
오후 세 시 | 15:00 | equal
오후 세 시 | 3pm | equal
오후 3시 | 15:00:00 | equal
3:30 | 3:30 | equal
15:30 | 3:30 | coarser
3:30 | 3:30 pm | finer
3:30 am | 3:30 | coarser
3:30 | 16:30 | different
15:00 | 15:20 | different
14:30 | 14:30:45 | finer
14:30 KST | 05:30 UTC | equal
14:30 KST | 14:30 UTC | different
14:30 KST | 14:30 | coarser
2026-03-05 00:30 KST | 2026-03-04 15:30 UTC | equal
9am ET | 9am PT | incomparable
2026-03-05 | 2026년 3월 5일 | equal
2026-03-05 | March 5 | coarser
2026-03-05 | Thursday | coarser
2026-03-05 | Friday | different
2026-03-05 | 2026-03-06 | different
3월 5일 | 2026-03-05 | finer
3월 5일 | 3월 5일(목) | finer
2026-03-05 | Thursday, March 5, 2026 | equal
in March | Q1 | coarser
in March | Q2 | different
2026-03-05 14:30 | 2026-03-05 | coarser
2026-03-05 | 14:30 | incomparable
내일 오후 3시 | tomorrow at 15:00 | equal
내일 | 모레 | different
내일 | 2026-03-05 | incomparable
내일 오후 3시 | 오후 3시 | coarser
다음 주 월요일 | next Monday | equal
다음 주 월요일 | Monday | coarser
3일 전 | 3 days ago | equal
사흘 뒤 | three days from now | equal
오전 9시~11시 | from 9 to 11am | equal
오전 9시~11시 | 9am | coarser
오전 9시~11시 | 9am to noon | different
around 3pm | 3pm | finer
15:00 | 3시쯤 | coarser
15:00 | 오후 3시쯤 | coarser
tomorrow morning | tomorrow at 9:00 am | finer
tomorrow at 3pm | tomorrow morning | different
tomorrow at 3pm | tomorrow afternoon | coarser
40 | 40 | equal
40 | 400 | different
$500 | $5,000 | different
$500 | 500 dollars | equal
$500 | €500 | different
$500 | 500 | coarser
3만 5천 원 | 35,000원 | equal
1억 2,000만 원 | ₩120,000,000 | equal
5 MB | 5 MiB | different
5 MB | 5,000 KB | equal
5 MB | 5 kg | incomparable
3 days | 72 hours | equal
3 days | 3일간 | equal
1.5k | 1,500 | equal
30 % | 30 percent | equal
30 % | 30퍼센트 | equal
15 분 | 15 minutes | equal
15분 | 15 seconds | different
1시간 반 | 90 minutes | equal
1 year | 12개월 | equal
40 | about 40 | coarser
about 40 | 40 | finer
약 40명 | about 40 people | equal
40 | at most 40 | coarser
at most 40 | 40 | finer
at most 40 | up to 40 | equal
at most 40 | under 40 | different
at most 40 | at least 40 | different
at most 5 | 3 | different
3–5 days | 3~5일 | equal
3–5 days | 4 days | different
3–5 days | up to 5 days | coarser
3 retries | 3 | coarser
3 | 3 retries | finer
3 files | 파일 3개 | coarser
3 files | 3 folders | incomparable
세 명 | three people | equal
세 명 | 네 명 | different
90 degrees | 90 °C | finer
v2.4.1 | 2.4.1 | equal
2.4.1 | 2.4.2 | different
2.4.1 | version 2.4 | coarser
/etc/app | /etc/app/ | equal
/etc/app.conf | etc/app.conf | different
/etc/app.conf | app.conf | coarser
src/a/b.py | a/b.py | coarser
/etc/App.conf | /etc/app.conf | different
C:\Users\A.txt | c:\users\a.txt | equal
API.example.com | api.example.com | equal
https://a.com/x | https://A.com/x | equal
https://a.com/x | a.com | coarser
10.0.0.1:8080 | 10.0.0.1 | coarser
10.0.0.1:8080 | port 8080 | coarser
10.0.0.1 | 10.0.0.2 | different
a1b2c3d4e5f6a7b8 | A1B2C3D4E5F6A7B8 | equal
a1b2c3d4e5f6a7b8 | a1b2c3d | coarser
a1b2c3d4e5f6a7b8 | b1b2c3d | different
db-7 | `db-7` | equal
db-7 | DB-7 | equal
db-7 | db-8 | different
MAX_RETRY | `MAX_RETRY` | equal
max_retry | MAX_RETRY | different
ABC-123 | ABC-124 | different
#4512 | #4512 | equal
`git push` | `git push --force` | finer
40 | 14:30 | incomparable
db-7 | 7 | incomparable
"""

CASES = [tuple(part.strip() for part in line.split("|")) for line in PAIRS.strip().splitlines()]


@pytest.mark.parametrize(("expected", "answer", "outcome"), CASES, ids=[" / ".join(case[:2]) for case in CASES])
def test_pair(expected: str, answer: str, outcome: str) -> None:
    left, right = one(expected) if expected != "파일 3개" else find(expected)[-1], find(answer)[-1]
    assert compare(left, right) is Match(outcome)
    assert compare(left.normal, right.normal) is Match(outcome)


MIRROR = {FINER: COARSER, COARSER: FINER, EQUAL: EQUAL, DIFFERENT: DIFFERENT, INCOMPARABLE: INCOMPARABLE}


def test_laws_over_all_pairs_of_the_table() -> None:
    values = [find(text)[-1].normal for case in CASES for text in case[:2]]
    for value in values:
        assert compare(value, value) is EQUAL
    for a, b in product(values, values):
        assert compare(b, a) is MIRROR[compare(a, b)], (a, b)


def test_normals_are_hashable_and_equal_for_equal_amounts() -> None:
    assert len({one("$500").normal, one("500.00 dollars").normal, one("USD 500").normal}) == 1
