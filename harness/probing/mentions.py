"""Sentences of a conversation that people said, without code, quoted drafts and greetings; results of tools stay whole."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from harness.language import detect, sentences
from harness.schema import Role, Turn

_SHORTEST = 6
_LONGEST = 320  # a longer "sentence" is a dump
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_SPEAKER = re.compile(r"^(?:[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*)?|[가-힣]{2,5}(?: ?[가-힣]{1,3})?)(?::|\))\s+")
_BRACKETED = re.compile(r"^\[[A-Z가-힣][\w .'’가-힣-]{0,20}\]\s+(?=\S)")  # "[서진] …": who speaks in a room
_CODE = re.compile(
    r"^\s*(?:[>+|#$@{}\[\]<]|-{2,}|={3,}|at \S+\(|File \"|def |import |from \S+ import|class \w+[:(]|function |return |SELECT |select |"
    r"\d{1,2}:\d{2}:\d{2}|\d{4}-\d{2}-\d{2}[T ]\d)|[{};]\s*$|=>|::|\w\(\)|</|\s\|\s.*\s\|\s|[=]{2}|&&|\|\|"
)
_DRAFT = re.compile(r"^[\"“「『'‘]")
_OPENING = re.compile(
    r"^(?:(?:ok(?:ay)?|so(?! far\b)|and|but|also|well|right|yes|yeah|no(?=[,.!])|fine|good|great|then|now|oh|ah|hm+|sorry|thanks|thank you|morning|next|anyway|"
    r"hello|hi|agreed|done|sure|btw|by the way|one more(?: thing)?|first|second|finally|in short|again|update|correction|decided|decision|note|fyi|"
    r"네|넵|아|어|음|그럼|그러면|그리고|그런데|근데|글고|참|아참|암튼|그래서|일단|또|굿|오|응|자|하|좋아요?|알겠습니다|오케이|그래도|하지만)"
    r"[,.:;!~]*\s+)+",
    re.IGNORECASE,
)
_QUESTION_KO = re.compile(r"(?:까요|나요|ㄹ까|을까|할까|죠|니까|는지요|가요|냐)\s*$")


@dataclass(frozen=True, slots=True)
class Mention:
    """A sentence in its turn. ``body`` is ``text`` without the speaker's name and without openings such as "OK, so"."""

    turn: Turn
    text: str
    body: str
    language: str
    place: int

    @property
    def is_question(self) -> bool:
        """Whether it asks rather than tells."""
        return "?" in self.text and self.text.rstrip(" \"')”").endswith("?")


@lru_cache(maxsize=4)  # several sets of frames look at the same sentence, one after the other
def words_of(body: str) -> frozenset[str]:
    """The words of an English sentence as the frames' key words are written."""
    return frozenset(w.strip(".,;:!?()\"'“”") for w in body.casefold().replace("’", "'").split())


def mentions(turn: Turn) -> list[Mention]:
    """What a person or the assistant says in a turn; nothing for system blocks, injected records and tool results."""
    if turn.role in (Role.SYSTEM, Role.TOOL) or turn.injected or not turn.text:
        return []
    text = _FENCE.sub("\n", turn.text) if "```" in turn.text else turn.text
    language = detect(text)
    return [m for place, s in enumerate(sentences(text)) if (m := _mention(turn, s, language, place))]


def _spoken(text: str) -> str:
    return _BRACKETED.sub("", text, count=1) if text[0] == "[" else text


def _mention(turn: Turn, text: str, language: str, place: int) -> Mention | None:
    if (
        not _SHORTEST <= len(text) <= _LONGEST
        or _DRAFT.match(text)
        or _CODE.search(_spoken(text))
        or ("`" in text and text.count("`") % 2)
    ):
        return None
    body = _SPEAKER.sub("", _spoken(text), count=1) if place == 0 else text
    body = _OPENING.sub("", re.sub(r"^[-*•]\s+|^\d{1,2}[.)]\s+", "", body)).strip()
    return Mention(turn, text, body, language, place) if body else None
