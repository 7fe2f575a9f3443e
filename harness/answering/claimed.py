"""Grading answers to probes whose expected answer is a set of key claims."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from harness.answering.abstention import abstains
from harness.answering.claimform import (
    Form,
    Found,
    asked_states,
    denied_within,
    find_form,
    form_of,
    in_text,
    is_weak,
    question_denies,
    required,
)
from harness.answering.clauses import clause_bounds, sentence_bounds
from harness.answering.concepts import Token
from harness.answering.matching import literal, prepared
from harness.answering.numbers import other_number
from harness.answering.polarity import needless, negators, without_yes_no, yes_or_no
from harness.answering.stance import Stance, stance
from harness.answering.turned import other_target, turned_round
from harness.answering.vague import own_words
from harness.answering.wording import tokens
from harness.language import detect, normalise, terms
from harness.schema import Claim, Evidence, Grade, Outcome, Probe


@dataclass(frozen=True, slots=True)
class ClaimFound:
    """How a claim stands in an answer: held, reversed (its words with the wrong polarity), partly, or not at all."""

    held: bool
    reversed: bool = False
    partly: bool = False
    leaning: int = 0  # partly there: +1 with the sense of the claim, -1 with the opposite one


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of an answer that a form is held against, and the piece that lends it a verb."""

    text: str
    context: str
    lone: bool = False  # a fragment without a verb anywhere
    lent: bool = False  # has no verb of its own: what the lender denies is denied here
    sentence: str = ""


_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|may|must|should|will|would|need|needs|it's|that's|isn't|aren't|don't|doesn't|didn't)\b|n't\b|"
    r"\b[a-z]{3,}ed\b|(?:다|(?<![때이로만은])요|고|며|지만|는데|니까|서|됨|함|음|것|세요|라)[.!?]?$"
)
_NONE_OF = re.compile(r"\b(?:nothing|none)\b|아무것도|하나도|전혀 (?:안|못)")
_UNTRIED = re.compile(
    r"(?:\bnot|n't|\bnever|\bnobody|\bno one|\bnone of \w+)(?: has| have| had)?(?: been| yet| actually| even)*(?: yet)? (?:tried|tested|attempted|run|done)\b|\b(?:untried|untested)\b|\byet to (?:be )?(?:try|tried|test)|(?<![가-힣])안 ?[가-힣]{1,3} ?봤|시도(?:하지|해 보지|한 적)[가-힣]* ?(?:않|없)"
)
_ALLOWS = re.compile(r"(?<!은)만 [^.]{0,12}수 있|\bonly\b[^.]{0,25}\b(?:may|can|are allowed)\b|^(?:there (?:is|are) )?no (?:rules?|restrictions?|such \w+)[.!]?$|^(?:그런 |아무 |별도의? |정해진 )?(?:규칙|제한|제약|사람)(?:이|은|도|가)? ?없(?:어요|습니다|다|음|네요)|^(?:없어요|없습니다|아무도)[.,] ")
_ALL_DONE = re.compile(r"\b(?:everything|all)\b[^.]{0,30}\b(?:done|finished|complete\w*|ready|settled)\b|\bnothing (?:is |was )?(?:left|remain\w*|outstanding|more|else)\b|(?:다|모두|전부) ?(?:끝|완료|마쳤|했|됐)|남은 [가-힣]+(?:이|은|는|가|도)? ?없")
_NO_SUCH = re.compile(
    r"\bno (?:exceptions?|exemptions?|restrictions?|limits?|limitations?)\b|(?:예외|제한|제약|금지 사항)(?:는|은|가|이|도)? ?(?:전혀 |따로 )?없(?:습|어|다|음|이 )"
)
_ALL_BUT = re.compile(r"\b(?:everything|all|anything|everyone|anyone|everybody|(?:every|any|all|each|no)(?: \w+){1,2}) but\b")
_ANAPHOR = re.compile(r"(?:그게|그건|그것|그렇게|이게|이건|이는|which|that|this|it)(?:'s|n't)?\b")
# "it isn't a cost-saving exercise" denies another reason, not the clause before it.
_IS_NO = re.compile(r"(?:it|this|that|which)(?:'s not|n't| is not| isn't| wasn't| was not) (?:a|an|the|about|because|for|to|due|so much|just|primarily|on)\b")
_EXCEPT = re.compile(r",? (?:except|apart|aside) (?:for |from )?(.{3,40}?),? (?:which|that|who) ")


