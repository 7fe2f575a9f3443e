"""Settings: ``[tool.afterfold]`` of a ``pyproject.toml`` or an ``afterfold.toml``, overridden by flags. Unknown keys are errors."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from harness.errors import SettingsError, plainly

EMBEDDED = ("extractive", "window", "identity", "empty")  # compactors that need neither a model nor a recording
_NAMED = (*EMBEDDED, "clear-tools", "recorded", "model", "server", "command")


def _address(url: str | None) -> str | None:
    if url is None or url.startswith(("http://", "https://")):
        return url
    raise ValueError("should begin with http:// or https://")


def _compactor(name: str) -> str:
    if name in _NAMED or all(name.partition(":")):
        return name
    raise ValueError(f"should be {', '.join(_NAMED)}, or package.module:object")


class RoleSettings(BaseModel):
    """What one role (compactor, answerer, judge, author) has of its own."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str | None = None
    effort: Literal["low", "medium", "high", "xhigh", "max"] | None = None
    prompt: str | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None


class GatePolicy(BaseModel):
    """What a gate demands: ``[tool.afterfold.gate]``. It belongs to a comparison and not to a run, so run folders do not hold it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    margin: Annotated[float, Field(gt=0, lt=1, description="a drop of retention that would still be borne")] = 0.10
    alpha: Annotated[float, Field(gt=0, lt=0.5, description="rate of false FAILs that is borne")] = 0.05
    min_conversations: Annotated[int, Field(ge=2, description="a type in fewer conversations cannot fail")] = 8
    size_match: Annotated[
        float, Field(ge=1, description="summaries of up to this many times the baseline's tokens count as equally long")
    ] = 1.10
    size_budget: Annotated[
        float, Field(ge=1, description="summaries of more than this many times the baseline's tokens fail")
    ] = 1.25
    max_summary_tokens: Annotated[
        int | None, Field(gt=0, description="mean tokens of a summary above which it fails")
    ] = None
    must_hold: tuple[str, ...] = Field((), description="ids of probes that may not be lost")
    categories: tuple[str, ...] = Field((), description="types that are gated; all that have probes when empty")
    inconclusive: Literal["report", "pass", "fail"] = Field(
        "report", description="exit code of an inconclusive gate: 3, 0 or 1"
    )


class Settings(BaseModel):
    """All that decides a run, besides its logs and probes. The whole of it is written into the run folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    paths: tuple[str, ...] = Field((), description="logs or folders that are evaluated when none is named")
    probes: str | tuple[str, ...] | None = Field(
        None, description="a probe file or a folder with one file per log, or several; without it rules write them"
    )
    compactor: Annotated[str, AfterValidator(_compactor)] = "extractive"
    recordings: str = Field(
        "datasets/folds/default", description="folder with recorded chains, for the compactor `recorded`"
    )
    prompt: str = Field("default", description="name or file of the fold prompt")
    mode: Literal["rolling", "refold", "held"] = "rolling"
    chains: Annotated[
        int, Field(ge=1, le=100, description="fold sequences a conversation, where the compactor is not deterministic")
    ] = 1
    folds: Annotated[int, Field(ge=1, le=1000, description="at most this many folds a conversation")] = 5
    window: Annotated[
        int, Field(ge=0, description="context window in tokens; 0 chooses one that gives about `folds` folds")
    ] = 0
    threshold: Annotated[
        float,
        Field(
            gt=0, description="where the context is folded at the latest: a share of the window up to 1, tokens above"
        ),
    ] = 0.8
    trigger: Literal["tokens", "turns", "boundary", "combined"] = Field(
        "tokens", description="what else makes a fold: a count of turns, the end of a task, or that from `soft` on"
    )
    soft: Annotated[
        float,
        Field(gt=0, description="from here on `combined` folds at the end of a task: share up to 1, tokens above"),
    ] = 0.6
    turns: Annotated[int, Field(ge=1, description="turns between two folds, for the trigger `turns`")] = 40
    prices: str | None = Field(None, description="a TOML file with prices of models, on top of the packaged one")
    price: str = Field("claude-sonnet-5-5", description="the model at whose price `afterfold plan` counts")
    recent: Annotated[float, Field(ge=0, description="kept raw: a share of the window up to 1, tokens above")] = 0.1
    summary: Annotated[
        float, Field(gt=0, description="most that a summary may have: a share of the window up to 1, tokens above")
    ] = 0.2
    seed: Annotated[int, Field(ge=0, description="of everything that is drawn; the embedded parts draw nothing")] = 0
    target: Annotated[
        float, Field(gt=0, lt=1, description="retention below which a type should become memory items")
    ] = 0.8
    min_probes: Annotated[int, Field(ge=1, description="cells with fewer probes are marked")] = 20
    min_conversations: Annotated[int, Field(ge=1, description="cells from fewer conversations are marked")] = 8
    max_probes: Annotated[
        int, Field(ge=1, description="at most this many generated probes a conversation, balanced over types")
    ] = 100
    memory: Annotated[int, Field(ge=1, description="most tokens of memory items in one request")] = 400
    verify: bool = Field(False, description="replay with the promoted types as memory items after every evaluation")
    label: str | None = Field(None, description="what reports call this system; without it the compactor's name")
    beside: tuple[dict[str, Any], ...] = Field(
        (), description="further systems on the same probes: tables with the settings in which each differs"
    )
    categories: str | None = Field(None, description="a TOML file with further information types")
    jobs: Annotated[
        int, Field(ge=0, description="conversations evaluated at a time; 0: as many as there are cores")
    ] = 0
    runs: str = Field("reports/runs", description="folder for run folders")
    gate: GatePolicy = Field(
        default_factory=lambda: GatePolicy.model_validate({}), exclude=True, description="what `afterfold gate` demands"
    )
    answerer: Literal["embedded", "model"] = "embedded"
    judge: Literal["none", "model"] = "none"
    model: str | None = Field(None, description="the language model of every role that has none of its own")
    roles: dict[Literal["compactor", "answerer", "judge", "author"], RoleSettings] = Field(
        default_factory=dict, description="model, effort, prompt (a file) and max_tokens by role"
    )
    base_url: Annotated[str | None, AfterValidator(_address)] = Field(
        None, description="address of a server that speaks the Messages API, without /v1"
    )
    store: str = Field("reports/calls.sqlite", description="the call store")
    calls: Literal["replay", "record", "live"] = Field(
        "record", description="replay: recordings only; record: send what is not recorded; live: send everything anew"
    )
    trials: Annotated[int, Field(ge=1, le=100, description="how often a model is asked each question")] = 1
    items: bool = Field(False, description="ask the compactor `model` for memory items in the same call")
    concurrency: Annotated[int, Field(ge=1, le=1000, description="requests at a time, at most")] = 16
    attempts: Annotated[int, Field(ge=1, le=100, description="requests for one call, at most")] = 6
    deadline: Annotated[float, Field(gt=0, description="seconds for one call with all its attempts")] = 600.0
    max_cost: Annotated[float, Field(gt=0)] | None = Field(None, description="dollars at which a run stops")
    max_calls: Annotated[int, Field(ge=1)] | None = Field(None, description="calls at which a run stops")
    batch: bool = Field(False, description="answers and judgements through the Message Batches API")
    command: tuple[str, ...] = Field((), description="program and arguments of the compactor `command`")
    command_limit: Annotated[float, Field(gt=0, description="seconds a fold for it")] = 300.0

    @model_validator(mode="before")
    @classmethod
    def _compactor_prompt(cls, values: Any) -> Any:
        """The prompt of the compactor's role is the fold prompt, unless that is named itself."""
        roles = values.get("roles") if isinstance(values, Mapping) else None
        own = roles.get("compactor") if isinstance(roles, Mapping) else None
        prompt = own.get("prompt") if isinstance(own, Mapping) else None
        return values if prompt is None else {"prompt": prompt, **values}

    @property
    def modelled(self) -> bool:
        """Whether any role is played by a language model."""
        return self.compactor in ("model", "server") or self.answerer == "model" or self.judge == "model"


