"""A sample of what `make fuzz` does: damaged logs are read, or refused in one sentence, by every reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.logs import FORMATS
from tests.studies.fuzz import fuzz, sources, written


@pytest.mark.parametrize("reader", FORMATS)
def test_damaged_logs_raise_nothing_but_log_errors(reader: str, tmp_path: Path) -> None:
    assert sources(reader)
    count = fuzz(reader, range(150), tmp_path)
    assert count.failures == []
    assert min(count.read, count.refused) > 20  # the mutations neither all miss nor all kill


def test_a_number_gives_the_same_file_again(tmp_path: Path) -> None:
    first = written("codex", 7, tmp_path).read_bytes()
    written("codex", 8, tmp_path)
    assert written("codex", 7, tmp_path).read_bytes() == first
