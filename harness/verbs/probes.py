"""What ``afterfold probes`` does: write the probes that rules find, or have them reviewed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from harness.categories import Categories
from harness.evaluate import iter_probes
from harness.gather import Say, categories_of, check_folder, generated_probes, plan_for, read_logs, with_default
from harness.reporting.review_page import write_page
from harness.review import Reviewed, Terminal, review
from harness.runs import write_probes
from harness.runs.jsonl import line
from harness.schema import Conversation, Probe
from harness.settings import Settings


def write_probe_set(
    paths: Sequence[Path], chosen: Settings, log_format: str | None, output: Path | None, stdout: IO[str], say: Say
) -> None:
    """``afterfold probes``: the generated probes as JSONL."""
    check_folder(output)
    paths, chosen = with_default(paths, chosen, say)
    found = generated_probes(read_logs(paths, log_format, say), chosen, categories_of(chosen), say)
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
    check_folder(target)
    paths, chosen = with_default(paths, chosen, say)
    categories = categories_of(chosen)
    plan = plan_for(read_logs(paths, log_format, say), chosen, categories, say)
    return ForReview(list(iter_probes(plan)), {c.id: c for c in plan.conversations}, categories)


def review_probes(found: ForReview, output: Path, terminal: Terminal) -> Reviewed:
    """``afterfold probes --review``: accept, reject, edit at the terminal."""
    return review(found.probes, found.conversations, found.categories, output, terminal)


def write_review_page(found: ForReview, output: Path, language: str) -> None:
    """``afterfold probes --review-page``: the same in a browser."""
    check_folder(output)
    write_page(found.probes, found.conversations, found.categories, output, language)
