"""The nouns of Afterfold: frozen records. The ports behind which a user's own parts plug in stand in ``harness.ports``.

Nothing here reads a file, a clock or a random number. Indices count from 0; a half-open range ``[a, b)`` is written
``start, stop``; an *age* counts folds.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from pydantic import ConfigDict

# ----------------------------------------------------------------------------------------------------------- logs


class Role(StrEnum):
    """Who speaks in a turn."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that an assistant turn makes; ``arguments`` is the text as logged (usually JSON)."""

    id: str
    name: str
    arguments: str


LONGEST_RESULT = (
    6_000  # characters; a longer result of a tool is a dump, and nobody can say which of its values mattered
)


@dataclass(frozen=True, slots=True)
class Turn:
    """One message or one tool result.

    ``tool`` and ``call_id`` are set on tool results only. ``injected`` marks a record in the user's role that no person
    typed (hook output, reminders, a carried-over summary). ``time`` is as logged and may be naive. ``text`` is ``omitted``
    characters shorter than in the log where only the ends of a long result are held (see ``harness.logs.excerpts``).
    """

    index: int
    role: Role
    text: str
    time: datetime | None = None
    tool: str | None = None
    call_id: str | None = None
    calls: tuple[ToolCall, ...] = ()
    task: str | None = None
    injected: bool = False
    error: bool = False
    omitted: int = 0

    @property
    def length(self) -> int:
        """Characters of the text as it stands in the log."""
        return len(self.text) + self.omitted


