"""What was rejected or failed, joined with a reason that stands a few sentences before or after, in whatever turn or tool result."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from harness.language import terms
from harness.probing.mentions import Mention
from harness.probing.nouns_ko import other_topic
from harness.probing.statement import Statement

_KEPT = 60  # sentences that are looked back through
_AHEAD = 8  # sentences that are waited for
_ARGUES = re.compile(
    r"\b(?:too \w+|only|never|can't|cannot|won't|doesn't|does not|don't|didn't|isn't|not|no|nobody|none|nothing|without|costs?|above|over|exceeds?|past|beyond|limits?|fails?|failed|breaks?|broke|kill(?:s|ed)|needs?|takes|lacks?|loses?|lost|"
    r"late|slow|wrong|worse|bad|dead|risk\w*|danger\w*|noisy|noise|expensive|problem|trouble|damag\w+|leak\w*|block\w*|refus\w+|error|denied|incompatible|missing|unable|crash\w*|because|since|would have|already|dents?|smells?|hurts?)\b|"
    r"때문|라서|[아어여해와려져춰]서|니까|거든|잖아|느라|길래|므로|못 |안 |불가|없(?:어|는|다|고|습|음)|넘(?:어|으|는|습|네|고)|초과|부족|모자라|비싸|비쌌|느리|느려|느린|무거|위험|문제|어렵|늘어|걸려|걸리|커서|깨|망가|나빠|나쁘|떨어|약해|약하|늦|막혀|막힘|오류|에러|실패",
    re.IGNORECASE,
)
_NO_REASON = re.compile(
    r"^(?:let's|please|can you|could you|i'll|we'll|then|so\b|next|now\b|and what|thanks|good|ok\b|what|how|which|great|fine|shall|should)|(?:해 ?주세요|해 ?줘|부탁|[가-힣]게요|하죠|합시다|하자|보내|알겠|이유는 나중|나중에)",
    re.IGNORECASE,
)
_GENERIC = frozenset(
    ["idea", "option", "plan", "version", "approach", "way", "method", "variant", "thing", "first", "second", "one"]
)


@dataclass
class _Waiting:
    verdict: Statement
    own: frozenset[str]
    turn: int
    left: int = _AHEAD


@dataclass
class Arguments:
    """The last sentences of a conversation, and the verdicts that wait for their reason."""

    said: deque[Mention] = field(default_factory=lambda: deque(maxlen=_KEPT))
    waiting: list[_Waiting] = field(default_factory=list)

    def hear(self, mention: Mention) -> Iterator[Statement]:
        """Take a sentence: it may be the reason that a verdict waits for."""
        if self.waiting:
            yield from self._answered(mention, frozenset(terms(mention.text)))
        self.said.append(mention)

    def settle(self, verdict: Statement, after: Mention | None) -> Statement | None:
        """The verdict with its reason from the sentence after or from before; None while it has none, then it waits."""
        own = _own(verdict.subject)
        first = verdict.sources[0]
        if after is not None and _argues_next(after) and not _of_other(after, verdict.subject):
            return _joined(verdict, after)
        found = [
            (len(own & set(terms(m.text))) / max(1, len(own)), i)
            for i, m in enumerate(self.said)
            if _may_argue(m, first)
        ]
        near = [(share, i) for share, i in found if share >= 0.5]
        if near:
            best = max(near, key=lambda p: (round(p[0], 1), p[1]))
            return _joined(verdict, self.said[best[1]])
        if own:
            self.waiting.append(_Waiting(verdict, own, first.turn.index))
            del self.waiting[:-6]
        return None

    def _answered(self, mention: Mention, own: frozenset[str]) -> Iterator[Statement]:
        still = []
        for w in self.waiting:
            contrasts = mention.turn.index == w.turn and bool(_CONTRAST.match(mention.text)) and not mention.is_question
            if contrasts or (len(w.own & own) >= 0.5 * len(w.own) and _may_argue(mention, w.verdict.sources[0])):
                yield _joined(w.verdict, mention)
            elif w.left > 1:
                w.left -= 1
                still.append(w)
        self.waiting = still


def argues(text: str) -> bool:
    """Whether a sentence tells of a drawback."""
    return bool(_ARGUES.search(text)) and not _NO_REASON.search(text)


_CONTRAST = re.compile(
    r"^(?:but|however|only|trouble is|the trouble|the problem|unfortunately|sadly|except|근데|그런데|하지만|문제는|다만)\b",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"\b(?:best|cheapest|nicest|closest|greatest|fine|cheaper|better)\b|제일 |가장 |좋(?:아|은|네|잖|겠)|싸고|가깝",
    re.IGNORECASE,
)


def _own(subject: str) -> frozenset[str]:
    return frozenset(t for t in terms(subject) if t not in _GENERIC)


def _may_argue(mention: Mention, verdict: Mention) -> bool:
    return (
        mention.text != verdict.text
        and not mention.is_question
        and len(mention.body) >= 10
        and bool(_ARGUES.search(mention.body))
        and not _NO_REASON.search(mention.body)
        and not _PRAISE.search(mention.body)
    )


def _argues_next(mention: Mention) -> bool:
    """Whether the sentence behind a verdict gives its reason: it tells something and asks for nothing."""
    return (
        not mention.is_question
        and len(mention.body.split()) >= 3
        and not _NO_REASON.search(mention.body)
        and not _PRAISE.search(mention.body)
        and bool(
            _ARGUES.search(mention.body)
            or re.search(r"\b(?:arrived|came|was|were|had|has|have)\b|(?:거든|잖아)", mention.body)
        )
    )


def _of_other(mention: Mention, subject: str) -> bool:
    return mention.language == "ko" and other_topic(mention.body, subject)


def _joined(verdict: Statement, reason: Mention) -> Statement:
    return Statement(
        verdict.category, verdict.form, verdict.subject, reason.body, [verdict.sources[0], reason], verdict.score - 0.2
    )


def error_lines(turn_text: str, failed: bool) -> Iterator[str]:
    """Lines of a tool result that say what went wrong."""
    for line in turn_text.splitlines()[:60]:
        if 10 <= len(line.strip()) <= 240 and line.count("|") < 2 and (failed or _ERROR.search(line)):
            yield line.strip()


_ERROR = re.compile(
    r"error|fatal|panic|fail|denied|refused|cannot|could not|unable|not found|no space|exceed|timed? ?out|오류|에러|실패|불가|초과|거부|반려",
    re.IGNORECASE,
)
