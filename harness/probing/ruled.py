"""What the rules of a conversation are about: an exception may be made some turns later."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from harness.language import terms


@dataclass
class Rules:
    """The subjects of the latest rules."""

    kept: deque[tuple[str, frozenset[str], int]] = field(default_factory=lambda: deque(maxlen=40))

    def hear(self, subject: str | None, turn: int) -> None:
        """Keep the subject of a rule."""
        if subject:
            self.kept.append((subject, frozenset(terms(subject)), turn))

    def last(self, turn: int) -> str | None:
        """The subject of the last rule, if it was stated in the turn before."""
        return self.kept[-1][0] if self.kept and self.kept[-1][2] >= turn - 2 else None

    def nearest(self, text: str) -> str | None:
        """The subject of the latest rule of which a sentence repeats most words."""
        said = frozenset(terms(text)) if self.kept else frozenset()
        return next((s for s, own, _ in reversed(self.kept) if own and len(own & said) >= 0.6 * len(own)), None)
