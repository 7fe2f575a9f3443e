"""The one orchestrator: conversations and probes in, a run folder out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

import harness
from harness.answering.reader import EmbeddedAnswerer
from harness.answering.unsupported import Source, unsupported
from harness.answering.version import grader_digest
from harness.asking import Asker, Progress, silent
from harness.errors import LogError, SettingsError, UsageError
from harness.folding.compactors import Recorded
from harness.folding.context import passage, summary_passages
from harness.folding.replay import CONTROLS, MODES, Limits, Replay, choose_limits, drive, leading_system
from harness.folding.simulate import falls_due
from harness.ports import Answerer, Compactor, Judge
from harness.runs import RunWriter
from harness.schema import Conversation, Fold, FoldPrompt, Outcomes, Probe
from harness.settings import EMBEDDED, Settings
from harness.tokens import TokenCounter, turn_tokens
from harness.workers import in_order, processes

_EARLIER = {
    "tokens": "",
    "turns": ", or after more turns than any of them has",
    "boundary": ", or at a task boundary, of which there is none that leaves anything to fold",
    "combined": ", or at a task boundary behind the soft threshold, of which there is none",
}
_ROOM = 50  # tokens for new turns between two folds below which a policy makes no sense


@dataclass(frozen=True)
class Parts:
    """The parts of a run: what folds, what answers, what counts, and the fold prompts by language. ``judge`` decides what rules leave
    ungraded; ``trials`` asks each question so often; ``models`` says in the end what language models did and cost."""

    compactor: Compactor
    answerer: Answerer
    counter: TokenCounter
    prompts: Mapping[str, FoldPrompt]
    judge: Judge | None = None
    trials: int = 1
    models: Callable[[], Mapping[str, Any]] | None = None


@dataclass(frozen=True)
class Evaluated:
    """One conversation's folds and outcome rows."""

    conversation: Conversation
    replay: Replay
    rows: tuple[Outcomes, ...]
    tokens: int


@dataclass
class Plan:
    """What to evaluate: conversations with their probes, and where the probes came from. ``recorded`` asks at the folds that
    stand in the logs instead of replaying. ``beside`` names the runs of further systems on the same probes, by label and folder
    name. ``reading`` says how the logs of an audit were read (``longest``, ``redacted``), so that they can be read that way again."""

    conversations: Sequence[Conversation]
    probes: Mapping[str, Sequence[Probe]]
    origin: str
    recorded: bool = False
    notes: list[str] = field(default_factory=list)
    beside: list[dict[str, str]] = field(default_factory=list)
    reading: Mapping[str, Any] = field(default_factory=dict)


def limits_for(conversation: Conversation, counter: TokenCounter, settings: Settings, total: int) -> Limits:
    """The policy in tokens for one conversation of ``total`` tokens.

    Raises SettingsError where system block, a full summary and the recent part leave hardly anything up to the trigger: every
    turn would be folded again at once.
    """
    system = sum(turn_tokens(t, counter) for t in conversation.turns[: leading_system(conversation.turns)])
    limits = choose_limits(
        total,
        system,
        window=settings.window,
        threshold=settings.threshold,
        recent=settings.recent,
        summary=settings.summary,
        folds=settings.folds,
        soft={"boundary": 0, "combined": settings.soft}.get(settings.trigger),
        turns=settings.turns if settings.trigger == "turns" else None,
    )
    if (room := limits.trigger - system - limits.summary - limits.recent) < _ROOM:
        shares = sum(x for x in (settings.recent, settings.summary) if x <= 1)
        chosen = (
            not settings.window and shares < settings.threshold <= 1
        )  # then only the log can be at fault, or --folds
        check_length(conversation, total - system, settings.folds if chosen else 0)
        raise SettingsError(
            f"{_where(conversation)}: folding starts at {limits.trigger:,} tokens; the system block ({system:,}), a full summary "
            f"({limits.summary:,}) and the recent part ({limits.recent:,}) leave {max(0, room):,} for new turns, fewer than {_ROOM}. "
            "Choose a larger --window or --threshold, or a smaller --summary or --recent."
        )
    return limits


