"""What ``afterfold report`` does: page, Markdown, JSON, tables and plots of a run folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from harness.commands import source_of
from harness.places import check_file, make_folder, writing
from harness.reporting.frames import load_run, write_frame
from harness.reporting.html import Source
from harness.reporting.markdown import markdown
from harness.reporting.notes import notes
from harness.reporting.plots import plot_files
from harness.reporting.promotion import gains as gains_of
from harness.reporting.promotion import remembered
from harness.reporting.strings import Strings
from harness.reporting.tables import ages
from harness.reporting.text import type_title
from harness.reporting.type_pages import file_of
from harness.reporting.verdict import to_json
from harness.runs.jsonl import atomic, plain

FORMATS = ("html", "markdown", "json", "csv", "parquet")


def as_text(path: Path, form: str, language: str) -> str:
    """The verdict of a run as ``markdown`` or ``json``."""
    source = source_of(path)
    if form == "json":
        data = to_json(source.run, source.analysis, source.systems)
        return json.dumps(plain(data), ensure_ascii=False, indent=2) + "\n"
    said = [texts[language] for texts in (source.unasked or {}).values()]
    found = notes(source.run, Strings(language))
    return markdown(source.analysis, source.categories, language, found, said)


def write_text(text: str, output: Path) -> None:
    """Write a report that is one text, atomically."""
    with atomic(output) as file:
        file.write(text)


def write_tables(path: Path, form: str, folder: Path) -> list[Path]:
    """Write ``decay`` and ``outcomes`` of a run into a folder as ``csv`` or ``parquet``; returns the files.

    Raises UsageError where a Parquet writer is not installed.
    """
    loaded = load_run(path)
    make_folder(folder)
    files = []
    for name, frame in (("decay", loaded.decay()), ("outcomes", loaded.outcomes())):
        files.append(folder / f"{name}.{form}")
        check_file(files[-1])
        with writing(files[-1]):
            write_frame(frame, files[-1], form)
    return files


def write_plots(path: Path, folder: Path, language: str) -> list[Path]:
    """Write the decay plot of each type into a folder, as SVG and as PNG; returns the files."""
    source = source_of(path)
    make_folder(folder)
    return [file for name, content in _plots(source, language) for file in _kept(folder / name, content)]


def _plots(source: Source, language: str) -> Iterator[tuple[str, tuple[str, bytes]]]:
    t, analysis = Strings(language), source.analysis
    grey = {r.name: r for b in source.systems[:1] for r in b.other.categories}
    last, gains = max(ages(analysis), default=1), gains_of(source.promotion)
    for r in (*analysis.categories, analysis.overall):
        if r.decay.retention:
            title = t("type.all") if r is analysis.overall else type_title(r.name, source.categories, t)
            other = grey.get(r.name)
            kept = remembered(gains.get(r.name, {}))
            drawn = plot_files(
                r, title=title, minimum=analysis.minimum, language=language, ages=last, other=other, memory=kept
            )
            yield file_of(r.name).removesuffix(".html"), drawn


def _kept(stem: Path, drawn: tuple[str, bytes]) -> list[Path]:
    svg, png = stem.with_suffix(".svg"), stem.with_suffix(".png")
    write_text(drawn[0], svg)
    check_file(png)
    with writing(png):
        png.write_bytes(drawn[1])
    return [svg, png]
