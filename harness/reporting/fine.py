"""The fine print: what was run, with what, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from harness.reporting.strings import Strings
from harness.reporting.text import number
from harness.runs import Run

_USED = ("calls", "failures", "input", "cache_write", "cache_read", "output")


@dataclass(frozen=True)
class FinePrint:
    """What was run, as pairs and rows."""

    run: list[tuple[str, Any]]
    prompts: list[tuple[str, str, str]]
    settings: list[tuple[str, str]]
    conversations: list[Mapping[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class CostRow:
    """One role of a language model: its counts in the order of calls, failures, tokens in (fresh, written, read), out."""

    role: str
    counts: tuple[str, ...]
    cost: str


@dataclass(frozen=True)
class Cost:
    """What a run cost: sentences, and a row per role of a model."""

    sentences: list[str]
    rows: list[CostRow]


def cost_of(run: Run, t: Strings) -> Cost:
    """The cost of a run: its accounts where models played a role, else that nothing was paid; and what the folds read and wrote."""
    folds = [f for found in run.folds.values() for f in found]
    read, wrote = sum(f.tokens_in for f in folds), sum(f.tokens_out for f in folds)
    size = t("cost.folds", folds=len(folds), read=number(read), wrote=number(wrote), answers=number(len(run.outcomes)))
    models = run.info.get("models")
    if not isinstance(models, Mapping):
        return Cost([t("cost.nothing"), size], [])
    used = models.get("used", {})
    said = [t("cost.used", cost=_money(used.get("cost")))]
    if paid := models.get("paid"):
        said.append(t("cost.paid", cost=_money(paid.get("cost"))))
    if used.get("unpriced"):
        said.append(t("cost.unpriced", models=", ".join(map(str, used["unpriced"]))))
    return Cost([*said, size], [_role(name, row) for name, row in sorted(used.get("roles", {}).items())])


def _role(name: str, row: Mapping[str, Any]) -> CostRow:
    return CostRow(str(name), tuple(number(row.get(key, 0)) for key in _USED), _money(row.get("cost")))


def _money(value: Any) -> str:
    return f"${value:,.4f}" if isinstance(value, int | float) else "–"


def fine_print(run: Run, t: Strings) -> FinePrint:
    """The fine print of a run."""
    info = run.info
    counter = info.get("tokens", {})
    kind = "fine.exact" if counter.get("exact") else "fine.estimated"
    about = [
        (t("fine.created"), info.get("created", "–")),
        (t("fine.version"), info.get("afterfold", "–")),
        (t("fine.format"), info.get("schema_version", "–")),
        (t("fine.compactor"), info.get("compactor", "–")),
        (t("fine.answerer"), info.get("answerer", "–")),
        (t("fine.counter"), t(kind, name=counter.get("name", "–"))),
        (t("fine.probes"), info.get("probes", "–")),
        (t("fine.seed"), info.get("seed", "–")),
        *_reading(info.get("reading", {}), t),
    ]
    known = sorted(info.get("prompts", {}).items())
    prompts = [(str(k), str(p.get("name", "–")), str(p.get("digest", "–"))) for k, p in known]
    settings = [(str(k), _setting(v)) for k, v in info.get("settings", {}).items()]
    return FinePrint(about, prompts, settings, [_log(c, t) for c in run.conversations])


def _reading(reading: Mapping[str, Any], t: Strings) -> list[tuple[str, str]]:
    """How the sessions of an audit were read, where that was not as they stand."""
    longest = reading.get("longest")
    said = [t("fine.ends", longest=number(longest))] if longest else []
    said += [t("fine.redacted")] if reading.get("redacted") else []
    return [(t("fine.reading"), "; ".join(said))] if said else []


def _setting(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "–"
    return "–" if value is None else str(value)


def _log(about: Mapping[str, Any], t: Strings) -> Mapping[str, Any]:
    skipped = [_skipped(s, t) for s in about.get("skipped", ())]
    plain = {key: about.get(key, "–") for key in ("id", "language", "format", "turns", "tokens", "digest")}
    return {**plain, "skipped": "; ".join(skipped) or t("fine.nothing_skipped")}


def _skipped(skipped: Mapping[str, Any], t: Strings) -> str:
    lines = ", ".join(map(str, skipped.get("lines", ())))
    return t("fine.skipped_one", count=skipped.get("count", "–"), what=skipped.get("what", ""), lines=lines)
