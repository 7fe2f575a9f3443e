"""Identifiers: a table of surface forms in English and Korean sentences, and near misses."""

from __future__ import annotations

import pytest

from harness.values import IdentifierValue, ValueKind, find

ONLY = frozenset((ValueKind.IDENTIFIER,))


def identifiers(text: str) -> list[str]:
    normals = (v.normal for v in find(text, kinds=ONLY))
    return [f"{n.subtype} {n.key}" for n in normals if isinstance(n, IdentifierValue)]


# text | the identifiers in it, separated by ";"
TABLE = r"""
see /etc/nginx/nginx.conf. | path /etc/nginx/nginx.conf
/var/log/app.log에 있어요 | path /var/log/app.log
(/usr/local/bin) | path /usr/local/bin
/v1/messages | path /v1/messages
/help | path /help
~/projects/x | path ~/projects/x
./run.sh | path run.sh
../lib/a.py | path ../lib/a.py
$HOME/x | path $HOME/x
src/worker/queue.py | path src/worker/queue.py
src/app.py:42 fails | path src/app.py
docs/readme.md를 보세요 | path docs/readme.md
tests/ | path tests
config/prod | path config/prod
a/b/c.txt | path a/b/c.txt
path:/etc/x | path /etc/x
경로는 /opt/app/bin입니다 | path /opt/app/bin
C:\Users\me\a.txt | path c:\users\me\a.txt
C:\Users\me\a.txt를 열어 | path c:\users\me\a.txt
\\server\share\x | path \\server\share\x
report.pdf | file report.pdf
report.pdf를 | file report.pdf
README.md, | file README.md
main.py와 util.py | file main.py; file util.py
archive.tar.gz | file archive.tar.gz
2026-report.csv | file 2026-report.csv
회의록_최종.docx | file 회의록_최종.docx
보고서.pdf를 보냈다 | file 보고서.pdf
Dockerfile | file Dockerfile
.env | file .env
https://example.com/a?b=1. | url https://example.com/a?b=1
https://Example.com/A/ | url https://example.com/A
(see http://a.com/x_(y)) | url http://a.com/x_(y)
https://example.com/길 | url https://example.com
https://example.com에서 | url https://example.com
s3://bucket/key.csv | url s3://bucket/key.csv
postgres://u:p@db:5432/x | url postgres://u:p@db:5432/x
me@example.com | email me@example.com
Me.Too@Example.co.kr로 | email me.too@example.co.kr
10.0.0.1 | ip 10.0.0.1
10.0.0.1:8080 | ip 10.0.0.1:8080
10.0.0.1에 | ip 10.0.0.1
10.0.0.0/16 | ip 10.0.0.0/16
fe80::1 | ip fe80::1
2001:db8::ff00:42:8329 | ip 2001:db8::ff00:42:8329
api.example.com | host api.example.com
API.example.com으로 | host api.example.com
api.example.co.kr | host api.example.co.kr
db.internal:5432 | host db.internal:5432
localhost | host localhost
localhost:3000 | host localhost:3000
node:8080 | host node:8080
v2.4.1 | version 2.4.1
2.4.1 | version 2.4.1
2.4.1로 올렸다 | version 2.4.1
v2 | version 2
v1.0.0-rc.1 | version 1.0.0-rc.1
1.2.3-beta | version 1.2.3-beta
2.0-rc1 | version 2.0-rc1
numpy==1.26.4 | version 1.26.4
Python 3.11 | version 3.11
Python 3.11. | version 3.11
version 2.4 | version 2.4
버전 2.4 | version 2.4
2.4 버전 | version 2.4
PostgreSQL 16 | version 16
550e8400-e29b-41d4-a716-446655440000 | uuid 550e8400-e29b-41d4-a716-446655440000
550E8400-E29B-41D4-A716-446655440000이 | uuid 550e8400-e29b-41d4-a716-446655440000
commit a1b2c3d | hash a1b2c3d
A1B2C3D4E5F6 | hash a1b2c3d4e5f6
커밋 9f8e7d6을 | hash 9f8e7d6
commit 1234567 | hash 1234567
sha256:abcdef1234567890 | hash abcdef1234567890
ABC-123 | ticket abc-123
ABC-123을 | ticket abc-123
PROJ2-77: fixed | ticket proj2-77
#4512 | ticket #4512
#4512번 | ticket #4512
(#12) | ticket #12
org/repo#12 | ticket org/repo#12
`git push --force` | command git push --force
`npm  run  build`로 | command npm run build
use --dry-run | command --dry-run
--max-retries=5 | command --max-retries
MAX_RETRIES=5 | variable MAX_RETRIES
$HOME | variable HOME
`$HOME` | variable HOME
DATABASE_URL을 | variable DATABASE_URL
feature_x_enabled | name feature_x_enabled
feature_x_enabled를 | name feature_x_enabled
user_id, | name user_id
__init__ | name __init__
getUserName | name getUserName
getUserName() | name getUserName
ThreadPool | name ThreadPool
foo() | name foo
os.path.join | name os.path.join
app.max_retries | name app.max_retries
db-7 | name db-7
db-7은 | name db-7
DB-7 | ticket db-7
rack-12에서 | name rack-12
rack-12. | name rack-12
web01 | name web01
node-3a | name node-3a
gpt-4 | name gpt-4
STM32F405 | name stm32f405
STM32F405를 | name stm32f405
H100 | name h100
보드 0112는 | name 0112
010-1234-5678로 | name 010-1234-5678
ec2-user-1 | name ec2-user-1
db-7/db-8 | name db-7; name db-8
db-7, db-8 and db-9 | name db-7; name db-8; name db-9
`foo` | code foo
`true` | code true
`열쇠` | code 열쇠
`a b` | command a b
``` |
`db-7`은 | name db-7
`/etc/hosts` | path /etc/hosts
port 8080 | port 8080
ports 8080 | port 8080
port: 8080 | port 8080
port is 8080 | port 8080
포트 5432 | port 5432
포트는 5432 | port 5432
포트 5432로 | port 5432
8080번 포트 | port 8080
8080 포트 | port 8080
:8080 | port 8080
release/2.4 | branch release/2.4
feature/login-page | branch feature/login-page
hotfix/ABC-123에 | branch hotfix/ABC-123
**db-7** | name db-7
"db-7" | name db-7
db-7→db-8 | name db-7; name db-8
"""

