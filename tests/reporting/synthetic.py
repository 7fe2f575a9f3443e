"""A small synthetic run: conversations, probes, folds and outcomes, with every kind of thing a page has to show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd

from harness.analysis import Analysis, analyse, beside
from harness.analysis.promotion import Price, promotion, recalled_table
from harness.categories import Categories, builtin
from harness.reporting.html import Source
from harness.runs import Run, RunWriter
from harness.runs.folder import ANSWER_COLUMNS
from harness.schema import Evidence, Fold, Kind, Probe
from harness.settings import Settings

Row = Mapping[str, Any]
INFO: Mapping[str, Any] = {
    "schema_version": 1,
    "created": "2026-03-01T09:00:00+00:00",
    "afterfold": "0.1.0",
    "seed": 0,
    "compactor": "extractive",
    "answerer": "embedded",
    "recorded": False,
    "probes": "gold",
    "tokens": {"name": "o200k_base", "exact": True},
    "prompts": {"en": {"name": "default", "digest": "ab" * 32}},
    "settings": {"target": 0.8, "folds": 3, "paths": ["logs"]},
    "notes": [],
}


@dataclass(frozen=True)
class Words:
    """Every text of a run that comes from a log, a probe file, a model or a setting."""

    question: str = "When is the backup?"
    expected: str = "21:40"
    answer: str = "at 20:10"
    quote: str = "The backup runs at 21:40."
    summary: str = "- the backup runs at  21:40.\n- other things"
    why: str = "the value of something else"
    failure: str = "the summary is empty"
    name: str = "talk"
    setting: str = "logs"
    skipped: str = "not JSON"
    there: str = "- nightly copy at twenty to ten"


def row(
    conversation: str, probe: str, category: str, arm: str, fold: int, age: int | None, outcome: str, **more: Any
) -> Row:
    """One answer with defaults."""
    base = dict.fromkeys(ANSWER_COLUMNS)
    return {
        **base,
        "conversation": conversation,
        "probe": probe,
        "category": category,
        "arm": arm,
        "fold": fold,
        "age": age,
        "chain": 0,
        "trial": 0,
        "answer": "",
        "outcome": outcome,
        "why": "no answer",
        "verbatim": False,
        "support": "",
        "there": "",
        **more,
    }


def make(
    rows: Iterable[Row],
    probes: Sequence[Probe],
    folds: Mapping[str, tuple[Fold, ...]],
    words: Words = Words(),
    **info: Any,
) -> Run:
    """A run of these parts."""
    with pd.option_context("mode.string_storage", "python"):  # as in read_run: a text may hold lone surrogates
        frame = pd.DataFrame(list(rows), columns=list(ANSWER_COLUMNS))
    frame["age"] = frame["age"].astype("Int64")
    names = dict.fromkeys([*(p.conversation for p in probes), *folds])
    skipped = [{"what": words.skipped, "count": 2, "lines": [3, 9]}]
    about = tuple(
        {
            "id": n,
            "language": "en",
            "format": "messages",
            "source": "x",
            "turns": 40,
            "tokens": 1200,
            "digest": "cd" * 32,
            "skipped": skipped,
            "folds": len(folds.get(n, ())),
        }
        for n in names
    )
    settings = {**INFO["settings"], "paths": [words.setting]}
    return Run(Path("runs/x"), {**INFO, "settings": settings, **info}, about, tuple(probes), dict(folds), frame)


def small(words: Words = Words(), conversations: int = 3, failed: bool = False, **info: Any) -> Run:
    """Per conversation: a time that is kept, one that is lost and comes back, a quantity that is lost for good, a
    constraint that is not answered although it is there, one that the full log does not answer, and one never said."""
    probes: list[Probe] = []
    rows: list[Row] = []
    folds: dict[str, tuple[Fold, ...]] = {}
    for i in range(conversations):
        name = f"{words.name}-{i}"
        folds[name] = tuple(_fold(k, words, failed and k == 3) for k in (1, 2, 3))
        for key, (category, outcomes) in _COURSES.items():
            probes.append(_probe(f"{name}-{key}", name, category, words))
            rows += _rows(probes[-1], outcomes, words, failed)
        rows += _absent(name)
        probes.append(Probe(f"{name}-a", "absent", "Who paid?", Kind.ABSENT, "", conversation=name))
    return make(rows, probes, folds, words, **info)


_COURSES = {
    "kept": ("time", "rrr"),
    "back": ("time", "rdr"),
    "gone": ("quantity", "mmm"),
    "rule": ("constraint", "ruu"),
    "bad": ("constraint", ""),
}
_NAMES = {"r": "retained", "d": "distorted", "m": "missing", "u": "ungraded", "i": "invalid"}


def _probe(key: str, conversation: str, category: str, words: Words) -> Probe:
    evidence = (Evidence(4, words.quote), Evidence(9, "said only here", 1))
    return Probe(key, category, words.question, Kind.TIME, words.expected, evidence=evidence, conversation=conversation)


def _fold(ordinal: int, words: Words, failed: bool) -> Fold:
    failure = words.failure if failed else None
    return Fold(ordinal, 0, 10 * ordinal, 8, (8, 9), "" if failed else words.summary, 400, 60, 1600, 240, failure)


def _rows(probe: Probe, outcomes: str, words: Words, failed: bool) -> list[Row]:
    def one(arm: str, fold: int, age: int | None, outcome: str, **more: Any) -> Row:
        return row(probe.conversation, probe.id, probe.category, arm, fold, age, outcome, **more)

    rows = [one("full", 0, None, "retained" if outcomes else "missing"), one("none", 0, None, "missing")]
    for k, letter in enumerate(outcomes, 1):
        outcome = "invalid" if failed and k == 3 else _NAMES[letter]
        said = {} if outcome in ("missing", "invalid") else {"answer": words.answer, "why": words.why}
        carried = None if outcome == "invalid" else letter in "ru"
        there = words.there if letter == "u" else ""
        rows.append(one("folded", k, k, outcome, carried=carried, reached=True, there=there, **said))
    return rows


def _absent(conversation: str) -> list[Row]:
    def one(arm: str, fold: int, outcome: str) -> Row:
        return row(conversation, f"{conversation}-a", "absent", arm, fold, None, outcome)

    later = [one("folded", k, "fabricated" if k == 2 else "retained") for k in (1, 2, 3)]
    return [one("full", 0, "retained"), one("none", 0, "retained"), *later]


def stored(run: Run, folder: Path) -> Path:
    """The run as a run folder."""
    with RunWriter(folder, "x", datetime(2026, 3, 1, 9, tzinfo=UTC)) as writer:
        rows = run.outcomes.astype(object).where(run.outcomes.notna(), None).to_dict("records")
        for about in run.conversations:
            mine = [SimpleNamespace(**r) for r in rows if r["conversation"] == about["id"]]
            writer.add(about["id"], run.folds.get(about["id"], ()), mine)
        info = {k: v for k, v in run.info.items() if k not in ("schema_version", "created")}
        writer.finish({**info, "settings": Settings().model_dump(mode="json")}, run.conversations, run.probes)
    return writer.path


def without(run: Run, **parts: Any) -> Run:
    """The run with some of its parts replaced."""
    return replace(run, **parts)


def judged(run: Run, min_probes: int = 3, min_conversations: int = 2, categories: Categories | None = None) -> Analysis:
    """The analysis of a run with small minimums."""
    return analyse(
        run.outcomes, categories or builtin(), target=0.8, min_probes=min_probes, min_conversations=min_conversations
    )


def everything(run: Run) -> Source:
    """What a page can show besides the run: another system, a promotion (an estimate), and a type that no line asks for."""
    measure = {"target": 0.8, "min_probes": 3, "min_conversations": 2}
    other = run.outcomes.assign(outcome=run.outcomes["outcome"].where(run.outcomes["arm"].ne("folded"), "missing"))
    found = beside("a longer name of another system", run.outcomes, other, builtin(), **measure)
    advice = promotion(
        run.outcomes,
        builtin(),
        target=0.8,
        minimum=(3, 2),
        budget=400,
        prices={name: Price(10, 321) for name in ("time", "quantity", "constraint")},
        recalled=None,
        choices=None,
        notes=["Memory items refused: 7 (not carried).", "Memory items refused: 2 (no such turn)."],
    )
    asked = {"quantity": {"en": "quantity dies and no line asks for it", "ko": "수량: 사라지는데 요구하는 줄이 없음"}}
    return Source(run, judged(run), builtin(), [found] if found else [], advice, asked)


def replayed(run: Run, put_back: Sequence[str] = ("quantity", "constraint")) -> Source:
    """The same with a second replay, in which every answer of the types ``put_back`` is right; not of the first conversation,
    for which nothing was recommended."""
    names = sorted(run.outcomes["conversation"].unique())
    rows = run.outcomes[run.outcomes["arm"].eq("folded") & run.outcomes["conversation"].ne(names[0])]
    right = rows["outcome"].mask(rows["category"].isin(put_back), "retained")
    again = rows.assign(arm="memory", outcome=right, extracted=True, selected=True, tokens=40)
    source = everything(run)
    found = promotion(
        run.outcomes,
        builtin(),
        target=0.8,
        minimum=(3, 2),
        budget=400,
        recalled=recalled_table(again.to_dict("records")),
        choices={name: () if name == names[0] else tuple(put_back) for name in names},
    )
    return replace(source, promotion=found)
