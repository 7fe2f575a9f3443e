"""The command line: verbs, progress, exit codes. The only reader of argv and environment."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from tqdm import tqdm

import harness
from harness.cli_models import add_model_verbs, as_settings, with_call_options, with_model_options
from harness.errors import AfterfoldError, UsageError, plainly
from harness.verbs import cli as comparing
from harness.verbs import on_logs
from harness.verbs.options import FORMAT, LANG, PATHS, QUIET, RUNS, say

if TYPE_CHECKING:
    from harness.reporting.html import Source

_INTERRUPTED = 130
_CANNOT_RUN = 4


class _Errors(click.Group):
    """Prints the errors that a user is told about as one sentence and exits with their code."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except AfterfoldError as error:
            click.echo(f"afterfold: {error}", err=True)
            ctx.exit(error.exit_code)
        except BrokenPipeError:
            ctx.exit(0)
        except OSError as error:
            click.echo(f"afterfold: {_undone(error)}", err=True)
            ctx.exit(_CANNOT_RUN)
        except (
            KeyboardInterrupt,
            EOFError,
            click.Abort,
        ):  # click itself would end an Abort with 1, which is a gate that failed
            click.echo("afterfold: interrupted.", err=True)
            ctx.exit(_INTERRUPTED)


def _undone(error: OSError) -> str:
    """The sentence for an OSError that nobody foresaw: a second net, so that none leaves as a traceback."""
    from harness.places import DISK

    where = f"{error.filename}: " if error.filename else ""
    if error.errno in DISK:
        return f"{where}cannot be written: {plainly(error)}; make room, or choose another folder."
    return f"{where}cannot be read or written: {plainly(error)}; check the path and its permissions."


