"""Every format that records folds: each fold with what had been said before it, its summary, its tail and its problem.

The system block at the beginning always stays and is not listed among what was kept.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from harness.logs import FORMATS, detect, read_log, read_paths
from harness.logs.summaries import problem_of
from harness.schema import Conversation, Role

HERE = Path(__file__).parent
FIXTURES = HERE / "fixtures"
FOLDER = HERE / "folders" / "openhands_v1_en"
OPAQUE = "the summary is opaque (encrypted by the provider)"
NOTHING = "nothing was forgotten"

# file → (turns, [(boundary, kept, how the summary ends, how the problem begins)])
Fold = tuple[int, tuple[int, ...], str, str | None]
FOLDS: dict[str, tuple[int, list[Fold]]] = {
    "claude_en_one_fold.jsonl": (9, [(4, (2, 3), "audit_log must not be touched.", None)]),
    "claude_en_torn.jsonl": (4, [(3, (), "", "the summary is empty")]),
    "claude_ko_three_folds.jsonl": (
        10,
        [
            (4, (2, 3), "아직 정한 것은 예산뿐.", None),
            (6, (), "overloaded_error", "the summary is an error text: API Error: 529"),
            (8, (), "예산 150만 원. 지역 서울.", None),
        ],
    ),
    "codex_en_local.jsonl": (
        14,
        [(7, (2, 5), "Migration on 2026-03-14.", None), (11, (7,), "Pool of 45 connections.", None)],
    ),
    "codex_ko_opaque.jsonl": (
        5,
        [
            (2, (0,), "", OPAQUE),
            (4, (), "stream disconnected", "the summary is an error text: Error generating summary"),
            (4, (3,), "마감 3월 20일 오후 3시.", None),
        ],
    ),
    "codex_old.jsonl": (4, []),
    "pi_en_two_folds.jsonl": (
        10,
        [(5, (3, 4), "stays below 1,240 degrees.", None), (9, (8,), "ash glaze at 14 percent.", None)],
    ),
    "pi_ko_v1.jsonl": (4, [(3, (2,), "24석.", None), (4, (), "", "the summary is empty")]),
    "openhands_v0_ko.json": (
        10,
        [
            (6, (1, 2), "포트 7443.", None),
            (7, (1, 2, 6), "포트 7443.", NOTHING),
            (9, (1, 2, 7, 8), "포트 7443.", None),
        ],
    ),
    "openhands_v1_list.json": (7, [(7, (1, 5, 6), "falcon goes to eu-north-2.", None)]),
    "opencode_en_folds.json": (
        11,
        [
            (8, (6, 7), "writes only after 18:00.", None),
            (10, (), "", "the summary failed with an error: overloaded"),
            (11, (), "", "no summary was recorded"),
        ],
    ),
    "langchain_en_history.json": (8, [(6, (4, 5), "The tank is T-17.", None)]),
    "langchain_ko_dumpd.json": (3, [(0, (), "timeout", "the summary is an error text: Error generating summary")]),
}
V1: list[Fold] = [
    (7, (1, 5, 6), "falcon goes to eu-north-2.", None),
    (9, (1, 7, 8), "opens 2026-06-01 at 22:15.", None),
    (9, (1, 7, 8), "opens 2026-06-01 at 22:15.", NOTHING),
    (10, (1, 8, 9), "opens 2026-06-01 at 22:15.", None),
]


def one(name: str) -> Conversation:
    (conv,) = read_log(FIXTURES / name)
    return conv


def check(conv: Conversation, count: int, folds: list[Fold]) -> None:
    assert [t.index for t in conv.turns] == list(range(count))
    assert [f.ordinal for f in conv.folds] == list(range(1, len(folds) + 1))
    assert [(f.boundary, f.kept) for f in conv.folds] == [f[:2] for f in folds]
    for found, (_, _, end, problem) in zip(conv.folds, folds, strict=True):
        assert found.summary.endswith(end)
        assert (found.problem is None) == (problem is None)
        assert (found.problem or "").startswith(problem or "")


@pytest.mark.parametrize("name", FOLDS)
def test_folds_of_the_fixtures(name: str) -> None:
    check(one(name), *FOLDS[name])


def test_the_table_holds_every_fixture_with_folds() -> None:
    folded = {p.name for p in FIXTURES.iterdir() if any(c.folds for c in read_log(p))}
    assert folded - {*FOLDS} == {"langchain_en_states.jsonl"}  # two conversations: in a test of its own
    assert {detect(FIXTURES / n) for n in folded} == {
        "claude_code",
        "codex",
        "pi",
        "openhands",
        "opencode",
        "langchain",
    }


def test_an_unknown_type_of_two_lines_is_told_in_one(tmp_path: Path) -> None:
    said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "a"}]}
    path = tmp_path / "a.jsonl"
    lines = [{"timestamp": "", "type": "response_item", "payload": said}, {"type": "odd\nkind", "payload": {}}]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    (conv,) = read_log(path)
    assert [s.what for s in conv.skipped] == ["line of an unknown type: odd kind"]


def test_openhands_event_numbers_of_thousands_of_digits(tmp_path: Path) -> None:
    events = json.loads((FIXTURES / "openhands_v0_ko.json").read_text("utf-8"))
    events[0]["id"] = "9" * 5_000
    path = tmp_path / "a.json"
    path.write_text(json.dumps(events), encoding="utf-8")
    (conv,) = read_log(path)
    assert conv.folds


@pytest.mark.parametrize(
    "named", [FOLDER, FOLDER / "base_state.json", FOLDER / "events", FOLDER / "events" / "event-00003-e3.json"]
)
def test_an_openhands_folder_is_one_conversation_however_it_is_named(named: Path) -> None:
    (conv,) = read_paths([named])
    check(conv, 10, V1)
    assert conv.id == "openhands_v1_en"
    assert ("event file that cannot be read", 1) in [(s.what, s.count) for s in conv.skipped]


def test_a_packed_openhands_folder(tmp_path: Path) -> None:
    (tmp_path / "x" / "events").mkdir(parents=True)
    for file in FOLDER.rglob("*.json"):
        target = tmp_path / "x" / file.relative_to(FOLDER)
        target.with_name(file.name + ".gz").write_bytes(gzip.compress(file.read_bytes()))
    (conv,) = read_paths([tmp_path])
    check(conv, 10, V1)


def test_states_of_a_thread_are_one_conversation_and_the_next_thread_another() -> None:
    thread, other = read_log(FIXTURES / "langchain_en_states.jsonl")
    check(thread, 7, [(6, (4, 5), "The tank is T-17.", None)])
    assert (thread.id, other.id, len(other.turns)) == ("th-1", "langchain_en_states", 1)


def test_one_folder_with_all_formats_is_read_in_one_go() -> None:
    told: list[tuple[str, str]] = []
    convs = list(read_paths([HERE / "fixtures", HERE / "folders"], on_skip=lambda p, why: told.append((p, why))))
    assert told == []
    assert {c.format for c in convs} == {*FORMATS}
    assert len({c.id for c in convs}) == len(convs)
    assert {c.format for c in convs if c.folds} == {"claude_code", "codex", "pi", "openhands", "opencode", "langchain"}


def notes(conv: Conversation) -> dict[str, int]:
    return {s.what: s.count for s in conv.skipped}


def test_codex_traps() -> None:
    conv = one("codex_en_local.jsonl")
    assert conv.id.endswith("a"), "a fork repeats the header of its parent behind its own"
    assert [t.index for t in conv.turns if t.injected] == [1]
    assert [t.text for t in conv.turns if t.role is Role.TOOL] == [
        "migrate.sql\npool.toml",
        "Success. Updated pool.toml",
    ]
    assert [(t.tool, t.call_id) for t in conv.turns if t.tool] == [("shell", "call_1"), ("apply_patch", "call_2")]
    assert "Deleted." not in [t.text for t in conv.turns]
    assert notes(conv) == {
        "turn that was taken back": 2,
        "line of an unknown type: telemetry_v9": 1,
        "line is not a JSON object": 1,
        "line is torn or glued (whole records in it were kept)": 1,
        "line is torn or glued (left out)": 1,
    }


def test_codex_a_rewind_takes_folds_back(tmp_path: Path) -> None:
    def line(kind: str, **payload: object) -> str:
        return json.dumps({"timestamp": "2026-03-02T09:00:00Z", "type": kind, "payload": payload})

    said = [
        line("response_item", type="message", role="user", content=[{"type": "input_text", "text": t}]) for t in "ab"
    ]
    back = line("event_msg", type="thread_rolled_back", num_turns=1)
    path = tmp_path / "r.jsonl"
    path.write_text("\n".join([*said, line("compacted", message="a and b"), back, back, back]))
    with pytest.raises(Exception, match="no turn of a conversation"):
        list(read_log(path))
    path.write_text("\n".join([*said, line("compacted", message="a and b"), back, *said]))
    (conv,) = read_log(path)
    assert ([t.text for t in conv.turns], conv.folds) == (["a", "a", "b"], ())


def test_pi_traps() -> None:
    conv = one("pi_en_two_folds.jsonl")
    assert "1,300" not in " ".join(t.text for t in conv.turns)
    assert [f.tokens_before for f in conv.folds] == [51_200, 50_900]
    assert [f.trigger for f in conv.folds] == [None, "extension"]
    assert [t.text for t in conv.turns if t.injected] == ["Extension note."]
    assert notes(conv)["entry on another branch (rewound, forked or abandoned)"] == 2
    assert notes(conv)["entry that stands in the file twice"] == 1


def test_opencode_traps() -> None:
    conv = one("opencode_en_folds.json")
    assert [t.text for t in conv.turns if t.injected] == ["Called the Read tool", "Continue if you have next steps"]
    assert [(t.tool, t.text, t.error) for t in conv.turns if t.role is Role.TOOL] == [
        ("bash", "heron-raw", False),
        ("read", "no such file", True),
    ]
    assert [f.trigger for f in conv.folds] == ["auto", "manual", "manual"]
    assert notes(conv)["message that was taken back"] == 2


def test_openhands_traps() -> None:
    conv = one("openhands_v0_ko.json")
    assert [t.index for t in conv.turns if t.injected] == [2]
    assert [(t.tool, t.text, t.error) for t in conv.turns if t.role is Role.TOOL] == [
        ("execute_bash", "LISTEN 7443", False),
        ("think", "시간 초과", True),
    ]


def test_openhands_outputs_pair_an_action_with_its_observation(tmp_path: Path) -> None:
    events = json.loads((FIXTURES / "openhands_v0_ko.json").read_text("utf-8"))
    paired = [events[:1], events[4:6], [events[6]]]
    lines = [json.dumps({"instance_id": f"run-{n}", "history": paired}) for n in (1, 2)]
    path = tmp_path / "output.jsonl"
    path.write_text("\n".join([*lines, json.dumps({"trajectory": events[:2]})]), encoding="utf-8")
    convs = list(read_log(path, "openhands"))
    assert [(c.id, len(c.turns)) for c in convs] == [("run-1", 4), ("run-2", 4), ("output", 2)]
    lines = [json.dumps(e, ensure_ascii=False) for e in events]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert detect(path) == "openhands"
    (conv,) = read_log(path)
    assert (conv.turns, conv.folds) == (one("openhands_v0_ko.json").turns, one("openhands_v0_ko.json").folds)


@pytest.mark.parametrize(
    ("summary", "problem"),
    [
        ("No summary available.", "the summary is boilerplate: No summary available."),
        ("(no summary available)", "the summary is boilerplate"),
        ("요약할 내용이 없습니다.", "the summary is boilerplate: 요약할 내용이 없습니다."),
        ("API Error: 529", "the summary is an error text"),
        (" \n", "the summary is empty"),
        ("No summary of the budget was agreed; it stays at 30 euros.", None),
        ("Error handling was moved to ledger.py.", None),
    ],
)
def test_summaries_that_are_none(summary: str, problem: str | None) -> None:
    found = problem_of(summary, True)
    assert (found is None) == (problem is None)
    assert (found or "").startswith(problem or "")
    assert problem_of("Fine.", False) == "the turns before it are not in this file"


def test_chatgpt_traps() -> None:
    first, last = read_log(FIXTURES / "chatgpt_en.json")
    assert [(t.role, t.text) for t in first.turns] == [
        (Role.USER, "Lives in Busan.\nShort answers."),
        (Role.USER, "[image]\nWhat does the receipt say? The limit is 300 euros."),
        (Role.ASSISTANT, ""),
        (Role.TOOL, "184"),
        (Role.ASSISTANT, "It says 184 euros."),
        (Role.USER, "Thanks."),
    ]
    assert [t.text for t in last.turns] == ["나중에 쓴 것"]
    assert notes(last)["conversation has no message"] == 1


def test_claude_ai_traps() -> None:
    first, last = read_log(FIXTURES / "claude_ai_ko.json")
    assert first.turns[0].text == "여행 예산은 120만 원입니다.\n[file: 일정.txt]\n5월 3일 출발\n[file: 표.png]"
    assert [t.text for t in first.turns[1:]] == ["찾아보겠습니다.", "왕복 32만 원", "", "왕복 32만 원입니다."]
    assert [t.text for t in last.turns] == ["Is the gate at 7?", "Gate 12."]


def test_sharegpt_traps() -> None:
    convs = list(read_log(FIXTURES / "sharegpt_en.jsonl"))
    assert [c.id for c in convs] == ["sg-1", "2", "sg-4"]
    assert [t.tool for t in convs[0].turns] == [None, None, None, "weather", None]
    assert convs[2].turns[0].calls[0].arguments == "not json"
    assert notes(convs[1])["message of an unknown speaker: narrator"] == 1
    assert notes(convs[2])["line is torn or glued (left out)"] == 1


def test_locomo_brings_its_questions() -> None:
    conv = one("locomo_en.json")
    assert [t.text[:6] for t in conv.turns] == ["Mira: ", "Theo: ", "Theo: ", "Mira: "], "session 10 comes after 2"
    assert [str(t.time)[:16] for t in conv.turns[1:3]] == ["2023-05-01 00:30", "2023-05-08 13:56"]
    assert [(p.category, p.expected, [e.turn for e in p.evidence], p.wrong) for p in conv.probes] == [
        ("quantity", "14", [0], ()),
        ("time", "May 2023", [2], ()),
        ("identifier", "Juniper", [2, 3], ()),
        ("absent", "", [], ("Juniper",)),
    ]


def test_longmemeval_brings_a_question_each() -> None:
    convs = list(read_log(FIXTURES / "longmemeval_en.json"))
    assert [c.id for c in convs] == ["q1", "q2_abs", "q3", "q4"]
    assert [[(p.category, p.expected, [e.turn for e in p.evidence]) for p in c.probes] for c in convs] == [
        [("identifier", "Botany", [2])],
        [("absent", "", [])],
        [("superseded", "9", [0, 2])],
        [],
    ]


@pytest.mark.parametrize("path", sorted(FIXTURES.iterdir()), ids=lambda p: p.name)
def test_summaries_are_no_turns(path: Path) -> None:
    assert detect(path)
    for conv in read_log(path):
        for fold in conv.folds:
            assert fold.summary.strip() not in [t.text.strip() for t in conv.turns if t.text.strip()]
