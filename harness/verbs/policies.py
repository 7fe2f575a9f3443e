"""What ``afterfold plan`` and ``afterfold prompt check`` do with logs and settings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from harness.gather import Say, categories_of, read_logs, with_default
from harness.policies import checked, planned
from harness.reporting.plans import check_plot
from harness.settings import Settings


def plan_policies(
    paths: Sequence[Path], chosen: Settings, log_format: str | None, plot: Path, language: str, say: Say
) -> str:
    """``afterfold plan``: the table; the plot is written to ``plot``."""
    check_plot(plot)
    paths, chosen = with_default(paths, chosen, say)
    return planned(read_logs(paths, log_format, say), chosen, plot, language)


def check_prompt(file: str, chosen: Settings, language: str) -> str:
    """``afterfold prompt check``: the table of what a fold prompt asks for."""
    return checked(file, categories_of(chosen), language)