@dataclass(frozen=True, slots=True)
class RecordedFold:
    """A fold that really happened and stands in the log.

    ``boundary`` is the index of the first turn said after it: ``turns[:boundary]`` is what had been said by then. ``kept``
    lists the turns that stayed raw behind the summary. ``problem`` says why the fold cannot be probed (opaque, empty, an
    error text); such a fold is reported and never scored.
    """

    ordinal: int
    boundary: int
    summary: str
    kept: tuple[int, ...] = ()
    trigger: str | None = None
    tokens_before: int | None = None
    tokens_after: int | None = None
    time: datetime | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """Lines of a log that were not understood: what was wrong, how many, and the first few line numbers (from 1)."""

    what: str
    count: int
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """An ordered log of turns; ``turns[i].index == i`` always holds. ``probes`` are questions that stand in the file itself."""

    id: str
    turns: tuple[Turn, ...]
    language: str = "en"
    format: str = ""
    source: str = ""
    folds: tuple[RecordedFold, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    probes: tuple[Probe, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 over roles, tools and texts, in hex: the same for the same content in any log format."""
        h = hashlib.sha256()
        for t in self.turns:
            for part in (t.role.value, t.tool or "", t.text, *(f"{c.name}\x1e{c.arguments}" for c in t.calls)):
                h.update(part.encode("utf-8", "surrogatepass"))
                h.update(b"\x1f")
            h.update(b"\n")
        return h.hexdigest()


# --------------------------------------------------------------------------------------------------------- probes


class Kind(StrEnum):
    """How an expected answer is compared."""

    TIME = "time"
    QUANTITY = "quantity"
    IDENTIFIER = "identifier"
    NAME = "name"
    TEXT = "text"
    CLAIMS = "claims"
    OPEN = "open"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Claim:
    """A key claim: the answer must carry all words of one form in one sentence, with the right polarity.

    ``negated`` says that the point is that the form does *not* hold or must *not* be done.
    """

    __pydantic_config__: ClassVar[ConfigDict] = {"extra": "forbid"}

    forms: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """An exact quote of a turn. Quotes with the same ``piece`` say the same thing in different turns."""

    __pydantic_config__: ClassVar[ConfigDict] = {"extra": "forbid"}

    turn: int
    quote: str
    piece: int = 0


@dataclass(frozen=True, slots=True)
class Probe:
    """A question that the full log answers, with everything needed to grade an answer.

    ``wrong`` are values that would be a distortion (a sibling's value); ``stale`` are values that held earlier. ``until`` is
    the first turn from which the probe no longer holds. ``rephrased`` is a second wording of the question. ``origin`` says
    who wrote it: ``gold``, ``rule:<name>``, ``synth`` or ``model``.
    """

    __pydantic_config__: ClassVar[ConfigDict] = {"extra": "forbid"}

    id: str
    category: str
    question: str
    kind: Kind
    expected: str
    accepted: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    until: int | None = None
    tool: str | None = None
    conversation: str = ""
    language: str = "en"
    rephrased: str | None = None
    must_hold: bool = False
    origin: str = "gold"

    @property
    def positive(self) -> bool:
        """Whether the log carries an answer (open points count: their answer is that nothing was decided)."""
        return self.kind is not Kind.ABSENT

    @property
    def known_from(self) -> int:
        """Index of the first turn after which every piece has been said at least once (0 for absent probes)."""
        first: dict[int, int] = {}
        for e in self.evidence:
            first[e.piece] = min(e.turn, first.get(e.piece, e.turn))
        return max(first.values(), default=-1) + 1


# ---------------------------------------------------------------------------------------------------------- folds


@dataclass(frozen=True, slots=True)
class FoldPrompt:
    """A fold prompt: the whole text that a model gets, and the parts that the embedded compactor understands.

    ``preserve`` and ``may_shrink`` are the lines of the two lists, without bullets.
    """

    name: str
    language: str
    text: str
    preserve: tuple[str, ...] = ()
    may_shrink: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hex."""
        return hashlib.sha256(self.text.encode("utf-8")).hexdigest()


@dataclass(frozen=True, slots=True)
class FoldRequest:
    """All that a compactor may see: the previous summary and the turns since. Never an older turn."""

    ordinal: int
    previous: str
    turns: tuple[Turn, ...]
    budget: int
    prompt: FoldPrompt
    language: str
    conversation: str = ""
    chain: int = 0


@dataclass(frozen=True, slots=True)
class FoldResult:
    """What a compactor returns. ``failure`` says why there is no usable summary; such a fold is invalid, never scored. ``items``
    are the memory items that were written in the same call, as plain objects; None where the call asked for none."""

    summary: str
    failure: str | None = None
    items: tuple[dict[str, Any], ...] | None = None


@dataclass(frozen=True, slots=True)
class RecordedReply:
    """A fold that a language model wrote: the digest of the request it answers, its summary, and the memory items of the same
    call as plain objects. ``with_items`` says whether the prompt asked for items; ``provenance`` who wrote it and from what."""

    __pydantic_config__: ClassVar[ConfigDict] = {"extra": "forbid"}

    conversation: str
    ordinal: int
    prompt: str
    prompt_digest: str
    request: str
    with_items: bool
    summary: str
    items: tuple[dict[str, Any], ...] = ()
    bad_items: int = 0
    provenance: str = ""


@dataclass(frozen=True, slots=True)
class Fold:
    """One fold of a replay or of a log, with its measurements.

    ``position`` is how many turns had been said when it happened, ``folded`` how many went in newly, ``kept`` the indices of
    the turns that stayed raw behind the summary. ``unsupported`` are values of the summary that the log so far does not carry.
    ``items`` are the memory items of the same call (None: it asked for none).
    """

    ordinal: int
    chain: int
    position: int
    folded: int
    kept: tuple[int, ...]
    summary: str
    tokens_in: int
    tokens_out: int
    chars_in: int
    chars_out: int
    failure: str | None = None
    unsupported: tuple[str, ...] = ()
    items: tuple[dict[str, Any], ...] | None = None


# -------------------------------------------------------------------------------------------------------- answers


class Arm(StrEnum):
    """The context a probe is asked in (DESIGN: words)."""

    FULL = "full"
    NONE = "none"
    FOLDED = "folded"
    MEMORY = "memory"
    MEMORY_ONLY = "memory_only"


class Outcome(StrEnum):
    """What became of a probe. ``ungraded``: offline rules cannot decide it, and no judge was asked."""

    RETAINED = "retained"
    MISSING = "missing"
    DISTORTED = "distorted"
    STALE = "stale"
    FABRICATED = "fabricated"
    INVALID = "invalid"
    UNGRADED = "ungraded"


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of context as the answerer sees it. ``origin``: system, summary, turn or memory; ``turn`` is its index if raw."""

    text: str
    origin: str
    role: Role | None = None
    turn: int | None = None
    time: datetime | None = None
    tool: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said. ``text`` is empty when the answerer abstained; ``support`` is the passage it read it from. ``failure`` says
    why there is no answer at all (refusal, cut off, network …): such an answer is invalid, never a low score."""

    text: str
    abstained: bool = False
    support: str = ""
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class Grade:
    """The judgement on one answer, with its reason in words. ``verbatim``: the original wording survived."""

    outcome: Outcome
    why: str
    verbatim: bool = False


@dataclass(frozen=True, slots=True)
class Outcomes:
    """One row of the outcome table: a probe asked in one arm at one point of a replay, and what came of it.

    ``fold`` is the number of folds so far; ``age`` the folds the probe's evidence has been through (``None`` for absent
    probes, which have no age). ``carried`` says whether the evidence stood in the context: the attribution of a loss;
    ``there`` is the line that carries it then, where it is in other words.
    """

    conversation: str
    probe: str
    category: str
    arm: Arm
    fold: int
    age: int | None
    chain: int
    trial: int
    answer: str
    outcome: Outcome
    why: str
    verbatim: bool
    carried: bool | None
    reached: bool | None
    support: str = ""
    there: str = ""
    extra: dict[str, Any] = field(default_factory=dict)