def windows(text: str) -> list[list[Window]]:
    """The clauses of an answer, then its sentences, then pairs of sentences: a form is looked for in that order."""
    text = _EXCEPT.sub(r"; \1 ", _ALL_BUT.sub("everything except", text))
    whole = [without_yes_no(text[a:b]) for a, b in sentence_bounds(text)]
    whole = [s for s in whole if s]
    clauses = [w for s in whole for part in s.split("; ") for w in _clauses(part, s)]
    pairs = [Window(f"{a} {b}", f"{a} {b}") for a, b in itertools.pairwise(whole)]
    return [clauses, [Window(s, s, sentence=s) for s in whole], pairs]


def _clauses(part: str, sentence: str) -> list[Window]:
    pieces: list[str] = []
    for a, b in clause_bounds(part, 0, len(part)):
        if pieces and _ANAPHOR.match(part, a) and negators(part[a:b]) and not _IS_NO.match(part, a):
            pieces[-1] += " " + part[a:b]  # "…, which is not allowed" denies the clause before it
        else:
            pieces.append(part[a:b])
    kinds = [_verbed(p) for p in pieces]
    out = []
    for i, piece in enumerate(pieces):
        lender = _lender(i, pieces, kinds)
        context = (
            piece if lender is None else f"{piece} {pieces[lender]}" if lender > i else f"{pieces[lender]} {piece}"
        )
        lent = kinds[i] == 0 and lender is not None and not _APART.search(piece) and len(piece.split()) <= 5
        out.append(Window(piece, context, kinds[i] == 0 and lender is None, lent, sentence))
    return out


# A phrase of place or kind stands on its own and takes no denial from the next clause ("within the EU only, and no laptops").
_APART = re.compile(r"^(?:in|on|at|within|inside|outside|under|by|for|with|from|to|only|just)\b|\bonly\b")


_BARE_DENIAL = re.compile(r"(?:없이|금지|불가|말고|빼고|제외하고)(?:요|예요|이에요|입니다)?[.!?]?$")


def _verbed(piece: str) -> int:
    """2 for a clause with a verb or a word for a state, 1 for a bare denial ("no bullets", "이모지 금지"), 0 for a fragment."""
    meant = {c for t in tokens(piece) for c, _ in t.concepts}
    if _BARE_DENIAL.search(piece):
        return 1
    if _VERB.search(piece) or meant & {"done", "help", "need"}:
        return 2
    return 1 if negators(piece) or meant & {"allow", "use"} else 0


def _lender(i: int, pieces: Sequence[str], kinds: Sequence[int]) -> int | None:
    """The neighbour from which a clause takes its verb: a fragment from the next clause that has one, else from the last one."""
    if kinds[i] == 0:
        after = next((j for j in range(i + 1, len(pieces)) if kinds[j] == 2), None)
        before = next((j for j in range(i - 1, -1, -1) if kinds[j] == 2), None)
        return after if before is None else before
    return i - 1 if i and not any(t.concepts for t in tokens(pieces[i])) else None


def find_claim(claim: Claim, text: str, evidence: Sequence[Evidence], question: str = "") -> ClaimFound:
    """Look for a claim in a text, clause by clause, then sentence by sentence, then in two neighbouring sentences."""
    return _find(claim, windows(prepared(text)), tuple(e.quote for e in evidence), prepared(question), False)


