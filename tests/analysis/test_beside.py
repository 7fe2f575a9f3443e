"""Two systems on the same probes."""

from __future__ import annotations

import pandas as pd

from harness.analysis import Beside, beside
from harness.categories import builtin
from tests.analysis.test_decay import probe_rows, table


def paired(main: pd.DataFrame, other: pd.DataFrame) -> Beside | None:
    return beside("other", main, other, builtin(), target=0.8, min_probes=1, min_conversations=1)


def test_only_probes_that_are_eligible_in_both_are_compared() -> None:
    main = table([*probe_rows("a", "rr"), *probe_rows("b", "rm"), *probe_rows("only-here", "mm")])
    not_in_full = [{**r, "outcome": "missing"} for r in probe_rows("b", "rr")]
    other = table([*probe_rows("a", "mm"), *not_in_full, *probe_rows("only-there", "rr")])
    both = paired(main, other)
    assert both is not None
    assert both.main.overall.eligible == both.other.overall.eligible == 1
    assert both.main.overall.decay.retention[1].value == 1.0
    assert both.other.overall.decay.retention[1].value == 0.0


def test_a_system_beside_itself_is_the_same() -> None:
    rows = table([*probe_rows("a", "rrm"), *probe_rows("b", "rmm")])
    both = paired(rows, rows)
    assert both is not None
    assert both.main.overall.decay.retention == both.other.overall.decay.retention


def test_nothing_in_common_is_no_comparison() -> None:
    assert paired(table(probe_rows("a", "rr")), table(probe_rows("b", "rr"))) is None
