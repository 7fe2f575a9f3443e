"""English sentences that carry a cue of a type but fit none of its frames: asked by the noun phrase that the cue speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from harness.probing.argued import argues
from harness.probing.asked_en import clause_span
from harness.probing.chunks_en import Phrase, phrases, words_of
from harness.probing.loose_en import is_thin
from harness.probing.mentions import Mention
from harness.probing.statement import Context, Statement
from harness.schema import Role


@dataclass(frozen=True, slots=True)
class _Cue:
    category: str
    form: str
    pattern: re.Pattern[str]
    behind: bool  # whether what it speaks of stands behind the cue
    anyone: bool  # whether the assistant's word counts as well


def _cue(category: str, form: str, pattern: str, *, behind: bool = False, anyone: bool = False) -> _Cue:
    return _Cue(category, form, re.compile(pattern, re.IGNORECASE), behind, anyone)


_CUES = (
    _cue(
        "failed_attempt",
        "failed",
        r"\b(?:failed|fails|crash(?:ed|es)|timed out|times out|(?:ran|runs) out of|blew up|broke|breaks|got worse|(?:makes?|made) (?:it|things|that|this) worse|(?:didn't|doesn't|did not|does not|won't|wouldn't) (?:work|help|fix|hold|load|start|build|fit|connect|open|converge|parse|match|survive|take|stick|change anything|make any difference)|"
        r"(?:was|were|got|been|is|are) (?:refused|rejected|denied|bounced|blocked|stripped|killed|cut off|thrown out)|bounced|collapsed|hung|stalled|leaked|came back (?:with an error|empty|wrong|\d+)|no luck|in vain|of no use|no effect|without (?:success|effect)|backfired|fell (?:over|apart|through)|gave up)\b",
        anyone=True,
    ),
    _cue(
        "failed_attempt",
        "failed",
        r"\b(?:tried|attempted|had a go at|tested|experimented with|gave .{1,20} a try)\b(?=.*\b(?:but|still|only|no|not|n't|failed|worse|too|without|never|error)\b)",
        behind=True,
        anyone=True,
    ),
    _cue(
        "rejected_option",
        "rejected",
        r"\b(?:(?:is|are|was|were|'s) (?:out|dead|off the table|off|too (?:expensive|slow|risky|big|heavy|late|far|small|noisy|loud|complicated|much|long|weak|dear|high|short)|not (?:worth|an option)|a no|no go|ruled out|dropped)\b|(?:won't|can't|cannot|doesn't) (?:do|work|fit|cut it|qualify)\b)",
    ),
    _cue(
        "rejected_option",
        "rejected",
        r"\b(?:ruled? out|reject(?:ed)?|scrap(?:ped)?|turn(?:ed)? down|decided against|veto(?:ed)?|passed on|forget(?: about)?|(?:i|we) (?:don't|do not|won't|can't|cannot|didn't) (?:trust|afford)|not going with|no more|said no to|instead of|rather than|so no|then no)\b",
        behind=True,
    ),
    _cue(
        "constraint",
        "constraint_may",
        r"\b(?:must(?:n't)?(?: not| never)?|may (?:not|only)|(?:has|have|needs?) to (?:be|stay|have|go|come|keep|pass|match)|is (?:sacred|off[- ]limits|frozen|untouchable|read[- ]only|confidential|forbidden)|never (?:leaves?|goes?|gets?|goes|touch\w*)|can't (?:go|be|leave|exceed|start|happen)|cannot (?:go|be|leave|exceed|start|happen)|not allowed|only (?:after|with|when|if|from|on|in|by|via)|no later than|at most|at least|under no circumstances|by law|required)\b",
    ),
    _cue(
        "constraint",
        "constraint_may",
        r"\b(?<!had )(?<!has )(?<!have )(?<!was )(?<!were )(?:never(?! mind)|don't (?:ever )?|do not (?:ever )?|only ever|you (?:may not|mustn't|must not|can't)|don't you dare)\s(?=[a-z]+)",
        behind=True,
    ),
    _cue(
        "open_question",
        "open",
        r"\b(?:(?:is|are|'s|remains?|stays?) (?:still )?(?:open|undecided|unclear|pending|unresolved|tbd|tbc|up in the air|not (?:yet )?(?:decided|settled|clear|agreed|confirmed|approved|signed))|(?:hasn't|haven't|has not|have not) (?:yet )?been (?:decided|settled|agreed|approved|confirmed|signed|answered)|(?:isn't|aren't) (?:decided|settled|clear|agreed|confirmed|approved|signed)(?: yet)?|no (?:answer|decision|word|reply|approval|news|sign-off) (?:yet|so far|either)|still (?:waiting|no)|to be (?:decided|agreed|confirmed)|without an answer|is anyone's guess|needs? (?:a decision|deciding))\b",
        anyone=True,
    ),
    _cue(
        "open_question",
        "open",
        r"\b(?:(?:haven't|hasn't|not|never|didn't) (?:yet )?(?:decided?|settled?|agreed?|heard|made up (?:my|our|her|his|their) minds?)(?: (?:yet|back))?(?: (?:on|about|from|between|for))?|waiting (?:for|on)|pending|undecided(?: on| about)?|open(?: points?| questions?)?:|still to (?:decide|agree|settle|clear)|not sure (?:about|yet about)|leave .{0,12}open)\b",
        behind=True,
        anyone=True,
    ),
    _cue(
        "task_state",
        "state",
        r"\b(?:(?:is|are|has been|have been|'s|got|was|were) (?:now |already |all |both )?(?:done|finished|complete[d]?|merged|shipped|in place|ready|sent|signed|booked|ordered|delivered|installed|filed|submitted|uploaded|paid|confirmed|printed|in progress|under way|half done|half finished|blocked|outstanding|overdue|fixed|live|deployed|not (?:yet )?(?:done|started|sent|finished|ordered|ready))|(?:hasn't|haven't|has not|have not) been (?:done|started|sent|finished|ordered|written|booked|touched)|still (?:to do|outstanding|to come|needs? (?:doing|writing|testing)))\b",
        anyone=True,
    ),
)
_ANY = re.compile("|".join(f"(?:{c.pattern.pattern})" for c in _CUES), re.IGNORECASE)
_UNSURE = re.compile(
    r"\b(?:could|might|maybe|perhaps|suppose|would|what if|imagine|should we|shall|wonder|i think|i guess|probably|hope|if|unless|whether|suggest|propose|i'd)\b",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"\b(?:until|till|once|when|after|before|as soon as)(?:\s*$|\s(?=the|our|[A-Z]))", re.IGNORECASE)
_EITHER = re.compile(r"\beither\b.*\bor\b", re.IGNORECASE)  # two ways that are still open
_NEEDS_REASON = frozenset(["rejected_option"])
_SHORTEST = 5


def cued_en(mention: Mention, context: Context, known: frozenset[str]) -> Iterator[Statement]:
    """Statements of types that no frame found in the sentence (``known`` are those that one did). A rejection without its
    reason has an empty ``answer``."""
    body = mention.body.replace("’", "'")
    if mention.is_question or not 20 <= len(body) <= 260 or not _ANY.search(body):
        return
    user = mention.turn.role is Role.USER
    words = words_of(body)
    found = [p for p in phrases(words, body) if not is_thin(p.text)]
    seen = set(known)
    for cue in _CUES:
        if cue.category in seen or not (user or (cue.anyone and not (cue.behind and cue.category == "open_question"))):
            continue
        for m in cue.pattern.finditer(body):
            begin, stop = clause_span(body, m.start(), m.end())
            if _UNSURE.search(body[begin:stop]) or _EITHER.search(body):
                continue
            if _UNTIL.search(body[:begin]) or (_UNTIL.search(body[begin : m.start()]) and cue.category == "task_state"):
                continue
            subject = _spoken_of(found, begin, stop, m, cue.behind)
            if (
                subject
                and _may_ask(cue, subject.text, m.group())
                and len(re.sub(re.escape(subject.text), "", body[begin:]).split()) >= _SHORTEST - 2
            ):
                seen.add(cue.category)
                yield _stated(cue, subject, mention, m, body)
                break


def _may_ask(cue: _Cue, subject: str, said: str) -> bool:
    """Whether a phrase beside a cue names a thing: not a lone word without a determiner ("pretty"), and for a habit ("Len doesn't open
    the gate") not a lone name, which is somebody's."""
    if re.fullmatch(r"[a-z]+", subject) and cue.category in ("constraint", "task_state"):
        return False
    habit = re.match(r"(?:doesn't|does not|won't|wouldn't)\b", said)
    return not (habit and re.fullmatch(r"[A-Z][a-z]+", subject))


def _spoken_of(found: list[Phrase], begin: int, stop: int, m: re.Match[str], behind: bool) -> Phrase | None:
    if behind:
        after = [p for p in found if m.end() - 1 <= p.start < stop]
        return after[0] if after and after[0].start - m.end() < 30 else None
    before = [p for p in found if begin <= p.start and p.end <= m.start() + 1]
    return before[0] if before else None


def _stated(cue: _Cue, subject: Phrase, mention: Mention, m: re.Match[str], body: str) -> Statement:
    answer = body
    if cue.category in _NEEDS_REASON:
        rest = re.sub(r"^[\s,;:.—–-]*(?:and|but|as|because|since|for)?\s*", "", body[max(m.end(), subject.end) :])
        before = body[: min(m.start(), subject.start)].strip(" ,;:—–-")
        answer = (
            rest
            if len(rest.split()) >= 4 and argues(rest)
            else before
            if len(before.split()) >= 4 and argues(before)
            else ""
        )
    return Statement(cue.category, cue.form, subject.text, answer, [mention], 1.6)
