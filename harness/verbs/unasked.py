"""The prompt check joined with the measured loss: types that die and that no line of the fold prompt asks for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from harness.analysis import Analysis, CategoryResult
from harness.categories import Categories
from harness.folding.asked import AskingLine, asking_lines, unasked_losses
from harness.reporting.strings import LANGUAGES, Strings
from harness.runs import Run

_UNPROMPTED = ("window", "identity", "empty", "clear-tools")


def unasked(run: Run, analysis: Analysis, categories: Categories, target: float) -> dict[str, dict[str, str]]:
    """By type, the one that goes first first, and by language a sentence on each that dies and that no line of the fold prompt asks
    for. A type dies if the interval of what is kept of it lies below ``target`` and the fold took some of it. Empty where the run's
    folds were not made under its prompt."""
    prompts = _used(run)
    dying = [r for r in analysis.categories if _dies(r, target)]
    if not prompts or not dying:
        return {}
    asked = _asked(prompts, categories)
    names = [r.name for r in sorted(dying, key=lambda r: r.decay.r.value if r.decay.r else 1.0)]
    found = {name: {lang: _said(asked, name, categories, lang) for lang in LANGUAGES} for name in names}
    title = next(iter(run.info["prompts"].values()))["name"]
    return {
        name: {lang: Strings(lang)("ask.unasked", prompt=title, sentence=said) for lang, said in texts.items()}
        for name, texts in found.items()
        if all(texts.values())
    }


def _said(asked: Mapping[str, AskingLine | None], name: str, categories: Categories, language: str) -> str:
    """The sentence on one type, which reports call by its title; empty where a line asks for it."""
    said = "".join(unasked_losses(asked, [name], categories, language))
    return said.replace(name, categories[name].title["en"], 1) if language == "en" and said else said


def _used(run: Run) -> list[str]:
    """The texts of the prompts under which the run's folds were made; none for folds that no prompt of ours asked for."""
    info, settings = run.info, run.info.get("settings", {})
    compactor, prompts = str(info.get("compactor", "")), info.get("prompts", {})
    if info.get("recorded") or compactor in _UNPROMPTED or not prompts:
        return []
    if compactor == "recorded" and Path(str(settings.get("recordings", ""))).name != settings.get("prompt"):
        return []
    wanted = {str(c.get("language")) for c in run.conversations} & set(prompts) or set(prompts)
    return [str(prompts[language]["text"]) for language in sorted(wanted) if "text" in prompts[language]]


def _asked(prompts: list[str], categories: Categories) -> Mapping[str, AskingLine | None]:
    """A line that asks for each type in any of the prompts."""
    lines = [asking_lines(text, categories) for text in prompts]
    return {name: next((found[name] for found in lines if found[name]), None) for name in categories}


def _dies(r: CategoryResult, target: float) -> bool:
    share = r.decay.retention.get(r.advice.age) if r.advice.age else None
    below = share is not None and share.high is not None and share.high < target
    return below and r.attribution.get("folded_away", 0) > 0
