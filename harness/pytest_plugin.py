"""A pytest plugin: ``pytest --afterfold-run RUN`` has a test per type, per must-hold probe, and for the verdict itself.

Every pytest in the environment loads it (entry point ``pytest11``), so nothing is imported until one of its options asks for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from harness.analysis.gate import Verdict
    from harness.runs import Run

_VERDICT: pytest.StashKey[Verdict] = pytest.StashKey()


class GateItem(pytest.Item):
    """One case of a verdict. pytest has no way to add a test but by inheritance."""

    state: str
    reason: str

    def runtest(self) -> None:
        """Fail, or skip where the gate is inconclusive."""
        if self.state == "failed":
            pytest.fail(self.reason, pytrace=False)
        if self.state == "skipped":
            pytest.skip(f"inconclusive: {self.reason}")

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where pytest says the test is: in no file."""
        return self.config.rootpath / "afterfold", None, self.name


def pytest_addoption(parser: pytest.Parser) -> None:
    """The two options."""
    group = parser.getgroup("afterfold", "gate of conversation compaction")
    group.addoption(
        "--afterfold-run", type=Path, metavar="RUN", help="run folder, or folder of runs, of which the newest is gated"
    )
    group.addoption(
        "--afterfold-baseline", type=Path, metavar="PATH", help="baseline folder or run (default: reports/baseline)"
    )


@pytest.hookimpl(tryfirst=True)  # before -k and -m choose among the tests
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the tests of the gate. Raises pytest.UsageError with the sentence that the command line would print."""
    if config.option.afterfold_run is None:
        if config.option.afterfold_baseline is not None:
            raise pytest.UsageError("--afterfold-baseline needs --afterfold-run RUN, the run that is gated")
        return
    from harness.reporting.gate_report import cases

    for case in cases(_verdict(config)):
        name = case.kind if case.kind == "verdict" else f"{case.kind}[{case.name}]"
        item: GateItem = GateItem.from_parent(session, name=name, nodeid=f"afterfold::{name}")
        item.state, item.reason = case.state, case.reason
        items.append(item)


@pytest.fixture(scope="session")
def afterfold_run(pytestconfig: pytest.Config) -> Run:
    """The run that ``--afterfold-run`` names; the test is skipped without it."""
    from harness.runs import read_run
    from harness.verbs.gate import newest

    return read_run(newest(_asked(pytestconfig)))


@pytest.fixture(scope="session")
def afterfold_gate(pytestconfig: pytest.Config) -> Verdict:
    """The verdict on that run against ``--afterfold-baseline``; the test is skipped without a run."""
    _asked(pytestconfig)
    return _verdict(pytestconfig)


def _asked(config: pytest.Config) -> Path:
    run: Path | None = config.option.afterfold_run
    if run is None:
        pytest.skip("needs --afterfold-run RUN")
    return run


def _verdict(config: pytest.Config) -> Verdict:
    """Reckoned once a session; the policy stands in the settings of the root folder."""
    if _VERDICT not in config.stash:
        config.stash[_VERDICT] = _compared(config)
    return config.stash[_VERDICT]


def _compared(config: pytest.Config) -> Verdict:
    from datetime import UTC, datetime

    from harness.errors import AfterfoldError
    from harness.verbs.gate import compared

    base = config.option.afterfold_baseline or config.rootpath / "reports/baseline"
    try:
        return compared(base, config.option.afterfold_run, config.rootpath, {}, datetime.now(UTC))
    except AfterfoldError as error:
        raise pytest.UsageError(f"afterfold: {error}") from None