@click.group(cls=_Errors, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(harness.__version__, prog_name="afterfold")
def cli() -> None:
    """Measures what an assistant still knows after its conversation has been compacted.

    Exit codes: 0 done or passed, 1 gate failed, 2 usage, 3 gate inconclusive, 4 could not run, 130 interrupted.
    """


@cli.command("eval")
@PATHS
@click.option(
    "--probes",
    "probe_file",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A reviewed probe file or folder; without it rules write the probes. Can be given more than once.",
)
@FORMAT
@click.option(
    "--compactor",
    metavar="NAME",
    help="extractive (default), window, clear-tools, recorded (chains of folds on disk), model, server, command, "
    "package.module:object, or a control: identity, empty.",
)
@click.option(
    "--beside",
    metavar="NAME",
    multiple=True,
    help="A further compactor on the same probes, shown beside it; can be given more than once.",
)
@click.option(
    "--recordings", metavar="FOLDER", help="The chains of the compactor `recorded`.  [default: datasets/folds/default]"
)
@click.option("--label", metavar="TEXT", help="What reports call this system; without it the compactor's name.")
@click.option("--prompt", metavar="NAME|FILE", help="The fold prompt.  [default: default]")
@click.option(
    "--mode",
    metavar="NAME",
    help="rolling: fold while the conversation goes on (default); refold: fold the same summary again; "
    "held: fold once.",
)
@click.option("--folds", type=int, help="Fold at most this often.  [default: 5]")
@click.option(
    "--window", type=int, help="Context window in tokens; 0 chooses one that gives about --folds folds.  [default: 0]"
)
@click.option(
    "--threshold",
    type=float,
    help="Where to fold at the latest: a share of the window up to 1, tokens above.  [default: 0.8]",
)
@click.option(
    "--trigger",
    metavar="NAME",
    help="tokens: fold at the threshold only (default); turns, boundary, combined: earlier too, see docs/policies.md.",
)
@click.option("--recent", type=float, help="Kept raw: a share of the window up to 1, tokens above.  [default: 0.1]")
@click.option(
    "--summary",
    type=float,
    help="Most a summary may have: a share of the window up to 1, tokens above.  [default: 0.2]",
)
@click.option("--max-probes", type=int, help="At most this many generated probes a log.  [default: 100]")
@with_model_options
@RUNS
@LANG
@QUIET
def eval_(
    paths: Sequence[Path],
    probe_file: Sequence[Path],
    log_format: str | None,
    beside: Sequence[str],
    lang: str,
    quiet: bool,
    dry_run: bool,
    count_tokens: bool,
    resume: bool,
    **flags: Any,
) -> None:
    """Fold the logs again and again, ask the probes after each fold, and report what was lost.

    PATHS are logs or folders of logs (Claude Code sessions, OpenAI or Anthropic messages, `role: text` transcripts). Without
    PATHS the paths of [tool.afterfold] are taken, and where there are none a packaged sample.
    """
    from harness import commands
    from harness.gather import settings

    others = [{"compactor": name, "label": name} for name in beside] or None
    named = str(probe_file[0]) if len(probe_file) == 1 else tuple(map(str, probe_file)) or None
    chosen = settings(Path.cwd(), {**as_settings(flags), "probes": named, "beside": others}, paths)
    if dry_run:
        click.echo(commands.foresee(paths, chosen, log_format, say, count_tokens))
        return
    with _progress(quiet) as progress:
        found = commands.evaluate_paths(paths, chosen, log_format, _now(), progress, say, resume)
    _show(found, lang)


@cli.command()
@click.argument("sessions", nargs=-1, type=click.Path(path_type=Path, readable=False), required=True)
@FORMAT
@click.option(
    "--probes",
    "probe_file",
    type=click.Path(path_type=Path),
    help="A reviewed probe file; without it rules write the probes.",
)
@click.option(
    "--max-probes",
    type=int,
    help="At most this many generated probes a session.  [default: 100; fewer where there are over 20 sessions]",
)
@click.option("--no-redact", is_flag=True, help="Keep keys, passwords, e-mail addresses and home folders as they are.")
@RUNS
@LANG
@QUIET
def audit(
    sessions: Sequence[Path],
    log_format: str | None,
    probe_file: Path | None,
    no_redact: bool,
    lang: str,
    quiet: bool,
    **flags: Any,
) -> None:
    """Ask what was lost in the folds that really happened, in one session or a folder of them.

    Claude Code, Codex, pi, OpenHands, opencode and LangChain record their folds. The probes of the log as it was before
    each fold are asked of what the assistant saw after it. Nothing leaves the machine.
    """
    from harness import commands
    from harness.gather import settings

    chosen = settings(Path.cwd(), {**flags, "probes": probe_file}, sessions)
    with _progress(quiet) as progress:
        found = commands.audit_paths(sessions, chosen, log_format, _now(), progress, say, not no_redact)
    _show(found, lang)


@cli.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Where to write: a file, for csv and parquet a folder.  [default: into RUN; markdown and json to standard output]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["html", "markdown", "json", "csv", "parquet"]),
    default="html",
    show_default=True,
    help="html: page and table; csv, parquet: the tables decay and outcomes.",
)
@click.option(
    "--plots", type=click.Path(path_type=Path), help="Write the decay plots into this folder, as SVG and PNG."
)
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
@LANG
def report(run: Path, output: Path | None, form: str, plots: Path | None, opened: bool, lang: str) -> None:
    """Rebuild the page of a run folder, or give its verdict in another form.

    Beside the page stands a page for each information type.
    """
    from harness import commands
    from harness.verbs import report

    if form in ("markdown", "json"):
        text = report.as_text(run, form, lang)
        report.write_text(text, output) if output else click.echo(text, nl=False)
    elif form in ("csv", "parquet"):
        for file in report.write_tables(run, form, output or run / "tables"):
            click.echo(file)
    else:
        _show(commands.write_reports(run, output, lang), lang, output)
    for file in report.write_plots(run, plots, lang) if plots else ():
        click.echo(file)
    if opened:
        _open(output or run / "report.html", form)


def _open(page: Path, form: str) -> None:
    if form != "html":
        raise UsageError("--open opens the page; it goes with --format html only.")
    if click.launch(page.resolve().as_uri()):
        say(f"No browser could be started; open {page} in one.")


