"""The English and the Korean README say the same: the same commands, and the same figures."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGLISH, KOREAN = ((ROOT / name).read_text("utf-8") for name in ("README.md", "README.ko.md"))
_FENCE = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NUMBER = re.compile(r"\d*\.?\d+")


def commands(text: str) -> list[list[str]]:
    """Per fenced block its lines without comments and without the white space that sets them apart."""
    return [[line.partition("#")[0].rstrip() for line in block.splitlines()] for block in _FENCE.findall(text)]


def figures(text: str) -> list[list[str]]:
    """Per row of a table the numbers of its cells, in order."""
    return [_NUMBER.findall(line) for line in text.splitlines() if line.startswith("|")]


def shares(text: str) -> Counter[str]:
    """The numbers with a decimal point that stand in the prose; its order is the language's own."""
    prose = "\n".join(line for line in _FENCE.sub("", text).splitlines() if not line.startswith("|"))
    return Counter(n for n in _NUMBER.findall(prose) if "." in n)


def code(text: str) -> Counter[str]:
    """What stands between single backticks, outside the blocks."""
    return Counter(re.findall(r"`([^`\n]+)`", _FENCE.sub("", text)))


def test_both_name_the_same_commands() -> None:
    assert sum(map(len, commands(ENGLISH))) > 20
    assert commands(KOREAN) == commands(ENGLISH)
    assert code(KOREAN) == code(ENGLISH)


def test_both_have_the_same_figures() -> None:
    assert sum(map(len, figures(ENGLISH))) > 100
    assert figures(KOREAN) == figures(ENGLISH)
    assert len(shares(ENGLISH)) > 10
    assert shares(KOREAN) == shares(ENGLISH)


def test_both_have_the_same_parts_and_lead_to_each_other() -> None:
    def headings(text: str) -> list[int]:
        return [len(marks) for marks in re.findall(r"^(#+) ", _FENCE.sub("", text), re.MULTILINE)]

    assert headings(KOREAN) == headings(ENGLISH)
    assert ENGLISH.startswith("[한국어](README.ko.md)\n")
    assert KOREAN.startswith("[English](README.md)\n")


@pytest.mark.parametrize("text", [ENGLISH, KOREAN], ids=["en", "ko"])
def test_what_they_link_to_is_there(text: str) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", text)
    assert len(targets) > 8
    assert [t for t in targets if not (ROOT / t).exists()] == []


def test_a_changed_figure_or_command_is_noticed() -> None:
    assert figures("| 검증 | 171 / 173 |") != figures("| twins | 171 of 174 |")
    assert commands("```sh\nmake eval  # 평가\n```\n") != commands("```sh\nmake evil  # evaluate\n```\n")
    assert shares("r = .62") != shares("r = .63")
