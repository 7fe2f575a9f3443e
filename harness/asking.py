"""Asking one conversation's probes, and grading what is said.

Every probe is asked in three arms. ``full`` is asked at every point where a fold happens and at the end, so that "answerable"
means answerable with the log as it was then; ``none`` is asked once; ``folded`` after every fold that the probe's evidence had
been said by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from harness.answering.carried import CarriedText
from harness.answering.grading import grade
from harness.folding.context import passage
from harness.folding.replay import Replay
from harness.ports import Answerer, Judge, Reader
from harness.schema import Answer, Arm, Conversation, Fold, Grade, Outcome, Outcomes, Passage, Probe

Progress = Callable[[str, int], None]
_SHOWN = 300  # characters of the line that still carries a lost answer


def silent(what: str, n: int) -> None:
    """Progress that nobody watches."""


class Asker:
    """Asks one conversation's probes; holds nothing but its arguments."""

    def __init__(
        self,
        conversation: Conversation,
        probes: Sequence[Probe],
        answerer: Answerer,
        progress: Progress = silent,
        judge: Judge | None = None,
    ) -> None:
        self._judge = judge
        self._conversation = conversation
        self._probes = probes
        self._answerer = answerer
        self._progress = progress
        self._grades: dict[tuple[str, Answer], Grade] = {}  # the same answer comes again at most ages

    def none(self) -> Iterator[Outcomes]:
        """Every probe without any context: the floor."""
        reader = self._read(())
        for probe in self._probes:
            yield self._row(probe, reader, Arm.NONE, 0, None, None, None)
        self._progress("answers", len(self._probes))

    def full(self, replay: Replay) -> Iterator[Outcomes]:
        """Fold 0 stands for the end of the log; fold j for the uncompressed log as it was when fold j happened."""
        turns = self._conversation.turns
        points = {f.position: f.ordinal for f in replay.folds if f.position < len(turns)} | {len(turns): 0}
        held = {position: [p for p in self._probes if holds(p, position)] for position in sorted(points)}
        readers = self._readers([position for position, probes in held.items() if probes])
        for position, probes in held.items():
            for probe in probes:
                yield self._row(probe, readers(position), Arm.FULL, points[position], None, None, None)
            self._progress("answers", len(probes))

    def _readers(self, positions: Sequence[int]) -> Callable[[int], Reader]:
        """Readers of the log as it was at each of the positions. A reader that can be cut to a beginning need not read that again."""
        passages = tuple(map(passage, self._conversation.turns[: max(positions, default=0)]))
        whole = self._read(passages)

        @lru_cache(maxsize=1)
        def at(position: int) -> Reader:
            if position == len(passages):
                return whole
            cut: Reader = whole.until(position) if hasattr(whole, "until") else self._read(passages[:position])
            return cut

        return at

    def folded(self, replay: Replay, attributed: bool = True) -> Iterator[Outcomes]:
        """Every probe that holds, after every fold. Without ``attributed`` it is not looked at whether the context still carries the
        answer."""
        carried_before: dict[str, bool] = {}
        for fold in replay.folds:
            held = [p for p in self._probes if holds(p, fold.position)]
            if fold.failure:
                yield from (self._invalid(p, replay, fold) for p in held)
                continue
            context = replay.context(fold)
            reader, text = self._read(context), CarriedText(context)
            for probe in held:
                age = replay.age(probe, fold)
                looked = attributed and probe.positive
                carried = text.carries(probe) if looked else None
                reached = carried_before.get(probe.id, True) if looked else None
                if carried is not None:
                    carried_before[probe.id] = carried
                row = self._row(probe, reader, Arm.FOLDED, fold.ordinal, age, carried, reached)
                lost = carried and row.outcome is not Outcome.RETAINED
                yield replace(row, there=text.where(probe)[:_SHOWN]) if lost else row
            self._progress("answers", len(held))

    def _read(self, passages: tuple[Passage, ...]) -> Reader:
        return self._answerer.read(passages, self._conversation.language)

    def _row(
        self,
        probe: Probe,
        reader: Reader,
        arm: Arm,
        fold: int,
        age: int | None,
        carried: bool | None,
        reached: bool | None,
    ) -> Outcomes:
        answer = reader.ask(probe.question, probe.tool)
        graded = self._graded(probe, answer)
        return _outcome(self._conversation.id, probe, arm, fold, age, carried, reached, answer, graded)

    def _graded(self, probe: Probe, answer: Answer) -> Grade:
        if (key := (probe.id, answer)) not in self._grades:
            self._grades[key] = graded(probe, answer, self._judge)
        return self._grades[key]

    def _invalid(self, probe: Probe, replay: Replay, fold: Fold) -> Outcomes:
        why = Grade(Outcome.INVALID, f"the fold failed: {fold.failure}")
        return _outcome(
            self._conversation.id, probe, Arm.FOLDED, fold.ordinal, replay.age(probe, fold), None, None, Answer(""), why
        )


def graded(probe: Probe, answer: Answer, judge: Judge | None) -> Grade:
    """The grade of an answer: by rule, and by the judge what rules leave ungraded; invalid where there is no answer."""
    if answer.failure:
        return Grade(Outcome.INVALID, f"no answer: {answer.failure}")
    found = grade(probe, answer)
    return judge.decide(probe, answer) if judge and found.outcome is Outcome.UNGRADED else found


def holds(probe: Probe, position: int) -> bool:
    """Whether a probe can fairly be asked when ``position`` turns have been said: all said, and not yet out of date."""
    return probe.known_from <= position and (probe.until is None or position <= probe.until)


def _outcome(
    conversation: str,
    probe: Probe,
    arm: Arm,
    fold: int,
    age: int | None,
    carried: bool | None,
    reached: bool | None,
    answer: Answer,
    graded: Grade,
) -> Outcomes:
    return Outcomes(
        conversation,
        probe.id,
        probe.category,
        arm,
        fold,
        age,
        0,
        0,
        answer.text,
        graded.outcome,
        graded.why,
        graded.verbatim,
        carried,
        reached,
        answer.support,
    )
