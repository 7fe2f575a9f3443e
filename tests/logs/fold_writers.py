"""Writers of logs with folds: what was said and folded, to the records of each format that keeps folds.

A step is ``(speaker, text)`` with the speakers ``user`` and ``assistant``, or ``("fold", summary)``. Every fold keeps the last
turn before it raw.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

Step = tuple[str, str]
Records = list[dict[str, Any]]
TIME = "2026-03-02T09:00:00Z"


def claude_code(steps: Sequence[Step]) -> Records:
    rows: Records = []
    last: str | None = None
    said: str | None = None
    for n, (who, text) in enumerate(steps):
        base = {"uuid": f"u{n}", "sessionId": "s", "timestamp": TIME}
        if who == "fold":
            kept = {"preservedMessages": {"uuids": [said]}} if said else {}
            metadata = {"trigger": "auto", "preTokens": 900, **kept}
            boundary = {"type": "system", "subtype": "compact_boundary", "compactMetadata": metadata}
            rows.append({**base, **boundary, "parentUuid": None, "logicalParentUuid": last})
            summary = {"type": "user", "isCompactSummary": True, "message": {"role": "user", "content": text}}
            rows.append({**base, **summary, "uuid": f"s{n}", "parentUuid": f"u{n}"})
            last = f"s{n}"
        else:
            message = {"role": who, "id": f"m{n}", "content": [{"type": "text", "text": text}]}
            rows.append({**base, "type": who, "parentUuid": last, "message": message})
            last = said = f"u{n}"
    return rows


def codex(steps: Sequence[Step]) -> Records:
    rows: Records = [{"timestamp": TIME, "type": "session_meta", "payload": {"id": "c"}}]
    said: Records = []
    for who, text in steps:
        if who == "fold":
            payload: dict[str, Any] = {"message": text, "replacement_history": said[-1:]}
            rows.append({"timestamp": TIME, "type": "compacted", "payload": payload})
        else:
            said.append({"type": "message", "role": who, "content": [{"type": "input_text", "text": text}]})
            rows.append({"timestamp": TIME, "type": "response_item", "payload": said[-1]})
    return rows


def pi(steps: Sequence[Step]) -> Records:
    rows: Records = [{"type": "session", "version": 3, "id": "p", "cwd": "/"}]
    said: str | None = None
    for n, (who, text) in enumerate(steps):
        base = {"id": f"e{n}", "parentId": f"e{n - 1}" if n else None, "timestamp": TIME}
        if who == "fold":
            fold = {"type": "compaction", "summary": text, "firstKeptEntryId": said, "tokensBefore": 900}
            rows.append({**base, **fold})
        else:
            message = {"role": who, "content": [{"type": "text", "text": text}]}
            rows.append({**base, "type": "message", "message": message})
            said = f"e{n}"
    return rows


def openhands_v1(steps: Sequence[Step]) -> Records:
    rows: Records = []
    raw: list[str] = []  # events and summaries that the next fold may forget
    for n, (who, text) in enumerate(steps):
        base = {
            "id": f"e{n}",
            "timestamp": TIME,
            "source": {"user": "user", "assistant": "agent"}.get(who, "environment"),
        }
        if who == "fold":
            said = [i for i in raw if not i.endswith("-summary")]
            gone = [i for i in raw if i not in said[-1:]]
            rows.append({**base, "kind": "Condensation", "forgotten_event_ids": gone, "summary": text})
            raw = [*said[-1:], f"e{n}-summary"]
        else:
            message = {"role": who, "content": [{"type": "text", "text": text}]}
            rows.append({**base, "kind": "MessageEvent", "llm_message": message})
            raw.append(f"e{n}")
    return rows


def openhands_v0(steps: Sequence[Step]) -> Records:
    rows: Records = []
    raw: list[int] = []
    for n, (who, text) in enumerate(steps):
        base = {"id": n, "timestamp": TIME, "source": {"user": "user"}.get(who, "agent"), "message": ""}
        if who == "fold":
            fold = {"forgotten_event_ids": raw[:-1], "summary": text, "summary_offset": 0}
            rows.append({**base, "action": "condensation", "args": fold})
            raw = raw[-1:]
        else:
            rows.append({**base, "action": "message", "args": {"content": text}})
            raw.append(n)
    return rows


def opencode(steps: Sequence[Step]) -> Records:
    messages: Records = []
    said: str | None = None
    for n, (who, text) in enumerate(steps):
        part: dict[str, Any] = {"type": "text", "text": text}
        if who == "fold":
            mark = {"type": "compaction", "auto": True, "tail_start_id": said}
            messages.append({"info": {"id": f"m{n}", "role": "user"}, "parts": [mark]})
            messages.append({"info": {"id": f"s{n}", "role": "assistant", "summary": True}, "parts": [part]})
        else:
            messages.append({"info": {"id": f"m{n}", "role": who}, "parts": [part]})
            said = f"m{n}"
    return [{"info": {"id": "ses"}, "messages": messages}]


def langchain(steps: Sequence[Step]) -> Records:
    """A history a message a line, which writes what a fold kept once more behind its summary."""
    rows: Records = []
    said: Records = []
    for n, (who, text) in enumerate(steps):
        kind = {"user": "human", "assistant": "ai"}.get(who, "human")
        added = {"lc_source": "summarization"} if who == "fold" else {}
        data = {"content": text, "additional_kwargs": added, "id": f"l{n}", "type": kind}
        rows.append({"type": kind, "data": data})
        if who == "fold":
            rows += said[-1:]
        else:
            said.append(rows[-1])
    return rows


def lines(records: Records) -> str:
    """A record a line; every reader of folds takes that."""
    return "\n".join(json.dumps(r, ensure_ascii=False) for r in records) + "\n"


WRITERS: dict[str, Callable[[Sequence[Step]], Records]] = {
    f.__name__: f for f in (claude_code, codex, pi, openhands_v1, openhands_v0, opencode, langchain)
}
