"""An English clause taken apart (subject, verb, rest) and put together again as a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from harness.probing.chunks_en import Word, verb_base, words_of
from harness.probing.nouns_en import noun_phrase, plain_phrase, spoken

_LEAD = re.compile(
    r"^(?:(?:and|so|then|therefore|hence|but|well|ok|okay|also|news|good|now|right|still|anyway|sadly|luckily|today|this time|for now|in the end|as for|at the moment|by now|of course|in fact|to be honest|i think|it turns out|apparently|from now on|as agreed|as before|again|yes|no|fine|sorry|sure|oh|ah|hm+|please|just|that)\b[,:]?\s)+",
    re.IGNORECASE,
)
_TO_WE = re.compile(
    r"^(?:let's|let us|we'll|we will|i'll|i will|we're going to|we are going to|i'm going to|we (?:agreed|decided|have decided|have agreed) to|the (?:plan|decision|idea) is to|we should|we need to|we have to|i want to|i want us to|i'm happy to|i am happy to|please)\s(?P<r>.+)$",
    re.IGNORECASE,
)
_SHORT = {"'ll": "will", "'re": "are", "'ve": "have"}
_AUX = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "will",
        "can",
        "cannot",
        "must",
        "may",
        "should",
        "has",
        "have",
        "had",
        "do",
        "does",
        "did",
        "won't",
        "can't",
        "don't",
        "doesn't",
        "didn't",
        "isn't",
        "aren't",
        "wasn't",
        "weren't",
        "mustn't",
        "shouldn't",
        "hasn't",
        "haven't",
        "hadn't",
    ]
)
_LOOSE = re.compile(
    r"\b(?:it|its|this|that|these|those|them|they|he|she|him|her|his|their|there|here|today|tomorrow|yesterday|tonight|i|me|my|mine|you|your|yours|us|so|one|ones|thing|things|same|who|which|what|where|why|how)\b|[\"“”?()]|'s\b(?=\s(?:a|an|the|not|in|on|at)\b)",
    re.IGNORECASE,
)
_TRIM = re.compile(r"also|still|now|then|already|never|always|just|only|both|all|even|\w{3,}ly", re.IGNORECASE)
_LONGEST = 18
_SUBJECT = 8


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause in parts. ``helper`` is the auxiliary that a question puts first; ``verb`` the base form or participle behind it."""

    subject: str
    helper: str
    verb: str
    rest: str

    def asked(self, wh: str, rest: str | None = None) -> str:
        """The question for what ``wh`` stands for, without its question mark."""
        text = f"{wh} {self.helper} {self.subject} {self.verb} {self.rest if rest is None else rest}"
        return re.sub(r"\s+", " ", text).strip(" ,")


def clause_of(text: str) -> Clause | None:
    """The parts of a clause that states something of a telling subject; None where it has none, or speaks of "it"."""
    text = _LEAD.sub("", text.strip(" ,.;—–!")).replace("’", "'")
    if not 2 <= len(text.split()) <= _LONGEST:
        return None
    if (m := _TO_WE.match(text)) or _imperative(text):
        rest = m["r"] if m else text
        head, _, tail = rest.partition(" ")
        return Clause("we", "are", f"to {head.lower()}", tail) if _commands(head, tail) else None
    if m := re.match(r"^we('ll|'re|'ve)?\s(.+)$", text, re.IGNORECASE):
        return _of_we(m[1] or "", m[2])
    return _of_phrase(text)


def _commands(head: str, tail: str) -> bool:
    low = head.lower()
    return (
        verb_base(low) == low
        and bool(tail)
        and not _LOOSE.search(tail)
        and low not in ("let", "see", "look", "mind", "thank", "guess", "wait", "remember")
    )


def _imperative(text: str) -> bool:
    words = text.split()
    low = words[0].lower()
    return (
        verb_base(low) == low
        and len(words) > 2
        and bool(
            re.match(
                r"^(?:the|our|all|both|every|each|only|[A-Z£$€\d]|\w+ (?:at|to|on|in|by|until|from)\b)",
                " ".join(words[1:]),
            )
        )
    )


def _of_we(contracted: str, rest: str) -> Clause | None:
    if _LOOSE.search(rest):
        return None
    head, _, tail = rest.partition(" ")
    if contracted:
        return Clause("we", _SHORT[contracted], "", rest)
    return _with_verb("we", head.lower(), tail)


