"""What a statement is about: the noun phrases around a value or a cue, by word lists and particles, without a parser.

English: runs of words that are neither function words nor common verbs. Korean: words before a particle, where the topic and
subject particles mark what the sentence speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from harness.language import detect
from harness.values import strip_particles

_TOKEN = re.compile(r"[A-Za-z0-9][\w'’./@:+#&-]*|[가-힣]+[\w가-힣]*|[,;:()—–\"“”]|->|→|=")
_FUNCTION = frozenset(
    "a an the and or but if then than that this these those it its it's is are was were be been being am do does did doing have has had having i me my we us our you "
    "your he him his she her they them their what which who whom whose when where why how of in on at by for with from into about as so not no nor too very can could will "
    "would shall should may might must just also only there here out up down off over under again once all any both each few more most other some such own same ll ve re "
    "i'm i'll i've i'd we're we've we'll we'd you're you'll they're that's there's here's let's don't doesn't didn't isn't aren't wasn't won't can't couldn't wouldn't shouldn't hasn't haven't "
    "please yes ok okay well right now today tomorrow yesterday still yet already even much many lot lots bit quite rather pretty really actually maybe perhaps because since until till while though although "
    "before after during between against through per via plus minus about roughly around least most nearly almost exactly first last next one two three something anything nothing everything someone somebody nobody "
    "good fine great sorry thanks hi hello morning otherwise however instead else whether either neither back away together every another thing things way time times".split()
)
_VERBS = frozenset(
    "say says said tell tells told ask asks asked want wants wanted need needs needed get gets got go goes went gone going come comes came make makes made take takes took taken give gives gave given put puts "
    "set sets use uses used using run runs ran running keep keeps kept let lets see sees saw seen look looks looked find finds found think thinks thought know knows knew work works worked try tries tried call calls called "
    "move moves moved start starts started stop stops stopped end ends ended open opens opened close closes closed send sends sent read reads write writes wrote written wait waits waited leave leaves left stay stays stayed "
    "show shows showed shown hold holds held bring brings brought happen happens happened turn turns turned drop drops dropped fail fails failed fix fixes fixed change changes changed add adds added cost costs pays paid pay "
    "cut cuts mean means meant seem seems seemed become becomes became agree agrees agreed decide decides decided choose chose chosen pick picks picked settle settled reject rejected rule ruled raise raised lower lowered "
    "push pushes pushed pull pulls pulled ship ships shipped deploy deployed release released merge merged book booked order ordered sign signed approve approved confirm confirmed expect expects expected allow allowed "
    "sits sit lives live lies lie stands stand built build builds build's comes sounds sound takes needs wants says has'nt does'nt starting ending making getting giving putting coming holding waiting counting".split()
)
_BREAK = frozenset([",", ";", ":", "(", ")", "—", "–", '"', "“", "”", "->", "→", "="])
_KO_SKIP = frozenset(
    "그 이 저 것 수 거 게 건 걸 때 더 좀 잘 안 못 다 또 및 등 약 총 각 전 후 뒤 네 예 아 음 그럼 그래서 그리고 그런데 근데 하지만 우리 저희 제가 내가 지금 오늘 내일 어제 아까 다시 그냥 일단 "
    "혹시 아직 이미 벌써 거의 정도 이상 이하 이내 까지 부터 대신 말고 이제 바로 꼭 절대 반드시 항상 무조건 여기 거기 이거 그거 저거 이건 그건 이게 그게 글고 참 아참 암튼 어차피 진짜 너무 많이 조금".split()
)
_KO_TOPIC = re.compile(r"(?:은|는|이|가|도|을|를|의|에서|에는|에|으로|로|까지|부터|만|과|와)$")
_KO_VERBAL = re.compile(
    r"(?:습니다|니다|어요|아요|에요|예요|세요|해요|돼요|네요|군요|죠|지요|다|요|고|서|면|니까|는데|지만|도록|려고|으려|게|자|라|음|함|됨|임|했|됐|한|된|할|될|하는|되는|있는|없는|던|기로|하기|되어|하여|해서|해|돼|인데|였|았|었|겠)$"
)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a statement is about: ``head`` is nearest to the value, ``topic`` opens the clause (may be empty)."""

    head: str
    topic: str = ""

    @property
    def text(self) -> str:
        """Both parts in one string, for comparison."""
        return f"{self.topic} {self.head}".strip()


