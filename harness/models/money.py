"""What calls cost: an account per role, and the limits that stop a run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.ports import ModelCall, Usage
from harness.prices import Price, Prices

BATCH_SHARE = 0.5  # of the price, for calls that go through the Message Batches API


@dataclass
class Line:
    """What one role has used so far."""

    calls: int = 0
    attempts: int = 0
    failures: int = 0
    cost: float = 0.0
    usage: Usage = field(default_factory=Usage)


def added(a: Usage, b: Usage) -> Usage:
    """The sum of two usages."""
    return Usage(a.input + b.input, a.output + b.output, a.cache_read + b.cache_read, a.cache_write + b.cache_write)


def cost_of(usage: Usage, price: Price) -> float:
    """The price of what a call used, in the table's currency."""
    return price.cost(fresh=usage.input, written=usage.cache_write, read=usage.cache_read, produced=usage.output)


@dataclass
class Purse:
    """What one command has spent over all its systems (they share the limits), and whether its live session has begun."""

    cost: float = 0.0
    calls: int = 0
    begun: bool = False

    def add(self, account: Account) -> None:
        """Put the account of one system to it."""
        self.cost, self.calls = self.cost + account.cost, self.calls + account.calls


@dataclass
class Account:
    """Usage per role, and the limits. ``reserved`` is the most that the calls in flight can cost; ``before`` was spent by the systems
    before this one."""

    prices: Prices
    max_cost: float | None = None
    max_calls: int | None = None
    roles: dict[str, Line] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    reserved: float = 0.0
    flying: int = 0
    before: Purse = field(default_factory=Purse)

    @property
    def cost(self) -> float:
        """Dollars spent so far."""
        return sum(line.cost for line in self.roles.values())

    @property
    def calls(self) -> int:
        """Calls answered so far."""
        return sum(line.calls for line in self.roles.values())

    def most(self, call: ModelCall) -> float:
        """The most that a call is expected to cost: its text, counted on the high side, and the whole output it may write."""
        price = self.prices.of(call.model)
        size = estimate_tokens(call)
        return max(price.cost(fresh=size, produced=call.max_tokens), price.cost(written=size, produced=call.max_tokens))

    def reserve(self, call: ModelCall) -> str | None:
        """Set the price of a call aside; a sentence where that would pass a limit."""
        if self.max_calls is not None and self.before.calls + self.calls + self.flying >= self.max_calls:
            return f"--max-calls {self.max_calls} is reached"
        spent = self.before.cost + self.cost
        if self.max_cost is not None and spent + self.reserved + self.most(call) > self.max_cost:
            return f"--max-cost {self.max_cost:g} could be passed by the next call (spent so far: ${spent:.4f})"
        self.reserved += self.most(call)
        self.flying += 1
        return None

    def too_much(self, calls: Sequence[ModelCall], share: float) -> str | None:
        """A sentence where calls that are handed in together could pass a limit."""
        if self.max_calls is not None and self.before.calls + self.calls + len(calls) > self.max_calls:
            return f"{len(calls)} more calls would pass --max-calls {self.max_calls}"
        most = sum(map(self.most, calls)) * share
        if self.max_cost is not None and self.before.cost + self.cost + most > self.max_cost:
            return f"a batch of {len(calls)} calls could cost ${most:.2f} and pass --max-cost {self.max_cost:g}"
        return None

    def book(self, call: ModelCall, usage: Usage, failed: bool, share: float = 1.0) -> None:
        """Book what a reply cost."""
        price, row = self.prices.of(call.model), self._row(call)
        if not price.known:
            self.unknown.add(call.model)
        row.calls, row.failures = row.calls + 1, row.failures + failed
        row.cost += cost_of(usage, price) * share
        row.usage = added(row.usage, usage)

    def attempted(self, call: ModelCall, attempts: int, failed: bool = False) -> None:
        """Book how many requests were sent for a call; ``failed`` where none of them was answered."""
        row = self._row(call)
        row.attempts, row.failures = row.attempts + attempts, row.failures + failed

    def _row(self, call: ModelCall) -> Line:
        return self.roles.setdefault(call.role, Line())

    def release(self, call: ModelCall) -> None:
        """Give back what was set aside for a call."""
        self.reserved = max(0.0, self.reserved - self.most(call))
        self.flying -= 1

    def data(self) -> dict[str, Any]:
        """The account as plain data, for the run folder."""
        return {
            "cost": round(self.cost, 6),
            "unpriced": sorted(self.unknown),
            "roles": {
                name: {
                    "calls": x.calls,
                    "attempts": x.attempts,
                    "failures": x.failures,
                    "cost": round(x.cost, 6),
                    "input": x.usage.input,
                    "output": x.usage.output,
                    "cache_read": x.usage.cache_read,
                    "cache_write": x.usage.cache_write,
                }
                for name, x in sorted(self.roles.items())
            },
        }


def estimate_tokens(call: ModelCall) -> int:
    """Input tokens of a call, on the high side: three bytes a token hold for English and Korean with present tokenizers."""
    texts = (call.system, call.context, call.question, call.history or "", call.schema or "")
    return sum(len(t.encode("utf-8", "surrogatepass")) for t in texts) // 3 + 16


@dataclass(frozen=True, slots=True)
class Planned:
    """What a role would do: calls, tokens sent, tokens of the shared prefixes (paid once), most tokens written, dollars."""

    calls: int
    tokens: int
    prefix: int
    output: int
    cost: float


def planned(calls: Iterable[tuple[ModelCall, int, int, str]], prices: Prices, share: float = 1.0) -> dict[str, Planned]:
    """Calls, tokens and cost per role before anything is sent. Each entry is a call with its prefix tokens, its own tokens, and
    the name of its prefix; the first call of a prefix writes it to the cache, the others read it, where it is not too short to be
    cached. Output counts at its limit."""
    seen: set[str] = set()
    sums: dict[str, list[float]] = {}
    for call, shared, own, name in calls:
        price = prices.of(call.model)
        first = not name or name not in seen
        seen.add(name)
        if not name or shared < price.minimum:
            usage = Usage(own + shared, call.max_tokens)
        else:
            usage = Usage(own, call.max_tokens, 0 if first else shared, shared if first else 0)
        row = sums.setdefault(call.role, [0, 0, 0, 0, 0.0])
        for i, x in enumerate(
            (1, shared + own, shared if first else 0, call.max_tokens, cost_of(usage, price) * share)
        ):
            row[i] += x
    return {r: Planned(int(a), int(b), int(c), int(d), e) for r, (a, b, c, d, e) in sorted(sums.items())}
