"""The verdict as a table for a terminal, and in sentences that the page uses too."""

from __future__ import annotations

from collections.abc import Sequence

from tabulate import tabulate
from wcwidth import wcswidth

from harness.analysis import Analysis, Beside, CategoryResult
from harness.analysis.intervals import Share
from harness.categories import Categories
from harness.reporting.strings import Strings
from harness.reporting.text import (
    advice_words,
    dot,
    enough,
    number,
    percent,
    ratio,
    short_interval,
    type_title,
    visible,
)

WIDTH = 160
_MOST_AGES = 5  # of the table of other systems
_WORDS = 18  # columns of the verdict and of the advice; both wrap


def table(
    analysis: Analysis,
    categories: Categories,
    language: str = "en",
    label: str = "",
    systems: Sequence[Beside] = (),
    unasked: Sequence[str] = (),
) -> str:
    """One row per information type and, below, other systems on the same probes and what the numbers say; at most about 160
    columns.

    The ages go up to the one that the answer is about. Where not every S_k fits, the first three and the last are shown, or fewer; the
    page has them all.
    """
    t = Strings(language)
    below = "\n".join([*sentences(analysis, categories, language), *(visible(s) for s in unasked)])
    if not analysis.categories:
        return below
    fitting = (_rendered(analysis, categories, ages, t) for ages in _choices(_ages(analysis)))
    widest = next((text for text in fitting if _width(text) <= WIDTH), None)
    return "\n\n".join(
        filter(None, (widest or _rendered(analysis, categories, [], t), others(label, systems, t), below))
    )


def others(label: str, systems: Sequence[Beside], t: Strings) -> str:
    """Other systems, each with the main one on the same probes above it; empty where there is none."""
    if not systems:
        return ""
    ages = sorted({k for b in systems for a in (b.main, b.other) for k in _ages_of(a.overall) if k >= 1})[:_MOST_AGES]
    head = [t("beside.system"), "n", t("type.conversations"), *(f"S_{k}" for k in ages), "r"]
    rows = [_system(name, a, ages) for b in systems for name, a in ((label, b.main), (b.label, b.other))]
    sides = ("left", "right", "right", *("left" for _ in ages), "left")
    text = str(tabulate(rows, head, tablefmt="simple", disable_numparse=True, colalign=sides))
    return f"{t('beside.heading')}\n{text}"


def _system(name: str, analysis: Analysis, ages: Sequence[int]) -> list[str]:
    found, minimum = analysis.overall.decay, analysis.minimum
    cells = [_cell(found.retention.get(k), minimum) for k in ages]
    size = (number(analysis.overall.eligible), str(analysis.overall.conversations))
    return [visible(name).replace("\n", " "), *size, *cells, _cell(found.r, minimum)]


def _ages_of(result: CategoryResult) -> list[int]:
    return list(result.decay.retention)


def _ages(analysis: Analysis) -> list[int]:
    """The ages up to the one that the answer is about; what few conversations reach beyond it stands on the page."""
    found = sorted({k for r in analysis.categories for k in r.decay.retention if k >= 1})
    return [k for k in found if k <= answered_at(analysis.overall)] or found


def _choices(ages: Sequence[int]) -> list[list[int]]:
    """Which ages to show, the fullest choice first; the last age is given up last."""
    last = ages[-1:]
    return [list(ages), *([*(k for k in ages[:n] if k not in last), *last] for n in (3, 2, 1)), list(last), []]


def _width(text: str) -> int:
    return max(wcswidth(line) for line in text.splitlines())


def _rendered(analysis: Analysis, categories: Categories, ages: Sequence[int], t: Strings) -> str:
    power = f"r^{ages[-1]}" if ages else "r^k"
    shares = [*(f"S_{k}" for k in ages), "r", power]
    head = [t("type.name"), "n", t("type.conversations"), *shares, t("type.words"), t("type.advice")]
    rows = [_row(r, analysis, categories, ages, t) for r in (*analysis.categories, analysis.overall)]
    widths = [16, None, None, *(None for _ in ages), None, None, _WORDS, _WORDS]
    sides = ("left", "right", "right", *("left" for _ in ages), "left", "right", "left", "left")
    return str(tabulate(rows, head, tablefmt="simple", disable_numparse=True, maxcolwidths=widths, colalign=sides))


