"""Work in several processes gives what one gives, in the same order."""

from __future__ import annotations

import os

import pytest

from harness.workers import in_order, processes


def square(n: int) -> tuple[int, int]:
    if n < 0:
        raise ValueError("negative")
    return n * n, os.getpid()


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_order_whatever_the_number_of_processes(jobs: int) -> None:
    assert [r for r, _ in in_order(square, range(20), jobs)] == [n * n for n in range(20)]


def test_never_more_processes_than_there_is_work() -> None:
    assert processes(0, 1) == processes(8, 1) == 1
    assert processes(0, 0) == 0
    assert 1 <= processes(0, 100) <= (os.cpu_count() or 1)


def test_one_job_stays_in_this_process() -> None:
    assert {pid for _, pid in in_order(square, [1, 2, 3], 1)} == {os.getpid()}


def test_an_error_in_a_process_is_an_error_here() -> None:
    with pytest.raises(ValueError, match="negative"):
        list(in_order(square, [1, -1], 2))


def test_nothing_to_do() -> None:
    assert list(in_order(square, [], 2)) == []
