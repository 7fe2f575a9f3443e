"""The verdict of a comparison: one object, of which console, JSON, page, comment, JUnit and exit code are projections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

import numpy as np
import pandas as pd

from harness.analysis.blame import hints
from harness.analysis.paired import Difference, holm, least_for
from harness.analysis.pairing import Pairs, ProbeChange, Sizes, change_of, lost_must_hold, pair, sizes
from harness.analysis.sides import alike
from harness.categories import Categories
from harness.errors import SettingsError
from harness.runs.baseline import Side

DETERMINISTIC = ("extractive", "window", "identity", "empty")  # one chain of these is all there is to know
_BORNE_UNPAIRED = 0.1  # share of the baseline's probes that may lack a pair before PASS is withheld


class Outcome(StrEnum):
    """What a gate says."""

    PASS = "pass"
    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True)
class Policy:
    """What is demanded; see ``settings.GatePolicy`` for the meaning of each."""

    margin: float = 0.10
    alpha: float = 0.05
    min_conversations: int = 8
    size_match: float = 1.10
    size_budget: float = 1.25
    max_summary_tokens: int | None = None
    must_hold: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    inconclusive: str = "report"


@dataclass(frozen=True)
class CategoryVerdict:
    """One information type. ``adjusted`` is Holm's p over the types with enough conversations (None: not tested); ``lost`` and ``won``
    name the probes that did worse and better; ``missing`` how many more conversations would probably decide it (None: decided, or no
    number would); ``reason`` says it in a sentence; ``hints`` what to do about it."""

    name: str
    outcome: Outcome
    base: float
    candidate: float
    change: Difference
    adjusted: float | None
    lost: tuple[str, ...]
    won: tuple[str, ...]
    missing: int | None
    reason: str
    hints: tuple[str, ...]


@dataclass(frozen=True)
class MustHold:
    """A probe that may not be lost: chains that lost it, of how many, on both sides."""

    conversation: str
    probe: str
    outcome: Outcome
    lost: int
    chains: int
    lost_before: int
    chains_before: int
    reason: str


@dataclass(frozen=True)
class Verdict:
    """The verdict. The numbers of ``overall`` are for information, since the types decide; its outcome is that of the verdict.
    ``reasons`` say in sentences what decided; ``unchanged`` that both sides are the same to the last summary."""

    outcome: Outcome
    unchanged: bool
    reasons: tuple[str, ...]
    categories: tuple[CategoryVerdict, ...]
    overall: CategoryVerdict | None
    must_hold: tuple[MustHold, ...]
    sizes: Sizes
    base: str
    candidate: str
    embedded: bool
    warnings: tuple[str, ...]
    policy: Policy
    probes: tuple[ProbeChange, ...]

    @property
    def exit_code(self) -> int:
        """0 pass, 1 fail, 3 inconclusive, or what the policy makes of that."""
        if self.outcome is Outcome.INCONCLUSIVE:
            return {"report": 3, "pass": 0, "fail": 1}[self.policy.inconclusive]
        return 0 if self.outcome is Outcome.PASS else 1


def judge(base: Side, candidate: Side, categories: Categories, policy: Policy, warnings: Sequence[str] = ()) -> Verdict:
    """Compare a candidate with a baseline.

    Raises UnlikeError where they measure different things, SettingsError for a type or probe in the policy that does not exist.
    """
    alike(base, candidate)
    _known(base, categories, policy)
    unchanged = (base.outputs, base.system) == (candidate.outputs, candidate.system)
    pairs = pair(base, candidate)
    found = _categories(pairs, base, candidate, categories, policy, unchanged)
    held = _must_hold(base, candidate, policy)
    size = sizes(base, candidate)
    outcome, reasons = (
        (Outcome.PASS, ("Nothing changed: the settings, every summary and every grade are the same.",))
        if unchanged
        else _decided(found, held, size, pairs, policy)
    )
    overall = _overall(pairs, policy, outcome)
    embedded = candidate.measure["answerer"] == "embedded" or candidate.system["compactor"] in DETERMINISTIC
    parts = (
        tuple(found),
        overall,
        tuple(held),
        size,
        base.name,
        candidate.name,
        embedded,
        tuple(warnings),
        policy,
        pairs.changes,
    )
    return Verdict(outcome, unchanged, tuple(reasons), *parts)


def _known(base: Side, categories: Categories, policy: Policy) -> None:
    for name in policy.categories:
        if name not in categories:
            raise SettingsError(f"gate.categories: unknown category {name!r}; known are {', '.join(categories)}.")
    for name in policy.must_hold:
        if name not in set(base.courses["probe"]):
            raise SettingsError(f"gate.must_hold: no probe {name!r} in the baseline's probe set.")


# ------------------------------------------------------------------------------------------------------ categories


def _categories(
    pairs: Pairs, base: Side, candidate: Side, categories: Categories, policy: Policy, unchanged: bool
) -> list[CategoryVerdict]:
    names = [c for c in (policy.categories or categories) if c in set(base.courses["category"]) and c != "absent"]
    parts = [(n, pairs.probes[pairs.probes["category"].eq(n)]) for n in names]
    parts = [(n, rows) for n, rows in parts if len(rows)]
    changes = [change_of(rows, policy.alpha) for _, rows in parts]
    adjusted = _holm(changes, policy)
    return [
        _category(n, rows, change, p, policy, unchanged, hints(n, base, candidate, categories))
        for (n, rows), change, p in zip(parts, changes, adjusted, strict=True)
    ]


def _holm(changes: Sequence[Difference], policy: Policy) -> list[float | None]:
    """Holm's p over the types with enough conversations; None for the others."""
    tested = [i for i, c in enumerate(changes) if c.conversations >= policy.min_conversations]
    adjusted: list[float | None] = [None] * len(changes)
    for i, p in zip(tested, holm([changes[i].p for i in tested]), strict=True):
        adjusted[i] = p
    return adjusted


