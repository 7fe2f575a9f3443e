"""Taking secrets and personal data out of a log, with placeholders that stay the same within a conversation.

What is found by its form: keys, tokens, passwords, private keys, credentials in addresses, e-mail addresses, and the user's
name in home folders. A placeholder is numbered by first appearance, so it says nothing of the value, and a summary that
repeats a value repeats its placeholder. This is a net with holes, not a guarantee: a name or a street is not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from harness.schema import Claim, Conversation, Probe, Turn

_KEY = (
    r"(?:sk|pk|rk)[-_](?:ant-|proj-|live_|test_)?[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}"
    r"|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,}|hf_[A-Za-z0-9]{20,}"
    r"|npm_[A-Za-z0-9]{30,}|pypi-[\w-]{30,}"
)
_JWT = r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{8,}"
# What stands before a label in its word is not looked at: a search for it from every character of a long word is quadratic.
_LABEL = (
    r"(?:(?:password|passwd|passphrase|api[_-]?key|access[_-]?key|secret(?:[_-]?key)?|auth[_-]?token|access[_-]?token"
    r"|client[_-]?secret)|pwd|비밀번호|암호|패스워드)"
)
# Each pattern has one group named after what it finds; text around the group stays.
_PATTERNS = re.compile(
    r"(?P<privatekey>-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z))"
    rf"|(?<![A-Za-z0-9_-])(?P<key>{_KEY})(?![A-Za-z0-9_])"
    rf"|(?<![A-Za-z0-9_-])(?P<token>{_JWT})"
    r"|(?i:\bbearer\s+)(?P<bearer>[\w.~+/-]{16,}=*)"
    r"|(?<=://)(?P<login>[^\s/:@\"']{1,80}:[^\s/@\"']{1,200})(?=@)"
    rf"|(?i:{_LABEL})[\"']?(?:\s*[:=]\s*|(?:\s+is\s+|[은는]\s+))[\"']?(?P<password>[^\s\"',;<>()\[\]{{}}]{{4,200}})"
    r"|(?<![A-Za-z0-9_.+-])(?P<email>[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{2,63}){1,4})(?![A-Za-z0-9_@])"
    r"|(?:(?<=/home/)|(?<=/Users/)|(?<=:\\Users\\)|(?<=:\\\\Users\\\\))(?P<user>[\w.-]{1,64})",
    re.DOTALL,
)
# What a match begins with, or (``_BEFORE``) stands right behind. To look for these texts and try the patterns there only is many
# times faster than to try every pattern at every character.
_OPENINGS = (
    *("-----BEGIN ", "eyJ", "github_pat_", "glpat-", "xox", "AKIA", "ASIA", "AIza", "hf_", "npm_", "pypi-"),
    *("sk-", "sk_", "pk-", "pk_", "rk-", "rk_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    *("비밀번호", "암호", "패스워드"),
)
_OPENINGS_ANY_CASE = (
    *("bearer", "password", "passwd", "passphrase", "api_key", "api-key", "apikey", "access_", "access-", "accesskey"),
    *(
        "accesstoken",
        "secret",
        "auth_token",
        "auth-token",
        "authtoken",
        "client_secret",
        "client-secret",
        "clientsecret",
        "pwd",
    ),
)
_BEFORE = ("://", "/home/", "/Users/", ":\\Users\\", ":\\\\Users\\\\")
_MAILBOX = re.compile(r"[A-Za-z0-9_.+-]{0,64}")
_MAILBOX_LENGTH = 64
_WORD = re.compile(
    r"(?i:placeholder|redacted|example|required|incorrect|changed?|empty|wrong|none|null|true|false|\*+|x+|\$\w+|\[\w+-\d+\].*)$"
)


@dataclass(slots=True)
class Redactor:
    """The placeholders given out so far in one conversation, by kind and value."""

    given: dict[tuple[str, str], str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def text(self, text: str) -> str:
        """The text with placeholders in it."""
        parts: list[str] = []
        done = 0
        for start in _starts(text):
            found = _PATTERNS.match(text, start) if start >= done else None
            if found is not None:
                parts += text[done:start], self._replaced(found)
                done = found.end()
        return "".join([*parts, text[done:]]) if parts else text

    def _replaced(self, found: re.Match[str]) -> str:
        kind = found.lastgroup or ""
        value = found[kind]
        if kind == "password" and _WORD.match(value):
            return found[0]
        start, end = (n - found.start() for n in found.span(kind))
        return found[0][:start] + self._placeholder(kind, value) + found[0][end:]

    def _placeholder(self, kind: str, value: str) -> str:
        if (kind, value) not in self.given:
            self.counts[kind] = self.counts.get(kind, 0) + 1
            self.given[kind, value] = f"[{kind}-{self.counts[kind]}]"
        return self.given[kind, value]


def _starts(text: str) -> list[int]:
    """Where something to replace may begin, in order."""
    found: set[int] = set()
    for word in _OPENINGS:
        found.update(_places(text, word))
    lower = text.lower()
    if len(lower) != len(text):  # a few letters are two in lower case, and every place behind them is another
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    for word in _OPENINGS_ANY_CASE:
        found.update(_places(lower, word))
    for word in _BEFORE:
        found.update(at + len(word) for at in _places(text, word))
    found.update(at - _mailbox(text, at) for at in _places(text, "@"))
    return sorted(found)


def _places(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def _mailbox(text: str, at: int) -> int:
    """How many characters before an @ may be those of a mailbox."""
    before = text[max(0, at - _MAILBOX_LENGTH) : at][::-1]
    found = _MAILBOX.match(before)
    return found.end() if found else 0


def redacted(conversation: Conversation) -> tuple[Conversation, int]:
    """The conversation without what was found in it, and how many different values that were."""
    redactor = Redactor()
    clean = redactor.text
    turns = tuple(_turn(t, redactor) for t in conversation.turns)
    folds = tuple(replace(f, summary=clean(f.summary)) for f in conversation.folds)
    probes = tuple(_probe(p, redactor) for p in conversation.probes)
    source = clean(conversation.source)
    return replace(conversation, turns=turns, folds=folds, probes=probes, source=source), len(redactor.given)


def _turn(turn: Turn, redactor: Redactor) -> Turn:
    calls = tuple(replace(c, arguments=redactor.text(c.arguments)) for c in turn.calls)
    text = redactor.text(turn.text)
    return turn if text == turn.text and calls == turn.calls else replace(turn, text=text, calls=calls)


def _probe(probe: Probe, redactor: Redactor) -> Probe:
    """Quotes are replaced as their turns are; a quote that begins in the middle of a value would no longer fit."""
    clean = redactor.text
    return replace(
        probe,
        question=clean(probe.question),
        expected=clean(probe.expected),
        accepted=tuple(map(clean, probe.accepted)),
        wrong=tuple(map(clean, probe.wrong)),
        claims=tuple(Claim(tuple(map(clean, c.forms)), c.negated) for c in probe.claims),
        evidence=tuple(replace(e, quote=clean(e.quote)) for e in probe.evidence),
    )
