"""The command line of the verbs that only read logs: probes, plan, prompt check; a part of ``harness.cli``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.errors import BrokenOffError, UsageError
from harness.verbs.options import FORMAT, LANG, PATHS, say

if TYPE_CHECKING:
    from harness.review import Reviewed, Terminal


@click.command("probes")
@PATHS
@FORMAT
@click.option("--max-probes", type=int, help="At most this many a log.  [default: 100]")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write here instead of to standard output.")
@click.option(
    "--probes", "probe_file", type=click.Path(path_type=Path), help="Review these probes instead of generating some."
)
@click.option("--review", is_flag=True, help="Show each probe: accept, reject, edit; the accepted ones go to --output.")
@click.option(
    "--review-page", type=click.Path(path_type=Path), help="Write a page on which a person reviews them in a browser."
)
@click.option("--lang", type=click.Choice(["en", "ko"]), default="en", show_default=True, help="Language of that page.")
def probes_(
    paths: Sequence[Path],
    log_format: str | None,
    max_probes: int | None,
    output: Path | None,
    probe_file: Path | None,
    review: bool,
    review_page: Path | None,
    lang: str,
) -> None:
    """Write the probes that rules find in the logs as JSONL, for review; `eval --probes FILE` uses the reviewed file."""
    from harness.gather import settings
    from harness.verbs import probes

    chosen = settings(Path.cwd(), {"max_probes": max_probes, "probes": probe_file}, paths)
    chosen = chosen if probe_file else chosen.model_copy(update={"probes": None})
    if review and not output:
        raise UsageError("--review needs --output FILE: the accepted probes are written there.")
    if not (review or review_page):
        probes.write_probe_set(paths, chosen, log_format, output, sys.stdout, say)
        return
    found = probes.probes_for_review(paths, chosen, log_format, output or review_page, say)
    if review_page:
        probes.write_review_page(found, review_page, lang)
        say(f"{len(found.probes)} probes to review: {review_page}")
    if review and output:
        ended: list[str] = []
        done = probes.review_probes(found, output, _terminal(ended.append))
        if ended:
            raise BrokenOffError(
                f"{_kept(done, output)} Start the same command again in a terminal to go on from there."
            )
        say(f"{done.accepted} accepted ({output}), {done.rejected} rejected, {done.left} without a decision.")


def _kept(done: Reviewed, output: Path) -> str:
    decided = f"{done.accepted} accepted and {done.rejected} rejected so far are kept ({output})"
    return f"the review was broken off; {decided}, {done.left} are without a decision."


def _terminal(ended: Callable[[str], None]) -> Terminal:
    """The terminal of a review. ``ended`` is told where the input ends or a person presses ^C; for the review that is its end, so that
    what was decided is written."""
    from harness.review import Terminal

    def ask(text: str) -> str:
        try:
            return str(click.prompt(text, default="", show_default=False, prompt_suffix=" > "))
        except click.Abort:
            click.echo()  # the sentence that follows gets a line of its own
            ended(text)
            return "q"

    return Terminal(click.echo, ask, _edited)


def _edited(text: str) -> str | None:
    try:
        return click.edit(text, extension=".json")
    except click.ClickException as error:  # of click's own, with an exit code that a gate that failed has
        click.echo(f"{error.message} Set EDITOR to a program that can be started. Nothing was changed.")
        return None


@click.command()
@PATHS
@FORMAT
@click.option("--window", type=int, help="Context window in tokens; 0 chooses one a log, for about `folds` folds.")
@click.option("--threshold", type=float, help="Where turns and task boundary fold at the latest.  [default: 0.8]")
@click.option("--recent", type=float, help="Kept raw: a share of the window up to 1, tokens above.  [default: 0.1]")
@click.option("--summary", type=float, help="Size of a summary: likewise.  [default: 0.2]")
@click.option("--turns", type=int, help="Turns between two folds, for that policy.  [default: 40]")
@click.option("--prices", type=click.Path(path_type=Path), help="Prices of models, on top of the packaged ones.")
@click.option("--price", metavar="MODEL", help="The model at whose price to count.  [default: claude-sonnet-5-5]")
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    default=Path("plan.svg"),
    show_default=True,
    help="Where to write the plot: a name in .svg or .png.",
)
@LANG
def plan(paths: Sequence[Path], log_format: str | None, plot: Path, lang: str, **flags: Any) -> None:
    """What each fold policy would do to these logs, without a model: folds, tokens moved, tasks cut, cost.

    Thresholds from 50 to 95 % of the window are swept in one table and one plot. `combined` folds at the end of a task
    from the threshold on, and anyway at 95 %.
    """
    from harness.gather import settings
    from harness.verbs.policies import plan_policies

    click.echo(plan_policies(paths, settings(Path.cwd(), flags, paths), log_format, plot, lang, say))


@click.group()
def prompt() -> None:
    """Fold prompts."""


@prompt.command("check")
@click.argument("file")
@LANG
def prompt_check(file: str, lang: str) -> None:
    """Name, per information type, the line of a fold prompt that asks for it, or that none does.

    FILE is a prompt file, or the name of a packaged prompt: default, agent, plain-keep, bare.
    """
    from harness.gather import settings
    from harness.verbs.policies import check_prompt

    click.echo(check_prompt(file, settings(Path.cwd(), {}), lang))


VERBS = (probes_, plan, prompt)
