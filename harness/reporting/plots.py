"""Decay plots as inline SVG; with ``plans`` the only import of matplotlib.

The same result gives the same bytes. Colours are CSS variables of the page, with fallbacks; text stays text in its
own font, ids are the type's, and nothing in the SVG styles what stands outside it.
"""

from __future__ import annotations

import hashlib
import io
import logging
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text

from harness.analysis.decay import Decay
from harness.analysis.intervals import Share
from harness.analysis.summary import CategoryResult
from harness.reporting.strings import Strings
from harness.reporting.text import enough, number, ratio, shortened, visible

matplotlib.use("Agg")
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)

# Drawn in these colours, then replaced by the page's.
_LINE, _RULE, _TEXT, _SOFT, _GROUND, _MEMORY = (f"#0b1ca{i}" for i in range(1, 7))
_COLOURS = {
    _LINE: "var(--line, #1f5fa8)",
    _RULE: "var(--rule, #d5d5d0)",
    _TEXT: "var(--ink, #1c1c1a)",
    _SOFT: "var(--soft, #5c5c57)",
    _GROUND: "var(--ground, #ffffff)",
    _MEMORY: "var(--memory, #b3471b)",
}
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "afterfold",
    "text.parse_math": False,
    "font.size": 9.5,
    "text.color": _TEXT,
    "axes.edgecolor": _RULE,
    "axes.unicode_minus": False,
    "xtick.color": _SOFT,
    "ytick.color": _SOFT,
}
_MOST_TICKS = 9
_DASH_DOT = (5, 1.6, 1.2, 1.6)
# The first that a machine has draws a character: Korean needs one of the later ones.
_FAMILIES = ["DejaVu Sans", "NanumGothic", "Noto Sans CJK KR", "Noto Sans KR", "Malgun Gothic", "Apple SD Gothic Neo"]


def decay_plot(
    result: CategoryResult,
    *,
    title: str,
    minimum: tuple[int, int],
    language: str,
    ages: int | None = None,
    other: CategoryResult | None = None,
    memory: Mapping[int, Share] | None = None,
) -> str:
    """S_k with its interval, what r^k predicts, and how many probes each age has, as an ``<svg>`` element.

    ``ages`` is the largest age of the axis, so that plots side by side share it; default: the type's own. ``other`` is the same
    type under another system, drawn as a grey line; ``memory`` is S_k with memory items put back, by age.
    """
    t = Strings(language)
    with _quiet(), matplotlib.rc_context(_STYLE):
        svg = _svg(_drawn(result, title, minimum, t, ages, other, memory or {}))
    return _inlined(svg, result.name, _described(title, result.decay.retention, memory or {}, t))


def plot_files(
    result: CategoryResult,
    *,
    title: str,
    minimum: tuple[int, int],
    language: str,
    ages: int | None = None,
    other: CategoryResult | None = None,
    memory: Mapping[int, Share] | None = None,
) -> tuple[str, bytes]:
    """The same plot as the text of an SVG file and the bytes of a PNG file, in the colours of the light page."""
    with _quiet(), matplotlib.rc_context({**_STYLE, "font.family": _FAMILIES}):
        figure = _drawn(result, title, minimum, Strings(language), ages, other, memory or {})
        _recolour(figure)
        svg, out = _svg(figure), io.BytesIO()
        figure.savefig(out, format="png", dpi=200, facecolor="white", metadata={"Software": None})
    return svg, out.getvalue()


def _drawn(
    result: CategoryResult,
    title: str,
    minimum: tuple[int, int],
    t: Strings,
    ages: int | None,
    other: CategoryResult | None,
    memory: Mapping[int, Share],
) -> Figure:
    found = result.decay.retention
    last = max(1, ages if ages is not None else max(found, default=1))
    figure = Figure(figsize=(3.4, 2.5))
    axes = figure.add_axes((0.1, 0.245, 0.87, 0.64))
    _frame(axes, shortened(visible(title), 36), last)
    if other:
        _other(axes, other.decay.retention, last)
    _curve(axes, found, minimum)
    if memory:
        _remembered(axes, memory, minimum, last)
        _memory_key(axes, t)
    _prediction(axes, result.decay, last)
    _at_risk(axes, found, last, t)
    return figure


def _svg(figure: Figure) -> str:
    out = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(out, format="svg", transparent=True, metadata=nothing)
    return out.getvalue()


def _recolour(figure: Figure) -> None:
    """Put the fallback of each colour variable in its place: a file of its own has no page to take them from."""
    plain: dict[Any, Any] = {drawn: shown.rpartition(" ")[2].rstrip(")") for drawn, shown in _COLOURS.items()}
    for text in figure.findobj(Text):
        text.set_color(plain.get(text.get_color(), text.get_color()))
    for line in figure.findobj(Line2D):
        for get, put in (
            (line.get_color, line.set_color),
            (line.get_markerfacecolor, line.set_markerfacecolor),
            (line.get_markeredgecolor, line.set_markeredgecolor),
        ):
            put(plain.get(get(), get()))
    for area in figure.findobj(PolyCollection):
        area.set_facecolor(plain[_LINE])


