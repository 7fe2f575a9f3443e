"""Does a text carry an expected form? Typed values are compared as values, everything else as words with boundaries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from harness.language import negations, normalise, sentences, terms
from harness.schema import Claim, Evidence, Kind
from harness.values import Match, Value, ValueKind, compare, find, strip_particles

VALUE_KINDS = {Kind.TIME: ValueKind.TIME, Kind.QUANTITY: ValueKind.QUANTITY, Kind.IDENTIFIER: ValueKind.IDENTIFIER}
_WINDOW = 5  # words on either side in which a negation governs a form
_YES_NO = re.compile(r"^(?:no|yes|nope|right|아니요|아니오|아뇨|네|예|안 돼요|안 됩니다|안 됨)\b\s*[,.:;!-]*\s*")  # answers the question, negates nothing
_CLAUSE_BEFORE = re.compile(r"[;:]|, (?:but|so|and)\b| but | so ")
_CLAUSE_AFTER_EN = re.compile(r"[.;:,]|\b(?:but|so|because|and|which)\b|지만|는데|니까|면서")
_CLAUSE_AFTER_KO = re.compile(r"[.;,]")
_HANGUL_TAIL = re.compile(r"[가-힣]*")
_ALNUM = re.compile(r"[0-9a-z]")


@dataclass(frozen=True, slots=True)
class Span:
    """Where a form was found in a (normalised) text."""

    start: int
    end: int


def literal(form: str, text: str) -> list[Span]:
    """Where a form stands in a normalised text, with word boundaries: ``40`` is not in ``400``, ``$500`` not in ``$5000``.

    After Hangul anything that may be a particle or ending may follow, so ``KT`` is in ``KT로`` and ``김하람`` in ``김하람님은``.
    """
    plain = normalise(form).strip(" .!?\"'")
    if not plain:
        return []
    return [Span(m.start(), m.end()) for m in _literal_pattern(plain).finditer(text)]


@lru_cache(maxsize=20_000)
def _literal_pattern(plain: str) -> re.Pattern[str]:
    body = re.escape(plain).replace(r"\ ", r"\s?")
    first, last = plain[0], plain[-1]
    left = r"(?<![0-9a-z])(?<![0-9][.,:])" if _ALNUM.match(first) else r"(?<![가-힣])" if "가" <= first <= "힣" else ""
    right = r"(?![0-9])(?![.,:][0-9])(?![a-z])" if _ALNUM.match(last) else ""
    return re.compile(left + body + right)


@lru_cache(maxsize=50_000)
def values_of(text: str, kind: ValueKind) -> tuple[Value, ...]:
    """All values of a kind in a text."""
    return find(text, kinds=[kind])


def agrees(expected: str, answer: Value) -> bool:
    """Whether an answer's value equals an expected form's only value, or says the same more precisely. A form that has other
    numbers beside its value (``--skip-pages 0-249``) is compared literally only."""
    wanted = values_of(expected, answer.kind)
    if len(wanted) != 1 or re.search(r"[0-9]", expected[: wanted[0].start] + expected[wanted[0].end :]):
        return False
    return compare(wanted[0].normal, answer.normal) in (Match.EQUAL, Match.FINER)


def spans_of(forms: Iterable[str], text: str, kind: Kind) -> list[Span]:
    """Where any of the forms is carried by the (original) text: literally, or as an equal value of the probe's kind."""
    plain = normalise(text)
    found = [span for form in forms for span in literal(form, plain)]
    if kind in VALUE_KINDS:
        found += [
            Span(v.start, v.end) for v in values_of(plain, VALUE_KINDS[kind]) if any(agrees(normalise(f), v) for f in forms)
        ]
    return found


# ---------------------------------------------------------------------------------------------------------- claims


@dataclass(frozen=True, slots=True)
class ClaimFound:
    """How a claim stands in an answer: held, reversed (its words with the wrong polarity), partly, or not at all."""

    held: bool
    reversed: bool = False
    partly: bool = False


