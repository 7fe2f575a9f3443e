"""Particles, plurals, leaks, users' own types, and what holds for any text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.categories import builtin, load
from harness.language import normalise
from harness.probing import generate
from harness.probing.draft import Draft, ask, forms, plural, with_josa
from harness.probing.measure import Fact, Rate, Reviewed, precision_recall, table
from harness.probing.nouns_en import base_form, noun_phrase
from harness.probing.screen import leaks
from harness.schema import Claim, Conversation, Evidence, Kind, Probe, Role, Turn


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("예산은/는", "예산은"),
        ("회의은/는", "회의는"),
        ("서버이/가", "서버가"),
        ("마감이/가", "마감이"),
        ("값을/를", "값을"),
        ("버스을/를", "버스를"),
        ("API와/과", "API와"),
        ("KTX이/가", "KTX가"),
        ("서울(으)로", "서울로"),
        ("부산(으)로", "부산으로"),
        ("판교(으)로", "판교로"),
        ("38명이었죠/였죠", "38명이었죠"),
        ("5개이었죠/였죠", "5개였죠"),
        ("시트(v2)을/를", "시트(v2)를"),
        ("'원본'은/는", "'원본'은"),
        ("PR 3은/는", "PR 3은"),
        ("PR 2은/는", "PR 2는"),
    ],
)
def test_particles_follow_the_sound_before(text: str, wanted: str) -> None:
    assert with_josa(text) == wanted


@pytest.mark.parametrize(
    ("noun", "wanted"),
    [
        ("bunch", "bunches"),
        ("box", "boxes"),
        ("company", "companies"),
        ("day", "days"),
        ("row", "rows"),
        ("person", "people"),
        ("class", "classes"),
    ],
)
def test_plurals(noun: str, wanted: str) -> None:
    assert plural(noun) == wanted


@pytest.mark.parametrize(
    ("verb", "wanted"),
    [
        ("collects", "collect"),
        ("goes", "go"),
        ("carries", "carry"),
        ("closes", "close"),
        ("finishes", "finish"),
        ("has", "have"),
    ],
)
def test_base_forms(verb: str, wanted: str) -> None:
    assert base_form(verb) == wanted


@pytest.mark.parametrize(
    "text", ["it", "the thing", "163", "suppose", "e07b3f5 and", "we run", "not the budget", "a", "the", ""]
)
def test_what_is_no_subject(text: str) -> None:
    assert noun_phrase(text) is None


def test_the_wording_depends_on_the_subject_alone() -> None:
    assert ask("when", "en", "the deploy window") == ask("when", "en", "the deploy window")
    assert len({ask("when", "en", f"the {w} window") for w in ("deploy", "release", "quiet", "freeze", "lunch")}) > 1


def test_both_languages_know_the_same_statement_forms() -> None:
    common = {
        "rejected",
        "failed",
        "decision",
        "reason",
        "constraint_not",
        "constraint_may",
        "exception",
        "open",
        "goal",
        "language",
        "left",
        "state",
        "cell",
        "key_of",
        "custom",
    }
    assert common <= set(forms()["en"])
    assert common <= set(forms()["ko"])


def _draft(question: str, expected: str, kind: Kind, claims: tuple[Claim, ...] = ()) -> Draft:
    return Draft(
        "quantity", kind, question, "the delay", expected, (Evidence(0, expected),), "en", "test", claims=claims
    )


def test_a_value_leaks_in_another_spelling_too() -> None:
    assert leaks(_draft("How long is the delay of 180 minutes?", "3 hours", Kind.QUANTITY))
    assert not leaks(_draft("How long is the delay?", "3 hours", Kind.QUANTITY))
    assert leaks(_draft("Why was the connection limit too low?", "x", Kind.CLAIMS, (Claim(("connection limit",)),)))


def test_a_users_own_type_yields_probes(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        '[risk]\ntitle = { en = "risk", ko = "위험" }\nkind = "fact"\ncues.en = ["\\\\brisk\\\\b"]\ncues.ko = ["위험"]\n',
        "utf-8",
    )
    turns = (
        Turn(0, Role.USER, "The pump controller is a risk since its supplier went bankrupt."),
        Turn(1, Role.USER, "냉각수 배관은 겨울에 얼 위험이 커요."),
    )
    found = [p for p in generate(Conversation("c", turns), load(file), 20).probes if p.category == "risk"]
    assert {p.language for p in found} == {"en", "ko"}
    assert all(p.question.startswith(("Risk:", "위험:")) for p in found)


def test_only_known_types_are_asked() -> None:
    log = Conversation("c", (Turn(0, Role.USER, "The request timeout is 45 seconds."),))
    assert generate(log, {k: v for k, v in builtin().items() if k != "quantity"}, 20).probes == ()


def test_the_measure_counts_matches_verdicts_and_leaves_the_rest_wrong() -> None:
    def probe(turn: int, expected: str) -> Probe:
        return Probe("p", "quantity", "q?", Kind.QUANTITY, expected, evidence=(Evidence(turn, expected),))

    generated = [probe(0, "5 GB"), probe(1, "6 GB"), probe(2, "7 GB")]
    log = Reviewed(
        "en",
        generated,
        [probe(0, "5 GB"), probe(9, "9 GB")],
        [Fact(0, "quantity", "it is 5 GB", "5 GB")],
        {("quantity", 1, "6 GB"): True},
    )
    row = next(r for r in precision_recall([log]) if r.category == "quantity")
    assert (row.precision.hits, row.precision.n, row.recall.hits, row.recall.n) == (2, 3, 1, 2)
    low, high = Rate(2, 3).interval
    assert 0 < low < 2 / 3 < high < 1
    assert table([row])[0][:3] == ("en", "quantity", "0.67")


_WORDS = st.sampled_from(
    [
        "the deploy window",
        "is",
        "45 seconds",
        "3 May",
        "because",
        "we dropped",
        "never",
        "don't",
        "touch",
        "unless",
        "예산은",
        "300만 원",
        "하기로 했어요",
        "빼자",
        "절대",
        "안 돼요",
        "마감은",
        "6월 5일",
        "로",
        "바꾸자",
        "ERROR:",
        "|",
        "=",
        "src/app.py",
        "not",
        "from",
        "to",
        "undecided",
        "아직",
        "미정",
        ".",
        ",",
        "\n",
        "?",
        "“",
        "```",
        "tried",
        "failed",
    ]
)
_TEXTS = st.one_of(st.text(max_size=80), st.lists(_WORDS, max_size=14).map(" ".join))


@given(st.lists(st.tuples(st.sampled_from([Role.USER, Role.ASSISTANT, Role.TOOL, Role.SYSTEM]), _TEXTS), max_size=8))
def test_what_holds_for_any_log(lines: list[tuple[Role, str]]) -> None:
    log = Conversation(
        "any",
        tuple(Turn(i, role, text, tool="run" if role is Role.TOOL else None) for i, (role, text) in enumerate(lines)),
    )
    first, second = generate(log, builtin(), 30), generate(log, builtin(), 30)
    assert first == second
    for p in first.probes:
        assert all(e.quote in log.turns[e.turn].text for e in p.evidence)
        if p.kind in (Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER):
            assert normalise(p.expected) not in normalise(p.question)
