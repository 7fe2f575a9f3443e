"""The questions that a memory benchmark brings along, as probes of its conversations.

The benchmarks know no information types. Where their own label says one (time, revised value) it is taken; else the
answer's shape decides: a number is a quantity, a date a time, a short name an identifier, anything longer a task state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from harness.logs.blocks import clean
from harness.logs.notes import Notes
from harness.schema import Evidence, Kind, Probe, Turn

_DATE = re.compile(
    r"\b(?:1[89]|20)\d{2}\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|tomorrow|weeks? ago|o.clock|[ap]m)\b|\d\s*[월일년시]",
    re.IGNORECASE,
)
_SHORT = 6  # words


def answer_text(value: object) -> str:
    """The answer as text; benchmarks write years and counts as numbers."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return clean(str(value)).strip()


def category_of(answer: str) -> str:
    """The information type that an answer's shape suggests."""
    if _DATE.search(answer):
        return "time"
    if re.search(r"\d", answer):
        return "quantity"
    return "identifier" if len(answer.split()) <= _SHORT else "task_state"


def answered(
    name: str, question: str, answer: str, category: str, turns: Sequence[Turn], evidence: Iterable[int], origin: str
) -> Probe:
    """A question that the log answers; each turn of evidence is a piece of its own, quoted whole."""
    quotes = tuple(Evidence(i, turns[i].text, piece) for piece, i in enumerate(evidence))
    return Probe(name, category, question, Kind.TEXT, answer, evidence=quotes, origin=origin)


def unanswerable(name: str, question: str, wrong: str, origin: str) -> Probe:
    """A question that the log does not answer; ``wrong`` is what a model is tempted to say."""
    return Probe(name, "absent", question, Kind.ABSENT, "", wrong=(wrong,) if wrong else (), origin=origin)


def usable(question: str, answer: str, evidence: Sequence[int], notes: Notes) -> bool:
    """Whether a question can be asked; one without words, an answer or a place in the log is noted."""
    if not question or not answer:
        notes.add("question without words or without an answer")
    elif not evidence:
        notes.add("question whose evidence is not in the conversation")
    return bool(question and answer and evidence)
