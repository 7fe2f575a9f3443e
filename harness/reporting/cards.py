"""The probes one by one: what was asked, what was said at each age, the evidence, and the fold that lost it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from harness.categories import Categories
from harness.reporting.fold_texts import ConversationFolds, FoldKey, FoldRow
from harness.reporting.history import History, Step, Stretch
from harness.reporting.marks import Searchable
from harness.reporting.strings import Strings
from harness.reporting.text import type_title
from harness.schema import Probe

KEPT = "retained"


@dataclass(frozen=True)
class Quote:
    """A piece of evidence; ``survives`` is None where the fold's text is not there to look at."""

    turn: int
    text: str
    survives: bool | None


@dataclass(frozen=True)
class Card:
    """An eligible probe that went through a fold, made ready. ``step`` is its first loss, None where it was always retained;
    ``place`` counts its conversation, so that a filter need not repeat its name."""

    probe: Probe
    number: int
    place: int
    step: Step | None
    recovery: Step | None
    oldest: int
    stretches: tuple[Stretch, ...]
    quotes: tuple[Quote, ...]
    where: str
    reached: str
    anchor: str | None
    chains: bool

    @property
    def outcome(self) -> str:
        """The outcome of the first loss, or that there was none."""
        return self.step.outcome if self.step else KEPT

    @property
    def key(self) -> FoldKey | None:
        """The fold that lost it."""
        return (self.probe.conversation, self.step.chain, self.step.fold) if self.step else None


@dataclass(frozen=True)
class CardGroup:
    """The probes of one type that went through a fold: lost and kept."""

    name: str
    title: str
    lost: tuple[Card, ...]
    kept: tuple[Card, ...]

    @property
    def aged(self) -> int:
        return len(self.lost) + len(self.kept)

    @property
    def cards(self) -> tuple[Card, ...]:
        return (*self.lost, *self.kept)


@dataclass(frozen=True)
class Choices:
    """What the filters offer: values that occur, with the titles of the types."""

    types: tuple[tuple[str, str], ...] = ()
    outcomes: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    conversations: tuple[tuple[int, str], ...] = ()


@dataclass
class _Shelf:
    """What every card is made with: the folds, their texts, the places of the conversations, and the next number."""

    folds: Mapping[FoldKey, FoldRow]
    places: Mapping[str, int]
    t: Strings
    texts: dict[FoldKey, Searchable] = field(default_factory=dict)
    made: int = 0

    def next(self) -> int:
        """A number that no card has yet."""
        self.made += 1
        return self.made

    def text(self, key: FoldKey) -> Searchable | None:
        """The text of a fold, made ready for searching once; None where it is not there."""
        if key in self.folds and key not in self.texts:
            self.texts[key] = Searchable(self.folds[key].fold.summary)
        return self.texts.get(key)


def card_groups(
    found: Sequence[History], conversations: Sequence[ConversationFolds], categories: Categories, t: Strings
) -> list[CardGroup]:
    """The probes by type, in the order of the category file and then of the probe set; lost ones first."""
    folds = {(c.id, row.fold.chain, row.fold.ordinal): row for c in conversations for row in c.folds}
    shelf = _Shelf(folds, {c.id: place for place, c in enumerate(conversations, 1)}, t)
    mine: dict[str, list[History]] = {name: [] for name in categories}
    for h in found:
        if h.scored:
            mine.setdefault(h.probe.category, []).append(h)
    return [_group(name, type_title(name, categories, t), some, shelf) for name, some in mine.items() if some]


def _group(name: str, title: str, found: Sequence[History], shelf: _Shelf) -> CardGroup:
    cards = [_card(h, shelf) for h in sorted(found, key=lambda h: h.loss is None)]
    return CardGroup(name, title, tuple(c for c in cards if c.step), tuple(c for c in cards if not c.step))


def _card(h: History, shelf: _Shelf) -> Card:
    step = h.loss or h.scored[-1]  # of a retained probe the last fold is looked at
    key = (h.probe.conversation, step.chain, step.fold)
    row, text = shelf.folds.get(key), shelf.text(key)
    return Card(
        h.probe,
        shelf.next(),
        shelf.places.get(h.probe.conversation, 0),
        h.loss,
        h.recovery,
        h.oldest,
        tuple(h.stretches()),
        tuple(Quote(e.turn, e.quote, text.holds(e.quote) if text else None) for e in h.probe.evidence),
        _where(step, shelf.t) if h.loss else "",
        _reached(step, shelf.t) if h.loss else "",
        row.anchor if row else None,
        len({s.chain for s in h.steps}) > 1 or len({s.trial for s in h.steps}) > 1,
    )


def _where(step: Step, t: Strings) -> str:
    if step.carried is None:
        return t("where.unknown")
    if step.carried:
        return t("where.in_other_words" if step.there else "where.not_answered_long")
    return t("where.folded_away_long")


def _reached(step: Step, t: Strings) -> str:
    """Said only of what is gone: whether the compactor saw it."""
    if step.carried is not False or step.reached is None:
        return ""
    return t("where.reached" if step.reached else "where.not_reached")


def choices(groups: Iterable[CardGroup], conversations: Sequence[ConversationFolds]) -> Choices:
    """The values that a filter can choose from."""
    mine = list(groups)
    cards = [c for g in mine for c in g.cards]
    places = {c.place for c in cards}
    return Choices(
        tuple((g.name, g.title) for g in mine),
        tuple(dict.fromkeys(sorted(c.outcome for c in cards))),
        tuple(dict.fromkeys(sorted(c.probe.language for c in cards))),
        tuple((n, c.id) for n, c in enumerate(conversations, 1) if n in places),
    )


def lost_folds(groups: Iterable[CardGroup]) -> Iterator[FoldKey]:
    """The folds that lost a probe."""
    yield from (c.key for g in groups for c in g.lost if c.key)
