"""A Korean clause turned into a question: the value gives way to 몇, 언제 or 얼마 where it stands, and the ending asks.

Korean leaves the question word in its place, so that only the ending changes: "깜빠뉴는 저온숙성을 16시간 해요" → "깜빠뉴는 저온숙성을
몇 시간 해요?", "마감을 전날 오후 1시로 당깁시다" → "마감을 전날 몇 시로 당기기로 했죠?".
"""

from __future__ import annotations

import re
from dataclasses import replace

from harness.language import terms
from harness.probing.clauses_ko import decided
from harness.probing.draft import Draft, with_josa
from harness.probing.facts import DURATION, MONEY, draft, free_of, names_amount
from harness.probing.mentions import Mention
from harness.probing.nouns_ko import is_person, marked
from harness.values import IdentifierValue, QuantityValue, TimeValue, Value, ValueKind

_PLACE = "〓"
_LINK = re.compile(
    r"(?<=[가-힣])(?:지만|는데요?|은데|인데|니까|이고|하고|되고|고요|거든요?|잖아요?|라서|어서|아서|해서|면서|으면|이면|하면|려면|다가|느라|므로|길래|더니|어도|아도|해도|[았었했]고|[으]?며)(?=[,\s]|$),?\s?|[.!?;~ㅠㅜㅎㅋ]+(?:\s|$)|,\s|\s[—–-]\s|:\s"
)
_DEIXIS = re.compile(
    r"(?:^|\s)(?:그|이|저|그거|이거|저거|그건|이건|그게|이게|그걸|이걸|거기|여기|저기|그쪽|이쪽|그때|그분|그날|이날|그럼|제가|저는|제|내가|나는|난|전|걔|얘|쟤|본인|둘|하나)(?:[은는이가을를도의만]|에서?|한테|께)?(?=\s|$)"
)
_FILLER = re.compile(
    r"^(?:(?:그리고|그런데|근데|그래서|그러니까|그러면|그럼|아|어|음|네|예|아니|참|일단|우선|암튼|아무튼|어쨌든|혹시|사실|솔직히|또|글고|미안하지만|앞으로|이제)[,.!]?\s)+"
)
_ADVERB_NO = re.compile(r"^(?:네|예|응|아|음)[,.]")
_ENDINGS = (
    (re.compile(r"지 ?마(?:세요|십시오|요|라|시고요?)$"), "지 말라고 했죠"),
    (re.compile(r"(?<=[가-힣])(?:해|해 )(?:주세요|줘요?|달래요|주십시오)$"), "해 달라고 했죠"),
    (re.compile(r"(?<=[가-힣])([아어여와워려겨])\s?(?:주세요|줘요?|주십시오)$"), r"\1 달라고 했죠"),
    (re.compile(r"(?<=[가-힣])으세요$"), "으라고 했죠"),
    (re.compile(r"(?<=[하가오보쓰두내치키리기이르])세요$"), "라고 했죠"),
    (
        re.compile(
            r"([았었했였됐겠갔왔났췄켰])(?:습니다|어요|다|거든요?|잖아요?|는데요?|고요?|으니까|지만|음|네요|대요|다고 합니다)$"
        ),
        r"\1죠",
    ),
    (re.compile(r"(?:습니다|더라고요|더군요)$"), "죠"),
    (
        re.compile(
            r"(?:이에요|예요|입니다|이야|래요|이래요|이라고 합니다|라고 합니다|이고요?|인데요?|이니까|니까요|이거든요?|이잖아요?|임)$"
        ),
        "이었죠/였죠",
    ),
    (re.compile(r"(?:거든요?|잖아요?|지만|는데요?|고요?|네요|더라구요)$"), "죠"),
    (re.compile(r"([ㄴ는온간된한인은])대요$"), r"\1대요"),
)
_BIEUP = re.compile(r"(?P<c>[가-힣])니다$")
_PLAIN = re.compile(r"(?:[아어여해와워려겨줘]요|돼요|세요|래요|대요|[가-힣]요)$")


def asked_ko(mention: Mention, value: Value) -> Draft | None:
    """The clause of a value as a question for it; None where it has no subject of its own or its ending cannot ask."""
    body = mention.body
    begin, stop, closed = _span(body, value.start, value.end)
    clause = _FILLER.sub("", body[begin : value.start]) + _PLACE + body[value.end : stop]
    if (
        _UNFIT.match(body[value.end :])
        or re.search(r"[/가-힣A-Za-z(]$", body[: value.start])
        or re.fullmatch(r"\d+/\d+", value.text)
    ):
        return None
    wh = _word(value, body[value.end : stop])
    if (
        wh is None
        or re.search(r"(?:요|다|자|죠) (?:하고|라고)", clause)
        or not 6 <= len(clause) <= 70
        or _DEIXIS.search(clause)
    ):
        return None
    told = clause.replace(_PLACE, " ")
    found = [p for p, _, _ in marked(f"{told} ", "은는이가을를도") if not is_person(p) and len(p) > 1]
    if not found or len(set(terms(told))) < 4:
        return None
    question = _questioned(clause, closed)
    if question is None:
        return None
    question = _put(question, wh, value)
    if question is None or not free_of(told, value):
        return None
    made = draft(mention, value, "asked", question, score=1.3, revises=bool(_CHANGE.search(body)))
    return replace(made, subject=found[0], form="turned", rule=f"turned.{value.kind.value}")


