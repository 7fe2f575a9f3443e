"""Run folders: what was run, and every fold and answer of it.

    run.json             settings, versions, digests, seed, and when (the only place with a time)
    conversations.jsonl  one line a log: language, turns, tokens, lines that were not understood
    probes.jsonl         the probes that were asked, in full
    folds.jsonl          every fold with its summary and sizes
    answers.jsonl        every answer with its grade: the outcome table
    verdict.json         what the analysis says
    report.html          the page

The same command on the same input writes the same bytes, ``run.json``'s time apart.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pandas as pd
from pydantic import TypeAdapter, ValidationError

from harness.errors import RunFolderError, plainly
from harness.runs.jsonl import line, write_json, write_lines
from harness.schema import Fold, Probe

SCHEMA_VERSION = 1
_PROBE = TypeAdapter(Probe)
_FOLD = TypeAdapter(Fold)
ANSWER_COLUMNS = (
    "conversation",
    "probe",
    "category",
    "arm",
    "fold",
    "age",
    "chain",
    "trial",
    "answer",
    "outcome",
    "why",
    "verbatim",
    "carried",
    "reached",
    "support",
    "there",
)


@dataclass(frozen=True)
class Run:
    """A run folder, read. ``outcomes`` has one row per answer, with the columns of ``schema.Outcomes``."""

    path: Path
    info: Mapping[str, Any]
    conversations: tuple[Mapping[str, Any], ...]
    probes: tuple[Probe, ...]
    folds: Mapping[str, tuple[Fold, ...]]
    outcomes: pd.DataFrame


class RunWriter:
    """Writes a run folder as results come in; ``run.json`` is written last and marks the run as complete."""

    def __init__(self, runs: Path, name: str, now: datetime) -> None:
        stem = f"{now:%Y%m%dT%H%M%S}-{name}"
        self.path = _fresh(runs, stem)
        self._now = now
        self._answers = (self.path / "answers.jsonl").open("w", encoding="utf-8", newline="\n")
        self._folds = (self.path / "folds.jsonl").open("w", encoding="utf-8", newline="\n")

    def add(self, conversation: str, folds: Iterable[Fold], rows: Iterable[Any]) -> None:
        """Append the folds and answers of one conversation, and flush them to disk."""
        for fold in folds:
            self._folds.write(line({"conversation": conversation, "fold": fold}))
        for row in rows:
            self._answers.write(line({c: getattr(row, c) for c in ANSWER_COLUMNS}))
        self._folds.flush()
        self._answers.flush()

    def finish(self, info: Mapping[str, Any], conversations: Iterable[Any], probes: Iterable[Probe]) -> None:
        """Write what is known at the end."""
        self._answers.close()
        self._folds.close()
        write_lines(self.path / "conversations.jsonl", conversations)
        write_lines(self.path / "probes.jsonl", probes)
        write_json(self.path / "run.json", {"schema_version": SCHEMA_VERSION, "created": self._now.isoformat(), **info})

    def __enter__(self) -> RunWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self._answers.close()
        self._folds.close()


def _fresh(runs: Path, stem: str) -> Path:
    for n in range(1, 1000):
        path = runs / (stem if n == 1 else f"{stem}-{n}")
        try:
            path.mkdir(parents=True)
            return path
        except FileExistsError:
            continue
        except OSError as error:
            raise RunFolderError(
                f"{runs}: the run folder cannot be made: {_why(error)}; choose another place with --runs."
            ) from None
    raise RunFolderError(f"{runs}: a thousand runs within one second; choose another folder with --runs.")


def _why(error: OSError) -> str:
    return "no folder can be made there" if error.errno == errno.ENOENT else plainly(error)


def read_run(path: Path) -> Run:
    """Read a run folder. Raises RunFolderError when it is missing, unfinished, torn or of another version."""
    if not path.is_dir():
        raise RunFolderError(f"{path}: no such run folder; `afterfold eval` writes one and names it.")
    info = _json(
        path / "run.json", f"{path}: not a finished run (no run.json); `afterfold eval` writes one and names it."
    )
    if info.get("schema_version") != SCHEMA_VERSION:
        raise RunFolderError(
            f"{path}: written in version {info.get('schema_version')} of the run format, this is {SCHEMA_VERSION}; run it again."
        )
    try:
        probes = tuple(_PROBE.validate_python(r, strict=False) for r in _lines(path / "probes.jsonl"))
        folds: dict[str, list[Fold]] = {}
        for row in _lines(path / "folds.jsonl"):
            folds.setdefault(row["conversation"], []).append(_FOLD.validate_python(row["fold"]))
        rows = list(_lines(path / "answers.jsonl"))
        with pd.option_context(
            "mode.string_storage", "python"
        ):  # Arrow, where it is installed, refuses lone surrogates
            outcomes = pd.DataFrame(rows, columns=list(ANSWER_COLUMNS))
        conversations = tuple(_lines(path / "conversations.jsonl"))
    except (KeyError, TypeError, ValidationError) as error:
        raise RunFolderError(
            f"{path}: the run folder is damaged ({str(error).splitlines()[0]}); run it again."
        ) from None
    outcomes["age"] = outcomes["age"].astype("Int64")
    return Run(path, info, conversations, probes, {c: tuple(f) for c, f in folds.items()}, outcomes)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    number = 0
    try:
        with path.open(encoding="utf-8") as file:
            for text in file:
                number += 1
                yield json.loads(text)
    except FileNotFoundError:
        raise RunFolderError(f"{path}: missing; the run was not finished or was moved in part.") from None
    except OSError as error:
        raise RunFolderError(
            f"{path}: cannot be read: {plainly(error)}; check its permissions, or run it again."
        ) from None
    except ValueError:
        raise RunFolderError(f"{path}:{number}: not JSON; the file is damaged, run it again.") from None


def _json(path: Path, otherwise: str) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunFolderError(otherwise) from None
    except OSError as error:
        raise RunFolderError(
            f"{path}: cannot be read: {plainly(error)}; check its permissions, or run it again."
        ) from None
    except ValueError:
        raise RunFolderError(f"{path}: not JSON; the file is damaged, run it again.") from None
    if not isinstance(data, dict):
        raise RunFolderError(f"{path}: not a run description.")
    return data
