"""Folds that were written before, by whatever wrote them, replayed from files.

A file ``<log id>.jsonl`` holds one chain of a conversation, a fold a line, with the digest of the request it answers: the prompt,
the length, the previous summary and the new turns. A replay that asks anything else is told so instead of being given a fold
that belongs to another question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harness.folding.request import request_digest
from harness.schema import FoldRequest, FoldResult, RecordedReply


@dataclass(frozen=True)
class Recorded:
    """``chains`` maps a conversation's id to its folds in order."""

    chains: Mapping[str, Sequence[RecordedReply]]
    name: str = "recorded"

    def fold(self, request: FoldRequest) -> FoldResult:
        """The recorded fold for this very request; a failure with the reason where there is none."""
        chain = self.chains.get(request.conversation, ())
        if len(chain) < request.ordinal:
            return FoldResult("", f"no fold {request.ordinal} of {request.conversation} is recorded")
        reply = chain[request.ordinal - 1]
        if reply.request != request_digest(request, reply.with_items):
            return FoldResult(
                "",
                f"the recorded fold {request.ordinal} of {request.conversation} answers another request "
                "(prompt, length, log or previous summary has changed); record it again",
            )
        return FoldResult(reply.summary, items=reply.items if reply.with_items else None)
