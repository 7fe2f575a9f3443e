"""Claims about folding and memory, tested on the tuning logs; ``python -m tests.studies.findings [FILE]`` writes docs/findings.md.

Two systems: the embedded compactor, and the chains of folds that a large language model wrote, for the logs that have one. Answers
come from the embedded reader in both. What the text says follows from the intervals, whatever they are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from pathlib import Path

import pandas as pd

from harness.analysis import Analysis, analyse
from harness.analysis.intervals import Share
from harness.analysis.outcomes import KEYS, by_age, eligible_probes
from harness.analysis.paired import Difference, estimate
from harness.answering.reader import EmbeddedAnswerer
from harness.asking import Asker
from harness.categories import builtin
from harness.evaluate import Parts, evaluate_conversation, limits_for, replayed
from harness.folding.boundaries import DETECTORS
from harness.folding.boundaries import boundaries as boundary_positions
from harness.folding.compactors import Extractive, Recorded
from harness.folding.prompt import load_prompt
from harness.folding.replay import Replay, drive, leading_system, rolling
from harness.language import terms
from harness.ports import Compactor
from harness.recall import Recall, remember
from harness.runs import read_chains
from harness.runs.jsonl import atomic, plain
from harness.schema import Conversation, Fold, FoldPrompt, Probe
from harness.settings import Settings
from harness.tokens import default_counter, turn_tokens
from tests.studies.boundaries import BACK, CLEAR, NEAR, Compared, compare, detected, joined, kept_at, summed, told
from tests.studies.reader import ROOT, load

Data = Sequence[tuple[Conversation, Sequence[Probe]]]
COUNTER, ANSWERER = default_counter(), EmbeddedAnswerer()
CHAINS = ROOT / "datasets" / "folds"
VALUES, GIST = ("quantity", "time", "identifier", "exception"), ("goal", "decision", "task_state")
PROMOTED = ("decision_reason", "failed_attempt", "quantity", "time", "constraint", "exception", "rejected_option")
READ, WRITE, IN, OUT = (
    0.1,
    1.25,
    1.0,
    5.0,
)  # assumed prices relative to one input token: cached, written to cache, plain, output
BUDGET = 400  # tokens of memory items in a request
NIGHT, BESIDE = timedelta(hours=10), 8  # a pause that ends a task; turns to either side of it
SYNTHETIC = 6  # synthetic logs of tasks in each language


def parts(compactor: Compactor, prompts: Mapping[str, FoldPrompt] | None = None) -> Parts:
    """The parts of a run; the default prompts where none are given."""
    return Parts(compactor, ANSWERER, COUNTER, prompts or {x: load_prompt("default", x) for x in ("en", "ko")})


def total(log: Conversation) -> int:
    """Tokens of a log."""
    return sum(turn_tokens(t, COUNTER) for t in log.turns)


def fold(
    log: Conversation,
    compactor: Compactor,
    prompts: Mapping[str, FoldPrompt] | None = None,
    folds: int = 5,
    longer: int = 0,
) -> Replay:
    """A log folded under the default policy; ``longer`` tokens more for each summary, and for the context that holds it."""
    settings = Settings(folds=folds)
    if not longer:
        return replayed(log, parts(compactor, prompts), settings, total(log))
    limits = limits_for(log, COUNTER, settings, total(log))
    limits = replace(limits, trigger=limits.trigger + longer, summary=limits.summary + longer)
    return drive(rolling(log, limits, parts(compactor, prompts).prompts[log.language], COUNTER), compactor)


@dataclass(frozen=True)
class System:
    """A compactor on the logs that it can fold: replays by log, the outcome table and its analysis."""

    name: str
    data: Data
    replays: Mapping[str, Replay]
    outcomes: pd.DataFrame

    @property
    def eligible(self) -> pd.DataFrame:
        """The eligible probes."""
        return eligible_probes(self.outcomes)[0]

    @property
    def analysis(self) -> Analysis:
        """What reports would say."""
        return analyse(self.outcomes, builtin(), target=0.8, min_probes=20, min_conversations=8)


def system(name: str, data: Data, compactor: Compactor) -> System:
    """Fold and ask in all arms."""
    replays = {log.id: fold(log, compactor) for log, _ in data}
    rows = [
        plain(r)
        for log, ps in data
        for r in evaluate_conversation(log, ps, replays[log.id], parts(compactor), total(log)).rows
    ]
    return System(name, data, replays, table(rows))


def table(rows: Sequence[Mapping[str, object]]) -> pd.DataFrame:
    """Rows as an outcome table."""
    found = pd.DataFrame(rows)
    return found.assign(age=found["age"].astype("Int64"))


def retained(outcomes: pd.DataFrame, eligible: pd.DataFrame, arm: str = "folded") -> pd.Series:
    """Mean retention over ages ≥ 1 of each probe."""
    aged = by_age(outcomes, eligible, arm)
    return aged[aged["age"] >= 1].groupby(KEYS)["retained"].mean()


def difference(a: pd.Series, b: pd.Series) -> Difference | None:
    """Paired mean of a − b over the probes that both have."""
    d = (a - b).dropna()
    return estimate(d.groupby("conversation").sum(), d.groupby("conversation").size()) if len(d) else None


def over_conversations(differences: Sequence[float]) -> Difference | None:
    """Mean of one difference a conversation, with its interval."""
    return estimate(differences, [1.0] * len(differences))


# -------------------------------------------------------------------------------------------------------- in words


def share(s: Share | None) -> str:
    """A share with its interval."""
    if s is None:
        return "–"
    return (
        f"{s.value:.2f}"
        + (f" [{s.low:.2f}, {s.high:.2f}]" if s.low is not None else "")
        + f" (n={s.n:.0f}, {s.conversations} logs)"
    )


def gap(d: Difference | None) -> str:
    """A difference with its interval."""
    if d is None:
        return "nothing to compare"
    bounds = f" [{d.low:+.2f}, {d.high:+.2f}]" if d.low is not None else ", no interval from so few logs"
    return f"{d.value:+.2f}{bounds} (n={d.probes}, {d.conversations} logs)"


def holds(d: Difference | None, sign: int = 1) -> str:
    """Whether a difference bears a claim out: ``sign`` is the direction that the claim says."""
    if d is None or d.low is None or d.high is None:
        return "cannot be told"
    low, high = (d.low, d.high) if sign > 0 else (-d.high, -d.low)
    return (
        "holds"
        if low > 0
        else "does not hold: the opposite was measured"
        if high < 0
        else "cannot be told: the interval holds zero"
    )


# ---------------------------------------------------------------------------------------------------------- claims


def first_to_go(s: System) -> Iterator[str]:
    """The reason of a decision goes first, failure records next, numbers hold when the prompt says so."""
    known = {r.name: r for r in s.analysis.categories if r.decay.r and r.decay.r.n >= 5}
    order = sorted(known, key=lambda n: known[n].decay.r.value)  # type: ignore[union-attr]
    yield (
        f"**{s.name}.** Types with at least 5 losses at risk, by r, lowest first: "
        + "; ".join(f"{n} {share(known[n].decay.r)}" for n in order)
        + "."
    )
    kept = retained(s.outcomes, s.eligible)
    for name, text in (
        ("decision_reason", "the reason goes before the rest"),
        ("failed_attempt", "failures go before the rest"),
    ):
        mine = kept[kept.index.get_level_values("category") == name]
        rest = kept[~kept.index.get_level_values("category").isin([name, "decision_reason"])]
        d = over_conversations(_by_log(mine, rest))
        place = f"{order.index(name) + 1} of {len(order)}" if name in order else "unranked"
        yield f"- {text} (retention minus that of the other types, per log): {gap(d)} → **{holds(d, -1)}**; its place: {place}."


def _by_log(a: pd.Series, b: pd.Series) -> list[float]:
    """Difference of means in each log that has both."""
    both = pd.concat([a.groupby("conversation").mean(), b.groupby("conversation").mean()], axis=1).dropna()
    return list(both.iloc[:, 0] - both.iloc[:, 1])


@cache
def prompts_without(name: str) -> dict[str, FoldPrompt]:
    """The default prompts without the lines that ask for a type."""
    return {x: _with(load_prompt("default", x), name, False) for x in ("en", "ko")}


def _with(prompt: FoldPrompt, name: str, only: bool) -> FoldPrompt:
    lines = tuple(p for p in prompt.preserve if builtin()[name].asked_for_by(p) == only)
    return replace(prompt, preserve=lines, name=f"{prompt.name}{'=' if only else '-'}{name}")


def asked(
    s: System, name: str, prompts: Mapping[str, FoldPrompt], longer: int = 0
) -> tuple[pd.Series, dict[str, Replay]]:
    """Retention of a type's eligible probes under other prompts (embedded compactor only), with the replays."""
    rows, replays = [], {}
    for log, probes in s.data:
        replays[log.id] = fold(log, Extractive(COUNTER), prompts, longer=longer)
        mine = [p for p in probes if p.category == name]
        rows += [plain(r) for r in Asker(log, mine, ANSWERER).folded(replays[log.id])]
    return retained(table(rows), s.eligible), replays