def subject_of(text: str, start: int, end: int) -> Subject | None:
    """The subject of what stands at ``text[start:end]``, or None where no noun phrase is in its clause."""
    before, after = text[:start], text[end:]
    return _korean(before, after) if detect(text) == "ko" else _english(before, after)


def _english(before: str, after: str) -> Subject | None:
    left = english_phrases(_last_clause(before))
    right = english_phrases(_first_clause(after))
    right = [p for p in right if len(p) > 2][:1]
    phrases = [p for p in left if len(p) > 2]
    if not phrases:
        return Subject(right[0]) if right else None
    head, topic = phrases[-1], phrases[0] if len(phrases) > 1 else (right[0] if right else "")
    return Subject(head, topic if topic != head else "")


def _last_clause(text: str) -> str:
    return re.split(r"[;.!?]\s|\s[—–]\s|, (?:and|but|so|which|because)\s| but | because |\bso that\b", text)[-1]


def _first_clause(text: str) -> str:
    return re.split(r"[;.!?,](?:\s|$)|\s[—–]\s| but | because | and ", text)[0]


def english_phrases(text: str) -> list[str]:
    """Noun-like runs of a text in order; ``of`` joins two of them."""
    runs: list[list[str]] = [[]]
    tokens = _TOKEN.findall(text)
    for i, token in enumerate(tokens):
        plain = token.casefold().strip(".'’")
        if plain == "of" and runs[-1] and i + 1 < len(tokens):
            runs[-1].append("of")
        elif token in _BREAK or plain in _FUNCTION or plain in _VERBS or (plain.endswith("ly") and len(plain) > 5):
            if plain in ("the", "a", "an") and runs[-1] and runs[-1][-1] == "of":
                continue
            runs.append([])
        else:
            runs[-1].append(token.rstrip(".:,'’"))
    joined = [" ".join(_trimmed(r)) for r in runs]
    return [j for j in joined if j and len(j.split()) <= 6]


def _trimmed(run: Sequence[str]) -> list[str]:
    words = list(run)
    while words and words[-1] == "of":
        words.pop()
    return words


def _korean(before: str, after: str) -> Subject | None:
    phrases = korean_phrases(re.split(r"[.!?]\s|(?:지만|는데|니까|고|면|서),?\s(?=[^ ]+(?:은|는|이|가)\s)", before)[-1])
    if not phrases:
        following = korean_phrases(re.split(r"[,.!?]", after)[0])
        return Subject(following[0]) if following and len(following[0]) > 1 else None
    topic = next((p for p, marked in _marked(before) if marked), "")
    head = phrases[-1]
    return Subject(head, topic if topic != head and topic not in head else "")


def korean_phrases(text: str) -> list[str]:
    """Noun-like runs of Korean text in order, particles stripped."""
    return [p for p, _ in _marked(text)]


def _marked(text: str) -> list[tuple[str, bool]]:
    found: list[tuple[str, bool]] = []
    run: list[str] = []
    for token in _TOKEN.findall(text):
        bare = strip_particles(token)
        if token in _BREAK or bare in _KO_SKIP or token in _KO_SKIP or (_KO_VERBAL.search(token) and bare == token):
            _close(found, run, False)
            continue
        run.append(bare)
        if bare != token or _KO_TOPIC.search(token):
            _close(found, run, bool(re.search(r"(?:은|는|이|가|도)$", token)) and bare != token)
    _close(found, run, False)
    return [(p, m) for p, m in found if len(p) > 1]


def _close(found: list[tuple[str, bool]], run: list[str], marked: bool) -> None:
    if run:
        found.append((" ".join(run[-3:]), marked))
        run.clear()
