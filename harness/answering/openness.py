"""Was the asked point left open? Only if a statement about it says so and nothing later settles it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from harness.answering.forms import Want
from harness.answering.picking import Candidate
from harness.answering.question import Question
from harness.answering.ranking import Ranker, Scored, is_question
from harness.schema import Role
from harness.values import Match, compare

# Questions that ask about a state or a story are answered by quoting it, open or not.
_QUOTED = frozenset((Want.REASON, Want.FAILURE, Want.STATE, Want.GOAL, Want.TONE, Want.RULE))
_COVERED, _OF_BEST, _SETTLED = 0.33, 0.8, 0.8
_RIVAL, _OF_VALUE = 0.75, 0.9
_OPEN = re.compile(
    r"\b(?:(?:nobody|no one|neither|none of us) (?:has |have |had )?(?:said|decided|knows|"
    r"answered)|(?:haven't|hasn't|have not|has not|didn't|did not|never|not|won't|can't|nor "
    r"ha[sd]\w* \w+) "
    r"(?:yet )?(?:said|say|decide[d]?|settled?|agreed?|chosen|choose|picked|made up|answered|"
    r"heard|clear|final|fixed)|sleep on it|(?:come|get) back to (?:it|that|this|you)|"
    r"leave (?:it|that|this) (?:for now|open|at that|there)|sort (?:it|that|this) out "
    r"(?:later|after|once)|(?:want|wants|need|needs) to think|think (?:it|about it) over|no "
    r"(?:answer|decision|verdict|word) (?:yet|so far|from)|"
    r"wonders? whether|not sure (?:whether|if|which|yet)|can't (?:decide|agree)|undecided|"
    r"still (?:open|arguing|debating|thinking)|park (?:it|that|this)|to be (?:decided|"
    r"confirmed|agreed)|tbd|up in the air|"
    r"for it,? .{2,30} against|says? [^,.]{2,30}, [^,.]{2,30} says?|whoever|whichever we|either way for now)\b"
    r"|미정|보류|[가-힣]지 .{1,40}[가-힣]지(?:는|도|를)? ?(?:아직|정해|정하|고민|모르|대표|"
    r"결론|논의|\.)|결론(?:을|은|이)? ?(?:못|안|없|나지)|아직 (?:못|안|모르|미|정해|결정|합의|"
    r"결론|답|확정)|모르겠|고민 ?(?:중|이|돼|되|해)|"
    r"(?:더|좀) (?:보고|생각|지켜)|생각해 ?(?:볼|보)|나중에 (?:정|다시|얘기|결정|보|하)|(?:못|"
    r"안) (?:정했|골랐|고름|정함)|합의가? ?(?:안|못)|정하지 (?:못|않)|(?:비어|빈 ?칸)|남겨 "
    r"?두|열어 ?두"
)
_NOT_OPEN = re.compile(r"\bif\b[^.;]{0,60}$|면[^.]{0,12}$", re.IGNORECASE)


def undecided(asked: Question, ranker: Ranker, ranked: Sequence[Scored], values: Sequence[Candidate]) -> Scored | None:
    """The statement that leaves the asked point open, or None."""
    if asked.want in _QUOTED:
        return None
    enough = max(_COVERED, _OF_BEST * max(s.covered for s in ranked))
    about = [s for s in ranked if s.covered >= enough]
    left = [s for s in about if leaves_open(ranker, s)]
    if not left:
        return None
    last = max(left, key=lambda s: s.unit.place)
    if values and not _contested(values, last):
        return None
    later = (s for s in ranked if s.unit.group > last.unit.group and s.covered >= _SETTLED * last.covered)
    return None if any(_settles(ranker, s) for s in later) else last


def leaves_open(ranker: Ranker, s: Scored) -> bool:
    """Whether a unit says, of something, that it is undecided. What a tool prints says so only by chance."""
    if s.unit.passage.role is Role.TOOL or s.unit.text.startswith("→"):
        return False
    match = _OPEN.search(s.unit.text)
    if match is None and not ranker.cue("open_question", s.unit):
        return False
    return match is None or not _NOT_OPEN.search(s.unit.text[: match.start()])


def _settles(ranker: Ranker, s: Scored) -> bool:
    return not is_question(s.unit) and ranker.cue("decision", s.unit) and not leaves_open(ranker, s)


def _contested(values: Sequence[Candidate], last: Scored) -> bool:
    """Whether the open statement stands over several values of the wanted type, none of them said again later."""
    first = values[0]
    near = [
        c.value.normal for c in values if c.score >= _RIVAL * first.score and 0 <= last.unit.group - c.unit.group <= 2
    ]
    if first.unit.group > last.unit.group or not any(
        compare(a, b) is Match.DIFFERENT for a, b in combinations(near, 2)
    ):
        return False
    return is_question(first.unit) or last.covered >= _OF_VALUE * first.covered
