"""What the verbs do, put together from the rooms; the command line only parses and prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from harness.analysis import Beside, analyse, beside
from harness.answering.reader import EmbeddedAnswerer
from harness.asking import Progress
from harness.categories import Categories
from harness.errors import LogError, UsageError
from harness.evaluate import Parts, Plan, calls_of, check_length, evaluate
from harness.folding.compactors import Empty, Extractive, Identity, Recorded, Window
from harness.folding.prompt import load_prompt
from harness.gather import Say, categories_of, plan_for, read_logs, with_default
from harness.logs import Read
from harness.logs.copies import without_copies
from harness.logs.excerpts import ends_only
from harness.logs.redact import redacted
from harness.models import Purse
from harness.ports import Compactor, Model
from harness.reporting.sessions import sessions_to_look_at, summary_of_folds
from harness.runs import Run, read_chains, read_run
from harness.runs.jsonl import write_json
from harness.schema import LONGEST_RESULT, Conversation
from harness.settings import Settings, asides
from harness.tokens import TokenCounter, default_counter, turn_tokens
from harness.workers import in_order, processes

if TYPE_CHECKING:
    from harness.analysis.promotion import Promotion
    from harness.reporting.html import Source


class Measure(TypedDict):
    """What the analysis measures against."""

    target: float
    min_probes: int
    min_conversations: int


def evaluate_paths(
    paths: Sequence[Path],
    chosen: Settings,
    log_format: str | None,
    now: datetime,
    progress: Progress,
    say: Say,
    resume: bool = False,
) -> Source:
    """``afterfold eval``: writes the run folder with its reports; returns what they were made from."""
    paths, chosen = with_default(paths, chosen, say)
    categories = categories_of(chosen)
    load_prompt(chosen.prompt, "en")  # a missing prompt is said before the logs are read
    plan = _eval_plan(paths, chosen, log_format, categories, say)
    _scale([plan, *(plan for _ in chosen.beside)], progress)
    purse = Purse()
    plan.beside = [_aside(plan, other, categories, now, progress, say, resume, purse) for other in asides(chosen)]
    run = _run(plan, chosen, categories, now, progress, say, resume, purse)
    if chosen.verify and any(read_run(run).folds.values()):
        from harness.verbs.promote import replay_with_memory

        replay_with_memory(run, chosen, progress, say, purse, verify=True)
    return write_reports(run, None, "en")


def _eval_plan(
    paths: Sequence[Path], chosen: Settings, log_format: str | None, categories: Categories, say: Say
) -> Plan:
    logs, counter = read_logs(paths, log_format, say), default_counter()
    if len(logs) == 1:  # said before that nothing can be asked of it, which follows from it
        check_length(logs[0], sum(turn_tokens(t, counter) for t in logs[0].turns))
    return _recorded_only(plan_for(logs, chosen, categories, say), chosen, say)


def _run(
    plan: Plan,
    chosen: Settings,
    categories: Categories,
    now: datetime,
    progress: Progress,
    say: Say,
    resume: bool = False,
    purse: Purse | None = None,
) -> Path:
    """Evaluate, through the call store where a model plays a role."""
    if not chosen.modelled:
        return evaluate(plan, _parts(chosen, categories), chosen, now, progress)
    from harness import modelled

    return modelled.run(plan, chosen, lambda m: _parts(chosen, categories, m), now, progress, say, resume, purse)


def foresee(paths: Sequence[Path], chosen: Settings, log_format: str | None, say: Say, ask_server: bool = False) -> str:
    """``afterfold eval --dry-run``: what would be sent and what it would cost, as text."""
    from harness.dry_run import dry_run

    played = [s for s in (chosen, *asides(chosen)) if s.modelled]
    if not played:
        raise UsageError("--dry-run: no model plays a role, so nothing would be sent; name one with --model.")
    paths, chosen = with_default(paths, chosen, say)
    categories, counter = categories_of(chosen), default_counter()
    plan = _eval_plan(paths, chosen, log_format, categories, say)
    systems = [(_recorded_only(plan, s, None), s, partial(_parts, s, categories)) for s in played]
    return dry_run(systems, counter, Extractive(counter, categories), ask_server)


def _aside(
    plan: Plan,
    chosen: Settings,
    categories: Categories,
    now: datetime,
    progress: Progress,
    say: Say,
    resume: bool,
    purse: Purse,
) -> dict[str, str]:
    """Evaluate a further system on the same probes; returns its label and the name of its run folder."""
    mine = _recorded_only(replace(plan, beside=[]), chosen, None)
    run = _run(mine, chosen, categories, now, progress, say, resume, purse)
    write_reports(run, None, "en")
    return {"label": label(chosen), "run": run.name}


def label(chosen: Settings) -> str:
    """What reports call a system."""
    return chosen.label or chosen.compactor


def _recorded_only(plan: Plan, chosen: Settings, say: Say | None) -> Plan:
    """Of a plan for recorded folds the conversations that have a chain; the others are told to ``say``."""
    if chosen.compactor != "recorded":
        return plan
    chains = read_chains(Path(chosen.recordings))
    kept = [c for c in plan.conversations if c.id in chains]
    if not kept:
        raise UsageError(
            f"None of the logs has a recorded chain of folds; there are chains of {', '.join(sorted(chains))}."
        )
    without = [c.id for c in plan.conversations if c.id not in chains]
    if without and say:
        say(f"left out, because no chain of folds is recorded for them: {', '.join(without)}")
    return replace(plan, conversations=kept)


def audit_paths(
    paths: Sequence[Path],
    chosen: Settings,
    log_format: str | None,
    now: datetime,
    progress: Progress,
    say: Say,
    redact: bool = True,
) -> Source:
    """``afterfold audit``: as ``eval``, with the folds in the logs instead of a replay. ``redact`` takes secrets and personal data out
    first."""
    categories = categories_of(chosen)
    longest = None if chosen.probes else LONGEST_RESULT  # a probe file may ask of anything
    sessions = read_logs(paths, log_format, say, partial(_sessions, longest=longest, jobs=chosen.jobs))
    conversations, copies = without_copies([c for c in sessions if c.folds])
    for copy, original in copies:
        say(f"{copy.source}: left out; its folds are those of {original.source}")
    if redact:
        conversations = _redacted(conversations, chosen.jobs, say)
    if unfolded := sum(not c.folds for c in sessions):
        say(f"{unfolded} of {len(sessions)} sessions were never folded and are left out.")
    if not conversations:
        raise UsageError(
            "None of the sessions was ever folded; there is nothing to audit. `afterfold eval` replays folds."
        )
    say(summary_of_folds(conversations))
    if longest and (cut := sum(t.omitted > 0 for c in conversations for t in c.turns)):
        say(f"Tool results above {longest:,} characters: {cut:,}; of each both ends were read.")
    chosen = _within_reach(chosen, len(conversations), say)
    plan = plan_for(conversations, chosen, categories, say)
    plan.recorded, plan.reading = True, {"longest": longest, "redacted": redact}
    _scale([plan], progress)
    run = _run(plan, chosen, categories, now, progress, say)
    source = write_reports(run, None, "en")
    say(sessions_to_look_at(source.run.outcomes, {c.id: c.source for c in conversations}))
    return source


def _within_reach(chosen: Settings, sessions: int, say: Say) -> Settings:
    """The settings with fewer probes a session where there are many: what is known of a type rests on the number of sessions, and more
    probes of each cost time and make the page heavy. A number that was asked for stays."""
    share = max(_LEAST_EACH, _IN_ALL // sessions)
    if chosen.probes or share >= chosen.max_probes or "max_probes" in chosen.model_fields_set:
        return chosen
    say(f"{sessions} sessions: at most {share} probes are asked of each (--max-probes asks for another number).")
    return chosen.model_copy(update={"max_probes": share})


_IN_ALL, _LEAST_EACH = 2_000, 8  # probes of an audit, and of each of its sessions


def _sessions(read: Callable[[Path], Read], files: Sequence[Path], longest: int | None, jobs: int) -> Iterator[Read]:
    """Files read side by side. Of a session that was never folded only that it was there is held: a folder may have gigabytes of them."""
    held = partial(_held, read=read, longest=longest)
    return in_order(held, files, processes(jobs, len(files)))


def _held(file: Path, read: Callable[[Path], Read], longest: int | None) -> Read:
    with ends_only(longest):
        return [c if isinstance(c, LogError) or c.folds else replace(c, turns=()) for c in read(file)]


def _redacted(conversations: Sequence[Conversation], jobs: int, say: Say) -> list[Conversation]:
    found = list(in_order(redacted, conversations, processes(jobs, len(conversations))))
    if count := sum(n for _, n in found):
        say(f"{count} secrets and personal data were replaced by placeholders (--no-redact keeps them).")
    return [c for c, _ in found]


def write_synthetic(seed: int, turns: int, language: str, count: int, output: Path) -> None:
    """``afterfold synth``: logs and probes, streamed to disk."""
    from harness.synth import write

    for n in range(count):
        write(seed + n, turns, language, output)


def source_of(path: Path) -> Source:
    """All that the reports of a run folder are made from. Raises RunFolderError where it is missing, unfinished or damaged."""
    from harness.reporting.html import Source
    from harness.verbs.unasked import unasked

    run = read_run(path)
    chosen = Settings.model_validate(run.info["settings"])
    categories = categories_of(chosen)
    analysis = analyse(run.outcomes, categories, **_measure(chosen))
    return Source(
        run,
        analysis,
        categories,
        _systems(run, chosen, categories),
        _promotion(run, categories),
        unasked(run, analysis, categories, chosen.target),
    )


def write_reports(path: Path, output: Path | None, language: str) -> Source:
    """Write pages and verdict of a run folder from what it holds; returns what they were made from."""
    from harness.reporting.html import write_report
    from harness.reporting.verdict import to_json

    source = source_of(path)
    write_json(path / "verdict.json", to_json(source.run, source.analysis, source.systems))
    write_report(source, output or path / "report.html", language)
    return source


def _promotion(run: Run, categories: Categories) -> Promotion | None:
    from harness.promote import promoted

    return promoted(run, categories)


def promotion_table(source: Source, language: str) -> str:
    """The console table of what to promote in a run; empty where that was not asked."""
    from harness.reporting import promotion

    return promotion.table(source.promotion, source.categories, language) if source.promotion else ""


def table(source: Source, language: str) -> str:
    """The console table of a run."""
    from harness.reporting import console
    from harness.reporting.notes import failed
    from harness.reporting.strings import Strings

    name = label(Settings.model_validate(source.run.info["settings"]))
    broken = failed(source.run, Strings(language))
    said = [*([broken] if broken else []), *(texts[language] for texts in (source.unasked or {}).values())]
    return console.table(source.analysis, source.categories, language, name, source.systems, said)


def _systems(run: Run, chosen: Settings, categories: Categories) -> list[Beside]:
    """The runs beside this one that are still there, on the probes that are eligible in both."""
    folders = [(entry["label"], run.path.parent / entry["run"]) for entry in run.info.get("beside", ())]
    found = (
        beside(name, run.outcomes, read_run(folder).outcomes, categories, **_measure(chosen))
        for name, folder in folders
        if (folder / "run.json").is_file()
    )
    return [b for b in found if b]


def _measure(chosen: Settings) -> Measure:
    return {
        "target": chosen.target,
        "min_probes": chosen.min_probes,
        "min_conversations": chosen.min_conversations,
    }


def _parts(chosen: Settings, categories: Categories, model: Model | None = None) -> Parts:
    counter = default_counter()
    prompts = {language: load_prompt(chosen.prompt, language) for language in ("en", "ko")}
    parts = Parts(compactor(chosen, counter, categories, model), EmbeddedAnswerer(categories), counter, prompts)
    if model is None:
        return parts
    from harness import model_roles

    return model_roles.with_models(parts, chosen, model)


def compactor(chosen: Settings, counter: TokenCounter, categories: Categories, model: Model | None = None) -> Compactor:
    """The compactor that the settings name."""
    match chosen.compactor:
        case "identity":
            return Identity()
        case "empty":
            return Empty()
        case "window":
            return Window(counter)
        case "recorded":
            return Recorded(read_chains(Path(chosen.recordings)))
        case "extractive":
            return Extractive(counter, categories)
    from harness import model_roles

    return model_roles.other_compactor(chosen, model or model_roles.NoModel())


def _scale(plans: Sequence[Plan], progress: Progress) -> None:
    progress("total", sum(map(calls_of, plans)))
