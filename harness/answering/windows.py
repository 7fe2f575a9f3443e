"""Cutting an answer into the pieces that key claims are held against: clauses, sentences, pairs of sentences."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from harness.answering.clauses import clause_bounds, sentence_bounds
from harness.answering.polarity import negators, without_yes_no
from harness.answering.wording import tokens


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of an answer that a form is held against, and the piece that lends it a verb."""

    text: str
    context: str
    lone: bool = False  # a fragment without a verb anywhere
    lent: bool = False  # has no verb of its own: what the lender denies is denied here
    sentence: str = ""


VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|may|must|should|will|would|need|needs|it's|that's|isn't|aren't|don't|doesn't|didn't)\b|n't\b|"
    r"\b[a-z]{3,}ed\b|(?:다|(?<![때이로만은])요|고|며|지만|는데|니까|서|됨|함|음|것|세요|라)[.!?]?$"
)
_ALL_BUT = re.compile(
    r"\b(?:everything|all|anything|everyone|anyone|everybody|(?:every|any|all|each|no)(?: \w+){1,2}) but\b"
)
_ANAPHOR = re.compile(r"(?:그게|그건|그것|그렇게|이게|이건|이는|which|that|this|it)(?:'s|n't)?\b")
# "it isn't a cost-saving exercise" denies another reason, not the clause before it.
_IS_NO = re.compile(
    r"(?:it|this|that|which)(?:'s not|n't| is not| isn't| wasn't| was not) (?:a|an|the|about|because|for|to|due|so much|just|primarily|on)\b"
)
_EXCEPT = re.compile(r",? (?:except|apart|aside) (?:for |from )?(.{3,40}?),? (?:which|that|who) ")


def windows(text: str) -> list[list[Window]]:
    """The clauses of an answer, then its sentences, then pairs of sentences: a form is looked for in that order."""
    text = _EXCEPT.sub(r"; \1 ", _ALL_BUT.sub("everything except", text))
    whole = [without_yes_no(text[a:b]) for a, b in sentence_bounds(text)]
    whole = [s for s in whole if s]
    found = [w for s in whole for part in s.split("; ") for w in clauses(part, s)]
    pairs = [Window(f"{a} {b}", f"{a} {b}") for a, b in itertools.pairwise(whole)]
    return [found, [Window(s, s, sentence=s) for s in whole], pairs]


_NO_LIST = re.compile(r"no \w+(?: \w+)?(?:, [^,]+)*$")
_LIST_END = re.compile(r"(?!no\b|not\b|only\b)\w+(?: \w+)? (?:or|nor) \w+(?: \w+)?[.!]?$")


_IMPERATIVE = re.compile(
    r"(?:always |please |just )?(?:give|feed|use|put|take|let|make|keep|add|send|do|go|restart|run|start|open|buy|call|pay|write|turn|leave|allow|try|eat|drink|serve|book|move|set|offer|share|tell)\b"
)


def clauses(part: str, sentence: str) -> list[Window]:
    """The clauses of a part of a sentence, each with the neighbour that lends it a verb."""
    pieces: list[str] = []
    for a, b in clause_bounds(part, 0, len(part)):
        if pieces and _ANAPHOR.match(part, a) and negators(part[a:b]) and not _IS_NO.match(part, a):
            pieces[-1] += " " + part[a:b]  # "…, which is not allowed" denies the clause before it
        elif pieces and _NO_LIST.match(pieces[-1]) and _LIST_END.match(part[a:b]) and not _verbed(part[a:b]):
            pieces[-1] += ", " + part[a:b]  # "no edits, regenerating or reformatting" denies all three
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
        lone = kinds[i] == 0 and lender is None and not _IMPERATIVE.match(piece)
        out.append(Window(piece, context, lone, lent, sentence))
    return out


# A phrase of place or kind stands on its own and takes no denial from the next clause ("within the EU only, and no laptops").
_APART = re.compile(r"^(?:in|on|at|within|inside|outside|under|by|for|with|from|to|only|just)\b|\bonly\b")


_BARE_DENIAL = re.compile(r"(?:없이|금지|불가|말고|빼고|제외하고)(?:요|예요|이에요|입니다)?[.!?]?$")


def _verbed(piece: str) -> int:
    """2 for a clause with a verb or a word for a state, 1 for a bare denial ("no bullets", "이모지 금지"), 0 for a fragment."""
    meant = {c for t in tokens(piece) for c, _ in t.concepts}
    if _BARE_DENIAL.search(piece):
        return 1
    if VERB.search(piece) or meant & {"done", "help", "need"}:
        return 2
    return 1 if negators(piece) or meant & {"allow", "use"} else 0


def _lender(i: int, pieces: Sequence[str], kinds: Sequence[int]) -> int | None:
    """The neighbour from which a clause takes its verb: a fragment from the next clause that has one, else from the last one."""
    if kinds[i] == 0:
        after = next((j for j in range(i + 1, len(pieces)) if kinds[j] == 2), None)
        before = next((j for j in range(i - 1, -1, -1) if kinds[j] == 2), None)
        return after if before is None else before
    return i - 1 if i and not any(t.concepts for t in tokens(pieces[i])) else None
