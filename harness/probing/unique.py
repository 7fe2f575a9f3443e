"""Whether a value is the only one of its sort that the log says of a subject: what makes a loosely worded question fair."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from harness.language import terms
from harness.probing.draft import Draft
from harness.probing.facts import specific
from harness.probing.revisions import same
from harness.probing.updates import core
from harness.values import IdentifierValue, QuantityValue, TimeValue, Value, find

_POSTINGS = 400


@dataclass
class Said:
    """The values of the sentences that were read, by the words beside them."""

    by_term: dict[str, list[tuple[int, frozenset[str], tuple[Value, ...]]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    by_turn: dict[int, list[Value]] = field(default_factory=lambda: defaultdict(list))

    def hear(self, turn: int, text: str, values: Sequence[Value]) -> None:
        """Keep the values of a sentence under each of its terms."""
        if not values:
            return
        self.by_turn[turn] += values
        own = frozenset(terms(text))
        for term in own:
            if len(self.by_term[term]) < _POSTINGS:
                self.by_term[term].append((turn, own, tuple(values)))

    def rivals(self, draft: Draft) -> list[tuple[int, Value]]:
        """Other values of the same sort that stand beside all words of a draft's subject, with their turns."""
        own = frozenset(terms(draft.question)) if draft.rule.startswith("turned.") else core(draft.subject)
        return self.others(own, draft.expected)

    def others(self, own: frozenset[str], answer: str) -> list[tuple[int, Value]]:
        """Values of the sort of ``answer`` that differ from it, in sentences with all the terms ``own``; with their turns."""
        expected = next(iter(find(answer)), None)
        if expected is None or not own:
            return []
        rare = min(own, key=lambda t: len(self.by_term.get(t, ())))
        sort = sort_of(expected)
        return [
            (turn, v)
            for turn, said, values in self.by_term.get(rare, ())
            if own <= said
            for v in values
            if sort_of(v) & sort and not same(v.text, answer)
        ]

    def beside(self, draft: Draft) -> bool:
        """Whether the turn of a draft names another port, version or host: of such a property the next sentence may have another."""
        expected = next(iter(find(draft.expected)), None)
        sort = sort_of(expected) & _PROPERTIES if expected else frozenset()
        return bool(sort) and any(
            sort_of(v) & sort and not same(v.text, draft.expected) for v in self.by_turn.get(draft.evidence[0].turn, ())
        )


_PROPERTIES = frozenset(f"i:{name}" for name in ("port", "version", "host", "ip", "email", "branch"))


def sort_of(value: Value) -> frozenset[str]:
    """What a value could be mistaken for: another amount of its unit, another day or clock time, another number of its kind."""
    n = value.normal
    if isinstance(n, QuantityValue):
        return frozenset([f"q:{n.unit}"])
    if isinstance(n, TimeValue):
        return frozenset(["clock"] * n.has_clock + ["day"] * n.has_date)
    return frozenset([f"i:{n.subtype.value}"]) if isinstance(n, IdentifierValue) else frozenset()


def without_rivals(drafts: Iterable[Draft], said: Said, dropped: Counter[str]) -> list[Draft]:
    """The drafts without the loosely worded ones that another value answers as well."""
    kept = []
    for d in drafts:
        if d.category != "superseded" and d.until is None and _has_rivals(d, said):
            dropped["more than one answer fits"] += 1
        else:
            kept.append(d)
    return kept


def _has_rivals(draft: Draft, said: Said) -> bool:
    """Whether another value answers as well: anywhere in the log for a loosely worded question, later on for a strict one."""
    if draft.rule.startswith(("loose.", "turned.")):
        return bool(said.rivals(draft)) or said.beside(draft)
    if draft.language != "en":
        return False  # Korean subjects are longer, and their last word is no English head
    if draft.form.startswith("given_") and said.beside(draft):
        return True
    if draft.rule == "tool_cell":
        return _told_anew(draft, said)
    last = max((e.turn for e in draft.evidence), default=0)
    return draft.rule.startswith("value.") and any(turn > last and specific(v) for turn, v in said.rivals(draft))


def _told_anew(draft: Draft, said: Said) -> bool:
    """Whether people later name another value of that sort for the row of a table: the table is out of date then."""
    row = re.split(r"\s*\||\s{2,}|[,(+]", draft.evidence[0].quote.strip("| "))[0]
    head = frozenset(terms(row.split()[-1] if row.split() else ""))
    return any(turn > draft.evidence[0].turn and specific(v) for turn, v in said.others(head, draft.expected))
