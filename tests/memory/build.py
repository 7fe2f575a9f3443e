"""Builders for memory tests: items in one line, and arbitrary ones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from harness.memory import Confidence, ItemKind, MemoryItem

MONDAY = datetime(2026, 4, 20, 10, tzinfo=UTC)


def item(text: str, turn: int = 0, kind: str = "fact", stated: bool = True, **more: Any) -> MemoryItem:
    """An item with defaults."""
    return MemoryItem(ItemKind(kind), text, turn, Confidence.STATED if stated else Confidence.INFERRED, **more)


_TEXTS = [
    *(f"The {thing} is at {value}." for thing in ("nightly backup", "weekly review") for value in ("14:00", "15:00", "16:30")),
    *(f"{thing} 한도는 {value}입니다." for thing in ("스테이징 메모리", "운영 디스크") for value in ("40GB", "80GB")),
    "Nobody restarts the billing server.", "결제 서버는 아무도 재시작하지 않는다.", "🙂 각 한글", "Use db-7 for reports.",
]  # fmt: skip
TIMES = st.one_of(st.none(), st.integers(-5, 5).map(lambda d: MONDAY + timedelta(days=d)))
ITEMS = st.builds(
    MemoryItem,
    st.sampled_from(list(ItemKind)),
    st.one_of(
        st.sampled_from(_TEXTS), st.text(st.characters(codec="utf-8"), min_size=1, max_size=40).filter(str.strip)
    ),
    st.integers(0, 30),
    st.sampled_from(list(Confidence)),
    TIMES,
    st.sampled_from([None, "run_sql", "deploy"]),
)
MANY = st.lists(ITEMS, max_size=12)
