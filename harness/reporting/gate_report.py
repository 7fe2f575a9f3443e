"""Projections of a gate's verdict: console, JSON, pull-request comment, JUnit. None of them decides anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

from tabulate import tabulate

from harness.analysis.gate import CategoryVerdict, Outcome, Verdict
from harness.reporting.text import visible

VERSION = 1
MARKER = "<!-- afterfold-gate -->"  # by which a workflow finds its own comment again
_SMOKE = "Embedded compactor or reader: a smoke test of the loop, not a verdict on a model."
_HEAD = [
    "type",
    "verdict",
    "baseline",
    "candidate",
    "change",
    "bounds",
    "p (Holm)",
    "probes",
    "conv.",
    "missing",
    "worse/better",
]


def gate_json(v: Verdict) -> dict[str, Any]:
    """The whole verdict as plain data; all other projections can be built from it."""
    return {
        "gate_version": VERSION,
        "outcome": v.outcome.value,
        "exit_code": v.exit_code,
        "unchanged": v.unchanged,
        "reasons": list(v.reasons),
        "warnings": list(v.warnings),
        "embedded": v.embedded,
        "base": v.base,
        "candidate": v.candidate,
        "policy": {k: list(x) if isinstance(x, tuple) else x for k, x in vars(v.policy).items()},
        "overall": _row(v.overall) if v.overall else {"name": "all", "outcome": v.outcome.value},
        "categories": [_row(c) for c in v.categories],
        "must_hold": [vars(m) | {"outcome": m.outcome.value} for m in v.must_hold],
        "probes": [
            {
                "conversation": p.conversation,
                "probe": p.probe,
                "category": p.category,
                "group": p.group,
                "base": round(p.base, 6),
                "candidate": None if p.candidate is None else round(p.candidate, 6),
            }
            for p in v.probes
        ],
        "size": {
            "tokens": [round(v.sizes.base, 2), round(v.sizes.candidate, 2)],
            "ratio": None if v.sizes.ratio is None else round(v.sizes.ratio, 4),
            "tokens_in": [round(v.sizes.base_in, 2), round(v.sizes.candidate_in, 2)],
            "unsupported_per_fold": [round(v.sizes.base_unsupported, 4), round(v.sizes.candidate_unsupported, 4)],
        },
    }


def _row(c: CategoryVerdict) -> dict[str, Any]:
    d = c.change
    return {
        "name": c.name,
        "outcome": c.outcome.value,
        "base": round(c.base, 6),
        "candidate": round(c.candidate, 6),
        "difference": round(d.value, 6),
        "low": None if d.low is None else round(d.low, 6),
        "high": None if d.high is None else round(d.high, 6),
        "p": round(d.p, 6),
        "adjusted": None if c.adjusted is None else round(c.adjusted, 6),
        "probes": d.probes,
        "conversations": d.conversations,
        "missing": c.missing,
        "lost": list(c.lost),
        "won": list(c.won),
        "reason": c.reason,
        "hints": list(c.hints),
    }


def gate_text(v: Verdict) -> str:
    """The verdict for a terminal."""
    rows = [_cells(c) for c in (*v.categories, *([v.overall] if v.overall else []))]
    table = str(tabulate(rows, _HEAD, tablefmt="simple", disable_numparse=True)) + "\n\n" if rows else ""
    return visible(table + "\n".join([f"{v.outcome.value.upper()}  {v.candidate} against {v.base}", *_said(v)]))


def gate_comment(v: Verdict) -> str:
    """The verdict as Markdown, with the marker by which one comment is kept up to date."""
    rows = [[_escaped(x) for x in _cells(c)] for c in (*v.categories, *([v.overall] if v.overall else []))]
    table = str(tabulate(rows, _HEAD, tablefmt="github", disable_numparse=True)) if rows else ""
    said = "\n".join(f"- {_escaped(s)}" for s in _said(v))
    return visible(f"{MARKER}\n### Afterfold gate: {v.outcome.value.upper()}\n\n{said}\n\n{table}\n")


@dataclass(frozen=True, slots=True)
class Case:
    """One test of a verdict, for whatever reports tests: JUnit, pytest. ``state`` is passed, failed or skipped (inconclusive)."""

    kind: str
    name: str
    state: str
    reason: str


def cases(v: Verdict) -> list[Case]:
    """One case a type and must-hold probe, and one for the verdict itself, so that the tests fail when the gate does.

    An inconclusive case is skipped, or fails where the policy says so."""
    found = [("category", c.name, c.outcome, c.reason) for c in v.categories]
    found += [("must-hold", f"{m.conversation} {m.probe}", m.outcome, m.reason) for m in v.must_hold]
    found.append(("verdict", "gate", v.outcome, " ".join(v.reasons)))
    strict = "failed" if v.policy.inconclusive == "fail" else "skipped"
    states = {Outcome.PASS: "passed", Outcome.FAIL: "failed", Outcome.INCONCLUSIVE: strict}
    return [Case(kind, visible(name), states[outcome], visible(reason)) for kind, name, outcome, reason in found]


def gate_junit(v: Verdict) -> str:
    """JUnit XML with the cases of the verdict."""
    suite = ET.Element("testsuite", name="afterfold gate")
    for c in cases(v):
        case = ET.SubElement(suite, "testcase", classname=f"afterfold.{c.kind}", name=c.name)
        if c.state != "passed":
            ET.SubElement(case, "failure" if c.state == "failed" else "skipped", message=c.reason)
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))
    return ET.tostring(suite, encoding="unicode") + "\n"


def _said(v: Verdict) -> list[str]:
    size = v.sizes
    ratio = "" if size.ratio is None else f", {size.ratio:.2f} times"
    hints = [f"{c.name}: {h}" for c in v.categories for h in c.hints]
    cost = (
        f"Tokens of a summary: {size.base:.0f} → {size.candidate:.0f}{ratio}; read by a fold: {size.base_in:.0f} → "
        f"{size.candidate_in:.0f}; unsupported values a fold: {size.base_unsupported:.2f} → {size.candidate_unsupported:.2f}."
    )
    shown = [m.reason for m in v.must_hold if m.reason not in v.reasons and m.lost]
    smoke = [_SMOKE] if v.embedded else []
    return [*v.reasons, *hints, *shown, cost, *(f"Warning: {w}" for w in v.warnings), *smoke]


def _cells(c: CategoryVerdict) -> list[str]:
    d = c.change
    bounds = "–" if d.low is None or d.high is None else f"[{100 * d.low:+.1f}, {100 * d.high:+.1f}]"
    return [
        visible(c.name),
        c.outcome.value,
        f"{c.base:.2f}",
        f"{c.candidate:.2f}",
        f"{100 * d.value:+.1f}",
        bounds,
        "–" if c.adjusted is None else f"{c.adjusted:.3f}",
        str(d.probes),
        str(d.conversations),
        "" if c.missing is None else str(c.missing),
        f"{len(c.lost)}/{len(c.won)}",
    ]


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|").replace("\n", " ")
