"""The model as pure code sees it: recordings in, replies out. What is not recorded yet is named, not sent."""

from __future__ import annotations

from collections.abc import Mapping

from harness.errors import CannotRunError, MissError
from harness.models.store import CallStore
from harness.models.wire import key_of
from harness.ports import ModelCall, ModelReply


class PendingError(CannotRunError):
    """A call that has to be sent first; whoever drives the run sends it and asks again."""

    def __init__(self, call: ModelCall) -> None:
        """``call`` is what to send."""
        super().__init__(f"a call of the {call.role} is not answered yet")
        self.call = call


class Desk:
    """A ``schema.Model`` over a store. With ``waiting`` a miss is a PendingError; without it (replay) it is a MissError that shows
    the nearest recording. ``failed`` are the calls that the network lost in this run."""

    def __init__(
        self,
        store: CallStore,
        waiting: bool,
        since: int = 0,
        failed: Mapping[str, ModelReply] | None = None,
        record: str = "",
    ) -> None:
        """``record`` is the command that records what is missing."""
        self._store, self._waiting, self._since, self._record = store, waiting, since, record
        self.failed: Mapping[str, ModelReply] = failed if failed is not None else {}

    def reply(self, call: ModelCall) -> ModelReply:
        """The recorded reply."""
        key = key_of(call)
        if (reply := self.failed.get(key) or self._store.by_key(key, self._since)) is not None:
            return reply
        if self._waiting:
            raise PendingError(call)
        raise MissError(self._missed(call))

    def _missed(self, call: ModelCall) -> str:
        head = f"{self._store.path}: no recording of this call of the {call.role} ({call.model}, chain {call.chain}, trial {call.trial})."
        nearest = self._store.nearest(call)
        near = f"The nearest differs so:\n{nearest[1]}\n" if nearest else "There is no recording of this role at all. "
        return f"{head} {near}Record it with: {self._record or 'the same command and --calls record'}"
