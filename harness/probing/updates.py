"""Values that replace an earlier one in passing: "make it Thursday", "12, not 10", "예산이 바뀌었어요. 700만 원".

Such a sentence names its subject badly or not at all. The ledger keeps the latest facts that were read, and looks up which of
them the new value replaces: the one whose value the sentence calls old, or the one whose subject it speaks of. Where two fit
equally well, none gets the new value, and those that may be meant are no longer asked: see ``Ledger.overturned``.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from harness.language import terms
from harness.probing.draft import Draft, quote
from harness.probing.facts import draft, joined, may_hold, specific, supposed, vague
from harness.probing.mentions import Mention
from harness.probing.nouns_ko import marked
from harness.schema import Kind
from harness.values import Match, QuantityValue, TimeValue, Value, ValueKind, compare, find

_CUE = re.compile(
    r"\b(?:make (?:it|that|this|the|our)|mov(?:e|ed|ing)|push(?:ed|ing)?|postpon(?:e|ed)|brought forward|bring\b.{0,30}\bforward|shift(?:ed)?|reschedul\w+|rebook\w*|chang(?:e|ed|es)|"
    r"now|no longer|any ?more|instead|rather than|actually|correct(?:ion|ed)|scratch that|forget (?:what|that|the|it)|rais(?:e|ed)|lower(?:ed)?|cut|reduc(?:e|ed)|increas(?:e|ed)|"
    r"bump(?:ed)?|halv(?:e|ed)|doubl(?:e|ed)|trim(?:med)?|exten(?:d|ded)|shorten(?:ed)?|new|after all|update|went (?:up|down)|go(?:es)? (?:up|down)|comes? (?:up|down)|not (?:at |on |the |for |by )*[£$€]?\d[\w.,:]*|"
    r"replaced?|revis(?:e|ed)|adjust(?:ed)?|drop(?:s|ped)? to|rose|rises)\b|"
    r"미루|미뤄|미룹|미뤘|늦추|늦춰|늦춥|늦췄|당기|당겨|당깁|당겼|옮기|옮겨|옮깁|옮겼|바꾸|바꿔|바꿉|바꿨|바꿀|바뀌|바뀐|바뀝|변경|조정|수정|정정|연기|늘리|늘려|늘립|늘렸|줄이|줄여|줄입|줄였|올리|올려|올립|올렸|"
    r"내리|내려|내립|내렸|낮추|낮춰|낮춥|낮췄|높이|높여|높입|말고|아니(?:라|고|야|에요|예요|었)|대신|이제|최종|취소|다시 (?:잡|정)|새로",
    re.IGNORECASE,
)
_OLD_BEFORE = re.compile(
    r"(?:\bnot|instead of|rather than|no longer|replac(?:ing|es)|(?<!away )from|\bwas|\bwere|forget(?: about)?|used to be)(?:\s(?:the|at|on|by|for|to|about))*\s*$",
    re.IGNORECASE,
)
_OLD_AFTER = re.compile(
    r"^\s?(?:에서(?!는)|말고|이?가? ?아니(?:라|고|에요|예요|야)|대신|이었|였)|^,?\s(?:any ?more|no longer)",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    r"\b(?:peak(?:s|ed)?|reach(?:es|ed)|hit|measured|climb(?:s|ed)|averaged?|showed|shows|came (?:out )?(?:to|at)|took|finished|ran (?:for|at)|wanted|would)\b|측정|나왔|나옵|남아 있|기록|걸렸",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"(?:so |then |and |let's |actually,? |correction[:,]? |ok,? |please )*(?:make |move |push |shift )?(?:it|that)\b|actually\b|(?:아 |그럼 |그러면 )?(?:그거|이거|그건|이건|그걸|이걸|그것)",
    re.IGNORECASE,
)
_MOST_TIMES = 12  # a value that is further off from the earlier one is another thing
_REMEMBERED = 240
_NEAR = 8  # turns within which "it" may mean a value that was spoken of
_BARE = 4  # words: a sentence that is hardly more than a value
_SHORT = 7  # words: a sentence that has no room for a subject of its own beside the value
_CLEAR = 0.6
_SURE, _DOUBT = 0.5, 0.3
_WEAK = frozenset(
    ["date", "time", "day", "number", "figure", "amount", "value", "start", "hour", "new", "current"]
) | frozenset(["날짜", "시각", "시간", "일자", "금액", "수치"])


@dataclass(frozen=True, slots=True)
class Known:
    """A fact as the ledger keeps it."""

    draft: Draft
    value: Value
    own: frozenset[str]

    @property
    def turn(self) -> int:
        """The turn that said it."""
        return self.draft.evidence[0].turn


@dataclass(frozen=True, slots=True)
class Overturned:
    """From ``turn`` on, the value of this subject may no longer hold, and nobody can say what does."""

    kind: str
    own: frozenset[str]
    turn: int


@dataclass
class Ledger:
    """The latest value facts of a conversation, what is in doubt, and the words of the last few sentences."""

    facts: deque[Known] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    overturned: list[Overturned] = field(default_factory=list)

    def note(self, found: Iterable[Draft], values: Sequence[Value]) -> None:
        """Remember the facts that a sentence states."""
        for d in found:
            if d.kind in (Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER):
                value = next((v for v in values if v.text.startswith(d.expected)), None)
                if value is not None:
                    self.facts.append(Known(d, value, core(d.subject)))

    def updates(self, mention: Mention, own: Sequence[Draft], before: Mention | None = None) -> Iterator[Draft]:
        """The facts that a sentence revises, with their new value. ``own`` are the drafts that its frames gave already; a bare
        value may have its cue in the sentence ``before``."""
        body = mention.body
        if not self.facts or not may_hold(body) or mention.is_question:
            return
        told = f"{before.body} {body}" if before and (len(body.split()) <= _BARE or _POINTS_BACK.match(body)) else body
        if not _CUE.search(told) or vague(told) or _MEASURED.search(told):
            return
        values = [v for v in joined(body, find(body)) if specific(v) and not supposed(body, v)]
        if not values or len(values) > 5:
            return
        old = [v for v in values if _OLD_BEFORE.search(body[: v.start]) or _OLD_AFTER.match(body[v.end :])]
        for value in values:
            if len(values) > 1 + len(old) and not _CUE.search(_part(body, value)):
                continue  # the cue speaks of another value of the sentence
            if value not in old and (found := self._one(mention, told, value, _beside(value, values, old), own)):
                yield found

    def _one(
        self, mention: Mention, told: str, value: Value, old: Sequence[Value], own: Sequence[Draft]
    ) -> Draft | None:
        taken = next((d for d in own if value.text.startswith(d.expected)), None)
        ranked = sorted(
            ((self._fit(k, mention, told, old), k) for k in self._rivals(value)), key=lambda p: (-p[0], -p[1].turn)
        )
        ranked = [p for p in ranked if p[0] >= _DOUBT]
        if not ranked and taken is None and _names_nothing(mention, value):
            self.overturned += [Overturned(k.draft.kind.value, k.own, mention.turn.index) for k in self._rivals(value)]
        if not ranked or (taken is not None and not (core(taken.subject) & ranked[0][1].own)):
            return None
        best, known = ranked[0]
        others = [s for s, k in ranked[1:] if k.own != known.own]
        if best < _SURE or (others and others[0] > best - 0.15):
            if taken is None:
                self.overturned += [
                    Overturned(k.draft.kind.value, k.own, mention.turn.index) for s, k in ranked if s > best - 0.15
                ]
            return None
        return _revised(mention, value, known, old)

    def _rivals(self, value: Value) -> Iterator[Known]:
        """The latest value of each subject, if this one could replace it."""
        seen: set[frozenset[str]] = set()
        for known in reversed(self.facts):
            if known.own not in seen and known.value.kind is value.kind:
                seen.add(known.own)
                if _replaceable(known.value, value):
                    yield known

    def _fit(self, known: Known, mention: Mention, told: str, old: Sequence[Value]) -> float:
        """How likely this fact is meant, 0 to 1 and more: its words in the sentence, in the turn, its value called old."""
        said = set(terms(told))
        share = len(known.own & said) / max(1, len(known.own))
        score = share
        if any(compare(v.normal, known.value.normal) in _AGREES for v in old):
            return 0.75 + 0.5 * share
        if known.draft.form in _CLAUSES and (share < _CLEAR or known.draft.form != "wh"):
            return 0.0  # such a fact is no noun phrase that a later sentence would take up
        if any(v.kind is known.value.kind for v in old):
            return 0.0
        near = mention.turn.index - known.turn
        points = bool(_POINTS_BACK.match(mention.body))
        if _SURE <= score < _CLEAR and not points and len(told.split()) > _SHORT:
            return _DOUBT  # half of the subject in a long sentence: it may speak of a sibling
        if near <= _NEAR // 2 and score < _SURE and points and len(mention.body.split()) <= _SHORT:
            return 0.52 - 0.01 * near
        return score


_CHANGES_IT = re.compile(
    r"^(?:이|으)?로\s?(?:변경|수정|정정|조정|바꾸|바꿔|바꿉|바꿀|올리|올려|올립|내리|내려|낮추|낮춰|줄이|줄여|늘리|늘려|미루|미뤄|당기|당겨|옮기|옮겨)"
)


def _names_nothing(mention: Mention, value: Value) -> bool:
    """Whether a Korean sentence opens with a new value and does not say of what: "12초로 변경이요" may revise any of its sort."""
    opens = len(mention.body[: value.start].split()) <= 1 and not marked(mention.body[: value.start] + " ")
    return mention.language == "ko" and opens and bool(_CHANGES_IT.match(mention.body[value.end :]))


def _beside(value: Value, values: Sequence[Value], old: Sequence[Value]) -> list[Value]:
    """The old values that this one may replace: where a sentence has several new ones, those right beside it."""
    if len(values) - len(old) < 2:
        return list(old)
    at = values.index(value)
    left = [v for v in values[max(0, at - 1) : at] if v in old]
    return left or [v for v in values[at + 1 : at + 2] if v in old]


_AGREES = (Match.EQUAL, Match.FINER, Match.COARSER)


def core(subject: str) -> frozenset[str]:
    """The terms of a subject without words such as date or 시각, which one speaker adds and another leaves out."""
    own = frozenset(terms(subject))
    weak = frozenset(t for w in subject.split() if w.casefold() in _WEAK for t in terms(w))
    return own - weak or own


def _replaceable(old: Value, new: Value) -> bool:
    a, b = old.normal, new.normal
    if isinstance(a, QuantityValue) and isinstance(b, QuantityValue):
        return (
            a.unit == b.unit
            and a.amount != b.amount
            and max(a.amount, b.amount) <= _MOST_TIMES * min(a.amount, b.amount)
        )
    if isinstance(a, TimeValue) and isinstance(b, TimeValue):
        clocks, days = a.has_clock and b.has_clock, _dated(a) and _dated(b)
        return (clocks or days) and compare(a, b) in (Match.DIFFERENT, Match.INCOMPARABLE)
    return (
        old.kind is ValueKind.IDENTIFIER
        and getattr(a, "subtype", 0) == getattr(b, "subtype", 1)
        and compare(a, b) is Match.DIFFERENT
    )


def _dated(value: TimeValue) -> bool:
    return value.day is not None or value.weekday is not None


def _part(body: str, value: Value) -> str:
    """The part of a sentence, between commas, in which a value stands."""
    begin = max(body.rfind(", ", 0, value.start), body.rfind("; ", 0, value.start)) + 1
    stops = [i for mark in (", ", "; ", ". ") if (i := body.find(mark, value.end)) >= 0]
    return body[begin : min(stops, default=len(body))]


_CLAUSES = ("wh", "turned")
_STANDS = {"en": "As things stand, ", "ko": "지금 기준으로 "}


def _as_things_stand(known: Draft) -> str:
    """The question in the words of its clause, for the value that holds now."""
    question = known.question if known.language == "ko" else known.question[0].lower() + known.question[1:]
    bare = question.removeprefix("as things stand, ").removeprefix(_STANDS["ko"])
    return _STANDS[known.language if known.language == "ko" else "en"] + bare


def _revised(mention: Mention, value: Value, known: Known, old: Sequence[Value]) -> Draft:
    form = {"time": "now_time", "quantity": "now_value"}.get(value.kind.value, "now_identifier")
    new = draft(mention, value, form, known.draft.subject, score=1.5, revises=True)
    if known.draft.form in _CLAUSES:
        new = replace(new, question=_as_things_stand(known.draft), form=known.draft.form)
    spoken = [v.text for v in old if compare(v.normal, known.value.normal) in _AGREES]
    stale = tuple(dict.fromkeys([known.draft.expected, *known.draft.stale, *spoken]))
    stale = tuple(s for s in stale if s != new.expected)
    return replace(
        new, category="superseded", stale=stale, evidence=(quote(mention),), rule="update", score=new.score + 1.0
    )
