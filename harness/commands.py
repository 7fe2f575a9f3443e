"""What the verbs do, put together from the rooms; the command line only parses and prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from importlib import resources
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypedDict

import harness
from harness.analysis import Beside, analyse, beside
from harness.answering.reader import EmbeddedAnswerer
from harness.categories import Categories, load
from harness.errors import UsageError
from harness.evaluate import Parts, Plan, Progress, calls_of, evaluate, iter_probes
from harness.folding.compactors import Empty, Extractive, Identity, Recorded, Window
from harness.folding.prompt import load_prompt
from harness.logs import read_paths
from harness.logs.copies import without_copies
from harness.logs.redact import redacted
from harness.reporting.sessions import sessions_to_look_at, summary_of_folds
from harness.runs import Run, assign_probes, read_chains, read_probes, read_run, write_probes
from harness.runs.jsonl import line, write_json
from harness.schema import Compactor, Conversation, Model, Probe
from harness.settings import Settings, asides, load_settings
from harness.tokens import TokenCounter, default_counter

if TYPE_CHECKING:
    from harness.analysis.promotion import Promotion
    from harness.review import Reviewed, Terminal

Say = Callable[[str], None]


class Measure(TypedDict):
    """What the analysis measures against."""

    target: float
    min_probes: int
    min_conversations: int


def settings(folder: Path, flags: Mapping[str, Any], paths: Sequence[Path] = ()) -> Settings:
    """Settings of a folder with flags on top. What the settings say about their own paths (probe file, recorded folds, further
    systems) does not hold for logs that are named on the command line."""
    chosen = load_settings(folder, {k: str(v) if isinstance(v, Path) else v for k, v in flags.items()})
    if flags.get("model"):  # a model is named: it folds and answers where nothing else is said
        played = {"compactor": "model", "answerer": "model"}
        chosen = chosen.model_copy(update={k: v for k, v in played.items() if not flags.get(k)})
    if not paths:
        return chosen
    own: dict[str, Any] = {"probes": None, "beside": (), "label": None}
    if chosen.compactor == "recorded":
        own["compactor"] = "extractive"
    return chosen.model_copy(update={k: v for k, v in own.items() if not flags.get(k)})


def evaluate_paths(
    paths: Sequence[Path],
    chosen: Settings,
    log_format: str | None,
    now: datetime,
    progress: Progress,
    say: Say,
    resume: bool = False,
) -> Path:
    """``afterfold eval``: returns the run folder, with its reports written."""
    paths, chosen = _with_default(paths, chosen, say)
    categories = _categories(chosen)
    plan = _eval_plan(paths, chosen, log_format, categories, say)
    _scale([plan, *(plan for _ in chosen.beside)], progress)
    plan.beside = [_aside(plan, other, categories, now, progress, say) for other in asides(chosen)]
    run = _run(plan, chosen, categories, now, progress, say, resume)
    _verified(run, chosen, progress)
    write_reports(run, None, "en")
    return run


def _verified(run: Path, chosen: Settings, progress: Progress) -> None:
    """With ``verify``: what to promote, and a second replay with it."""
    if chosen.verify and any(read_run(run).folds.values()):
        from harness.promote import promote

        promote(run, verify=True, progress=progress)


def _eval_plan(
    paths: Sequence[Path], chosen: Settings, log_format: str | None, categories: Categories, say: Say
) -> Plan:
    plan = _plan(_read(paths, log_format, say), chosen, categories, say)
    return _recorded_only(
        plan, Recorded(read_chains(Path(chosen.recordings))) if chosen.compactor == "recorded" else None, say
    )


def _run(
    plan: Plan, chosen: Settings, categories: Categories, now: datetime, progress: Progress, say: Say, resume: bool
) -> Path:
    """Evaluate, through the call store where a model plays a role."""
    if not chosen.modelled:
        return evaluate(plan, _parts(chosen, categories), chosen, now, progress)
    from harness import modelled

    return modelled.run(plan, chosen, lambda m: _parts(chosen, categories, m), now, progress, say, resume)


def dry_run(paths: Sequence[Path], chosen: Settings, log_format: str | None, say: Say) -> str:
    """``afterfold eval --dry-run``: what would be sent and what it would cost, as text."""
    from harness import modelled

    if not chosen.modelled:
        raise UsageError("--dry-run: no model plays a role, so nothing would be sent; name one with --model.")
    paths, chosen = _with_default(paths, chosen, say)
    categories = _categories(chosen)
    plan = _eval_plan(paths, chosen, log_format, categories, say)
    stand_in = Extractive(default_counter(), categories)
    return modelled.dry_run(plan, chosen, lambda m: _parts(chosen, categories, m), stand_in)


def _aside(
    plan: Plan, chosen: Settings, categories: Categories, now: datetime, progress: Progress, say: Say
) -> dict[str, str]:
    """Evaluate a further system on the same probes; returns its label and the name of its run folder."""
    compactor = _parts(chosen, categories).compactor if not chosen.modelled else None
    run = _run(_recorded_only(replace(plan, beside=[]), compactor, None), chosen, categories, now, progress, say, False)
    write_reports(run, None, "en")
    return {"label": label(chosen), "run": run.name}


def label(chosen: Settings) -> str:
    """What reports call a system."""
    return chosen.label or chosen.compactor


def _recorded_only(plan: Plan, compactor: Compactor | None, say: Say | None) -> Plan:
    """Of a plan for recorded folds the conversations that have a chain; the others are told to ``say``."""
    if not isinstance(compactor, Recorded):
        return plan
    kept = [c for c in plan.conversations if c.id in compactor.chains]
    if not kept:
        raise UsageError(
            f"None of the logs has a recorded chain of folds; there are chains of {', '.join(sorted(compactor.chains))}."
        )
    without = [c.id for c in plan.conversations if c.id not in compactor.chains]
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
) -> Path:
    """``afterfold audit``: the folds in the logs instead of a replay. ``redact`` takes secrets and personal data out first."""
    categories = _categories(chosen)
    sessions = _read(paths, log_format, say, _slim)
    conversations, copies = without_copies([c for c in sessions if c.folds])
    for copy, original in copies:
        say(f"{copy.source}: left out; its folds are those of {original.source}")
    if redact:
        conversations = _redacted(conversations, say)
    if unfolded := sum(not c.folds for c in sessions):
        say(f"{unfolded} of {len(sessions)} sessions were never folded and are left out.")
    if not conversations:
        raise UsageError(
            "None of the sessions was ever folded; there is nothing to audit. `afterfold eval` replays folds."
        )
    say(summary_of_folds(conversations))
    plan = _plan(conversations, chosen, categories, say)
    plan.recorded = True
    _scale([plan], progress)
    run = _run(plan, chosen, categories, now, progress, say, False)
    write_reports(run, None, "en")
    say(sessions_to_look_at(read_run(run).outcomes, {c.id: c.source for c in conversations}))
    return run


def _slim(session: Conversation) -> Conversation:
    """Of a session that was never folded only that it was there: a folder may hold gigabytes of them."""
    return session if session.folds else replace(session, turns=())


def _redacted(conversations: Sequence[Conversation], say: Say) -> list[Conversation]:
    found = [redacted(c) for c in conversations]
    if count := sum(n for _, n in found):
        say(f"{count} secrets and personal data were replaced by placeholders (--no-redact keeps them).")
    return [c for c, _ in found]


def write_probe_set(
    paths: Sequence[Path], chosen: Settings, log_format: str | None, output: Path | None, stdout: IO[str], say: Say
) -> None:
    """``afterfold probes``: the generated probes as JSONL."""
    _check_folder(output)
    paths, chosen = _with_default(paths, chosen, say)
    found = _generated(_read(paths, log_format, say), chosen, _categories(chosen), say)
    everything = [p for probes in found.values() for p in probes]
    if output:
        write_probes(output, everything)
        say(f"{len(everything)} probes written to {output}")
    else:
        stdout.writelines(line(p) for p in everything)


@dataclass(frozen=True)
class ForReview:
    """Probes with the logs they belong to."""

    probes: list[Probe]
    conversations: dict[str, Conversation]
    categories: Categories


def probes_for_review(
    paths: Sequence[Path], chosen: Settings, log_format: str | None, target: Path | None, say: Say
) -> ForReview:
    """Generated probes, or those of the probe file that the settings name, with their logs."""
    _check_folder(target)
    paths, chosen = _with_default(paths, chosen, say)
    categories = _categories(chosen)
    plan = _plan(_read(paths, log_format, say), chosen, categories, say)
    return ForReview(list(iter_probes(plan)), {c.id: c for c in plan.conversations}, categories)


def review_probes(found: ForReview, output: Path, terminal: Terminal) -> Reviewed:
    """``afterfold probes --review``: accept, reject, edit at the terminal."""
    from harness.review import review

    return review(found.probes, found.conversations, found.categories, output, terminal)


def write_review_page(found: ForReview, output: Path) -> None:
    """``afterfold probes --review-page``: the same in a browser."""
    from harness.reporting.review_page import write_page

    _check_folder(output)
    write_page(found.probes, found.conversations, found.categories, output)


def _check_folder(output: Path | None) -> None:
    if output and not output.parent.is_dir():
        raise UsageError(f"{output}: the folder {output.parent} does not exist; make it, or name another place.")


def write_synthetic(seed: int, turns: int, language: str, count: int, output: Path) -> None:
    """``afterfold synth``: logs and probes, streamed to disk."""
    from harness.synth import write

    for n in range(count):
        write(seed + n, turns, language, output)


def plan_policies(
    paths: Sequence[Path], chosen: Settings, log_format: str | None, plot: Path, language: str, say: Say
) -> str:
    """``afterfold plan``: the table; the plot is written to ``plot``."""
    from harness.policies import planned
    from harness.reporting.plans import check_plot

    check_plot(plot)
    paths, chosen = _with_default(paths, chosen, say)
    return planned(_read(paths, log_format, say), chosen, plot, language)


def check_prompt(file: str, chosen: Settings, language: str) -> str:
    """``afterfold prompt check``: the table of what a fold prompt asks for."""
    from harness.policies import checked

    return checked(file, _categories(chosen), language)


def write_reports(path: Path, output: Path | None, language: str) -> None:
    """Write page and verdict of a run folder from what it holds."""
    from harness.reporting.html import write_report
    from harness.reporting.verdict import to_json

    run = read_run(path)
    chosen = Settings.model_validate(run.info["settings"])
    categories = _categories(chosen)
    analysis = analyse(run.outcomes, categories, **_measure(chosen))
    systems = _systems(run, chosen, categories)
    write_json(path / "verdict.json", to_json(run, analysis, systems))
    write_report(
        run, analysis, categories, output or path / "report.html", language, systems, _promotion(run, categories)
    )


def _promotion(run: Run, categories: Categories) -> Promotion | None:
    from harness.promote import promoted

    return promoted(run, categories)


def promotion_table(path: Path, language: str) -> str:
    """The console table of what to promote in a run folder; empty where that was not asked."""
    from harness.reporting import promotion

    run = read_run(path)
    chosen = Settings.model_validate(run.info["settings"])
    categories = _categories(chosen)
    found = _promotion(run, categories)
    return promotion.table(found, categories, language) if found else ""


def promote_run(path: Path, verify: bool, budget: int | None, only: Sequence[str], progress: Progress) -> None:
    """``afterfold promote``: writes what to promote into the run folder, and its reports anew."""
    from harness.promote import promote

    promote(path, verify=verify, budget=budget, only=only, progress=progress)
    write_reports(path, None, "en")


def table(path: Path, language: str) -> str:
    """The console table of a run folder."""
    from harness.reporting import console

    run = read_run(path)
    chosen = Settings.model_validate(run.info["settings"])
    categories = _categories(chosen)
    analysis = analyse(run.outcomes, categories, **_measure(chosen))
    return console.table(analysis, categories, language, label(chosen), _systems(run, chosen, categories))


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


# ------------------------------------------------------------------------------------------------------ gathering


def _categories(chosen: Settings) -> Categories:
    return load(Path(chosen.categories) if chosen.categories else None)


def _with_default(paths: Sequence[Path], chosen: Settings, say: Say) -> tuple[Sequence[Path], Settings]:
    """The given paths, else those of the settings, else the packaged sample with its gold probes."""
    if paths:
        return paths, chosen
    if chosen.paths:
        return [Path(p) for p in chosen.paths], chosen
    logs, gold = sample()
    say(f"No logs named: evaluating the packaged sample ({logs}).")
    return [logs], chosen.model_copy(update={"probes": chosen.probes or str(gold)})


def sample() -> tuple[Path, Path]:
    """Folders of the packaged sample: logs and gold probes. In a checkout they are the datasets themselves."""
    packaged = Path(str(resources.files("harness"))) / "sample"
    if packaged.is_dir():
        return packaged / "logs", packaged / "gold"
    root = Path(harness.__file__).resolve().parent.parent
    return root / "datasets" / "tuning", root / "probes" / "gold"


def _read(
    paths: Sequence[Path],
    log_format: str | None,
    say: Say,
    held: Callable[[Conversation], Conversation] = lambda c: c,
) -> list[Conversation]:
    """All conversations, each as ``held`` leaves it in memory."""
    left_out: dict[str, list[str]] = {}
    found = read_paths(paths, log_format, on_skip=lambda path, why: left_out.setdefault(why, []).append(path))
    conversations = [held(c) for c in found]
    for why, files in left_out.items():
        say(f"{files[0]}{f' and {len(files) - 1} more' if len(files) > 1 else ''}: left out ({why})")
    for c in conversations:
        for s in c.skipped:
            where = f" (line {', '.join(map(str, s.lines[:3]))}{' …' if s.count > 3 else ''})" if s.lines else ""
            say(f"{c.source}: {s.count} × {s.what}{where}")
    return conversations


def _plan(conversations: Sequence[Conversation], chosen: Settings, categories: Categories, say: Say) -> Plan:
    if chosen.probes:
        names = (chosen.probes,) if isinstance(chosen.probes, str) else chosen.probes
        written = [p for name in names for p in read_probes(Path(name), categories)]
        assigned = assign_probes(written, conversations)
        return Plan([c for c in conversations if assigned[c.id]], assigned, ", ".join(names))
    found = _generated(conversations, chosen, categories, say)
    if not any(found.values()):
        raise UsageError("The rules found nothing to ask in these logs; write a probe file and name it with --probes.")
    if all(c.probes for c in conversations if found[c.id]):
        return Plan(conversations, found, "the logs' own questions")
    return Plan(conversations, found, "rules", notes=["The probes were written by rules and not reviewed."])


def _generated(
    conversations: Sequence[Conversation], chosen: Settings, categories: Categories, say: Say
) -> dict[str, list[Probe]]:
    from harness.probing import generate

    found = {}
    for c in conversations:
        if c.probes:  # the file brings its own questions
            found[c.id] = [replace(p, conversation=c.id) for p in c.probes if p.category in categories]
            continue
        generated = generate(c, categories, chosen.max_probes)
        found[c.id] = [replace(p, conversation=c.id) for p in generated.probes]
        if not generated.probes:
            say(f"{c.source or c.id}: the rules found nothing to ask")
    return found


def _parts(chosen: Settings, categories: Categories, model: Model | None = None) -> Parts:
    counter = default_counter()
    prompts = {language: load_prompt(chosen.prompt, language) for language in ("en", "ko")}
    parts = Parts(compactor(chosen, counter, categories, model), EmbeddedAnswerer(categories), counter, prompts)
    if model is None:
        return parts
    from harness import modelled

    return modelled.with_models(parts, chosen, model)


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
    from harness import modelled

    return modelled.other_compactor(chosen, model or modelled.NoModel())


def _scale(plans: Sequence[Plan], progress: Progress) -> None:
    progress("total", sum(map(calls_of, plans)))
