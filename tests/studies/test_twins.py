"""An answer comes from the log: where a planted value is another one, so is the answer."""

from __future__ import annotations

import pytest

from tests.studies.twins import followed, twins


@pytest.mark.parametrize("language", ["en", "ko"])
def test_answers_follow_a_changed_value(language: str) -> None:
    share = followed([t for seed in (100, 101) for t in twins(seed, language, turns=120)])
    assert share.n > 20
    assert share.value >= 0.95
