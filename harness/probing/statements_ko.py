"""What is said in Korean words: rejections, failures, decisions, their reasons, rules, exceptions, open points, goals."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.probing.mentions import Mention
from harness.probing.nouns_ko import is_person, marked, noun_phrase, other_topic
from harness.probing.statement import Context, Statement

_UNSURE = re.compile(
    r"까요|어떨까|어떨지|면 좋겠|것 같은데|제안|권합|추천|싶(?:은데|어요)|할까|려나|일까|을까|아마|혹시|드릴까요|생각이신"
)
_REJECT = re.compile(
    r"(?:빼자|빼죠|빼기로|빼야겠|빼고 가|뺐(?:어|습|다|고)|접자|접죠|접었|접기로|접을게|탈락|기각|배제|제외하(?:자|죠|기로|였|겠)|제외했|포기하(?:자|죠|기로)|포기했|안 (?:쓰|하|가|사|되겠)(?:기로|자|죠|네)|안 하기로|안 쓰기로|"
    r"안 되겠|못 (?:쓰겠|쓴다|씁니다|써요|하겠)|버리(?:자|죠|기로)|버렸|무리(?:예요|네요|입니다|야)|은 끝|는 끝|말자|하지 말기로|안 가기로|반려(?:했|하기로)|채택하지 않)"
)
_ARGUES = re.compile(
    r"때문|라서|[아어여해와려져춰]서|니까|거든|잖아|느라|길래|므로|못 (?:하|쓰|들|해|한)|안 (?:되|돼|맞|나)|불가|없(?:어|는|다|고|습)|넘(?:어|으|는|습|네|고)|초과|부족|모자라|비싸|비쌌|느리|느려|무거|위험|문제|어렵|늘어|걸려|걸리|커서|싸웠|깨|망가|나빠|떨어"
)
_SAME = re.compile(
    r"^(?P<why>.{3,}?(?:때문에|라서|[아어여해와려져춰]서|니까|므로|느라|길래|거든요?,?|잖아요?,?|라)),?\s(?P<what>.+)$"
)
_FAILED = re.compile(
    r"(?P<m>(?:해|써|돌려|바꿔|넣어|보내|시도해|연결해|올려|깔아|붙여) ?봤(?:는데|지만|으나|더니|거든요)|실패(?:했|하|로|예요|입니다)|(?<!면 )(?<!서 )(?<!서는 )(?<!말이 )(?:안|못) (?:됐|됩니다|돼요|되네요|풀렸|먹혔)|소용없|효과가? 없|여전히|끊(?:겨|겼)|막혔|막혀|반려됐|거절(?:당|됐))"
)
_DECIDE = re.compile(
    r"(?P<y>[^,.]*?(?:으로|로)\s?(?:가자|가죠|가요|갑시다|하자|하죠|해요|합시다|할게요?|하기로|하겠습니다|확정|정했|정하|진행|갈게요?|통일|바꾸자|바꾸기로|맡기|두자|두죠|결정|잡자|잡죠|좁혀졌|했어|했습니다|해 줘)(?!고|는|던|면|며))"
)
_COMMIT = re.compile(r"(?P<y>[^,.]*?(?:기로 (?:했|하|합|결정|확정)|하자|합시다|하죠|할게요|확정)(?!고|는|던|면|며))")
_BAN = re.compile(
    r"(?P<y>[^.]*?(?:절대|금지(?![은는] 그대로)|[면선서] ?안 (?:돼|되(?![겠네나])|됩|된다(?!고))|[가-힣]지(?:는|도)? (?:마|말(?!고|자고))|불가|말 것|않는 걸로|않기로)[^.]*)"
)
_MUST = re.compile(
    r"(?P<y>[^.]*?(?:반드시|꼭|무조건|항상|[해이여야]야 (?:해|합|돼|됩|한)|이상이어야|까지만|에만 사용|만 (?:써|쓰|가능|허용)|넘기면|받아야)[^.]*)"
)
_EXCEPTION = re.compile(
    r"(?P<c>[가-힣A-Za-z0-9 ]+?(?:만은|만|은|는) (?:예외|괜찮|제외|허용)[^.,]*|[^,.]*?(?:만 빼고|는 빼고|은 빼고|을 제외|를 제외|만 제외|말고는)[^.,]*|(?<![가-힣])(?:단,|다만,?) ?[^.]{6,}|[가-힣A-Za-z0-9 ]{2,}?(?:만은|만|까지는|은|는) (?:예외로|허락|허용|풀어|봐줄|봐주|가능|괜찮)[^.]*|[가-힣A-Za-z0-9 ]{2,}만 (?:보내|써도|쓰셔도|올려도|해도|[가-힣]+도 (?:돼|됩|괜찮))[^.]*)"
)
_OPEN = re.compile(
    r"미정|(?:면|후에|뒤에|나야|와야|끝나야) (?:정하|결정하|정할|결정할)|(?:아직|여태) (?:안|못|모르|미|결정|정하|답|승인|연락|회신|확정|결론)|(?:정하지|결정하지|정해지지|확정되지) (?:않|못)|보류|안 정(?:했|해|하)|못 (?:정했|정해|정하|골랐|내렸)|나중에 (?:정|결정|다시|논의)|(?:답|회신|승인|결재)(?:이|은|을|가|도)? ?(?:없(?!이)|안 [왔나났])|결론(?:이|은|을)? ?(?:안|못|없|내지)|열어 ?두|아직(?:이에요|이야|입니다|요)|결재 대기|기다리는 중|합의가 안"
)
_CHOICE = re.compile(r"(?:[ㄹ할될갈쓸을낼둘] ?지|일지|이냐|냐|까) .*(?:모르겠|정해야|고민|못 정|미정|나중|아직|결론)")
_GOAL = re.compile(
    r"(?:^|[\s])(?P<x>[가-힣A-Za-z ]*?(?:목표|목적|바라는 건|바라는 것|원하는 건|원하는 것))(?:는|은|이)?\s(?P<y>.{5,})|^(?P<x2>.+?)(?:은|는)\s(?P<y2>.{5,}?(?:게|것이|하는 게) (?:첫째|제일 중요|목표|핵심|목적)[^.]*)"
)
_LEFT = re.compile(
    r"^(?:이제 |오늘 )?(?:남은 (?:건|것은|일은|거는|할 일은|작업은)|할 일은|남은 일:?|다음 할 일은?)\s(?P<y>.{4,})"
)
_DONE = re.compile(
    r"(?P<y>(?:완료(?:됐|했|입니다|예요|(?=[.,]|$))|끝났|끝냈|마쳤|진행 ?중|아직 (?:안 했|시작)|처리했|제출했|예약했|발송했|접수했|발주했|주문했)[^.ㅠㅜㅋㅎ~!^]*)"
)
_STYLE = re.compile(
    r"존댓말|반말|말투|높임말|해요체|합쇼체|합니다체|이모지|(?:짧게|간단히|간결하게) (?:답|써|말|해|요)|답(?:변|장)?은 .{0,16}(?:로|게)(?:요|만)?(?![가-힣])"
)


_ONE_TEXT = re.compile(
    r"^(?:이건|그건|이거|그거|이 |그 |여기|\(?저는 |\(?나는 )|(?:초안|문자|공지|안내문|포스터)(?:은|는|도)\s"
)  # no wish about replies


_WEAK = frozenset(
    [
        "메일",
        "그때",
        "그건",
        "이건",
        "답변",
        "이야기",
        "참고",
        "이거",
        "그거",
        "결재",
        "회신",
        "생각",
        "재시험",
        "연락",
        "전화",
        "시작",
        "사진",
        "배경",
    ]
)


_COUNTER = re.compile(r"^(?:실|명|대|개|건|장|번|곳|회|차|분|층|호|석|당)\s")


def statements_ko(mention: Mention, context: Context) -> Iterator[Statement]:
    """Statements of one Korean sentence."""
    body = mention.body
    if mention.is_question or len(body) > 220:
        return
    user = mention.turn.role.value == "user"
    if user and _STYLE.search(body):
        if len(body) > 10 and not _ONE_TEXT.search(body):
            yield Statement("language", "language", "답변", body, [mention], 2.0)
        return
    undecided = list(_open(mention))
    yield from undecided
    if _UNSURE.search(body):
        return
    yield from _failed(mention, context)
    if user:
        rejected = list(_rejected(mention, context))
        yield from rejected
        if not rejected and not undecided and not _REJECT.search(body):
            yield from _decided(mention)
        yield from _rules(mention, context)
        yield from _aims(mention)


def _marked_before(text: str, josa: str, position: int) -> str | None:
    """The first phrase with one of these particles that stands before a position."""
    return next((p for p, _, end in marked(text, josa) if end <= position + 1 and _strong(p)), None)


def _strong(phrase: str) -> bool:
    return (
        not _COUNTER.match(phrase)
        and (len(phrase) > 2 or (len(phrase) == 2 and not re.search(r"[은는이가]$", phrase)))
        and phrase not in _WEAK
    )


def _why(mention: Mention, context: Context, what: str) -> tuple[str, list[Mention]] | None:
    """The reason in the same sentence before its connective, else the sentence before or after it, else an earlier turn that
    speaks of the same thing."""
    if (m := _SAME.match(mention.body)) and len(m["why"]) > 5 and _REJECT.search(m["what"]):
        return m["why"], [mention]
    for near in (context.before, context.after):
        if (
            near
            and not other_topic(near.body, what)
            and not near.is_question
            and not _REJECT.search(near.body)
            and _ARGUES.search(near.body)
            and len(near.body) >= 10
        ):
            return near.body, [mention, near]
    head = max(what.split(), key=len)
    for far in reversed(context.earlier):
        if len(head) >= 2 and head in far.body and _ARGUES.search(far.body) and not far.is_question:
            return far.body, [mention, far]
    return None


def _rejected(mention: Mention, context: Context) -> Iterator[Statement]:
    m = _REJECT.search(mention.body)
    if m is None:
        return
    clause = re.split(r"[,.!?]\s|(?:니까|라서|어서|아서|는데|지만|데)\s", mention.body[: m.start() + 1])[-1]
    x = next((p for p, j, _ in reversed(marked(clause + " ", "은는도을를")) if _strong(p)), None) or _bare(clause)
    x = x or _marked_before(mention.body, "은는", m.start())
    if x and not is_person(x) and (why := _why(mention, context, x)):
        yield Statement("rejected_option", "rejected", x, why[0], why[1], 2.0)


def _bare(clause: str) -> str | None:
    phrase = noun_phrase(clause.rstrip()) if clause.strip() else None
    return phrase if phrase and (len(phrase.split()) > 1 or re.search(r"[A-Za-z0-9]", phrase)) else None


def _failed(mention: Mention, context: Context) -> Iterator[Statement]:
    m = _FAILED.search(mention.body)
    if m is None:
        return
    x = failing(mention.body, m.start())
    if x is None or is_person(x) or NOT_FAILED.match(mention.body[m.end() :]):
        return
    rest = mention.body[m.end() :].strip(" ,.")
    if "봤" in m["m"] and len(rest) > 6:
        yield Statement("failed_attempt", "failed", x, rest, [mention], 2.0)
    elif "봤" not in m["m"] and (
        own := re.search(
            r".{8,}?(?:때문에|라서|[아어여해와려져춰]서|니까|밖에 안|라)(?=[ ,])", mention.body[: m.start()]
        )
    ):
        yield Statement("failed_attempt", "failed", x, own.group(), [mention], 2.0)
    elif "봤" not in m["m"] and (why := _why(mention, context, x)):
        yield Statement("failed_attempt", "failed", x, why[0], why[1], 1.8)


NOT_FAILED = re.compile(r"^[가-힣]{0,4}\s?(?:끝내지 말|하지 않|안 하|하면|되면|할 |될 |시 )")
_CAUSE_ENDS = re.compile(r"(?:때문에|라서|[아어여해와려져춰놔둬]서|니까|길래),?\s|[으하되]면,?\s")


def failing(body: str, position: int) -> str | None:
    """What a failure is about: a phrase of its own clause, or the topic of the sentence; the subject of the cause did not fail."""
    begin = max((c.end() for c in _CAUSE_ENDS.finditer(body, 0, position)), default=0)
    found = [(p, j, end) for p, j, end in marked(body, "은는이가을를도") if end <= position + 1 and _strong(p)]
    return next((p for p, j, end in found if end > begin or j in "은는"), None)


def _decided(mention: Mention) -> Iterator[Statement]:
    body = mention.body
    for phrase, josa, end in marked(body, "은는을를"):
        m = _DECIDE.match(body[end:].strip()) or _COMMIT.match(body[end:].strip())
        if m is None or not _strong(phrase) or is_person(phrase) or len(m["y"]) > 70 or _GIVES_REASON.search(m["y"]):
            continue
        form = (
            "decision"
            if re.search(r"(?:으로|로)\s?(?:가|하|정|해|확정|결정|통일|갈|할|잡|바꾸)", m["y"])
            else "decision_how"
        )
        yield Statement("decision", form, phrase, m["y"], [mention], 2.0 - 0.5 * (josa in "을를"))
        return


_GIVES_REASON = re.compile(r"[아어해려]서\s|니까\s|때문에\s|[은는]\s\S")  # the decision is about what comes behind


def _rules(mention: Mention, context: Context) -> Iterator[Statement]:
    body = mention.body
    if (
        _EXCEPTION_CUE.search(body)
        and (m := _EXCEPTION.search(body))
        and (rule := rule_ko(mention, upto=m.start()) or context.rule or _topic(context.before))
        and len(m["c"].strip()) > 4
    ):
        yield Statement("exception", "exception", rule, m["c"], [mention], 2.0)
        return
    for pattern, form in ((_BAN, "constraint_not"), (_MUST, "constraint_may")):
        if x := rule_ko(mention, pattern=pattern):
            form = "constraint_may" if f"{x}하" in body else form
            yield Statement("constraint", form, x, _ruling(body, pattern, x), [mention], 2.0)
            return


def _ruling(body: str, pattern: re.Pattern[str], subject: str) -> str:
    """The clause that states the rule, without what is said before it."""
    last = re.split(r"(?<=[가-힣])(?:니까|는데|지만|라서|고),?\s", body)[-1]
    return last if pattern.search(last) and len(last.split()) > 2 and subject in last else body


def _topic(mention: Mention | None) -> str | None:
    """What the sentence before speaks of, for an exception whose rule is no ban."""
    if mention is None or mention.is_question:
        return None
    return next((p for p, j, _ in marked(mention.body, "은는") if _strong(p) and not is_person(p)), None)


_PLACED = re.compile(
    r"(?P<np>[가-힣A-Za-z0-9_./-]+(?: [가-힣A-Za-z0-9_./-]+){0,2})(?:에서는|에는|에서|한테는|한테|에게는|에게|으로는|로는)\s"
)


# Words without which neither a ban nor a duty can match, nor an exception: looking for them is far cheaper.
_RULE_CUE = re.compile(
    r"절대|금지|안 [돼되된됩]|지(?:는|도)? ?(?:마|말)|불가|말 것|않|반드시|꼭|무조건|항상|야 [해합돼됩한]|이상|까지만|에만|만 [써쓰가허]|넘기면|받아야"
)
_EXCEPTION_CUE = re.compile(r"예외|괜찮|제외|허용|허락|빼고|말고는|단,|다만|풀어|봐[줄주]|가능|만 ")


def rule_ko(mention: Mention, upto: int | None = None, pattern: re.Pattern[str] | None = None) -> str | None:
    """The subject of the rule that a sentence (or its part before ``upto``) states."""
    text = mention.body[:upto]
    if not _RULE_CUE.search(text):
        return None
    for rule in (pattern,) if pattern else (_BAN, _MUST):
        if m := rule.search(text):
            found = [
                p
                for p, j, end in marked(text, "은는을를도")
                if _strong(p) and end < m.end() - 2 and not is_person(p) and not _BEFORE_IT.search(p)
            ]
            told = text.split(found[0])[0] if found else ""
            if found and f"{found[0]}도" in text and re.search(r"[가-힣][은는]\s", told):
                return None  # "확정된 줄은 수정도 …": of the lines, not of changes
            if found:
                return found[0]
            if (
                (n := _PLACED.search(text[: m.end()]))
                and (phrase := noun_phrase(n["np"]))
                and not is_person(phrase)
                and not _BEFORE_IT.search(phrase)
            ):
                return phrase
            if phrase := _bare_object(text[: m.end()]):
                return phrase
    return None


_BANNED = re.compile(
    r"(?P<np>[가-힣A-Za-z0-9_./-]+(?: [가-힣A-Za-z0-9_./-]+){0,3})\s(?:(?:절대로?|반드시|무조건|꼭|항상)\s|[가-힣]+(?:지 ?(?:마|말|않)|면 안|서는? 안))"
)


def _bare_object(text: str) -> str | None:
    """What a ban or duty is about where it has no particle: "전원 절대 내리면 안 되고", "문자 보내지 마세요"."""
    m = _BANNED.search(text)
    words = m["np"].split() if m else []
    while words and re.search(r"(?:로|에|에서|까지|에게|한테)$", words[-1]) and len(words[-1]) > 1:
        words.pop()
    phrase = noun_phrase(" ".join(words)) if words else None
    if (
        phrase
        and _strong(phrase)
        and not is_person(phrase)
        and len(phrase) > 1
        and not re.search(r"(?:전에|후에|[은는])$", phrase)
    ):
        return phrase
    verbal = _VERBAL_NOUN.search(text)
    return verbal["np"] if verbal else None


_BEFORE_IT = re.compile(r"(?:전|후|뒤|때)에?$")  # "승인 나기 전에는" says when, not what
_VERBAL_NOUN = re.compile(r"(?<![가-힣])(?P<np>[가-힣]{2,4})(?:하면|하시면|해서는|하지|시키지|시키면) (?:안 |마|말|않)")


def _open(mention: Mention) -> Iterator[Statement]:
    body = mention.body
    m = _OPEN.search(body)
    if m is None and not (m := _CHOICE.search(body)):
        return
    x = next((p for p, _, end in marked(body, "은는이가도을를") if _strong(p) and end <= m.start() + 1), None)
    if x and not is_person(x):
        yield Statement("open_question", "open", x, body, [mention], 2.0)


def _aims(mention: Mention) -> Iterator[Statement]:
    body = mention.body
    if m := _GOAL.search(body):
        x = noun_phrase((m["x"] or "").strip()) if m["x"] else noun_phrase(m["x2"] or "")
        if x:
            yield Statement("goal", "goal", x if m["x"] else f"{x}의 목적", m["y"] or m["y2"], [mention], 2.0)
    elif (m := _LEFT.match(body)) and not re.search(r"(?:주세요|줘|해요\?)\s*\S*\s*\S*$", body):
        yield Statement("task_state", "left", "남은 일", m["y"], [mention], 2.0)
    elif (m := _DONE.search(body)) and (x := _marked_before(body, "은는을를이가도", m.start())) and not is_person(x):
        yield Statement("task_state", "state", x, m["y"], [mention], 1.5)
