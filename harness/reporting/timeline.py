"""The folds of a conversation over its turns as a small ``<svg>``: where the trigger fired, and how much went in and came out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from markupsafe import Markup

from harness.reporting.fold_texts import ConversationFolds, FoldRow
from harness.reporting.strings import Strings
from harness.reporting.text import visible

_WIDTH, _HEIGHT, _LEFT, _BASE, _BAR = 320.0, 78.0, 8.0, 58.0, 6.0
MOST = 60  # conversations that are drawn; the tables have them all


def timeline(c: ConversationFolds, t: Strings) -> Markup:
    """The folds of the first chain; empty where there is none."""
    first = min((row.fold.chain for row in c.folds), default=0)
    rows = [row for row in c.folds if row.fold.chain == first]
    most = max((max(r.fold.tokens_in, r.fold.tokens_out) for r in rows), default=0)
    if not rows or not c.length or not most:
        return Markup("")
    parts = "".join(part for row in rows for part in _bars(row, c.length, most))
    label = t("fold.timeline", conversation=c.id, folds="; ".join(_said(rows, t)))
    axis = f'<path class="axis" d="M{_LEFT:g} {_BASE:g}H{_WIDTH - _LEFT:g}"/>'
    end = f'<text x="{_WIDTH - _LEFT:g}" y="10" text-anchor="end">{escape(t("fold.turns", turns=c.length))}</text>'
    head = (
        f'<svg class="timeline" role="img" viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" aria-label="{escape(visible(label))}">'
    )
    return Markup(f"{head}{axis}{parts}{end}</svg>")


def _said(rows: Sequence[FoldRow], t: Strings) -> Iterator[str]:
    for r in rows:
        yield t(
            "fold.timeline_one",
            ordinal=r.fold.ordinal,
            position=r.fold.position,
            tokens_in=r.tokens_in,
            tokens_out=r.tokens_out,
        )


def _bars(row: FoldRow, length: int, most: int) -> Iterator[str]:
    fold = row.fold
    x = _LEFT + (_WIDTH - 2 * _LEFT - 2 * _BAR) * fold.position / length
    for kind, tokens, left in (
        ("in", fold.tokens_in, x - _BAR),
        ("failed" if fold.failure else "out", fold.tokens_out, x),
    ):
        height = max(1.0, (_BASE - 16) * tokens / most)
        yield f'<rect class="{kind}" x="{left:.1f}" y="{_BASE - height:.1f}" width="{_BAR:g}" height="{height:.1f}"/>'
    yield f'<path class="fired" d="M{x - 4:.1f} {_BASE + 7:g}l4 -7l4 7z"/>'
    yield f'<text x="{x:.1f}" y="{_HEIGHT - 1:g}" text-anchor="middle">{fold.ordinal}</text>'
