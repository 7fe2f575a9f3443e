"""Codex rollouts: JSONL that only grows, in three generations, with the folds as ``compacted`` lines.

What was said stands in the ``response_item`` lines (bare items in the oldest files); ``event_msg`` lines repeat it for the
screen. A fold made on the machine has its summary in plain text; one made by the provider is encrypted and only reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from harness.logs.assemble import Draft, conversation
from harness.logs.blocks import call, clean, content_of
from harness.logs.files import Json, fault, json_lines
from harness.logs.notes import Notes
from harness.logs.shapes import (
    Object,
    as_count,
    as_list,
    as_name,
    as_object,
    as_text,
    compact,
    key_sets,
    keys_by_depth,
    moment,
)
from harness.logs.summaries import OPAQUE, problem_of
from harness.schema import Conversation, RecordedFold, Role, Turn

_ENVELOPES = {"session_meta", "turn_context", "response_item", "event_msg", "compacted"}
_SILENT = {"turn_context", "world_state", "inter_agent_communication"}  # about the session, not of the conversation
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "system": Role.SYSTEM, "developer": Role.SYSTEM}
_INJECTED = re.compile(
    r"\s*(?:<(?:environment_context|user_instructions|permissions|turn_aborted|skill|subagent_notification"
    r"|user_shell_command|collaboration_mode|personality_spec|INSTRUCTIONS)[\s>]|# AGENTS\.md instructions for )"
)
_CALLS = {"function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call"}
_OUTPUTS = {"function_call_output", "custom_tool_call_output", "tool_search_output"}
_ENCRYPTED = {"compaction", "compaction_summary", "context_compaction"}
_ITEMS = {"message", "reasoning", *_CALLS, *_OUTPUTS, *_ENCRYPTED}
_HANDOFF = re.compile(r"Another language model started to solve this problem[^\n]*\n?")


class Codex:
    """Reads Codex rollout files; a file holds one conversation."""

    name = "codex"

    def recognises(self, head: str) -> bool:
        """Whether one of the first lines is an enveloped item, or a bare one under the oldest header."""
        return any(map(_enveloped, _objects(head))) or is_old_rollout(head)

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the conversation of the rollout."""
        notes = Notes()
        story = _Rollout(notes)
        for line, value in json_lines(path, notes, _whole):
            story.tell(value, line)
        draft = story.draft
        if not draft.turns:
            seen = f" ({notes.first()})" if notes.first() else ""
            raise fault(path, f"the rollout holds no turn of a conversation{seen}; give one with messages in it")
        yield conversation(draft.name, draft.turns, self.name, path, notes, tuple(draft.folds))


def is_injected(text: str) -> bool:
    """Whether a text in the user's role was put there by the program."""
    return _INJECTED.match(text) is not None


def _enveloped(line: str) -> bool:
    keys: dict[int, set[str]] = {}
    for depth, key in keys_by_depth(line):
        keys.setdefault(depth, set()).add(key)
        if {"timestamp", "type", "payload"} <= keys.get(1, set()):
            return any(f'"{kind}"' in line[:2000] for kind in _ENVELOPES)
    return False


def _objects(head: str) -> list[str]:
    return [line for line in head.split("\n", 30) if line.lstrip().startswith("{")]


def is_old_rollout(head: str) -> bool:
    """Whether the text is of the oldest generation: a header without a type, then items without an envelope."""
    lines = _objects(head)
    keys = key_sets(lines[0]).get(0, set()) if lines else set()
    header = {"id", "timestamp"} <= keys and bool(keys & {"instructions", "git"}) and "role" not in keys
    state = any(key_sets(line).get(0) == {"record_type"} for line in lines)
    return (header or state) and any({"type"} <= key_sets(line).get(0, set()) for line in lines[1:])


def _whole(value: Json) -> bool:
    kind = as_text(value.get("type")) if isinstance(value, dict) else ""
    return ("payload" in value and kind in _ENVELOPES) or kind in _ITEMS


