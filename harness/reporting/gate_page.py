"""The verdict of a gate as one self-contained page, in English or Korean; it decides nothing, and needs no script and no network."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from harness.analysis.gate import CategoryVerdict, Verdict
from harness.analysis.pairing import ProbeChange
from harness.categories import Categories
from harness.reporting.environment import environment
from harness.reporting.strings import Strings, table
from harness.reporting.text import type_title
from harness.schema import Probe

GROUPS = ("regressed", "fixed", "lost", "kept", "invalid")
Probes = Mapping[tuple[str, str], Probe]


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A row of the table of types, as shown."""

    title: str
    verdict: CategoryVerdict
    change: str
    bounds: str
    adjusted: str
    reason: str


@dataclass(frozen=True, slots=True)
class ProbeLine:
    """A probe as shown; ``probe`` is None where the candidate does not hold it."""

    change: ProbeChange
    title: str
    probe: Probe | None


def gate_page(v: Verdict, probes: Probes, categories: Categories, language: str = "en") -> str:
    """The page as text; the same verdict gives the same bytes."""
    t = Strings(language)
    titles = {c: type_title(c, categories, t) for c in categories}
    named = [ProbeLine(p, titles.get(p.category, p.category), probes.get((p.conversation, p.probe))) for p in v.probes]
    every = (*v.categories, *([v.overall] if v.overall else ()))
    return (
        environment(t)
        .get_template("gate.html.j2")
        .render(
            v=v,
            reasons=[told(s, t, titles) for s in v.reasons],
            hints=[(titles.get(c.name, c.name), told(h, t, titles)) for c in v.categories for h in c.hints],
            held=[told(m.reason, t, titles) for m in v.must_hold],
            warnings=[told(w, t, titles) for w in v.warnings],
            types=[_type(c, titles, t) for c in every],
            sizes=_sizes(v),
            groups=[(g, [p for p in named if p.change.group == g]) for g in GROUPS],
        )
    )


def told(said: str, t: Strings, titles: Mapping[str, str]) -> str:
    """A sentence of the verdict in the page's language; as it stands where it is not known."""
    name, colon, rest = said.partition(": ")
    if colon and name in titles:
        return f"{titles[name]}: {told(rest, t, titles)}"
    if t.language == "en":
        return said
    for key, pattern in _sentences():
        if found := pattern.fullmatch(said):
            return t(f"told.{key}", **found.groupdict())
    return said


@cache
def _sentences() -> list[tuple[str, re.Pattern[str]]]:
    """English sentences as patterns; ``(s)`` stands for a plural that may be there."""
    known = {key: re.escape(texts["en"]).replace(r"\(s\)", "s?") for key, texts in table()["told"].items()}
    return [(key, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", text), re.DOTALL)) for key, text in known.items()]


def _type(c: CategoryVerdict, titles: Mapping[str, str], t: Strings) -> TypeLine:
    d = c.change
    bounds = "–" if d.low is None or d.high is None else f"[{100 * d.low:+.1f}, {100 * d.high:+.1f}]"
    title = t("type.all") if c.name == "all" else titles.get(c.name, c.name)
    adjusted = "–" if c.adjusted is None else f"{c.adjusted:.3f}"
    return TypeLine(title, c, f"{100 * d.value:+.1f}", bounds, adjusted, told(c.reason, t, titles))


def _sizes(v: Verdict) -> list[tuple[str, str, str, str]]:
    s = v.sizes
    return [
        ("summary", f"{s.base:,.0f}", f"{s.candidate:,.0f}", _ratio(s.base, s.candidate)),
        ("read", f"{s.base_in:,.0f}", f"{s.candidate_in:,.0f}", _ratio(s.base_in, s.candidate_in)),
        ("unsupported", f"{s.base_unsupported:.2f}", f"{s.candidate_unsupported:.2f}", "–"),
    ]


def _ratio(base: float, candidate: float) -> str:
    return f"{candidate / base:.2f} ×" if base > 0 else "–"
