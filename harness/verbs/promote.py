"""``afterfold promote``: who answered and judged in a run answers and judges in its second replay too."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness import promote
from harness.answering.reader import EmbeddedAnswerer
from harness.asking import Progress
from harness.commands import write_reports
from harness.gather import Say, categories_of
from harness.models import Purse
from harness.ports import Model
from harness.runs import read_run
from harness.settings import Settings, revised

if TYPE_CHECKING:
    from harness.reporting.html import Source


def promote_run(
    path: Path,
    verify: bool,
    budget: int | None,
    only: Sequence[str],
    progress: Progress,
    say: Say = lambda text: None,
    flags: Mapping[str, Any] | None = None,
) -> Source:
    """Write what to promote into the run folder, and its reports anew; returns what these were made from. ``flags`` say where the calls of
    a run with a model go and what they may cost; the rest stands in the run."""
    chosen = revised(read_run(path).info["settings"], str(path / "run.json"), flags or {})
    replay_with_memory(path, chosen, progress, say, None, verify=verify, budget=budget, only=only)
    return write_reports(path, None, "en")


def replay_with_memory(
    run: Path, chosen: Settings, progress: Progress, say: Say, purse: Purse | None, **wanted: Any
) -> None:
    """Recommend and, where it is wanted, replay, and write what was found. ``purse`` is what the command has spent before."""
    if not (wanted["verify"] and "model" in (chosen.answerer, chosen.judge)):
        promote.promote(run, progress=progress, **wanted)
        return
    from harness import modelled

    def work(model: Model) -> Any:
        return promote.recommend(run, voices=_voices(chosen, model), **wanted)

    record = f"afterfold promote {shlex.quote(str(run))} --verify --calls record"
    promote.write(run, *modelled.asked(chosen, work, say, record, purse, progress))


def _voices(chosen: Settings, model: Model) -> promote.Voices:
    from harness.model_roles import answerer_of, judge_of

    embedded = EmbeddedAnswerer(categories_of(chosen))
    return promote.Voices(
        answerer_of(chosen, model) if chosen.answerer == "model" else embedded,
        judge_of(chosen, model) if chosen.judge == "model" else None,
    )
