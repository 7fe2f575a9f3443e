"""The words of reports, from ``strings.toml``, in one language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

LANGUAGES = ("en", "ko")
Table = Mapping[str, Mapping[str, Mapping[str, str]]]


@cache
def table() -> Table:
    """All strings: section → name → language → text."""
    data: Table = tomllib.loads(resources.files("harness.reporting").joinpath("strings.toml").read_text("utf-8"))
    return data


@dataclass(frozen=True)
class Strings:
    """The strings of one language; called with ``section.name`` and the values of its placeholders."""

    language: str

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            raise ValueError(f"reports are written in {' or '.join(LANGUAGES)}, not in {self.language!r}")

    def __call__(self, key: str, **values: object) -> str:
        section, _, name = key.partition(".")
        return _fill(table()[section][name][self.language], values)

    def folds(self, count: int) -> str:
        """The word for this many folds."""
        return self("head.fold" if count == 1 else "head.folds")

    def pick(self, texts: Mapping[str, str]) -> str:
        """This language's text of a mapping that may lack it."""
        return texts.get(self.language) or texts.get("en") or next(iter(texts.values()), "")

    def why(self, said: str) -> str:
        """A reason of a grade or a failure in this language; as it stands where it is not known."""
        if self.language == "en":
            return said
        for pattern, texts in _reasons():
            if found := pattern.fullmatch(said):
                rest = found.groupdict().get("rest")
                return _fill(texts[self.language], {} if rest is None else {"rest": self.why(rest)})
        return said

    def glossary(self) -> list[tuple[str, str]]:
        """Words and what they mean."""
        pairs = (texts[self.language].partition("|") for texts in table()["word"].values())
        return [(word, meaning) for word, _, meaning in pairs]


def _fill(text: str, values: Mapping[str, object]) -> str:
    return re.sub(r"\{(\w+)\}", lambda m: str(values[m[1]]), text)


@cache
def _reasons() -> list[tuple[re.Pattern[str], Mapping[str, str]]]:
    """Patterns of the known reasons, those without a placeholder first."""
    known = sorted(table()["why"].values(), key=lambda texts: "{" in texts["en"])
    return [(re.compile(re.escape(t["en"]).replace(r"\{rest\}", "(?P<rest>.+)"), re.DOTALL), t) for t in known]
