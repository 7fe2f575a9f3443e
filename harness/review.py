"""Review of probes by a person at the terminal: accept, reject, edit. Every decision is on disk before the next question.

``<output>.decisions.jsonl`` is the journal: one line a decision, so that a review that was broken off goes on where it stopped;
``<output>`` holds the accepted probes, in the order in which they were generated.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from harness.categories import Categories
from harness.errors import ProbeError
from harness.reporting.review_page import Quote, quotes
from harness.reporting.text import visible
from harness.runs import write_probes
from harness.runs.jsonl import line, numbered
from harness.runs.probe_files import parse_probe
from harness.schema import Conversation, Probe

Verdict = Literal["accept", "reject"]
KEYS = {"a": "accept", "r": "reject", "e": "edit", "s": "skip", "q": "quit"}
_AROUND = 160  # characters of a turn shown around a quote


@dataclass(frozen=True)
class Terminal:
    """What a review needs of a terminal: ``show`` a text, ``ask`` for one of the keys, ``edit`` a text (None: left as it was)."""

    show: Callable[[str], None]
    ask: Callable[[str], str]
    edit: Callable[[str], str | None]


@dataclass(frozen=True)
class Reviewed:
    """How a review ended: counts of accepted and rejected probes, and of those without a decision."""

    accepted: int
    rejected: int
    left: int


def review(
    probes: Sequence[Probe],
    conversations: Mapping[str, Conversation],
    categories: Categories,
    output: Path,
    terminal: Terminal,
) -> Reviewed:
    """Show every probe that has no decision yet and write what is decided. Skipped probes come again next time."""
    journal = output.with_name(output.name + ".decisions.jsonl")
    decided = dict(_read(journal, categories))
    todo = [p for p in probes if _key(p) not in decided]
    if decided:
        terminal.show(f"decided before ({journal}): {len(decided)}; left: {len(todo)}\n")
    for number, probe in enumerate(todo, 1):
        terminal.show(described(probe, conversations.get(probe.conversation), f"{number}/{len(todo)}"))
        answer = _decided(probe, categories, terminal)
        if answer == "quit":
            break
        if answer != "skip":
            decided[_key(probe)] = answer
            _append(journal, probe, answer)
    kept = [p for probe in probes if isinstance(p := decided.get(_key(probe)), Probe)]
    write_probes(output, kept)
    known = [_key(p) in decided for p in probes]
    return Reviewed(len(kept), sum(known) - len(kept), len(probes) - sum(known))


def _key(probe: Probe) -> tuple[str, str]:
    return probe.conversation, probe.id


def _decided(probe: Probe, categories: Categories, terminal: Terminal) -> Probe | str:
    """The probe as accepted, or ``reject``, ``skip`` or ``quit``."""
    while True:
        match KEYS.get(terminal.ask("[a]ccept [r]eject [e]dit [s]kip [q]uit").strip().lower()[:1]):
            case "accept":
                return probe
            case "edit":
                if edited := _edited(probe, categories, terminal):
                    return edited
            case "reject" | "skip" | "quit" as answer:
                return answer
            case _:
                terminal.show("Type one of a, r, e, s, q.")


def _edited(probe: Probe, categories: Categories, terminal: Terminal) -> Probe | None:
    """The probe after editing; None where it was left as it was or what was written is no probe (told)."""
    text = terminal.edit(json.dumps(json.loads(line(probe)), ensure_ascii=False, indent=1))
    if text is None:
        return None
    try:
        return parse_probe(text, "the edited probe", categories, probe.conversation)
    except ProbeError as error:
        terminal.show(f"{error} Nothing was changed.")
    return None


def described(probe: Probe, conversation: Conversation | None, number: str) -> str:
    """A probe as a person reads it: question, expected answer, and each quote in its turn."""
    values = [f"expected   {probe.expected or '(no answer: the log does not say)'}"]
    values += [f"accepted   {' · '.join(probe.accepted)}"] if probe.accepted else []
    values += [f"stale      {' · '.join(probe.stale)}"] if probe.stale else []
    values += [f"claim      {'NOT ' if c.negated else ''}{' | '.join(c.forms)}" for c in probe.claims]
    head = f"── {number} · {probe.conversation} · {probe.category} · {probe.origin}"
    text = "\n".join(
        [head, f"question   {probe.question}", *values, *map(_quoted, quotes(probe, conversation, _AROUND))]
    )
    return visible(text) + "\n"


def _quoted(q: Quote) -> str:
    who = f"turn {q.turn}" + (f", {q.role}" if q.role else "")
    before, quote, after = (" ".join(text.split()) for text in (q.before, q.quote, q.after))
    return f"{who:10} {before} »{quote}« {after}"


def _append(journal: Path, probe: Probe, answer: Probe | str) -> None:
    with journal.open("a", encoding="utf-8", newline="\n") as file:
        accepted = answer if isinstance(answer, Probe) else None
        verdict: Verdict = "accept" if accepted else "reject"
        file.write(line({"conversation": probe.conversation, "id": probe.id, "verdict": verdict, "probe": accepted}))


def _read(journal: Path, categories: Categories) -> Iterator[tuple[tuple[str, str], Probe | str]]:
    if not journal.is_file():
        return
    for number, text in numbered(journal, "journal of a review", ProbeError):
        where = f"{journal}:{number}"
        try:
            row = json.loads(text)
            key, verdict, raw = (row["conversation"], row["id"]), row["verdict"], row["probe"]
        except (ValueError, KeyError, TypeError):
            raise ProbeError(f"{where}: not a decision; mend or remove the line.") from None
        accepted = verdict == "accept"
        yield key, parse_probe(json.dumps(raw), where, categories, key[0]) if accepted else "reject"