def find_claim(claim: Claim, text: str, evidence: Sequence[Evidence]) -> ClaimFound:
    """Look for a claim, sentence by sentence; where no form fits one sentence, two neighbouring ones are tried.

    Polarity is the number of negations (mod 2) around the form's words; a sentence that stands in a quote is right as it is.
    """
    parts = [_YES_NO.sub("", normalise(s)) for s in sentences(text)]
    pairs = [f"{a} {b}" for a, b in zip(parts, parts[1:], strict=False)]
    reversed_ = False
    for window in (parts, pairs):
        for form in claim.forms:
            for sentence in window:
                spots = _word_spots(form, sentence)
                if spots is None:
                    continue
                if _negated(sentence, spots) in _right_polarity(claim, form, evidence) or _quoted(sentence, evidence):
                    return ClaimFound(True)
                reversed_ = True
    return ClaimFound(False, reversed_, not reversed_ and _partly(claim, parts))


def _quoted(sentence: str, evidence: Sequence[Evidence]) -> bool:
    return any(normalise(e.quote) in sentence or (len(sentence) > 20 and sentence in normalise(e.quote)) for e in evidence)


def _partly(claim: Claim, parts: Sequence[str]) -> bool:
    for form in claim.forms:
        forms = normalise(form).split()
        for sentence in parts:
            hits = sum(1 for w in forms if _word_spots(w, sentence) is not None)
            if len(forms) > 1 and 2 * hits >= len(forms):
                return True
    return False


def _word_spots(form: str, sentence: str) -> list[tuple[int, int]] | None:
    """Positions of all words of a form in a normalised sentence, or None if one is missing."""
    spots = []
    for word in normalise(form).split():
        spot = _word_spot(word, sentence)
        if spot is None:
            return None
        spots.append(spot)
    return spots or None


def _word_spot(word: str, sentence: str) -> tuple[int, int] | None:
    if exact := _literal_pattern(word).search(sentence):
        return exact.span()
    if "가" <= word[0] <= "힣":
        stem = strip_particles(word)
        at = sentence.find(stem) if len(stem) > 1 else -1
        return (at, at + len(stem)) if at >= 0 else None
    return _stemmed_spot(word, sentence)


def _stemmed_spot(word: str, sentence: str) -> tuple[int, int] | None:
    wanted = terms(word)
    if not wanted:
        return None
    for match in re.finditer(r"[a-z0-9][a-z0-9'._/-]*", sentence):
        token = match.group()
        if token[0] == word[0] and (have := terms(token)) and (wanted[0] == have[0] or wanted[0] in have[1:]):
            return match.span()
    return None


def _negated(sentence: str, spots: Sequence[tuple[int, int]]) -> bool:
    """Whether an odd number of negations governs the words at ``spots``; those words themselves ("forbids") do not count."""
    start, end = min(s for s, _ in spots), max(e for _, e in spots)
    hangul = any("가" <= c <= "힣" for c in sentence[start:end])
    inside = sentence[start:end]
    for s, e in sorted(spots, reverse=True):
        inside = inside[: s - start] + "▢" + inside[e - start :]
    # English negates before the verb, Korean after it; a new clause ends the reach.
    before = _CLAUSE_BEFORE.split(" ".join(sentence[:start].split()[-_WINDOW:]))[-1]
    tail = _HANGUL_TAIL.match(sentence, end)
    rest = sentence[tail.end() if tail else end :]
    after = " ".join(rest.split()[:_WINDOW])
    after = (_CLAUSE_AFTER_KO if hangul else _CLAUSE_AFTER_EN).split(after)[0]
    return negations(f"{before} {inside}{tail.group() if tail else ''} {after}") % 2 == 1


def _right_polarity(claim: Claim, form: str, evidence: Sequence[Evidence]) -> set[bool]:
    """The polarity that the claim states. A positive claim whose quote has a negating word between the form's own words
    ("the licence forbids resale" for licence … resale) wants it in the answer too; one around them is allowed, not wanted."""
    if claim.negated:
        return {True}
    right = {False}
    for quote in (normalise(e.quote) for e in evidence):
        if spots := _word_spots(form, quote):
            inner = quote[min(s for s, _ in spots) : max(e for _, e in spots)]
            if _negated(inner, [(s - quote.index(inner), e - quote.index(inner)) for s, e in spots]):
                return {True}
            right.add(_negated(quote, spots))
    return right
