"""The store: items are added, updated and deleted one by one, and nothing that was ever in it is forgotten.

A store is the list of what was done (its history) and a view of it. The view depends on which items there are, never on the
order in which they came: of items that speak of the same thing the one of highest rank stands, the others are superseded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from harness.errors import MemoryItemError
from harness.memory.item import MemoryItem, from_mapping, to_mapping
from harness.memory.same import Content, content, same_thing
from harness.memory.secrets import secret


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the history. ``do``: add (a new item, or a better saying of it), update or delete; ``id`` is the item it was
    done to and ``item`` what came of it (None for a deletion)."""

    do: str
    id: str
    item: MemoryItem | None = None


class Store:
    """See the module. All methods are quick for tens of thousands of items."""

    def __init__(self) -> None:
        self._items: dict[str, MemoryItem] = {}
        self._gone: set[str] = set()  # deleted, or replaced by an update: these never come back
        self._content: dict[str, Content] = {}
        self._having: dict[tuple[str, str], set[str]] = {}
        self._beaten_by: dict[str, set[str]] = {}
        self._history: list[Event] = []

    # ------------------------------------------------------------------------------------------------ what is done

    def add(self, item: MemoryItem) -> bool:
        """Put an item in; False if that changes nothing: it is there as well or better, or it was deleted before.

        Raises MemoryItemError for a secret.
        """
        if what := secret(item.text):
            raise MemoryItemError(f"A memory item must not hold a secret ({what}).")
        known = self._items.get(item.id)
        if item.id in self._gone or (known and known.rank >= item.rank):
            return False
        self._put(item)
        self._history.append(Event("add", item.id, item))
        return True

    def add_all(self, items: Iterable[MemoryItem]) -> int:
        """Put items in; returns how many changed anything."""
        return sum(map(self.add, items))

    def update(self, id: str, **changes: Any) -> MemoryItem:
        """Replace fields of one item; returns the new one, whose id is another if its text is. What it replaces never comes back.

        Raises MemoryItemError where there is no such item, or where the new text was deleted before.
        """
        new = replace(self._known(id), **changes)
        if what := secret(new.text):
            raise MemoryItemError(f"A memory item must not hold a secret ({what}).")
        if new.id in self._gone:
            raise MemoryItemError(f"Memory item {new.id} was deleted before and stays deleted.")
        self._apply(Event("update", id, new))
        return new

    def delete(self, id: str) -> None:
        """Take one item out for good. Raises MemoryItemError where there is no such item."""
        self._known(id)
        self._apply(Event("delete", id))

    def _known(self, id: str) -> MemoryItem:
        if id in self._gone or id not in self._items:
            raise MemoryItemError(f"There is no memory item {id}.")
        return self._items[id]

    # ------------------------------------------------------------------------------------------------ what there is

    def __len__(self) -> int:
        return sum(1 for _ in self.standing())

    def __contains__(self, id: str) -> bool:
        return id in self._items and id not in self._gone

    def get(self, id: str) -> MemoryItem | None:
        """An item that was not deleted, superseded or not."""
        return self._items.get(id) if id in self else None

    def standing(self, now: datetime | None = None) -> Iterator[MemoryItem]:
        """The items that hold at ``now``: not deleted, not superseded, not expired; by turn, then id. A correction that expired
        still stands against what it corrected."""
        yield from (i for i in self._unbeaten() if not i.expired(now))

    def ended(self, now: datetime | None) -> Iterator[MemoryItem]:
        """The items that would hold, had their end not come by ``now``."""
        yield from (i for i in self._unbeaten() if i.expired(now))

    def _unbeaten(self) -> list[MemoryItem]:
        held = (i for k, i in self._items.items() if k not in self._gone and not self.beaten_by(k))
        return sorted(held, key=lambda i: (i.source_turn, i.id))

    def overruled(self) -> Iterator[tuple[MemoryItem, MemoryItem]]:
        """Each superseded item with the best that supersedes it."""
        for id in sorted(self._beaten_by):
            if id not in self._gone and (above := self.beaten_by(id)):
                yield self._items[id], above[-1]

    def beaten_by(self, id: str) -> list[MemoryItem]:
        """The items that supersede one, best last."""
        above = (self._items[b] for b in self._beaten_by.get(id, ()) if b not in self._gone)
        return sorted(above, key=lambda i: i.rank)

    @property
    def history(self) -> tuple[Event, ...]:
        """All that was done, in order."""
        return tuple(self._history)

    # ------------------------------------------------------------------------------------------------ plain data

    def to_records(self) -> list[dict[str, Any]]:
        """The history as plain JSON data, one record an event."""
        return [{"do": e.do, "id": e.id, "item": to_mapping(e.item) if e.item else None} for e in self._history]

    @classmethod
    def from_records(cls, records: Iterable[Mapping[str, Any]]) -> Store:
        """A store from its history. Raises MemoryItemError for a record that is none."""
        store = cls()
        for record in records:
            if set(record) != {"do", "id", "item"} or record["do"] not in ("add", "update", "delete"):
                raise MemoryItemError(
                    "A record of a memory store has the fields do (add, update, delete), id and item."
                )
            item = from_mapping(record["item"]) if record["item"] is not None else None
            if (item is None) != (record["do"] == "delete"):
                raise MemoryItemError(
                    f"A record that does {record['do']!r} {'needs an' if item is None else 'has no'} item."
                )
            store._apply(Event(record["do"], record["id"], item))
        return store

    # ------------------------------------------------------------------------------------------------ inside

    def _apply(self, event: Event) -> None:
        if event.do != "add" and (event.item is None or event.item.id != event.id):
            self._gone.add(event.id)
        if event.item:
            self._put(event.item)
        self._history.append(event)

    def _put(self, item: MemoryItem) -> None:
        own = self._content.get(item.id)
        if own is None:
            own = self._content[item.id] = content(item)
            for key in own.keys:
                self._having.setdefault(key, set()).add(item.id)
        else:
            self._drop_edges(item.id)
        self._items[item.id] = item
        near = {other for key in own.keys for other in self._having[key]} - {item.id}
        for other in near:
            self._compare(item, self._items[other])

    def _drop_edges(self, id: str) -> None:
        self._beaten_by.pop(id, None)
        for beaten in self._beaten_by.values():
            beaten.discard(id)

    def _compare(self, a: MemoryItem, b: MemoryItem) -> None:
        if same_thing(a, self._content[a.id], b, self._content[b.id]):
            low, high = sorted((a, b), key=lambda i: i.rank)
            self._beaten_by.setdefault(low.id, set()).add(high.id)
