"""``afterfold promote``: recommend information types for memory, replay with exactly those, and write what a product can read."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from harness.analysis.promotion import Price, Promotion, cross_fit, promotion, recalled_table
from harness.answering.reader import EmbeddedAnswerer
from harness.asking import Progress
from harness.categories import Categories, load
from harness.errors import RunFolderError, UsageError
from harness.folding.replay import Replay
from harness.logs import read_paths
from harness.logs.excerpts import ends_only
from harness.logs.redact import redacted
from harness.memory_probes import MemoryProbe, memory_probes
from harness.ports import Answerer, Judge
from harness.recall import Memory, Recall, Recalled, costs, remember
from harness.reporting.promotion import memory_toml, promotion_json
from harness.runs import Run, read_run
from harness.runs.jsonl import atomic, numbered, plain, write_json, write_lines
from harness.schema import Conversation, Probe
from harness.settings import Settings
from harness.tokens import TokenCounter, default_counter
from harness.workers import in_order, processes


@dataclass(frozen=True)
class Voices:
    """Who answers in the memory arms, and who judges: the same as in the run, or a gain would compare two readers."""

    answerer: Answerer
    judge: Judge | None = None


@dataclass(frozen=True)
class Replayed:
    """What the second replay wrote down: the answers of the memory arms, and the probes that only a memory can fail."""

    answers: list[Recalled]
    looked: list[MemoryProbe]


def promote(path: Path, **wanted: Any) -> Promotion:
    """Recommend and, with ``verify``, replay. Writes ``promotion.json`` and ``memory.toml`` (and ``memory.jsonl``, the answers of the
    memory arms, and ``memory_probes.jsonl``) into the run folder. Arguments and errors as in ``recommend``."""
    found, replayed = recommend(path, **wanted)
    write(path, found, replayed)
    return found


def recommend(
    path: Path,
    *,
    verify: bool,
    budget: int | None = None,
    only: Sequence[str] = (),
    progress: Progress = lambda what, n: None,
    voices: Voices | None = None,
) -> tuple[Promotion, Replayed | None]:
    """What to promote in a run and, with ``verify``, the second replay; nothing is written.

    ``only`` names types to put back instead of those that are recommended; ``budget`` is in tokens per request; ``voices`` answer and
    judge (None: the embedded reader). Raises UsageError for an unknown type, and where ``verify`` is asked for and the logs of
    the run are no longer there.
    """
    run = read_run(path)
    chosen = Settings.model_validate(run.info["settings"])
    categories = load(Path(chosen.categories) if chosen.categories else None)
    if unknown := sorted(set(only) - set(categories)):
        raise UsageError(f"There is no information type {unknown[0]!r}; known are {', '.join(categories)}.")
    budget = budget or chosen.memory
    replays, notes = _replays(run)
    if verify and not replays:
        raise UsageError(f"{path}: {notes[0] if notes else 'nothing was folded'}; a replay needs them.")
    memories = {c: remember(r, categories) for c, r in replays.items()}
    counter = default_counter()
    minimum = (chosen.min_probes, chosen.min_conversations)
    choices = _choices(run, only, lambda: cross_fit(run.outcomes, categories, chosen.target, minimum))
    voices = voices or Voices(EmbeddedAnswerer(categories))
    recalled = _recalled(run, replays, memories, choices, voices, counter, budget, progress) if verify else None
    looked = list(_looked(run, replays, memories, choices, counter, budget)) if verify else []
    if recalled is not None and not recalled:
        notes.append("Nothing is recommended on any part of the conversations, so nothing was replayed.")
    refused = sum((m.refused for m in memories.values()), start=Counter[str]())
    notes += [f"Memory items refused: {n} ({why})." for why, n in sorted(refused.items())]
    found = promotion(
        run.outcomes,
        categories,
        target=chosen.target,
        minimum=minimum,
        budget=budget,
        prices=_prices(run, memories, categories, counter, budget),
        recalled=recalled_table(map(plain, recalled)) if recalled is not None else None,
        choices=choices if verify else None,
        notes=notes,
        looked=map(plain, looked),
    )
    if only:
        found = replace(found, notes=(*found.notes, f"Put back as asked, not as recommended: {', '.join(only)}."))
    return found, Replayed(recalled, looked) if recalled is not None else None


def _choices(run: Run, only: Sequence[str], fitted: Any) -> Mapping[str, tuple[str, ...]]:
    return dict.fromkeys(sorted(run.outcomes["conversation"].unique()), tuple(only)) if only else fitted()


def _replays(run: Run) -> tuple[dict[str, Replay], list[str]]:
    """The replays of a run, rebuilt from its folds and its logs, and what is missing."""
    found: dict[str, Replay] = {}
    mode = "recorded" if run.info.get("recorded") else str(run.info["settings"].get("mode", "rolling"))
    lost: list[str] = []
    logs = _logs(run)
    for about in run.conversations:
        name = str(about["id"])
        log = logs.get(str(about["digest"]))
        if log is None:
            lost.append(name)
        elif run.folds.get(name):
            found[name] = Replay(replace(log, id=name), run.folds[name], mode)
    notes = [f"The logs of {', '.join(lost)} are gone or have changed"] if lost else []
    return found, notes


def _logs(run: Run) -> dict[str, Conversation]:
    """The logs of a run that are still where they were, by digest."""
    sources = dict.fromkeys(_place(str(c["source"])) for c in run.conversations)
    paths = [p for p in sources if p.exists()]
    if not paths:
        return {}
    reading = run.info.get("reading", {})
    with ends_only(reading.get("longest")):
        found = read_paths(paths)
        return {c.digest: c for c in (redacted(c)[0] if reading.get("redacted") else c for c in found)}


def _place(source: str) -> Path:
    """Where a log is: in the path of one that was read with redaction the name of its user's home folder is a placeholder."""
    return Path(re.sub(r"^(?:/home|/Users)/\[user-\d+\]", lambda m: str(Path.home()), source))


