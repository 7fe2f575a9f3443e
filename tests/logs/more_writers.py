"""Writers for the log shapes of other programs: turns to the text of a file, as small as the tests need them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from harness.schema import Role, Turn


def _lines(rows: Sequence[Any]) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def codex(turns: Sequence[Turn]) -> str:
    rows: list[dict[str, Any]] = []
    for t in turns:
        if t.role is Role.TOOL:
            rows.append({"type": "function_call_output", "call_id": t.call_id, "output": t.text})
            continue
        kind = "output_text" if t.role is Role.ASSISTANT else "input_text"
        rows.append({"type": "message", "role": t.role.value, "content": [{"type": kind, "text": t.text}]})
        rows += [{"type": "function_call", "name": c.name, "arguments": c.arguments, "call_id": c.id} for c in t.calls]
    meta = {"timestamp": "2026-03-02T09:00:00Z", "type": "session_meta", "payload": {"id": "r"}}
    return _lines(
        [meta, *({"timestamp": "2026-03-02T09:00:00Z", "type": "response_item", "payload": row} for row in rows)]
    )


def pi(turns: Sequence[Turn]) -> str:
    rows: list[dict[str, Any]] = [{"type": "session", "version": 3, "id": "p", "cwd": "/"}]
    for t in turns:
        content: list[dict[str, Any]] = [{"type": "text", "text": t.text}]
        content += [
            {"type": "toolCall", "id": c.id, "name": c.name, "arguments": json.loads(c.arguments)} for c in t.calls
        ]
        message: dict[str, Any] = {"role": t.role.value, "content": content}
        if t.role is Role.TOOL:
            message |= {"role": "toolResult", "toolCallId": t.call_id, "toolName": t.tool}
        parent = f"e{t.index - 1}" if t.index else None
        rows.append({"type": "message", "id": f"e{t.index}", "parentId": parent, "message": message})
    return _lines(rows)


def openhands_v1(turns: Sequence[Turn]) -> str:
    return json.dumps([{"id": f"e{t.index}", "timestamp": "2026-03-02T09:00:00", **_event(t)} for t in turns])


def _event(t: Turn) -> dict[str, Any]:
    text = [{"type": "text", "text": t.text}]
    if t.role is Role.TOOL:
        told = {"kind": "O", "content": text}
        return {"kind": "ObservationEvent", "source": "environment", "tool_call_id": t.call_id, "observation": told}
    if t.calls:
        (c,) = t.calls
        call = {"id": c.id, "name": c.name, "arguments": c.arguments}
        return {
            "kind": "ActionEvent",
            "source": "agent",
            "thought": text,
            "action": {"kind": "A"},
            "tool_name": c.name,
            "tool_call_id": c.id,
            "tool_call": call,
        }
    source = {Role.USER: "user", Role.ASSISTANT: "agent"}[t.role]
    return {"kind": "MessageEvent", "source": source, "llm_message": {"role": t.role.value, "content": text}}


def openhands_v0(turns: Sequence[Turn]) -> str:
    rows = []
    for t in turns:
        row: dict[str, Any] = {"id": t.index, "timestamp": "2026-03-02T09:00:00", "source": "agent", "message": ""}
        if t.role is Role.TOOL:
            row |= {"observation": "run", "content": t.text, "tool_call_metadata": {"tool_call_id": t.call_id}}
        elif t.calls:
            (c,) = t.calls
            row |= {"action": "run", "args": {"thought": t.text, **json.loads(c.arguments)}}
            row["tool_call_metadata"] = {"tool_call_id": c.id, "function_name": c.name}
        else:
            row |= {"action": "message", "args": {"content": t.text}}
            row["source"] = "user" if t.role is Role.USER else "agent"
        rows.append(row)
    return json.dumps(rows, indent=1)


def opencode(turns: Sequence[Turn]) -> str:
    """Results go into the part of their call; a conversation of whole exchanges comes back in the same order."""
    messages: list[dict[str, Any]] = []
    parts: dict[str | None, dict[str, Any]] = {}
    for t in turns:
        if t.role is Role.TOOL:
            parts[t.call_id]["state"] |= {"status": "completed", "output": t.text}
            continue
        made: list[dict[str, Any]] = [{"type": "text", "text": t.text}]
        for c in t.calls:
            state = {"status": "pending", "input": json.loads(c.arguments)}
            parts[c.id] = {"type": "tool", "tool": c.name, "callID": c.id, "state": state}
            made.append(parts[c.id])
        messages.append({"info": {"id": f"m{t.index}", "role": t.role.value}, "parts": made})
    return json.dumps({"info": {"id": "s"}, "messages": messages})


def chatgpt(turns: Sequence[Turn]) -> str:
    """A call is a message of its own there, with nothing said beside it."""
    nodes: dict[str, dict[str, Any]] = {"n-1": {"id": "n-1", "message": None, "parent": None, "children": ["n0"]}}
    for t in turns:
        message: dict[str, Any] = {
            "id": f"c{t.index}",
            "author": {"role": t.role.value, "name": t.tool},
            "recipient": "all",
            "content": {"content_type": "text", "parts": [t.text]},
            "metadata": {},
            "create_time": t.time.timestamp() if t.time else None,
        }
        if t.calls:
            message["recipient"] = t.calls[0].name
            message["content"] = {"content_type": "code", "text": t.calls[0].arguments}
        name = f"n{t.index}"
        nodes[name] = {"id": name, "message": message, "parent": f"n{t.index - 1}", "children": [f"n{t.index + 1}"]}
    return json.dumps([{"id": "c", "title": "t", "mapping": nodes, "current_node": f"n{len(turns) - 1}"}])


def claude_ai(turns: Sequence[Turn]) -> str:
    """A result stands in the assistant's message right behind its call."""
    messages: list[dict[str, Any]] = []
    for t in turns:
        if t.role is Role.TOOL:
            block = {"type": "tool_result", "tool_use_id": t.call_id, "name": t.tool, "content": t.text}
            messages[-1]["content"].append(block)
            continue
        content: list[dict[str, Any]] = [{"type": "text", "text": t.text}]
        content += [{"type": "tool_use", "id": c.id, "name": c.name, "input": json.loads(c.arguments)} for c in t.calls]
        parent = messages[-1]["uuid"] if messages else "00000000"
        sender = "human" if t.role is Role.USER else "assistant"
        messages.append(
            {"uuid": f"u{t.index}", "parent_message_uuid": parent, "sender": sender, "text": t.text, "content": content}
        )
    leaf = messages[-1]["uuid"]
    return json.dumps([{"uuid": "c", "name": "", "current_leaf_message_uuid": leaf, "chat_messages": messages}])


