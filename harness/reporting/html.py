"""The page: one self-contained HTML file that needs no script, no network and no other file.

Whatever comes from a log is escaped (autoescape) and what cannot be seen in it is written out (``finalize``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from harness.analysis import Analysis, Beside, CategoryResult
from harness.analysis.promotion import Promotion
from harness.categories import Categories
from harness.language import detect
from harness.reporting import console, losses, tables
from harness.reporting import promotion as memory
from harness.reporting.history import histories, lost
from harness.reporting.notes import notes
from harness.reporting.plots import decay_plot
from harness.reporting.strings import Strings
from harness.reporting.text import type_title, visible
from harness.runs import Run
from harness.runs.jsonl import atomic

_LETTER = re.compile(r"[^\W\d_]")
_SHARED_AGES = 12  # with more ages than this the plots of types with few would be squeezed: each gets its own axis


def write_report(
    run: Run,
    analysis: Analysis,
    categories: Categories,
    path: Path,
    language: str = "en",
    systems: Sequence[Beside] = (),
    promotion: Promotion | None = None,
) -> None:
    """Write the page of a run, atomically. The same run and analysis give the same bytes."""
    text = render(run, analysis, categories, language, systems, promotion)
    with atomic(path) as file:
        file.write(text)


def render(
    run: Run,
    analysis: Analysis,
    categories: Categories,
    language: str = "en",
    systems: Sequence[Beside] = (),
    promotion: Promotion | None = None,
) -> str:
    """The page as text."""
    t = Strings(language)
    view = _view(run, analysis, categories, t) | {
        "plots": _plots(analysis, systems, categories, t),
        "systems": tables.system_rows(systems, categories, t),
        "system_ages": tables.system_ages(systems),
        "label": run.info.get("settings", {}).get("label") or run.info.get("compactor", "–"),
        "plotted": systems[0].label if systems else "",
        "promotion": _promoted(promotion, categories, t) if promotion else None,
    }
    return _environment(t).get_template("report.html.j2").render(view)


def _promoted(found: Promotion, categories: Categories, t: Strings) -> Mapping[str, Any]:
    return {
        "rows": memory.rows(found, categories, t),
        "sentences": memory.sentences(found, categories, t),
        "replayed": found.whole is not None,
        "target": f"{found.target:g}",
    }


def _environment(t: Strings) -> Environment:
    environment = Environment(
        loader=PackageLoader("harness.reporting"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_shown,
    )
    environment.globals.update(t=t, lang=_Lang(t.language), why=t.why, style=_style())
    return environment


def _shown(value: Any) -> Any:
    """What stands in the page: text with unseen characters written out; markup is our own and stays."""
    if value is None:
        return ""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _style() -> Markup:
    return Markup(resources.files("harness.reporting").joinpath("templates/style.css").read_text("utf-8"))


@dataclass(frozen=True)
class _Lang:
    """The ``lang`` attribute of a text from a log, where it differs from the page's language."""

    page: str

    def __call__(self, text: str) -> Markup:
        if not _LETTER.search(text) or (language := detect(text)) == self.page:
            return Markup("")
        return Markup(' lang="{}"').format(language)


@dataclass(frozen=True)
class Plot:
    """A type's curve and what it says."""

    svg: Markup
    words: str


@dataclass(frozen=True)
class FinePrint:
    """What was run, as pairs and rows."""

    run: list[tuple[str, Any]]
    prompts: list[tuple[str, str, str]]
    settings: list[tuple[str, str]]
    conversations: list[Mapping[str, Any]] = field(default_factory=list)


def _view(run: Run, analysis: Analysis, categories: Categories, t: Strings) -> dict[str, Any]:
    found = histories(run)
    conversations = losses.conversation_folds(run, found)
    gone = lost(found)
    answer, *others = console.sentences(analysis, categories, t.language)
    few = console.few(analysis, t)
    return {
        "answer": answer,
        "few": few,
        "others": [s for s in others if s != few],
        "notes": notes(run, t),
        "run_notes": [str(n) for n in run.info.get("notes", ())],
        "what": _what(run, t),
        "ages": tables.ages(analysis),
        "types": tables.type_rows(analysis, categories, t) if analysis.categories else [],
        "outcomes": tables.outcomes_seen(analysis),
        "mix": tables.mix_rows(analysis),
        "where": tables.where_rows(analysis, categories, t),
        "controls": tables.control_rows(run.outcomes, analysis, t),
        "conversations": conversations,
        "groups": losses.loss_groups(found, conversations, categories, t),
        "lost": len(gone),
        "recovered": sum(1 for h in gone if h.recovery),
        "kept": losses.kept(found),
        "title_of": lambda name: type_title(name, categories, t),
        "fine": _fine(run, t),
    }


def _what(run: Run, t: Strings) -> str:
    return t(
        "page.of_which",
        n=len(run.conversations),
        probes=len(run.probes),
        folds=sum(map(len, run.folds.values())),
        compactor=run.info.get("compactor", "–"),
        answerer=run.info.get("answerer", "–"),
    )


def _plots(analysis: Analysis, systems: Sequence[Beside], categories: Categories, t: Strings) -> list[Plot]:
    """One plot per type that has anything to show, all with the same axes; the first other system in grey."""
    last = max(tables.ages(analysis), default=1)
    shared = last if last <= _SHARED_AGES else None
    grey = {r.name: r for b in systems[:1] for r in b.other.categories}
    return [
        _plot(r, grey.get(r.name), type_title(r.name, categories, t), analysis.minimum, shared, t)
        for r in analysis.categories
        if r.decay.retention
    ]


def _plot(
    result: CategoryResult,
    other: CategoryResult | None,
    title: str,
    minimum: tuple[int, int],
    ages: int | None,
    t: Strings,
) -> Plot:
    svg = decay_plot(result, title=title, minimum=minimum, language=t.language, ages=ages, other=other)
    return Plot(Markup(svg), t.pick(result.words))


def _fine(run: Run, t: Strings) -> FinePrint:
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
    ]
    known = sorted(info.get("prompts", {}).items())
    prompts = [(str(k), str(p.get("name", "–")), str(p.get("digest", "–"))) for k, p in known]
    settings = [(str(k), _setting(v)) for k, v in info.get("settings", {}).items()]
    return FinePrint(about, prompts, settings, [_log(c, t) for c in run.conversations])


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
