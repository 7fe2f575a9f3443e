"""The verdict as plain JSON data, in a stable order; numbers are rounded to six decimals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harness.analysis import Analysis, Beside, CategoryResult
from harness.analysis.intervals import Share
from harness.analysis.models import Fit
from harness.reporting.text import enough
from harness.runs import Run

VERSION = 1
_PROVENANCE = ("afterfold", "compactor", "answerer", "recorded", "probes", "seed", "tokens", "prompts", "settings")


def to_json(run: Run, analysis: Analysis, systems: Sequence[Beside] = ()) -> dict[str, Any]:
    """The whole of an analysis, with what was run; the same input gives the same data."""
    e = analysis.eligibility
    return {
        "verdict_version": VERSION,
        "run": {key: run.info[key] for key in _PROVENANCE if key in run.info} | {"prompts": _prompts(run)},
        "minimum": {"probes": analysis.minimum[0], "conversations": analysis.minimum[1]},
        "eligibility": {
            "positive": e.positive,
            "eligible": e.eligible,
            "not_in_full": e.not_in_full,
            "in_none": e.in_none,
            "never_full": e.never_full,
        },
        "first": {"category": analysis.first, "clear": bool(analysis.first_is_clear), "lowest": list(analysis.lowest)},
        "overall": _result(analysis.overall, analysis.minimum),
        "categories": [_result(r, analysis.minimum) for r in analysis.categories],
        "absent_answered": _shares(analysis.absent, analysis.minimum),
        "beside": [
            {
                "label": b.label,
                "main": _result(b.main.overall, b.main.minimum),
                "other": _result(b.other.overall, b.other.minimum),
                "categories": [_result(r, b.other.minimum) for r in b.other.categories],
            }
            for b in systems
        ],
    }


def _prompts(run: Run) -> dict[str, Any]:
    """Names and digests; the text stands in the run folder."""
    kept = ("name", "digest")
    return {lang: {k: p[k] for k in kept if k in p} for lang, p in run.info.get("prompts", {}).items()}


def _result(result: CategoryResult, minimum: tuple[int, int]) -> dict[str, Any]:
    found = result.decay
    return {
        "name": result.name,
        "asked": result.probes,
        "eligible": result.eligible,
        "conversations": result.conversations,
        "last": result.last,
        "retention": _shares(found.retention, minimum),
        "hazard": _shares(found.hazard, minimum),
        "r": _share(found.r, minimum),
        "r_later": _share(found.later, minimum),
        "predicted": {str(k): _rounded(found.predicted(k)) for k in sorted(found.retention)},
        "half_life": _rounded(found.half_life),
        "survival": _shares(found.survival, minimum),
        "recovered": _share(found.recovered, minimum),
        "guessed": _share(found.guessed, minimum),
        "fit": found.fit.name if found.fit else None,
        "fits": [fit_json(f) for f in found.fits],
        "attribution": {key: int(n) for key, n in sorted(result.attribution.items())},
        "outcomes": {str(k): {o: int(n) for o, n in sorted(mix.items())} for k, mix in sorted(result.outcomes.items())},
        "words": dict(sorted(result.words.items())),
        "advice": _advice(result),
    }


def fit_json(fit: Fit) -> dict[str, Any]:
    """A fitted curve as plain data."""
    return {
        "name": fit.name,
        "r": _rounded(fit.r),
        "r_low": _rounded(fit.r_low),
        "r_high": _rounded(fit.r_high),
        "start": _rounded(fit.start),
        "floor": _rounded(fit.floor),
        "first_loss": _rounded(fit.first_loss),
        "half_life": _rounded(fit.half_life),
        "aic": _rounded(fit.aic),
        "p": _rounded(fit.p),
        "holds": fit.holds,
        "ages": [fit.first_age, fit.last_age],
    }


def _advice(result: CategoryResult) -> dict[str, Any]:
    a = result.advice
    return {
        "verdict": a.verdict,
        "age": a.age,
        "missing": a.missing,
        "kind": a.kind,
        "put_back": dict(sorted(a.put_back.items())),
        "reader_loses": a.reader_loses,
    }


def _shares(found: Mapping[int, Share], minimum: tuple[int, int]) -> dict[str, Any]:
    return {str(k): _share(found[k], minimum) for k in sorted(found)}


def _share(share: Share | None, minimum: tuple[int, int]) -> dict[str, Any] | None:
    if share is None:
        return None
    return {
        "value": _rounded(share.value),
        "low": _rounded(share.low),
        "high": _rounded(share.high),
        "n": _whole(share.n),
        "conversations": int(share.conversations),
        "enough": enough(share, minimum),
    }


def _whole(n: float) -> float | int:
    """A count of probes; a mean of repeats need not be whole."""
    return int(n) if float(n).is_integer() else round(float(n), 6)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(float(value), 6)
