"""Task boundaries: where one piece of work ends and the next begins, as far as a log shows it.

A boundary is a position: ``p`` lies behind ``turns[:p]``, before turn ``p`` is answered. Each detector is one pass over the
turns and knows nothing of the others; ``boundaries`` joins them and never lets one fall between a tool call and its results.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from harness.folding.pairs import whole
from harness.schema import Role, Turn

Detector = Callable[[Sequence[Turn]], Iterator[int]]
PAUSE = timedelta(hours=1)
_HEAD, _TAIL = 160, 240  # characters at the beginning of a request and at its end in which a phrase counts

_MARKER = re.compile(
    r"^\W*(?:(?:task|ticket|milestone|job)\s*(?:#\s*)?\d+\b|(?:new|next)\s+(?:task|ticket|job)\b|"
    r"(?:작업|과제|티켓|업무)\s*(?:#\s*)?\d+|(?:새|다음)\s*(?:작업|과제|업무|티켓))",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"\b(?:that(?:'s| is| will be|'ll be) (?:all|it|everything)(?! i (?:know|have on|remember))(?: for (?:now|today|this))?|"
    r"we(?:'re| are) (?:all )?done(?: (?:here|with (?:this|that)))?|(?:let's|we can) (?:call it a day|close (?:this|that)|leave it there|wrap up)|"
    r"all done|case closed|see you (?:tomorrow|later|on monday)|good night|talk (?:tomorrow|later))\b|"
    r"(?:여기까지(?:\s*(?:하|입니다|예요|할게|하겠))|오늘은\s*(?:이만|여기)|이만\s*(?:하|마치|줄)|"
    r"(?:^|[.!?~…\n]\s*)(?:모두 |다들 |오늘도 |네,? )?(?:수고하셨|수고했)|마무리(?:하죠|하자|합시다|됐|되었|할게)|"
    r"이걸로\s*(?:끝|됐)|(?:다|전부|모두)\s*끝났|끝났(?:네요|습니다|어요)|내일\s*(?:봬요|뵙|보자|이어))",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|right|good|great|thanks|thank you|perfect|done)\W+)*"
    r"(?:next(?: up| thing| one)?[,:]|(?:now )?(?:on to|let's (?:move on|turn|switch|start (?:on|with))|moving on)|"
    r"(?:a )?new (?:topic|subject|request)|(?:something|another thing|one more thing|a different (?:thing|topic))(?: else)?\b[,: ]|"
    r"(?:different|separate|unrelated) (?:topic|question|thing)|"
    r"now (?:for|i(?:'d| would) like|i need|we need|please|the next)|changing (?:topic|subject))|"
    r"^\W*(?:(?:네|좋아요?|좋습니다|감사합니다|고마워요?|오케이)\W+)*"
    r"(?:다음(?:은|으로(?:는)?)(?=[\s,])|이제\s*(?:다른|다음)|(?:다른|별개의|새로운)\s*(?:건|얘기|이야기|주제|질문|요청|부탁|일)|주제를?\s*바꿔|"
    r"(?:그럼\s*)?(?:넘어가|이어서)\s*(?:서|죠|자|갑시다)?\s*다음|또\s*하나)",
    re.IGNORECASE,
)
_CHECKED = re.compile(r"^\s*[-*+]\s+\[[xX]\]\s+(\S.*?)\s*$", re.MULTILINE)
_DONE = frozenset({"completed", "complete", "done", "closed", "finished", "완료"})


def explicit_markers(turns: Sequence[Turn]) -> Iterator[int]:
    """Before a turn whose task is another than the last one named, and before a request that opens with a task's name
    ("Task 3", "다음 작업")."""
    task: str | None = None
    for i, turn in enumerate(turns):
        if (turn.task and task and turn.task != task) or (
            _asks(turn) and not turn.task and _MARKER.search(turn.text[:_HEAD])
        ):
            yield i
        task = turn.task or task


def finished_items(turns: Sequence[Turn]) -> Iterator[int]:
    """Behind a turn that marks a to-do item as done: in a tool call that keeps a list, or as a ticked box ``- [x]``."""
    done: set[str] = set()
    for i, turn in enumerate(turns):
        if turn.role is not Role.ASSISTANT:
            continue
        now = _done_items(turn)
        if now - done:
            yield i + 1
        done |= now


def _done_items(turn: Turn) -> set[str]:
    found = set(_CHECKED.findall(turn.text)) if "[x]" in turn.text or "[X]" in turn.text else set()
    for call in turn.calls:
        if "status" in call.arguments:
            found |= _done_in(call.arguments)
    return found


def _done_in(arguments: str) -> set[str]:
    try:
        data = json.loads(arguments)
    except (ValueError, RecursionError):
        return set()
    entries = [data, *(v for v in data.values() if isinstance(v, list))] if isinstance(data, dict) else [data]
    flat = [e for entry in entries for e in (entry if isinstance(entry, list) else [entry])]
    return {_named(e) for e in flat if isinstance(e, dict) and str(e.get("status", "")).casefold() in _DONE}


def _named(item: Mapping[str, Any]) -> str:
    return next((str(item[k]) for k in ("content", "title", "subject", "name", "id", "taskId") if k in item), str(item))


def closing_phrases(turns: Sequence[Turn]) -> Iterator[int]:
    """Before the request that follows one which closes a piece of work ("that's all for today", "여기까지 할게요"): its
    reply still belongs to it."""
    closed = False
    for i, turn in enumerate(turns):
        if not _asks(turn):
            continue
        if closed:
            yield i
        closed = bool(_CLOSING.search(turn.text[-_TAIL:].replace("’", "'")))
    if closed and turns:
        yield len(turns)


def long_pauses(turns: Sequence[Turn], pause: timedelta = PAUSE) -> Iterator[int]:
    """Before a request that comes ``pause`` or longer after the turn before it. Turns without a time show no pause."""
    last: datetime | None = None
    for i, turn in enumerate(turns):
        if _asks(turn) and turn.time and last and _elapsed(last, turn.time) >= pause:
            yield i
        last = turn.time or last


def _elapsed(earlier: datetime, later: datetime) -> timedelta:
    if (earlier.tzinfo is None) != (later.tzinfo is None):  # one zone is unknown: compare the clocks
        earlier, later = earlier.replace(tzinfo=None), later.replace(tzinfo=None)
    return later - earlier


def new_requests(turns: Sequence[Turn]) -> Iterator[int]:
    """Before a request that says that it opens another subject ("Next, …", "다음으로 …")."""
    for i, turn in enumerate(turns):
        if _asks(turn) and _OPENING.search(turn.text[:_HEAD].replace("’", "'")):
            yield i


DETECTORS: Mapping[str, Detector] = {
    "marker": explicit_markers,
    "finished": finished_items,
    "closing": closing_phrases,
    "pause": long_pauses,
    "request": new_requests,
}


def boundaries(turns: Sequence[Turn], detectors: Mapping[str, Detector] = DETECTORS) -> tuple[int, ...]:
    """All positions at which a task ends, ascending, in ``[1, len(turns)]``; each moved behind the tool results of the call
    that it would be torn from."""
    parts = whole(turns)
    found = {parts[p] for detect in detectors.values() for p in detect(turns)}
    return tuple(sorted(p for p in found if p > 0))


def _asks(turn: Turn) -> bool:
    """Whether a person typed this turn."""
    return turn.role is Role.USER and not turn.injected