CASES = [tuple(part.strip() for part in line.split("|")) for line in TABLE.strip().splitlines()]

NEAR_MISSES = r"""
the well-known case
and/or
client/server
24/7
I/O
TCP/IP
km/h
A/B test
e.g. this
i.e. that
U.S. dollars
end.Next sentence
wait...what
mid-2026
top-10
GitHub
JavaScript
Q3-2026
Mar-5
UTC+9
2026-03-05
2026.03.05
14:30
14:30:05
1:2:3
3pm-5pm
40
1,500
3.14
$500
10.5MB
500ms
3-day
24-hour
1h30m
30%
3rd
S3
4K
5G
A4
don't
re-use
`14:30`
`40`
`5 MB`
`내일 오후 3시`
안녕하세요
서버를 재시작
오후 3시
e-mail
x = y
->
---
...
(c)
:)
50:50
""".strip().splitlines()


def test_there_are_enough_cases() -> None:
    assert len(CASES) + len(NEAR_MISSES) >= 150


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_identifier(text: str, expected: str) -> None:
    assert "; ".join(identifiers(text)) == expected


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_no_identifier(text: str) -> None:
    assert identifiers(text) == []


def test_backticks_are_outside_the_span() -> None:
    value = find("run `make test` now", kinds=ONLY)[0]
    assert (value.text, value.start, value.end) == ("make test", 5, 14)


def test_a_fence_is_no_backtick() -> None:
    assert identifiers("```\ncd /srv/app\n```") == ["path /srv/app"]
