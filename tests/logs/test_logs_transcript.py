"""Plain-text transcripts in English and Korean."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from harness.errors import LogError
from harness.logs import detect, read_log
from harness.logs.transcript import label

FIXTURES = Path(__file__).parent / "fixtures"


def test_english_with_traps() -> None:
    (conv,) = read_log(FIXTURES / "transcript_en.txt")
    assert [(t.role.value, t.tool) for t in conv.turns] == [
        ("user", None),
        ("assistant", None),
        ("tool", "search"),
        ("user", None),
        ("assistant", None),
    ]
    assert conv.turns[0].text.split("\n") == [
        "The gate is 4:1, right?",
        "Note: this line has a colon and belongs to the user.",
        "The user: he said so.",
        "",
        "  User: indented, so not a turn",
    ]
    assert conv.turns[1].text == "Yes.\nuser: admin\npassword: x"
    assert [t.time for t in conv.turns] == [
        datetime(2026, 3, 2, 9, 14),
        datetime(2026, 3, 2, 9, 15, 30),
        datetime(2026, 3, 2, 9, 16, tzinfo=timezone(timedelta(hours=9))),
        None,
        None,
    ]
    assert {s.what: s.lines for s in conv.skipped} == {
        "line stands before the first speaker": (1,),
        "time was not understood": (13,),
    }


def test_korean() -> None:
    (conv,) = read_log(FIXTURES / "transcript_ko.md")
    assert conv.language == "ko"
    assert [(t.role.value, t.text, t.tool) for t in conv.turns] == [
        ("user", "회의는 오후 3:30입니다.\n장소: 본관 2층", None),
        ("assistant", "알겠습니다.", None),
        ("tool", "본관 2층 예약됨", "일정 검색"),
        ("system", "전각 쌍점", None),
        ("assistant", "빈 줄 다음에 말합니다.", None),
    ]


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("User: hi", "User"),
        ("HUMAN: hi", "HUMAN"),
        ("AI:hi", "AI"),
        ("Tool(web search): x", "Tool"),
        ("User:**bold** from the start", "User"),
        ("**Assistant:** hi", "Assistant"),
        ("도우미: 네", "도우미"),
        ("[2026-03-02 09:14] 사용자: 네", "사용자"),
        ("2026-03-02T09:14:00.123Z User: hi", "User"),
        ("Users: 3", None),
        ("The user: hi", None),
        ("AIs: many", None),
        ("사용자는: 네", None),
        ("User (but not really) said: hi", None),
        ("Airport: closed", None),
        ("System://path", None),
        ("- User: hi", None),
        ("**User: hi", None),
        ("User", None),
    ],
)
def test_what_starts_a_turn(line: str, who: str | None) -> None:
    found = label(line)
    assert (found["who"] if found else None) == who


def test_small_letters_count_if_the_log_begins_with_them(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"user: hi\r\nassistant: hello\r\nUser: again\r\n")
    (conv,) = read_log(path)
    assert [t.text for t in conv.turns] == ["hi", "hello", "again"]


@pytest.mark.parametrize(
    "text", ["# Readme\n\nNote: nothing here\n", "User name: bob\n", "a: b\nc: d\n", "AI is: good\n"]
)
def test_prose_is_no_transcript(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.md"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LogError, match=r"none of the known formats \(claude_code, .*, transcript\); name its format"):
        detect(path)
    with pytest.raises(LogError, match="no line starts with a speaker"):
        list(read_log(path, "transcript"))
