"""Fold prompts: a text file with a preserve list, a may-shrink list and rules, one per language."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from harness.errors import SettingsError, plainly
from harness.schema import FoldPrompt

HEADING = re.compile(r"^#+\s*(.+?)\s*$")
BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+(.+?)\s*$")
_PRESERVE = re.compile(r"preserve|keep|retain|must (?:stay|survive)|보존|유지|남길|지킬", re.IGNORECASE)
_SHRINK = re.compile(r"shrink|drop|omit|shorten|줄여|생략|뺄", re.IGNORECASE)


def load_prompt(name: str, language: str) -> FoldPrompt:
    """A prompt by name (``default``) or by path; of a path ``x.md`` the file ``x.ko.md`` is taken for Korean if it exists.

    Raises SettingsError when there is none, or when the file is empty.
    """
    builtin = resources.files("harness.folding") / "prompts" / f"{name}.{language}.md"
    if builtin.is_file():
        return parse_prompt(builtin.read_text("utf-8"), name, language)
    path = _for_language(Path(name), language)
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise SettingsError(f"{name}: no fold prompt of this name, and no such file; try `default`.") from None
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: the fold prompt cannot be read: {plainly(error)}.") from None
    except OSError as error:
        raise SettingsError(
            f"{path}: the fold prompt cannot be read: {plainly(error)}; name a text file, or try `default`."
        ) from None
    if not text.strip():
        raise SettingsError(f"{path}: the fold prompt is empty.")
    return parse_prompt(text, path.name.split(".")[0], language)


def _for_language(path: Path, language: str) -> Path:
    other = path.with_name(f"{path.name.split('.')[0]}.{language}{path.suffix}")
    return other if other.is_file() else path


def parse_prompt(text: str, name: str, language: str) -> FoldPrompt:
    """Split a prompt into its lists; a heading that speaks of preserving (보존) or shrinking (줄여도) opens one."""
    lists: dict[str, list[str]] = {"preserve": [], "shrink": [], "": []}
    current = ""
    for line in text.splitlines():
        if heading := HEADING.match(line):
            current = opens(heading.group(1))
        elif bullet := BULLET.match(line):
            lists[current].append(bullet.group(1))
    return FoldPrompt(name, language, text, tuple(lists["preserve"]), tuple(lists["shrink"]))


def opens(title: str) -> str:
    """Which list a heading opens: ``preserve``, ``shrink`` or, as the empty string, neither."""
    return "shrink" if _SHRINK.search(title) else "preserve" if _PRESERVE.search(title) else ""
