"""What a reader must know before the numbers: what they describe, what failed, and what was counted by estimate."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib import resources

from harness.reporting.strings import Strings
from harness.runs import Run
from harness.settings import EMBEDDED

CONTROLS = ("identity", "empty")


def notes(run: Run, t: Strings) -> list[str]:
    """The notes of a run, the most important first."""
    found = [
        *_parts(run, t),
        _trusted(str(run.info.get("answerer", "")), t),
        _by_rules(run, t),
        failed(run, t),
        _held(run, t),
    ]
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


def _by_rules(run: Run, t: Strings) -> str:
    """How many of the probes that rules write a reviewer found fair in logs that were new to the rules; empty for other probes."""
    source = resources.files("harness.reporting").joinpath("rules.toml")
    if run.info.get("probes") != "rules" or not source.is_file():
        return ""
    known = tomllib.loads(source.read_text("utf-8"))
    return t(
        "note.rules", **{f"{language}_{key}": known[language][key] for language in ("en", "ko") for key in ("k", "n")}
    )


def _held(run: Run, t: Strings) -> str:
    return t("note.held") if run.info.get("settings", {}).get("mode") == "held" else ""


def failed(run: Run, t: Strings) -> str:
    """How many folds of a run failed, and why most of them did; empty where none did."""
    folds = [f for found in run.folds.values() for f in found]
    reasons = Counter(f.failure for f in folds if f.failure)
    if not reasons:
        return ""
    why = t.why(reasons.most_common(1)[0][0])
    return t("note.failed", n=reasons.total(), folds=len(folds), why=why)
