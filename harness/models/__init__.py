"""Language models through one adapter, with a store that keeps every reply, so that no reply is paid twice. ``client`` alone knows the SDK."""

from harness.models.desk import Desk, PendingError
from harness.models.money import Account, Purse
from harness.models.store import CallStore

__all__ = ["Account", "CallStore", "Desk", "PendingError", "Purse"]
