"""The information types as data: ``categories.toml`` and files of the same form that users add."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from harness.errors import SettingsError, plainly

MEMORY_KINDS = ("decision", "constraint", "fact", "failure")
PUT_BACK = {
    "constraint": {"en": "always, all of them", "ko": "항상, 전부"},
    "decision": {"en": "those similar to the request", "ko": "요청과 비슷한 것만"},
    "fact": {"en": "similar to the request, recent first", "ko": "요청과 비슷하고 최근인 것부터"},
    "failure": {"en": "only when the same tool is in use", "ko": "같은 도구를 쓸 때만"},
}
_VALUE_KINDS = {"time", "quantity", "identifier"}
_KEYS = {"title", "kind", "weight", "cues", "values", "asks"}
_NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True)
class Category:
    """One information type. ``cue`` matches sentences that carry it, in either language (search the original text)."""

    name: str
    title: Mapping[str, str]
    kind: str
    weight: float
    cue: re.Pattern[str]
    values: frozenset[str]
    asks: re.Pattern[str]

    @property
    def put_back(self) -> Mapping[str, str]:
        """The rule for putting its memory items back, by language."""
        return PUT_BACK[self.kind]

    def asked_for_by(self, line: str) -> bool:
        """Whether a line of a fold prompt asks for this type."""
        return bool(self.asks.search(line))


Categories = Mapping[str, Category]


@cache
def builtin() -> Categories:
    """The types that the project defines, in the order in which reports show them."""
    return _parse(
        tomllib.loads(resources.files("harness").joinpath("categories.toml").read_text("utf-8")), "categories.toml"
    )


def load(path: Path | None) -> Categories:
    """The built-in types and those of a user's file; a name that is already there replaces the built-in one."""
    if path is None:
        return builtin()
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{path}: the category file cannot be read: {plainly(error)}; check `categories`."
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: not a TOML file ({error}).") from None
    return {**builtin(), **_parse(data, str(path))}


def _parse(data: Mapping[str, Any], source: str) -> dict[str, Category]:
    return {name: _category(name, entry, source) for name, entry in data.items()}


def _category(name: str, entry: Any, source: str) -> Category:
    where = f"{source}: category {name!r}"
    if not isinstance(entry, dict):
        raise SettingsError(f"{where}: wanted a table; see harness/categories.toml for the form.")
    if unknown := set(entry) - _KEYS:
        raise SettingsError(f"{where}: unknown key {min(unknown)!r}; known are {', '.join(sorted(_KEYS))}.")
    kind = entry.get("kind")
    if kind not in MEMORY_KINDS:
        raise SettingsError(f"{where}: kind must be one of {', '.join(MEMORY_KINDS)}, not {kind!r}.")
    values = frozenset(entry.get("values", ()))
    if not values <= _VALUE_KINDS:
        raise SettingsError(f"{where}: values may hold {', '.join(sorted(_VALUE_KINDS))}.")
    title = {"en": name.replace("_", " "), "ko": name, **entry.get("title", {})}
    asks = _asks([word for language in entry.get("asks", {}).values() for word in language])
    return Category(name, title, kind, float(entry.get("weight", 1)), _cue(entry.get("cues", {}), where), values, asks)


def _asks(words: list[str]) -> re.Pattern[str]:
    """A word of up to three letters is matched whole ("id" is not in "undecided"), a longer one as the start of a word."""
    latin = [rf"\b{re.escape(w)}{'s?' + chr(92) + 'b' if len(w) <= 3 else ''}" for w in words if w.isascii()]
    hangul = [re.escape(w) for w in words if not w.isascii()]
    return re.compile("|".join(latin + hangul) or r"(?!)", re.IGNORECASE)


def _cue(cues: Mapping[str, list[str]], where: str) -> re.Pattern[str]:
    patterns = [p for language in cues.values() for p in language]
    if not patterns:
        return _NOTHING
    try:
        return re.compile("|".join(f"(?:{p})" for p in patterns), re.IGNORECASE)
    except re.error as error:
        raise SettingsError(f"{where}: a cue is not a regular expression ({error}).") from None
