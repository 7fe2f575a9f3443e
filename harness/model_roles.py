"""Which parts of a run a language model plays, by the settings: compactor, answerer, judge."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from harness.answering.ask_model import ModelAnswerer
from harness.answering.judge import ModelJudge
from harness.errors import SettingsError, UsageError
from harness.evaluate import Parts
from harness.folding.compactors import ClearTools, Command, ModelCompactor, ServerCompactor, load_compactor
from harness.folding.laid_out import laid_out
from harness.live import Remembered
from harness.ports import Compactor, Model, ModelCall, ModelReply
from harness.settings import RoleSettings, Settings

CALIBRATION = "judge-calibration.json"


def role(chosen: Settings, name: str) -> RoleSettings:
    """The settings of a role, with its model. Raises SettingsError where there is none."""
    own = chosen.roles.get(name, RoleSettings())  # type: ignore[call-overload]
    model = own.model or chosen.model
    if not model:
        raise SettingsError(
            f"No model for the {name}: name one with --model, or in the settings under roles.{name}.model."
        )
    result: RoleSettings = own.model_copy(update={"model": model})
    return result


def other_compactor(chosen: Settings, model: Model) -> Compactor:
    """The compactors that are not embedded: models, programs, a user's own."""
    match chosen.compactor:
        case "clear-tools":
            return ClearTools()
        case "command":
            if not chosen.command:
                raise SettingsError(
                    "The compactor `command` needs a program: --command 'node fold.js', or `command` in the settings."
                )
            return Remembered(Command(chosen.command, chosen.command_limit))
        case "model":
            r = role(chosen, "compactor")
            return ModelCompactor(model, str(r.model), r.effort, chosen.items, r.max_tokens)
        case "server":
            r = role(chosen, "compactor")
            return ServerCompactor(model, str(r.model), max_tokens=r.max_tokens or 8192, effort=r.effort)
    return Remembered(load_compactor(chosen.compactor, Path.cwd()))


def with_models(parts: Parts, chosen: Settings, model: Model) -> Parts:
    """Parts in which the roles that the settings give to a model are played by it."""
    if chosen.answerer == "model":
        parts = replace(parts, answerer=answerer_of(chosen, model), trials=chosen.trials)
    if chosen.judge == "model":
        parts = replace(parts, judge=judge_of(chosen, model))
    return parts


def answerer_of(chosen: Settings, model: Model) -> ModelAnswerer:
    """The answerer of the settings."""
    r = role(chosen, "answerer")
    return ModelAnswerer(model, str(r.model), laid_out, r.effort, r.prompt, r.max_tokens or 1024)


def judge_of(chosen: Settings, model: Model) -> ModelJudge:
    """The judge of the settings."""
    r = role(chosen, "judge")
    return ModelJudge(model, str(r.model), r.effort, r.prompt, r.max_tokens or 2048)


class NoModel:
    """Stands where no role is played by a model."""

    def reply(self, call: ModelCall) -> ModelReply:
        """Never asked."""
        raise UsageError(f"The {call.role} needs a model: name one with --model.")


def judge_note(chosen: Settings, parts: Parts) -> str | None:
    """What a run says about its judge: its calibration, or that there is none."""
    if not isinstance(parts.judge, ModelJudge):
        return None
    path = Path(chosen.store).with_name(CALIBRATION)
    try:
        known = json.loads(path.read_text("utf-8")).get(parts.judge.digest)
    except (OSError, ValueError, AttributeError):
        known = None
    if known is None:
        return f"The judge ({parts.judge.model_name}) is not calibrated; run `afterfold judge calibrate`."
    return (
        f"The judge ({parts.judge.model_name}) on {known['labels']} labelled answers: sensitivity {known['sensitivity']:.2f}, "
        f"specificity {known['specificity']:.2f}, kappa {known['kappa']:.2f}."
    )
