"""What a reader could not use, counted as it reads: nothing is left out of a log in silence."""

from __future__ import annotations

from dataclasses import dataclass, field

from harness.schema import Skipped

SHOWN = 5


@dataclass(slots=True)
class _Count:
    """How often one thing was seen, and on which lines at first."""

    count: int = 0
    lines: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Notes:
    """Counts of skipped things by their description, in the order in which they first came."""

    counts: dict[str, _Count] = field(default_factory=dict)

    def add(self, what: str, line: int | None = None) -> None:
        """Count one more ``what``, seen on ``line`` (from 1; ``None`` where the file has no lines to speak of)."""
        entry = self.counts.setdefault(" ".join(what.split()), _Count())  # an unknown type may be called anything
        entry.count += 1
        if line is not None and len(entry.lines) < SHOWN and line not in entry.lines:
            entry.lines.append(line)

    def split(self) -> Notes:
        """Hand over what was noted so far and start again from nothing."""
        taken = Notes(self.counts)
        self.counts = {}
        return taken

    def absorb(self, later: Notes) -> None:
        """Add what ``later`` noted."""
        for what, entry in later.counts.items():
            mine = self.counts.setdefault(what, _Count())
            mine.count += entry.count
            mine.lines = (mine.lines + entry.lines)[:SHOWN]

    def skipped(self) -> tuple[Skipped, ...]:
        """The counts as records."""
        return tuple(Skipped(what, c.count, tuple(sorted(c.lines))) for what, c in self.counts.items())

    def first(self) -> str:
        """The first thing noted, in words, or nothing."""
        for what, entry in self.counts.items():
            at = f" (line {min(entry.lines)})" if entry.lines else ""
            return f"{what}{at}"
        return ""
