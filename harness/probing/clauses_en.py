"""An English statement turned into the question why it is so: "we'll bake the shells" → "Why will we bake the shells?"."""

from __future__ import annotations

import re

from harness.probing.nouns_en import base_form, plain_phrase, spoken
from harness.probing.turned_en import clause_of

_AUX = r"(?:is|are|was|were|will|can|cannot|must|may|should|has|have|had|do|does|did|won't|can't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|mustn't|shouldn't|hasn't|haven't)"
_SHORT = {"'ll": "will", "'re": "are", "'ve": "have"}
_PRONOUN = re.compile(r"^(?P<s>we|they|nobody|everybody)(?P<c>'ll|'re|'ve|'d)?\s(?P<r>.+)$", re.IGNORECASE)
_NP_AUX = re.compile(rf"^(?P<s>(?:\S+\s){{1,6}}?)(?P<a>{_AUX})\s(?P<r>.+)$", re.IGNORECASE)
_NP_VERB = re.compile(r"^(?P<s>(?:\S+\s){1,5}?)(?P<v>[a-z]{3,}s)(?:\s(?P<r>.+))?$")
_ADVERB = re.compile(
    r"^(?:also|then|now|therefore|simply|just|only|still|always|never|both|all|please|not)$", re.IGNORECASE
)
_IRREGULAR = {
    "went": "go", "took": "take", "kept": "keep", "chose": "choose", "left": "leave", "made": "make", "put": "put", "cut": "cut", "set": "set", "moved": "move",
    "bought": "buy", "sent": "send", "got": "get", "ran": "run", "built": "build", "gave": "give", "began": "begin", "paid": "pay", "held": "hold", "found": "find",
    "wrote": "write", "came": "come", "brought": "bring", "let": "let", "lost": "lose", "met": "meet", "sold": "sell", "did": "do", "had": "have", "said": "say",
    "threw": "throw", "drew": "draw", "split": "split", "shut": "shut", "stuck": "stick", "read": "read", "told": "tell", "spent": "spend", "swapped": "swap",
    "dropped": "drop", "stopped": "stop", "shipped": "ship", "skipped": "skip", "planned": "plan", "booked": "book", "picked": "pick", "switched": "switch",
}  # fmt: skip
_LOOSE = re.compile(
    r"\b(?:it|this|that|these|those|them|they|he|she|him|her|there|here|i|me|my|you|your|mine)\b", re.IGNORECASE
)
_BASE_VERB = re.compile(
    r"^(?:arrive|leave|depart|expire|end|fly|land|launch|migrate|upgrade|present|visit|ask|say|pick|rise|fall|grow|drop|handle|seat|weigh|produce|provide|allow|accept|reject|support|read|write|load|store|save|log|"
    r"process|contain|include|cover|last|report|expect|receive|require|reserve|review|approve|sit|stand|stop|transfer|pass|push|pull|sync|scan|restart|retire|renew|return|replace|gather|harvest|plant|water|clean|empty|fill|"
    r"lock|unlock|stay|remain|become|cost|hold|lose|win|eat|drink|wake|sleep|play|sing|rehearse|perform|exhibit|vote|decide|announce|inform|remind|confirm|speak|talk|call|chair|host|attend|register|enrol|graduate|examine|grade|"
    r"go|use|keep|move|put|take|stick|switch|split|leave|build|run|ship|store|make|do|set|drop|stay|read|write|send|start|add|turn|call|book|hold|freeze|wait|need|want|buy|order|rent|hire|pay|plan|"
    r"plant|bake|cook|serve|print|publish|submit|test|measure|replace|repair|fix|paint|install|mount|deliver|collect|pick|meet|travel|fly|drive|choose|give|offer|charge|cut|close|open|begin|finish|"
    r"roll|deploy|release|tag|merge|revert|roll|invite|cancel|limit|cap|check|count|sell|share|show|teach|train|work|wear|bring|get|have|let|skip|swap|sort|sign|file|claim|apply|record|save|back|restart|rebuild|change|drop)$"
)
_INTERRUPTED = re.compile(r"[;:—–()\"“”?!]|\s-\s|\.\s")
_LONGEST = 16


def why_question(clause: str) -> str | None:
    """The question why a clause holds, without its question mark; None where it has no clear subject or speaks of "it"."""
    return wh_question("Why", clause)


def wh_question(wh: str, clause: str) -> str | None:
    """A clause without its value turned into a question for it: "the bank collects our file" → "When does the bank collect …"."""
    return _by_frame(wh, clause) or _by_parts(wh, clause)


