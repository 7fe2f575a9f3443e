"""What must never become a memory item: passwords, keys, tokens, card and resident numbers."""

from __future__ import annotations

import re
import unicodedata

_SECRETS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("a private key", re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----")),
    ("an API key", re.compile(
        r"\b(?:sk|pk|rk)[-_](?:live|test|ant|proj|or)?[-_]?[A-Za-z0-9_-]{16,}|\bAKIA[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{30,}"
        r"|\b(?:ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|npm|hf)[-_][A-Za-z0-9_-]{16,}")),
    ("a token", re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*|\bbearer\s+[A-Za-z0-9._~+/-]{16,}", re.I)),
    ("a password in a URL", re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s/:@]+:[^\s/@]+@", re.I)),
    ("a password", re.compile(
        r"\b(?:password|passwd|passphrase|passcode|pwd|pin(?: code)?|secret(?: key)?|api[ _-]?key|access[ _-]?(?:key|token)|auth[ _-]?token)\b"
        r"(?:\s+(?:for|of|to)\s+(?:the\s+)?\S+(?:\s\S+)?)?\s*(?:is|was|:|=|->|→)\s*(?!(?:in|on|at|the|not|stored|kept|with|a|an|only|never|set|still|required|missing|reset|expired|changed|being|wrong|to|by)\b)[\"'`]?\S{4,}",
        re.I)),
    ("a password", re.compile(
        r"(?:비밀 ?번호|패스워드|비번|암호|인증 ?키|비밀 ?키|접근 ?키|토큰|API ?키)(?:는|은|가|이|를|을)?\s*(?:[:=→]\s*)?[\"'`“‘]?(?=[!-~]{4,})(?=[!-~]*[0-9])[!-~]{4,}", re.I)),
    ("a resident registration number", re.compile(r"(?<!\d)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-8]\d{6}(?!\d)")),
    ("a social security number", re.compile(r"\b(?:ssn|social security)\D{0,20}\d{3}-?\d{2}-?\d{4}\b", re.I)),
)  # fmt: skip
_CARD = re.compile(r"(?<![\d.-])(?:\d[ -]?){12,18}\d(?![\d.-])")


def secret(text: str) -> str | None:
    """What secret a text holds, in words, or None. A sentence about a password without the password is none."""
    plain = unicodedata.normalize("NFKC", text)
    for what, pattern in _SECRETS:
        if pattern.search(plain):
            return what
    cards = (re.sub(r"\D", "", m.group()) for m in _CARD.finditer(plain))
    return "a card number" if any(d[0] in "3456" and 13 <= len(d) <= 16 and _luhn(d) for d in cards) else None


def _luhn(digits: str) -> bool:
    """The check digit of card numbers (ISO/IEC 7812-1, annex B)."""
    doubled = [int(d) * (1 + i % 2) for i, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0