def numbers(s: System) -> Iterator[str]:
    """Numbers with and without the line of the prompt that asks for them."""
    without, _ = asked(s, "quantity", prompts_without("quantity"))
    d = difference(retained(s.outcomes, s.eligible), without)
    yield f"- numbers hold better where the prompt asks for them (with the line minus without it, {s.name}): {gap(d)} → **{holds(d)}**."
    level = next((r.decay.retention.get(1) for r in s.analysis.categories if r.name == "quantity"), None)
    yield f"- and with the line, of numbers, after the first fold there is still {share(level)}."


def values_before_gist(s: System) -> Iterator[str]:
    """Values and exceptions go before the gist."""
    kept = retained(s.outcomes, s.eligible)
    names = kept.index.get_level_values("category")
    values, gist = kept[names.isin(VALUES)], kept[names.isin(GIST)]
    d = over_conversations(_by_log(values, gist))
    yield (
        f"**{s.name}.** Kept over ages ≥ 1: values and exceptions {values.mean():.2f} (n={len(values)}), gist {gist.mean():.2f} "
        f"(n={len(gist)}); difference per log: {gap(d)} → **{holds(d, -1)}**."
    )


def fewer_folds(data: Data) -> Iterator[str]:
    """Fewer, larger folds are cheaper than many small ones."""
    yield "| folds asked for | folds made | tokens of fold calls | prefix tokens written anew | tokens read by requests | cost |"
    yield "|---|---|---|---|---|---|"
    bills: dict[int, list[tuple[float, ...]]] = {}
    for folds in (2, 5, 10):
        bills[folds] = [_bill(fold(log, Extractive(COUNTER), folds=folds)) for log, _ in data]
        sums = [sum(column) / len(data) for column in zip(*bills[folds], strict=True)]
        yield f"| {folds} | {sums[0]:.1f} | {sums[1]:,.0f} | {sums[2]:,.0f} | {sums[3]:,.0f} | {sums[4]:,.0f} |"
    pairs = list(zip(bills[2], bills[10], strict=True))
    d = over_conversations([1 - a[-1] / b[-1] for a, b in pairs])
    calls = over_conversations([1 - (a[1] + a[2]) / (b[1] + b[2]) for a, b in pairs])
    yield (
        f"\nMeans per log; cost in input tokens at assumed prices (cached {READ}, cache write {WRITE}, input {IN}, output {OUT}). Saved by 2 "
        f"folds instead of 10, as a share of the cost: {gap(d)} → **{holds(d)}**. Of the folding alone (calls and prefix): "
        f"{gap(calls)} → **{holds(calls)}**. Asking for two folds means a larger window, which every request reads."
    )