def _find(claim: Claim, levels: list[list[Window]], quotes: tuple[str, ...], question: str, bound: bool) -> ClaimFound:
    seen: set[int] = set()
    for level in levels[:1] if bound else levels:
        seen |= {_judge(claim, text, window, quotes, question, bound) for window in level for text in claim.forms}
        if seen & {1, -1}:
            break
    held, reversed_ = 1 in seen, -1 in seen
    if not held and not reversed_:
        held, reversed_ = 3 in seen, -3 in seen
    leaning = (4 in seen) - (-4 in seen)
    partly = bool(seen & {2, 4, -4}) or (held and reversed_)
    return ClaimFound(held and not reversed_, reversed_ and not held, partly, leaning)


def _shortened(found: Found, window: Window, form: Form, question: str, wide: bool) -> bool:
    """Whether a clause says a form with a word left out and none put in its place ("인터넷만 남았다" for 인터넷 개통)."""
    if not question or found.share < (0.5 if wide else 0.66) or in_text(form.words[0], window.text) is None:
        return False
    missing = [w for w in form.words if in_text(w, window.text) is None]
    if any(_is_outcome(w) for w in missing):  # how it went is what was asked
        return False
    if any(w.stem in window.sentence for w in missing):
        return False
    spare = window.text
    for start, end in sorted(found.spots, reverse=True):
        spare = spare[:start] + " " + spare[end:]
    left = [t for t in tokens(spare) if not t.concepts]
    return not own_words(" ".join(t.text for t in left if len(t.text) > 1), question)


def _said_outright(word: Token, clause: str) -> bool:
    """Whether a form's only word stands there itself or in meaning: a likeness ("memorised" for memory) is not enough."""
    if "가" <= word.text[0] <= "힣":
        return True
    own = {c for c, _ in word.concepts}
    return any(t.stem == word.stem or own & {c for c, _ in t.concepts} for t in tokens(clause))


def _light_replaced(
    form: Form, need: tuple[Token, ...], found: Found, window: Window, quotes: tuple[str, ...], question: str
) -> bool:
    """Whether a light word of the form is absent and the clause has another noun between what it has: "cut the number by half" is not
    "cut the time by half"."""
    lost = [w for w in form.words if w.text in _MEASURES and w not in need and in_text(w, window.sentence or window.text) is None and in_text(w, question) is None]
    if not lost or not question or len(found.spots) < 2:
        return False
    inner = window.text[min(e for _, e in found.spots) : max(s for s, _ in found.spots)]
    return bool(own_words(inner, " ".join((question, *quotes))))


_MEASURES = frozenset("rate share number count amount time level 시간 수 비율 금액 값 건".split())
_HELP = "help"


def _needed(form: Form, question: str) -> tuple[Token, ...]:
    """The words that a clause must have to tell something: how it went must be said even where the question names it."""
    need = required(form, question) if question else form.words
    went = tuple(w for w in form.words if w not in need and any(c == _HELP for c, _ in w.concepts))
    return (need + went) if need or form.values else form.words


def _judge(claim: Claim, text: str, window: Window, quotes: tuple[str, ...], question: str, wide: bool) -> int:
    """1 held, -1 reversed, the same times three when a word was left out, times four when several were; 2 some words of it, 0 not there."""
    form = form_of(text)
    need = _needed(form, question)
    states = asked_states(question)
    if not claim.negated:  # an exception from a ban is what is allowed
        states = frozenset(s for s in states if s[0] != "need")
    found = find_form(form, need, window.text, window.context, claim.negated, window.lent, states)
    if found is None:
        return 0
    weight = 1
    if len(form.words) == 1 and not _said_outright(form.words[0], window.text):
        return 2
    if found.whole and _light_replaced(form, need, found, window, quotes, question):
        return 2
    if not found.whole:
        same_sense = form.denies and found.denied and found.share >= 0.6 and len(found.spots) > 1
        if not same_sense and not _shortened(found, window, form, question, wide):
            if found.share < 0.5:
                return 0
            lost_outcome = any(_is_outcome(w) and in_text(w, window.text) is None for w in form.words)
            clear = not lost_outcome and (found.share >= 0.6 or claim.negated) and found.value is not False and (found.value or not form.values)
            sense = _sense(claim, text, found, window, quotes, question) if clear else 0
            return 4 * sense if sense else 2
        weight = 3
    if found.value is False:
        return -weight
    if found.value is None and form.values:
        return 2
    if is_weak(form) and not _said_with(window.text, quotes, question):
        return 2
    sense = _sense(claim, text, found, window, quotes, question)
    if (
        sense < 0
        and wide
        and not claim.negated
        and window.text[max((e for _, e in found.spots), default=0) - 1] not in "과와랑"
        and _NEW_TOPIC.match(window.text, max((e for _, e in found.spots), default=0))
    ):
        return weight
    return weight * sense if sense else 2


