"""LoCoMo files: two people who talk over many sessions, with questions about what they said.

The first speaker is read as the user and the second as the assistant; their names stay in front of what they say, since
the questions use them.
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

_SESSION = re.compile(r"session_(\d{1,6})")
_DIALOGUE = re.compile(r"D:?\s*(\d+)\s*:\s*(\d+)")  # also "D:11:26", "D8:6; D9:17" and "D30:05", which the files have
_TIME = re.compile(r"(\d{1,2}):(\d{2})\s*([ap]m)\s+on\s+(\d{1,2})\s+([A-Za-z]+),?\s+(\d{4})", re.IGNORECASE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_TEMPORAL, _ADVERSARIAL = 2, 5
_EMPTY = "no LoCoMo conversation; give a file with conversation and qa"


class LoCoMo:
    """Reads LoCoMo's samples with their questions."""

    name = "locomo"

    def recognises(self, head: str) -> bool:
        """Whether the text is a sample: two named speakers and numbered sessions."""
        keys = key_sets(head)
        return "conversation" in keys.get(0, set()) and {"speaker_a", "speaker_b"} <= keys.get(1, set())

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the conversations of the file in their order."""
        notes = Notes()
        found = records(path, notes, lambda v: isinstance(v, dict) and "conversation" in v)
        drafts = (_draft(value, notes) for _, value in found)
        yield from one_by_one(drafts, self.name, path, notes, _EMPTY)


def _draft(value: object, notes: Notes) -> Draft:
    sample = as_object(value)
    talk = as_object(sample.get("conversation"))
    draft = Draft(as_name(sample.get("sample_id")))
    places: dict[tuple[int, int], int] = {}
    numbers = sorted(int(m[1]) for key in talk if (m := _SESSION.fullmatch(key)))  # session_10 stands before session_2
    for number in dict.fromkeys(numbers):
        time = _time(talk.get(f"session_{number}_date_time"), notes)
        for said in as_list(talk.get(f"session_{number}")):
            _add(draft, as_object(said), talk, time, places, notes)
    draft.probes = list(_probes(sample, draft, places, notes))
    return draft


def _add(
    draft: Draft, said: Object, talk: Object, time: datetime | None, places: dict[tuple[int, int], int], notes: Notes
) -> None:
    speaker, words = (clean(as_text(said.get(k))) for k in ("speaker", "text"))
    role = {as_text(talk.get("speaker_a")): Role.USER, as_text(talk.get("speaker_b")): Role.ASSISTANT}.get(speaker)
    if role is None or not speaker:
        notes.add("line of neither speaker")
        return
    caption = clean(as_text(said.get("blip_caption")))
    picture = f" [image: {caption}]" if caption else " [image]" if as_list(said.get("img_url")) else ""
    index = draft.add(Turn(0, role, f"{speaker}: {words}{picture}", time))
    found = _DIALOGUE.fullmatch(as_text(said.get("dia_id")))
    if found is not None:
        places.setdefault(_place(found), index)


def _place(found: re.Match[str]) -> tuple[int, int]:
    return int(found[1][:9]), int(found[2][:9])


def _time(written: object, notes: Notes) -> datetime | None:
    """``1:56 pm on 8 May, 2023``."""
    found = _TIME.search(as_text(written))
    month = found[5][:3].lower() if found else ""
    if found is None or month not in _MONTHS:
        if written is not None:
            notes.add("time was not understood")
        return None
    hour = int(found[1]) % 12 + (12 if found[3].lower() == "pm" else 0)
    try:
        return datetime(int(found[6]), _MONTHS.index(month) + 1, int(found[4]), hour, int(found[2]))
    except ValueError:
        notes.add("time was not understood")
        return None


def _probes(sample: Object, draft: Draft, places: dict[tuple[int, int], int], notes: Notes) -> Iterator[Probe]:
    for number, qa in enumerate(map(as_object, as_list(sample.get("qa"))), 1):
        name, question = f"locomo-{number}", clean(as_text(qa.get("question"))).strip()
        if qa.get("category") == _ADVERSARIAL:
            if question:
                yield unanswerable(name, question, answer_text(qa.get("adversarial_answer")), "locomo")
            continue
        answer = answer_text(qa.get("answer"))
        named = [_place(m) for e in as_list(qa.get("evidence")) for m in _DIALOGUE.finditer(as_text(e))]
        evidence = list(dict.fromkeys(places[p] for p in named if p in places))
        if usable(question, answer, evidence, notes):
            category = "time" if qa.get("category") == _TEMPORAL else category_of(answer)
            yield answered(name, question, answer, category, draft.turns, evidence, "locomo")