def _category(
    name: str,
    rows: pd.DataFrame,
    change: Difference,
    adjusted: float | None,
    policy: Policy,
    unchanged: bool,
    to_do: tuple[str, ...],
) -> CategoryVerdict:
    outcome = Outcome.PASS if unchanged else _outcome(change, adjusted, policy)
    missing = missing_conversations(change, policy) if outcome is Outcome.INCONCLUSIVE else None
    reason = "Nothing changed." if unchanged else _reason(outcome, change, missing, policy)
    return CategoryVerdict(
        name,
        outcome,
        float(rows["base"].mean()),
        float(rows["candidate"].mean()),
        change,
        adjusted,
        tuple(rows.loc[rows["change"] < 0, "probe"]),
        tuple(rows.loc[rows["change"] > 0, "probe"]),
        missing,
        reason,
        to_do if outcome is Outcome.FAIL else (),
    )


def _outcome(change: Difference, adjusted: float | None, policy: Policy) -> Outcome:
    if adjusted is not None and adjusted <= policy.alpha:
        return Outcome.FAIL
    shown = change.low is not None and change.low > -policy.margin
    return Outcome.PASS if shown and adjusted is not None else Outcome.INCONCLUSIVE


def _reason(outcome: Outcome, change: Difference, missing: int | None, policy: Policy) -> str:
    drop, margin = _points(change.value), f"{100 * policy.margin:g} points"
    if outcome is Outcome.FAIL:
        return f"Retention changed by {drop} points, and the drop is more than noise."
    if outcome is Outcome.PASS:
        return f"Retention changed by {drop} points; a drop of {margin} or more is ruled out."
    if missing is None:
        return f"Retention changed by {drop} points, which is about the margin of {margin}: more conversations would hardly decide."
    return f"Retention changed by {drop} points; {missing} more conversation{'' if missing == 1 else 's'} would probably decide."


def _points(value: float) -> str:
    return f"{100 * value:+.1f}"


def missing_conversations(change: Difference, policy: Policy) -> int | None:
    """Further conversations of this kind until the verdict would probably be PASS or FAIL, if the true difference is the observed one
    (no better than none); bounds shrink with the root of their number. None if the difference lies on the margin."""
    n = change.conversations
    least = policy.min_conversations - n
    if change.low is None or change.high is None:
        return max(least, 5 - n, least_for(policy.margin, policy.alpha) - n, 1)
    value = min(0.0, change.value)
    room, half = policy.margin + value, max(change.value - change.low, change.high - change.value)
    to_pass = max(_needed(n, half, room), least_for(policy.margin, policy.alpha)) if room > 0.01 else None
    to_fail = _needed(n, half, -value) if value < -0.01 else None
    needed = min((x for x in (to_pass, to_fail) if x is not None), default=None)
    return None if needed is None else max(needed - n, least, 1)


def _needed(n: int, half: float, room: float) -> int:
    return ceil(n * (half / room) ** 2) if room > 0 else n


def _overall(pairs: Pairs, policy: Policy, outcome: Outcome) -> CategoryVerdict | None:
    """All types together: numbers for information, which are neither tested nor demanded, under the outcome of the verdict."""
    if pairs.probes.empty:
        return None
    rows = pairs.probes
    change = change_of(rows, policy.alpha)
    lost, won = tuple(rows.loc[rows["change"] < 0, "probe"]), tuple(rows.loc[rows["change"] > 0, "probe"])
    means = float(rows["base"].mean()), float(rows["candidate"].mean())
    return CategoryVerdict("all", outcome, *means, change, None, lost, won, None, "", ())


