"""What a reader must know before the numbers: what they describe, what failed, and what was counted by estimate."""

from __future__ import annotations

import tomllib
from importlib import resources

from harness.reporting.strings import Strings
from harness.runs import Run
from harness.settings import EMBEDDED

CONTROLS = ("identity", "empty")


def notes(run: Run, t: Strings) -> list[str]:
    """The notes of a run, the most important first."""
    found = [*_parts(run, t), _trusted(str(run.info.get("answerer", "")), t), _failed(run, t), _held(run, t)]
    if not run.info.get("tokens", {}).get("exact", True):
        found.append(t("note.estimate"))
    return [n for n in found if n]


def _parts(run: Run, t: Strings) -> list[str]:
    compactor, answerer = str(run.info.get("compactor", "")), str(run.info.get("answerer", ""))
    reader = answerer == "embedded"
    if run.info.get("recorded"):
        return [t("note.recorded") if reader else t("note.recorded_other", answerer=answerer)]
    control = [t("note.control", compactor=compactor)] if compactor in CONTROLS else []
    if compactor == "recorded":
        return [t("note.chains"), *([t("note.embedded_reader")] if reader else [])]
    if compactor in EMBEDDED:
        return [*control, t("note.embedded" if reader else "note.embedded_compactor")]
    return [t("note.embedded_reader")] if reader else []


def _trusted(answerer: str, t: Strings) -> str:
    """How the embedded reader did beside a large language model that saw the same contexts; empty where that is not known."""
    source = resources.files("harness.reporting").joinpath("trust.toml")
    if answerer != "embedded" or not source.is_file():
        return ""
    known = tomllib.loads(source.read_text("utf-8"))
    share = {key: f"{100 * known[key]['k'] / known[key]['n']:.0f} %" for key in ("model", "reader", "finds")}
    return t("note.trust", n=known["model"]["n"], **share)


def _held(run: Run, t: Strings) -> str:
    return t("note.held") if run.info.get("settings", {}).get("mode") == "held" else ""


def _failed(run: Run, t: Strings) -> str:
    folds = [f for found in run.folds.values() for f in found]
    failed = sum(1 for f in folds if f.failure)
    return t("note.failed", n=failed, folds=len(folds)) if failed else ""
