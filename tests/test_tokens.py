"""Token counts: exact with the packaged ranks, linear on monsters, an estimate that is near where there are none."""

from __future__ import annotations

import time

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from harness.schema import Role, ToolCall, Turn
from harness.tokens import TokenCounter, _Estimate, turn_tokens


def test_the_packaged_ranks_are_o200k(counter: TokenCounter) -> None:
    assert (counter.name, counter.exact) == ("o200k_base", True)
    # Published token ids of the encoding: "hello world" is two tokens, a Hangul greeting a few.
    assert counter.count("hello world") == 2
    assert counter.count("") == 0
    assert counter.count("안녕하세요") < 5


@given(st.text(max_size=200))
def test_a_count_is_bounded_by_the_bytes(text: str) -> None:
    from harness.tokens import default_counter

    assert (
        0 <= default_counter().count(text) <= len(text.encode("utf-8", "surrogatepass"))
        or "\ud800" <= max(text, default="") <= "\udfff"
    )


def test_a_run_of_letters_without_a_break_is_linear(counter: TokenCounter) -> None:
    def seconds(n: int) -> float:
        start = time.perf_counter()
        counter.count("a" * n)
        return time.perf_counter() - start

    seconds(50_000)
    assert seconds(800_000) < 40 * max(seconds(100_000), 1e-3)


@pytest.mark.parametrize(
    "text",
    [
        "The deployment is at 14:30 on Thursday and the dump takes 48 GB, so we begin early.",
        "배포는 오후 세 시에 하기로 했고 예산은 3만 5천 원이에요. 서버는 그대로 둡니다.",
    ],
)
def test_the_estimate_is_near(counter: TokenCounter, text: str) -> None:
    estimate = _Estimate()
    assert not estimate.exact
    assert estimate.count(text) == pytest.approx(counter.count(text), rel=0.3)


def test_a_turn_counts_its_calls(counter: TokenCounter) -> None:
    bare = Turn(0, Role.ASSISTANT, "look")
    calling = Turn(0, Role.ASSISTANT, "look", calls=(ToolCall("c", "run", '{"q": 1}'),))
    assert turn_tokens(calling, counter) > turn_tokens(bare, counter) > counter.count("look")


def test_it_is_tiktoken(counter: TokenCounter) -> None:
    assert isinstance(counter._encoding, tiktoken.Encoding)  # type: ignore[attr-defined]
