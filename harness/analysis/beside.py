"""Two systems side by side: the same analysis of both, on the probes that are eligible in both."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from harness.analysis.outcomes import KEYS, eligible_probes
from harness.analysis.summary import Analysis, analyse
from harness.categories import Categories


@dataclass(frozen=True)
class Beside:
    """``main`` and ``other`` are the analyses of two runs, restricted to the probes that are eligible in both of them, so that a
    difference is not one of composition. ``label`` is what the other system is called."""

    label: str
    main: Analysis
    other: Analysis


def beside(
    label: str,
    main: pd.DataFrame,
    other: pd.DataFrame,
    categories: Categories,
    *,
    target: float,
    min_probes: int,
    min_conversations: int,
) -> Beside | None:
    """Two outcome tables side by side; None where no probe is eligible in both."""
    common = eligible_probes(main)[0].merge(eligible_probes(other)[0], on=KEYS, how="inner")
    if common.empty:
        return None
    ours, theirs = (
        analyse(
            table.merge(common, on=KEYS, how="inner"),
            categories,
            target=target,
            min_probes=min_probes,
            min_conversations=min_conversations,
        )
        for table in (main, other)
    )
    return Beside(label, ours, theirs)
