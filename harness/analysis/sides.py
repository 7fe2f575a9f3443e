"""A run as one side of a comparison."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import pandas as pd

from harness.analysis.outcomes import KEYS, eligible_probes
from harness.errors import UnlikeError
from harness.runs import Run
from harness.runs.baseline import FOLD, Side, accepting
from harness.runs.jsonl import line

_POLICY = ("mode", "folds", "window", "threshold", "recent", "categories")  # how often and where a log is folded
_SYSTEM = ("summary", "recordings")
_NAMES = {"probes": "the probe set", "logs": "the logs", "answerer": "the answerer", "grader": "the grader"}


def side_of(run: Run) -> Side:
    """What a gate needs of a run: which probes are eligible, their course over age in every chain, and the folds' sizes."""
    settings, info = run.info["settings"], run.info
    measure = {
        "probes": _digest(sorted(line(p) for p in run.probes)),
        "logs": _digest(sorted(f"{c['id']} {c['digest']}" for c in run.conversations)),
        "answerer": info["answerer"],
        "grader": info.get("grader"),
        "recorded": info["recorded"],
        "tokens": info["tokens"]["name"],
        **{key: settings.get(key) for key in _POLICY},
    }
    used = ("summary",) if info["compactor"] != "recorded" else _SYSTEM
    system = {
        "compactor": info["compactor"],
        "seed": info["seed"],
        "prompts": {language: p["digest"] for language, p in info["prompts"].items()},
        **{key: settings.get(key) for key in used},
    }
    outputs = _digest(sorted([*_summaries(run), *_grades(run)]))
    return Side(run.path.name, info["created"], measure, system, outputs, info["prompts"], _courses(run), _folds(run))


def alike(base: Side, candidate: Side) -> None:
    """Raises UnlikeError naming everything that two runs must share and do not."""
    unlike = [k for k in base.measure if base.measure[k] != candidate.measure.get(k)]
    if unlike:
        said = "; ".join(_said(k, base.measure[k], candidate.measure.get(k)) for k in unlike)
        raise UnlikeError(
            f"The candidate and {base.name} measure different things: {said}. "
            f"Run the candidate as the other was run{_refresh(base)}."
        )


def _refresh(base: Side) -> str:
    return f", or accept a new baseline with `{accepting(base.folder)}`" if base.folder else ""


def _said(key: str, base: Any, candidate: Any) -> str:
    if key in ("probes", "logs"):
        return f"{_NAMES[key]} (digest {candidate} instead of {base})"
    return f"{_NAMES.get(key, f'setting {key}')} ({candidate} instead of {base})"


def _digest(lines: list[str]) -> str:
    h = hashlib.sha256()
    for text in lines:
        h.update(text.encode("utf-8", "backslashreplace") + b"\n")
    return h.hexdigest()[:16]


def _summaries(run: Run) -> list[str]:
    return [f"{c}\x1f{f.chain}\x1f{f.ordinal}\x1f{f.summary}" for c, folds in run.folds.items() for f in folds]


def _grades(run: Run) -> list[str]:
    columns = ["conversation", "probe", "arm", "fold", "chain", "trial", "outcome"]
    return ["\x1f".join(map(str, row)) for row in run.outcomes[columns].itertuples(index=False)]


def _courses(run: Run) -> pd.DataFrame:
    rows = run.outcomes[run.outcomes["arm"].eq("folded") & run.outcomes["age"].notna()]
    kept = rows["outcome"].eq("retained").astype(float).mask(rows["outcome"].eq("invalid"))
    ages = rows.assign(age=rows["age"].astype(int), kept=kept)
    means = ages.groupby([*KEYS, "chain", "age"], sort=True, as_index=False)["kept"].mean()
    eligible = {tuple(r) for r in eligible_probes(run.outcomes)[0].itertuples(index=False)}
    must = _must_hold(run)
    keys = list(zip(means["conversation"], means["probe"], means["category"], strict=True))
    means["eligible"] = [k in eligible for k in keys]
    means["must_hold"] = [must.get(k[:2], False) for k in keys]
    return means


def _must_hold(run: Run) -> Mapping[tuple[str, str], bool]:
    return {(p.conversation, p.id): p.must_hold for p in run.probes}


def _folds(run: Run) -> pd.DataFrame:
    rows = [
        (c, f.chain, f.ordinal, f.tokens_in, f.tokens_out, len(f.unsupported), f.failure or "")
        for c, folds in sorted(run.folds.items())
        for f in folds
    ]
    return pd.DataFrame(rows, columns=list(FOLD))