def check_length(conversation: Conversation, total: int, folds: int = 0) -> None:
    """Raises LogError where a log with ``total`` tokens behind its system block is too short to be folded ``folds`` times, or at all."""
    if total < (needed := int(_ROOM * max(1, folds + 0.25)) + 1):
        often = f" {folds} times" if folds > 1 else ""
        count = len(conversation.turns)
        raise LogError(
            f"{_where(conversation)}: the log is too short to be folded{often} ({count} message{'s' * (count != 1)}, {total:,} tokens; it takes "
            f"{needed:,} at least); give a longer one, or leave it out{', or ask for fewer --folds' if often else ''}."
        )


def _where(conversation: Conversation) -> str:
    return conversation.source or conversation.id


def chains_of(parts: Parts, settings: Settings) -> int:
    """How many fold sequences a conversation gets: one where the compactor says the same every time. A compactor whose folds
    depend on the chain says so with ``varies = True``."""
    return settings.chains if getattr(parts.compactor, "varies", False) else 1


def replayed(conversation: Conversation, parts: Parts, settings: Settings, total: int, chain: int = 0) -> Replay:
    """Fold a conversation under the settings' policy with the parts' compactor."""
    limits = limits_for(conversation, parts.counter, settings, total)
    if isinstance(parts.compactor, Recorded):  # the replay ends where the recording does
        limits = replace(limits, folds=min(limits.folds, len(parts.compactor.chains.get(conversation.id, ()))))
    prompt = parts.prompts.get(conversation.language, parts.prompts["en"])
    replaying = MODES[settings.mode](
        conversation, limits, prompt, parts.counter, chain, control=parts.compactor.name in CONTROLS
    )
    return drive(replaying, parts.compactor)


def recorded(conversation: Conversation, counter: TokenCounter) -> Replay:
    """The folds that really happened, as a replay: fold k counts from the first usable one."""
    return _recorded(conversation, counter)[0]


def _recorded(conversation: Conversation, counter: TokenCounter) -> tuple[Replay, int]:
    """The replay, and the tokens of the whole log, which is counted once for both."""
    folds = []
    sizes = list(accumulate((turn_tokens(t, counter) for t in conversation.turns), initial=0))
    for f in conversation.folds:
        before = conversation.turns[: f.boundary]
        folds.append(
            Fold(
                f.ordinal,
                0,
                f.boundary,
                len(before) - len(f.kept),
                f.kept,
                f.summary,
                f.tokens_before or sizes[len(before)],
                counter.count(f.summary),
                sum(t.length for t in before),
                len(f.summary),
                f.problem,
            )
        )
    return Replay(conversation, tuple(folds), "recorded"), sizes[-1]


def sourced(replay: Replay) -> Replay:
    """The replay with the values of each summary that stand nowhere in the log as it was when the fold happened."""
    said = Source(map(passage, replay.conversation.turns))
    folds = (
        replace(f, unsupported=tuple(unsupported(list(summary_passages(f.summary)), said.until(f.position))))
        for f in replay.folds
    )
    return Replay(replay.conversation, tuple(folds), replay.mode)


def evaluate_conversation(
    conversation: Conversation,
    probes: Sequence[Probe],
    replay: Replay,
    parts: Parts,
    tokens: int,
    progress: Progress = silent,
    chain: int = 0,
) -> Evaluated:
    """Ask every probe in every arm and grade the answers; without any log only in the first chain, since nothing differs."""
    rows: list[Outcomes] = []
    for trial in range(parts.trials):
        asker = Asker(conversation, probes, _in_trial(parts.answerer, trial), progress, parts.judge)
        asked = [*(asker.none() if not chain else ()), *asker.full(replay), *asker.folded(replay)]
        rows += [replace(r, chain=chain, trial=trial) for r in asked]
    return Evaluated(conversation, replay, tuple(rows), tokens)


def _in_trial(answerer: Answerer, trial: int) -> Answerer:
    """An answerer whose answers differ from time to time has ``for_trial``; any other says the same again."""
    again: Answerer = answerer.for_trial(trial) if hasattr(answerer, "for_trial") else answerer
    return again


# ---------------------------------------------------------------------------------------------------- whole runs


