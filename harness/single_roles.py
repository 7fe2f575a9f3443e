"""The verbs in which one role works alone: calibrating the judge, writing probes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.answering.agreement import Labelled, read_labels
from harness.answering.judge import Calibration, calibrate
from harness.categories import load
from harness.errors import UsageError, plainly
from harness.logs import read_paths
from harness.model_roles import CALIBRATION, judge_of, role
from harness.modelled import asked
from harness.places import check_file
from harness.ports import Model
from harness.probing.author import Author
from harness.runs import write_probes
from harness.runs.jsonl import write_json
from harness.schema import Probe
from harness.settings import load_settings

Say = Callable[[str], None]


def _settings(flags: Mapping[str, Any]) -> Any:
    return load_settings(Path.cwd(), {k: str(v) if isinstance(v, Path) else v for k, v in flags.items()})


def calibrate_judge(files: Sequence[Path], flags: Mapping[str, Any], say: Say) -> str:
    """Judge labelled answers, keep the figures beside the store, and say them."""
    chosen = _settings(flags)
    labels = [x for f in files for x in _labels(f)]
    if not labels:
        raise UsageError(f"{files[0]}: no labelled answers in it.")
    found = asked(chosen, lambda model: calibrate(judge_of(chosen, model), labels), say)
    _keep(Path(chosen.store).with_name(CALIBRATION), found)
    (a, b), (c, d) = found.sensitivity.interval, found.specificity.interval
    return (
        f"{found.judge} on {found.labels} labelled answers: sensitivity {found.sensitivity.value:.3f} [{a:.3f}, {b:.3f}], "
        f"specificity {found.specificity.value:.3f} [{c:.3f}, {d:.3f}], kappa {found.kappa:.3f}, {found.undecided} without a verdict"
    )


def _labels(file: Path) -> list[Labelled]:
    try:
        return list(read_labels(file))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: the labelled answers cannot be read: {plainly(error)}.") from None
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"{file}: not a file of labelled answers; see datasets/README.md for their form.") from None


def _keep(path: Path, found: Calibration) -> None:
    try:
        known = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        known = {}
    known[found.digest] = {
        "judge": found.judge,
        "labels": found.labels,
        "sensitivity": found.sensitivity.value,
        "specificity": found.specificity.value,
        "kappa": found.kappa,
        "undecided": found.undecided,
    }
    write_json(path, dict(sorted(known.items())))


def write_authored(paths: Sequence[Path], output: Path, flags: Mapping[str, Any], say: Say) -> str:
    """Let the author write probes for logs, verified; says how many were kept and why others were not."""
    check_file(output)  # before anything is paid
    chosen = _settings(flags)
    categories = load(Path(chosen.categories) if chosen.categories else None)
    logs = list(read_paths(paths, None, on_skip=lambda path, why: say(f"{path}: left out ({why})")))
    r = role(chosen, "author")

    def write(model: Model) -> tuple[list[Probe], Counter[str]]:
        author = Author(model, str(r.model), r.effort, r.prompt, r.max_tokens or 8192)
        written = [author.write(log, categories) for log in logs]
        dropped: Counter[str] = Counter()
        for each in written:
            dropped.update(each.dropped)
        return [p for each in written for p in each.probes], dropped

    probes, dropped = asked(chosen, write, say)
    if not probes:
        raise UsageError(f"Nothing that the author wrote could be verified: {_reasons(dropped) or 'it wrote nothing'}.")
    write_probes(output, probes)
    return f"{len(probes)} probes written to {output}; dropped {sum(dropped.values())} ({_reasons(dropped) or 'none'})"


def _reasons(dropped: Counter[str]) -> str:
    return ", ".join(f"{why} {n}" for why, n in sorted(dropped.items()))
