"""Rules for what is said in words: decisions and their reasons, rejected options, failed attempts, rules, open points, goals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.language import sentences, terms
from harness.probing.claims import claim_of
from harness.probing.draft import Draft, ask, quote
from harness.probing.mentions import Mention
from harness.probing.subject import Subject, english_phrases, korean_phrases
from harness.schema import Evidence, Kind, Role

_REASON_SPLIT = re.compile(
    r"\b(?:because|since (?=it|the|we|they|our|that)|due to|as (?=it|the|we|they)|so that|otherwise|owing to|given that)\b|[:;—–]\s| - |(?<=[가-힣])(?:때문|라서|니까|어서|아서|해서|므로|길래)[가-힣]*,?\s",
    re.IGNORECASE,
)
_ERROR_LINE = re.compile(r"(?:^|\b)(?:error|fatal|panic|exception|failed|failure|denied|refused|timeout|timed out|cannot|could not|unable|not found|invalid|rejected|killed|traceback|E\d{3,})\b|오류|에러|실패|거부|반려|불가|초과|만료",
                         re.IGNORECASE)
_ALTERNATIVES = re.compile(r"\b(?:whether|either|or)\b|할지|일지|인지|아니면|또는|이냐|냐", re.IGNORECASE)


def statements(turn: Sequence[Mention], before: Sequence[Sequence[Mention]], rarity: dict[str, int]) -> Iterator[Draft]:
    """Drafts from one turn; ``before`` holds the turns before it (latest last), ``rarity`` how often each term occurred."""
    for i, mention in enumerate(turn):
        if mention.turn.role is Role.TOOL:
            if draft := _tool_failure(mention, before, rarity):
                yield draft
            continue
        if mention.is_question:
            continue
        yield from _said(mention, turn[i + 1 : i + 3], turn[max(0, i - 2) : i], before, rarity)


def _said(mention: Mention, after: Sequence[Mention], earlier: Sequence[Mention], before: Sequence[Sequence[Mention]],
          rarity: dict[str, int]) -> Iterator[Draft]:
    cues = mention.cues
    if "open_question" in cues:
        yield from _open(mention)
    elif "rejected_option" in cues:
        yield from _with_reason("rejected_option", mention, after, earlier, rarity)
    elif "failed_attempt" in cues:
        yield from _with_reason("failed_attempt", mention, after, earlier, rarity)
    elif "decision" in cues:
        yield from _plain("decision", mention, rarity)
        if "decision_reason" in cues or any("decision_reason" in m.cues for m in after):
            yield from _with_reason("decision_reason", mention, after, earlier, rarity)
    elif "decision_reason" in cues:
        yield from _with_reason("decision_reason", mention, after, earlier, rarity)
    for name in ("exception", "constraint", "goal", "language", "task_state"):
        if name in cues:
            yield from _plain(name, mention, rarity)
            break


def _topic(text: str, language: str) -> Subject | None:
    phrases = korean_phrases(text) if language == "ko" else english_phrases(text)
    phrases = [p for p in phrases if len(p) > 2 or language == "ko"]
    if not phrases:
        return None
    # The most telling phrase: a name or a compound before a bare word, the earlier one on a tie.
    best = max(range(len(phrases)), key=lambda i: (_weight(phrases[i]), -i))
    return Subject(phrases[best])


def _weight(phrase: str) -> int:
    return min(3, len(phrase.split())) + 2 * bool(re.search(r"[A-Z0-9_/]", phrase[1:] or phrase)) + (len(phrase) > 5)


def _plain(category: str, mention: Mention, rarity: dict[str, int]) -> Iterator[Draft]:
    """A statement whose content is asked for: the topic goes into the question, what is said of it into the claim."""
    subject = _topic(mention.text, mention.language)
    if subject is None and category != "language":
        return
    subject = subject or Subject("replies")
    claim = claim_of(mention.text, set(terms(subject.text)) if category != "language" else set(), rarity)
    if claim is None:
        return
    yield Draft(category, Kind.CLAIMS, ask(category, mention.language, subject), subject.text, mention.text, (quote(mention),),
                mention.language, category, 1.0 + (mention.turn.role is Role.USER), claims=(claim,))


def _with_reason(category: str, mention: Mention, after: Sequence[Mention], earlier: Sequence[Mention],
                 rarity: dict[str, int]) -> Iterator[Draft]:
    """What was rejected, tried or decided, and why: the reason in the same sentence, else in the next or the one before."""
    subject, reason, evidence = _reason_of(mention, after, earlier)
    if subject is None or not reason:
        return
    claim = claim_of(reason, set(terms(subject.text)), rarity)
    if claim is None:
        return
    yield Draft(category, Kind.CLAIMS, ask(category, mention.language, subject), subject.text, reason, evidence, mention.language,
                category, 1.5 + (mention.turn.role is Role.USER), claims=(claim,))


def _reason_of(mention: Mention, after: Sequence[Mention], earlier: Sequence[Mention]) -> tuple[Subject | None, str, tuple[Evidence, ...]]:
    parts = _REASON_SPLIT.split(mention.text, maxsplit=1)
    if len(parts) == 2 and min(len(parts[0]), len(parts[1])) > 8:
        what, why = (parts[1], parts[0]) if mention.language == "ko" else (parts[0], parts[1])
        return _topic(what, mention.language), why.strip(), (quote(mention),)
    reasons = [m for m in (*after[:1], *reversed(earlier)) if "decision_reason" in m.cues or "failed_attempt" in m.cues]
    neighbour = reasons[0] if reasons else (after[0] if after else earlier[-1] if earlier else None)
    subject = _topic(mention.text, mention.language)
    if neighbour is None:
        return subject, mention.text, (quote(mention),)
    return subject, neighbour.text, (quote(mention, 0), quote(neighbour, 1))


def _tool_failure(mention: Mention, before: Sequence[Sequence[Mention]], rarity: dict[str, int]) -> Draft | None:
    """A line of a tool result that says what went wrong; the call before it says with what."""
    if not (_ERROR_LINE.search(mention.text) or mention.turn.error) or len(mention.text) < 12:
        return None
    previous = next((m for turn in reversed(before) for m in turn if m.turn.role is not Role.TOOL), None)
    topic = _topic(previous.text, previous.language) if previous else None
    claim = claim_of(mention.text, set(terms(topic.text)) if topic else set(), rarity)
    if claim is None:
        return None
    language = previous.language if previous else mention.language
    subject = Subject(topic.text if topic else (mention.turn.tool or "the tool"))
    return Draft("failed_attempt", Kind.CLAIMS, ask("failed_tool", language, subject), subject.text, mention.text, (quote(mention),),
                 language, "tool_failure", 2.0, claims=(claim,), tool=mention.turn.tool)


def _open(mention: Mention) -> Iterator[Draft]:
    subject = _topic(mention.text, mention.language)
    if subject is None:
        return
    options = tuple(v.text for v in mention.values) if _ALTERNATIVES.search(mention.text) else ()
    expected = "아직 정하지 않음" if mention.language == "ko" else "undecided"
    yield Draft("open_question", Kind.OPEN, ask("open_question", mention.language, subject), subject.text, expected, (quote(mention),),
                mention.language, "open_question", 1.0 + (mention.turn.role is Role.USER), wrong=options)


def first_sentence(text: str) -> str:
    """The first sentence of a text."""
    return next(iter(sentences(text)), "")
