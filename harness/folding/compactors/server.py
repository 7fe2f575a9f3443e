"""The compaction that the provider does itself (beta compact-2026-09-04), on demand: the conversation goes out as messages, a signed
compaction block comes back, and the next fold sends that block first and the new turns after it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.folding.context import spoken
from harness.ports import Model, ModelCall
from harness.schema import FoldRequest, FoldResult, Role, Turn

_TURNS = {"en": "Tool result", "ko": "도구 결과"}
_PREVIOUS = {"en": "Summary of what was said before:", "ko": "앞서 나온 말의 요약:"}
_LENGTH = {"en": "Length: at most about {n} tokens.", "ko": "길이: 약 {n}토큰 이내."}


@dataclass(frozen=True)
class ServerCompactor:
    """``instructions`` false leaves the provider's own prompt. Blocks are kept by the summary they hold: a fold that is repeated
    from recordings finds its block again."""

    model: Model
    model_name: str
    instructions: bool = True
    max_tokens: int = 8192
    name: str = "server"
    varies: bool = True
    effort: str | None = None
    blocks: dict[tuple[str, int, str], str] = field(default_factory=dict, compare=False)

    def fold(self, request: FoldRequest) -> FoldResult:
        """One compaction. A block without content is a failed fold."""
        reply = self.model.reply(self.call(request))
        if reply.failure or not reply.block:
            return FoldResult("", reply.failure or "unparseable: no compaction block in the reply")
        self.blocks[_where(request, reply.text)] = reply.block
        return FoldResult(reply.text)

    def call(self, request: FoldRequest) -> ModelCall:
        """The call of one fold. With nothing new a block alone would only be adopted, so the summary then goes as plain text."""
        block = self.blocks.get(_where(request, request.previous)) if request.turns else None
        prompt = request.prompt.text.strip() + "\n\n" + _in(_LENGTH, request.language).format(n=request.budget)
        return ModelCall(
            "compactor",
            self.model_name,
            "",
            max_tokens=self.max_tokens,
            effort=self.effort,
            history=json.dumps(_messages(request, block), ensure_ascii=False, sort_keys=True),
            compaction=prompt if self.instructions else "",
            chain=request.chain,
        )


def _where(request: FoldRequest, summary: str) -> tuple[str, int, str]:
    digest = hashlib.sha256(summary.encode("utf-8", "surrogatepass")).hexdigest()
    return request.conversation, request.chain, digest


def _in(words: dict[str, str], language: str) -> str:
    return words.get(language, words["en"])


def _messages(request: FoldRequest, block: str | None) -> list[dict[str, Any]]:
    first: list[dict[str, Any]] = []
    if block:
        first = [{"role": "assistant", "content": [json.loads(block)]}]
    elif request.previous:
        text = f"{_in(_PREVIOUS, request.language)}\n{request.previous}"
        first = [{"role": "user", "content": [{"type": "text", "text": text}]}]
    return [*first, *_turns(request.turns, request.language)]


def _turns(turns: Sequence[Turn], language: str) -> list[dict[str, Any]]:
    """Turns as messages of text; neighbours of one role are merged, tool results are told as the user's."""
    messages: list[dict[str, Any]] = []
    for turn in turns:
        role = "assistant" if turn.role is Role.ASSISTANT else "user"
        text = spoken(turn).encode("utf-8", "backslashreplace").decode("utf-8")
        if turn.role is Role.TOOL:
            text = f"[{_in(_TURNS, language)} {turn.tool or ''}] {text}"
        if not text.strip():
            continue
        if messages and messages[-1]["role"] == role:
            messages[-1]["content"].append({"type": "text", "text": text})
        else:
            messages.append({"role": role, "content": [{"type": "text", "text": text}]})
    return messages
