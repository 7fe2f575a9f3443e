"""One page per information type beside the report: its curve, its table, and its probes one by one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from harness.analysis import Analysis, CategoryResult
from harness.analysis.paired import Difference
from harness.analysis.promotion import Gain
from harness.categories import Categories
from harness.reporting.cards import CardGroup
from harness.reporting.console import answered_at
from harness.reporting.promotion import difference
from harness.reporting.strings import Strings
from harness.reporting.tables import Cell, MixRow, cell, mix_of
from harness.reporting.text import number, percent, ratio, type_title

_TAKEN = ("report", "index", "con", "nul", "prn", "aux")  # the page itself, and what Windows keeps for itself


@dataclass(frozen=True)
class AgeRow:
    """One age of a type: S_k, what r^k predicts, the share lost at this fold of those still held, how many were at risk; and where
    it was replayed S_k with memory, and the gain on the same probes."""

    age: int
    kept: Cell | None
    predicted: str
    hazard: Cell | None
    memory: Cell | None
    gain: tuple[str, str] | None


@dataclass(frozen=True)
class TypeLink:
    """A type and the file of its page."""

    name: str
    title: str
    file: str


@dataclass(frozen=True)
class TypeView:
    """What the page of a type shows beside its probes."""

    link: TypeLink
    ages: tuple[AgeRow, ...]
    mix: tuple[MixRow, ...]
    folded_away: int
    not_answered: int
    asked: int
    eligible: int
    conversations: int
    aged: int
    lost: int

    @property
    def remembered(self) -> bool:
        """Whether any age was asked with memory items put back."""
        return any(a.memory for a in self.ages)


def links(analysis: Analysis, categories: Categories, t: Strings) -> list[TypeLink]:
    """The types of a run with their pages, in the order of the table."""
    return [TypeLink(r.name, type_title(r.name, categories, t), file_of(r.name)) for r in analysis.categories]


def file_of(name: str) -> str:
    """The file of a type's page: its name where that is a plain one, else what is plain of it with a digest."""
    plain = re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-")[:40]
    if plain == name and plain not in _TAKEN:
        return f"{name}.html"
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{plain or 'type'}-{digest}.html"


def type_view(
    r: CategoryResult, link: TypeLink, group: CardGroup | None, minimum: tuple[int, int], gains: Mapping[int, Gain]
) -> TypeView:
    """The tables of a type."""
    return TypeView(
        link,
        tuple(_age(r, k, minimum, gains.get(k)) for k in sorted(r.decay.retention)),
        tuple(mix_of(r)),
        r.attribution.get("folded_away", 0),
        r.attribution.get("not_answered", 0),
        r.probes,
        r.eligible,
        r.conversations,
        group.aged if group else 0,
        len(group.lost) if group else 0,
    )


def _age(r: CategoryResult, age: int, minimum: tuple[int, int], gain: Gain | None) -> AgeRow:
    found = r.decay
    return AgeRow(
        age,
        cell(found.retention.get(age), minimum),
        ratio(found.predicted(age)) if age else "–",
        cell(found.hazard.get(age), minimum),
        cell(gain.memory, minimum) if gain else None,
        _gained(gain.difference) if gain else None,
    )


def _gained(found: Difference) -> tuple[str, str]:
    """Value and bounds."""
    value, _, low_high = difference(found).partition(" ")
    return value, low_high


def answer(r: CategoryResult, link: TypeLink, t: Strings) -> str:
    """The sentence on top of the page of a type."""
    if (age := answered_at(r)) < 1:
        return t("types.never", type=link.title)
    share = r.decay.retention[age]
    return t(
        "types.known",
        type=link.title,
        age=age,
        fold_word=t.folds(age),
        share=percent(share),
        n=number(share.n),
        conversations=share.conversations,
    )


def by_name(groups: Iterable[CardGroup]) -> Mapping[str, CardGroup]:
    """The groups by the name of their type."""
    return {g.name: g for g in groups}


def around(found: Sequence[TypeLink], link: TypeLink) -> tuple[TypeLink | None, TypeLink | None]:
    """The types before and after one."""
    at = found.index(link)
    return (found[at - 1] if at else None), (found[at + 1] if at + 1 < len(found) else None)