def evaluate(plan: Plan, parts: Parts, settings: Settings, now: datetime, progress: Progress = silent) -> Path:
    """Evaluate a plan and write the run folder; returns its path."""
    totals = {} if plan.recorded else totals_of(plan, parts.counter)
    if not plan.recorded:
        check_reach(plan, parts, settings, totals)
    with RunWriter(Path(settings.runs), "audit" if plan.recorded else parts.compactor.name, now) as writer:
        described = []
        pure = isinstance(parts.answerer, EmbeddedAnswerer) and settings.compactor in (*EMBEDDED, "recorded")
        chains = 1 if plan.recorded else chains_of(parts, settings)
        work = [(c, chain) for c in plan.conversations for chain in range(chains)]
        count = processes(settings.jobs, len(work)) if pure else 1
        own = (
            progress if count < 2 else silent
        )  # another process cannot move the bar: it is moved when a conversation is done
        one = partial(_one, plan=plan, parts=parts, settings=settings, totals=totals, progress=own)
        for (_, chain), done in zip(work, in_order(one, work, count), strict=True):
            writer.add(done.conversation.id, done.replay.folds, done.rows)
            if not chain:
                described.append(_described(done))
            progress("folds", len(done.replay.folds))
            if own is silent:
                progress("answers", len(done.rows))
            progress("conversations", 1)
        asked = [p for c in plan.conversations for p in plan.probes.get(c.id, ())]
        writer.finish(_provenance(plan, parts, settings), described, asked)
        return writer.path


def check_reach(plan: Plan, parts: Parts, settings: Settings, totals: Mapping[str, int]) -> None:
    """Raises UsageError, before anything is asked, where no conversation is long enough to be folded even once."""
    limits = [limits_for(c, parts.counter, settings, totals[c.id]) for c in plan.conversations]
    triggers = [x.trigger for x in limits]
    due = (falls_due(c, x, parts.counter) for c, x in zip(plan.conversations, limits, strict=True))
    if triggers and not any(due):
        raise UsageError(
            f"Nothing would be folded: the longest of {len(triggers)} conversations has {max(totals.values()):,} tokens, and "
            f"folding starts at {min(triggers):,}{_EARLIER[settings.trigger]}; choose a smaller --window (0 lets it be chosen) "
            "or --threshold."
        )


def _one(
    work: tuple[Conversation, int],
    plan: Plan,
    parts: Parts,
    settings: Settings,
    totals: Mapping[str, int],
    progress: Progress,
) -> Evaluated:
    """One chain of one conversation."""
    conversation, chain = work
    if plan.recorded:
        replay, total = _recorded(conversation, parts.counter)
    else:
        total = totals[conversation.id]
        replay = replayed(conversation, parts, settings, total, chain)
    if parts.compactor.name not in CONTROLS or plan.recorded:
        replay = sourced(replay)
    probes = plan.probes.get(conversation.id, ())
    return evaluate_conversation(conversation, probes, replay, parts, total, progress, chain)


def _described(done: Evaluated) -> dict[str, Any]:
    c = done.conversation
    return {
        "id": c.id,
        "language": c.language,
        "format": c.format,
        "source": c.source,
        "turns": len(c.turns),
        "tokens": done.tokens,
        "digest": c.digest,
        "skipped": c.skipped,
        "folds": len(done.replay.folds),
    }


def _provenance(plan: Plan, parts: Parts, settings: Settings) -> dict[str, Any]:
    embedded = "recorded" if plan.recorded else parts.compactor.name
    return {
        "afterfold": harness.__version__,
        "settings": settings.model_dump(mode="json"),
        "seed": settings.seed,
        "compactor": embedded,
        "answerer": parts.answerer.name,
        "tokens": {"name": parts.counter.name, "exact": parts.counter.exact},
        "grader": grader_digest(),
        "prompts": {
            language: {"name": p.name, "digest": p.digest, "preserve": list(p.preserve), "text": p.text}
            for language, p in sorted(parts.prompts.items())
        },
        "probes": plan.origin,
        "recorded": plan.recorded,
        **({"reading": dict(plan.reading)} if plan.reading else {}),
        "notes": plan.notes,
        "beside": plan.beside,
        **({"models": parts.models()} if parts.models else {}),
    }


def totals_of(plan: Plan, counter: TokenCounter) -> dict[str, int]:
    """Tokens by conversation."""
    return {c.id: sum(turn_tokens(t, counter) for t in c.turns) for c in plan.conversations}


def calls_of(plan: Plan) -> int:
    """An estimate of how many answers a plan asks for, to scale a progress bar."""
    return sum(len(p) for p in plan.probes.values()) * 8


def iter_probes(plan: Plan) -> Iterable[Probe]:
    """All probes of a plan, in the order of its conversations."""
    return (p for c in plan.conversations for p in plan.probes.get(c.id, ()))
