"""The outcome table made ready: which probes are eligible, and one row per probe and age."""

from __future__ import annotations

from collections.abc import Mapping
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
    rows = _asked(outcomes, eligible, arm)
    means = rows.groupby(["unit", "age"], sort=False, as_index=False)["ok"].mean()
    return _named(means, eligible).rename(columns={"ok": "retained"})[[*KEYS, "age", "retained"]]


def first_losses(outcomes: pd.DataFrame, eligible: pd.DataFrame, arm: str = "folded") -> pd.DataFrame:
    """First-loss risk sets: for each eligible probe and age k ≥ 1, the share of chains at risk (retained at every age before)
    and the share lost there for the first time. Columns conversation, probe, category, age, at_risk, lost.
    """
    steps = _steps(outcomes, eligible, arm)
    steps["at_risk"] = steps["before"].astype(float)
    steps["lost"] = (steps["before"] & ~steps["ok"]).astype(float)
    chains = steps.groupby("unit", sort=False)["chain"].transform("nunique")
    steps[["at_risk", "lost"]] = steps[["at_risk", "lost"]].div(chains, axis=0)
    sums = steps.groupby(["unit", "age"], sort=False, as_index=False)[["at_risk", "lost"]].sum()
    return _named(sums, eligible)[[*KEYS, "age", "at_risk", "lost"]]


def recoveries(outcomes: pd.DataFrame, eligible: pd.DataFrame, arm: str = "folded") -> pd.DataFrame:
    """Per eligible probe the share of chains that lost it before their last age (``lost``), and that had it back at some later age
    (``back``). Columns conversation, probe, category, lost, back."""
    steps = _steps(outcomes, eligible, arm)
    later = steps.assign(lost=~steps["before"], back=~steps["before"] & steps["ok"])
    per = later.groupby(["unit", "chain"], sort=False, as_index=False)[["lost", "back"]].max()
    numbers = per.astype({"lost": float, "back": float})
    means = numbers.groupby("unit", sort=False, as_index=False)[["lost", "back"]].mean()
    return _named(means, eligible)[[*KEYS, "lost", "back"]]


def guesses(outcomes: pd.DataFrame) -> pd.DataFrame:
    """The arm ``none`` of positive probes: columns conversation, probe, category, right (0 or 1)."""
    rows = outcomes[outcomes["arm"].eq("none") & outcomes["category"].ne("absent")]
    return rows[KEYS].assign(right=rows["outcome"].eq("retained").astype(float)).reset_index(drop=True)


def _asked(outcomes: pd.DataFrame, eligible: pd.DataFrame, arm: str) -> pd.DataFrame:
    """The valid answers of an arm to eligible probes that have an age: columns unit (row of ``eligible``), chain, age, ok. Keys become
    one integer here, since grouping a million rows by four columns of text takes longer than all the statistics."""
    units = eligible[KEYS].assign(unit=range(len(eligible)))
    valid = outcomes["arm"].eq(arm) & outcomes["age"].notna() & outcomes["outcome"].ne("invalid")
    rows = outcomes.loc[valid, [*KEYS, "chain", "age", "outcome"]].merge(units, on=KEYS, how="inner")
    ok = rows["outcome"].eq("retained").astype(bool)
    return pd.DataFrame({"unit": rows["unit"], "chain": rows["chain"], "age": rows["age"].astype(int), "ok": ok})


def _steps(outcomes: pd.DataFrame, eligible: pd.DataFrame, arm: str) -> pd.DataFrame:
    """One row per probe, chain and age ≥ 1, in order of age: ``ok``, and ``before``: retained at every age before this one."""
    rows = _asked(outcomes, eligible, arm)
    rows = rows[rows["age"] >= 1]
    steps = rows.groupby(["unit", "chain", "age"], sort=True, as_index=False)["ok"].min()
    so_far = steps.groupby(["unit", "chain"], sort=False)["ok"].cummin()
    before = so_far.groupby([steps["unit"], steps["chain"]], sort=False).shift(fill_value=True)
    return steps.assign(before=before.astype(bool), ok=steps["ok"].astype(bool))


def _named(rows: pd.DataFrame, eligible: pd.DataFrame) -> pd.DataFrame:
    return rows.join(eligible[KEYS], on="unit")


def attribution(rows: pd.DataFrame) -> dict[str, int]:
    """Of the first loss of each probe, by chain, from answers of the folded arm: was the text gone from the context, or there and not
    answered? Losses of which that is not known are in neither."""
    lost = rows[rows["outcome"].ne("retained") & rows["outcome"].ne("invalid") & rows["age"].fillna(0).ge(1)]
    first = lost.sort_values("fold", kind="stable").drop_duplicates(["conversation", "probe", "chain"])
    where = first["carried"].map({True: "not_answered", False: "folded_away"}).value_counts()
    return {"folded_away": int(where.get("folded_away", 0)), "not_answered": int(where.get("not_answered", 0))}


def folded_share(lost: Mapping[str, int]) -> float:
    """Of the losses that ``attribution`` knows of, the share that the fold made; all where it knows of none."""
    known = sum(lost.values())
    return lost["folded_away"] / known if known else 1.0
