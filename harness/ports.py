"""The ports behind which a user's own parts plug in, and what goes through the port of a language model.

Like the nouns in ``harness.schema``, nothing here reads a file, a clock or a random number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from harness.schema import Answer, Conversation, FoldRequest, FoldResult, Grade, Passage, Probe


@runtime_checkable
class Compactor(Protocol):
    """Replaces older turns and the previous summary by a new summary. Must be deterministic given request and chain."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    def fold(self, request: FoldRequest) -> FoldResult:
        """Return the new summary of ``request.previous`` and ``request.turns``."""
        ...


class Reader(Protocol):
    """A context made ready to be asked many questions."""

    def ask(self, question: str, tool: str | None = None) -> Answer:
        """Answer from the context alone, or abstain. Never sees the expected answer."""
        ...


class Answerer(Protocol):
    """Makes a context ready for questions."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    def read(self, passages: Sequence[Passage], language: str) -> Reader:
        """Index the passages once; the reader then answers any number of questions."""
        ...


class Judge(Protocol):
    """Decides on answers that rules leave ungraded."""

    def decide(self, probe: Probe, answer: Answer) -> Grade:
        """The verdict; ``ungraded`` where there is none."""
        ...


class LogReader(Protocol):
    """Reads one log format."""

    @property
    def name(self) -> str:
        """What ``--format`` calls it."""
        ...

    def recognises(self, head: str) -> bool:
        """Whether the first few kilobytes of a file look like this format."""
        ...

    def read(self, path: str) -> Iterator[Conversation]:
        """Yield the conversations of a file, streaming it."""
        ...


# --------------------------------------------------------------------------------------------------- language models


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request to a language model, without anything that belongs to a provider: what is asked, not how it is sent.

    ``system`` and ``context`` come first and are the cached prefix; ``question`` comes last. ``schema`` is a JSON schema as text,
    sent where the server knows structured output. ``history`` (JSON text of messages) stands in place of the context where a conversation
    goes out as messages; the question, if there is one, follows it. ``compaction`` holds the instructions of a fold on the server.
    """

    role: str
    model: str
    question: str
    context: str = ""
    system: str = ""
    max_tokens: int = 1024
    effort: str | None = None
    schema: str | None = None
    history: str | None = None
    compaction: str | None = None
    chain: int = 0
    trial: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call as the server bills them: ``input`` at full price (neither read from the cache nor written to it)."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What came back. ``failure`` is a typed reason (``refusal``, ``max_tokens``, ``empty`` … or ``network: …``); ``block`` is the
    JSON text of a compaction block, verbatim; ``attempts`` counts the requests that were sent for it."""

    text: str
    failure: str | None = None
    usage: Usage = Usage()
    block: str | None = None
    attempts: int = 1


class Model(Protocol):
    """A language model as pure code sees it: a call in, a reply out."""

    def reply(self, call: ModelCall) -> ModelReply:
        """The reply to a call; raises CannotRunError where none can be had."""
        ...
