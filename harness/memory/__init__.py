"""Memory items: what is never folded. Extraction, the store, selection for a request."""

from harness.memory.item import Confidence, ItemKind, MemoryItem
from harness.memory.store import Store

__all__ = ["Confidence", "ItemKind", "MemoryItem", "Store"]