def _by_parts(wh: str, clause: str) -> str | None:
    made = clause_of(clause)
    return made.asked(wh) if made and not _INTERRUPTED.search(clause) else None


def _by_frame(wh: str, clause: str) -> str | None:
    clause = _LEAD.sub("", clause.strip(" ,.;—–")).replace("’", "'")
    words = clause.split()
    if re.search(r"\b(?:ones?|things?|others?|same|rest|wants?|wanted)\b", clause, re.IGNORECASE):
        return None
    if not 2 <= len(words) <= _LONGEST or _LOOSE.search(clause) or _INTERRUPTED.search(clause):
        return None
    if (m := _PRONOUN.match(clause)) and (made := _of_pronoun(m["s"].lower(), m["c"], m["r"])):
        return f"{wh} {made}"
    if (m := _NP_AUX.match(clause)) and (subject := plain_phrase(m["s"])):
        return f"{wh} {_inverted(m['a'], subject, m['r'])}"
    if (m := _NP_VERB.match(clause)) and (subject := plain_phrase(m["s"])) and _BASE_VERB.match(base_form(m["v"])):
        return f"{wh} does {subject} {base_form(m['v'])} {spoken(m['r'] or '')}".strip()
    if (m := _NP_PAST.match(clause)) and (subject := plain_phrase(m["s"])):
        low = m["v"].lower()
        base = _IRREGULAR.get(low) or (_present(low) if low.endswith("ed") and len(low) > 4 else "")
        return f"{wh} did {subject} {base} {m['r'] or ''}".strip() if base and _BASE_VERB.match(base) else None
    return None


_LEAD = re.compile(r"^(?:and|so|then|therefore|hence|but|well|ok|okay|also|news|good|now)[,:]?\s", re.IGNORECASE)
_NP_PAST = re.compile(r"^(?P<s>(?:\S+\s){1,5}?)(?P<v>[a-z]{3,})(?:\s(?P<r>.*))?$")


def _inverted(aux: str, subject: str, rest: str) -> str:
    aux = {"cannot": "can't"}.get(aux.lower(), aux.lower())
    return f"{aux} {subject} {rest}".strip()


def _of_pronoun(subject: str, contracted: str | None, rest: str) -> str | None:
    if contracted:
        return f"{_SHORT[contracted]} {subject} {rest}" if contracted in _SHORT else None
    head, _, tail = rest.partition(" ")
    full = head.lower() in ("have", "had", "has") and tail.split()[:1] in (["to"], ["a"], ["the"])
    if re.fullmatch(_AUX, head, re.IGNORECASE) and tail and not full:
        return _inverted(head, subject, tail)
    low = head.lower()
    if _ADVERB.match(head):
        return None
    if low in _IRREGULAR and low not in ("put", "cut", "set", "let", "split", "shut", "read"):
        return f"did {subject} {_IRREGULAR[low]} {tail}".strip()
    if low.endswith("ed") and len(low) > 4 and tail:
        return f"did {subject} {_present(low)} {tail}"
    if subject == "nobody" and low.endswith("s"):
        return f"does nobody {base_form(low)} {tail}".strip()
    return f"do {subject} {low} {tail}".strip() if _BASE_VERB.match(low) else None


def _present(past: str) -> str:
    """booked → book, moved → move, carried → carry, planned → plan."""
    stem = past[:-2]
    if past.endswith("ied"):
        return past[:-3] + "y"
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "sl":
        return stem[:-1]
    return (
        stem + "e"
        if re.search(
            r"(?:[^aeiou][aiou][vszcg]|[^aeiou]u[slr]|[aeiou][^aeiou]?[vc]|at|iz|ang|arg|[^aeiou]l|[aeo]r|uc|id|ir)$",
            stem,
        )
        and not stem.endswith(("er", "or", "en", "ow"))
        else stem
    )


def is_base(verb: str) -> bool:
    """Whether a word is the base form of one of the verbs that these questions know."""
    return bool(_BASE_VERB.match(verb.lower()))


def what_for(verb_phrase: str) -> str | None:
    """The question why we do what "let's …" proposed, without its question mark."""
    head = verb_phrase.split(" ", 1)[0].lower()
    if (
        not _BASE_VERB.match(head)
        or _LOOSE.search(verb_phrase)
        or _INTERRUPTED.search(verb_phrase)
        or not 2 <= len(verb_phrase.split()) <= _LONGEST
    ):
        return None
    return f"Why did we decide to {verb_phrase}"
