"""What models cost: the table ``prices.toml`` with a user's own on top, for plans, accounts and cache breakpoints alike."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib import resources
from pathlib import Path
from typing import Any

from harness.errors import SettingsError, plainly

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Price of a million tokens, factors on the input price for the prompt cache, and the shortest prefix it takes (tokens).
    ``known`` is false where the table has no entry for a model: it then costs nothing here, and reports say so."""

    input: float
    output: float
    cache_write: float = 1.25
    cache_read: float = 0.1
    minimum: int = 1024
    currency: str = "USD"
    known: bool = True

    def cost(self, *, fresh: float = 0, written: float = 0, read: float = 0, produced: float = 0) -> float:
        """What so many tokens cost: read without a cache, written to it, read from it, produced."""
        taken = fresh + written * self.cache_write + read * self.cache_read
        return (taken * self.input + produced * self.output) / _MILLION

    def pays(self, uses: int) -> bool:
        """Whether a cached prefix that ``uses`` calls share is cheaper than sending it each time:
        w + (uses − 1)·r < uses, with w and r the factors for writing and reading."""
        return self.cache_write + (uses - 1) * self.cache_read < uses


_KEYS = frozenset(f.name for f in fields(Price)) - {"known"}


@dataclass(frozen=True)
class Prices:
    """A price table: the longest entry that a model's name begins with holds."""

    table: Mapping[str, Price]

    def of(self, model: str) -> Price:
        """The price of a model; one of nothing that is not ``known`` where no entry fits."""
        fitting = [name for name in self.table if model.startswith(name)]
        return self.table[max(fitting, key=len)] if fitting else Price(0, 0, known=False)

    def named(self, model: str) -> Price:
        """The price of a model that must be there. Raises SettingsError, naming those there are."""
        if not (found := self.of(model)).known:
            raise SettingsError(
                f"no price for {model!r}; there are {', '.join(self.table)} (`price` chooses, `prices` adds)."
            )
        return found


def load_prices(path: Path | str | None = None) -> Prices:
    """The packaged table, with a user's own on top. Raises SettingsError with file, entry and what is wrong."""
    table = _parse(resources.files("harness").joinpath("prices.toml").read_text("utf-8"), "prices.toml")
    if path is not None:
        try:
            table |= _parse(Path(path).read_text("utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"{path}: the price table cannot be read: {plainly(error)}; check --prices.") from None
    return Prices(table)


def _parse(text: str, source: str) -> dict[str, Price]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{source}: not a TOML file ({error}).") from None
    return {name: _price(entry, f"{source}: price {name!r}") for name, entry in data.items()}


def _price(entry: Any, where: str) -> Price:
    if not isinstance(entry, Mapping) or not {"input", "output"} <= set(entry) <= _KEYS:
        wanted = ", ".join(sorted(_KEYS - {"input", "output"}))
        raise SettingsError(f"{where}: wanted the keys input and output and, if wished, {wanted}.")
    for key, value in entry.items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if key != "currency" and not (number and 0 <= value < float("inf")):
            raise SettingsError(f"{where}: {key} must be a number of at least 0, not {value!r}.")
    return Price(**entry)
