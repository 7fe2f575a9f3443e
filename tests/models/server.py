"""A Messages API server on 127.0.0.1 with switchable faults, run by uvicorn in a thread of the test or as a program of its own.

It counts every request and keeps its own cache accounting: a prefix that ends in a cache mark is written once and read after.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import socket
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn

Reply = Callable[[dict[str, Any]], str]


def echo(body: dict[str, Any]) -> str:
    """The default answer: a digest of the request, so that the same request gets the same answer."""
    return "answer " + hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:12]


@dataclass
class Script:
    """What the server does. ``faults`` are used up one a request; ``always`` holds for each request."""

    latency: float = 0.0
    reply: Reply = echo
    faults: deque[str] = field(default_factory=deque)
    always: str | None = None
    structured: bool = True
    count_tokens: bool = True
    caching: bool = True
    batching: bool = True
    compaction: bool = True
    limit: int | None = None  # requests at a time above which it says 429
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    billed: Counter[str] = field(default_factory=Counter)
    cached: set[str] = field(default_factory=set)
    warm: set[str] = field(default_factory=set)
    batches: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    active: int = 0
    most: int = 0

    def fault(self, *names: str) -> None:
        """Queue faults."""
        self.faults.extend(names)


def tokens(value: Any) -> int:
    """Four characters a token."""
    return max(1, len(json.dumps(value, ensure_ascii=False)) // 4)


def _blocks(body: dict[str, Any]) -> Iterable[dict[str, Any]]:
    system = body.get("system") or []
    yield from ([{"type": "text", "text": system}] if isinstance(system, str) else system)
    for message in body["messages"]:
        content = message["content"]
        yield from ([{"type": "text", "text": content}] if isinstance(content, str) else content)


def usage_of(script: Script, body: dict[str, Any], text: str) -> tuple[dict[str, int], str | None]:
    """The usage of a request, and the prefix that it writes to the cache."""
    blocks = list(_blocks(body))
    marks = [i for i, b in enumerate(blocks) if "cache_control" in b]
    if not marks or not script.caching:
        return {"input_tokens": sum(map(tokens, blocks)), "output_tokens": tokens(text)}, None
    prefix, rest = blocks[: marks[-1] + 1], blocks[marks[-1] + 1 :]
    name = hashlib.sha256(json.dumps([body["model"], prefix], sort_keys=True).encode()).hexdigest()
    size = sum(map(tokens, prefix))
    read = name in script.warm
    usage = {"input_tokens": sum(map(tokens, rest)) or 1, "output_tokens": tokens(text)}
    usage |= {"cache_read_input_tokens": size if read else 0, "cache_creation_input_tokens": 0 if read else size}
    return usage, name


class App:
    """The ASGI application."""

    def __init__(self, script: Script) -> None:
        self.script = script

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        raw = b""
        while True:
            event = await receive()
            raw += event.get("body", b"")
            if not event.get("more_body"):
                break
        path, body = scope["path"], json.loads(raw) if raw else {}
        headers = {k.decode(): v.decode() for k, v in scope["headers"]}
        if path == "/counts":
            await self._json(send, 200, {**self.script.counts, **self.script.billed})
        elif path == "/v1/messages":
            await self._messages(send, body, headers)
        elif path == "/v1/messages/count_tokens" and self.script.count_tokens:
            await self._json(send, 200, {"input_tokens": sum(map(tokens, _blocks(body)))})
        elif path.startswith("/v1/messages/batches"):
            await self._batches(send, path, body, scope)
        else:
            await self._error(send, 404, "not_found_error", f"no {path} here")

    async def _messages(self, send: Any, body: dict[str, Any], headers: dict[str, str]) -> None:
        s = self.script
        s.counts["requests"] += 1
        if len(s.requests) < 20_000:
            s.requests.append(body)
            s.headers.append(headers)
        s.active += 1
        s.most = max(s.most, s.active)
        try:
            fault = s.faults.popleft() if s.faults else s.always
            if s.limit is not None and s.active > s.limit:
                fault = "429:0.02"
            if s.latency and fault is None:
                await asyncio.sleep(s.latency)
            await self._respond(send, body, fault)
        finally:
            s.active -= 1

    async def _respond(self, send: Any, body: dict[str, Any], fault: str | None) -> None:
        s = self.script
        kind, _, detail = (fault or "").partition(":")
        if kind.isdigit():
            headers = [(b"retry-after", detail.encode())] if detail else []
            if kind == "404":
                await self._error(send, 404, "not_found_error", f"model: {body['model']}")
                return
            names = {"429": "rate_limit_error", "529": "overloaded_error", "401": "authentication_error"}
            await self._error(send, int(kind), names.get(kind, "api_error"), "as scripted", headers)
        elif kind == "torn":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5000")]})
            await send({"type": "http.response.body", "body": b'{"id": "msg', "more_body": True})
            raise ConnectionResetError("torn on purpose")
        elif kind == "html":
            await self._raw(send, b"<html><body>Sign in</body></html>", b"text/html; charset=utf-8")
        elif kind == "malformed":
            await self._raw(send, b'{"id": "msg_1", "content": [')
        elif kind == "slow":
            await send(
                {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]}
            )
            for _ in range(int(float(detail or "5") * 10)):
                await send({"type": "http.response.body", "body": b" ", "more_body": True})
                await asyncio.sleep(0.1)
            await send({"type": "http.response.body", "body": json.dumps(self.message(body)).encode()})
        elif "format" in (body.get("output_config") or {}) and not s.structured:
            await self._error(send, 400, "invalid_request_error", "output_config.format: unknown field")
        elif not s.caching and any("cache_control" in b for b in _blocks(body)):
            await self._error(send, 400, "invalid_request_error", "cache_control: unknown field")
        else:
            await self._json(send, 200, self.message(body, kind))

    def message(self, body: dict[str, Any], kind: str = "") -> dict[str, Any]:
        """A Message. ``kind`` is a fault that still gives one."""
        s = self.script
        if body.get("compaction") and s.compaction:
            return self._compacted(body, kind)
        text = (
            {"refusal": "I can't help with that.", "empty": ""}.get(kind)
            if kind in ("refusal", "empty")
            else s.reply(body)
        )
        usage, name = usage_of(s, body, text or "")
        if name:
            s.warm.add(name)
        s.counts["answered"] += 1
        for k, v in usage.items():
            s.billed[k] += v
        stop = kind if kind in ("refusal", "max_tokens", "model_context_window_exceeded") else "end_turn"
        return _message(body["model"], [{"type": "text", "text": text}] if text else [], stop, usage)

    def _compacted(self, body: dict[str, Any], kind: str) -> dict[str, Any]:
        self.script.counts["answered"] += 1
        n = sum(map(tokens, _blocks(body)))
        content = None if kind == "empty" else f"fold of {len(body['messages'])} messages: " + self.script.reply(body)
        block = {
            "type": "compaction",
            "content": content,
            "signature": "sig",
            "encrypted_content": None,
            "tool_changes": None,
        }
        iterations = [{"type": "compaction", "input_tokens": n, "output_tokens": 20}]
        usage = {"input_tokens": 0, "output_tokens": 0, "iterations": iterations}
        return _message(body["model"], [block], "compaction", usage)

    async def _batches(self, send: Any, path: str, body: dict[str, Any], scope: dict[str, Any]) -> None:
        s = self.script
        if not s.batching:
            await self._error(send, 404, "not_found_error", f"no {path} here")
            return
        if path == "/v1/messages/batches":
            name = f"msgbatch_{len(s.batches)}"
            s.batches[name] = body["requests"]
            s.counts["batches"] += 1
            await self._json(send, 200, _batch(name, "in_progress", scope))
            return
        name = path.split("/")[4]
        if name not in s.batches:
            await self._error(send, 404, "not_found_error", f"no batch {name}")
            return
        if not path.endswith("/results"):
            await self._json(send, 200, _batch(name, "ended", scope))
            return
        lines = []
        for request in reversed(s.batches[name]):
            result: dict[str, Any] = {"type": "succeeded", "message": self.message(request["params"])}
            lines.append(json.dumps({"custom_id": request["custom_id"], "result": result}))
        await self._raw(send, "\n".join(lines).encode() + b"\n", b"application/x-jsonl")

    async def _error(self, send: Any, status: int, name: str, text: str, headers: Iterable[Any] = ()) -> None:
        self.script.counts[f"status {status}"] += 1
        await self._json(send, status, {"type": "error", "error": {"type": name, "message": text}}, headers)

    async def _json(self, send: Any, status: int, data: Any, headers: Iterable[Any] = ()) -> None:
        await self._raw(send, json.dumps(data).encode(), status=status, headers=headers)

    async def _raw(
        self, send: Any, data: bytes, kind: bytes = b"application/json", status: int = 200, headers: Iterable[Any] = ()
    ) -> None:
        head = [(b"content-type", kind), (b"content-length", str(len(data)).encode()), *headers]
        await send({"type": "http.response.start", "status": status, "headers": head})
        await send({"type": "http.response.body", "body": data})


def _message(model: str, content: list[Any], stop: str, usage: dict[str, Any]) -> dict[str, Any]:
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": model}
    return {**head, "content": content, "stop_reason": stop, "stop_sequence": None, "usage": usage}


def _batch(name: str, status: str, scope: dict[str, Any]) -> dict[str, Any]:
    host = dict(scope["headers"])[b"host"].decode()
    counts = {"processing": 0, "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0}
    times = {"created_at": "2026-01-01T00:00:00Z", "expires_at": "2026-01-02T00:00:00Z"}
    url = f"http://{host}/v1/messages/batches/{name}/results" if status == "ended" else None
    return {
        "id": name,
        "type": "message_batch",
        "processing_status": status,
        "request_counts": counts,
        "results_url": url,
        **times,
    }


@contextmanager
def serving(script: Script) -> Any:
    """Run the server in a thread; yields its base URL."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(App(script), log_level="critical", lifespan="off", http="h11", loop="asyncio", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        server.force_exit = True
        thread.join(5)
        listener.close()


def main() -> None:
    """``python -m tests.models.server PORT LATENCY``: a process of its own."""
    script = Script(latency=float(sys.argv[2]))
    uvicorn.run(
        App(script),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        log_level="critical",
        lifespan="off",
        http="h11",
        ws="none",
    )


if __name__ == "__main__":
    main()
