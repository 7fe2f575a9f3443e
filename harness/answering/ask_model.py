"""The answerer that asks a language model as a product would: the folded context goes out as the conversation it is (system block, summary,
turns in their roles) and is the cached prefix; the question comes last, one question a call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Protocol

from harness.errors import SettingsError
from harness.language import normalise
from harness.ports import Model, ModelCall
from harness.schema import Answer, Passage

_MARKS = {"en": "NOT IN THE CONTEXT", "ko": "맥락에 없음"}
_WORDS = {"en": ("Question", "tool in use"), "ko": ("질문", "사용 중인 도구")}


class Layout(Protocol):
    """A context as a request: the system block as text, and the JSON text of the messages before the question."""

    @property
    def system(self) -> str:
        """System block."""
        ...

    @property
    def history(self) -> str:
        """Messages."""
        ...


def load_text(name: str, language: str, own: str | None = None) -> str:
    """A prompt as a file: the packaged one, or a user's (of ``x.md`` the file ``x.ko.md`` for Korean where it exists).

    Raises SettingsError where it cannot be read or is empty.
    """
    language = language if language in _MARKS else "en"
    if own is None:
        return resources.files("harness.answering").joinpath("prompts", f"{name}.{language}.md").read_text("utf-8")
    path = Path(own)
    other = path.with_name(f"{path.name.split('.')[0]}.{language}{path.suffix}")
    try:
        text = (other if other.is_file() else path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{own}: the prompt of the {name} role cannot be read ({error}).") from None
    if not text.strip():
        raise SettingsError(f"{own}: the prompt of the {name} role is empty.")
    return text


@dataclass(frozen=True)
class ModelAnswerer:
    """See the module. ``lay_out`` makes a request of a context in a language; ``prompt`` is the user's own file, if any."""

    model: Model
    model_name: str
    lay_out: Callable[[Sequence[Passage], str], Layout]
    effort: str | None = None
    prompt: str | None = None
    max_tokens: int = 1024
    trial: int = 0

    @property
    def name(self) -> str:
        """What reports call it."""
        return self.model_name

    def for_trial(self, trial: int) -> ModelAnswerer:
        """The same answerer, asked once more."""
        return replace(self, trial=trial)

    def read(self, passages: Sequence[Passage], language: str) -> ModelReader:
        """Lay the context out once."""
        request, prompt = self.lay_out(passages, language), load_text("answer", language, self.prompt)
        call = ModelCall(
            "answerer",
            self.model_name,
            "",
            system=f"{request.system}\n\n{prompt}" if request.system else prompt,
            max_tokens=self.max_tokens,
            effort=self.effort,
            history=request.history,
            trial=self.trial,
        )
        return ModelReader(self.model, call, language)


@dataclass(frozen=True)
class ModelReader:
    """A context, ready to be asked."""

    model: Model
    call: ModelCall
    language: str

    def ask(self, question: str, tool: str | None = None) -> Answer:
        """One question, one call. A refusal or a lost call is a failure, not an abstention."""
        title, using = _WORDS.get(self.language, _WORDS["en"])
        more = f" ({using}: {tool})" if tool else ""
        reply = self.model.reply(replace(self.call, question=f"# {title}{more}\n{question}"))
        if reply.failure:
            return Answer("", failure=reply.failure)
        return Answer("", abstained=True) if abstained(reply.text) else Answer(reply.text.strip())


def abstained(text: str) -> bool:
    """Whether a reply is the mark that stands for an abstention, in either language, and nothing else of weight."""
    plain = normalise(text).strip(" .!\"'*`")
    return any(
        plain == mark or (plain.startswith(mark) and len(plain) < len(mark) + 4)
        for mark in map(normalise, _MARKS.values())
    )
