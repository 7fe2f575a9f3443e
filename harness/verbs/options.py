"""Options and arguments that several verbs share."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from tqdm import tqdm

PATHS = click.argument("paths", nargs=-1, type=click.Path(path_type=Path, readable=False))
FORMAT = click.option(
    "--format", "log_format", metavar="NAME", help="Read the logs as this format instead of recognising it."
)
LANG = click.option(
    "--lang", type=click.Choice(["en", "ko"]), default="en", show_default=True, help="Language of table and page."
)
RUNS = click.option(
    "--runs", type=click.Path(path_type=Path), help="Folder for the run folder.  [default: reports/runs]"
)
QUIET = click.option("--quiet", is_flag=True, help="No progress bar.")


def say(text: str) -> None:
    """A line for a person, on standard error: standard output is for what the verb makes."""
    tqdm.write(text, file=sys.stderr)  # beside the progress bar, where there is one
