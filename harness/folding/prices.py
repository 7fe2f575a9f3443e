"""The price table of ``afterfold plan`` and of the cache breakpoints: ``prices.toml``, or a file of the same form."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib import resources
from pathlib import Path
from typing import Any

from harness.errors import SettingsError

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Price of a million tokens, factors on the input price for the prompt cache, and the shortest prefix it takes (tokens)."""

    currency: str
    input: float
    output: float
    cache_write: float
    cache_read: float
    minimum: int

    def cost(self, *, fresh: int = 0, written: int = 0, read: int = 0, produced: int = 0) -> float:
        """What so many tokens cost: read without a cache, written to it, read from it, produced."""
        taken = fresh + written * self.cache_write + read * self.cache_read
        return (taken * self.input + produced * self.output) / _MILLION

    def pays(self, uses: int) -> bool:
        """Whether a cached prefix that ``uses`` calls share is cheaper than sending it each time:
        w + (uses − 1)·r < uses, with w and r the factors for writing and reading."""
        return self.cache_write + (uses - 1) * self.cache_read < uses


def load_prices(path: Path | None) -> dict[str, Price]:
    """The packaged table, or a user's own instead of it. Raises SettingsError with file, entry and what is wrong."""
    if path is None:
        return _parse(resources.files("harness.folding").joinpath("prices.toml").read_text("utf-8"), "prices.toml")
    try:
        return _parse(path.read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: the price table cannot be read ({error}); check `prices`.") from None


def price(name: str, path: Path | None) -> Price:
    """One entry of the table. Raises SettingsError, naming those there are."""
    table = load_prices(path)
    if name not in table:
        raise SettingsError(
            f"{path or 'prices.toml'}: no price {name!r}; there are {', '.join(table) or 'none'} (`price` chooses)."
        )
    return table[name]


def _parse(text: str, source: str) -> dict[str, Price]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{source}: not a TOML file ({error}).") from None
    return {name: _price(entry, f"{source}: price {name!r}") for name, entry in data.items()}


def _price(entry: Any, where: str) -> Price:
    wanted = [f.name for f in fields(Price)]
    if not isinstance(entry, Mapping) or set(entry) != set(wanted):
        raise SettingsError(f"{where}: wanted exactly the keys {', '.join(wanted)}.")
    numbers = {k: v for k, v in entry.items() if k != "currency"}
    for key, value in numbers.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
            raise SettingsError(f"{where}: {key} must be a number of at least 0, not {value!r}.")
    return Price(currency=str(entry["currency"]), **numbers)
