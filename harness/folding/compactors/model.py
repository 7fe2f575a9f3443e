"""The compactor that asks a language model: summary and memory items in one call."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from harness.folding.request import request_text, split_reply
from harness.ports import Model, ModelCall
from harness.schema import FoldRequest, FoldResult

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "summary": {"type": "string"},
            "items": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "kind": {"type": "string", "enum": ["decision", "constraint", "fact", "failure"]},
                        "text": {"type": "string"},
                        "source_turn": {"type": "integer"},
                        "confidence": {"type": "string", "enum": ["stated", "inferred"]},
                        "expires": {"type": ["string", "null"]},
                        "tool": {"type": ["string", "null"]},
                    },
                    "required": ["kind", "text", "source_turn", "confidence", "expires", "tool"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["summary", "items"],
        "additionalProperties": False,
    },
    sort_keys=True,
)
_SPARE = 4096  # tokens beside the summary: items, and what a model thinks before it writes


@dataclass(frozen=True)
class ModelCompactor:
    """``with_items`` asks for memory items in the same call; a server with structured output then returns one JSON object, any
    other the summary and one item a line."""

    model: Model
    model_name: str
    effort: str | None = None
    with_items: bool = False
    max_tokens: int | None = None
    name: str = "model"
    varies: bool = True

    def call(self, request: FoldRequest) -> ModelCall:
        """The call of one fold."""
        return ModelCall(
            "compactor",
            self.model_name,
            request_text(request, self.with_items),
            max_tokens=self.max_tokens or _SPARE + 2 * request.budget,
            effort=self.effort,
            schema=SCHEMA if self.with_items else None,
            chain=request.chain,
        )

    def fold(self, request: FoldRequest) -> FoldResult:
        """The model's summary; a refusal, a reply that was cut off or a lost call is a failed fold."""
        reply = self.model.reply(self.call(request))
        if reply.failure:
            return FoldResult("", reply.failure)
        summary, items = parse(reply.text)
        if not summary.strip():
            return FoldResult("", "unparseable: no summary in the reply")
        return FoldResult(summary, items=items if self.with_items else None)


def parse(text: str) -> tuple[str, tuple[dict[str, Any], ...]]:
    """Summary and items of a reply: one JSON object, fenced or not, or free text with item lines."""
    bare = text.strip()
    if bare.startswith("```"):
        bare = bare.split("\n", 1)[-1].rsplit("```", 1)[0].strip()
    if bare.startswith("{"):
        try:
            data = json.loads(bare)
        except ValueError:
            data = None
        if isinstance(data, Mapping) and isinstance(data.get("summary"), str):
            listed = data.get("items")
            rows = listed if isinstance(listed, list) else []
            return data["summary"].strip(), tuple(dict(i) for i in rows if isinstance(i, Mapping))
    summary, items, _ = split_reply(text)
    return summary, tuple(dict(i) for i in items)