def _bill(replay: Replay) -> tuple[float, float, float, float, float]:
    """Folds, tokens of fold calls, prefix tokens written anew, tokens read by requests, and cost."""
    turns = replay.conversation.turns
    sizes = [turn_tokens(t, COUNTER) for t in turns]
    base = sum(sizes[: leading_system(turns)])
    calls = sum(f.tokens_in + f.tokens_out for f in replay.folds)
    anew = sum(f.tokens_out + sum(sizes[i] for i in f.kept) for f in replay.folds)
    at = {f.position: base + f.tokens_out + sum(sizes[i] for i in f.kept) for f in replay.folds}
    context, read = 0, 0
    for i, size in enumerate(sizes):
        context = at.get(i, context)  # a fold happens before the turn that follows it
        read += context if turns[i].role.value == "assistant" else 0
        context += size
    price = sum(IN * f.tokens_in + OUT * f.tokens_out for f in replay.folds) + WRITE * anew + READ * read
    return len(replay.folds), calls, anew, read, price


def boundaries(data: Data, eligible: pd.DataFrame) -> Iterator[str]:
    """At equal tokens folded, a fold at a task boundary loses less. A boundary is a pause of a night."""
    known = set(zip(eligible["conversation"], eligible["probe"], strict=True))
    found = []
    at_boundary, beside, count = 0, 0, 0
    for log, probes in data:
        mine = [p for p in probes if (log.id, p.id) in known]
        pauses = [
            i
            for i, (a, b) in enumerate(zip(log.turns, log.turns[1:], strict=False), 1)
            if a.time and b.time and b.time - a.time >= NIGHT
        ]
        here = [x for p in pauses for x in kept_at(log, mine, p)]
        there = [x for p in pauses for step in (-BESIDE, BESIDE) for x in kept_at(log, mine, p + step)]
        if here and there:
            found.append(sum(here) / len(here) - sum(there) / len(there))
        at_boundary, beside, count = at_boundary + len(here), beside + len(there), count + len(pauses)
    d = over_conversations(found)
    yield (
        f"**Embedded compactor.** {count} nights in {len(data)} logs; {BACK:,} tokens before each folded to a fifth, beside the same {BESIDE} turns "
        f"earlier and later (probes asked: {at_boundary} and {beside}). Retention at the boundary minus beside it, "
        f"per log: {gap(d)} → **{holds(d)}**."
    )


