"""A test piece of known retention: drops each fact of category c with probability 1 − r_c at every fold.

Its true survival is S_k = r_c^k, so the estimators can be checked against it. It reads the probes' evidence and is therefore
no compactor that could be compared with others; results made with it are never shown as results.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from harness.schema import FoldRequest, FoldResult, Probe


@dataclass(frozen=True)
class Phantom:
    """``rates`` maps a category to its per-fold retention r_c; ``default`` holds for the others."""

    probes: Sequence[Probe]
    rates: Mapping[str, float]
    seed: int = 0
    default: float = 0.9
    name: str = "phantom"
    varies: bool = True  # its coins depend on the chain

    def fold(self, request: FoldRequest) -> FoldResult:
        """The quotes of the facts that survive: those carried so far and those of the new turns, each kept by its own coin."""
        carried = set(request.previous.splitlines())
        new = {t.index for t in request.turns}
        lines = [
            line
            for probe in self._of(request.conversation)
            for line in _lines(probe)
            if (line in carried or (not carried.issuperset({line}) and _among(probe, line, new)))
            and self._kept(probe, request)
        ]
        return FoldResult("\n".join(dict.fromkeys(lines)) or "(nothing)")

    def _of(self, conversation: str) -> Iterable[Probe]:
        return (p for p in self.probes if p.conversation in ("", conversation) and p.evidence)

    def _kept(self, probe: Probe, request: FoldRequest) -> bool:
        key = f"{self.seed}/{request.conversation}/{request.chain}/{request.ordinal}/{probe.id}"
        draw = int.from_bytes(hashlib.sha256(key.encode("utf-8")).digest()[:8], "big") / 2**64
        return draw < self.rates.get(probe.category, self.default)


def _lines(probe: Probe) -> list[str]:
    return [" ".join(e.quote.split()) for e in probe.evidence]


def _among(probe: Probe, line: str, turns: set[int]) -> bool:
    return any(e.turn in turns and " ".join(e.quote.split()) == line for e in probe.evidence)
