"""What a verb needs before it starts: settings, logs, and the probes that are asked of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import harness
from harness.categories import Categories, load
from harness.errors import UsageError
from harness.evaluate import Plan
from harness.logs import SideBySide, read_paths
from harness.places import check_file
from harness.runs import assign_probes, read_probes
from harness.schema import Conversation, Probe
from harness.settings import Settings, load_settings
from harness.workers import in_order, processes

Say = Callable[[str], None]


def settings(folder: Path, flags: Mapping[str, Any], paths: Sequence[Path] = ()) -> Settings:
    """Settings of a folder with flags on top. What the settings say about their own paths (probe file, recorded folds, further
    systems) does not hold for logs that are named on the command line."""
    chosen = load_settings(folder, {k: str(v) if isinstance(v, Path) else v for k, v in flags.items()})
    if (
        chosen.model
    ):  # a model is named: it folds and answers where nothing else is said (with --model: on the command line)
        said = {k for k in flags if flags[k]} if flags.get("model") else chosen.model_fields_set
        played = {"compactor": "model", "answerer": "model"}
        chosen = chosen.model_copy(update={k: v for k, v in played.items() if k not in said})
    if not paths:
        return chosen
    own: dict[str, Any] = {"probes": None, "beside": (), "label": None}
    if chosen.compactor == "recorded":
        own["compactor"] = "extractive"
    return chosen.model_copy(update={k: v for k, v in own.items() if not flags.get(k)})


def categories_of(chosen: Settings) -> Categories:
    """The built-in types and those of the settings' own file."""
    return load(Path(chosen.categories) if chosen.categories else None)


def with_default(paths: Sequence[Path], chosen: Settings, say: Say) -> tuple[Sequence[Path], Settings]:
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


def read_logs(
    paths: Sequence[Path], log_format: str | None, say: Say, side_by_side: SideBySide | None = None
) -> list[Conversation]:
    """All conversations; ``side_by_side`` as in ``read_paths``."""
    left_out: dict[str, list[str]] = {}
    conversations = list(
        read_paths(paths, log_format, lambda path, why: left_out.setdefault(why, []).append(path), side_by_side)
    )
    for why, files in left_out.items():
        say(f"{files[0]}{f' and {len(files) - 1} more' if len(files) > 1 else ''}: left out ({why})")
    for c in conversations:
        for s in c.skipped:
            where = f" (line {', '.join(map(str, s.lines[:3]))}{' …' if s.count > 3 else ''})" if s.lines else ""
            say(f"{c.source}: {s.count} × {s.what}{where}")
    return conversations


def plan_for(conversations: Sequence[Conversation], chosen: Settings, categories: Categories, say: Say) -> Plan:
    """The probes of the settings' files, or else those that rules write. Raises UsageError where there is nothing to ask."""
    if chosen.probes:
        names = (chosen.probes,) if isinstance(chosen.probes, str) else chosen.probes
        written = [p for name in names for p in read_probes(Path(name), categories)]
        assigned = assign_probes(written, conversations)
        return Plan([c for c in conversations if assigned[c.id]], assigned, ", ".join(names))
    found = generated_probes(conversations, chosen, categories, say)
    if not any(found.values()):
        raise UsageError("The rules found nothing to ask in these logs; write a probe file and name it with --probes.")
    if all(c.probes for c in conversations if found[c.id]):
        return Plan(conversations, found, "the logs' own questions")
    return Plan(conversations, found, "rules")


def generated_probes(
    conversations: Sequence[Conversation], chosen: Settings, categories: Categories, say: Say
) -> dict[str, list[Probe]]:
    """Per conversation the questions that its file brings, or else those that rules write."""
    ask = partial(_asked_of, categories=categories, most=chosen.max_probes)
    found = {}
    for c, probes in zip(
        conversations, in_order(ask, conversations, processes(chosen.jobs, len(conversations))), strict=True
    ):
        found[c.id] = probes
        if not probes and not c.probes:
            say(f"{c.source or c.id}: the rules found nothing to ask")
    return found


def _asked_of(c: Conversation, categories: Categories, most: int) -> list[Probe]:
    """The probes of one conversation."""
    if c.probes:  # the file brings its own questions
        return [replace(p, conversation=c.id) for p in c.probes if p.category in categories]
    from harness.probing import generate

    return [replace(p, conversation=c.id) for p in generate(c, categories, most).probes]


def check_folder(output: Path | None) -> None:
    """Raises UsageError where the folder of a file that will be written does not exist, or where no file can be written there."""
    if output is None:
        return
    check_file(output)
    if not output.parent.is_dir():
        raise UsageError(f"{output}: the folder {output.parent} does not exist; make it, or name another place.")
