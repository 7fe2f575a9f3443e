"""Time of selecting among 10,000 items: `python -m tests.bench.memory`."""

from __future__ import annotations

import random
import statistics
import time

from harness.memory import ItemKind, MemoryItem
from harness.memory.select import Selector
from harness.tokens import default_counter

_EN = (
    "server backup review budget deploy kiosk invoice ledger window staging replica contract vendor hall bus catering "
    "rollback index queue"
)
_KO = "서버 백업 회의 예산 배포 계약 업체 세미나 버스 일정 결제 원장 복구 색인 대기열 행사 담당자 장소 견적 승인"


def items(count: int, seed: int = 0) -> list[MemoryItem]:
    """Items in both languages; one in 500 is a constraint."""
    draw = random.Random(seed)
    out = []
    for n in range(count):
        words = draw.sample((_EN if n % 2 else _KO).split(), 6)
        kind = (
            ItemKind.CONSTRAINT if n % 500 == 0 else draw.choice([ItemKind.FACT, ItemKind.DECISION, ItemKind.FAILURE])
        )
        out.append(
            MemoryItem(kind, f"{' '.join(words)} {n} {draw.randrange(60)} GB", n, tool="run_sql" if n % 7 else "deploy")
        )
    return out


def measure(count: int = 10_000, requests: int = 101) -> tuple[float, float]:
    """Seconds to make the selector, and the median of a selection in milliseconds."""
    draw = random.Random(1)
    start = time.perf_counter()
    selector = Selector(items(count), default_counter(), 800)
    made = time.perf_counter() - start
    spent = []
    for n in range(requests):
        words = draw.sample((_EN if n % 2 else _KO).split(), 4)
        start = time.perf_counter()
        selector.select(f"{' '.join(words)} {n}?", "deploy" if n % 3 == 0 else None)
        spent.append((time.perf_counter() - start) * 1000)
    return made, statistics.median(spent)


if __name__ == "__main__":
    made, median = measure()
    print(f"10,000 items: selector made in {made:.1f} s, selection median {median:.1f} ms")
