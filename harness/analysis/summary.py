"""The verdict of a run: per category retention, decay, where the losses went, and advice; console, page and JSON project it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pandas as pd

from harness.analysis.advice import Advice, advise
from harness.analysis.decay import Decay, decay, last_age, share_of, with_fits
from harness.analysis.intervals import Share, clustered_share
from harness.analysis.outcomes import KEYS, Eligibility, by_age, eligible_probes, first_losses, guesses, recoveries
from harness.analysis.words import describe
from harness.categories import Categories

OVERALL = "all"


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
    """The verdict object of a run. ``categories`` in the order of the category file, ``overall`` over all of them."""

    categories: tuple[CategoryResult, ...]
    overall: CategoryResult
    eligibility: Eligibility
    absent: Mapping[int, Share]
    first: str | None
    first_is_clear: bool
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
    first, clear = _first(results)
    return Analysis(results, overall, counts, _absent(outcomes), first, clear, minimum)


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
    return CategoryResult(
        name,
        asked,
        len(tables.eligible),
        int(tables.eligible["conversation"].nunique()),
        found,
        last,
        _attribution(tables.rows),
        _mix(tables.rows),
        describe(found, minimum),
        advise(found, last, target, minimum, categories.get(name)),
    )


def _attribution(rows: pd.DataFrame) -> dict[str, int]:
    """Of the first loss of each probe: was the text gone from the context, or there and not answered?"""
    lost = rows[rows["outcome"].ne("retained") & rows["outcome"].ne("invalid") & rows["age"].fillna(0).ge(1)]
    first = lost.sort_values("fold", kind="stable").drop_duplicates(["conversation", "probe", "chain"])
    where = first["carried"].map({True: "not_answered", False: "folded_away"}).value_counts()
    return {"folded_away": int(where.get("folded_away", 0)), "not_answered": int(where.get("not_answered", 0))}


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


def _first(results: tuple[CategoryResult, ...]) -> tuple[str | None, bool]:
    """The category with the lowest r among those with at least five eligible probes; clear if its interval lies below the next."""
    ranked = sorted((r for r in results if r.decay.r and r.eligible >= 5), key=lambda r: (r.decay.r.value, r.name))  # type: ignore[union-attr]
    if not ranked:
        return None, False
    worst = ranked[0]
    if len(ranked) < 2 or worst.decay.r is None or worst.decay.r.high is None:
        return worst.name, False
    return worst.name, all(r.decay.r is not None and worst.decay.r.high < r.decay.r.value for r in ranked[1:])