@cli.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Replay with exactly the promoted types and measure the gain.")
@click.option("--budget", type=click.IntRange(1), help="Most tokens of memory items in one request.  [default: 400]")
@click.option(
    "--type", "only", metavar="NAME", multiple=True, help="Put back this type instead of those recommended; repeatable."
)
@with_call_options
@LANG
@QUIET
def promote(
    run: Path, verify: bool, budget: int | None, only: Sequence[str], lang: str, quiet: bool, **flags: Any
) -> None:
    """Say which information types to keep as memory items, and test it by a second replay.

    Writes promotion.json, memory.toml (for a product to read) and the page into the run folder. The logs of the run are read
    again; only the arm with memory is asked anew, each conversation with what the other conversations recommend. A run whose
    answers came from a model asks that model again.
    """
    from harness import commands
    from harness.verbs.promote import promote_run

    with _progress(quiet) as progress:
        found = promote_run(run, verify, budget, only, progress, say, flags)
    click.echo(commands.promotion_table(found, lang))
    click.echo(f"\nreport: {run / 'report.html'}\nmemory: {run / 'memory.toml'}")


@cli.command()
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--turns", type=click.IntRange(20, 100_000), default=200, show_default=True, help="Turns a log.")
@click.option("--lang", type=click.Choice(["en", "ko"]), default="en", show_default=True)
@click.option("--count", type=click.IntRange(1, 10_000), default=1, show_default=True, help="How many logs.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("synth"),
    show_default=True,
    help="Folder for logs and probes.",
)
def synth(seed: int, turns: int, lang: str, count: int, output: Path) -> None:
    """Write synthetic logs with planted facts (OUTPUT/logs) and their probes (OUTPUT/probes). Deterministic in the seed."""
    from harness import commands

    commands.write_synthetic(seed, turns, lang, count, output)
    click.echo(f"{output / 'logs'}  {output / 'probes'}")


for verb in (*on_logs.VERBS, *comparing.VERBS):
    cli.add_command(verb)


# ------------------------------------------------------------------------------------------------------- plumbing


def _now() -> datetime:
    return datetime.now(UTC)


def _show(source: Source, lang: str, page: Path | None = None) -> None:
    from harness import commands

    run = source.run.path
    click.echo(commands.table(source, lang))
    if promoted := commands.promotion_table(source, lang):
        click.echo(f"\n{promoted}")
    click.echo(f"\nreport: {page or run / 'report.html'}\nrun:    {run}")


@contextmanager
def _progress(quiet: bool) -> Iterator[Callable[[str, int], None]]:
    """One bar on standard error that counts answers; its text says which log and how many folds. While a model is asked, it counts what
    comes back, with what that has cost; then it starts again for the evaluation."""
    counts: dict[str, int] = {}
    with tqdm(total=None, unit=" answers", file=sys.stderr, disable=quiet or None, leave=False, mininterval=0.2) as bar:

        def update(what: str, n: int) -> None:
            if what == "total":
                bar.total = n
            elif what in ("answers", "sent"):
                bar.update(n)
            elif what == "answers again":
                bar.reset(bar.total)
            else:
                counts[what] = counts.get(what, 0) + n
                bar.set_postfix(_shown(counts), refresh=False)

        yield update


def _shown(counts: dict[str, int]) -> dict[str, Any]:
    return {
        "cost" if k == "microdollars" else k: f"${v / 1e6:.2f}" if k == "microdollars" else v for k, v in counts.items()
    }


add_model_verbs(cli)


def main(args: Sequence[str] | None = None) -> None:
    """Entry point of ``afterfold`` and ``python -m harness``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a C locale must not turn a Korean log into a traceback
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        cli.main(args=list(args) if args is not None else None, prog_name="afterfold", standalone_mode=True)
    except SystemExit as done:
        if done.code == _INTERRUPTED:  # all is saved and closed; taking the interpreter down would cost a second more
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(_INTERRUPTED)
        raise
    except UsageError as error:  # raised while options are read
        click.echo(f"afterfold: {error}", err=True)
        sys.exit(error.exit_code)
    except OSError as error:  # likewise
        click.echo(f"afterfold: {_undone(error)}", err=True)
        sys.exit(_CANNOT_RUN)
