"""More of what is said in Korean: reasons before a decision, verdicts without their reason, parked questions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.probing.argued import argues
from harness.probing.clauses_ko import decided
from harness.probing.endings_ko import questioned
from harness.probing.mentions import Mention
from harness.probing.nouns_ko import is_person, marked, noun_phrase
from harness.probing.statement import Context, Statement, put_off
from harness.probing.statements_ko import NOT_FAILED, failing

_BECAUSE = re.compile(
    r"^(?P<why>.{6,}?(?:때문에|[이]?라서|[아어여해와려져춰았었]서|으?니까?|므로|느라|길래|거든요?|잖아요?|[대래]서|는데다|기에))[,.]?\s(?P<what>.{6,80})$"
)
_REASON_NEXT = re.compile(
    r"(?:거든요?|잖아요?|때문(?:이에요|입니다|이야)?|[라어아해]서요?|니까요?|안 그러면.{4,}|그래야.{4,})[.!~]*$|^(?:왜냐하면|이유는|안 그러면|그래야)\s"
)
_REJECT = re.compile(
    r"(?:빼고(?=\s[가-힣]+(?:으로|로) (?:가|갑|하|합|정))|빼(?:자|죠|기로|야겠|고 가|는 걸로|고 생각)|뺐|뺄게|뺍시다|접(?:자|죠|었|기로|을게|읍시다)|탈락|기각|배제|제외하|제외했|제외할게|포기하|포기했|안 (?:쓰|하|가|사|되겠|써|할|쓸|갈)[가-힣 ]*|못 (?:쓰|쓴|씁|써|하겠|가겠)|버리(?:자|죠|기로)|버렸|무리(?:예요|네요|입니다|야|겠)|"
    r"은 끝|는 끝|말자|맙시다|하지 말|안 되겠|아닌 것 같|아니네|반려|채택하지|쓰지 않|하지 않기로|거절(?:하|했)|취소(?:하|했|합)|보내 ?버리|없던 (?:일|걸)로)"
)
_FAILED = re.compile(
    r"(?P<m>(?:[해아어려꿔]|써|돌려|바꿔|넣어|보내|시도해|연결해|올려|깔아|붙여|고쳐|껐다 켜) ?봤(?:는데|지만|으나|더니|거든요|어요|습니다)|실패|(?<!면 )(?<!서 )(?<!서는 )(?<!말이 )(?<!결론을 )(?<!결론이 )(?:안|못) (?:됐|됩|돼|되네|풀렸|먹혔|먹혀|붙|열렸|통했)|소용(?:이)? ?없|효과(?:가|는|도)? ?없|여전(?:히|합)|그대로(?:예|였|더|네|입)|끊(?:겨|겼|김)|막혔|막혀|반려(?:됐|당)|거절(?:당|됐)|오류(?:가|만)|에러(?:가|만)|멈췄|멈춰|깨졌|깨져|날아갔|터졌|타임아웃(?=이? ?(?:나[^가-힣]|나[고서네요]|났|남|발생|걸렸|됐|돼)|으로 )|지 못(?:합니다|했|해요|하네|했습)|리셋(?:됩|됐|돼)|먹통|다운(?:됐|돼)|걸렸습니다)"
)
_PARK = re.compile(
    r"보류|나중에|다음에 (?:정|얘기|이야기|다시)|아직 (?:모르|못|안|몰라|결정|생각)|모르겠|생각해 ?(?:볼|보|봐야)|고민|더 보고|봐서 (?:정|결정)|결론(?:이|을|은)? ?(?:안|못|없)|못 정|안 정|미정|정해지면|추후|천천히|일단 두|비워 ?(?:둬|두)|두고 ?보|상의해|여쭤|물어보고|확인하고 (?:정|얘기)"
)
_ASKED = re.compile(r"(?P<q>[^.!?]{6,70}?(?:[가-힣]까요?|[가-힣]지|[가-힣]나요|는지))\s*\?")
_LOOSE = re.compile(
    r"(?:^|\s)(?:그|이|저)(?:거|건|걸|게|것|렇게|때|쪽)?(?=\s|[은는이가을를도])|제가|저는|우리|내가|저도"
)


def more_ko(mention: Mention, context: Context) -> Iterator[Statement]:
    """Statements of a Korean sentence that its stricter frames do not know. A rejection or failure without its reason has an
    empty ``answer``."""
    body = mention.body
    if mention.is_question or len(body) > 220:
        return
    if mention.turn.role.value == "user":
        yield from _reasons(mention, context)
        yield from _parked(mention, context)
        yield from _rejected(mention, context)
    yield from _failed(mention)


def _reasons(mention: Mention, context: Context) -> Iterator[Statement]:
    body = mention.body.rstrip(".!~ ㅎㅋ")
    m = _BECAUSE.match(body)
    while m and (n := _BECAUSE.match(m["what"])) and len(n["why"]) > 6:
        m = _BECAUSE.match(body, 0) if (split := body.find(n["what"])) < 0 else _cut(body, split)
        break
    if (
        m
        and not _FOUND_OUT.search(m["why"])
        and not re.match(r"죄송|미안|감사|고마", m["what"])
        and (q := why_question(m["what"]))
    ):
        yield Statement("decision_reason", "asked", q, m["why"], [mention], 2.0)
        return
    if (
        context.after
        and not context.after.is_question
        and _REASON_NEXT.search(context.after.body)
        and decided(body)
        and (q := why_question(body))
    ):
        yield Statement("decision_reason", "asked", q, context.after.body, [mention, context.after], 2.0)
    elif (
        (said := _follows_from(mention, context))
        and (decided(body) or _RULED.search(body))
        and (q := why_question(body))
    ):
        yield Statement("decision_reason", "asked", q, said.body, [mention, said], 1.8)


_RULED = re.compile(r"야 (?:해|돼|합|됩|겠)|야겠|안 (?:돼|됩|되)")


_SHORTEST_REASON = 12  # characters


def _follows_from(mention: Mention, context: Context) -> Mention | None:
    """The statement that a sentence with 그래서 or 그럼 in front follows from: the one before it, or the last that was said."""
    lead = mention.text[: max(0, mention.text.find(mention.body[:8]))]
    if not re.search(r"그래서|그러니까|그럼|그러면|따라서", lead):
        return None
    said = [
        m for m in (context.before, *reversed(context.earlier[-3:])) if m and m.turn.index >= mention.turn.index - 1
    ]
    return next((m for m in said if not m.is_question and len(m.body) >= _SHORTEST_REASON and argues(m.body)), None)


_FOUND_OUT = re.compile(r"(?:보니까?|봤더니|물으니|들으니|따져보니|확인하니|재보니|세어보니)$")


def _cut(body: str, split: int) -> re.Match[str] | None:
    return re.match(rf"^(?P<why>.{{{max(1, split - 1)}}})\s(?P<what>.+)$", body)


def why_question(clause: str) -> str | None:
    """ "케이크 시트는 전날 굽기로 했어요" → "케이크 시트는 왜 전날 굽기로 했죠"; None where it has no subject of its own."""
    done = decided(clause)
    told = f"{done} 했죠" if done else questioned(clause)
    if (
        told is None
        or re.search(r"거(?:였죠|예요|이었죠|죠)$|[ㄹ을] 거", told)
        or _LOOSE.search(clause)
        or len(clause.split()) < 2
    ):
        return None
    done = told
    for phrase, josa, end in marked(done, "은는을를도"):
        before, rest = done[:end].strip(), done[end:].strip()
        if rest and before.startswith(phrase) and not is_person(phrase) and len(phrase) > 1:
            return f"{before} 왜 {rest}" if josa in "은는도" else f"왜 {before} {rest}"
    return None


def _parked(mention: Mention, context: Context) -> Iterator[Statement]:
    """A question that was answered by putting it off."""
    if not _PARK.search(mention.body):
        return
    yield from put_off(mention, mention.body, context, _question)


def _question(text: str) -> str | None:
    m = _ASKED.search(text)
    if m is None or _LOOSE.search(m["q"]):
        return None
    done = decided(m["q"])
    subject = next((p for p, _, _ in marked(m["q"], "은는을를이가도")), None)
    return f"{done} 했죠" if done and subject and len(subject) > 1 and not is_person(subject) else None


def _rejected(mention: Mention, context: Context) -> Iterator[Statement]:
    m = _REJECT.search(mention.body)
    if m is None:
        return
    if (n := _PROPOSED.search(mention.body)) and n.end() <= m.start() + 2:
        yield Statement("rejected_option", "rejected", f"{n['x'].strip()}는 안", "", [mention], 2.0)
        return
    clause = re.split(r"[,.!?]\s|(?:니까|라서|어서|아서|해서|는데|지만|거든)\s", mention.body[: m.start() + 1])[-1]
    near = [(p, j) for p, j, _ in marked(clause + " ", "은는도을를이가") if len(p) > 1 and not is_person(p)]
    found = [p for p, j in near if j in "은는"] or [p for p, _ in near]
    told = [
        p for p, j, end in marked(mention.body, "은는도이가") if end <= m.start() and len(p) > 1 and not is_person(p)
    ]
    x = found[-1] if found else told[0] if told else noun_phrase(clause.rstrip()[: m.start()].rstrip())
    if x and len(x) > 1 and not is_person(x) and not _LOOSE.search(f"{x} "):
        own = _OWN_REASON.search(mention.body[: m.start()])
        answer = own["why"] if own and x not in own["why"] else ""
        yield Statement("rejected_option", "rejected", x, answer, [mention], 2.0)
    elif len(mention.body) <= 24 and not re.search(r"[가-힣A-Za-z0-9](?:은|는|을|를)\s", mention.body):
        yield from _pointing(mention, context)


_OWN_REASON = re.compile(r"(?:[은는]\s|^)(?P<why>[^,.]{3,40}?(?:때문에|라서|[아어여해와려져춰러]서|니까|므로))\s*$")
_PROPOSED = re.compile(
    r"(?P<x>[가-힣A-Za-z0-9 %]{4,32}자)고 (?:[가-힣]+ )?(?:하셨|했|하던|하는|제안|말했|말씀)[가-힣]*(?:는데|지만|던데|는 걸|던 건|던 거),?\s"
)


def _pointing(mention: Mention, context: Context) -> Iterator[Statement]:
    """ "그럼 탈락이네요": what was spoken of last, with what was said about it."""
    near = [*([context.before] if context.before else []), *reversed(context.earlier[-4:])]
    for said in near:
        if said.is_question or said.turn.index < mention.turn.index - 2 or not argues(said.body):
            continue
        x = next((p for p, _, _ in marked(said.body, "은는") if len(p) > 1 and not is_person(p)), None)
        if x:
            yield Statement("rejected_option", "rejected", x, said.body, [mention, said], 2.0)
        return


_TRIED = re.compile(
    r"^(?:처음엔 |일단 |그래서 )?(?P<x>[^,.]{2,36}?[을를로] [^,.]{0,16}?[가-힣]) ?봤(?:는데|지만|으나|더니),? (?P<y>.*(?:안|못|그대로|실패|여전|오류|에러|끊|막|없|부족|소용).*)$"
)
_GAVE_UP = re.compile(
    r"^(?:처음엔 |처음에는 |일단 )?(?P<x>[^,.]{4,30}?)했는데 (?P<y>[^,.]{4,50}?(?:서|라)) (?:포기|접었|접고|그만두|그만뒀|실패|바꿨|취소)"
)
_STILL_OPEN = re.compile(r"(?:안|못) (?:정|골|결정)|미정|아직 (?:안|못)|결론")


def _failed(mention: Mention) -> Iterator[Statement]:
    if t := _TRIED.match(mention.body):
        yield Statement("failed_attempt", "asked", f"{t['x'].strip()} 봤을 때 결과가 어땠죠", t["y"], [mention], 1.9)
        return
    if t := _GAVE_UP.match(mention.body):
        yield Statement("failed_attempt", "asked", f"{t['x'].strip()}했을 때 뭐가 문제였죠", t["y"], [mention], 1.9)
        return
    m = _FAILED.search(mention.body)
    if m is None or _STILL_OPEN.search(mention.body):
        return
    x = failing(mention.body, m.start())
    if x is None or len(x) < 3 or is_person(x) or NOT_FAILED.match(mention.body[m.end() :]):
        return
    rest = mention.body[m.end() :].strip(" ,.")
    before = re.search(
        r".{6,}?(?:때문에|라서|[아어여해와려져춰]서|니까|밖에 안|[있없많넘남높낮작][어아]|[아어]지고)(?=[ ,])",
        mention.body[: m.start()],
    )
    answer = rest if "봤" in m["m"] and len(rest) > 6 else before.group() if before else ""
    yield Statement("failed_attempt", "failed", x, answer, [mention], 1.9)
