"""The bodies of ``afterfold plan`` and ``afterfold prompt check``: from logs and a prompt to tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from tabulate import tabulate

from harness.categories import Categories
from harness.errors import UsageError
from harness.folding.asked import AskingLine, asking_lines
from harness.folding.prompt import load_prompt
from harness.folding.replay import Limits, choose_limits, window_for
from harness.folding.simulate import Due, Grown, Simulated, grown, simulate
from harness.prices import Price, load_prices
from harness.reporting.plans import PlanRow, plan_table, write_plan_plot
from harness.reporting.strings import Strings
from harness.reporting.text import number, shortened, type_title, visible
from harness.schema import Conversation
from harness.settings import Settings
from harness.tokens import TokenCounter, default_counter

SWEEP = tuple(n / 100 for n in range(50, 100, 5))
LATEST = SWEEP[-1]  # where `combined` folds anyway


@dataclass(frozen=True)
class Policy:
    """A policy in shares of the window; ``swept`` says whether ``soft`` or ``hard`` is the threshold of its row."""

    name: str
    hard: float
    soft: float | None = None
    turns: int | None = None
    swept: float | None = None
    detail: str = ""


@dataclass(frozen=True)
class Measured:
    """A log with the window its policies are planned for, and the tokens of the fold prompt."""

    log: Grown
    window: int
    prompt: int


def planned(conversations: Sequence[Conversation], chosen: Settings, plot: Path, language: str) -> str:
    """The table with its notes; writes the plot."""
    cost = load_prices(chosen.prices).named(chosen.price)
    counter = default_counter()
    logs = [_measured(c, chosen, counter) for c in conversations]
    if not logs:
        raise UsageError("No log was read; there is nothing to plan for.")
    rows = [_row(policy, logs, chosen, cost) for policy in policies(chosen)]
    write_plan_plot(rows, cost.currency, language, plot)
    t = Strings(language)
    notes = [*_described(logs, chosen, cost, t), *_cautions(rows, logs, t), t("plan.plot", path=plot)]
    return "\n\n".join([plan_table(rows, cost.currency, language), "\n".join(notes)])


def policies(chosen: Settings) -> Iterator[Policy]:
    """Tokens alone and combined at each threshold of the sweep; a count of turns and the end of a task at the settings' own."""
    for share in SWEEP:
        yield Policy("tokens", share, swept=share)
    for share in SWEEP:
        yield Policy("combined", LATEST, soft=share, swept=share)
    yield Policy("turns", chosen.threshold, turns=chosen.turns, detail=f" ({number(chosen.turns)})")
    yield Policy("boundary", chosen.threshold, soft=0)


def _measured(conversation: Conversation, chosen: Settings, counter: TokenCounter) -> Measured:
    log = grown(conversation, counter)
    window = chosen.window or window_for(
        log.sums[-1], log.base, chosen.threshold, chosen.recent, chosen.summary, chosen.folds
    )
    return Measured(log, window, counter.count(load_prompt(chosen.prompt, conversation.language).text))


def _limits(policy: Policy, of: Measured, chosen: Settings) -> Limits:
    return choose_limits(
        of.log.sums[-1],
        of.log.base,
        window=of.window,
        threshold=policy.hard,
        recent=chosen.recent,
        summary=chosen.summary,
        folds=chosen.folds,
        soft=policy.soft,
        turns=policy.turns,
    )


def _row(policy: Policy, logs: Sequence[Measured], chosen: Settings, cost: Price) -> PlanRow:
    found = [simulate(of.log, _limits(policy, of, chosen)) for of in logs]
    folds = [(s, f) for s in found for f in s.folds]
    cuts = [f.cuts for _, f in folds if f.cuts is not None]
    summaries = sum(_fold_cost(f, of.prompt, cost) for of, s in zip(logs, found, strict=True) for f in s.folds)
    return PlanRow(
        policy.name,
        policy.swept,
        policy.detail,
        folds=len(folds),
        fits=fmean(f.fits for _, f in folds) if folds else None,
        expected=fmean(s.expected(f) for s, f in folds) if folds else None,
        folded=sum(f.folded for _, f in folds),
        invalidated=sum(f.invalidated for _, f in folds),
        rewritten=sum(f.rewritten for _, f in folds),
        cut=fmean(cuts) if cuts else None,
        cost=sum(_calls_cost(s, cost) for s in found) + summaries,
        summaries=summaries,
    )


