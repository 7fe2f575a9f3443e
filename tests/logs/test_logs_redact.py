"""Redaction: what is found, what is left alone, and that a value keeps its placeholder wherever it stands."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.logs import read_paths
from harness.logs.redact import _PATTERNS, Redactor, redacted
from harness.schema import Conversation, Evidence, Kind, Probe, RecordedFold, Role, ToolCall, Turn

# Put together here so that no scanner takes this file for a leak.
KEY = "sk-" + "ant-" + "a1B2c3D4e5F6g7H8i9J0"
GITHUB = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6"
AWS = "AK" + "IA" + "ABCDEFGHIJKLMNOP"
JWT = "ey" + "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghijk"
PEM = "-----BEGIN RSA PRIVATE " + "KEY-----\nMIIE\nabc\n-----END RSA PRIVATE " + "KEY-----"


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (f"use {KEY}.", "use [key-1]."),
        (f"token={GITHUB}", "token=[key-1]"),
        (f"{AWS} and {AWS}", "[key-1] and [key-1]"),
        (f"Authorization: Bearer {'q' * 24}", "Authorization: Bearer [bearer-1]"),
        (JWT, "[token-1]"),
        (f"x\n{PEM}\ny", "x\n[privatekey-1]\ny"),
        ("postgres://ann:hunter22@db/x", "postgres://[login-1]@db/x"),
        ("DB_PASSWORD=hunter22", "DB_PASSWORD=[password-1]"),
        ('{"password": "hunter22"}', '{"password": "[password-1]"}'),
        ("The password is hunter22.", "The password is [password-1]"),
        ("비밀번호는 가나다1234 입니다", "비밀번호는 [password-1] 입니다"),
        ("암호: 열려라참깨", "암호: [password-1]"),
        ("write to ann.lee@example.co.kr, please", "write to [email-1], please"),
        ("메일은 ann@example.com입니다", "메일은 [email-1]입니다"),
        ("/home/ann/x and /Users/bo/y", "/home/[user-1]/x and /Users/[user-2]/y"),
        ("C:\\Users\\Ann\\x", "C:\\Users\\[user-1]\\x"),
    ],
)
def test_found(text: str, clean: str) -> None:
    assert Redactor().text(text) == clean


@pytest.mark.parametrize(
    "text",
    [
        "deploy at 14:30, 30 connections, ledger-api@2.1.4",
        "the password is required",
        "password: null",
        "a task-based disk-usage-report-for-2026-march",
        "git@github",
        "https://example.com/a/b?c=d",
        "commit 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432",
        "비밀번호를 잊었어요",
    ],
)
def test_left_alone(text: str) -> None:
    assert Redactor().text(text) == text


@given(st.text())
def test_a_second_pass_finds_nothing_and_nothing_raises(text: str) -> None:
    clean = Redactor().text(text)
    assert Redactor().text(clean) == clean


def test_everywhere_the_same_and_probes_still_fit() -> None:
    turns = (
        Turn(0, Role.USER, "Mail ann@example.com and bo@example.com."),
        Turn(1, Role.ASSISTANT, "", calls=(ToolCall("c", "mail", '{"to": "bo@example.com"}'),)),
    )
    fold = RecordedFold(1, 2, "Mailed bo@example.com.")
    probe = Probe("p", "identifier", "Who?", Kind.TEXT, "bo@example.com", evidence=(Evidence(0, turns[0].text),))
    conv, count = redacted(Conversation("x", turns, source="/home/ann/x.jsonl", folds=(fold,), probes=(probe,)))
    assert count == 3
    assert conv.turns[0].text == "Mail [email-1] and [email-2]."
    assert conv.turns[1].calls[0].arguments == '{"to": "[email-2]"}'
    assert conv.folds[0].summary == "Mailed [email-2]."
    assert conv.probes[0].expected == "[email-2]"
    assert conv.probes[0].evidence[0].quote == conv.turns[0].text
    assert conv.source == "/home/[user-1]/x.jsonl"


def test_fixtures_hold_no_secrets() -> None:
    for conv in read_paths([Path(__file__).parent / "fixtures", Path(__file__).parent / "folders"]):
        clean, _ = redacted(conv)
        assert clean.turns == conv.turns


PIECES = [
    "sk-",
    "a" * 20,
    "@",
    "x.io",
    "mail.",
    "password",
    "=",
    "hunter22",
    ": ",
    "is ",
    "Bearer ",
    "eyJ",
    "://",
    "u:p4ss@",
    "/home/",
    "ann",
]
PIECES += [
    "\n",
    "비밀번호는 ",
    "가",
    "API_KEY",
    "-----BEGIN RSA PRIVATE KEY-----",
    "xoxb-",
    "1" * 12,
    "İ",
    ":\\Users\\",
    "ghp_",
    "_",
    '"',
    "a" * 70,
]


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_looking_at_openings_only_finds_what_the_patterns_find(text: str) -> None:
    everywhere = Redactor()
    assert Redactor().text(text) == _PATTERNS.sub(everywhere._replaced, text)


@pytest.mark.parametrize("piece", ["x", "a-", "가eyJaaaaaaaa", "a.", "password "])
def test_long_words_are_read_in_linear_time(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    start = time.process_time()
    Redactor().text(text + "=")
    assert time.process_time() - start < 5  # it took minutes when every place in a word was a start