def at_detected(data: Data, eligible: pd.DataFrame) -> Iterator[str]:
    """The same with the boundaries that the detectors find, in the tuning logs and in synthetic logs made of tasks."""
    known = set(zip(eligible["conversation"], eligible["probe"], strict=True))
    found = [compare(log, [p for p in probes if (log.id, p.id) in known]) for log, probes in data]
    kinds = {k: sum(len(boundary_positions(log.turns, {k: d})) for log, _ in data) for k, d in DETECTORS.items()}
    yield (
        f"**With the detectors, tuning logs** ({', '.join(f'{k} {n}' for k, n in kinds.items())}; a boundary stands beside the nearest places "
        f"on both sides that are {CLEAR} to {NEAR} turns away and {CLEAR} from every other). {_compared(found)}"
    )
    logs = [joined(seed, language) for language in ("en", "ko") for seed in range(SYNTHETIC)]
    yield ""
    yield f"**With the detectors, synthetic logs.** {told(len(logs), detected(logs))} {_compared([compare(j.log, j.probes) for j in logs])}"
    yield "Their tasks are about different things, but a fact in them does not lean on its neighbours, as it may in real work."


def _compared(found: Sequence[Compared]) -> str:
    ends, here, there = summed(found)
    d = over_conversations([x for c in found if (x := c.difference) is not None])
    return (
        f"{ends} boundaries, {BACK:,} tokens before each folded to a fifth (probes asked: {here} there, {there} beside). Retention at the "
        f"boundary minus beside it, per log: {gap(d)} → **{holds(d)}**."
    )


def promoting(s: System) -> Iterator[str]:
    """Promoting a category beats polishing the prompt for it."""
    yield f"| type | line taken out | default prompt | only its line | … and {BUDGET} tokens more | promoted | promoted − best prompt | |"
    yield "|---|---|---|---|---|---|---|---|"
    everywhere: dict[str, list[pd.Series]] = {"promoted": [], "polished": []}
    for name in PROMOTED:
        bare, replays = asked(s, name, prompts_without(name))
        only = {x: _with(load_prompt("default", x), name, True) for x in ("en", "ko")}
        (alone, _), (longer, _) = asked(s, name, only), asked(s, name, only, BUDGET)
        default = retained(s.outcomes, s.eligible[s.eligible["category"].eq(name)])
        memory = remembered(s, name, replays)
        best = max((default, alone, longer), key=lambda x: x.mean())
        everywhere["promoted"].append(memory)
        everywhere["polished"].append(best)
        d = difference(memory, best)
        means = " | ".join(f"{x.mean():.2f}" for x in (bare, default, alone, longer, memory))
        yield f"| {name} ({len(default)}) | {means} | {gap(d)} | {holds(d)} |"
    d = difference(pd.concat(everywhere["promoted"]), pd.concat(everywhere["polished"]))
    yield f"\nAll of these types together, each against the best of its three prompts: {gap(d)} → **{holds(d)}**."


def remembered(s: System, name: str | None, replays: Mapping[str, Replay]) -> pd.Series:
    """Retention with the items of one type (None: of all) put back, under the budget."""
    rows = []
    names = [name] if name else [c for c in builtin() if c != "absent"]
    for log, probes in s.data:
        mine = [p for p in probes if p.category in names]
        memory = remember(replays[log.id], builtin())
        rows += [plain(r) for r in Recall(replays[log.id], mine, memory, names, ANSWERER, COUNTER, BUDGET).rows()]
    return retained(table(rows), s.eligible, "memory")


def with_all(s: System) -> str:
    """Memory of all types beside none."""
    d = difference(remembered(s, None, s.replays), retained(s.outcomes, s.eligible))
    return f"**{s.name}.** Items of all types put back, minus none: {gap(d)} → **{holds(d)}**."


