"""Writers for the log shapes, as small as the tests need them: a Claude Code session record by record, and chats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from harness.schema import Role, Turn

PREAMBLE = (
    "This session is being continued from a previous conversation that ran out of context. "
    "The conversation is summarized below:\n"
)


class Session:
    """A Claude Code session file; every method adds a line and returns the record's uuid."""

    def __init__(self, session: str = "5e551011-0000-4000-8000-000000000001") -> None:
        self.session = session
        self.lines: list[str] = []
        self.last: str | None = None

    def record(self, kind: str, parent: str | None = "last", uuid: str | None = None, **fields: Any) -> str:
        number = len(self.lines) + 1
        uuid = uuid or f"u{number}"
        value = {
            "parentUuid": self.last if parent == "last" else parent,
            "isSidechain": False,
            "sessionId": self.session,
            "type": kind,
            "uuid": uuid,
            "timestamp": f"2026-03-02T09:{number // 60:02}:{number % 60:02}.000Z",
            **fields,
        }
        self.raw(value)
        self.last = uuid
        return uuid

    def raw(self, value: object) -> None:
        self.lines.append(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))

    def user(self, content: Any, **fields: Any) -> str:
        return self.record("user", message={"role": "user", "content": content}, **fields)

    def says(self, *content: Any, message_id: str | None = None, **fields: Any) -> str:
        blocks = [{"type": "text", "text": c} if isinstance(c, str) else c for c in content]
        message = {"id": message_id or f"msg_{len(self.lines)}", "role": "assistant", "content": blocks}
        return self.record("assistant", message=message, **fields)

    def result(self, call_id: str, content: Any, error: bool = False, **fields: Any) -> str:
        block = {"type": "tool_result", "tool_use_id": call_id, "content": content, "is_error": error}
        return self.user([block], toolUseResult={"stdout": content}, **fields)

    def boundary(self, logical: str | None = "last", snake: bool = False, **metadata: Any) -> str:
        metadata = {"trigger": "auto", "preTokens": 155_000, **metadata}
        key = "compact_metadata" if snake else "compactMetadata"
        return self.record(
            "system",
            parent=None,
            logicalParentUuid=self.last if logical == "last" else logical,
            subtype="compact_boundary",
            content="Conversation compacted",
            **{key: _snake(metadata) if snake else metadata},
        )

    def summary(self, text: str, **fields: Any) -> str:
        return self.user(text, isCompactSummary=True, isVisibleInTranscriptOnly=True, **fields)

    def fold(self, text: str, **metadata: Any) -> tuple[str, str]:
        return self.boundary(**metadata), self.summary(text)

    def save(self, path: Path, end: str = "\n", bom: bool = False) -> Path:
        text = "".join(line + end for line in self.lines)
        path.write_bytes((b"\xef\xbb\xbf" if bom else b"") + text.encode("utf-8", "surrogatepass"))
        return path


def _snake(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {"".join(f"_{c.lower()}" if c.isupper() else c for c in k): _snake(v) for k, v in value.items()}


def tool_use(call_id: str, name: str, **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}


def openai_message(turn: Turn) -> dict[str, Any]:
    message: dict[str, Any] = {"role": turn.role.value, "content": turn.text}
    if turn.calls:
        message["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}} for c in turn.calls
        ]
    if turn.role is Role.TOOL:
        message |= {"tool_call_id": turn.call_id, "name": turn.tool}
    if turn.time is not None:
        message["timestamp"] = turn.time.isoformat()
    if turn.task is not None:
        message["task"] = turn.task
    return message


def anthropic_document(turns: Sequence[Turn]) -> dict[str, Any]:
    """The turns as an Anthropic request; a system turn may only come first."""
    system = [t.text for t in turns if t.role is Role.SYSTEM]
    return {"system": "".join(system), "messages": [_anthropic(t) for t in turns if t.role is not Role.SYSTEM]}


def _anthropic(turn: Turn) -> dict[str, Any]:
    if turn.role is Role.TOOL:
        block = {"type": "tool_result", "tool_use_id": turn.call_id, "content": turn.text, "is_error": turn.error}
        return {"role": "user", "content": [block]}
    blocks: list[dict[str, Any]] = [{"type": "text", "text": turn.text}]
    blocks += [tool_use(c.id, c.name, **json.loads(c.arguments)) for c in turn.calls]
    return {"role": turn.role.value, "content": blocks}


def claude_session(turns: Iterable[Turn]) -> Session:
    session = Session()
    for t in turns:
        if t.role is Role.TOOL:
            session.result(t.call_id or "", t.text, t.error)
        elif t.role is Role.ASSISTANT:
            session.says(t.text, *(tool_use(c.id, c.name, **json.loads(c.arguments)) for c in t.calls))
        else:
            session.user(t.text)
    return session


def transcript(turns: Iterable[Turn], korean: bool = False) -> str:
    names = {Role.USER: "User", Role.ASSISTANT: "Assistant", Role.SYSTEM: "System", Role.TOOL: "Tool"}
    if korean:
        names = {Role.USER: "사용자", Role.ASSISTANT: "어시스턴트", Role.SYSTEM: "시스템", Role.TOOL: "도구"}
    lines = []
    for t in turns:
        time = f"[{t.time.isoformat(' ')}] " if t.time is not None else ""
        lines.append(f"{time}{names[t.role]}{f'({t.tool})' if t.tool else ''}: {t.text}\n")
    return "\n".join(lines)
