"""The part of the command line that concerns language models: options of `eval`, and the verbs `calls`, `judge`, `author`."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from harness.errors import UsageError

Verb = Callable[..., Any]
_OPTIONS = {
    "model": click.option(
        "--model", metavar="NAME", help="A language model folds and answers (key: ANTHROPIC_API_KEY)."
    ),
    "answerer": click.option("--answerer", metavar="NAME", help="embedded (default) or model."),
    "judge": click.option("--judge", metavar="NAME", help="model: a language model judges what rules leave ungraded."),
    "base-url": click.option("--base-url", metavar="URL", help="A server that speaks the Messages API, without /v1."),
    "store": click.option("--store", metavar="FILE", help="The call store.  [default: reports/calls.sqlite]"),
    "calls": click.option(
        "--calls",
        metavar="MODE",
        help="record: send what is not recorded (default); replay: recordings only; live: send everything anew.",
    ),
    "chains": click.option("--chains", type=int, help="Fold sequences a conversation.  [default: 1]"),
    "trials": click.option("--trials", type=int, help="Ask a model each question so often.  [default: 1]"),
    "concurrency": click.option("--concurrency", type=int, help="Requests at a time, at most.  [default: 16]"),
    "max-cost": click.option("--max-cost", type=float, metavar="DOLLARS", help="Stop before this is passed."),
    "max-calls": click.option("--max-calls", type=int, help="Stop after this many calls."),
    "prices": click.option(
        "--prices", type=click.Path(path_type=Path), help="Prices of models, on top of the packaged ones."
    ),
    "batch": click.option(
        "--batch", is_flag=True, default=None, help="Answers and judgements at half price, within hours."
    ),
    "command": click.option("--command", metavar="LINE", help="Program and arguments of the compactor `command`."),
    "dry-run": click.option("--dry-run", is_flag=True, help="Show calls, tokens and cost by role; send nothing."),
    "count-tokens": click.option(
        "--count-tokens",
        is_flag=True,
        help="With --dry-run: the server counts the tokens; it gets the texts and answers nothing.",
    ),
    "resume": click.option(
        "--resume", is_flag=True, help="Go on with the last run: what came back is kept, lost calls are asked again."
    ),
}
_WHERE = ("base-url", "store", "calls", "concurrency", "max-cost", "max-calls")
_STORE = click.option(
    "--store", type=click.Path(path_type=Path), default=Path("reports/calls.sqlite"), show_default=True
)


def with_model_options(verb: Verb) -> Verb:
    """Add the options of models to a verb, in their order."""
    return _with(tuple(_OPTIONS), verb)


def with_call_options(verb: Verb) -> Verb:
    """Add the options that say where calls go and what they may cost, for a verb that takes the models from a run."""
    return _with(_WHERE, verb)


def _with(names: Sequence[str], verb: Verb) -> Verb:
    for name in reversed(names):
        verb = _OPTIONS[name](verb)
    return verb


def as_settings(flags: Mapping[str, Any]) -> dict[str, Any]:
    """Flags as settings: the command line of `--command` becomes an argument list."""
    line = flags.get("command")
    try:
        return {**flags, "command": tuple(shlex.split(line)) if line else None}
    except ValueError:
        raise UsageError(f"--command: a quotation mark in {line!r} is not closed; close it.") from None


def add_model_verbs(group: click.Group) -> None:
    """Add the verbs to the command line."""
    group.add_command(calls)
    group.add_command(judge)
    group.add_command(author)


@click.group()
def calls() -> None:
    """Export and import the recordings of the call store, so that they can be committed."""


@calls.command("export")
@click.argument("file", type=click.Path(path_type=Path))
@_STORE
def export_(file: Path, store: Path) -> None:
    """Write all recordings to FILE as sorted JSONL."""
    from harness.models import CallStore

    click.echo(f"{CallStore(store, readonly=True).export(file)} recordings written to {file}")


@calls.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@_STORE
def import_(file: Path, store: Path) -> None:
    """Read the recordings of FILE into the store; each is checked against its address."""
    from harness.models import CallStore

    click.echo(f"{CallStore(store).load(file)} recordings read into {store}")


def _single(verb: Verb) -> Verb:
    return _with(("model", *_WHERE, "prices"), verb)


@click.group()
def judge() -> None:
    """The judge: a language model for answers that rules leave ungraded."""


@judge.command()
@click.argument("labels", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@_single
def calibrate(labels: Sequence[Path], **flags: Any) -> None:
    """Judge the labelled answers of LABELS and say how far the judge agrees with people."""
    from harness.single_roles import calibrate_judge

    click.echo(calibrate_judge(labels, flags, lambda text: click.echo(text, err=True)))


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="Write the probes here.")
@_single
def author(paths: Sequence[Path], output: Path, **flags: Any) -> None:
    """A language model writes probes for the logs PATHS; what cannot be verified against the log is dropped and counted."""
    from harness.single_roles import write_authored

    click.echo(write_authored(paths, output, flags, lambda text: click.echo(text, err=True)))
