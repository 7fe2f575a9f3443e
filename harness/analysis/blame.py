"""What to do about a loss: the prompt line that went, or that no line asks for the type, or which setting differs."""

from __future__ import annotations

from collections.abc import Sequence

from harness.categories import Categories, Category
from harness.runs.baseline import Side

_MOST = 3  # changed lines that are quoted


def hints(name: str, base: Side, candidate: Side, categories: Categories) -> tuple[str, ...]:
    """Sentences, the surest first."""
    category = categories.get(name)
    found: list[str] = []
    for language in sorted(candidate.prompts):
        old, new = base.prompts.get(language, {}), candidate.prompts[language]
        if category is not None and "preserve" in new:
            found += _preserved(category, old.get("preserve", []), new["preserve"], language)
    if not found:
        found = [s for language in sorted(candidate.prompts) for s in _edited(base, candidate, language)]
    return tuple(found or _settings(base, candidate))


def _preserved(category: Category, old: Sequence[str], new: Sequence[str], language: str) -> list[str]:
    gone = [line for line in old if line not in new and category.asked_for_by(line)]
    if gone:
        lines = ", ".join(f"“{line}”" for line in gone)
        return [f"The preserve list ({language}) no longer has {lines}; put it back."]
    if new and not any(category.asked_for_by(line) for line in new):
        return [f"No line of the preserve list ({language}) asks for {category.title['en']}; add one."]
    return []


def _edited(base: Side, candidate: Side, language: str) -> list[str]:
    old = base.prompts.get(language, {}).get("text", "").splitlines()
    new = candidate.prompts[language].get("text", "").splitlines()
    lines = [f"− {x.strip()}" for x in old if x.strip() and x not in new] + [
        f"+ {x.strip()}" for x in new if x.strip() and x not in old
    ]
    if not lines:
        return []
    rest = f" and {len(lines) - _MOST} more" if len(lines) > _MOST else ""
    return [f"The prompt ({language}) changed: {' · '.join(lines[:_MOST])}{rest}."]


def _settings(base: Side, candidate: Side) -> list[str]:
    changed = [k for k in candidate.system if k != "prompts" and base.system.get(k) != candidate.system[k]]
    said = [f"{k} is {candidate.system[k]} instead of {base.system.get(k)}" for k in changed]
    if said:
        return [f"The prompt is the same; {'; '.join(said)}."]
    return ["Prompt and settings are the same: the compactor or its model behaves differently."]