# What is denied at the end of a Korean clause is its last topic: "경어체에 이모지는 빼고" leaves out the emoji.
_NEW_TOPIC = re.compile(r"[가-힣]* (?:\S+ )?[가-힣]+[은는] ")


_EXEMPT = re.compile(r"\b(?:exempt\w*|excep\w*|excused|spared)\b|예외|면제|제외")


def _not_exempt(form: Form, clause: str, question: str) -> bool:
    """Whether a clause puts what the question calls exempt under the rule ("utility bills need two signatures")."""
    if not _EXEMPT.search(question) or _EXEMPT.search(clause) or negators(clause) or re.search(r"\b(?:only|just)\b|만 |하나면", clause):
        return False
    own = {c for w in form.words for c, _ in w.concepts}
    return any((c, s) in (("need", 1), ("allow", -1)) and c not in own for t in tokens(clause) for c, s in t.concepts)


def _said_with(clause: str, quotes: tuple[str, ...], question: str) -> bool:
    """Whether a clause has a content word of the evidence beside those of the question: what a weak form needs to count."""
    said = {w.stem for w in tokens(clause) if len(w.stem) > 2 or "가" <= w.stem[0] <= "힣"}
    asked = {w.stem for w in tokens(question)}
    return any(w.stem in said - asked and not w.text.isdigit() and terms(w.text) for q in quotes for w in tokens(prepared(q)))


def _sense(claim: Claim, text: str, found: Found, window: Window, quotes: tuple[str, ...], question: str) -> int:
    """1 when the clause says it as the claim does, -1 for the opposite, 0 when it says that it need not be."""
    form, denied = form_of(text), found.denied
    if window.lone and claim.negated and question:
        denied = question_denies(form, question)
    if not claim.negated and _not_exempt(form, window.text, question):
        return -1
    if needless(window.text) and not any(c == "need" for w in form.words for c, _ in w.concepts):
        if any(needless(prepared(q)) for q in quotes) or needless(question) or _EXEMPT.search(question):
            return 1 if claim.negated else -1
        return 0 if claim.negated else -1
    return 1 if denied in _right(claim, text, quotes) or _quoted(window.sentence, quotes) else -1


@lru_cache(maxsize=20_000)
def _right(claim: Claim, text: str, quotes: tuple[str, ...]) -> frozenset[bool]:
    """The polarity that a claim states. A positive claim whose quote denies its words ("the licence forbids resale" for
    licence … resale) wants that in the answer too; where the quote denies something around them, both will do."""
    form = form_of(text)
    if claim.negated or form.denies:
        return frozenset((claim.negated != form.denies,))
    right = {False}
    for quote in quotes:
        for window in windows(prepared(quote))[0]:
            if _permission_denied(form, window.text):
                return frozenset((True,))
            found = find_form(form, form.words, window.text, window.context, False, False)
            if found and found.whole and found.value is not False and found.denied:
                if _inside(window.text, found):
                    return frozenset((True,))
                right.add(True)
    return frozenset(right)


_REFUSED = re.compile(r"\b(?:refus|reject|veto|den(?:y|ied)|forb)\w*|\bturn\w* (?:\w+ )?down\b|거절|거부|반려|불허")
_WORRY = re.compile(r"\b(?:risk|fear|concern|worr|danger|threat)\w*|우려|걱정|위험|염려|refus|reject|turn(?:ed)? down|den(?:y|ied)|거절|거부|반려")