def _row(
    result: CategoryResult, analysis: Analysis, categories: Categories, ages: Sequence[int], t: Strings
) -> list[str]:
    overall = result is analysis.overall
    name = t("type.all") if overall else visible(type_title(result.name, categories, t)).replace("\n", " ")
    cells = [_cell(result.decay.retention.get(k), analysis.minimum) for k in ages]
    rate = _cell(result.decay.r, analysis.minimum)
    words = visible(t.pick(result.words))
    last = ages[-1] if ages and ages[-1] in result.decay.retention else None
    predicted = ratio(result.decay.predicted(last) if last else None)
    return [
        name,
        number(result.eligible),
        str(result.conversations),
        *cells,
        rate,
        predicted,
        words,
        "" if overall else visible(advice_words(result, t)),
    ]


def _cell(share: Share | None, minimum: tuple[int, int]) -> str:
    return short_interval(share, dot(share, minimum) if share else "")


# ------------------------------------------------------------------------------------------------------ sentences


def sentences(analysis: Analysis, categories: Categories, language: str = "en") -> list[str]:
    """The answer, which probes were dropped and why, what was invented, and what the dot means."""
    t = Strings(language)
    minimum = analysis.minimum
    dots = t("head.dot", probes=minimum[0], conversations=minimum[1]) if analysis.categories else ""
    found = (
        answer(analysis, categories, t),
        few(analysis.overall, minimum, t),
        where_to(analysis.overall, t),
        dropped(analysis, t),
        invented(analysis, t),
        dots,
    )
    return [visible(s).replace("\n", " ") for s in found if s]


def answer(analysis: Analysis, categories: Categories, t: Strings) -> str:
    """The answer in one sentence: how much is still known after the last fold, and which type goes first."""
    counts, overall = analysis.eligibility, analysis.overall
    if not counts.positive:
        return t("head.no_probes")
    if not counts.eligible:
        return t("head.no_eligible", positive=counts.positive)
    if (age := answered_at(overall)) < 1:
        return t("head.no_folds")
    known = t("head.known", age=age, fold_word=t.folds(age), share=percent(overall.decay.retention[age]))
    return f"{known}; {first(analysis, categories, t)}."


def answered_at(overall: CategoryResult) -> int:
    """The age that the answer is about: the last one with enough probes, or else the last one that at least half of the
    conversations reach."""
    if overall.last:
        return overall.last
    reached = {k: share.conversations for k, share in overall.decay.retention.items()}
    half = max(reached.values(), default=0) / 2
    return max((k for k, n in reached.items() if n >= half), default=0)


def compared_at(r: CategoryResult, overall: CategoryResult) -> int:
    """The age at which r^k is held against what was measured of a type: the last one up to the age of the answer; 0 where there is none."""
    reached = [k for k in r.decay.retention if k <= answered_at(overall)]
    return max(reached or r.decay.retention, default=0)


def few(r: CategoryResult, minimum: tuple[int, int], t: Strings) -> str:
    """A warning where the answer (about all types, or about one) rests on less than the minimum."""
    age = answered_at(r)
    share = r.decay.retention.get(age)
    if age < 1 or share is None or enough(share, minimum):
        return ""
    return t("head.few", n=number(share.n), conversations=share.conversations)


def where_to(r: CategoryResult, t: Strings) -> str:
    """Of the probes that were lost at some time, how many the fold lost and how many whoever answers; empty where that is not known."""
    gone, there = r.attribution.get("folded_away", 0), r.attribution.get("not_answered", 0)
    return t("head.where_to", lost=gone + there, gone=gone, there=there) if gone + there else ""


def first(analysis: Analysis, categories: Categories, t: Strings) -> str:
    """Which type goes first, and whether that is clear."""
    if not analysis.lowest:
        rate = analysis.overall.decay.r
        same = rate is not None and rate.value in (0, 1)
        return t("head.first_same" if same else "head.first_none")
    if analysis.first_is_clear:
        return t("head.first_clear", type=type_title(analysis.lowest[0], categories, t))
    return t("head.first_unclear", types=", ".join(type_title(name, categories, t) for name in analysis.lowest))


def dropped(analysis: Analysis, t: Strings) -> str:
    """How many probes were dropped, and why."""
    e = analysis.eligibility
    if not e.positive:
        return ""
    words = t(
        "head.dropped",
        dropped=e.positive - e.eligible,
        positive=e.positive,
        eligible=e.eligible,
        not_in_full=e.not_in_full,
        in_none=e.in_none,
    )
    return f"{words} {t('head.never', n=e.never_full)}" if e.never_full else words


def invented(analysis: Analysis, t: Strings) -> str:
    """How much of what was never said was answered all the same, after as many folds as the answer is about, if so many were asked."""
    if not analysis.absent:
        return t("head.absent_none")
    fold = max((k for k in analysis.absent if k <= answered_at(analysis.overall)), default=max(analysis.absent))
    share = analysis.absent[fold]
    return t("head.absent", share=percent(share), age=fold, fold_word=t.folds(fold), n=number(share.n))
