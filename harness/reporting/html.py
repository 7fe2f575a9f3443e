"""The report: one self-contained HTML file that needs no network, no other file and no script, and a page per information type.

The script only filters and sorts; without it everything is there to read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup

from harness.analysis import Analysis, Beside, CategoryResult
from harness.analysis.promotion import Gain, Promotion
from harness.categories import Categories
from harness.reporting import cards, console, fold_texts, history, tables, type_pages
from harness.reporting import promotion as memory
from harness.reporting.environment import environment
from harness.reporting.fine import cost_of, fine_print
from harness.reporting.notes import notes
from harness.reporting.plots import decay_plot
from harness.reporting.strings import Strings
from harness.reporting.text import type_title
from harness.reporting.timeline import MOST, timeline
from harness.reporting.type_pages import TypeLink
from harness.runs import Run
from harness.runs.jsonl import atomic

_SHARED_AGES = 12  # with more ages than this the plots of types with few would be squeezed: each gets its own axis
REPORT = "report.html"
MOST_BYTES = 1_950_000  # of the page of a run; a mail takes it, and a browser opens it at once
# 0: everything; 1: retained probes in one line; 2: and no folded texts; 3: and lost probes in one line
LEVELS = (0, 1, 2, 3)


@dataclass(frozen=True)
class Source:
    """All that a report is made from. ``unasked`` are sentences on types that die and that no line of the fold prompt asks for, by
    type and language."""

    run: Run
    analysis: Analysis
    categories: Categories
    systems: Sequence[Beside] = ()
    promotion: Promotion | None = None
    unasked: Mapping[str, Mapping[str, str]] | None = None


@dataclass(frozen=True)
class Plot:
    """A type's curve and what it says."""

    svg: Markup
    words: str
    link: TypeLink


def write_report(source: Source, path: Path, language: str = "en") -> None:
    """Write the page of a run and its pages per type, each atomically. The same run and analysis give the same bytes.

    The pages per type stand beside a page that is called ``report.html``, beside any other in the folder ``NAME-types``.
    """
    made = Report(source, language, path.name, _beside(path))
    texts = {path: made.page(), **{path.parent / made.folder / name: text for name, text in made.types().items()}}
    for where, text in texts.items():
        with atomic(where) as file:
            file.write(text)


def _beside(path: Path) -> str:
    return "" if path.name == REPORT else f"{path.stem}-types"


def render(
    run: Run,
    analysis: Analysis,
    categories: Categories,
    language: str = "en",
    systems: Sequence[Beside] = (),
    promotion: Promotion | None = None,
) -> str:
    """The page as text."""
    return Report(Source(run, analysis, categories, systems, promotion), language).page()


