"""At equal tokens folded, does a fold at a task boundary lose less? With the boundaries that the real detectors find.

Two kinds of logs: the tuning logs as they are, and synthetic ones made of tasks that are joined as people end and open them (a closing phrase, a
named task, a ticked box, a pause, an opening request; one seam in six has no sign). Each fold at a boundary stands beside folds of as many
tokens at places that lie away from every boundary. ``make findings`` writes what comes out.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from random import Random

from harness.answering.grading import grade
from harness.answering.reader import EmbeddedAnswerer
from harness.categories import builtin
from harness.folding.boundaries import boundaries
from harness.folding.compactors import Extractive
from harness.folding.context import passage, render, summary_passages
from harness.folding.pairs import whole
from harness.folding.prompt import load_prompt
from harness.folding.replay import leading_system, running
from harness.logs import read_log
from harness.runs import assign_probes, read_probes
from harness.schema import Conversation, FoldRequest, Outcome, Probe, Role, Turn
from harness.synth.generate import write
from harness.tokens import default_counter

COUNTER, ANSWERER = default_counter(), EmbeddedAnswerer()
BACK = 4000  # tokens of turns that go into a fold
CLEAR = 3  # turns from every boundary, at least, of a place that a boundary is held against
NEAR = 12  # turns from its boundary, at most
AROUND = 2  # turns between a planted seam and a boundary that counts as found
TASKS, LENGTH = 10, 60  # tasks of a synthetic log, and turns of each
SIGNS = ("closing", "marker", "finished", "pause", "request", "none")
_SAYS: Mapping[str, Mapping[str, str]] = {
    "en": {"closing": " That's all for now, thanks.", "marker": "Task {n}: ", "request": "Next, something else. ", "finished": "\n- [x] part {n}"},
    "ko": {"closing": " 오늘은 여기까지 할게요.", "marker": "작업 {n}: ", "request": "이제 다른 얘기예요. ", "finished": "\n- [x] {n}번 작업"},
}  # fmt: skip


@dataclass(frozen=True)
class Joined:
    """A log of tasks with its probes, and the seams between them by the sign that tells each."""

    log: Conversation
    probes: tuple[Probe, ...]
    seams: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Compared:
    """One log: its boundaries that could be used, and whether each probe asked was kept, at boundaries and beside them."""

    boundaries: int
    here: tuple[bool, ...]
    there: tuple[bool, ...]

    @property
    def difference(self) -> float | None:
        """Retention at the boundaries minus beside them; None where one side has no probe."""
        if not (self.here and self.there):
            return None
        return sum(self.here) / len(self.here) - sum(self.there) / len(self.there)


def kept_at(log: Conversation, probes: Sequence[Probe], position: int) -> list[bool]:
    """Whether each probe that was said within the stretch of ``BACK`` tokens before ``position`` is answered from its summary alone."""
    turns, start, size = log.turns, min(position, len(log.turns)), 0
    while start > leading_system(turns) and size < BACK:
        start -= 1
        size += running((turns[start],), COUNTER)[1]
    if size < BACK or not 0 < position <= len(turns):
        return []
    stretch = turns[start:position]
    budget = COUNTER.count(render(stretch)) // 5
    request = FoldRequest(1, "", stretch, budget, load_prompt("default", log.language), log.language, log.id)
    reader = ANSWERER.read(tuple(summary_passages(Extractive(COUNTER).fold(request).summary)), log.language)
    inside = [
        p
        for p in probes
        if all(start <= e.turn < position for e in p.evidence) and (p.until is None or position <= p.until)
    ]
    return [grade(p, reader.ask(p.question, p.tool)).outcome is Outcome.RETAINED for p in inside]


def beside(turns: Sequence[Turn], ends: Sequence[int], end: int) -> list[int]:
    """The nearest place before and the nearest behind ``end`` that lies ``CLEAR`` turns from every boundary and tears no tool pair."""
    parts = whole(turns)
    found = []
    for side in (-1, 1):
        places = (end + side * n for n in range(CLEAR, NEAR + 1))
        fit = (p for p in places if 0 < p <= len(turns) and parts[p] == p and all(abs(p - e) >= CLEAR for e in ends))
        found += [p for p in (next(fit, None),) if p is not None]
    return found


def compare(log: Conversation, probes: Sequence[Probe]) -> Compared:
    """Every boundary that has a place beside it on both sides, and those places."""
    ends = [p for p in boundaries(log.turns) if p < len(log.turns)]
    pairs = [(e, places) for e in ends if len(places := beside(log.turns, ends, e)) == 2]
    here = [(e, kept) for e, _ in pairs if (kept := kept_at(log, probes, e))]
    used = {e for e, _ in here}
    there = [x for e, places in pairs if e in used for p in places for x in kept_at(log, probes, p)]
    return Compared(len(used), tuple(x for _, kept in here for x in kept), tuple(there))


# -------------------------------------------------------------------------------------------------------- synthetic


def joined(seed: int, language: str) -> Joined:
    """A synthetic log of ``TASKS`` tasks, each about other things, and those of its probes that are answered in the full log."""
    draw = Random(f"{seed}/{language}/seams")
    turns: list[Turn] = []
    probes: list[Probe] = []
    seams: list[tuple[int, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for n in range(TASKS):
            task, asked = _task(seed * TASKS + n, language, Path(folder))
            sign = draw.choice(SIGNS)
            if turns:
                seams.append((len(turns), sign))
                _end(turns, sign, n, language)
                task = _begin(task, sign, n, language)
            probes += [_moved(p, len(turns), n) for p in asked if p.positive]
            turns += _behind(turns, task, timedelta(hours=3 if sign == "pause" else 0, minutes=5))
    log = Conversation(f"tasks-{language}-{seed}", tuple(turns), language)
    reader = ANSWERER.read(tuple(map(passage, turns)), language)
    known = (p for p in probes if grade(p, reader.ask(p.question, p.tool)).outcome is Outcome.RETAINED)
    return Joined(log, tuple(known), tuple(seams))


def _task(seed: int, language: str, folder: Path) -> tuple[list[Turn], Sequence[Probe]]:
    path = write(seed, LENGTH, language, folder)
    log = next(read_log(path))
    probes = read_probes(folder / "probes" / path.name, builtin())
    first = next(i for i, t in enumerate(log.turns) if t.role is Role.USER)  # a person begins a task
    asked = (p for p in assign_probes(probes, [log])[log.id] if all(e.turn >= first for e in p.evidence))
    return [_own(t, seed) for t in log.turns[first:]], [_moved(p, -first, seed) for p in asked]


def _own(turn: Turn, task: int) -> Turn:
    """The turn with call identities that no other task has."""
    calls = tuple(replace(c, id=f"{task}-{c.id}") for c in turn.calls)
    return replace(turn, calls=calls, call_id=f"{task}-{turn.call_id}" if turn.call_id else None)


def _end(turns: list[Turn], sign: str, number: int, language: str) -> None:
    """Say the end of a task: in its last request, or in the last thing that the assistant says."""
    role = {"closing": Role.USER, "finished": Role.ASSISTANT}.get(sign)
    if role:
        at = max(i for i, t in enumerate(turns) if t.role is role)
        turns[at] = replace(turns[at], text=turns[at].text + _SAYS[language][sign].format(n=number))


def _begin(task: list[Turn], sign: str, number: int, language: str) -> list[Turn]:
    """Say the beginning of a task in its first request."""
    if sign not in ("marker", "request"):
        return task
    at = next(i for i, t in enumerate(task) if t.role is Role.USER)
    said = replace(task[at], text=_SAYS[language][sign].format(n=number + 1) + task[at].text)
    return [*task[:at], said, *task[at + 1 :]]


def _behind(turns: Sequence[Turn], task: Sequence[Turn], gap: timedelta) -> Iterator[Turn]:
    """The turns of a task, numbered and timed so that they follow the others."""
    last, first = (turns[-1].time if turns else None), task[0].time
    shift = last + gap - first if last and first else timedelta(0)
    for i, turn in enumerate(task, len(turns)):
        yield replace(turn, index=i, time=turn.time + shift if turn.time else None)


def _moved(probe: Probe, by: int, task: int) -> Probe:
    evidence = tuple(replace(e, turn=e.turn + by) for e in probe.evidence)
    until = None if probe.until is None else probe.until + by
    return replace(probe, id=f"{task}-{probe.id}", evidence=evidence, until=until, conversation="")


def detected(logs: Sequence[Joined]) -> dict[str, tuple[int, int]]:
    """By sign, how many seams a boundary was found at, of how many; under ``false`` the boundaries away from every seam, of all."""
    found = {s: [0, 0] for s in (*SIGNS, "false")}
    for joint in logs:
        ends = [p for p in boundaries(joint.log.turns) if p < len(joint.log.turns)]
        for seam, sign in joint.seams:
            found[sign][0] += any(abs(e - seam) <= AROUND for e in ends)
            found[sign][1] += 1
        found["false"][0] += sum(all(abs(e - seam) > AROUND for seam, _ in joint.seams) for e in ends)
        found["false"][1] += len(ends)
    return {k: (a, b) for k, (a, b) in found.items()}


# ----------------------------------------------------------------------------------------------------------- report


def told(logs: int, detected: Mapping[str, tuple[int, int]]) -> str:
    """What the detectors found in synthetic logs, in words."""
    false, found = detected["false"]
    signs = ", ".join(f"{k} {a} of {n}" for k, (a, n) in detected.items() if k != "false")
    return f"In {logs} logs of {TASKS} tasks the detectors find, by the sign that ends a task: {signs}; {false} of {found} boundaries lie elsewhere."


def summed(found: Sequence[Compared]) -> tuple[int, int, int]:
    """Boundaries used, and probes asked at them and beside them."""
    return sum(c.boundaries for c in found), sum(len(c.here) for c in found), sum(len(c.there) for c in found)
