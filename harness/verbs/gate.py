"""``afterfold compare``, ``gate``, ``power``, ``baseline accept``."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from harness import categories
from harness.analysis.gate import Policy, Verdict, judge
from harness.analysis.power import power_of, sentences
from harness.analysis.sides import side_of
from harness.errors import RunFolderError
from harness.reporting.gate_page import gate_page
from harness.reporting.gate_report import gate_comment, gate_json, gate_junit, gate_text
from harness.reporting.power_table import power_json, power_text
from harness.runs import read_run
from harness.runs.baseline import Side, accepting, read_baseline, write_baseline
from harness.runs.jsonl import atomic, write_json
from harness.settings import GatePolicy, load_settings

STALE = timedelta(days=90)


def policy_of(folder: Path, flags: Mapping[str, Any]) -> tuple[Policy, Path | None]:
    """The policy of a folder's settings with flags on top, and the file of further types."""
    given = {k: v for k, v in flags.items() if v is not None}
    settings = load_settings(folder, {})
    settings = load_settings(folder, {"gate": {**settings.gate.model_dump(), **given}}) if given else settings
    chosen: GatePolicy = settings.gate
    return Policy(**chosen.model_dump()), Path(settings.categories) if settings.categories else None


def compared(base: Path, candidate: Path, folder: Path, flags: Mapping[str, Any], now: datetime) -> Verdict:
    """The verdict on a candidate run against a baseline folder or another run."""
    policy, extra = policy_of(folder, flags)
    first = _side(base)
    warnings = _stale(first, base, now)
    return judge(first, side_of(read_run(newest(candidate))), categories.load(extra), policy, warnings)


def newest(path: Path) -> Path:
    """A run folder itself, or the newest finished run of a folder of runs (their names sort by time)."""
    if (path / "run.json").is_file() or not path.is_dir():
        return path
    runs = sorted(p.parent for p in path.glob("*/run.json"))
    if not runs:
        raise RunFolderError(f"{path}: no finished run here; `afterfold eval` writes one and names it.")
    return runs[-1]


def accept(run: Path, folder: Path, now: datetime) -> None:
    """Write a run as the baseline."""
    write_baseline(folder, side_of(read_run(newest(run))), now.isoformat())


def write_projections(v: Verdict, json: Path | None, comment: Path | None, junit: Path | None) -> None:
    """Write the projections that were asked for."""
    if json is not None:
        write_json(json, gate_json(v))
    for path, text in ((comment, gate_comment), (junit, gate_junit)):
        if path is not None:
            with atomic(path) as file:
                file.write(text(v))


def write_page(v: Verdict, candidate: Path, folder: Path, path: Path, language: str) -> None:
    """Write the verdict as one self-contained page; questions and expected answers come from the candidate's probes."""
    _, extra = policy_of(folder, {})
    probes = {(p.conversation, p.id): p for p in read_run(newest(candidate)).probes}
    with atomic(path) as file:
        file.write(gate_page(v, probes, categories.load(extra), language))


def shown(v: Verdict) -> str:
    """The verdict for a terminal."""
    return gate_text(v)


def power_shown(path: Path, folder: Path, as_json: bool) -> str:
    """Which drop a run or a baseline can show, under the policy of a folder's settings."""
    policy, _ = policy_of(folder, {})
    side = read_baseline(path) if (path / "baseline.json").is_file() else side_of(read_run(newest(path)))
    found = power_of(side, policy)
    said = sentences(found, policy)
    return jsonlib.dumps(power_json(found, said), ensure_ascii=False) if as_json else power_text(found, said)


def _side(path: Path) -> Side:
    if (path / "baseline.json").is_file() or not (path / "run.json").is_file():
        return read_baseline(path)
    return side_of(read_run(path))


def _stale(side: Side, path: Path, now: datetime) -> list[str]:
    age = now - datetime.fromisoformat(side.created)
    if age <= STALE:
        return []
    return [f"the baseline is {age.days} days old; refresh it with `{accepting(path)}`."]
