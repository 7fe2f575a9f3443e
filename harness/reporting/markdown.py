"""The verdict as Markdown: for a pull request, an issue or a wiki."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.analysis import Analysis, CategoryResult
from harness.categories import Categories
from harness.reporting.console import compared_at, sentences
from harness.reporting.strings import Strings
from harness.reporting.text import advice_words, dot, number, ratio, short_interval, type_title, visible

_MARKED = re.compile(r"([\\`*_\[\]|~#@])")


def markdown(
    analysis: Analysis,
    categories: Categories,
    language: str = "en",
    notes: Sequence[str] = (),
    unasked: Sequence[str] = (),
) -> str:
    """The answer, the table of types with all ages, and what a reader must know, as GitHub's Markdown."""
    t = Strings(language)
    answer, *others = sentences(analysis, categories, language)
    quoted = "\n>\n".join(f"> {plain(n)}" for n in notes)
    parts = [
        f"**{plain(answer)}**",
        quoted,
        "\n".join(f"- **{plain(s)}**" for s in unasked),
        _table(analysis, categories, t) if analysis.categories else "",
        "\n".join(f"- {plain(s)}" for s in others),
    ]
    return "\n\n".join(p for p in parts if p) + "\n"


def plain(text: str) -> str:
    """Text of which Markdown makes nothing: no markup, no mention, no line break."""
    line = " ".join(visible(text).split())
    return _MARKED.sub(r"\\\1", line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _table(analysis: Analysis, categories: Categories, t: Strings) -> str:
    ages = sorted({k for r in (*analysis.categories, analysis.overall) for k in r.decay.retention if k >= 1})
    head = ["type.name", "type.says"]
    names = [*(t(h) for h in head), "n", t("type.conversations"), *(f"S_{k}" for k in ages), "r", "r^k"]
    sides = ["---", "---", "--:", "--:", *("---" for _ in ages), "---", "--:"]
    rows = [_row(r, analysis, ages, categories, t) for r in (*analysis.categories, analysis.overall)]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (map(plain, names), sides, *rows))


def _row(r: CategoryResult, analysis: Analysis, ages: Sequence[int], categories: Categories, t: Strings) -> list[str]:
    overall, minimum = r is analysis.overall, analysis.minimum
    title = t("type.all") if overall else type_title(r.name, categories, t)
    words = t.pick(r.words) if overall else f"{t.pick(r.words)}; {advice_words(r, t)}"
    shares = [*(r.decay.retention.get(k) for k in ages), r.decay.r]
    last = compared_at(r, analysis.overall)
    cells = [short_interval(s, dot(s, minimum) if s else "") for s in shares]
    predicted = f"{ratio(r.decay.predicted(last))} (k = {last})" if last else "–"
    return [plain(c) for c in (title, words, number(r.eligible), str(r.conversations), *cells, predicted)]
