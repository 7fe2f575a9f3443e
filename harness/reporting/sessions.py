"""What an audit of many sessions says beside the table: how often they were folded, how large, and which to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median

import pandas as pd

from harness.schema import Arm, Conversation, Outcome

_SHOWN = 5


def summary_of_folds(sessions: Sequence[Conversation]) -> str:
    """One paragraph on the folds of all sessions: how many, in which formats, how large, and how many are unusable and why."""
    folds = [f for c in sessions for f in c.folds]
    formats = Counter(c.format for c in sessions)
    most = max((len(c.folds) for c in sessions), default=0)
    lines = [
        f"{len(folds)} folds in {len(sessions)} sessions ({', '.join(f'{n} {name}' for name, n in formats.most_common())}); "
        f"at most {most} in one."
    ]
    sizes = [f.tokens_before for f in folds if f.tokens_before]
    written = [len(f.summary) for f in folds if f.summary and not f.problem]
    if sizes:
        lines.append(f"A fold began at {median(sizes):,.0f} tokens (median of {len(sizes)} that say so).")
    if written:
        lines.append(f"A summary has {median(written):,.0f} characters (median).")
    problems = Counter(f.problem.split(":")[0] for f in folds if f.problem)
    if problems:
        told = "; ".join(f"{n} × {why}" for why, n in problems.most_common())
        lines.append(f"{sum(problems.values())} folds cannot be probed and are not scored: {told}.")
    return " ".join(lines)


def sessions_to_look_at(outcomes: pd.DataFrame, sources: Mapping[str, str]) -> str:
    """The sessions that lost most at their folds, as lines with the file and the information types."""
    asked = outcomes[outcomes["arm"].eq(Arm.FOLDED) & outcomes["age"].notna() & outcomes["outcome"].ne(Outcome.INVALID)]
    lost = asked[asked["outcome"].ne(Outcome.RETAINED)].drop_duplicates(["conversation", "probe"])
    total = asked.drop_duplicates(["conversation", "probe"]).groupby("conversation").size()
    counts = lost.groupby("conversation").size().sort_values(ascending=False, kind="stable")
    if counts.empty:
        return "No session lost anything that was asked for."
    lines = ["Sessions to look at first (lost / asked):"]
    for name, count in counts.head(_SHOWN).items():
        types = lost[lost["conversation"].eq(name)]["category"].value_counts()
        kinds = ", ".join(f"{kind} {n}" for kind, n in sorted(types.items(), key=lambda pair: (-pair[1], pair[0])))
        lines.append(f"  {count}/{total[name]}  {sources.get(str(name)) or name}  ({kinds})")
    return "\n".join(lines)