_CHANGE = re.compile(
    r"미루|미뤄|미룹|미뤘|당기|당겨|당깁|당겼|바꾸|바꿔|바꿨|바뀌|바뀐|바뀝|변경|조정|수정|정정|늘리|늘려|늘립|늘렸|줄이|줄여|줄입|줄였|올리|올려|올립|올렸|내리|내려|내렸|낮추|낮춰|낮췄|옮기|옮겨|옮깁|연기|고쳐|늦추|늦춰|늦췄|최종|이제|새로"
)


_UNFIT = re.compile(r"^(?:\s?중|[(/)]|[이가]\s?(?:지나|끝나)|\s?\d|\s(?:오전|오후)|\s?여유)")


def _span(body: str, start: int, end: int) -> tuple[int, int, str]:
    """Where the clause of a value begins and ends, and what links it to the next."""
    begin, stop, closed = 0, len(body), ""
    for m in _LINK.finditer(body):
        if m.end() <= start:
            begin = m.end()
        elif m.start() >= end:
            stop, closed = m.start(), m.group()
            link = re.match(r"[가-힣]+", closed)
            if link:
                stop += len(link.group())
            break
    return begin, stop, closed


def _questioned(clause: str, closed: str) -> str | None:
    """The clause with an ending that asks, without its question mark."""
    clause = clause.strip(" ,.!~ㅎㅋ^")
    if re.search(r"[아어해라]서요?$|나요$|까요$", clause):
        return None
    if re.search(r"(?<=[가-힣])[대래]요$", clause):
        return clause
    if (done := decided(clause)) and not _NO_DECISION.search(done):
        return f"{done} 했죠"
    for pattern, puts in _ENDINGS:
        if pattern.search(clause):
            return pattern.sub(puts, clause)
    if m := _BIEUP.search(clause):
        code = ord(m["c"]) - 0xAC00
        return f"{clause[: m.start()]}{chr(0xAC00 + code - 17)}죠" if code % 28 == 17 else None
    if _PLAIN.search(clause):
        return clause
    return f"{clause}이었죠/였죠" if clause.endswith(_PLACE) else None


_NO_DECISION = re.compile(
    r"(?:좋|같|있|없|알|모르|싶|되|확인하|적|기록하|준비하|기다리|정리하|살펴보|찾아보|알아보)기로$"
)


def questioned(clause: str) -> str | None:
    """A clause of decision or fact with an ending that asks, without its question mark; None where its ending cannot."""
    found = _questioned(clause, "")
    return with_josa(found) if found and _PLACE not in found else None


def _put(question: str, wh: str, value: Value) -> str | None:
    """The question with its question word, and particles that fit it."""
    pairs = {
        "이": "이/가",
        "가": "이/가",
        "을": "을/를",
        "를": "을/를",
        "은": "은/는",
        "는": "은/는",
        "으로": "(으)로",
        "로": "(으)로",
    }
    text = re.sub(rf"{_PLACE}(으로|로|이|가|을|를|은|는)(?=\s|$)", lambda m: _PLACE + pairs[m[1]], question)
    text = re.sub(rf"{_PLACE}(으로|로)(?=만|는|도)", rf"{_PLACE}(으)로", text).replace(_PLACE, wh)
    text = re.sub(r"(언제)(?:에(?=\s|$))", r"\1", text)
    text = re.sub(rf"{re.escape(wh)}(?:이|가)?이었죠", f"{wh}이었죠", text)
    text = with_josa(text)
    text = re.sub(
        r"(언제|얼마|뭐|어디)(?:이라|이었죠)", lambda m: m[1] + ("라" if m[0].endswith("라") else "였죠"), text
    )
    return re.sub(r"\s+", " ", text).strip() if len(text) <= 90 else None


def _word(value: Value, after: str) -> str | None:
    """The question word for a value: 몇 시, 언제, 얼마, 몇 명, 어느 버전."""
    n = value.normal
    if value.kind is ValueKind.TIME and isinstance(n, TimeValue):
        if n.has_clock and not n.has_date and n.end is None and not value.text.endswith(("부터", "까지")):
            return "몇 시"
        return "언제" + ("부터" if value.text.endswith("부터") else "까지" if value.text.endswith("까지") else "")
    if isinstance(n, IdentifierValue):
        return {
            "version": "어느 버전",
            "port": "몇 번 포트",
            "path": "어느 경로",
            "file": "어느 파일",
            "ticket": "무슨 번호",
            "branch": "어느 브랜치",
            "hash": "어느 커밋",
            "host": "어느 서버",
            "email": "어느 메일 주소",
            "url": "어느 주소",
            "ip": "어느 주소",
        }.get(n.subtype.value)
    if not isinstance(n, QuantityValue) or re.search(r"넘$", value.text):
        return None
    if n.unit in MONEY or value.text.endswith("원") or (not n.unit and re.search(r"[만억천]$", value.text)):
        return "얼마"
    if n.unit == "%":
        return "몇 퍼센트"
    if n.unit in DURATION and re.fullmatch(r"\d+\s?일", value.text):
        return "며칠" if not after.startswith(("로", "에", "까지", "부터", "이", "날")) else None
    if re.search(r"하루|이틀|사흘|나흘|열흘", value.text):
        return "며칠"
    unit = names_amount(value, after) or (
        m[1]
        if (m := re.search(r"\s?([가-힣]{1,3})$", value.text)) and re.search(r"[한두세네]|[가-힣] ", value.text)
        else ""
    )
    if "℃" in value.text:
        return "몇 도"
    return f"몇 {unit}" if unit and len(unit) <= 4 else None
