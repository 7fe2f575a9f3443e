"""A Korean clause turned into a question: the value gives way to 몇, 언제 or 얼마 where it stands, and the ending asks.

Korean leaves the question word in its place, so that only the ending changes: "깜빠뉴는 저온숙성을 16시간 해요" → "깜빠뉴는 저온숙성을
몇 시간 해요?", "마감을 전날 오후 1시로 당깁시다" → "마감을 전날 몇 시로 당기기로 했죠?".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from harness.language import terms
from harness.probing.draft import Draft, with_josa
from harness.probing.endings_ko import PLACE, turned
from harness.probing.facts import DURATION, MONEY, draft, names_amount
from harness.probing.mentions import Mention
from harness.probing.nouns_ko import is_person, marked, measured
from harness.probing.wordlists import listed
from harness.schema import Role
from harness.values import IdentifierValue, QuantityValue, TimeValue, Value, ValueKind

_LINK = re.compile(
    r"(?<=[가-힣])(?:(?<!까)지만|는데요?|은데|인데|던데|한데|된데|큰데|싼데|니까|이고|하고|되고|고요|거든요?|잖아요?|라서|어서|아서|해서|면서|으면|이면|하면|려면|다가|느라|므로|길래|더니|어도|아도|해도|[았었했]고|[으]?며)(?=[,\s]|$),?\s?|[.!?;~ㅠㅜㅎㅋ]+(?:\s|$)|,\s|\s[—–-]\s|:\s"
)
_DEIXIS = re.compile(
    r"(?:^|\s)(?:그|이|저|그거|이거|저거|그건|이건|그게|이게|그걸|이걸|거기|여기|저기|그쪽|이쪽|그때|그분|그날|이날|그럼|제가|저는|제|내가|나는|난|전|걔|얘|쟤|본인|둘|하나|오늘|내일|어제|모레|아까|방금|이따)(?:[은는이가을를도의만]|에서?|한테|께)?(?=\s|$)"
)
_FILLER = re.compile(
    r"^(?:(?:그리고|그런데|근데|그래서|그러니까|그러면|그럼|아|어|음|네|예|아니|참|일단|우선|암튼|아무튼|어쨌든|혹시|사실|솔직히|또|글고|미안하지만|앞으로|이제|다만|단)[,.!]?\s)+"
)
_ADVERB_NO = re.compile(r"^(?:네|예|응|아|음)[,.]")
_EVENT = re.compile(
    r"(출발|도착|시작|마감|종료|오픈|개점|발송|제출|배포|출시|점검|입주|설치|철거|촬영|납품|발표|배송|접수|예약|검수|시공|이전|집합|해산|개최|발행)(?=하|합|해|할|한|될|됩|돼|된)"
)
_GENERIC = listed("facts_ko", "generic")
_LEAST = 3  # terms beside the value


def asked_ko(mention: Mention, value: Value) -> Draft | None:
    """The clause of a value as a question for it; None where it has no subject of its own or its ending cannot ask."""
    body = mention.body
    begin, stop = _span(body, value.start, value.end)
    bound = re.search(r"\s?(?:이상|이하|이내|미만|초과)$", value.text)
    clause = (
        _FILLER.sub("", body[begin : value.start]) + PLACE + (bound.group() if bound else "") + body[value.end : stop]
    )
    if _is_no_fact(body, value) or _names_the_thing(body, value, begin):
        return None
    wh = _word(value, body[value.end : stop])
    if (
        wh is None
        or re.search(r"(?:요|다|자|죠) (?:하고|라고)", clause)
        or not 4 <= len(clause) <= 70
        or _DEIXIS.search(clause)
    ):
        return None
    told = clause.replace(PLACE, " ")
    found = [
        p
        for p, j, _ in marked(f"{told} ", "은는이가을를도")
        if len(p) > 1 and (not is_person(p) or j in "을를") and not re.match(r"(?:에|으로|로|까지|부터)(?:\s|$)", p)
    ]
    found = found or _EVENT.findall(told) or re.findall(r"[가-힣]{2,4} ?(?:님|씨)(?=[을를이가은는]\s)", told)
    opens = bool(re.match(r"\S+(?:\s\S+){0,2}[은는]\s", told))
    least = (1 if clause.endswith(PLACE) else 2) if opens else _LEAST
    if not found or len(set(terms(told))) < least or (not opens and len(told.split()) < 2):
        return None
    if all(w in _GENERIC for w in found[0].split()) and len(found) < 2 and not re.search(r"\d", told):
        return None  # "마감은 3월 13일": of what?
    question = turned(clause)
    if question is None or (mention.turn.role is Role.ASSISTANT and len(re.findall(r"\d[\d.,]*", told)) > 1):
        return None
    if _of_what(value, clause, found) or _RUN_ON.search(clause) or _keeps_books(mention, clause, found):
        return None
    if _NO_PLACE.match(body[value.end :]) or (re.search(r"[가-힣]죠[\sㅠㅜ?~]*$", body[:stop]) and _reminds(clause)):
        return None
    question = _put(question, wh, value)
    if question is None or set(re.findall(r"\d+", value.text)) & set(re.findall(r"\d+", told)):
        return None
    made = draft(mention, value, "asked", question, score=1.3, revises=bool(_CHANGE.search(body)))
    return replace(made, subject=found[0], form="turned", rule=f"turned.{value.kind.value}")


def _is_no_fact(body: str, value: Value) -> bool:
    """Whether a value is only a part of a word or of a count ("3/8"), or stands before what makes it no statement."""
    part = re.search(r"[/가-힣A-Za-z(]$", body[: value.start]) or re.fullmatch(r"\d+/\d+", value.text)
    return bool(part or _UNFIT.match(body[value.end :]))


def _names_the_thing(body: str, value: Value, begin: int) -> bool:
    """Whether a value names what is spoken of: "일요일 발송은 …" by its day, "현장 60대 원격 업데이트는 …" by its amount."""
    behind = body[value.end :]
    opens = not body[begin : value.start].strip()
    if opens and re.match(r"^\s[가-힣]+(?:\s[가-힣]+)?(?:은|는|이|가|을|를|도|에|에서)\s", behind):
        return True
    if value.kind is ValueKind.QUANTITY:
        return bool(re.match(r"^\s[가-힣]{2,}(?:\s[가-힣]{2,})?[은는]\s", behind))
    return value.kind is ValueKind.IDENTIFIER and bool(_NAMES_NEXT.match(behind))


_CHANGE = re.compile(
    r"미루|미뤄|미룹|미뤘|당기|당겨|당깁|당겼|바꾸|바꿔|바꿨|바뀌|바뀐|바뀝|변경|조정|수정|정정|늘리|늘려|늘립|늘렸|줄이|줄여|줄입|줄였|올리|올려|올립|올렸|내리|내려|내렸|낮추|낮춰|낮췄|옮기|옮겨|옮깁|연기|고쳐|고쳤|고치|늦추|늦춰|늦췄|최종|이제|새로"
)


_UNFIT = re.compile(r"^(?:\s?중|\s?당|[(/)]|[이가]\s?(?:지나|끝나)|\s?\d|\s(?:오전|오후)|\s?여유)")


# "ed25519 키는 …" names the key; "15분짜리라 …" and "일요일은 …" speak of something else that holds for the value.
_NAMES_NEXT = re.compile(r"^\s[가-힣]")
_NO_PLACE = re.compile(
    r"^(?:짜리)?(?:이라|라)\s|^(?:엔|은|는|와|과)\s|^(?:이랑|랑)\s|.*[가-힣]고 싶기?도?|^[이가]\s안\s되"
)


_RUN_ON = re.compile(r"(?:[아어해예에워와려]요|니다|[가-힣]죠)\s+\S")  # two sentences without a stop between them
_BOOKS = frozenset(["달력", "캘린더", "일정표", "메모", "초안", "표", "문서", "시트"])


def _of_what(value: Value, clause: str, found: Sequence[str]) -> bool:
    """Whether nobody can tell of what a share or duration is: "길페이는 2.6%", "목간은 48시간"."""
    n = value.normal
    if not isinstance(n, QuantityValue) or not (n.unit == "%" or n.unit in DURATION):
        return False
    ends = re.search(rf"{PLACE}(?:이에요|예요|입니다|이래요|래요|이고요?|이야)?$", clause)
    return bool(ends) and not any(measured(p) for p in [*found, clause.split(PLACE)[0].strip()])


def _keeps_books(mention: Mention, clause: str, found: Sequence[str]) -> bool:
    """Whether the assistant reports what it wrote down: "14시간으로 적었습니다", "달력을 2시로 고칠게요"."""
    notes = re.search(r"(?:적었|적어|적을게|기록했|기록할|메모했|적겠)", clause)
    return mention.turn.role is Role.ASSISTANT and bool(notes or _BOOKS & set(found))


def _reminds(clause: str) -> bool:
    """ "보셨죠" asks whether one remembers."""
    return bool(re.search(r"[셨했었았]죠$", clause.rstrip(" ㅠㅜ~.!?")))


_IF = re.compile(r"^\s?(?:이상|이하|이내|미만|초과|넘)")


def _span(body: str, start: int, end: int) -> tuple[int, int]:
    """Where the clause of a value begins and ends; a threshold belongs to what follows from it."""
    begin, stop = 0, len(body)
    whole = bool(_IF.match(body[end:]) or re.search(r"(?:이상|이하|이내|미만|초과)$", body[start:end]))
    for m in _LINK.finditer(body):
        if m.end() <= start:
            begin = m.end()
        elif m.start() >= end and not (whole and re.match(r"[으이하]면", m.group())):
            stop = m.start()
            link = re.match(r"[가-힣]+", m.group())
            if link:
                stop += len(link.group())
            break
    return begin, stop


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
    text = re.sub(rf"{PLACE}(으로|로|이|가|을|를|은|는)(?=\s|$)", lambda m: PLACE + pairs[m[1]], question)
    text = re.sub(rf"{PLACE}(으로|로)(?=만|는|도)", rf"{PLACE}(으)로", text).replace(PLACE, wh)
    text = re.sub(r"(언제)에(?:는)?(?=\s|$)", r"\1", text)
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
