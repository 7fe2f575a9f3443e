"""Sessions that are copies of others: resumed, branched off (`/branch`) or exported twice."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from harness.schema import Conversation, RecordedFold

FoldKey = tuple[str, int, str]


def without_copies(
    sessions: Sequence[Conversation],
) -> tuple[list[Conversation], list[tuple[Conversation, Conversation]]]:
    """The sessions of which each fold counts once, and pairs of a session left out and the one that holds its folds.

    A session is a copy if another one has all of its folds; of two with the same folds the longer one stays, then the first.
    Two that went on from the same fold and were both folded again stay: their later folds differ.
    """
    keys = [{_key(c, f) for f in c.folds} for c in sessions]
    owners: dict[FoldKey, list[int]] = {}
    for i, own in enumerate(keys):
        for key in own:
            owners.setdefault(key, []).append(i)
    left_out: dict[int, int] = {}
    for i, own in enumerate(keys):
        others = {j for key in own for j in owners[key]} - {i}
        covering = [j for j in sorted(others) if own <= keys[j] and _stays(sessions, keys, j, i)]
        if covering:
            left_out[i] = covering[0]
    kept = [c for i, c in enumerate(sessions) if i not in left_out]
    return kept, [(sessions[i], sessions[j]) for i, j in left_out.items()]


def _stays(sessions: Sequence[Conversation], keys: Sequence[set[FoldKey]], one: int, other: int) -> bool:
    """Whether ``one`` stays if the two are compared: it has more folds, or more turns, or came first."""
    first = (len(keys[one]), len(sessions[one].turns), -one)
    return first > (len(keys[other]), len(sessions[other].turns), -other)


def _key(conversation: Conversation, fold: RecordedFold) -> FoldKey:
    """A fold by its summary and by what was said last before it; empty summaries are told apart by the latter."""
    digest = hashlib.sha256(fold.summary.encode("utf-8", "surrogatepass")).hexdigest()
    last = conversation.turns[fold.boundary - 1].text if fold.boundary else ""
    return digest, fold.boundary, last
