"""The command line of the verbs about decay, comparison and gating; a part of ``harness.cli``, which adds them to the program."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
LANG = click.option(
    "--lang", type=click.Choice(["en", "ko"]), default="en", show_default=True, help="Language of the page."
)
SEED = click.option("--seed", type=int, default=0, show_default=True, help="Of the resampling.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


@click.command("decay")
@click.argument("table", type=click.Path(path_type=Path))
@click.option("--age", default="k", show_default=True, metavar="COLUMN", help="Folds that a fact has been through.")
@click.option(
    "--kept",
    default="retained",
    show_default=True,
    metavar="COLUMN",
    help="Whether it was still known: 0, 1, true, false or a share.",
)
@click.option(
    "--cluster",
    default="conversation",
    show_default=True,
    metavar="COLUMN",
    help="The unit of inference: rows of one cluster are not independent.",
)
@click.option("--by", metavar="COLUMN", help="Fit each value of this column for itself.")
@click.option("--from", "first", type=click.IntRange(min=0), default=1, show_default=True, help="Lowest age fitted.")
@click.option(
    "--to",
    "last",
    type=click.IntRange(min=1),
    help="Highest age fitted.  [default: the highest with 20 cases from 8 clusters]",
)
@SEED
@JSON
def decay_(
    table: Path,
    age: str,
    kept: str,
    cluster: str,
    by: str | None,
    first: int,
    last: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Fit decay curves to outcomes that were measured elsewhere: a CSV TABLE with one row per fact and number of folds.

    Compares r^k with S0·r^k and, from five ages on, with curves that fall to a floor: by AIC and by a goodness of fit
    from a bootstrap over clusters.
    """
    from harness.runs.tables import Columns
    from harness.verbs.decay import decay_text

    click.echo(decay_text(table, Columns(age, kept, cluster, by), first, last, seed, as_json))


BASE = Path("reports/baseline")
MARGIN = click.option("--margin", type=float, help="A drop of retention that would still be borne.  [default: 0.1]")
JSON_FILE = click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the verdict as JSON here.")
COMMENT = click.option(
    "--comment", type=click.Path(path_type=Path), help="Write a pull-request comment (Markdown) here."
)
JUNIT = click.option("--junit", type=click.Path(path_type=Path), help="Write JUnit XML here: one case a type.")


HTML = click.option("--html", type=click.Path(path_type=Path), help="Write the verdict as one page (HTML) here.")


def _outputs(command: F) -> F:
    """The options that a comparison and a gate share."""
    for option in reversed((MARGIN, JSON_FILE, COMMENT, JUNIT, HTML, LANG)):
        command = option(command)
    return command


@click.command("compare")
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("candidate", type=click.Path(path_type=Path))
@_outputs
def compare_(base: Path, candidate: Path, **given: Any) -> None:
    """Compare two runs; like `gate`, but exits with 0 whatever the verdict."""
    _compared(base, candidate, **given)


@click.command("gate")
@click.argument("candidate", type=click.Path(path_type=Path))
@click.option("--baseline", type=click.Path(path_type=Path), default=BASE, show_default=True, help="Folder or run.")
@_outputs
@click.pass_context
def gate_(ctx: click.Context, /, candidate: Path, baseline: Path, **given: Any) -> None:
    """Compare a run with the accepted baseline and exit with the verdict.

    CANDIDATE is a run folder, or a folder of runs, of which the newest counts. Exit codes: 0 pass, 1 fail, 2 usage,
    3 inconclusive, 4 could not run. The policy stands in [tool.afterfold.gate].
    """
    ctx.exit(_compared(baseline, candidate, **given))


def _compared(
    base: Path,
    candidate: Path,
    margin: float | None,
    json_file: Path | None,
    comment: Path | None,
    junit: Path | None,
    html: Path | None,
    lang: str,
) -> int:
    from harness.places import check_file
    from harness.verbs import gate

    for path in (json_file, comment, junit, html):
        if path is not None:
            check_file(path)
    verdict = gate.compared(base, candidate, Path.cwd(), {"margin": margin}, datetime.now(UTC))
    gate.write_projections(verdict, json_file, comment, junit)
    if html is not None:
        gate.write_page(verdict, candidate, Path.cwd(), html, lang)
    click.echo(gate.shown(verdict))
    return verdict.exit_code


@click.group("baseline")
def baseline_() -> None:
    """What the gate compares with."""


@baseline_.command("accept")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--to", "folder", type=click.Path(path_type=Path), default=BASE, show_default=True)
def accept_(run: Path, folder: Path) -> None:
    """Accept a run as the baseline: a small folder with outcomes, sizes, prompts and digests, to be committed."""
    from harness.verbs.gate import accept

    accept(run, folder, datetime.now(UTC))
    click.echo(f"baseline: {folder}")


@click.command("power")
@click.argument("run", type=click.Path(path_type=Path), default=BASE)
@JSON
def power_(run: Path, as_json: bool) -> None:
    """Say which drop the conversations of a run can show, and how many are needed for 5 and 10 points.

    RUN is a run folder, a folder of runs, of which the newest counts, or a baseline.  [default: reports/baseline]
    """
    from harness.verbs.gate import power_shown

    click.echo(power_shown(run, Path.cwd(), as_json))


VERBS = (decay_, compare_, gate_, power_, baseline_)
