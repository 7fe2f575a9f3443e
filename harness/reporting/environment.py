"""How templates become pages: escaped, self-contained, and with no script but our own.

Whatever comes from a log is escaped (autoescape) and what cannot be seen in it is written out (``finalize``). The content policy
names the digest of the one script, so that no other runs.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from harness.language import detect
from harness.reporting.strings import Strings
from harness.reporting.text import visible

_LETTER = re.compile(r"[^\W\d_]")


def templates(**more: Any) -> Environment:
    """The templates of the package; whatever is filled in is escaped, and what is missing is an error."""
    return Environment(
        loader=PackageLoader("harness.reporting"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        **more,
    )


@cache
def environment(t: Strings) -> Environment:
    """The templates of the report in one language, compiled once."""
    made = templates(keep_trailing_newline=True, finalize=_shown)
    script = packaged("report.js")
    made.filters["whole"] = unbroken
    made.globals.update(
        t=t, lang=_Lang(t.language), why=t.why, style=packaged("style.css"), script=script, digest=digest_of(script)
    )
    return made


def unbroken(text: str) -> str:
    """A sentence of ours in which no line ends inside ``[0.48, 0.75]`` or before ``%``."""
    return re.sub(r"(?<=\d) (?=%)|(?<=\d,) (?=[-+]?[\d.]+\])", "\u00a0", text)


def digest_of(script: str) -> Markup:
    """What the content policy calls a script."""
    return Markup(base64.b64encode(hashlib.sha256(script.encode()).digest()).decode())


def packaged(name: str) -> Markup:
    """A file of ours that becomes part of a page as it stands."""
    return Markup(resources.files("harness.reporting").joinpath(f"templates/{name}").read_text("utf-8"))


def _shown(value: Any) -> Any:
    """What stands in the page: text with unseen characters written out; markup is our own and stays."""
    if value is None:
        return ""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@dataclass(frozen=True)
class _Lang:
    """The ``lang`` attribute of a text from a log, where it differs from the page's language."""

    page: str

    def __call__(self, text: str) -> Markup:
        if not _LETTER.search(text) or (language := detect(text)) == self.page:
            return Markup("")
        return Markup(' lang="{}"').format(language)
