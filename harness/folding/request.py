"""What a language model gets for one fold: the prompt, the length, the previous summary, the new turns. Nothing else."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from importlib import resources
from typing import Any

from harness.folding.context import spoken
from harness.schema import FoldRequest, Turn

ITEMS_LINE = "--- memory items ---"
_WORDS = {
    "en": (
        "Length: at most about {tokens} tokens, which is roughly {words} words.",
        "Previous summary",
        "New turns",
        "(none)",
    ),
    "ko": ("길이: 약 {tokens}토큰 이내, 대략 {characters}자.", "이전 요약", "새 대화", "(없음)"),
}
_ITEMS = re.compile(rf"^\W*{re.escape(ITEMS_LINE)}\W*$", re.MULTILINE)


def request_text(request: FoldRequest, with_items: bool) -> str:
    """The whole text of one fold call. Turn headers carry the turn's number, so that memory items can name their source."""
    length, before, new, nothing = _WORDS.get(request.language, _WORDS["en"])
    parts = [request.prompt.text.strip()]
    if with_items:
        parts.append(_memory_instruction(request.language))
    parts.append(
        length.format(tokens=request.budget, words=int(request.budget * 0.72), characters=int(request.budget * 1.6))
    )
    parts.append(f"# {before}\n{request.previous or nothing}")
    parts.append(f"# {new}\n" + "\n".join(_numbered(t) for t in request.turns))
    return "\n\n".join(parts) + "\n"


def _memory_instruction(language: str) -> str:
    name = f"memory.{language if language in _WORDS else 'en'}.md"
    return resources.files("harness.folding").joinpath("prompts", name).read_text("utf-8").strip()


def _numbered(turn: Turn) -> str:
    tool = f" {turn.tool}" if turn.tool else ""
    time = f" {turn.time.isoformat()}" if turn.time else ""
    return f"[{turn.index} {turn.role.value}{tool}{time}] {spoken(turn)}"


def request_digest(request: FoldRequest, with_items: bool) -> str:
    """SHA-256 of the call's text, in hex: a recorded fold belongs to exactly one request."""
    return hashlib.sha256(request_text(request, with_items).encode("utf-8", "surrogatepass")).hexdigest()


def split_reply(reply: str) -> tuple[str, list[Mapping[str, Any]], int]:
    """A model's reply as summary, memory items, and the number of item lines that are no JSON object."""
    match = _ITEMS.search(reply)
    summary = reply[: match.start()] if match else reply
    items, bad = [], 0
    for line in (reply[match.end() :] if match else "").splitlines():
        text = line.strip().removeprefix("- ").strip("`")
        if not text.startswith("{"):
            continue
        try:
            item = json.loads(text)
        except ValueError:
            bad += 1
            continue
        items.append(item)
    return summary.strip(), items, bad