class _Rollout:
    """The turns and folds of a rollout as its lines come in."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.draft = Draft(None)
        self.tools: dict[str, str] = {}
        self.time: datetime | None = None

    def tell(self, value: Json, line: int) -> None:
        """Go on by one line."""
        if not isinstance(value, dict):
            self.notes.add("line is not a JSON object", line)
            return
        self.time = moment(value.get("timestamp"))
        kind, payload = as_text(value.get("type")), as_object(value.get("payload"))
        if kind == "compacted":
            self._fold(payload, line)
        elif kind == "response_item":
            self._item(payload, line)
        elif kind == "session_meta":
            self._named(payload)
        elif kind == "event_msg":
            self._event(payload, line)
        elif kind in _ITEMS:
            self._item(value, line)
        elif "record_type" in value:
            return
        elif not kind and "id" in value and not self.draft.turns:
            self._named(value)  # the header of the oldest files
        elif kind not in _SILENT:
            self.notes.add(f"line of an unknown type: {clean(kind)}" if kind else "line without a type", line)

    def _named(self, meta: Object) -> None:
        """The first header counts: a fork repeats that of its parent behind its own."""
        self.draft.name = self.draft.name or as_name(meta.get("id"))

    def _event(self, payload: Object, line: int) -> None:
        """Events repeat what items say, but for a rewind."""
        if payload.get("type") != "thread_rolled_back":
            return
        count = as_count(payload.get("num_turns")) or 0
        asked = [t.index for t in self.draft.turns if t.role is Role.USER and not t.injected]
        if not 0 < count <= len(asked):
            self.notes.add("rewind further than the conversation goes back", line)
            return
        to = asked[-count]
        for _ in self.draft.turns[to:]:
            self.notes.add("turn that was taken back", line)
        del self.draft.turns[to:]
        while self.draft.folds and self.draft.folds[-1].boundary > to:
            self.draft.folds.pop()
            self.notes.add("fold that was taken back", line)

    def _item(self, item: Object, line: int) -> None:
        kind = as_text(item.get("type")) or ("message" if "role" in item else "")
        if kind == "message":
            self._message(item, line)
        elif kind in _CALLS:
            self._call(item, kind)
        elif kind in _OUTPUTS:
            self._output(item)
        elif kind not in _ENCRYPTED and kind != "reasoning":
            self.notes.add(f"item of an unknown type: {clean(kind)}" if kind else "item without a type", line)

    def _message(self, item: Object, line: int) -> None:
        role = _ROLES.get(as_text(item.get("role")))
        if role is None:
            self.notes.add("message has no known role", line)
            return
        content = content_of(item.get("content"))
        for kind in content.unknown:
            self.notes.add(f"content of an unknown kind: {kind}", line)
        if role is Role.USER:
            typed = [t for t in content.texts if not is_injected(t)]
            added = [t for t in content.texts if is_injected(t)]
            for texts, injected in ((added, True), (typed, False)):
                if texts:
                    self.draft.add(Turn(0, role, "\n".join(texts), self.time, injected=injected))
        elif content.texts:
            self.draft.add(Turn(0, role, content.text, self.time))

    def _call(self, item: Object, kind: str) -> None:
        """A call belongs to what the assistant said right before it."""
        arguments = next((item[k] for k in ("arguments", "input", "action") if item.get(k) is not None), None)
        name = as_name(item.get("name")) or {"local_shell_call": "shell"}.get(kind, kind.removesuffix("_call"))
        made = call(item.get("call_id") or item.get("id"), name, arguments)
        if made.id:
            self.tools[made.id] = made.name
        turns = self.draft.turns
        if turns and turns[-1].role is Role.ASSISTANT and not self._folded_here():
            turns[-1] = replace(turns[-1], calls=(*turns[-1].calls, made))
        else:
            self.draft.add(Turn(0, Role.ASSISTANT, "", self.time, calls=(made,)))

    def _folded_here(self) -> bool:
        return bool(self.draft.folds) and self.draft.folds[-1].boundary == len(self.draft.turns)

    def _output(self, item: Object) -> None:
        call_id = clean(as_text(item.get("call_id"))) or None
        text, error = _output_text(item.get("output", item.get("tools")))
        self.draft.add(Turn(0, Role.TOOL, text, self.time, self.tools.get(call_id or ""), call_id, error=error))

    def _fold(self, payload: Object, line: int) -> None:
        turns = self.draft.turns
        after = as_list(payload.get("replacement_history")) or [
            as_object(e).get("item", e) for e in as_list(payload.get("replacement_history_entries"))
        ]
        summary = clean(as_text(payload.get("message")))
        kept, rest = _kept(after, turns)
        opaque = any(as_text(as_object(i).get("type")) in _ENCRYPTED for i in after)
        if not summary and not opaque and rest and _HANDOFF.match(rest[-1]):
            summary = rest[-1]
        problem = problem_of(_HANDOFF.sub("", summary, count=1), bool(turns))
        self.draft.folds.append(
            RecordedFold(
                ordinal=len(self.draft.folds) + 1,
                boundary=len(turns),
                summary=summary,
                kept=kept,
                time=self.time,
                problem=OPAQUE if opaque and not summary.strip() else problem,
            )
        )


def _kept(after: list[Json], turns: list[Turn]) -> tuple[tuple[int, ...], list[str]]:
    """The turns that the context after a fold still holds, and the texts in it that are no turn's.

    They are matched from the end: of two turns with the same text the later one was kept.
    """
    places: dict[tuple[Role, str], list[int]] = {}
    for turn in turns:
        places.setdefault((turn.role, turn.text), []).append(turn.index)
    kept: set[int] = set()
    rest: list[str] = []
    for role, text in reversed(list(_said(after))):
        open_places = places.get((role, text))
        if open_places:
            kept.add(open_places.pop())
        elif role is Role.USER:
            rest.insert(0, text)
    return tuple(sorted(kept)), rest


def _said(items: list[Json]) -> Iterator[tuple[Role, str]]:
    """What items would be as turns."""
    probe = _Rollout(Notes())
    for item in items:
        probe._item(as_object(item), 0)
    yield from ((t.role, t.text) for t in probe.draft.turns if not t.injected)


def _output_text(output: Json) -> tuple[str, bool]:
    """The text of a result and whether it failed; a JSON text with metadata holds the text in its ``output``."""
    if isinstance(output, str):
        return clean(output), False
    if isinstance(output, dict):
        text = output.get("content", output.get("output"))
        return clean(text if isinstance(text, str) else compact(output)), output.get("success") is False
    blocks = content_of(output)
    return (blocks.text if blocks.texts else clean(compact(output)) if output is not None else ""), False
