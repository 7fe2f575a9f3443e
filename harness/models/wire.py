"""A call as the Messages API wants it, and its replies as plain records. Pure: nothing is sent here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import lru_cache
from typing import Any

from harness.ports import ModelCall, ModelReply, Usage

COMPACTION_BETA = "compact-2026-09-04"
TEXTS = ("system", "context", "history")  # long fields that many calls share; the store keeps each text once
_STOPS = {
    "refusal": "refusal",
    "max_tokens": "max_tokens",
    "model_context_window_exceeded": "context_window",
    "pause_turn": "unfinished",
    "tool_use": "tool_use",
}
_CACHED = {"type": "ephemeral"}
_FIELDS = tuple(f.name for f in fields(ModelCall))


@lru_cache(maxsize=4096)
def text_digest(text: str) -> str:
    """SHA-256 of a text, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def compact(call: ModelCall) -> dict[str, Any]:
    """A call as plain data with its long texts replaced by their digests."""
    data = {name: getattr(call, name) for name in _FIELDS}
    return data | {k: text_digest(data[k]) for k in TEXTS if data[k]}


def key_of(call: ModelCall) -> str:
    """The content address of a call: request, model, role, chain and trial."""
    text = json.dumps(compact(call), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def prefix_of(call: ModelCall) -> str:
    """What calls share that can be served from one cached prefix; empty where nothing is cached."""
    shared = call.history if call.history is not None else call.context
    if not (shared or call.system) or not call.question:
        return ""
    return f"{call.model}/{text_digest(call.system)}/{text_digest(shared)}"


def body_of(call: ModelCall, structured: bool = True, effort: bool = True, caching: bool = True) -> dict[str, Any]:
    """The arguments of ``messages.create``. The shared prefix carries the cache marks (a history brings its own); the question is last."""
    body: dict[str, Any] = {"model": call.model, "max_tokens": call.max_tokens}
    mark = {"cache_control": _CACHED} if caching else {}
    if call.system:
        own = {} if call.context else mark
        body["system"] = [{"type": "text", "text": clean(call.system), **own}]
    if call.history is not None:
        body["messages"] = _asked(json.loads(call.history), call.question, caching)
    else:
        blocks = [{"type": "text", "text": clean(call.context), **mark}] if call.context else []
        body["messages"] = [{"role": "user", "content": [*blocks, {"type": "text", "text": clean(call.question)}]}]
    if call.compaction is not None:
        instructions = {"instructions": call.compaction} if call.compaction else {}
        body |= {"betas": [COMPACTION_BETA], "compaction": {"type": "summarize", **instructions}}
    output: dict[str, Any] = {}
    if call.schema and structured:
        output["format"] = {"type": "json_schema", "schema": json.loads(call.schema)}
    if call.effort and effort:
        output["effort"] = call.effort
    return body | ({"output_config": output} if output else {})


def _asked(messages: list[dict[str, Any]], question: str, caching: bool) -> list[dict[str, Any]]:
    """Messages with the question as the user's last block, and without cache marks where the server knows none."""
    if not caching:
        for block in (b for m in messages for b in m["content"]):
            block.pop("cache_control", None)
    if not question:
        return messages
    block = {"type": "text", "text": clean(question)}
    if messages and messages[-1]["role"] == "user":
        messages[-1]["content"].append(block)
        return messages
    return [*messages, {"role": "user", "content": [block]}]


def clean(text: str) -> str:
    """A text that UTF-8 can carry: lone surrogates of a log are escaped."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def reply_of(message: Mapping[str, Any]) -> ModelReply:
    """A Message as a reply, with a typed failure where it holds no usable text."""
    blocks = [b for b in message.get("content") or () if isinstance(b, Mapping)]
    stop = message.get("stop_reason") or ""
    usage = usage_of(message.get("usage") or {})
    folded = next((b for b in blocks if b.get("type") == "compaction"), None)
    if folded is not None:
        text = folded.get("content") or ""
        block = json.dumps(folded, ensure_ascii=False, sort_keys=True)
        return ModelReply(text, None if text.strip() else "empty", usage, block)
    text = "".join(str(b.get("text") or "") for b in blocks if b.get("type") == "text")
    failure = _STOPS.get(stop) or (None if text.strip() else "empty")
    return ModelReply(text, failure, usage)


def usage_of(usage: Mapping[str, Any]) -> Usage:
    """The tokens of a reply. A compaction is billed in ``iterations`` only, so those are added to the top level."""
    parts = [usage, *(i for i in usage.get("iterations") or () if i.get("type") == "compaction")]

    def total(name: str) -> int:
        return sum(int(p.get(name) or 0) for p in parts)

    return Usage(
        total("input_tokens"),
        total("output_tokens"),
        total("cache_read_input_tokens"),
        total("cache_creation_input_tokens"),
    )


def reply_data(reply: ModelReply) -> dict[str, Any]:
    """A reply as plain data, in the form that the store keeps. The attempts are part of a run, not of the answer."""
    return {"text": reply.text, "failure": reply.failure, "usage": asdict(reply.usage), "block": reply.block}


def reply_from(data: Mapping[str, Any]) -> ModelReply:
    """The inverse of ``reply_data``. Raises KeyError or TypeError where the data has another form."""
    return ModelReply(data["text"], data["failure"], Usage(**data["usage"]), data["block"], attempts=0)


def call_from(data: Mapping[str, Any]) -> ModelCall:
    """A call from its plain data; unknown fields raise TypeError."""
    known = {f.name for f in fields(ModelCall)}
    if unknown := set(data) - known:
        raise TypeError(f"unknown fields {', '.join(sorted(unknown))}")
    return ModelCall(**data)
