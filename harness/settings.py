"""Settings: ``[tool.afterfold]`` of a ``pyproject.toml`` or an ``afterfold.toml``, overridden by flags. Unknown keys are errors."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from harness.errors import SettingsError

EMBEDDED = ("extractive", "window", "identity", "empty")  # compactors that need neither a model nor a recording


class Settings(BaseModel):
    """All that decides a run, besides its logs and probes. The whole of it is written into the run folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    paths: tuple[str, ...] = Field((), description="logs or folders that are evaluated when none is named")
    probes: str | None = Field(
        None, description="a probe file, or a folder with one file per log; without it rules write them"
    )
    compactor: Literal["extractive", "window", "identity", "empty", "recorded"] = "extractive"
    recordings: str = Field(
        "datasets/folds/default", description="folder with recorded chains, for the compactor `recorded`"
    )
    prompt: str = Field("default", description="name or file of the fold prompt")
    mode: Literal["rolling", "refold"] = "rolling"
    folds: Annotated[int, Field(ge=1, le=1000, description="at most this many folds a conversation")] = 5
    window: Annotated[
        int, Field(ge=0, description="context window in tokens; 0 chooses one that gives about `folds` folds")
    ] = 0
    threshold: Annotated[float, Field(gt=0, le=1, description="share of the window at which the context is folded")] = (
        0.8
    )
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
    runs: str = Field("reports/runs", description="folder for run folders")


def load_settings(folder: Path, flags: Mapping[str, Any]) -> Settings:
    """Settings of the nearest ``afterfold.toml`` or ``pyproject.toml`` in ``folder``, with the given flags on top.

    Raises SettingsError with the file, the key and what is wrong.
    """
    source, values = _from_file(folder)
    given = {k: v for k, v in flags.items() if v is not None}
    return _validated({**values, **given}, source, frozenset(given))


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
        raise SettingsError(f"{where}: {first['msg'].lower()} (got {first['input']!r}).") from None


def _from_file(folder: Path) -> tuple[str, dict[str, Any]]:
    for name in ("afterfold.toml", "pyproject.toml"):
        path = folder / name
        if not path.is_file():
            continue
        try:
            data = tomllib.loads(path.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SettingsError(f"{path}: not a TOML file ({error}).") from None
        table = data if name == "afterfold.toml" else data.get("tool", {}).get("afterfold")
        if table is not None:
            return f"{path} [tool.afterfold]" if name == "pyproject.toml" else str(path), dict(table)
    return "settings", {}
