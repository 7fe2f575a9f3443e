"""One side of a comparison, and the baseline folder: what a gate needs of a run, small enough to be committed and reviewed.

baseline.json   when, from what, settings, digests, and the fold prompts in full
outcomes.csv    one line a probe and chain: ``1=1 2=0 3=x`` is retained at age 1, lost at age 2, no usable fold at age 3
folds.csv       one line a fold: tokens in and out, unsupported values, and why it failed
"""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from harness.errors import UsageError, plainly
from harness.places import make_folder
from harness.runs.jsonl import atomic, write_json

VERSION = 1
COURSE = ("conversation", "probe", "category", "must_hold", "eligible", "chain")
FOLD = ("conversation", "chain", "fold", "tokens_in", "tokens_out", "unsupported", "failure")


@dataclass(frozen=True)
class Side:
    """One of two runs that are compared.

    ``measure`` is what must be alike (reader, grader, probes, logs, fold policy), ``system`` what may differ (compactor, prompts,
    summary size); ``outputs`` digests every summary and grade. ``courses`` has a row per probe, chain and age with ``kept`` (mean over
    trials; missing where the fold failed); ``folds`` a row per fold, ``failure`` empty where it is usable. ``folder`` is that of a
    baseline, empty for a run.
    """

    name: str
    created: str
    measure: Mapping[str, Any]
    system: Mapping[str, Any]
    outputs: str
    prompts: Mapping[str, Mapping[str, Any]]
    courses: pd.DataFrame
    folds: pd.DataFrame
    folder: str = ""


def accepting(folder: str | Path) -> str:
    """The command that makes or refreshes a baseline in this folder."""
    return f"afterfold baseline accept RUN --to {shlex.quote(str(folder))}"


def write_baseline(folder: Path, side: Side, accepted: str) -> None:
    """Write a side as a baseline folder; the same side gives the same bytes, the date ``accepted`` apart."""
    head = {
        "baseline_version": VERSION,
        "accepted": accepted,
        "run": side.name,
        "created": side.created,
        "measure": side.measure,
        "system": side.system,
        "outputs": side.outputs,
        "prompts": side.prompts,
    }
    make_folder(folder)
    _write_csv(folder / "outcomes.csv", (*COURSE, "course"), _lines(side.courses))
    _write_csv(folder / "folds.csv", FOLD, side.folds[list(FOLD)].itertuples(index=False))
    write_json(folder / "baseline.json", head)


def read_baseline(folder: Path) -> Side:
    """Read a baseline folder. Raises UsageError where there is none or where it is damaged, with what to do."""
    again = f"accept one with `{accepting(folder)}`"
    try:
        head = json.loads((folder / "baseline.json").read_text(encoding="utf-8"))
        if head["baseline_version"] != VERSION:
            raise UsageError(f"{folder}: a baseline of version {head['baseline_version']}, this is {VERSION}; {again}.")
        courses = pd.DataFrame(_rows(folder / "outcomes.csv"), columns=[*COURSE, "age", "kept"])
        folds = pd.read_csv(folder / "folds.csv", dtype={"conversation": str, "failure": str}, keep_default_na=False)
        parts = (head["created"], head["measure"], head["system"], head["outputs"], head["prompts"])
        return Side(f"{folder} (accepted {head['accepted'][:10]})", *parts, courses, folds[list(FOLD)], str(folder))
    except FileNotFoundError as error:
        raise UsageError(
            f"{folder}: no baseline here (no {Path(error.filename).name}), and no run; check the path, or {again}."
        ) from None
    except OSError as error:
        raise UsageError(f"{folder}: no baseline can be read here: {plainly(error)}; {again}.") from None
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"{folder}: the baseline is damaged; {again}.") from None


def _lines(courses: pd.DataFrame) -> Iterator[tuple[Any, ...]]:
    ordered = courses.sort_values([*COURSE, "age"], kind="stable")
    for key, rows in ordered.groupby(list(COURSE), sort=True):
        course = " ".join(
            f"{a}={'x' if pd.isna(k) else f'{k:g}'}" for a, k in zip(rows["age"], rows["kept"], strict=True)
        )
        names = key if isinstance(key, tuple) else (key,)
        yield (*names[:3], int(names[3]), int(names[4]), names[5], course)


def _rows(path: Path) -> Iterator[tuple[Any, ...]]:
    with path.open(encoding="utf-8", newline="") as file:
        for r in csv.DictReader(file):
            head = (
                r["conversation"],
                r["probe"],
                r["category"],
                r["must_hold"] == "1",
                r["eligible"] == "1",
                int(r["chain"]),
            )
            for point in r["course"].split():
                age, _, kept = point.partition("=")
                yield (*head, int(age), float("nan") if kept == "x" else float(kept))


def _write_csv(path: Path, head: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    with atomic(path) as file:
        file.write(text.getvalue().encode("utf-8", "backslashreplace").decode("utf-8"))
