"""What the rules for statements hand over, and how it becomes a draft with a key claim."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.language import terms
from harness.probing.claims import claim_of
from harness.probing.draft import Draft, ask, forms, quote
from harness.probing.mentions import Mention
from harness.schema import Kind, Role


@dataclass(frozen=True, slots=True)
class Context:
    """The sentences around one in its turn, what was said before those, in this turn and the ones before it, and the subject of the last rule."""

    before: Mention | None = None
    after: Mention | None = None
    earlier: tuple[Mention, ...] = ()
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a type: the ``form`` of its question, the ``subject`` it asks about, and the ``answer`` in its words.

    ``sources`` are the sentences that carry it, one piece each.
    """

    category: str
    form: str
    subject: str
    answer: str
    sources: Sequence[Mention]
    score: float
    negated: bool | None = None
    title: str = ""


def put_off(
    mention: Mention, answer: str, context: Context, question: Callable[[str], str | None]
) -> Iterator[Statement]:
    """The open question to which ``mention`` was the reply, from its own turn or the one before; ``question`` makes the one that is asked
    again of the text, or None."""
    near = [*context.earlier[-5:], *([context.before] if context.before else [])]
    for asked in reversed([m for m in near if m.turn.index >= mention.turn.index - 1]):
        if asked.is_question and (q := question(asked.body)):
            yield Statement("open_question", "asked", q, answer, [asked, mention], 2.0)
            return


def drafted(statement: Statement, rarity: Mapping[str, int]) -> Draft | None:
    """The draft of a statement; None where nothing is left to ask for."""
    s, first = statement, statement.sources[0]
    question = ask(s.form, first.language, s.subject, title=s.title, about=s.title)
    evidence = tuple(quote(m, piece) for piece, m in enumerate(s.sources))
    score = s.score + 0.5 * (first.turn.role is Role.USER) + 0.2 * min(3, len(s.subject.split()))
    if s.category == "open_question":
        expected = str(forms()["expected"][first.language]["open"])
        return Draft(
            s.category, Kind.OPEN, question, s.subject, expected, evidence, first.language, s.form, score, form=s.form
        )
    known = set() if s.category == "language" else set(terms(question))
    claim = claim_of(s.answer, known, rarity, negated=s.negated)
    if claim is None:
        return None
    answer = s.answer.strip(" ,;:—–-") or first.text
    return Draft(
        s.category,
        Kind.CLAIMS,
        question,
        s.subject,
        answer,
        evidence,
        first.language,
        s.form,
        score,
        claims=(claim,),
        form=s.form,
    )