def instruction(with_: System) -> Iterator[str]:
    """The memory instruction in the same call does (not) change the summary: the same logs folded without it, and, to tell a change
    from chance, their first folds written once more with it."""
    yield "The embedded compactor does not read the instruction, so it cannot say anything here.\n"
    chains, once_more = read_chains(CHAINS / "without-items"), read_chains(CHAINS / "repeated")
    both = [(log, ps) for log, ps in with_.data if log.id in chains]
    without = system("Without the instruction", both, Recorded(chains))
    d = difference(retained(with_.outcomes, with_.eligible), retained(without.outcomes, without.eligible))
    yield (
        f"**Folds by a large language model**, {len(both)} logs folded with the instruction and without it. Retention with it minus without it, of "
        f"the probes eligible in both: {gap(d)} → **{holds(d)}**."
    )
    names = [log.id for log, _ in both]
    pairs = [(with_.replays[n].folds, without.replays[n].folds) for n in names]
    sizes = [_size(a) / _size(b) - 1 for a, b in pairs]
    yield f"- Length of all summaries with it, relative to without it: {gap(over_conversations(sizes))}."
    across = [_alike(a[0].summary, b[0].summary) for a, b in pairs]
    again = [_alike(with_.replays[n].folds[0].summary, once_more[n][0].summary) for n in names]
    yield f"- Words in common (Jaccard) of the first summaries with and without it: {_mean(across)}; of two written with it: {_mean(again)}."
    nearer = over_conversations([b - a for a, b in zip(across, again, strict=True)])
    yield f"- More alike among themselves than with the other kind, by: {gap(nearer)} → **{holds(nearer)}**."
    yield (
        "\nThere is one chain of a kind and log, and the two kinds were written on different days: another writer's habits would look the same. "
        "Only the first summaries can be held against a repetition."
    )


def _size(folds: Sequence[Fold]) -> float:
    return float(sum(COUNTER.count(f.summary) for f in folds))


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.2f}"


def _alike(a: str, b: str) -> float:
    one, other = set(terms(a)), set(terms(b))
    return len(one & other) / len(one | other)


# ---------------------------------------------------------------------------------------------------------- report


def report(data: Data) -> Iterator[str]:
    """The page, line by line."""
    embedded = system("Embedded compactor", data, Extractive(COUNTER))
    chains = read_chains(CHAINS / "default")
    told = [(log, ps) for log, ps in data if log.id in chains]
    systems = [embedded, *([system("Folds by a large language model", told, Recorded(chains))] if told else [])]
    yield "# Claims about folding and memory, tested\n"
    yield "Written by `make findings`; do not edit. Intervals are 95 %, with the conversation as the unit; answers by the embedded reader.\n"
    yield f"Tuning logs: {len(data)}; with a chain of folds by a model: {len(told)}. With so few logs most claims can only be called open.\n"
    yield "The logs are the tuning split: the parts were developed with them in view.\n"
    yield "## 1. The reason of a decision goes first, failure records next, numbers hold when the prompt says so\n"
    for s in systems:
        yield from first_to_go(s)
        yield ""
    yield from numbers(embedded)
    yield "\n## 2. Values and exceptions go before the gist\n"
    for s in systems:
        yield from (*values_before_gist(s), "")
    yield "## 3. Fewer, larger folds are cheaper than many small ones\n"
    yield from fewer_folds(data)
    yield "\n## 4. At equal tokens folded, a fold at a task boundary loses less\n"
    yield from boundaries(data, embedded.eligible)
    yield ""
    yield from at_detected(data, embedded.eligible)
    yield "\n## 5. Promoting a category beats polishing the prompt for it\n"
    yield (
        "Embedded compactor; retention over ages ≥ 1 (eligible probes of the type in brackets). Promoted: the line is taken out of the prompt and "
        f"the type's items are put back, at most {BUDGET} tokens of them in a request. Since that makes the context longer, the prompt is also tried "
        f"with a summary that may be {BUDGET} tokens longer. Promotion is held against whichever prompt did best on the same probes. The "
        "rows are not adjusted for their number.\n"
    )
    yield from promoting(embedded)
    yield ""
    yield from (f"{with_all(s)}\n" for s in systems)
    yield "## 6. The memory instruction in the same call changes the summary\n"
    yield from instruction(systems[-1])


def main(path: Path) -> None:
    """Write the page, atomically."""
    lines = list(report(load("tuning")))
    with atomic(path) as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "findings.md")