def _permission_denied(form: Form, clause: str) -> bool:
    """Whether a form names a permission ("consent for metal") that the evidence says was not given, without saying so itself."""
    if len(form.words) < 2 or any(_WORRY.search(w.text) for w in form.words):
        return False
    own = {c for w in form.words for c, s in w.concepts if s > 0} & {"approve", "allow"}
    hits = [(t.start, t.end) for t in tokens(clause) for c, s in t.concepts if c in own and s > 0]
    if hits:
        return negators(clause, hits) % 2 == 1
    return bool(own and _REFUSED.search(clause)) and any(in_text(w, clause) for w in form.words)


_CANNOT = re.compile(r"(?:하|할|한|되|될|해|돼)[가-힣]* ?(?:수(?:가|는)? ?없|않|못)")


def _inside(text: str, found: Found) -> bool:
    """Whether the denial stands between the form's words, or is the ending of the last one."""
    start, end = min(s for s, _ in found.spots), max(e for _, e in found.spots)
    moved = [(s - start, e - start) for s, e in found.spots]
    return bool(_CANNOT.match(text, end)) or denied_within(text[start:end], moved)


def _quoted(text: str, quotes: tuple[str, ...]) -> bool:
    return any((q := normalise(quote)) in text or (len(text) > 20 and text in q) for quote in quotes)


_MOST_OF = 0.7  # of the words of a quote

# ---------------------------------------------------------------------------------------------------------- grading


_HALF = re.compile(r"\b50 ?(?:%|percent\b|per cent\b|퍼센트|프로)(?= ?(?:[가-힣]|less|lower|shorter|fewer|faster|reduction|cut|off|of|$|[.,]))(?:로|를|을|만큼|의)?")


def grade_claims(probe: Probe, answer: str) -> Grade:
    """Judge an answer (not empty) to a probe with key claims."""
    text, question = _HALF.sub("half", prepared(answer)), prepared(probe.question)
    quotes = tuple(e.quote for e in probe.evidence)
    levels = windows(text)
    bound = len(probe.claims) > 1
    found = [_find(c, levels, quotes, question, bound) for c in probe.claims]
    found = [
        f if f.held or f.reversed else _by_yes_no(c, f, text, question)
        for c, f in zip(probe.claims, found, strict=True)
    ]
    if any(_worded(form, text, found) for form in (probe.expected, *probe.accepted)):
        return Grade(Outcome.RETAINED, "the expected wording")
    if quotes and all(normalise(q) in " ".join(text.split()) for q in quotes):
        return Grade(Outcome.RETAINED, "the original wording")
    if turned_round(text, (probe.expected, *quotes)) or other_target(text, (probe.expected, *quotes)):
        return Grade(Outcome.DISTORTED, "the key claim turned round")
    if _another_number(probe, text):
        return Grade(Outcome.DISTORTED, "another number than in the key claim")
    if len(found) == 1 and _bare(probe, text, question):
        return Grade(Outcome.RETAINED, "names what the key claim is about")
    if all(f.held for f in found) and _antonym(probe, text):
        return Grade(Outcome.DISTORTED, "the opposite of the key claim")
    if all(f.held for f in found):
        return Grade(Outcome.RETAINED, "all key claims")
    if any(f.reversed for f in found) or (
        _NONE_OF.search(text) and any(not c.negated for c in probe.claims) and not any(f.held for f in found)
    ):
        return Grade(Outcome.DISTORTED, "a key claim with the opposite sense")
    return _unfound(probe, text, found)


_SCALES = frozenset("direction cheap quick long big heavy loud good early easy open above formal enough".split())
_LOOSE = frozenset(("up", "down", "more", "less", "over", "under", "good", "open", "out"))


def _sides(text: str) -> set[tuple[str, int]]:
    return {m for t in tokens(text) if t.text not in _LOOSE for m in t.concepts if m[0] in _SCALES}


