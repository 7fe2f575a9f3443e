"""Plausible questions that the log does not answer: a real subject, asked for a property that was never stated of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.language import sentences, terms
from harness.probing.draft import Draft, ask, forms
from harness.schema import Conversation, Kind

# What may be asked of a subject, and the kind of the values that serve as its tempting wrong answers.
_PROPERTIES = (("absent_when", "time"), ("absent_money", "quantity"))
_SOURCES = (
    "rejected",
    "failed",
    "open",
    "decision",
    "constraint_not",
    "constraint_may",
    "exception",
    "goal",
    "state",
    "which_is",
)
_MOST_SIBLINGS = 6
_MOST_CANDIDATES = 60
_ABSTRACT = re.compile(
    r"\b(?:when|date|time|deadline|window|price|cost|budget|limit|fee|amount|rate|number|threshold|count|version|ticket|path|goal|point|spelling|english|gps)\b|whether |^[a-z]+ing |"
    r"예산|비용|기한|마감|날짜|시각|시간|금액|목적|목표|여부|일정|출근일|시급",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|today|week|month|year|half|hundred|thousand|morning|evening)\b|"
    r"요일|내일|모레|오늘|오전|오후|다음 ?주|이번 ?주|[한두세네] ?(?:시|명|대|개|달|주)",
    re.IGNORECASE,
)


def absent(drafts: Sequence[Draft], conversation: Conversation, most: int) -> Iterator[Draft]:
    """Up to ``most`` drafts about subjects none of whose words ever stood in a sentence with a number or a date."""
    candidates = list({d.subject: d for d in drafts if _fits(d)}.values())[:_MOST_CANDIDATES]
    free = _never_dated(candidates, conversation)
    for n, draft in enumerate(free[:most]):
        form, kind = _PROPERTIES[n % 2]
        siblings = tuple(dict.fromkeys(d.expected for d in drafts if d.kind.value == kind))[:_MOST_SIBLINGS]
        expected = str(forms()["expected"][draft.language]["absent"])
        yield Draft(
            "absent",
            Kind.ABSENT,
            ask(form, draft.language, draft.subject),
            draft.subject,
            expected,
            (),
            draft.language,
            "sibling",
            1.0,
            wrong=siblings,
            form=form,
        )


def _fits(draft: Draft) -> bool:
    return (
        draft.form in _SOURCES
        and len(draft.subject.split()) <= 4
        and not _ABSTRACT.search(draft.subject)
        and bool(_words(draft))
    )


def _words(draft: Draft) -> list[str]:
    return [w for w in re.findall(r"[^\W_][\w-]+", draft.subject.casefold()) if terms(w) and not w.isdigit()]


def _never_dated(drafts: Sequence[Draft], conversation: Conversation) -> list[Draft]:
    left = {i: words for i, d in enumerate(drafts) if (words := _words(d))}
    for turn in conversation.turns:
        text = turn.text.casefold()
        near = [i for i, words in left.items() if any(w in text for w in words)]
        if near:
            dated = [s for s in sentences(text) if _DATED.search(s)]
            for i in near:
                if any(w in s for s in dated for w in left[i]):
                    del left[i]
    return [drafts[i] for i in left]
