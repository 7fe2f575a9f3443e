"""The command line of the verbs about decay, comparison and gating; a part of ``harness.cli``, which adds them to the program."""

from __future__ import annotations

from pathlib import Path

import click

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


VERBS = (decay_,)
