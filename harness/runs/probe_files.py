"""Probe sets as reviewable JSONL: one probe a line, in the form of ``schema.Probe``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from harness.categories import Categories
from harness.errors import ProbeError
from harness.language import detect
from harness.runs.jsonl import numbered, write_lines, wrong_with
from harness.schema import Conversation, Kind, Probe

_ADAPTER = TypeAdapter(Probe)
TYPED = frozenset(
    {Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER, Kind.NAME, Kind.TEXT}
)  # what is compared with one expected value


def read_probes(path: Path, categories: Categories) -> list[Probe]:
    """The probes of a file, or of all ``*.jsonl`` of a folder. A probe without ``conversation`` belongs to the log that has
    the file's name.

    Raises ProbeError with file, line and what is wrong.
    """
    if path.is_dir():
        files = sorted(path.glob("*.jsonl"))
        if not files:
            raise ProbeError(f"{path}: no *.jsonl file in this folder.")
        return [p for f in files for p in read_probes(f, categories)]
    lines = numbered(path, "probe file", ProbeError)
    probes = [parse_probe(line, f"{path}:{n}", categories, path.stem) for n, line in lines]
    if not probes:
        raise ProbeError(f"{path}: no probes in this file.")
    return _distinct(probes, path)


def parse_probe(line: str, where: str, categories: Categories, conversation: str) -> Probe:
    """One probe from its JSON; ``conversation`` is the log it belongs to where it does not say.

    Raises ProbeError that begins with ``where`` and says what is wrong.
    """
    try:
        probe = _ADAPTER.validate_json(line)
    except ValidationError as error:
        raise ProbeError(f"{where}: {wrong_with(error)}.") from None
    if probe.category not in categories:
        raise ProbeError(f"{where}: unknown category {probe.category!r}; known are {', '.join(categories)}.")
    if problem := _inconsistent(probe):
        raise ProbeError(f"{where}: {problem}.")
    return replace(probe, conversation=probe.conversation or conversation, language=detect(probe.question))


def _inconsistent(probe: Probe) -> str | None:
    if probe.kind is Kind.ABSENT:
        return "an absent probe has no evidence" if probe.evidence else None
    if probe.kind in TYPED and not probe.expected.strip():
        return f"a probe of kind {probe.kind.value} needs an expected value"
    if not probe.question.strip():
        return "the question is empty"
    if not probe.evidence:
        return "a probe of something that was said needs evidence"
    if probe.kind is Kind.CLAIMS and not any(c.forms for c in probe.claims):
        return "a probe of kind claims needs claims"
    return None


def _distinct(probes: Sequence[Probe], path: Path) -> list[Probe]:
    seen: set[tuple[str, str]] = set()
    for p in probes:
        if (p.conversation, p.id) in seen:
            raise ProbeError(f"{path}: probe id {p.id!r} stands there twice.")
        seen.add((p.conversation, p.id))
    return list(probes)


def write_probes(path: Path, probes: Iterable[Probe]) -> None:
    """Write a probe set, atomically."""
    write_lines(path, probes)


def assign_probes(probes: Iterable[Probe], conversations: Sequence[Conversation]) -> Mapping[str, list[Probe]]:
    """Probes by conversation id, with every quote checked against its turn.

    Raises ProbeError where a quote does not stand in the log, or where no probe belongs to any of the logs.
    """
    by_id = {c.id: c for c in conversations}
    found: dict[str, list[Probe]] = {c: [] for c in by_id}
    for probe in probes:
        if probe.conversation in by_id:
            for problem in _misquotes(probe, by_id[probe.conversation]):
                raise ProbeError(problem)
            found[probe.conversation].append(probe)
    if by_id and not any(found.values()):
        raise ProbeError(
            f"No probe belongs to any of the logs ({', '.join(list(by_id)[:5])} …); is it the right probe file?"
        )
    return found


def _misquotes(probe: Probe, conversation: Conversation) -> Iterator[str]:
    for e in probe.evidence:
        if not 0 <= e.turn < len(conversation.turns):
            yield f"Probe {probe.id}: {conversation.id} has no turn {e.turn}; was the probe set made from another version of the log?"
        elif e.quote not in conversation.turns[e.turn].text:
            yield f"Probe {probe.id}: its quote {e.quote[:50]!r} does not stand in turn {e.turn} of {conversation.id}."