def sharegpt(turns: Sequence[Turn]) -> str:
    """No ids there; a call is a message of its own."""
    rows = []
    for t in turns:
        if t.calls:
            (c,) = t.calls
            rows.append({"from": "function_call", "value": json.dumps({"name": c.name, "arguments": c.arguments})})
        else:
            names = {Role.USER: "human", Role.ASSISTANT: "gpt", Role.TOOL: "observation"}
            rows.append({"from": names[t.role], "value": t.text})
    return json.dumps({"id": "c", "conversations": rows}, ensure_ascii=False)


def langchain(turns: Sequence[Turn]) -> str:
    return json.dumps([{"type": _kind(t), "data": _fields(t)} for t in turns])


def langchain_dumpd(turns: Sequence[Turn]) -> str:
    names = {"human": "HumanMessage", "ai": "AIMessage", "tool": "ToolMessage"}
    rows = [
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", names[_kind(t)]], "kwargs": _fields(t)}
        for t in turns
    ]
    return _lines(rows)


def _kind(t: Turn) -> str:
    return {Role.USER: "human", Role.ASSISTANT: "ai", Role.TOOL: "tool"}[t.role]


def _fields(t: Turn) -> dict[str, Any]:
    fields: dict[str, Any] = {"content": t.text, "additional_kwargs": {}, "id": f"m{t.index}"}
    if t.calls:
        fields["tool_calls"] = [{"id": c.id, "name": c.name, "args": json.loads(c.arguments)} for c in t.calls]
    if t.role is Role.TOOL:
        fields |= {"tool_call_id": t.call_id, "name": t.tool}
    return fields


def locomo(turns: Sequence[Turn]) -> str:
    said = [
        {"speaker": "Ann" if t.role is Role.USER else "Bo", "dia_id": f"D1:{t.index + 1}", "text": t.text}
        for t in turns
    ]
    qa = [{"question": "What?", "answer": "That.", "evidence": [f"D1:{len(turns)}"], "category": 4}]
    talk = {"speaker_a": "Ann", "speaker_b": "Bo", "session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": said}
    return json.dumps([{"sample_id": "c", "conversation": talk, "qa": qa}])


def longmemeval(turns: Sequence[Turn]) -> str:
    session = [{"role": t.role.value, "content": t.text} for t in turns]
    session[-1]["has_answer"] = True  # type: ignore[assignment]
    entry = {
        "question_id": "q",
        "question_type": "multi-session",
        "question": "What?",
        "answer": "That.",
        "haystack_dates": ["2023/05/20 (Sat) 02:21"],
        "haystack_session_ids": ["s"],
        "haystack_sessions": [session],
        "answer_session_ids": ["s"],
    }
    return json.dumps([entry])
