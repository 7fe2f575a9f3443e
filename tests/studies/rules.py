"""Precision and recall of the probe rules on the hand-written logs.

``python -m tests.studies.rules [split …]`` generates all probes of each log and holds them against the gold probes and the inventory of facts;
probes that match neither count as wrong unless a reviewer judged them fair (probes/judged). ``--write`` stores what the report quotes of the
test split (``harness/reporting/rules.toml``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tabulate import tabulate

from harness.categories import builtin
from harness.logs import read_log
from harness.probing import generate
from harness.probing.measure import Reviewed, precision_recall, read_facts, read_verdicts, table
from harness.runs import read_probes

ROOT = Path(__file__).resolve().parents[2]
SUFFIX = {"tuning": "", "development": "-development", "test": "-test"}
QUOTED = ROOT / "harness" / "reporting" / "rules.toml"
ALL = 10_000  # more than any log yields: nothing is left out by the balanced choice


def reviewed(split: str) -> Iterator[Reviewed]:
    """The logs of a split with what the rules write for them and what is known about them."""
    for path in sorted((ROOT / "datasets" / split).glob("*.jsonl")):
        log = next(read_log(path))
        gold = read_probes(ROOT / "probes" / f"gold{SUFFIX[split]}" / path.name, builtin())
        facts = read_facts(ROOT / "probes" / f"inventory{SUFFIX[split]}" / path.name)
        verdicts = read_verdicts(ROOT / "probes" / f"judged{SUFFIX[split]}" / path.name)
        yield Reviewed(log.language, generate(log, builtin(), ALL).probes, gold, facts, verdicts)


def write() -> None:
    """Store the precision that the report quotes."""
    rows = {r.language: r.precision for r in precision_recall(reviewed("test")) if r.category == "all"}
    lines = [f"{language} = {{ k = {rate.hits}, n = {rate.n} }}" for language, rate in sorted(rows.items())]
    head = "# Written by `python -m tests.studies.rules --write`: rule probes of the test split that a reviewer found fair."
    QUOTED.write_text("\n".join([head, *lines, ""]), encoding="utf-8")


def report(split: str) -> None:
    """Print the table of one split."""
    rows = table(precision_recall(reviewed(split)))
    if not rows:
        print(f"{split}: not in this checkout")
        return
    print(f"{split} split: probe rules against gold probes and inventory")
    print(tabulate(rows, headers=["", "type", "precision", "95 %", "n", "recall", "95 %", "n"], disable_numparse=True))


if __name__ == "__main__":
    if "--write" in sys.argv:
        write()
    for wanted in [a for a in sys.argv[1:] if a != "--write"] or ["tuning", "development", "test"]:
        report(wanted)