def _antonym(probe: Probe, text: str) -> bool:
    """Whether an answer has the opposite of a word of the expected answer ("lower", "cheaper") where neither denies anything."""
    expected = prepared(probe.expected)
    if negators(text) or negators(expected):
        return False
    known = {m for s in (probe.question, probe.expected, *quotes_of(probe)) for m in _sides(prepared(s))}
    wanted, told = _sides(expected), _sides(text)
    return any((c, -s) in told and (c, s) not in told and (c, -s) not in known for c, s in wanted)


_ASKS_WHICH = re.compile(r"\b(?:who|whom|which|when|where)\b|누구|누가|언제|어디|어느|어떤|사람은|경우는|예외는|대상은")


_WITHOUT = re.compile(r"\bwithout\b|\bexempt|\bexcep|\bspared\b|\b(?:not|n't) (?:need|have)|예외|면제|없이|무료")


def _bare(probe: Probe, text: str, question: str) -> bool:
    """Whether a few words without a verb name what a key claim is about ("Students.")."""
    claim, own = probe.claims[0], tokens(text)
    if not _ASKS_WHICH.search(question):
        return False
    frees = claim.negated and (needless(text) or _EXEMPT.search(text)) and (needless(question) or _WITHOUT.search(question))
    if not frees and (len(own) > 4 or negators(text) or _VERB.search(text)):
        return False
    heads = [form.words[0] for f in claim.forms if (form := form_of(f)).words and not in_text(form.words[0], question)]
    known = (probe.expected, *claim.forms, *((probe.question,) if frees else ()))
    return any(in_text(h, text) for h in heads) and not own_words(_EXEMPT.sub(" ", text), " ".join(known))


def _another_number(probe: Probe, text: str) -> bool:
    known = (probe.expected, *probe.accepted, *quotes_of(probe), probe.question, *(f for c in probe.claims for f in c.forms))
    return other_number(text, tuple(prepared(k) for k in known))


def _worded(form: str, text: str, found: Sequence[ClaimFound]) -> bool:
    """Whether the expected wording stands there; a short one must not be part of a sentence that says the opposite."""
    if len(form.split()) < 3 and prepared(form) != text and any(f.reversed for f in found):
        return False
    return (
        any(stance(text[: s.start], text[s.end :]) is Stance.HOLDS for s in literal(form, text))
        or prepared(form) == text
    )


def _by_yes_no(claim: Claim, found: ClaimFound, text: str, question: str) -> ClaimFound:
    """A claim all of whose words stand in the question is answered by yes or no, or by how it went ("a dead end")."""
    for written in claim.forms:
        form = form_of(written)
        if not form.words or form.values or any(not _is_outcome(w) for w in required(form, question)):
            continue
        denied = _outcome(form, text)
        if denied is None:
            answer = yes_or_no(text)
            if answer is None:
                continue
            denied = question_denies(form, question) == answer
        right = denied == (claim.negated != form.denies)
        return ClaimFound(right, not right)
    return found


def _is_outcome(word: Token) -> bool:
    return any(c == _HELP for c, _ in word.concepts)


def _outcome(form: Form, text: str) -> bool | None:
    """Whether an answer denies a form by its own word for how it went, or None if it has none."""
    states = [w for w in form.words if any(c in ("help", "allow", "done", "need") for c, _ in w.concepts)]
    for a, b in sentence_bounds(text):
        for window in _clauses(without_yes_no(text[a:b]), ""):
            for word in states:
                if hit := in_text(word, window.text):
                    return (negators(window.text, [hit[0]]) + (hit[1] < 0)) % 2 == 1
    return None


