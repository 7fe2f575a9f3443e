"""The folded context as a request of the Messages API, in the order of DESIGN §1.

System block and constraints go into ``system``; summary, recent turns, the items selected for this request and the question
into ``messages``. What does not depend on the request comes first, and the cache breakpoints stand behind it.

What the API asks for is true of every request made here: the first message is the user's, roles alternate, no text is empty, each
``tool_use`` is answered by ``tool_result`` blocks at the start of the next message, and no thinking block is sent. A call whose
results are not there, and a result whose call was folded, are told as text instead.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.errors import UsageError
from harness.folding.pairs import pairs
from harness.prices import Price
from harness.schema import Role, Turn
from harness.tokens import TokenCounter

Block = dict[str, Any]
_THOUGHT = re.compile(r"<(thinking|think)>.*?(?:</\1>\s*|\Z)", re.DOTALL | re.IGNORECASE)
_OVERHEAD = 4  # tokens of role and delimiters of one message, as in ``tokens.turn_tokens``
_WORDS = {
    "en": ("Constraints that always hold:", "Summary of the conversation so far:", "What is known that bears on this:"),
    "ko": ("항상 지켜야 할 제약:", "지금까지의 대화 요약:", "이 요청과 관련해 알려진 것:"),
}
_GOES_ON = {"en": "(The conversation goes on.)", "ko": "(대화가 이어집니다.)"}
_AROUND = 4
_USUAL = Price(1, 5)  # breakpoints depend on its cache factors and minimum alone
_MARK = {"type": "ephemeral"}


@dataclass(frozen=True, slots=True)
class Layers:
    """What a folded context is made of, in its order. ``constraints`` and ``items`` are texts of memory items."""

    system: Sequence[Turn] = ()
    constraints: Sequence[str] = ()
    summary: str = ""
    recent: Sequence[Turn] = ()
    items: Sequence[str] = ()
    question: str = ""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Request:
    """``system`` and ``messages`` as the API takes them, their tokens, and how many of the oldest recent turns were left out to
    stay under the budget."""

    system: list[Block]
    messages: list[dict[str, Any]]
    tokens: int
    left_out: int = 0


def render_request(layers: Layers, budget: int, counter: TokenCounter, price: Price = _USUAL, uses: int = 2) -> Request:
    """The request of at most ``budget`` tokens that keeps as many of the latest recent turns as fit; a call and its results
    stay or go together. ``uses`` is how many calls are expected to share the prefix: breakpoints are set where that pays.

    Raises UsageError where everything but the recent turns is larger than the budget: none of that may be cut.
    """
    if (whole := _built(layers, 0, counter)).tokens <= budget:
        mark(whole, layers, counter, price, uses)
        return whole
    starts = [*_units(layers.recent), len(layers.recent)]
    about = bisect_left(starts, -budget, key=lambda n: -_built(layers, n, counter).tokens)
    # A turn less can cost a few tokens more, where a message must then be put in before: look around.
    near = (_built(layers, n, counter) for n in starts[max(0, about - _AROUND) :])
    best = next((r for r in near if r.tokens <= budget), None)
    if best is None:
        fixed = _built(layers, starts[-1], counter).tokens
        raise UsageError(
            f"System block, constraints, summary, items and question have {fixed:,} tokens, more than the budget of {budget:,}; "
            "choose a larger budget or a smaller summary."
        )
    mark(best, layers, counter, price, uses)
    return best


def _units(turns: Sequence[Turn]) -> Iterator[int]:
    """Where the recent part may begin: not between a call and its result, and not at a result."""
    inside = {
        i for caller, calls in pairs(turns).items() for end, _ in calls.values() for i in range(caller + 1, end + 1)
    }
    return (i for i, t in enumerate(turns) if i not in inside and (not i or t.role is not Role.TOOL))


def _built(layers: Layers, left_out: int, counter: TokenCounter) -> Request:
    constraints, summary, known = _WORDS.get(layers.language, _WORDS["en"])
    system = [_text(t.text) for t in layers.system if t.text.strip()]
    system += _listed(constraints, layers.constraints)
    told = list(_told(layers.recent[left_out:]))
    before = [_text(f"{summary}\n{layers.summary}")] if layers.summary.strip() else []
    after = _listed(known, layers.items) + ([_text(layers.question)] if layers.question.strip() else [])
    parts = [("user", before), *told, ("user", after)]
    messages = _alternating(parts, _GOES_ON.get(layers.language, _GOES_ON["en"]))
    return Request(system, messages, request_tokens(system, messages, counter), left_out)


def _text(text: str) -> Block:
    return {"type": "text", "text": text}


def _listed(title: str, texts: Iterable[str]) -> list[Block]:
    lines = "\n".join(f"- {t}" for t in texts if t.strip())
    return [_text(f"{title}\n{lines}")] if lines else []


# ---------------------------------------------------------------------------------------------------------- turns


def _told(turns: Sequence[Turn]) -> Iterator[tuple[str, list[Block]]]:
    """Each turn as blocks in the role that says them."""
    paired = pairs(turns)
    results = {result: identity for calls in paired.values() for result, identity in calls.values()}
    for i, turn in enumerate(turns):
        if turn.role is Role.ASSISTANT:
            yield "assistant", _said(turn, paired.get(i, {}))
        elif i in results:
            yield "user", [_result(turn, results[i])]
        else:
            yield "user", _told_as_text(turn)


def _said(turn: Turn, answered: Mapping[int, tuple[int, str]]) -> list[Block]:
    lines = [_THOUGHT.sub("", turn.text).rstrip()]
    lines += [f"→ {c.name} {c.arguments}" for n, c in enumerate(turn.calls) if n not in answered]
    text = "\n".join(line for line in lines if line.strip())
    uses = [
        {"type": "tool_use", "id": answered[n][1], "name": _tool_name(c.name), "input": _input(c.arguments)}
        for n, c in enumerate(turn.calls)
        if n in answered
    ]
    return ([_text(text)] if text else []) + uses


def _tool_name(name: str) -> str:
    return re.sub(r"[^a-zA-Z0-9_-]", "_", name)[:64] or "tool"


def _input(arguments: str) -> dict[str, Any]:
    try:
        data = json.loads(arguments)
    except (ValueError, RecursionError):
        data = None
    return data if isinstance(data, dict) else ({"arguments": arguments} if arguments.strip() else {})


def _result(turn: Turn, identity: str) -> Block:
    block: Block = {"type": "tool_result", "tool_use_id": identity, "content": turn.text}
    return {**block, "is_error": True} if turn.error else block


def _told_as_text(turn: Turn) -> list[Block]:
    if not turn.text.strip():
        return []
    header = {Role.TOOL: f"[tool {turn.tool or '-'}] ", Role.SYSTEM: "[system] "}.get(turn.role, "")
    return [_text(header + turn.text)]


def _alternating(parts: Iterable[tuple[str, list[Block]]], goes_on: str) -> list[dict[str, Any]]:
    """Neighbours of one role joined, nothing empty, the user first and last. Within a message, tool results stand first and
    tool calls last."""
    messages: list[dict[str, Any]] = []
    for role, blocks in parts:
        if not blocks:
            continue
        if messages and messages[-1]["role"] == role:
            messages[-1]["content"] += blocks
        else:
            messages.append({"role": role, "content": list(blocks)})
    if not messages or messages[0]["role"] == "assistant":
        messages.insert(0, {"role": "user", "content": [_text(goes_on)]})
    if messages[-1]["role"] == "assistant":
        messages.append({"role": "user", "content": [_text(goes_on)]})
    order = {"tool_result": 0, "text": 1, "tool_use": 2}
    for message in messages:
        message["content"].sort(key=lambda b: order[b["type"]])
    return messages


# --------------------------------------------------------------------------------------------- tokens and the cache


def request_tokens(system: Sequence[Block], messages: Sequence[Mapping[str, Any]], counter: TokenCounter) -> int:
    """Tokens of a request: of every block, and of the system block's and each message's delimiters."""
    blocks = [*system, *(b for m in messages for b in m["content"])]
    return sum(_size(b, counter) for b in blocks) + _OVERHEAD * (len(messages) + bool(system))


def _size(block: Block, counter: TokenCounter) -> int:
    if block["type"] == "tool_use":
        return counter.count(f"{block['name']} {json.dumps(block['input'], ensure_ascii=False)}")
    return counter.count(block["text"] if block["type"] == "text" else block["content"])


def mark(request: Request, layers: Layers, counter: TokenCounter, price: Price, uses: int) -> None:
    """Set cache breakpoints in place, where they pay: behind system and constraints (which outlive a fold), behind the summary
    (until the next one) and behind the last recent turn (until the next request). None where ``uses`` calls would not repay the
    writing, none behind a prefix that is too short to be cached, none behind what belongs to this request alone."""
    if not price.pays(uses):
        return
    blocks = [*request.system, *(b for m in request.messages for b in m["content"])]
    sizes = [_size(b, counter) for b in blocks]
    for end in sorted(_ends(request, layers)):
        if end and sum(sizes[:end]) >= price.minimum:
            blocks[end - 1]["cache_control"] = dict(_MARK)


def _ends(request: Request, layers: Layers) -> set[int]:
    """Behind how many blocks a breakpoint may stand: system, summary, recent turns."""
    system = len(request.system)
    inside = sum(len(m["content"]) for m in request.messages)
    own = bool(any(t.strip() for t in layers.items)) + bool(layers.question.strip())
    summary = system + bool(layers.summary.strip())
    return {system, summary, system + inside - own} if own else {system, summary}