@contextmanager
def _quiet() -> Iterator[None]:
    """No warnings about glyphs: the browser has its own fonts."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph .* missing")
        yield


def _frame(axes: Axes, title: str, last: int) -> None:
    axes.set_title(title, loc="left", fontsize=10.5, fontweight="bold", pad=7, x=-0.095)
    axes.set_ylim(-0.03, 1.03)
    axes.set_xlim(-0.06 * last, last * 1.06)
    axes.set_yticks([0, 0.5, 1], ["0", ".5", "1"])
    axes.set_xticks([])
    axes.tick_params(length=0, pad=5)
    axes.grid(axis="y", color=_RULE, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left", "bottom"]].set_visible(False)


def _curve(axes: Axes, found: Mapping[int, Share], minimum: tuple[int, int]) -> None:
    ages = sorted(found)
    framed = [(k, s.low, s.high) for k in ages if (s := found[k]).low is not None and s.high is not None]
    if framed:
        where, low, high = zip(*framed, strict=True)
        axes.fill_between(where, low, high, color=_LINE, alpha=0.16, lw=0)
    axes.plot(ages, [found[k].value for k in ages], color=_LINE, linewidth=1.7)
    for k in ages:
        face = _LINE if enough(found[k], minimum) else _GROUND
        point = axes.plot([k], [found[k].value], "o", color=_LINE, markerfacecolor=face, markersize=4.6, clip_on=False)
        point[0].set_markeredgewidth(1.3)


def _other(axes: Axes, found: Mapping[int, Share], last: int) -> None:
    ages = [k for k in sorted(found) if k <= last]
    axes.plot(ages, [found[k].value for k in ages], "s-", color=_SOFT, linewidth=1.2, markersize=3.2, alpha=0.75)


def _remembered(axes: Axes, found: Mapping[int, Share], minimum: tuple[int, int], last: int) -> None:
    """Told from the other lines by marker, dashes and whiskers, not by colour alone; a little to the right of them, so that points
    at the same height stay two."""
    ages = [k for k in sorted(found) if k <= last]
    aside = 0.025 * last
    axes.plot([k + aside for k in ages], [found[k].value for k in ages], color=_MEMORY, lw=1.4, dashes=_DASH_DOT)
    for k in ages:
        low, high = found[k].low, found[k].high
        if low is not None and high is not None:
            axes.plot([k + aside] * 2, [low, high], "_-", color=_MEMORY, linewidth=0.9, markersize=4, clip_on=False)
        face = _MEMORY if enough(found[k], minimum) else _GROUND
        axes.plot([k + aside], [found[k].value], "^", color=_MEMORY, markerfacecolor=face, markersize=5, clip_on=False)


def _memory_key(axes: Axes, t: Strings) -> None:
    """What the triangles are, below the axis: a file of its own has no caption."""
    where: Any = {"transform": axes.transAxes, "clip_on": False}
    axes.plot([-0.03, 0.075], [-0.312] * 2, color=_MEMORY, linewidth=1.4, dashes=_DASH_DOT, **where)
    axes.plot([0.0225], [-0.312], "^", color=_MEMORY, markersize=5, **where)
    axes.text(0.095, -0.335, t("plot.memory"), transform=axes.transAxes, color=_SOFT, fontsize=9)


def _prediction(axes: Axes, decay: Decay, last: int) -> None:
    if decay.r is None:
        return
    steps = [last * i / 60 for i in range(61)]
    axes.plot(steps, [decay.r.value**x for x in steps], color=_SOFT, linewidth=1.1, dashes=(3, 2.5))


def _at_risk(axes: Axes, found: Mapping[int, Share], last: int, t: Strings) -> None:
    """Ages and numbers of probes below the axis, thinned where there are many."""
    step = -(-(last + 1) // _MOST_TICKS)
    where = axes.get_xaxis_transform()
    for k in range(0, last + 1, step):
        held = number(found[k].n) if k in found else "–"
        axes.text(k, -0.115, str(k), transform=where, ha="center", color=_TEXT, fontsize=9.5)
        axes.text(k, -0.225, held, transform=where, ha="center", color=_SOFT, fontsize=9)
    axes.text(-0.035, -0.225, "n", transform=axes.transAxes, ha="right", color=_SOFT, fontsize=9, style="italic")
    axes.text(1, -0.335, t("plot.age"), transform=axes.transAxes, ha="right", color=_SOFT, fontsize=9)


def _described(title: str, found: Mapping[int, Share], memory: Mapping[int, Share], t: Strings) -> str:
    said = t("plot.described", title=title, values=_points(found, t) or t("plot.nothing"))
    return visible(f"{said}; {t('plot.memory')}: {_points(memory, t)}" if memory else said)


def _points(found: Mapping[int, Share], t: Strings) -> str:
    return ", ".join(t("plot.point", age=k, value=ratio(found[k].value), n=number(found[k].n)) for k in sorted(found))


def _inlined(svg: str, name: str, label: str) -> str:
    """Matplotlib's file as an element that lives in a page."""
    body = svg[svg.index("<svg") :]
    box = re.search(r'viewBox="([^"]*)"', body)
    inner = body[body.index(">") + 1 : body.rindex("</svg>")]
    inner = re.sub(r"\s*<metadata>.*?</metadata>", "", inner, flags=re.DOTALL)
    inner = re.sub(r"\s*<style.*?</style>", "", inner, flags=re.DOTALL)
    inner = re.sub(r"<defs>\s*</defs>", "", inner)
    inner = re.sub(r"font-family: [^;\"]*sans-serif", "font-family: inherit", inner)
    inner = inner.replace("xlink:href=", "href=")
    prefix = "p" + hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8] + "-"
    inner = re.sub(r'(<[^>]* id="|url\(#|href="#)', lambda m: m[1] + prefix, inner)
    for drawn, shown in _COLOURS.items():
        inner = inner.replace(drawn, shown)
    view = box[1] if box else "0 0 245 180"
    return f'<svg class="plot" role="img" viewBox="{view}" aria-label="{escape(label)}">{inner.strip()}</svg>\n'