# ------------------------------------------------------------------------------------------------------- must hold


def _must_hold(base: Side, candidate: Side, policy: Policy) -> list[MustHold]:
    named = frozenset(policy.must_hold)
    before, now = lost_must_hold(base, named), lost_must_hold(candidate, named)
    sure = candidate.system["compactor"] in DETERMINISTIC
    return [_held(key, now.get(key, (0, 0)), before[key], sure) for key in sorted(before)]


def _held(key: tuple[str, str], now: tuple[int, int], before: tuple[int, int], sure: bool) -> MustHold:
    lost, chains = now
    said = f"{key[1]} ({key[0]}) was lost in {lost} of {chains} chain{'' if chains == 1 else 's'}"
    if chains == 0:
        outcome, reason = Outcome.INCONCLUSIVE, f"{key[1]} ({key[0]}) could not be asked."
    elif not _mostly(lost, chains):
        outcome, reason = Outcome.PASS, f"{said}."
    elif _mostly(*before):
        outcome, reason = Outcome.PASS, f"{said}, as it was in the baseline."
    elif chains < 3 and not sure:
        outcome, reason = Outcome.INCONCLUSIVE, f"{said}; three chains would tell a loss from chance."
    else:
        outcome, reason = Outcome.FAIL, f"{said} and may not be lost."
    return MustHold(*key, outcome, lost, chains, *before, reason)


def _mostly(lost: int, chains: int) -> bool:
    """At least two of three chains."""
    return lost > 0 and 3 * lost >= 2 * chains


# -------------------------------------------------------------------------------------------------------- decision


def _decided(
    found: Sequence[CategoryVerdict], held: Sequence[MustHold], size: Sizes, pairs: Pairs, policy: Policy
) -> tuple[Outcome, tuple[str, ...]]:
    failed = [f"{c.name}: {c.reason}" for c in found if c.outcome is Outcome.FAIL]
    failed += [m.reason for m in held if m.outcome is Outcome.FAIL]
    failed += _over_budget(size, policy)
    if failed:
        return Outcome.FAIL, tuple(failed)
    open_ = [f"{c.name}: {c.reason}" for c in found if c.outcome is Outcome.INCONCLUSIVE]
    open_ += [m.reason for m in held if m.outcome is Outcome.INCONCLUSIVE]
    open_ += _withheld(found, size, pairs, policy)
    if open_:
        return Outcome.INCONCLUSIVE, tuple(open_)
    return Outcome.PASS, (f"In every type a drop of {100 * policy.margin:g} points or more is ruled out.",)


def _over_budget(size: Sizes, policy: Policy) -> list[str]:
    found = []
    if size.ratio is not None and size.ratio > policy.size_budget:
        found.append(
            f"The summaries are {size.ratio:.2f} times as long as the baseline's ({size.candidate:.0f} tokens instead of "
            f"{size.base:.0f}); the budget is {policy.size_budget:g} times."
        )
    if policy.max_summary_tokens is not None and size.candidate > policy.max_summary_tokens:
        found.append(
            f"A summary has {size.candidate:.0f} tokens on average; the budget is {policy.max_summary_tokens}."
        )
    return found


def _withheld(found: Sequence[CategoryVerdict], size: Sizes, pairs: Pairs, policy: Policy) -> list[str]:
    """Why a PASS would not be fair, though every type that could be compared is in order."""
    said = []
    total = len(pairs.probes) + pairs.unpaired
    if not found:
        said.append("No probe could be compared: neither run has an eligible probe that went through a fold.")
    elif pairs.unpaired > _BORNE_UNPAIRED * total:
        said.append(f"{pairs.unpaired} of the baseline's {total} probes have no usable answer in the candidate.")
    if pairs.failed_folds > 0:
        said.append(f"{pairs.failed_folds} more folds failed than in the baseline; a failed fold is no measurement.")
    if size.ratio is None and size.candidate > 0:
        said.append("The baseline's summaries are empty, so the two cannot be compared at equal size.")
    elif size.ratio is not None and size.ratio > policy.size_match:
        said.append(
            f"The summaries are {size.ratio:.2f} times as long as the baseline's, and a longer summary always keeps more: compare at "
            f"equal size, e.g. with `summary` at {1 / size.ratio:.2f} of what it is."
        )
    return said


def worst(outcomes: Sequence[Outcome]) -> Outcome:
    """FAIL before INCONCLUSIVE before PASS."""
    order = [Outcome.PASS, Outcome.INCONCLUSIVE, Outcome.FAIL]
    return order[int(np.max([order.index(o) for o in outcomes], initial=0))]
