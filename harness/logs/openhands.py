"""OpenHands of both generations: folders of event files (SDK, V1) and trajectory files (V0).

A fold names the events that it forgot. What stays raw is every earlier event that no fold has forgotten; in V1 a summary,
too, stays until a later fold forgets it by ``<id>-summary``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from harness.errors import LogError, plainly
from harness.logs.assemble import Draft, one_by_one
from harness.logs.files import Json, document, fault, records
from harness.logs.notes import Notes
from harness.logs.openhands_events import Event, event_of
from harness.logs.packed import plain_name
from harness.logs.shapes import Object, as_list, as_name, as_object, as_text, key_sets, values_in
from harness.logs.summaries import problem_of
from harness.schema import Conversation, RecordedFold

EVENT_FILE = re.compile(r"event-(\d+)-.+\.json", re.IGNORECASE)
BASE = "base_state.json"
EVENTS = "events"
_STATE = {"confirmation_policy", "persistence_dir", "execution_status", "agent_status", "max_iterations"}
_LISTS = ("trajectory", "history", "events")
_LONGEST_NUMBER = 20  # digits of an event's number; Python refuses to read one of thousands
_EMPTY = "no OpenHands event that says anything; give a trajectory file or the folder of a conversation"


class OpenHands:
    """Reads OpenHands trajectories, and a conversation's folder through its ``base_state.json`` or any of its events."""

    name = "openhands"

    def recognises(self, head: str) -> bool:
        """Whether the text is an event or a list of events of either generation, or the state of a conversation."""
        return any(map(_is_record, values_in(head)))

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the conversation of a folder, or those of a file in their order."""
        notes = Notes()
        files = _event_files(Path(path))
        drafts = [_from_folder(files, Path(path), notes)] if files else _from_file(path, notes)
        yield from one_by_one(drafts, self.name, path, notes, _EMPTY)


def _is_record(text: str) -> bool:
    keys = key_sets(text)
    top, inner = keys.get(0, set()), keys.get(2, set())
    if {"agent", "workspace"} <= top and top & _STATE:
        return True
    return _events(top) or (bool(top & {*_LISTS}) and _events(inner))


def _events(keys: set[str]) -> bool:
    if not {"id", "timestamp", "source"} <= keys:
        return False
    return "kind" in keys or ("message" in keys and bool(keys & {"action", "observation"}))


def _event_files(path: Path) -> list[Path]:
    """The event files of the conversation that the file belongs to, in their order; none for a trajectory."""
    name = plain_name(path).name
    if name == BASE:
        folder = path.parent / EVENTS
    elif EVENT_FILE.fullmatch(name):
        folder = path.parent
    else:
        return []
    try:
        found = [(m, f) for f in folder.iterdir() if (m := EVENT_FILE.fullmatch(plain_name(f).name))]
    except FileNotFoundError:
        found = []
    except OSError as e:
        raise fault(folder, f"it cannot be read: {plainly(e)}; check the path and its permissions") from None
    if not found:
        raise fault(path, f"there is no event beside it in '{EVENTS}/'; give the whole folder of the conversation")
    return [
        f
        for _, f in sorted(found, key=lambda pair: (len(pair[0][1].lstrip("0")), pair[0][1].lstrip("0"), pair[1].name))
    ]


def _from_folder(files: list[Path], path: Path, notes: Notes) -> Draft:
    folder = path.parent if plain_name(path).name == BASE else files[0].parent.parent
    story = _Story(Draft(folder.name or None), notes)
    for file in files:
        try:
            value = document(file, notes)
        except LogError:
            notes.add("event file that cannot be read")
            continue
        story.tell(value)
    return story.draft


def _from_file(path: str, notes: Notes) -> Iterator[Draft]:
    """A file is a list of events, an event a line, or objects that hold such lists."""
    story: _Story | None = None
    for _, value in records(path, notes, lambda v: isinstance(v, dict)):
        held = next((as_list(as_object(value).get(k)) for k in _LISTS if as_list(as_object(value).get(k))), None)
        if held is not None and not _events({*as_object(value)}):
            name = next((as_name(as_object(value).get(k)) for k in ("instance_id", "conversation_id", "id")), None)
            yield _told(name, held, notes)
        else:
            story = story or _Story(Draft(None), notes)
            story.tell(value)
    if story is not None:
        yield story.draft


def _told(name: str | None, values: Iterable[Json], notes: Notes) -> Draft:
    story = _Story(Draft(name), notes)
    for value in values:
        for single in value if isinstance(value, list) else (value,):  # old outputs pair an action with its observation
            story.tell(single)
    return story.draft


class _Story:
    """The turns and folds of a conversation as its events come in."""

    def __init__(self, draft: Draft, notes: Notes) -> None:
        self.draft = draft
        self.notes = notes
        self.of: dict[str, list[int]] = {}  # event → its turns
        self.calls: dict[str, str] = {}  # call id, or id of the event that made it → tool
        self.forgotten: set[str] = set()
        self.summaries: dict[str, str] = {}

    def tell(self, value: Json) -> None:
        """Go on by one event."""
        if not isinstance(value, dict):
            self.notes.add("event is not a JSON object")
            return
        event = event_of(value, self.calls)
        if event.id in self.of:
            self.notes.add("event that stands in the log twice")
            return
        if event.unknown:
            self.notes.add(f"event of an unknown kind: {event.unknown}")
        for kind in event.odd:
            self.notes.add(f"content of an unknown kind: {kind}")
        self.of[event.id or f"event {len(self.of)}"] = [self.draft.add(turn) for turn in event.turns]
        if event.fold is not None:
            self._fold(event, event.fold)

    def _fold(self, event: Event, fold: Object) -> None:
        gone = self._gone(fold) - self.forgotten
        new = gone & {*self.of} | {i for i in gone if i.removesuffix("-summary") in self.summaries}
        self.forgotten |= gone
        summary = fold.get("summary")
        self._summarise(event, summary, gone)
        text = "\n\n".join(s for s in self.summaries.values() if s)
        kept = sorted(i for e, turns in self.of.items() if e not in self.forgotten for i in turns)
        problem = (
            problem_of(as_text(summary) if text else text, bool(self.draft.turns)) if summary is not None else None
        )
        if not new:
            problem = "nothing was forgotten (a condensation that had no effect)"
        elif not self.draft.turns:
            problem = problem_of("x", False)
        self.draft.folds.append(
            RecordedFold(
                ordinal=len(self.draft.folds) + 1,
                boundary=len(self.draft.turns),
                summary=text,
                kept=tuple(kept),
                trigger="summary" if summary is not None else "drop",
                time=event.time,
                problem=problem,
            )
        )

    def _summarise(self, event: Event, summary: Json, gone: set[str]) -> None:
        """V1 keeps a summary until it is forgotten itself, V0 only the last one."""
        if event.modern:
            self.summaries = {i: s for i, s in self.summaries.items() if f"{i}-summary" not in gone}
        elif summary is not None:
            self.summaries = {}
        if summary is not None:
            self.summaries[event.id] = as_text(summary)

    def _gone(self, fold: Object) -> set[str]:
        """The forgotten events: listed, or (V0) as the first and the last of a range."""
        listed = fold.get("forgotten_event_ids")
        if listed:
            items = listed if isinstance(listed, list) else list(as_object(listed))
            return {str(i) for i in items if isinstance(i, str | int)}
        first, last = fold.get("forgotten_events_start_id"), fold.get("forgotten_events_end_id")
        if not isinstance(first, int) or not isinstance(last, int):
            return set()
        return {i for i in self.of if i.isdecimal() and len(i) < _LONGEST_NUMBER and first <= int(i) <= last}


def session_files(names: list[str], folders: list[str]) -> tuple[list[str], list[str]]:
    """Of a folder's files and subfolders those to look at, where a conversation of many files counts as one."""
    if EVENTS in folders and BASE in {plain_name(n).name for n in names}:
        return names, [f for f in folders if f != EVENTS]
    events = sorted(n for n in names if EVENT_FILE.fullmatch(plain_name(n).name))
    return [n for n in names if n not in events[1:]], folders