def _with_verb(subject: str, head: str, tail: str) -> Clause | None:
    full = head in ("have", "has", "had") and not _participle(tail)
    if head in _AUX and tail and not full:
        return Clause(subject, {"cannot": "can't"}.get(head, head), "", tail)
    base = verb_base(head) or {"has": "have", "had": "have"}.get(head)
    if base is None and head != "have":
        return None
    base = base or head
    if (
        head in ("put", "cut", "set", "let", "split", "shut", "hit", "cost", "fit", "spread", "hurt")
        and subject != "we"
    ):
        return None if head != "cost" else Clause(subject, "do", head, tail)
    if head == base:
        return Clause(subject, "do", base, tail)
    if head.endswith("s") and not head.endswith("ss"):
        return Clause(subject, "does", base, tail)
    return Clause(subject, "did", base, tail) if not head.endswith("ing") else None


def _participle(tail: str) -> bool:
    """Whether what follows "has" is a participle: "has been", "has already moved", "has got"."""
    first = next(
        (
            w
            for w in re.findall(r"[\w']+", tail.lower())
            if w not in ("not", "also", "already", "just", "now", "never", "only", "always")
        ),
        "",
    )
    return first in (
        "been",
        "got",
        "gone",
        "done",
        "seen",
        "known",
        "taken",
        "given",
        "written",
        "broken",
        "chosen",
        "drawn",
        "driven",
        "eaten",
        "fallen",
        "grown",
        "hidden",
        "shown",
        "spoken",
        "stolen",
        "torn",
        "worn",
        "frozen",
        "risen",
        "begun",
        "run",
        "come",
        "become",
        "had",
        "drunk",
        "sunk",
        "shut",
        "cut",
        "put",
        "set",
    ) or (verb_base(first) not in (None, first))


def _of_phrase(text: str) -> Clause | None:
    words = words_of(text)
    at = _verb_at(words)
    if at is None or not 0 < at <= _SUBJECT or any(w.kind in (",", "P") for w in words[:at]):
        return None
    adverbs = at
    while adverbs > 1 and _TRIM.fullmatch(words[adverbs - 1].text):
        adverbs -= 1
    subject = _named(words[:adverbs], text)
    rest = text[words[at].end :].strip()
    if subject is None or _LOOSE.search(rest):
        return None
    return _with_verb(subject, words[at].text.lower(), rest)


def _verb_at(words: Sequence[Word]) -> int | None:
    """The place of the main verb; where no word is one for certain, the first that may be: "the supplier flashes new firmware"."""
    for i, w in enumerate(words):
        if w.kind in ("B", "V"):
            return i
        if w.kind in (",", "P"):
            return None
    return next(
        (
            i
            for i, w in enumerate(words[1:-1], 1)
            if w.kind == "N"
            and words[i - 1].kind == "N"
            and re.search(r"(?:s|ed)$", w.text)
            and verb_base(w.text) not in (None, w.text)
        ),
        None,
    )


def _named(words: Sequence[Word], text: str) -> str | None:
    raw = text[words[0].start : words[-1].end]
    if words[0].start == 0 and re.match(r"[A-Z][a-z]+ [a-z]", raw):
        raw = raw[0].lower() + raw[1:]  # the first word of a sentence, not a name: "Environment overrides were …"
    if words[0].kind in ("J", "A") and not re.match(
        r"(?:all|every|each|both|no|any|two|three|one|most|half)\b", raw, re.IGNORECASE
    ):
        return None
    if _LOOSE.search(raw):
        return None
    if " and " in raw and words[0].kind != "A":
        sides = raw.split(" and ", 1)
        return spoken(raw) if all(noun_phrase(s, definite=False) or plain_phrase(s) for s in sides) else None
    bare = re.sub(
        r"^(?:all|every|each|both|no|any|two|three|one|most|half|an?)\s(?:of )?", "", raw, flags=re.IGNORECASE
    )
    if (
        noun_phrase(bare, definite=False, longest=_SUBJECT)
        or plain_phrase(bare)
        or re.fullmatch(r"[A-Z][\w-]+(?: [A-Z][\w-]+)?", bare)
    ):
        return spoken(
            raw[0].lower() + raw[1:]
            if re.match(r"(?:All|Every|Each|Both|No|Any|Two|Three|One|Most|Half|A|An)\b", raw)
            else raw
        )
    return None
