"""Hostile input: four times the text takes about four times as long, whatever is repeated."""

from __future__ import annotations

import time

import pytest

from harness.values import find

UNITS = (
    "1,",
    "1,111,",
    "(",
    "a-",
    "7",
    ":",
    "::",
    "`",
    "`a",
    "`1",
    "이십",
    "세",
    "만 오천 ",
    "1.",
    "1.1.1.1.",
    "a/",
    "1/",
    " ",
    "_",
    "A_",
    "a@a.",
    "a1",
    "\u1100\u1161",
    "\u1161",
    "1.2.3-",
    "5일 ",
    "3~",
    "--a",
    "://",
    "http://",
    "3시 ",
    "3 days ",
    "$5",
    "\\",
    "next ",
    "one ",
    "two hundred ",
    "A1",
    "40 new ",
    "월~",
    "1만",
    "aaB",
    "-",
    "one and ",
    "a ",
    "at 3",
    "\n1. ",
    "다음 주 ",
    "e\u0301",
    "１",
    "moved from 3 to 4 ",
    "a.b",
    "#",
    "\x00",
)


def _seconds(text: str) -> float:
    started = time.process_time()
    find(text)
    return time.process_time() - started


@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_time_grows_with_the_text(unit: str) -> None:
    small, large = (unit * (size // len(unit)) for size in (6_000, 24_000))
    base = max(min(_seconds(small) for _ in range(3)), 0.002)  # below that the clock's own grain decides
    assert min(_seconds(large) for _ in range(2)) < 12 * base


@pytest.mark.parametrize("unit", ["1,1,", "((((", "a-a-a-a-", "7", "::::", "`", "이십만 "], ids=ascii)
def test_a_megabyte_finishes(unit: str) -> None:
    find(unit * (1_000_000 // len(unit)))
