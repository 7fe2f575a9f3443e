# ruff: noqa: E501  (patterns and word lists are read better on one line)
"""English noun phrases without a parser: word lists that say what can not stand in one, and what it needs to be telling."""

from __future__ import annotations

import re

_DETERMINERS = frozenset(["the", "our", "my", "your", "his", "her", "their", "its", "a", "an", "this", "that", "these", "those"])
_JOINS = frozenset(["of", "for", "on", "in", "at", "from", "with", "between", "per"])
_FUNCTION = frozenset(
    ["and", "or", "but", "if", "then", "than", "it", "is", "are", "was", "were", "be", "been", "being", "am", "do", "does", "did", "doing", "have", "has", "had", "having", "i", "me", "we", "us", "you", "he", "him", "she", "they", "them", "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "by", "into", "about", "as", "so", "not", "no", "nor", "too", "very", "can", "could", "will", "would", "shall", "should", "may", "might", "must", "just", "also", "only", "there", "here", "out", "up", "down", "off", "over", "under", "again", "once", "all", "any", "both", "each", "few", "more", "most", "other", "some", "such", "own", "same", "until", "till", "since", "while", "though", "although", "because", "before", "after", "during", "against", "through", "via", "please", "yes", "ok", "okay", "now", "today", "tomorrow", "yesterday", "still", "yet", "already", "even", "much", "many", "lot", "lots", "quite", "rather", "really", "actually", "maybe", "perhaps", "anything", "nothing", "everything", "something", "someone", "somebody", "nobody", "everybody", "else", "whether", "either", "neither", "never", "always", "ever", "to", "i'm", "i'll", "i've", "i'd", "we're", "we've", "we'll", "we'd", "you're", "you'll", "you've", "they're", "they'll", "that's", "there's", "here's", "let's", "it's", "it'll", "what's", "he's", "she's", "don't", "doesn't", "didn't", "isn't", "aren't", "wasn't", "won't", "can't", "couldn't", "wouldn't", "shouldn't", "hasn't", "haven't", "ll", "ve", "re"]
)
_VERBS = frozenset(
    ["say", "says", "said", "tell", "tells", "told", "ask", "asks", "asked", "want", "wants", "wanted", "need", "needs", "needed", "get", "gets", "got", "go", "goes", "went", "gone", "going", "come", "comes", "came", "make", "makes", "made", "take", "takes", "took", "taken", "give", "gives", "gave", "put", "puts", "keep", "keeps", "kept", "let", "lets", "see", "sees", "saw", "seen", "look", "looks", "looked", "find", "finds", "found", "think", "thinks", "thought", "know", "knows", "knew", "try", "tries", "tried", "call", "calls", "called", "move", "moves", "moved", "start", "starts", "started", "stop", "stops", "stopped", "send", "sends", "sent", "write", "writes", "wrote", "wait", "waits", "waited", "leave", "leaves", "left", "stay", "stays", "stayed", "show", "shows", "showed", "bring", "brings", "brought", "happen", "happens", "happened", "turn", "turns", "turned", "drop", "drops", "dropped", "fail", "fails", "failed", "fix", "fixes", "fixed", "change", "changes", "changed", "add", "adds", "added", "pay", "pays", "paid", "mean", "means", "meant", "seem", "seems", "seemed", "become", "becomes", "became", "agree", "agreed", "decide", "decided", "choose", "chose", "pick", "picked", "reject", "rejected", "rule", "ruled", "push", "pushed", "pull", "pulled", "ship", "ships", "shipped", "run", "runs", "ran", "use", "uses", "used", "suppose", "expect", "expects", "expected", "hope", "hopes", "guess", "wonder", "wonders", "believe", "believes", "lives", "sits", "stands", "holds", "took", "has"]
)
_THIN = frozenset(
    ["thing", "things", "one", "ones", "way", "ways", "number", "numbers", "rest", "point", "points", "same", "bit", "people", "question", "questions", "answer", "answers", "total", "result", "results", "value", "values", "rate", "case", "cases", "place", "part", "parts", "side", "end", "start", "time", "times", "day", "days", "week", "weeks", "month", "year", "hour", "hours", "minute", "morning", "afternoon", "evening", "night", "today", "stuff", "kind", "sort", "matter", "idea", "reason", "problem", "issue", "fact", "job", "work", "list", "line", "lines", "file", "files", "name", "names", "step", "steps", "whole", "first", "second", "third", "last", "next", "old", "new", "latest", "former", "latter", "word", "words", "count", "size", "output", "input", "data", "guy", "guys", "folks", "person", "man", "woman", "life", "world", "moment", "second", "text", "message", "messages", "mail", "note", "notes", "example", "run", "option", "options", "plan", "plans", "thought", "change", "changes", "fix", "test", "tests", "half", "good", "best", "worst", "only"]
)
_LY = frozenset(["nightly", "weekly", "monthly", "hourly", "yearly", "quarterly", "family", "assembly", "supply", "anomaly", "butterfly", "italy"])
_WORD = re.compile(r"[^\W_][\w'’./@:+#&-]*")
_NAME = re.compile(r"[A-Z].*|.*[A-Z_/.].*|.*\d.*[a-z]|[a-z]+[-_]\w+")

DET = r"(?:the|our|my|your|his|her|their|its)"


def noun_phrase(text: str, *, longest: int = 7, definite: bool = True) -> str | None:
    """The text as a subject, with its determiner ("the deploy window"), or None where it is no telling noun phrase.

    ``definite`` asks for a determiner, a name or a compound in front: a bare common word is no subject.
    """
    text = text.strip(" ,.;:—–-\"'“”")
    words = text.split()
    if not 1 <= len(words) <= longest or any(not _WORD.fullmatch(w.strip("\"'“”()")) for w in words):
        return None
    plain = [w.casefold().strip("\"'“”().,") for w in words]
    body = plain[1:] if plain[0] in _DETERMINERS else plain
    if not body or plain[0] in ("a", "an", "this", "that", "these", "those", "it") or not _well_formed(body):
        return None
    if not _telling(body, words[-len(body) :]):
        return None
    if definite and body == plain and not _NAME.fullmatch(words[0]) and len(body) < 2:
        return None
    return spoken(text)


def spoken(text: str) -> str:
    """A subject as somebody else says it: my → the (the speaker's own is not the listener's)."""
    text = re.sub(r"^(?:my|your|a|an)\b", "the", text, flags=re.IGNORECASE)
    return re.sub(r"^(The|Our|His|Her|Their|Its)\b", lambda m: m[1].lower(), text)


def _well_formed(body: list[str]) -> bool:
    if body[0] in _JOINS or body[-1] in _JOINS or body[-1] in _DETERMINERS:
        return False
    return not any(w in _FUNCTION or w in _VERBS or "n't" in w or (w.endswith("ly") and len(w) > 5 and w not in _LY) for w in body)


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
    return len(head) > 3 and head.endswith("s") and not re.search(r"(?:ss|us|is|news|\ds)$", head) and not head.isupper()


def base_form(verb: str) -> str:
    """The base of a third person: collects → collect, goes → go, flies → fly."""
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if re.search(r"(?:ss|x|z|ch|sh|o)es$", verb):
        return verb[:-2]
    return {"has": "have", "is": "be"}.get(verb, verb[:-1] if verb.endswith("s") else verb)
