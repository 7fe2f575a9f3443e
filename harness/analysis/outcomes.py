"""The outcome table made ready: which probes are eligible, and one row per probe and age."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

KEYS = ["conversation", "probe", "category"]


@dataclass(frozen=True)
class Eligibility:
    """Counts behind the eligible set: positive probes, and why the others were dropped."""

    positive: int
    eligible: int
    not_in_full: int
    in_none: int
    never_full: int


def eligible_probes(outcomes: pd.DataFrame) -> tuple[pd.DataFrame, Eligibility]:
    """The eligible probes (columns conversation, probe, category): right in every ``full`` ask, not answerable in ``none``."""
    positive = outcomes[outcomes["category"] != "absent"]
    right = positive.assign(right=positive["outcome"].eq("retained"))
    probes = positive[KEYS].drop_duplicates()
    full = right[right["arm"].eq("full")].groupby(KEYS, sort=False)["right"].all().rename("full")
    none = right[right["arm"].eq("none")].groupby(KEYS, sort=False)["right"].any().rename("none")
    table = probes.join(full, on=KEYS).join(none, on=KEYS)
    asked = table["full"].notna()
    in_full, in_none = table["full"].eq(True), table["none"].eq(True)
    counts = Eligibility(
        len(table),
        int((in_full & ~in_none).sum()),
        int((asked & ~in_full).sum()),
        int((in_full & in_none).sum()),
        int((~asked).sum()),
    )
    return table.loc[in_full & ~in_none, KEYS].reset_index(drop=True), counts


def by_age(outcomes: pd.DataFrame, eligible: pd.DataFrame, arm: str = "folded") -> pd.DataFrame:
    """One row per eligible probe and age: ``retained`` is the mean over chains, trials and repeated asks at that age.

    Columns conversation, probe, category, age, retained. Invalid answers are left out; ungraded ones count as not retained.
    """
    rows = outcomes[outcomes["arm"].eq(arm) & outcomes["age"].notna() & outcomes["outcome"].ne("invalid")]
    rows = rows.merge(eligible, on=KEYS, how="inner")
    rows = rows.assign(retained=rows["outcome"].eq("retained").astype(float), age=rows["age"].astype(int))
    return rows.groupby([*KEYS, "age"], sort=False, as_index=False)["retained"].mean()


def first_losses(outcomes: pd.DataFrame, eligible: pd.DataFrame, arm: str = "folded") -> pd.DataFrame:
    """First-loss risk sets: for each eligible probe and age k ≥ 1, the share of chains at risk (retained at every age before)
    and the share lost there for the first time. Columns conversation, probe, category, age, at_risk, lost.
    """
    rows = outcomes[outcomes["arm"].eq(arm) & outcomes["age"].notna() & outcomes["outcome"].ne("invalid")]
    rows = rows.merge(eligible, on=KEYS, how="inner")
    rows = rows.assign(age=rows["age"].astype(int), ok=rows["outcome"].eq("retained"))
    rows = rows[rows["age"] >= 1]
    series = [*KEYS, "chain"]
    steps = (
        rows.groupby([*series, "age"], sort=False, as_index=False)["ok"]
        .min()
        .sort_values([*series, "age"], kind="stable")
    )
    before = (
        steps.groupby(series, sort=False)["ok"]
        .cummin()
        .groupby([steps[k] for k in series], sort=False)
        .shift(fill_value=True)
    )
    steps = steps.assign(at_risk=before.astype(float), lost=(before & ~steps["ok"]).astype(float))
    chains = steps.groupby(KEYS, sort=False)["chain"].transform("nunique")
    steps[["at_risk", "lost"]] = steps[["at_risk", "lost"]].div(chains, axis=0)
    return steps.groupby([*KEYS, "age"], sort=False, as_index=False)[["at_risk", "lost"]].sum()
