"""English noun phrases without a parser: word lists that say what can not stand in one, and what it needs to be telling."""

from __future__ import annotations

import re

from harness.probing.wordlists import listed

_DETERMINERS = frozenset(
    ["the", "our", "my", "your", "his", "her", "their", "its", "a", "an", "this", "that", "these", "those"]
)
_JOINS = frozenset(["of", "for", "on", "in", "at", "from", "with", "between", "per"])
_FUNCTION = listed("nouns_en", "function")
_VERBS = listed("nouns_en", "verbs")
_THIN = listed("nouns_en", "thin")
_EVENTS = frozenset(
    ["run", "call", "start", "change", "show", "fix", "move", "push"]
)  # verbs that end a compound: the dry run
_LY = listed("nouns_en", "ly")
_WORD = re.compile(r"[^\W_][\w'’./@:+#&-]*")
_NAME = re.compile(r"[A-Z].*|.*[A-Z_/.].*|.*\d.*[a-z]|[a-z]+[-_]\w+")

DET = r"(?:the|our|my|your|his|her|their|its)"


def noun_phrase(text: str, *, longest: int = 7, definite: bool = True) -> str | None:
    """The text as a subject, with its determiner ("the deploy window"), or None where it is no telling noun phrase.

    ``definite`` asks for a determiner, a name or a compound in front: a bare common word is no subject.
    """
    text = re.sub(r"\s(?:itself|themselves|also|now|then|still)$", "", text.strip(" ,.;:—–-\"'“”"))
    words = text.split()
    if not 1 <= len(words) <= longest or any(not _WORD.fullmatch(w.strip("\"'“”()")) for w in words):
        return None
    plain = [w.casefold().strip("\"'“”().,") for w in words]
    body = plain[1:] if plain[0] in _DETERMINERS else plain
    body = (
        [
            b if not w.isupper() or len(w) < 3 or not w.isalpha() else f"{b}_"
            for b, w in zip(body, words[-len(body) :], strict=True)
        ]
        if body
        else body
    )
    if not body or plain[0] in ("a", "an", "this", "that", "these", "those", "it") or not _well_formed(body):
        return None
    if not _telling(body, words[-len(body) :]):
        return None
    if definite and body == plain and not _NAME.fullmatch(words[0]) and len(body) < 2:
        return None
    return spoken(text)


_PLAIN = re.compile(
    r"^(?:the|our|my)\s(?:[a-z]{3,}\s){0,2}(?:(?:number|id|code|key|port|path|version|branch|ticket|reference|ref|file|address|account|tag)|[a-z]{3,})$",
    re.IGNORECASE,
)


def plain_phrase(text: str) -> str | None:
    """Like ``noun_phrase``, and also a determiner with one short noun ("the bank", "the claim number"): enough where the words
    around it say which."""
    found = noun_phrase(text)
    if found is not None:
        return found
    text = text.strip(" ,.;:—–-\"'“”")
    words = text.casefold().split()
    if not _PLAIN.match(text) or any(w in _FUNCTION or (w in _VERBS and len(words) == 2) for w in words[1:]):
        return None
    return spoken(text) if len(words) > 2 or words[-1] not in _THIN else None


def spoken(text: str) -> str:
    """A subject as somebody else says it: my → the (the speaker's own is not the listener's)."""
    text = re.sub(r"^(?:my|your|a|an)\b", "the", text, flags=re.IGNORECASE)
    return re.sub(r"^(The|Our|His|Her|Their|Its)\b", lambda m: m[1].lower(), text)


def _well_formed(body: list[str]) -> bool:
    if body[0] in _JOINS or body[-1] in _JOINS or body[-1] in _DETERMINERS:
        return False
    return not any(
        w in _FUNCTION
        or (w in _VERBS and not (i and w in _EVENTS))
        or "n't" in w
        or (w.endswith("ly") and len(w) > 5 and w not in _LY)
        for i, w in enumerate(body)
    )


def _telling(body: list[str], words: list[str]) -> bool:
    """One word more than the thin ones, and a letter in the last: "the deploy window", "the budget", not "the thing"."""
    heads = [w for w in body if w not in _JOINS and w not in _DETERMINERS]
    full = [w for w in heads if w not in _THIN and any(c.isalpha() for c in w) and len(w) > 2]
    if not full or (body[0] in ("old", "new", "same", "other", "first", "last", "next") and len(heads) == 1):
        return False
    return len(heads) > 1 or len(full[0]) > 4 or bool(_NAME.fullmatch(words[-1]))


def is_plural(subject: str) -> bool:
    """Whether the head of a noun phrase is a plural (the head stands before the first of/for/on/in)."""
    head = re.split(r" (?:of|for|on|in|at|from|with|between|per) ", subject)[0].split()[-1].casefold()
    return (
        len(head) > 3 and head.endswith("s") and not re.search(r"(?:ss|us|is|news|\ds)$", head) and not head.isupper()
    )


def base_form(verb: str) -> str:
    """The base of a third person: collects → collect, goes → go, flies → fly."""
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if re.search(r"(?:ss|x|z|ch|sh|o)es$", verb):
        return verb[:-2]
    return {"has": "have", "is": "be"}.get(verb, verb[:-1] if verb.endswith("s") else verb)
