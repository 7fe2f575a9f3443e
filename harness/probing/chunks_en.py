"""English noun phrases and verbs of a sentence without a parser: word lists, and what a word's place says about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from harness.probing.nouns_en import noun_phrase, plain_phrase
from harness.probing.wordlists import listed

_VERBS = listed("chunks_en", "verbs")
_PAST = dict(pair.split("=") for pair in sorted(listed("chunks_en", "past")))
_FUNCTION = listed("nouns_en", "function")
_DET = frozenset(
    ["the", "our", "my", "your", "his", "her", "their", "its", "a", "an", "this", "that", "these", "those"]
)
_BE = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "am",
        "'s",
        "'re",
        "has",
        "have",
        "had",
        "having",
        "do",
        "does",
        "did",
        "will",
        "would",
        "can",
        "could",
        "shall",
        "should",
        "may",
        "might",
        "must",
        "cannot",
        "isn't",
        "aren't",
        "wasn't",
        "weren't",
        "hasn't",
        "haven't",
        "hadn't",
        "don't",
        "doesn't",
        "didn't",
        "won't",
        "wouldn't",
        "can't",
        "couldn't",
        "shouldn't",
        "mustn't",
    ]
)
_PRONOUN = frozenset(
    [
        "i",
        "we",
        "you",
        "he",
        "she",
        "it",
        "they",
        "me",
        "us",
        "him",
        "them",
        "who",
        "which",
        "what",
        "nobody",
        "everybody",
        "everyone",
        "somebody",
        "someone",
        "anyone",
        "something",
        "nothing",
        "anything",
        "everything",
        "there",
        "here",
        "i'm",
        "i'll",
        "i've",
        "i'd",
        "we're",
        "we've",
        "we'll",
        "we'd",
        "you're",
        "you've",
        "you'll",
        "you'd",
        "it's",
        "it'll",
        "that's",
        "they're",
        "they'll",
        "he's",
        "she's",
        "let's",
    ]
)
_COUNTS = frozenset(
    [
        "every",
        "each",
        "all",
        "some",
        "any",
        "no",
        "another",
        "other",
        "others",
        "both",
        "several",
        "many",
        "most",
        "more",
        "few",
        "first",
        "second",
        "third",
        "last",
        "next",
        "same",
        "one",
        "ones",
        "two",
        "three",
    ]
)
_JOIN = frozenset(["of", "for", "from", "with", "between"])
_PREPOSITION = frozenset(
    [
        "of",
        "for",
        "on",
        "in",
        "at",
        "from",
        "with",
        "between",
        "per",
        "by",
        "to",
        "under",
        "over",
        "below",
        "above",
        "within",
        "into",
        "until",
        "till",
        "before",
        "after",
        "during",
        "without",
        "through",
        "via",
        "against",
        "about",
        "around",
        "as",
        "than",
        "since",
        "towards",
        "across",
        "behind",
        "near",
        "off",
        "up",
        "down",
        "out",
        "inside",
        "outside",
        "onto",
    ]
)
_TOKEN = re.compile(r"[^\W_](?:(?:[\w'’./@:+#&%-]|,(?=\d))*[\w%+#])?|[£$€#~/.]+[\w./-]+|[^\w\s]")
_PURE = listed("chunks_en", "pure")
_LONGEST = 6


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a sentence: its class (D determiner, P pronoun, B auxiliary, V verb, J preposition, A adverb or other small word,
    N noun or adjective, X part of a value, "," a break) and its place."""

    text: str
    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase that can be a subject, as a question says it, and its place in the sentence."""

    text: str
    start: int
    end: int
    name: bool = False


@lru_cache(maxsize=50_000)
def verb_base(word: str) -> str | None:
    """The base of an inflected verb of the list: collects, collected, collecting → collect; None for other words."""
    if word in _PAST:
        return _PAST[word]
    if word in _VERBS:
        return word
    for ending, puts in (
        ("ies", "y"),
        ("ied", "y"),
        ("ing", ""),
        ("ing", "e"),
        ("es", ""),
        ("ed", ""),
        ("ed", "e"),
        ("s", ""),
    ):
        if word.endswith(ending) and (base := word[: -len(ending)] + puts) in _VERBS:
            return base
    m = re.match(r"^(.+?)([bdgklmnprt])\2(?:ed|ing)$", word)
    return m[1] + m[2] if m and m[1] + m[2] in _VERBS else None


def words_of(text: str, taken: tuple[tuple[int, int], ...] = ()) -> list[Word]:
    """The words of a sentence with their classes; ``taken`` are the places of its values."""
    found: list[Word] = []
    raw = [(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(text)]
    for i, (token, start, end) in enumerate(raw):
        following = raw[i + 1][0].casefold() if i + 1 < len(raw) else ""
        kind = "X" if any(a < end and start < b for a, b in taken) else _kind(token, found, following)
        found.append(Word(token, kind, start, end))
    return found


def _kind(token: str, before: list[Word], following: str) -> str:
    low = token.casefold().replace("’", "'")
    if not re.match(r"[\w£$€#~/.]", token):
        return "," if token not in "'\"“”‘’`" else "A"
    if low in _DET:
        return "D" if low not in ("this", "that", "these", "those") else "P"
    if low in _BE:
        return "B"
    if low in _COUNTS:
        return "A"
    if low in _PRONOUN:
        return "P"
    if low in _PREPOSITION:
        return "J"
    if low in _FUNCTION or (low.endswith("ly") and len(low) > 4 and low not in listed("nouns_en", "ly")):
        return "A"
    return "V" if _is_verb(token, low, before, following) else "N"


def _is_verb(token: str, low: str, before: list[Word], following: str) -> bool:
    """A word that may be a verb is one behind a pronoun, an auxiliary or "to", or where a noun phrase ends before it."""
    base = verb_base(low)
    if base is None or (token[:1].isupper() and before):
        return False
    last = before[-1] if before else None
    behind = last.kind if last else ""
    if behind == "P" or (last is not None and last.text.casefold() == "to"):
        return True
    if behind == "B":
        return True
    if behind in ("D", "J"):
        return low.endswith("ing") and behind == "J"
    if following in ("forward", "away", "ahead", "together", "apart", "wrong", "well"):
        following = "up"
    if following == "of":
        return False
    if behind in ("N", "X") and base in _PURE and low != base and not low.endswith("ing"):
        return True
    inflected = low != base or low in _PAST
    closes = (
        following in _DET | _PREPOSITION | _PRONOUN | _BE | _FUNCTION
        or following in _COUNTS
        or not re.match(r"[\w]", following)
        or following[:1].isdigit()
        or (following.endswith("ing") and verb_base(following) is not None)
        or (following.endswith("ed") and verb_base(following) is not None)
    )
    if behind in ("N", "X"):
        return inflected and not low.endswith("ing") and closes
    if behind in ("", ",", "A"):
        return closes or inflected or following in _DET
    return False


def phrases(words: list[Word], text: str) -> list[Phrase]:
    """The noun phrases of a sentence, each with an attached "of …" or "for …" where there is one."""
    found: list[Phrase] = []
    i = 0
    while i < len(words):
        stop = _run(words, i)
        if stop == i:
            i += 1
            continue
        end = stop
        if stop < len(words) - 1 and words[stop].text.casefold() in _JOIN:
            more = _run(words, stop + 1)
            end = more if more > stop + 1 else stop
        made = _phrase(words[i:end], text) or (_phrase(words[i:stop], text) if end > stop else None)
        if made and not (end < len(words) and words[end].text in ("one", "ones")):
            found.append(made)
        i = end
    return found


def _run(words: list[Word], start: int) -> int:
    """Where a determiner and the nouns behind it end."""
    i = start + (words[start].kind == "D")
    while i < len(words) and words[i].kind == "N" and i - start < _LONGEST:
        i += 1
    return i if i > start + (words[start].kind == "D") else start


def _phrase(words: list[Word], text: str) -> Phrase | None:
    start, end = words[0].start, words[-1].end
    raw = text[start:end].strip("'’.,")
    if (said := noun_phrase(raw, definite=False) or plain_phrase(raw)) is None:
        return None
    name = len(words) == 1 and words[0].text[:1].isupper() and not any(c.isdigit() for c in raw)
    return Phrase(said, start, end, name)