def _unfound(probe: Probe, text: str, found: Sequence[ClaimFound]) -> Grade:
    held = sum(f.held for f in found)
    if _NO_SUCH.search(text):
        return Grade(Outcome.DISTORTED, "denies that there is one")
    if _ALLOWS.search(text) and len(found) == 1 and probe.claims[0].negated and not abstains(text):
        return Grade(Outcome.DISTORTED, "allows what the key claim forbids, or says that there is no such thing")
    if _ALL_DONE.search(text) and not held and any(s == ("done", -1) for s in asked_states(prepared(probe.question))):
        return Grade(Outcome.DISTORTED, "says that nothing is left")
    if abstains(text) and not held:
        return Grade(Outcome.MISSING, "says that it does not know")
    if any(literal(s, text) for s in probe.stale):
        return Grade(Outcome.STALE, "an earlier state")
    if any(literal(w, text) for w in probe.wrong):
        return Grade(Outcome.DISTORTED, "another claim")
    own = own_words(text, probe.question)
    partly = any(f.partly or f.held for f in found)
    if not own or (not partly and not own_words(text, " ".join((probe.question, probe.expected, *quotes_of(probe))))):
        return Grade(Outcome.MISSING, "gives no answer of its own")
    if detect(text) != detect(probe.expected):
        return Grade(Outcome.UNGRADED, "in another language than the key claims")
    if len(found) > 1:
        return _some(probe, text, found)
    if _UNTRIED.search(text):
        return Grade(Outcome.DISTORTED, "says that it was not tried")
    if any(f.partly for f in found):
        return _single(probe, text, found[0])
    return Grade(Outcome.DISTORTED, "another answer, none of the key claims")


def _single(probe: Probe, text: str, found: ClaimFound) -> Grade:
    """One claim, part of it there: with other words in place of the rest it is another claim, without any it is cut short."""
    forms = (f for c in probe.claims for f in c.forms)
    new = own_words(text, " ".join((probe.question, probe.expected, *forms, *quotes_of(probe))))
    if new and len(new) <= 4:
        return Grade(Outcome.DISTORTED, "something else in place of the key claim")
    if not new and found.leaning > 0:
        return Grade(Outcome.RETAINED, "the key claim, cut short")
    if not new and found.leaning < 0:
        return Grade(Outcome.DISTORTED, "the opposite of the key claim")
    if not new:
        return _in_words_of_the_log(probe, text)
    return Grade(Outcome.UNGRADED, "some words of the key claim beside others: rules cannot tell")


def _in_words_of_the_log(probe: Probe, text: str) -> Grade:
    """An answer without a word of its own: right when it has most of what a quote tells beyond the question, and denies as it does."""
    said = set(terms(text)) - set(terms(probe.question))
    for quote in quotes_of(probe):
        wanted = set(terms(quote)) - set(terms(probe.question))
        if len(wanted) > 1 and len(said & wanted) >= _MOST_OF * len(wanted) and negators(text) % 2 == negators(prepared(quote)) % 2:
            return Grade(Outcome.RETAINED, "in the words of the log")
    return Grade(Outcome.MISSING, "only part of the key claim")


def quotes_of(probe: Probe) -> tuple[str, ...]:
    """The texts of the evidence."""
    return tuple(e.quote for e in probe.evidence)


def _some(probe: Probe, text: str, found: Sequence[ClaimFound]) -> Grade:
    """Several claims, not all of them there: left out, put in another's place, or said in words that rules do not know."""
    held = sum(f.held for f in found)
    if all(f.held or _scattered(c, text, probe.question) for c, f in zip(probe.claims, found, strict=True)):
        return Grade(Outcome.DISTORTED, "the words of the key claims, but bound otherwise")
    forms = (f for c in probe.claims for f in c.forms)
    new = own_words(text, " ".join((probe.question, probe.expected, *forms, *quotes_of(probe))))
    if not new or abstains(text):
        return Grade(Outcome.MISSING, f"{held} of {len(found)} key claims")
    if held and len(new) <= 4:
        return Grade(Outcome.DISTORTED, "something else in place of a key claim")
    if not held and not any(f.partly for f in found):
        return Grade(Outcome.DISTORTED, "another answer, none of the key claims")
    return Grade(Outcome.UNGRADED, "some words of the key claim, but not all")


def _scattered(claim: Claim, text: str, question: str) -> bool:
    """Whether all words of a form stand somewhere in the text."""
    asked = prepared(question)
    for written in claim.forms:
        need = required(form_of(written), asked)
        if len(need) > 1 and all(w.stem in text for w in need):
            return True
    return False
