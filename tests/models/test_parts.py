"""The roles as pure code: compactors, answerer, judge, author, with a model that is a function."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from harness.answering.agreement import Labelled
from harness.answering.ask_model import ModelAnswerer, abstained
from harness.answering.judge import ModelJudge, calibrate, parse_verdict
from harness.categories import builtin
from harness.errors import SettingsError
from harness.folding.compactors import ClearTools, Command, ModelCompactor, load_compactor
from harness.folding.compactors.model import parse
from harness.folding.laid_out import laid_out
from harness.folding.prompt import load_prompt
from harness.ports import ModelCall, ModelReply
from harness.probing.author import Author
from harness.schema import Answer, Claim, Evidence, FoldRequest, Outcome, Passage
from tests.build import conversation, probe


@dataclass(frozen=True)
class Fake:
    """A model that is a function of the call."""

    says: Callable[[ModelCall], str | ModelReply]

    def reply(self, call: ModelCall) -> ModelReply:
        found = self.says(call)
        return found if isinstance(found, ModelReply) else ModelReply(found)


def request(*lines: str | tuple[str, str], language: str = "en", previous: str = "") -> FoldRequest:
    log = conversation(*lines, language=language)
    return FoldRequest(1, previous, log.turns, 100, load_prompt("default", language), language, "c")


ITEM = {"kind": "fact", "text": "Port 8080.", "source_turn": 0}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"summary": "It is 8080.", "items": [ITEM]}),
        "```json\n" + json.dumps({"summary": "It is 8080.", "items": [ITEM, "junk"]}) + "\n```",
        "It is 8080.\n\n--- memory items ---\n" + json.dumps(ITEM) + "\n{broken",
        "It is 8080.\n\n**--- memory items ---**\n- `" + json.dumps(ITEM) + "`",
    ],
)
def test_summary_and_items_are_read_from_any_form(text: str) -> None:
    assert parse(text) == ("It is 8080.", (ITEM,))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_model_folds_with_the_prompt_and_a_failure_is_a_failed_fold(language: str) -> None:
    seen: list[ModelCall] = []

    def says(call: ModelCall) -> str:
        seen.append(call)
        return "요약" if language == "ko" else "summary"

    folded = ModelCompactor(Fake(says), "m").fold(request("hello", "안녕", language=language))
    assert folded.summary in ("summary", "요약")
    assert load_prompt("default", language).text.strip()[:40] in seen[0].question
    lost = ModelCompactor(Fake(lambda call: ModelReply("half", "max_tokens")), "m").fold(request("x"))
    assert (lost.summary, lost.failure) == ("", "max_tokens")


def test_clearing_tools_cuts_results_and_nothing_else() -> None:
    turns = (
        "Look it up, 조회해 주세요",
        ("assistant", "Sure"),
        ("tool", "row " * 50),
        ("assistant", "It is 42"),
        ("tool", "ok"),
    )
    summary = ClearTools().fold(request(*turns, previous="before")).summary
    assert "row" not in summary
    assert all(x in summary for x in ("before", "조회해 주세요", "It is 42", "[cleared]", "ok"))
    assert "row row" in ClearTools(keep=2).fold(request(*turns)).summary


SCRIPT = "import json,sys; r=json.load(sys.stdin); print(json.dumps({'summary': r['turns'][0]['text'] + '/' + str(r['budget'])}))"


def test_a_program_folds() -> None:
    result = Command((sys.executable, "-c", SCRIPT)).fold(request("첫 줄"))
    assert (result.summary, result.failure) == ("첫 줄/100", None)


@pytest.mark.parametrize(
    ("code", "failure"),
    [
        ("import sys; sys.exit('broken')", "command: exit code 1 broken"),
        ("print('no json')", "command: its output is not JSON"),
        ("print('{}')", "command: its output has no text `summary`"),
        ("import time; time.sleep(30)", "command: no answer within 0.5 s"),
    ],
)
def test_a_program_that_fails_is_a_failed_fold(code: str, failure: str) -> None:
    assert (
        Command((sys.executable, "-c", code), limit=0.5 if "sleep" in code else 20).fold(request("x")).failure
        == failure
    )


def test_a_program_that_is_not_there_is_told() -> None:
    with pytest.raises(SettingsError, match="no-such-program cannot be started"):
        Command(("no-such-program",)).fold(request("x"))


def test_a_users_own_object_folds(tmp_path: Path) -> None:
    (tmp_path / "mine_for_test.py").write_text(
        "from harness.schema import FoldResult\nclass Mine:\n    name = 'mine'\n    def fold(self, r):\n        return FoldResult('x')\nwrong = 3\n"
    )
    assert load_compactor("mine_for_test:Mine", tmp_path).fold(request("x")).summary == "x"
    with pytest.raises(SettingsError, match="is no compactor"):
        load_compactor("mine_for_test:wrong", tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NOT IN THE CONTEXT", True),
        ("맥락에 없음.", True),
        ("**Not in the context**", True),
        ("It is not in the context of X but 7", False),
    ],
)
def test_the_mark_of_abstention(text: str, expected: bool) -> None:
    assert abstained(text) is expected


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_question_comes_last_and_the_context_is_shared(language: str) -> None:
    calls: list[ModelCall] = []

    def says(call: ModelCall) -> str:
        calls.append(call)
        return "맥락에 없음" if language == "ko" else "NOT IN THE CONTEXT"

    reader = ModelAnswerer(Fake(says), "m", laid_out).read([Passage("port 8080", "summary")], language)
    assert reader.ask("first?").abstained
    assert reader.ask("second?").abstained
    assert calls[0].history == calls[1].history
    assert "port 8080" in (calls[0].history or "")
    assert calls[0].question.endswith("first?")
    assert ("맥락에 없음" if language == "ko" else "NOT IN THE CONTEXT") in calls[0].system


def test_a_refusal_is_a_failure_and_no_abstention() -> None:
    answer = ModelAnswerer(Fake(lambda call: ModelReply("I can't", "refusal")), "m", laid_out).read([], "en").ask("q?")
    assert (answer.failure, answer.abstained) == ("refusal", False)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ('{"verdict": "retained", "why": "both say so"}', Outcome.RETAINED),
        ('Well: {"verdict": "distorted", "why": "다른 값"} .', Outcome.DISTORTED),
        ('{"verdict": "right", "why": "?"}', None),
        ("retained", None),
        ('{"verdict": "retained"} {"verdict": "missing"}', None),
    ],
)
def test_a_verdict_is_read_strictly(text: str, outcome: Outcome | None) -> None:
    found = parse_verdict(text)
    assert (found.outcome if found else None) is outcome


def test_a_calibration_counts_what_the_judge_gets_right() -> None:
    p = probe("claims", "because it is cheap", claims=(Claim(("cheap",)),))
    labels = [Labelled(str(i), "en", p, a, o) for i, (a, o) in enumerate(
        [("cheap", Outcome.RETAINED), ("cheap too", Outcome.RETAINED), ("fast", Outcome.DISTORTED), ("no idea", Outcome.MISSING)]
    )]  # fmt: skip

    def says(call: ModelCall) -> str:
        return json.dumps(
            {"verdict": "retained" if call.question.endswith(("cheap", "fast")) else "missing", "why": "x"}
        )

    found = calibrate(ModelJudge(Fake(says), "m"), labels)
    assert (found.sensitivity.value, found.specificity.value, found.undecided) == (0.5, 0.5, 0)
    silent = calibrate(ModelJudge(Fake(lambda call: "hm"), "m"), labels)
    assert (silent.sensitivity.value, silent.specificity.value, silent.undecided) == (0.0, 0.0, 4)


def test_what_the_author_cannot_prove_is_dropped_and_counted() -> None:
    log = conversation("The port is 8080.", "포트는 9090으로 바꿨어요.")
    good = {
        "category": "identifier",
        "question": "Which port?",
        "kind": "quantity",
        "expected": "8080",
        "turn": 0,
        "quote": "port is 8080",
    }
    ko = {**good, "question": "바꾼 포트는요?", "expected": "9090", "turn": 1, "quote": "포트는 9090으로"}
    bad = [
        {**good, "quote": "port was 8080"},
        {**good, "turn": 9},
        {**good, "expected": "7"},
        {**good, "question": "Is it 8080?"},
        {**good, "category": "weather"},
        {**good, "kind": ""},
    ]
    text = "\n".join([json.dumps(x, ensure_ascii=False) for x in (good, ko, good, *bad)] + ["{oops"])
    found = Author(Fake(lambda call: text), "m").write(log, builtin())
    assert [p.expected for p in found.probes] == ["8080", "9090"]
    assert found.probes[0].evidence == (Evidence(0, "port is 8080"),)
    assert sum(found.dropped.values()) == 8
    assert found.dropped["the quote is not in the log"] == 1


def test_an_answer_that_was_lost_is_not_judged() -> None:
    judge = ModelJudge(Fake(lambda call: ModelReply("", "network: timeout")), "m")
    assert judge.decide(probe(), Answer("x")).outcome is Outcome.UNGRADED
