"""The verdict of a run: per category retention, decay, where the losses went, and advice; console, page and JSON project it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pandas as pd

from harness.analysis.advice import Advice, advise
from harness.analysis.decay import Decay, decay, last_age, share_of, with_fits
from harness.analysis.intervals import Share, clustered_share
from harness.analysis.outcomes import (
    KEYS,
    Eligibility,
    attribution,
    by_age,
    eligible_probes,
    first_losses,
    folded_share,
    guesses,
    recoveries,
)
from harness.analysis.words import describe
from harness.categories import Categories

OVERALL = "all"
_NAMED = 3  # as many of the lowest categories are named where the first is not clear


@dataclass(frozen=True)
class CategoryResult:
    """What is known about one category. ``last`` is the largest age with enough probes from enough conversations (None: none)."""

    name: str
    probes: int
    eligible: int
    conversations: int
    decay: Decay
    last: int | None
    attribution: Mapping[str, int]
    outcomes: Mapping[int, Mapping[str, int]]
    words: Mapping[str, str]
    advice: Advice


@dataclass(frozen=True)
class Analysis:
    """The verdict object of a run. ``categories`` in the order of the category file, ``overall`` over all of them. ``lowest``
    are the categories with the lowest r, lowest first, ``first`` the lowest of them; empty where nothing is lost, or the same
    share everywhere."""

    categories: tuple[CategoryResult, ...]
    overall: CategoryResult
    eligibility: Eligibility
    absent: Mapping[int, Share]
    first: str | None
    first_is_clear: bool
    lowest: tuple[str, ...]
    minimum: tuple[int, int]


def analyse(
    outcomes: pd.DataFrame, categories: Categories, *, target: float, min_probes: int, min_conversations: int
) -> Analysis:
    """Everything that reports show, from the outcome table alone."""
    eligible, counts = eligible_probes(outcomes)
    tables = Tables.of(outcomes, eligible)
    minimum = (min_probes, min_conversations)
    asked = outcomes[outcomes["arm"].eq("none")].groupby("category")["probe"].size()
    present = [c for c in categories if c in asked.index and c != "absent"]
    results = tuple(_result(c, tables.only(c), categories, int(asked[c]), target, minimum) for c in present)
    overall = _result(OVERALL, tables, categories, counts.positive, target, minimum)
    lowest = _lowest(results, minimum[0] / 2)
    return Analysis(
        results,
        overall,
        counts,
        _absent(outcomes),
        lowest[0].name if lowest else None,
        _apart(lowest),
        tuple(r.name for r in lowest[:_NAMED]),
        minimum,
    )


@dataclass(frozen=True)
class Tables:
    """What the analysis of a category reads: the answers after folds of its eligible probes, those probes, and the tables that
    ``outcomes`` makes of them."""

    rows: pd.DataFrame
    eligible: pd.DataFrame
    aged: pd.DataFrame
    losses: pd.DataFrame
    back: pd.DataFrame
    guesses: pd.DataFrame

    @staticmethod
    def of(outcomes: pd.DataFrame, eligible: pd.DataFrame) -> Tables:
        """The tables over all categories."""
        rows = outcomes[outcomes["arm"].eq("folded")].merge(eligible, on=KEYS, how="inner")
        return Tables(
            rows,
            eligible,
            by_age(outcomes, eligible),
            first_losses(outcomes, eligible),
            recoveries(outcomes, eligible),
            guesses(outcomes),
        )

    def only(self, category: str) -> Tables:
        """The tables of one category."""
        return Tables(*(t[t["category"].eq(category)] for t in vars(self).values()))


def _result(
    name: str, tables: Tables, categories: Categories, asked: int, target: float, minimum: tuple[int, int]
) -> CategoryResult:
    found = decay(tables.aged, tables.losses)
    last = last_age(found.retention, minimum)
    guessed, back = share_of(tables.guesses, "right"), tables.back[tables.back["lost"] > 0]
    found = replace(found, guessed=guessed, recovered=share_of(back, "back", "lost"))
    found = with_fits(found, tables.aged, last)
    lost = attribution(tables.rows)
    return CategoryResult(
        name,
        asked,
        len(tables.eligible),
        int(tables.eligible["conversation"].nunique()),
        found,
        last,
        lost,
        _mix(tables.rows),
        describe(found, minimum),
        advise(found.retention, target, minimum, categories.get(name), folded_share(lost)),
    )


def _mix(rows: pd.DataFrame) -> dict[int, dict[str, int]]:
    aged = rows[rows["age"].notna()]
    return {int(k): dict(sorted(Counter(g["outcome"]).items())) for k, g in aged.groupby(aged["age"].astype(int))}


def _absent(outcomes: pd.DataFrame) -> dict[int, Share]:
    """Share of absent probes that were answered all the same, per fold count (0: in the full log)."""
    rows = outcomes[outcomes["category"].eq("absent") & outcomes["arm"].isin(["full", "folded"])]
    rows = rows[rows["arm"].eq("folded") | rows["fold"].eq(0)]
    result = {}
    for fold, group in rows.groupby("fold"):
        per = group.assign(y=group["outcome"].ne("retained")).groupby("conversation")["y"].agg(["sum", "count"])
        if share := clustered_share(per["sum"].to_numpy(), per["count"].to_numpy()):
            result[int(fold)] = share
    return result


def _lowest(results: tuple[CategoryResult, ...], least: float) -> list[CategoryResult]:
    """The categories by r, lowest first, among those with at least ``least`` probes at age 1; empty where all have the same r
    (nothing was lost, or everything): then none of them goes first."""
    known = [r for r in results if r.decay.r and 1 in r.decay.retention and r.decay.retention[1].n >= least]
    ranked = sorted(known, key=lambda r: (_rate(r), r.name))
    alike = not ranked or _rate(ranked[-1]) - _rate(ranked[0]) < 1e-9
    return [] if alike else ranked


def _rate(result: CategoryResult) -> float:
    return result.decay.r.value if result.decay.r else 1.0


def _apart(lowest: list[CategoryResult]) -> bool:
    """Whether the interval of the lowest r lies below the r of every other category."""
    if len(lowest) < 2 or lowest[0].decay.r is None or lowest[0].decay.r.high is None:
        return False
    return lowest[0].decay.r.high < _rate(lowest[1])