def load_settings(folder: Path, flags: Mapping[str, Any]) -> Settings:
    """Settings of the nearest ``afterfold.toml`` or ``pyproject.toml`` in ``folder``, with the given flags on top.

    Raises SettingsError with the file, the key and what is wrong.
    """
    source, values = _from_file(folder)
    given = {k: v for k, v in flags.items() if v is not None}
    return _validated({**values, **given}, source, frozenset(given))


def revised(written: Mapping[str, Any], source: str, flags: Mapping[str, Any]) -> Settings:
    """Settings as they were written down in ``source``, with the given flags on top. Raises SettingsError as above."""
    given = {k: str(v) if isinstance(v, Path) else v for k, v in flags.items() if v is not None}
    return _validated({**written, **given}, source, frozenset(given))


def asides(chosen: Settings) -> list[Settings]:
    """The settings of each further system: those of the main one with its own on top. Raises SettingsError as above."""
    base = chosen.model_dump() | {"beside": (), "label": None}
    return [_validated({**base, **entry}, f"beside {n}", frozenset()) for n, entry in enumerate(chosen.beside, 1)]


def _validated(values: Mapping[str, Any], source: str, flags: frozenset[str]) -> Settings:
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(p) for p in first["loc"])
        where = f"--{key.replace('_', '-')}" if key in flags else f"{source}: {key}"
        if first["type"] == "extra_forbidden":
            raise SettingsError(f"{where}: no such setting; known are {', '.join(Settings.model_fields)}.") from None
        said = first["msg"].lower().removeprefix("value error, ")  # of pydantic, before what a validator of ours says
        raise SettingsError(f"{where}: {said} (got {first['input']!r}).") from None


def _from_file(folder: Path) -> tuple[str, dict[str, Any]]:
    for name in ("afterfold.toml", "pyproject.toml"):
        path = folder / name
        if not path.is_file():
            continue
        try:
            data = tomllib.loads(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"{path}: the settings cannot be read: {plainly(error)}.") from None
        except tomllib.TOMLDecodeError as error:
            raise SettingsError(f"{path}: not a TOML file ({error}).") from None
        table = data if name == "afterfold.toml" else data.get("tool", {}).get("afterfold")
        if table is not None:
            return f"{path} [tool.afterfold]" if name == "pyproject.toml" else str(path), dict(table)
    return "settings", {}