def _fold_cost(fold: Due, prompt: int, cost: Price) -> float:
    return cost.cost(fresh=prompt + fold.read, produced=fold.summary)


def _calls_cost(found: Simulated, cost: Price) -> float:
    return cost.cost(written=found.cache_written, read=found.cache_read, produced=found.spoken)


def _described(logs: Sequence[Measured], chosen: Settings, cost: Price, t: Strings) -> Iterator[str]:
    turns, tokens = sum(len(of.log.sizes) for of in logs), sum(of.log.sums[-1] for of in logs)
    behind = sum(len(of.log.sizes) - of.log.system for of in logs)
    growth = (tokens - sum(of.log.base for of in logs)) / behind if behind else 0.0
    ends = sum(len(of.log.ends) for of in logs)
    yield t(
        "plan.of_which",
        logs=number(len(logs)),
        turns=number(turns),
        tokens=number(tokens),
        growth=f"{growth:.1f}",
        boundaries=number(ends),
    )
    limits = [_limits(Policy("tokens", chosen.threshold), of, chosen) for of in logs]
    yield t(
        "plan.window",
        window=_range([of.window for of in logs]),
        threshold=_range([x.trigger for x in limits]),
        summary=_range([x.summary for x in limits]),
        recent=_range([x.recent for x in limits]),
    )
    yield t("plan.assumed", price=chosen.price, write=f"{cost.cache_write:g}", read=f"{cost.cache_read:g}")


def _range(values: Sequence[int]) -> str:
    low, high = min(values), max(values)
    return number(low) if low == high else f"{number(low)}–{number(high)}"


def _cautions(rows: Sequence[PlanRow], logs: Sequence[Measured], t: Strings) -> Iterator[str]:
    if not any(row.folds for row in rows):
        yield t("plan.nothing")
    if not any(of.log.ends for of in logs):
        yield t("plan.unbounded")


# --------------------------------------------------------------------------------------------------------- prompts


def checked(file: str, categories: Categories, language: str) -> str:
    """Per information type the line of a prompt that asks for it, or that none does."""
    t = Strings(language)
    asked = asking_lines(prompt_text(file, language), categories)
    head = [t("ask.type"), t("ask.line"), t("ask.text")]
    rows = [[visible(type_title(name, categories, t)), *_told(line, t)] for name, line in asked.items()]
    table = str(tabulate(rows, head, tablefmt="simple", disable_numparse=True, colalign=("left", "right", "left")))
    notes = [t("ask.count", asked=sum(1 for line in asked.values() if line), types=len(asked))]
    notes += [t("ask.prose")] * any(line and not line.listed for line in asked.values())
    return "\n\n".join([table, "\n".join(notes)])


def prompt_text(file: str, language: str) -> str:
    """The text of a prompt: of this very file if there is one, otherwise of the packaged prompt of that name."""
    path = Path(file)
    if path.is_file() and path.suffix:
        return load_prompt(file, _own_language(path, language)).text
    return load_prompt(file, language).text


def _own_language(path: Path, language: str) -> str:
    """A file is checked as named: ``x.ko.md`` is not exchanged for the ``x.en.md`` beside it."""
    parts = path.name.split(".")
    return parts[-2] if len(parts) > 2 else language


def _told(line: AskingLine | None, t: Strings) -> tuple[str, str]:
    if line is None:
        return "–", t("ask.none")
    return f"{line.number}{'' if line.listed else '*'}", shortened(visible(line.text), 100)
