"""Values of a summary that its log does not carry."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.answering.unsupported import Source, unsupported
from harness.schema import Passage

LOG = Source([
    Passage("The dump takes 48 GB and we deploy at 14:30 on port 8434.", "turn", time=datetime(2026, 3, 10, 9, 9, tzinfo=UTC)),
    Passage("예산은 3만 5천 원이고 마감은 3월 5일이에요.", "turn"),
])  # fmt: skip


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        ("The dump takes 48 GB.", []),
        ("Dump: 48GB, deploy 2:30 pm, port 8434", []),
        ("Dump: 84 GB", ["84 GB"]),
        ("Deploy at 15:30.", ["15:30"]),
        ("예산 35,000원, 마감 3월 5일", []),
        ("예산 53,000원", ["53,000원"]),
        ("As of 10 March 09:09 all is well", []),
        ("As of 11 March all is well", ["11 March"]),
        ("See /srv/x/dump.sql", ["/srv/x/dump.sql"]),
        ("No values at all.", []),
    ],
)
def test_values_without_a_source(summary: str, expected: list[str]) -> None:
    assert [u.split(" — ")[0] for u in unsupported([Passage(summary, "summary")], LOG)] == expected


SAID = [
    "The dump takes 48 GB.",
    "",
    "We deploy at 14:30 on port 8434.",
    "예산은 3만 5천 원이에요.",
    "See /srv/x/dump.sql  now",
]


@given(
    st.lists(st.sampled_from(SAID), max_size=6),
    st.integers(0, 6),
    st.sampled_from([*SAID, "Deploy at 2:30 pm, 84 GB.", "예산 35,000원"]),
)
def test_what_was_said_earlier_is_a_source_of_its_own(said: list[str], count: int, summary: str) -> None:
    passages = [Passage(t, "turn", time=datetime(2026, 3, 10 + i, 9, tzinfo=UTC)) for i, t in enumerate(said)]
    count = min(count, len(said))
    told = [Passage(summary, "summary")]
    assert unsupported(told, Source(passages).until(count)) == unsupported(told, Source(passages[:count]))