def _recalled(
    run: Run,
    replays: Mapping[str, Replay],
    memories: Mapping[str, Memory],
    choices: Mapping[str, Sequence[str]],
    voices: Voices,
    counter: TokenCounter,
    budget: int,
    progress: Progress,
) -> list[Recalled]:
    """The second replay: the folds of the run, each conversation with the types that the others chose; only the memory arms are
    asked anew."""
    asked = [
        Recall(replay, _probes(run, name), memories[name], names, voices.answerer, counter, budget, voices.judge)
        for name, replay in replays.items()
        if (names := choices.get(name, ()))
    ]
    pure = isinstance(voices.answerer, EmbeddedAnswerer) and voices.judge is None
    count = processes(run.info["settings"].get("jobs", 0), len(asked)) if pure else 1
    rows: list[Recalled] = []
    for found in in_order(Recall.rows, asked, count):
        rows += found
        progress("answers", len(found))
    return rows


def _looked(
    run: Run,
    replays: Mapping[str, Replay],
    memories: Mapping[str, Memory],
    choices: Mapping[str, Sequence[str]],
    counter: TokenCounter,
    budget: int,
) -> Iterator[MemoryProbe]:
    """What only a memory can do wrong, with the types that each conversation is replayed with."""
    for name, replay in replays.items():
        if names := choices.get(name, ()):
            yield from memory_probes(replay, _probes(run, name), memories[name], names, counter, budget)


def _probes(run: Run, conversation: str) -> list[Probe]:
    return [p for p in run.probes if p.conversation == conversation]


def _prices(
    run: Run, memories: Mapping[str, Memory], categories: Categories, counter: TokenCounter, budget: int
) -> dict[str, Price]:
    if not memories:
        return {}
    requests = {c: _probes(run, c) for c in memories}
    names = [c for c in categories if c in set(run.outcomes["category"])]
    return {k: Price(c.items, c.tokens) for k, c in costs(memories, requests, names, counter, budget).items()}


def write(path: Path, found: Promotion, replayed: Replayed | None) -> None:
    """Write what was found into the run folder."""
    if replayed is not None:
        write_lines(path / "memory.jsonl", replayed.answers)
        write_lines(path / "memory_probes.jsonl", replayed.looked)
    write_json(path / "promotion.json", promotion_json(found))
    with atomic(path / "memory.toml") as file:
        file.write(memory_toml(found))


def promoted(run: Run, categories: Categories) -> Promotion | None:
    """The promotion of a run folder, rebuilt from what was written there; None where there is none. Needs no log.

    Raises RunFolderError where the files are damaged.
    """
    if not (run.path / "promotion.json").is_file():
        return None
    try:
        data = json.loads((run.path / "promotion.json").read_text("utf-8"))
        answers, looked = (
            _lines(run.path / name) if data["choices"] else [] for name in ("memory.jsonl", "memory_probes.jsonl")
        )
        chosen = Settings.model_validate(run.info["settings"])
        return promotion(
            run.outcomes,
            categories,
            target=data["target"],
            minimum=(chosen.min_probes, chosen.min_conversations),
            budget=data["budget"],
            prices={
                c["name"]: Price(c["items_per_conversation"], c["tokens_per_request"])
                for c in data["categories"]
                if c["items_per_conversation"] is not None
            },
            recalled=recalled_table(answers) if answers else None,
            choices=data["choices"],
            notes=data["notes"],
            looked=looked,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RunFolderError(
            f"{run.path / 'promotion.json'}: damaged ({error!r}); run `afterfold promote {run.path}` again."
        ) from None


def _lines(file: Path) -> list[dict[str, Any]]:
    found = numbered(file, "replay with memory", RunFolderError) if file.is_file() else ()
    return [json.loads(line) for _, line in found]
