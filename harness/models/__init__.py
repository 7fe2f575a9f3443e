"""Language models through one adapter, with a store in which no call is paid twice. ``client`` alone knows the SDK."""

from harness.models.desk import Desk, PendingError
from harness.models.money import Account
from harness.models.store import CallStore

__all__ = ["Account", "CallStore", "Desk", "PendingError"]
