"""LongMemEval files: a question each, with the history of chat sessions that holds its answer.

Every question is a conversation of its own. Its files reach gigabytes, so one entry is in memory at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from harness.logs.assemble import Draft, one_by_one
from harness.logs.benchmark_probes import answer_text, answered, category_of, unanswerable, usable
from harness.logs.blocks import clean
from harness.logs.files import records
from harness.logs.notes import Notes
from harness.logs.shapes import Object, as_list, as_name, as_object, as_text, key_sets
from harness.schema import Conversation, Probe, Role, Turn

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "system": Role.SYSTEM}
_TIME = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})(?:\s*\([^)]*\))?(?:\s+(\d{1,2}):(\d{2}))?")
_CATEGORIES = {
    "temporal-reasoning": "time",
    "knowledge-update": "superseded",
    "single-session-preference": "constraint",
}
_EMPTY = "no LongMemEval entry; give a file with question and haystack_sessions"


class LongMemEval:
    """Reads LongMemEval's entries, each with its question."""

    name = "longmemeval"

    def recognises(self, head: str) -> bool:
        """Whether the text is an entry. A head may be cut off before the sessions of a long one."""
        keys = key_sets(head).get(0, set())
        return "question_id" in keys and any(key.startswith("haystack_") for key in keys)

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the conversations of the file in their order."""
        notes = Notes()
        found = records(path, notes, lambda v: isinstance(v, dict) and "haystack_sessions" in v)
        drafts = (_draft(value, notes) for _, value in found)
        yield from one_by_one(drafts, self.name, path, notes, _EMPTY)


def _draft(value: object, notes: Notes) -> Draft:
    entry = as_object(value)
    draft = Draft(as_name(entry.get("question_id")))
    marked: list[int] = []  # turns that say they hold the answer
    opened: dict[str, int] = {}  # session → its first turn
    dates, names = as_list(entry.get("haystack_dates")), as_list(entry.get("haystack_session_ids"))
    for number, session in enumerate(as_list(entry.get("haystack_sessions"))):
        time = _time(dates[number] if number < len(dates) else None, notes)
        if number < len(names) and isinstance(names[number], str):
            opened.setdefault(names[number], len(draft.turns))
        for message in as_list(session):
            _add(draft, as_object(message), time, marked, notes)
    fallback = [opened[s] for s in as_list(entry.get("answer_session_ids")) if isinstance(s, str) and s in opened]
    evidence = marked or [i for i in fallback if i < len(draft.turns)]
    draft.probes = list(_probe(entry, draft, evidence, notes))
    return draft


def _add(draft: Draft, message: Object, time: datetime | None, marked: list[int], notes: Notes) -> None:
    role = _ROLES.get(as_text(message.get("role")))
    if role is None:
        notes.add("message has no known role")
        return
    index = draft.add(Turn(0, role, clean(as_text(message.get("content"))), time))
    if message.get("has_answer") is True:
        marked.append(index)


def _time(written: object, notes: Notes) -> datetime | None:
    """``2023/05/20 (Sat) 02:21``."""
    found = _TIME.match(as_text(written))
    try:
        if found is not None:
            return datetime(*(int(part or 0) for part in found.groups()))  # type: ignore[arg-type]
    except ValueError:
        found = None
    if written is not None:
        notes.add("time was not understood")
    return None


def _probe(entry: Object, draft: Draft, evidence: list[int], notes: Notes) -> Iterator[Probe]:
    name, question = as_text(entry.get("question_id")), clean(as_text(entry.get("question"))).strip()
    answer = answer_text(entry.get("answer"))
    if name.endswith("_abs"):
        if question:
            yield unanswerable(clean(name), question, "", "longmemeval")  # the "answer" says why there is none
    elif usable(question, answer, evidence, notes):
        category = _CATEGORIES.get(as_text(entry.get("question_type"))) or category_of(answer)
        yield answered(clean(name) or "question", question, answer, category, draft.turns, evidence, "longmemeval")
