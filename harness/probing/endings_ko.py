"""The ending of a Korean clause made to ask: 줄입니다 → 줄이죠, 보내지 마세요 → 보내지 말라고 했죠, 당기자 → 당기기로 했죠."""

from __future__ import annotations

import re

from harness.probing.clauses_ko import decided
from harness.probing.draft import with_josa

PLACE = "〓"  # stands for the value that the question asks for
_ENDINGS = (
    (re.compile(r"([가-힣])야겠(?:습니다|어요|네요|다)$"), r"\1야 한다고 했죠"),
    (re.compile(r"지 ?마(?:세요|십시오|요|라|시고요?)$"), "지 말라고 했죠"),
    (re.compile(r"(?<=[가-힣])(?:해|해 )(?:주세요|줘요?|달래요|주십시오)$"), "해 달라고 했죠"),
    (re.compile(r"(?<=[가-힣])([아어여와워려겨꿔춰둬줘놔봐써])\s?(?:주세요|줘요?|주십시오)$"), r"\1 달라고 했죠"),
    (re.compile(r"(?<=[가-힣])으세요$"), "으라고 했죠"),
    (re.compile(r"(?<=[하가오보쓰두내치키리기이르])세요$"), "라고 했죠"),
    (
        re.compile(
            r"([았었했였됐겠갔왔났췄켰])(?:습니다|어요|다|거든요?|잖아요?|는데요?|고요?|으니까|지만|음|네요|대요|다고 합니다)$"
        ),
        r"\1죠",
    ),
    (re.compile(r"(?:습니다|더라고요|더군요)$"), "죠"),
    (re.compile(r"(?<=[가-힣]\s)(?P<n>무료|유료|현금|카드|별도|직접|따로)로?$"), r"\g<n>로 하기로 했죠"),
    (re.compile(r"이?라$"), "이었죠/였죠"),
    (
        re.compile(
            r"(?:이에요|예요|입니다|이야|래요|이래요|이라고 합니다|라고 합니다|이고요?|인데요?|이니까|니까요|이거든요?|이잖아요?|임)$"
        ),
        "이었죠/였죠",
    ),
    (re.compile(r"(?:거든요?|잖아요?|지만|는데요?|고요?|네요|더라구요)$"), "죠"),
    (re.compile(r"([ㄴ는온간된한인은])대요$"), r"\1대요"),
)
_CAUSED = re.compile(r"(?:줄|높|보|붙|먹|들|쓰|모|늘|움직|기울|녹|섞|덮|쌓|들여)입니다$")
_BIEUP = re.compile(r"(?P<c>[가-힣])니다$")
_PLAIN = re.compile(r"(?:[아어여해와워려겨줘]요|돼요|래요|대요|[가-힣](?<!세)(?<!게)요)$")


def turned(clause: str) -> str | None:
    """The clause with an ending that asks, without its question mark; particles that depend on a sound are still open."""
    clause = clause.strip(" ,.!~ㅎㅋ^")
    if re.search(
        r"서요?$|[건거것]이?(?:에|예)?요$|나요$|까요$|지만요?$|것이 좋|게 좋|거긴|듯|거(?:예요|에요|야)$|싶(?:어요|네요|습니다)$",
        clause,
    ):
        return None
    if re.search(r"(?<=[가-힣])[대래]요$", clause):
        return clause
    if (done := decided(clause)) and not _NO_DECISION.search(done):
        return f"{done} 했죠"
    if _CAUSED.search(clause):
        return f"{clause[:-3]}이죠"
    for pattern, puts in _ENDINGS:
        if pattern.search(clause):
            return pattern.sub(puts, clause)
    if m := _BIEUP.search(clause):
        code = ord(m["c"]) - 0xAC00
        return f"{clause[: m.start()]}{chr(0xAC00 + code - 17)}죠" if code % 28 == 17 else None
    if _PLAIN.search(clause):
        return clause
    return f"{clause}이었죠/였죠" if clause.endswith(PLACE) else None


_NO_DECISION = re.compile(
    r"(?:좋|같|있|없|알|모르|싶|되|확인하|적|기록하|준비하|기다리|정리하|살펴보|찾아보|알아보)기로$"
)


def questioned(clause: str) -> str | None:
    """A clause of decision or fact with an ending that asks, without its question mark; None where its ending cannot."""
    found = turned(clause)
    return with_josa(found) if found and PLACE not in found else None