@dataclass(frozen=True)
class Report:
    """A report in one language; ``name`` is the file of its page, ``folder`` (relative to it) holds the pages per type."""

    source: Source
    language: str
    name: str = REPORT
    folder: str = ""

    @cached_property
    def t(self) -> Strings:
        return Strings(self.language)

    @cached_property
    def _links(self) -> list[TypeLink]:
        found = type_pages.links(self.source.analysis, self.source.categories, self.t)
        return [replace(x, file=f"{self.folder}/{x.file}" if self.folder else x.file) for x in found]

    @cached_property
    def _histories(self) -> tuple[history.History, ...]:
        return history.histories(self.source.run)

    @cached_property
    def _folds(self) -> list[fold_texts.ConversationFolds]:
        return fold_texts.conversation_folds(self.source.run, self._histories)

    @cached_property
    def _groups(self) -> list[cards.CardGroup]:
        return cards.card_groups(self._histories, self._folds, self.source.categories, self.t)

    @cached_property
    def _gains(self) -> Mapping[str, Mapping[int, Gain]]:
        return memory.gains(self.source.promotion)

    @cached_property
    def _plots(self) -> list[Plot]:
        """One plot per type that has anything to show, all with the same axes; the first other system in grey."""
        last = max(tables.ages(self.source.analysis), default=1)
        shared = last if last <= _SHARED_AGES else None
        grey = {r.name: r for b in self.source.systems[:1] for r in b.other.categories}
        linked = {x.name: x for x in self._links}
        shown = [r for r in self.source.analysis.categories if r.decay.retention]
        return [self._plot(r, grey.get(r.name), linked[r.name], shared) for r in shown]

    def _plot(self, r: CategoryResult, other: CategoryResult | None, link: TypeLink, ages: int | None) -> Plot:
        minimum = self.source.analysis.minimum
        kept = memory.remembered(self._gains.get(r.name, {}))
        svg = decay_plot(
            r, title=link.title, minimum=minimum, language=self.language, ages=ages, other=other, memory=kept
        )
        return Plot(Markup(svg), self.t.pick(r.words), link)

    def page(self) -> str:
        """The page of the whole run as text, with as much of each probe as keeps it light; the pages per type have all of it."""
        view = self._shared() | self._head() | self._measures() | self._one_by_one()
        template = environment(self.t).get_template("report.html.j2")
        text = ""
        for level in LEVELS:
            text = template.render(view | {"level": level})
            if len(text.encode("utf-8")) <= MOST_BYTES:
                break
        return text

    def _shared(self) -> dict[str, Any]:
        source = self.source
        systems = source.systems
        return {
            "outcomes": tables.outcomes_seen(source.analysis),
            "links": {x.name: x for x in self._links},
            "plotted": systems[0].label if systems else "",
            "label": source.run.info.get("settings", {}).get("label") or source.run.info.get("compactor", "–"),
            "report": self.name,
            "minimum": source.analysis.minimum,
        }

    def _head(self) -> dict[str, Any]:
        source, t = self.source, self.t
        answer, *others = console.sentences(source.analysis, source.categories, t.language)
        few = console.few(source.analysis.overall, source.analysis.minimum, t)
        unasked = (texts[t.language] for texts in (source.unasked or {}).values())
        return {
            "answer": answer,
            "few": few,
            "others": [s for s in others if s != few],
            "unasked": list(unasked),
            "notes": notes(source.run, t),
            "run_notes": [str(n) for n in source.run.info.get("notes", ())],
            "what": _what(source.run, t),
        }

    def _measures(self) -> dict[str, Any]:
        source, t = self.source, self.t
        analysis, systems = source.analysis, source.systems
        return {
            "ages": tables.ages(analysis),
            "types": tables.type_rows(analysis, source.categories, t) if analysis.categories else [],
            "mix": tables.mix_rows(analysis),
            "where": tables.where_rows(analysis, source.categories, t),
            "controls": tables.control_rows(source.run.outcomes, analysis, t),
            "plots": self._plots,
            "remembered": any(p.link.name in self._gains for p in self._plots),
            "systems": tables.system_rows(systems, source.categories, t),
            "system_ages": tables.system_ages(systems),
            "main_eligible": analysis.eligibility.eligible,
            "prices": _prices(source.promotion),
            "promotion": _promoted(source.promotion, source.categories, t) if source.promotion else None,
            "cost": cost_of(source.run, t),
            "fine": fine_print(source.run, t),
        }

    def _one_by_one(self) -> dict[str, Any]:
        gone = history.lost(self._histories)
        return {
            "conversations": self._folds,
            "timelines": [(c, timeline(c, self.t)) for c in self._folds[:MOST]],
            "groups": self._groups,
            "choices": cards.choices(self._groups, self._folds),
            "lost": len(gone),
            "recovered": sum(1 for h in gone if h.recovery),
            "kept": len(history.retained(self._histories)),
            "unfolded": len(history.unfolded(self._histories)),
        }

    def types(self) -> dict[str, str]:
        """The pages per type as text, by file name (without the folder)."""
        groups = type_pages.by_name(self._groups)
        plots = {p.link.name: p for p in self._plots}
        template = environment(self.t).get_template("type.html.j2")
        results = {r.name: r for r in self.source.analysis.categories}
        return {
            type_pages.file_of(name): template.render(self._shared() | self._type(r, groups.get(name), plots.get(name)))
            for name, r in results.items()
        }

    def _type(self, r: CategoryResult, group: cards.CardGroup | None, plot: Plot | None) -> dict[str, Any]:
        source, t = self.source, self.t
        link = TypeLink(r.name, type_title(r.name, source.categories, t), type_pages.file_of(r.name))
        found = [replace(x, file=type_pages.file_of(x.name)) for x in self._links]
        groups = [group] if group else []
        mine = [h for h in self._histories if h.probe.category == r.name]
        folds = fold_texts.only(fold_texts.conversation_folds(source.run, mine), set(cards.lost_folds(groups)))
        return {
            "view": type_pages.type_view(r, link, group, source.analysis.minimum, self._gains.get(r.name, {})),
            "level": 0,
            "row": tables.type_row(r, source.analysis, tables.ages(source.analysis), source.categories, t),
            "answer": type_pages.answer(r, link, t),
            "few": console.few(r, source.analysis.minimum, t),
            "unasked": [texts[t.language] for name, texts in (source.unasked or {}).items() if name == r.name],
            "plot": plot,
            "groups": groups,
            "choices": cards.choices(groups, self._folds),
            "conversations": folds,
            "before": type_pages.around(found, link)[0],
            "after": type_pages.around(found, link)[1],
            "links": {x.name: x for x in found},
            "report": f"../{self.name}" if self.folder else self.name,
            "notes": notes(source.run, t),
        }


def _prices(found: Promotion | None) -> dict[str, str]:
    """Tokens of memory items per request, by type."""
    return {r.judged.name: f"{r.price.tokens:.0f}" for r in (found.rows if found else ()) if r.price}


def _promoted(found: Promotion, categories: Categories, t: Strings) -> Mapping[str, Any]:
    rows = memory.rows(found, categories, t)
    return {
        "rows": rows,
        "again": [row for row in rows if row.gain != "–"],
        "sentences": memory.sentences(found, categories, t),
        "slips": memory.slips(found.looked, t) if found.looked else [],
        "slipped": len(found.looked.slips) if found.looked else 0,
        "replayed": found.whole is not None,
        "target": f"{found.target:g}",
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
