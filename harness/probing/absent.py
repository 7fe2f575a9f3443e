"""Plausible questions that the log does not answer: a real subject, asked for a property that was never stated of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.language import sentences, terms
from harness.probing.draft import Draft, ask, forms
from harness.schema import Conversation, Kind

# What may be asked of a subject, the kind of the values that serve as its tempting wrong answers, and what shows that a sentence
# states such a property of something.
_TIME = (
    r"\d{1,2}[:/]\d{2}|\b\d{1,2}(?:st|nd|rd|th)?\b|\b(?:noon|midnight|tomorrow|tonight|today|yesterday|week|month|year|morning|evening|afternoon|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|soon|later)\b|요일|내일|모레|오늘|어제|오전|오후|아침|저녁|다음 ?주|이번 ?주|주말|[한두세네] ?(?:시|달|주)|월말|월초|연말|까지"
)
_MONEY = r"[£$€₩]|\b(?:eur|usd|gbp|krw|euros?|pounds?|dollars?|won|cents?|budget|cost\w*|price\w*|paid?|pays|expensive|cheap\w*|free|money|fee|rent)\b|[\d만천억] ?원|비용|예산|가격|단가|값|무료|견적|\d{3,}|\d+만"
_NUMBER = r"\b[A-Z]{2,}-\d|#\d|\b\d{3,}\b|[a-z]-\d|번호|\bticket|\bno\.|\bnumber\b"
_PROPERTIES = (
    ("absent_when", "time", re.compile(_TIME, re.IGNORECASE)),
    ("absent_money", "quantity", re.compile(_MONEY, re.IGNORECASE)),
    ("absent_identifier", "identifier", re.compile(_NUMBER, re.IGNORECASE)),
)
_SOURCES = frozenset(
    [
        "rejected",
        "failed",
        "open",
        "decision",
        "constraint_not",
        "constraint_may",
        "exception",
        "state",
        "which_is",
        "which",
        "where",
        "when",
        "when_are",
        "when_until",
        "when_from",
        "what_is",
        "what_are",
        "limit",
        "how_much_is",
        "how_many",
        "asked_ko",
        "pending",
    ]
)
_MOST_SIBLINGS = 6
_MOST_CANDIDATES = 60
_ABSTRACT = re.compile(
    r"\b(?:when|date|time|deadline|window|price|cost|budget|limit|fee|amount|rate|number|threshold|count|version|ticket|path|goal|point|spelling|english|gps)\b|whether |^[a-z]+ing |"
    r"예산|비용|기한|마감|날짜|시각|시간|금액|목적|목표|여부|일정|출근일|시급",
    re.IGNORECASE,
)


def absent(drafts: Sequence[Draft], conversation: Conversation, most: int) -> Iterator[Draft]:
    """Up to ``most`` drafts about subjects of real facts, each asked for a property that other facts of the log have and that
    stands nowhere near one of the subject's words."""
    candidates = list({d.subject: d for d in drafts if _fits(d)}.values())[:_MOST_CANDIDATES]
    siblings = {kind: _siblings(drafts, kind) for _, kind, _ in _PROPERTIES}
    free = _never_stated(candidates, conversation)
    made = 0
    for n, draft in enumerate(candidates):
        for shift in range(len(_PROPERTIES)):
            form, kind, _ = _PROPERTIES[(n + shift) % len(_PROPERTIES)]
            if made < most and form in free[n] and siblings[kind] and draft.kind.value != kind:
                made += 1
                yield _draft(draft, form, siblings[kind])
                break


def _draft(source: Draft, form: str, siblings: tuple[str, ...]) -> Draft:
    expected = str(forms()["expected"][source.language]["absent"])
    question = ask(form, source.language, source.subject)
    return Draft(
        "absent", Kind.ABSENT, question, source.subject, expected, (), source.language, "sibling", 1.0, wrong=siblings, form=form
    )  # fmt: skip


def _siblings(drafts: Sequence[Draft], kind: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(d.expected for d in drafts if d.kind.value == kind))[:_MOST_SIBLINGS]


def _fits(draft: Draft) -> bool:
    return (
        draft.form in _SOURCES
        and len(draft.subject.split()) <= 4
        and not _ABSTRACT.search(draft.subject)
        and bool(_words(draft))
    )


def _words(draft: Draft) -> list[str]:
    return [w for w in re.findall(r"[^\W_][\w-]+", draft.subject.casefold()) if terms(w) and not w.isdigit()]


def _never_stated(drafts: Sequence[Draft], conversation: Conversation) -> list[set[str]]:
    """For each draft the properties that no sentence with one of its words, and no neighbour of such a sentence, has."""
    words = [_words(d) for d in drafts]
    left = [{form for form, _, _ in _PROPERTIES} for _ in drafts]
    any_word = re.compile(
        "|".join(sorted({re.escape(w) for own in words for w in own}, key=len, reverse=True)) or r"(?!)"
    )
    for turn in conversation.turns:
        text = turn.text.casefold()
        if not any_word.search(text):
            continue
        said = sentences(turn.text)
        low = [s.casefold() for s in said]
        for i, own in enumerate(words):
            if left[i] and any(w in text for w in own):
                near = [" ".join(said[max(0, k - 1) : k + 2]) for k, s in enumerate(low) if any(w in s for w in own)]
                left[i] -= {form for form, _, shows in _PROPERTIES if any(shows.search(s) for s in near)}
    return left
