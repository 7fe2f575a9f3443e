"""One OpenHands event of either generation to the turns it says, or to the fold it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from harness.logs.blocks import call, clean, content_of
from harness.logs.shapes import Object, as_list, as_object, as_text, compact, moment
from harness.schema import Role, ToolCall, Turn

_SILENT = {  # about the program, not said by anyone
    "CondensationRequest", "CondensationSummaryEvent", "ConversationStateUpdateEvent", "PauseEvent", "TokenEvent",
    "LLMCompletionLogEvent", "StreamingDeltaEvent", "change_agent_state", "agent_state_changed", "condensation_request",
    "null", "recall", "pause", "resume", "stop", "loop_detection_recovery", "task_tracking_state",
}  # fmt: skip
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "system": Role.SYSTEM, "tool": Role.TOOL}
_OWN = {"thought", "final_thought", "is_confirmed", "confirmation_state", "security_risk", "hidden", "blocking"}


@dataclass(slots=True)
class Event:
    """What an event comes to. ``modern`` marks the SDK's; ``unknown`` names a kind that was not understood."""

    id: str
    time: datetime | None
    modern: bool
    turns: list[Turn] = field(default_factory=list)
    fold: Object | None = None
    unknown: str = ""
    odd: list[str] = field(default_factory=list)  # kinds of content in it that were not understood


def event_of(value: Object, calls: dict[str, str]) -> Event:
    """Read an event; the names of the tools it calls are added to ``calls``."""
    written = value.get("id")
    name = str(written) if isinstance(written, str | int) and not isinstance(written, bool) else ""
    event = Event(name, moment(value.get("timestamp")), "kind" in value)
    if event.modern:
        _modern(event, value, calls)
    else:
        _trajectory(event, value, calls)
    return event


# --------------------------------------------------------------------------------------------------------- the SDK


def _modern(event: Event, value: Object, calls: dict[str, str]) -> None:
    kind, time = as_text(value.get("kind")), event.time
    if kind == "Condensation":
        event.fold = value
    elif kind == "MessageEvent":
        _message(event, value)
    elif kind == "SystemPromptEvent":
        event.turns.append(Turn(0, Role.SYSTEM, content_of(value.get("system_prompt")).text, time))
    elif kind == "ActionEvent":
        action = as_object(value.get("action"))
        made = _modern_call(value, action, calls)
        thought = content_of(value.get("thought"))
        event.odd += thought.unknown
        said = thought.text or clean(as_text(action.get("message")))
        event.turns.append(Turn(0, Role.ASSISTANT, said, time, calls=(made,)))
    elif kind == "ObservationEvent":
        seen = as_object(value.get("observation"))
        event.turns.append(_result(value, _seen(seen), seen.get("is_error") is True, time, calls))
    elif kind in ("AgentErrorEvent", "UserRejectObservation"):
        text = clean(as_text(value.get("error")) or as_text(value.get("rejection_reason")))
        event.turns.append(_result(value, text, True, time, calls))
    elif kind not in _SILENT:
        event.unknown = clean(kind) or "none"


def _message(event: Event, value: Object) -> None:
    message = as_object(value.get("llm_message"))
    role = _ROLES.get(as_text(message.get("role")))
    if role is None:
        event.unknown = "message without a known role"
        return
    hidden = role is Role.USER and as_text(value.get("source")) not in ("user", "")
    content = content_of(message.get("content"))
    event.odd += content.unknown
    event.turns.append(Turn(0, role, content.text, event.time, injected=hidden))
    added = content_of(value.get("extended_content")).text
    if added:
        event.turns.append(Turn(0, Role.USER, added, event.time, injected=True))


def _modern_call(value: Object, action: Object, calls: dict[str, str]) -> ToolCall:
    written = as_object(value.get("tool_call"))
    function = as_object(written.get("function")) or written
    arguments = function.get("arguments", {k: v for k, v in action.items() if k != "kind"})
    call_id = as_text(value.get("tool_call_id")) or as_text(written.get("id"))
    made = call(call_id, as_text(value.get("tool_name")) or as_text(function.get("name")), arguments)
    if made.id:
        calls[made.id] = made.name
    return made


def _result(value: Object, text: str, error: bool, time: datetime | None, calls: dict[str, str]) -> Turn:
    call_id = clean(as_text(value.get("tool_call_id")))
    name = clean(as_text(value.get("tool_name"))) or calls.get(call_id) or None
    return Turn(0, Role.TOOL, text, time, name, call_id or None, error=error)


def _seen(observation: Object) -> str:
    """The text of an observation: content blocks, an output, or whatever else it holds, as JSON."""
    content = content_of(observation.get("content"))
    if content.texts:
        return content.text
    output = observation.get("output")
    return clean(output if isinstance(output, str) else compact({k: v for k, v in observation.items() if k != "kind"}))


# ---------------------------------------------------------------------------------------------------- trajectories


def _trajectory(event: Event, value: Object, calls: dict[str, str]) -> None:
    action, observation = as_text(value.get("action")), as_text(value.get("observation"))
    args = as_object(value.get("args"))
    if action == "condensation":
        event.fold = args
    elif observation == "recall":
        text = clean(as_text(value.get("content")))
        event.turns += [Turn(0, Role.USER, text, event.time, injected=True)] if text else []
    elif action in _SILENT or observation in _SILENT:
        return
    elif action in ("message", "system"):
        written = args.get("content")
        event.odd += [] if written is None else content_of(written).unknown
        event.turns.append(_spoken(value, args, action, event.time))
    elif action:
        event.turns.append(_done(value, args, action, event, calls))
    elif observation:
        event.turns.append(_observed(value, observation, event.time, calls))
    else:
        event.unknown = "neither action nor observation"


def _spoken(value: Object, args: Object, action: str, time: datetime | None) -> Turn:
    text = content_of(args.get("content")).text or clean(as_text(value.get("message")))
    source = as_text(value.get("source"))
    if action == "system":
        return Turn(0, Role.SYSTEM, text, time)
    role = Role.ASSISTANT if source == "agent" else Role.USER
    return Turn(0, role, text, time, injected=source not in ("agent", "user"))


def _done(value: Object, args: Object, action: str, event: Event, calls: dict[str, str]) -> Turn:
    """An action of the agent, or a command that the person ran."""
    metadata = as_object(value.get("tool_call_metadata"))
    name = as_text(metadata.get("function_name")) or action
    made = call(metadata.get("tool_call_id"), name, {k: v for k, v in args.items() if k not in _OWN})
    calls.update({i: made.name for i in (event.id, made.id) if i})
    text = as_text(args.get("final_thought")) or as_text(args.get("thought"))
    if value.get("source") == "user":
        return Turn(0, Role.USER, clean(text or as_text(value.get("message"))), event.time, injected=True)
    return Turn(0, Role.ASSISTANT, clean(text), event.time, calls=() if action == "think" else (made,))


def _observed(value: Object, observation: str, time: datetime | None, calls: dict[str, str]) -> Turn:
    metadata = as_object(value.get("tool_call_metadata"))
    call_id = clean(as_text(metadata.get("tool_call_id")))
    tool = calls.get(call_id) if call_id else None
    tool = tool or calls.get(str(value.get("cause"))) or clean(observation)
    written = value.get("content")
    text = clean(written if isinstance(written, str) else compact(as_list(written) or value.get("message") or ""))
    code = as_object(as_object(value.get("extras")).get("metadata")).get("exit_code")
    return Turn(
        0, Role.TOOL, text, time, tool, call_id or None, error=observation == "error" or code not in (None, 0, -1)
    )
