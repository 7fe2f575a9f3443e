"""An unchanged system fails no more often than alpha allows, whether facts are lost one by one or in blocks."""

from __future__ import annotations

import pytest

from tests.studies.aa import BLOCK, study


@pytest.mark.slow
@pytest.mark.parametrize("block", [1, BLOCK])
def test_an_unchanged_system_rarely_fails(block: int) -> None:
    assert study(200, 0.0, block).fail <= 0.05 + 2 * (0.05 * 0.95 / 200) ** 0.5
