"""Whether an English subject is one whole noun phrase: the last check of every question that asks about a thing."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache

from harness.probing.chunks_en import Word, verb_base, words_of
from harness.probing.nouns_en import base_form
from harness.probing.wordlists import listed

_UNIT = listed("phrases_en", "units")
_SPAN = listed("phrases_en", "spans")  # a stretch of time is when something is, not what is asked about
_TYPE = listed("phrases_en", "types")  # words for a kind of answer: they say nothing of whose it is
_WHICH = frozenset(
    ["new", "old", "next", "last", "first", "second", "current", "other", "same", "final", "main", "separate"]
)
_LINKS = frozenset(["and", "or", "but", "nor", "than", "as", "if", "that", "which", "who", "because", "so", "then"])
_JOIN = re.compile(r"\s(?:of|for|on|in|at|from|with|between|to|by|per)\s")
_DAY = re.compile(
    r"(?:^|\s)(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^(?:the )?\d+(?:st|nd|rd|th)?\b(?! \w)|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[;!?\"“”]|[,.:]\s|\.\.")


@lru_cache(maxsize=20_000)
def torn(subject: str) -> bool:
    """Whether a subject is a piece of a sentence rather than a noun phrase: a verb or pronoun in it, a word of another phrase at its
    edge, a unit without its number, or nothing but the name of a kind."""
    words = words_of(subject)
    bare = [w for w in words if w.kind != "D"]
    return (
        not bare
        or bool(_MARKS.search(subject))
        or subject.count("(") != subject.count(")")
        or _has_verb(words)
        or _bad_edge(bare)
        or bool(_DAY.search(subject))
        or _only_kind(subject)
    )


def _has_verb(words: list[Word]) -> bool:
    """A finite verb, an auxiliary, a pronoun; a participle with its preposition and no noun before it ("heard of the server")."""
    inner = [w for w in words[1:] if w.kind == "V" and not w.text.endswith("ing")]
    if any(w.kind in ("P", "B") for w in words) or any(w is not words[-1] or not w.text.endswith("s") for w in inner):
        return True  # a last word in -s is a plural: the reference samples
    if any(
        a.text.endswith("ed") and a.kind in ("N", "V") and b.kind == "J" and a is not words[0]
        for a, b in itertools.pairwise(words)
    ):
        return True  # "X-ray leased from the vendor"
    first, following = words[0], words[1].kind if len(words) > 1 else ""
    base = verb_base(first.text.casefold())
    bent = base is not None and base != first.text.casefold() and first.text[:1].islower()
    return bent and following in ("J", "D", "P") and not first.text.endswith(("ing", "s"))


def _bad_edge(bare: list[Word]) -> bool:
    first, last = bare[0], bare[-1]
    return (
        first.kind == "J"
        or last.kind in ("J", "A", ",")
        or first.text.casefold() in _LINKS | _UNIT
        or last.text.casefold() in _LINKS
        or first.kind == ","
    )


def _only_kind(subject: str) -> bool:
    """Whether the head says only what kind of thing is asked for, with no word that says of what."""
    head = re.sub(
        r"^(?:the|our|a|an|my|your|both|all|any|each|every)\s", "", _JOIN.split(subject)[0].casefold()
    ).split()
    if not head:
        return True
    while len(head) > 1 and head[0] in _WHICH:
        head = head[1:]
    noun = base_form(head[-1]) if head[-1] not in _TYPE | _SPAN else head[-1]
    if noun in _SPAN and (len(head) == 1 or head[-1].endswith("s")):
        return True  # but the open day and the parents' evening are events
    return noun in _TYPE and len(head) == 1 and not _JOIN.search(subject)


def unfinished(answer: str) -> bool:
    """Whether an answer in words breaks off: a bracket or quotation mark without its partner, a small word at the end that needs another."""
    words = words_of(answer.rstrip(" .!"))
    straight, opened, closed = answer.count('"'), answer.count("“"), answer.count("”")
    return (
        not words
        or answer.count("(") > answer.count(")")
        or bool(straight % 2)
        or opened != closed
        or words[-1].text.casefold() in _DANGLING
    )


_DANGLING = frozenset(
    ["the", "a", "an", "our", "my", "and", "or", "of", "because", "if", "whether", "than", "your", "their"]
)
