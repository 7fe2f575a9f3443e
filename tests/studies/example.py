"""The committed example report: three of the bundled tuning logs, folds by a large language model, the embedded compactor beside them.

The time of the run is fixed, so that the same code gives the same bytes. ``make example`` writes ``reports/example/``.
"""

from __future__ import annotations

import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

from harness.commands import evaluate_paths
from harness.gather import settings
from harness.reporting.html import write_report

LOGS = ("en-agent", "en-deploy", "ko-event")
RUNS = Path("build/example")
TARGET = Path("reports/example")
SYSTEMS = {
    "compactor": "recorded",
    "label": "folds by a large language model, default prompt",
    "beside": [{"label": "embedded compactor", "compactor": "extractive"}],
}
NOW = datetime(2026, 12, 1, tzinfo=UTC)


def main() -> None:
    """Evaluate and write the pages."""
    shutil.rmtree(RUNS, ignore_errors=True)
    paths = [Path(f"datasets/tuning/{name}.jsonl") for name in LOGS]
    given = {"paths": [str(p) for p in paths], "probes": "probes/gold", "runs": str(RUNS), **SYSTEMS}
    chosen = settings(Path.cwd(), given, paths)
    found = evaluate_paths(paths, chosen, None, NOW, lambda what, n: None, lambda text: print(text, file=sys.stderr))
    shutil.rmtree(TARGET, ignore_errors=True)
    write_report(found, TARGET / "report.html")
    print(f"{TARGET}/report.html: {sum(p.stat().st_size for p in TARGET.iterdir()):,} bytes in all")


if __name__ == "__main__":
    main()
