"""A memory item: one sentence that outlives every summary, in its original wording, with where it was said."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

from harness.errors import MemoryItemError
from harness.language import normalise

LONGEST = 500  # characters; an item is one sentence
Rank = tuple[bool, int, str, str, str]


class ItemKind(StrEnum):
    """What an item is, which decides when it is put back."""

    DECISION = "decision"
    CONSTRAINT = "constraint"
    FACT = "fact"
    FAILURE = "failure"


class Confidence(StrEnum):
    """``stated``: a person or a tool said it. ``inferred``: an assistant did, or only a summary."""

    STATED = "stated"
    INFERRED = "inferred"


@dataclass(frozen=True)
class MemoryItem:
    """``source_turn`` is the index of a turn that carries ``text``. ``expires`` is the first moment at which the item no longer
    holds (aware if the turn's time was). ``tool`` is the tool in use where a failure happened. ``categories`` are the
    information types that the text carries, so that a promotion can take exactly some of them.

    Raises MemoryItemError for a text that is empty or too long, or a negative turn.
    """

    kind: ItemKind
    text: str
    source_turn: int
    confidence: Confidence = Confidence.STATED
    expires: datetime | None = None
    tool: str | None = None
    categories: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise MemoryItemError("A memory item needs a text.")
        if len(self.text) > LONGEST:
            raise MemoryItemError(
                f"A memory item is one sentence of at most {LONGEST} characters, not {len(self.text)}."
            )
        if self.source_turn < 0:
            raise MemoryItemError(f"A memory item needs the turn that says it, not {self.source_turn}.")

    @cached_property
    def plain(self) -> str:
        """The text in normal form: what makes two wordings the same."""
        return normalise(self.text)

    @cached_property
    def id(self) -> str:
        """Twelve hex digits of kind, tool and normal text: the same statement has the same id whenever it is said."""
        key = "\x1f".join((self.kind.value, self.tool or "", self.plain))
        return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:12]

    @property
    def rank(self) -> Rank:
        """Orders items that speak of the same thing: stated beats inferred, then the later turn wins; the rest only makes the
        order total, so that the order of arrival never decides."""
        until = self.expires.isoformat() if self.expires else "~"
        return (self.confidence is Confidence.STATED, self.source_turn, until, self.text, "\x1f".join(self.categories))

    def expired(self, now: datetime | None) -> bool:
        """Whether it no longer holds at ``now``; without a clock nothing expires. Where one of the two has no zone, wall clocks
        are compared."""
        if self.expires is None or now is None:
            return False
        if (self.expires.tzinfo is None) != (now.tzinfo is None):
            return self.expires.replace(tzinfo=None) <= now.replace(tzinfo=None)
        return self.expires <= now


_KEYS = frozenset(f.name for f in fields(MemoryItem))


def from_mapping(data: Mapping[str, Any]) -> MemoryItem:
    """An item from plain data, each field checked. Raises MemoryItemError that names the field."""
    if unknown := set(data) - _KEYS:
        raise MemoryItemError(f"A memory item has no field {min(unknown)!r}; known are {', '.join(sorted(_KEYS))}.")
    return MemoryItem(
        ItemKind(_one_of(data, "kind", [k.value for k in ItemKind])),
        _text(data, "text"),
        _turn(data),
        Confidence(_one_of(data, "confidence", [c.value for c in Confidence])),
        _moment(data.get("expires")),
        None if data.get("tool") is None else _text(data, "tool"),
        tuple(str(c) for c in data.get("categories") or ()),
    )


def to_mapping(item: MemoryItem) -> dict[str, Any]:
    """An item as plain JSON data; ``from_mapping`` gives the same item back."""
    return {
        "kind": item.kind.value,
        "text": item.text,
        "source_turn": item.source_turn,
        "confidence": item.confidence.value,
        "expires": item.expires.isoformat() if item.expires else None,
        "tool": item.tool,
        "categories": list(item.categories),
    }


def _one_of(data: Mapping[str, Any], key: str, known: list[str]) -> str:
    value = data.get(key)
    if value not in known:
        raise MemoryItemError(f"{key} of a memory item must be one of {', '.join(known)}, not {value!r}.")
    return str(value)


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value.strip():
        raise MemoryItemError(f"{key} of a memory item must be a text, not {value!r}.")
    return value


def _turn(data: Mapping[str, Any]) -> int:
    value = data.get("source_turn")
    if isinstance(value, bool) or not isinstance(value, int):
        raise MemoryItemError(f"source_turn of a memory item must be the number of a turn, not {value!r}.")
    return value


def _moment(value: Any) -> datetime | None:
    if value is None or isinstance(value, datetime):
        return value
    try:
        return datetime.fromisoformat(str(value))
    except ValueError:
        raise MemoryItemError(f"expires of a memory item must be an ISO date or null, not {value!r}.") from None
