"""The author: a language model writes probes with quotes; what cannot be verified against the log is dropped and counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from harness.categories import Categories
from harness.errors import SettingsError, plainly
from harness.language import normalise
from harness.ports import Model, ModelCall
from harness.schema import Conversation, Evidence, Kind, Probe, Turn

_KINDS = {k.value: k for k in (Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER, Kind.NAME, Kind.TEXT)}
_PART = 24_000  # characters of log in one call
_EACH = 12  # probes asked for in one call


@dataclass(frozen=True)
class Authored:
    """Probes whose quotes stand in the log, and how many were dropped for each reason."""

    probes: tuple[Probe, ...]
    dropped: Mapping[str, int]


@dataclass(frozen=True)
class Author:
    """See the module. ``prompt`` is the user's own file, with {count} and {categories} in it."""

    model: Model
    model_name: str
    effort: str | None = None
    prompt: str | None = None
    max_tokens: int = 8192

    def write(self, conversation: Conversation, categories: Categories) -> Authored:
        """The verified probes of a conversation."""
        dropped: Counter[str] = Counter()
        found: dict[str, Probe] = {}
        for call in self.calls(conversation, categories):
            reply = self.model.reply(call)
            if reply.failure:
                dropped[f"no reply: {reply.failure}"] += 1
                continue
            for data in _objects(reply.text, dropped):
                probe = verified(data, conversation, categories, len(found))
                if isinstance(probe, str):
                    dropped[probe] += 1
                elif normalise(probe.question) in found:
                    dropped["the same question twice"] += 1
                else:
                    found[normalise(probe.question)] = probe
        return Authored(tuple(found.values()), dict(sorted(dropped.items())))

    def calls(self, conversation: Conversation, categories: Categories) -> list[ModelCall]:
        """One call for each part of the log."""
        language = conversation.language if conversation.language == "ko" else "en"
        names = [n for n in categories if n not in ("absent", "open_question", "decision_reason")]
        text = self._prompt(language).replace("{count}", str(_EACH)).replace("{categories}", ", ".join(names))
        text = text.replace("{{", "{").replace("}}", "}")
        return [
            ModelCall("author", self.model_name, part, "", text, self.max_tokens, self.effort)
            for part in _parts(conversation.turns)
        ]

    def _prompt(self, language: str) -> str:
        if self.prompt is None:
            return resources.files("harness.probing").joinpath("prompts", f"author.{language}.md").read_text("utf-8")
        try:
            return Path(self.prompt).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(
                f"{self.prompt}: the prompt of the author role cannot be read: {plainly(error)}."
            ) from None


def _parts(turns: Sequence[Turn]) -> Iterator[str]:
    lines: list[str] = []
    size = 0
    for turn in turns:
        line = f"[{turn.index} {turn.role.value}] {turn.text}"
        if lines and size + len(line) > _PART:
            yield "\n".join(lines)
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    if lines:
        yield "\n".join(lines)


def _objects(text: str, dropped: Counter[str]) -> Iterator[Mapping[str, Any]]:
    for line in text.splitlines():
        bare = line.strip().removeprefix("- ").strip("`,")
        if not bare.startswith("{"):
            continue
        try:
            yield json.loads(bare)
        except ValueError:
            dropped["not JSON"] += 1


def verified(data: Mapping[str, Any], conversation: Conversation, categories: Categories, number: int) -> Probe | str:
    """A probe, or the reason why it is dropped."""
    category, kind = str(data.get("category", "")), _KINDS.get(str(data.get("kind", "")))
    question, expected, quote = (str(data.get(k) or "").strip() for k in ("question", "expected", "quote"))
    turn = data.get("turn")
    if category not in categories or category == "absent":
        return "unknown type"
    if kind is None or not (question and expected and quote):
        return "a field is missing"
    if not isinstance(turn, int) or not 0 <= turn < len(conversation.turns):
        return "no such turn"
    if quote not in conversation.turns[turn].text:
        return "the quote is not in the log"
    if normalise(expected) not in normalise(quote):
        return "the quote does not carry the value"
    if normalise(expected) in normalise(question):
        return "the question holds the answer"
    evidence = (Evidence(turn, quote),)
    return Probe(
        f"model-{number:03}",
        category,
        question,
        kind,
        expected,
        evidence=evidence,
        conversation=conversation.id,
        language=conversation.language,
        origin="model",
    )
