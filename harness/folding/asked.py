"""What a fold prompt asks for: per information type the line that asks for it, or that none does.

A line of a list asks by naming the type, unless its heading lets it shrink. A sentence of running text asks only where it also
says to keep something ("include all dates"); that is a weaker request and marked so. What a line tells to leave out is no
request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from harness.categories import Categories, Category
from harness.folding.prompt import BULLET, HEADING, opens
from harness.language import sentences

_KEEPS = re.compile(
    r"\b(?:keep|preserv|retain|includ|captur|record|list|note|mention|document|describ|cover|carry over|remember|state|write down|never|do not)\w*|"
    r"보존|유지|남기|남겨|남길|포함|기록|적으|적어|지키|지킵|지켜|나열|빠뜨리지|놓치지|마세요|않습니다",
    re.IGNORECASE,
)
_LEAVES = re.compile(
    r"\b(?:(?:do not|don't|never|no need to) (?:includ|keep|list|mention|repeat|record|preserv|retain)|"
    r"omit|skip|drop|leave out|without|exclude|shorten|ignore|discard)\w*|"
    r"생략|제외하(?:고|세요)|빼(?:세요|고|도)|줄이|줄여|버리(?:세요|고)|무시|(?:넣|적|포함하)지 (?:마|않)",
    re.IGNORECASE,
)
_DIED = {"en": "{title} dies and no line asks for it", "ko": "{title}: 사라지는데 요구하는 줄이 없음"}


@dataclass(frozen=True, slots=True)
class AskingLine:
    """A line of a prompt, numbered from 1. ``listed``: it stands in a list or is a heading; otherwise in running text."""

    number: int
    text: str
    listed: bool


def asking_lines(text: str, categories: Categories) -> dict[str, AskingLine | None]:
    """For every type the line of the prompt ``text`` that asks for it, None where no line does. A list's line comes before
    running text, a preserve list's before any other, an earlier line before a later one."""
    candidates = sorted(_candidates(text), key=lambda c: c[0])
    return {name: _first(category, candidates) for name, category in categories.items()}


def _first(category: Category, candidates: Iterable[tuple[int, AskingLine]]) -> AskingLine | None:
    return next((line for _, line in candidates if category.asked_for_by(line.text)), None)


def _candidates(text: str) -> Iterator[tuple[int, AskingLine]]:
    """The lines that may ask, each with its rank: 0 in a preserve list, 1 in another list or a heading, 2 in running text."""
    under = ""
    for number, line in enumerate(text.splitlines(), 1):
        if heading := HEADING.match(line):
            under = opens(heading.group(1))
            if not under:
                yield 1, AskingLine(number, heading.group(1), True)
        elif under == "shrink":
            continue
        elif bullet := BULLET.match(line):
            parts = [bullet.group(1)] if under == "preserve" else sentences(bullet.group(1))
            rank = int(under != "preserve")
            yield from ((rank, AskingLine(number, p, True)) for p in parts if not rank or not _LEAVES.search(p))
        else:
            yield from ((2, AskingLine(number, s, False)) for s in sentences(line) if _asks(s))


def _asks(sentence: str) -> bool:
    return bool(_KEEPS.search(sentence)) and not _LEAVES.search(sentence)


def unasked_losses(
    asked: Mapping[str, AskingLine | None], died: Iterable[str], categories: Categories, language: str = "en"
) -> list[str]:
    """One sentence for each type in ``died`` (names of types with measured loss, in that order) that no line asks for:
    "decision_reason dies and no line asks for it". Types that ``categories`` does not know are left out."""
    return [_sentence(categories[n], language) for n in died if n in categories and asked.get(n) is None]


def _sentence(category: Category, language: str) -> str:
    return _DIED[language].format(title=category.title["ko"] if language == "ko" else category.name)
