"""What a tool call was about, in a few words: its telling arguments, its command, the table or function it names."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from harness.schema import ToolCall

_BORING = frozenset(
    [
        "limit",
        "offset",
        "page",
        "format",
        "verbose",
        "detach",
        "body",
        "text",
        "content",
        "timeout",
        "action",
        "tab",
        "message",
        "minutes",
        "old",
        "new",
        "since",
        "until",
        "from_name",
        "args",
        "value",
        "cell",
        "mode",
        "lines",
        "summary",
        "grep",
        "measure",
        "timebase",
        "trigger",
        "describe",
    ]
)
_COMMANDS = ("command", "cmd", "script_text", "shell")
_QUERIES = ("sql", "q", "query", "statement")
_CODE = ("code", "source", "python")
_REMOTE = re.compile(r"^ssh\s+(?:-\S+\s+)*\S+\s+['\"]?(?P<rest>.*?)['\"]?$", re.DOTALL)
_SKIP = re.compile(r"^(?:cd|export|set|source|echo|sleep|sudo|time|for|do|done|if|then|fi|while|\[|\{|\}|[A-Z_]+=\S*)$")
_SQL = re.compile(
    r"^\s*(?P<head>(?:create|alter|drop|update|insert|delete|refresh|vacuum|truncate|analyze)\b[^(;]{4,60})",
    re.IGNORECASE,
)
_TABLES = re.compile(r"\b(?:from|join|into|update|table)\s+([A-Za-z_][\w.]{3,40})", re.IGNORECASE)
_CLASS = re.compile(r"\b([A-Z][a-z0-9]+(?:[A-Z]+[a-z0-9]*)+)\s*\(|\b([a-z_]{5,}[a-z0-9_]*)\s*\(")
_LONGEST = 60


def topic_of(call: ToolCall | None) -> str:
    """Up to two short values that are words or names, else what its query, code or command names; empty where nothing tells."""
    arguments = _arguments(call)
    values = [
        _plain(v)
        for k, v in arguments.items()
        if k not in _BORING and k not in (*_COMMANDS, *_QUERIES, *_CODE) and _short(v)
    ]
    parts = values[:2]
    for keys, reader in ((_QUERIES, _of_query), (_CODE, _of_code)):
        if len(parts) < 2 and (text := _first(arguments, keys)) and (found := reader(text)):
            parts.append(found)
    return ", ".join(parts) if len(", ".join(parts)) <= _LONGEST else parts[0]


def command_of(call: ToolCall | None) -> str:
    """The command line that a call ran last, cut to its program and first arguments; empty where it ran none."""
    text = _first(_arguments(call), _COMMANDS).strip()
    if m := _REMOTE.match(text):
        text = m["rest"]
    found = [words for part in re.split(r"&&|\|\||[;\n]", text) if (words := _program(part.split("|")[0]))]
    telling = [w for w in found if w[0] not in _TRIVIAL]
    return _cut((telling or found)[-1]) if found else ""


def reads_a_log(command: str) -> bool:
    """Whether a command only shows what stands somewhere: an error in its output happened to something else."""
    return command.split(" ", 1)[0] in _READERS


def _program(part: str) -> list[str]:
    words = part.split()
    while words and _SKIP.match(words[0]):
        words.pop(0)
    return words if words and re.match(r"[./~\w-]*[a-z]{2}", words[0]) else []


_READERS = frozenset(["cat", "tail", "head", "grep", "less", "more", "journalctl", "sed", "awk", "rg", "dmesg"])
_TRIVIAL = _READERS | frozenset(
    [
        "ls",
        "rm",
        "mkdir",
        "cp",
        "mv",
        "touch",
        "sort",
        "uniq",
        "wc",
        "true",
        "exit",
        "source",
        "uptime",
        "free",
        "ps",
        "df",
    ]
)


def _cut(words: list[str]) -> str:
    kept: list[str] = []
    for word in words:
        if word.startswith((">", "<", "2>", "$", '"', "'", "`")) or len(" ".join([*kept, word])) > _LONGEST:
            break
        kept.append(word.strip("'\""))
    return " ".join(kept)


def _arguments(call: ToolCall | None) -> Mapping[str, object]:
    if call is None:
        return {}
    try:
        found = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _plain(value: object) -> str:
    """A path is known by its last part."""
    text = str(value)
    return (
        text.rstrip("/").rsplit("/", 1)[-1]
        if re.fullmatch(r"[\w./@+ -]*/[\w.@+ -]+/?", text) and text.count("/") > 1
        else text
    )


def _short(value: object) -> bool:
    return (
        isinstance(value, str)
        and 3 <= len(value) <= 64
        and bool(re.search(r"[^\W\d_]{2}", value))
        and "\n" not in value
        and value.count(" ") <= 5
        and not re.fullmatch(r"[\d:T. -]+Z?", value)
    )


def _first(arguments: Mapping[str, object], keys: tuple[str, ...]) -> str:
    return next((str(arguments[k]) for k in keys if isinstance(arguments.get(k), str)), "")


def _of_query(text: str) -> str:
    if m := _SQL.match(text):
        return " ".join(m["head"].split()[:5])
    tables = list(dict.fromkeys(_TABLES.findall(text)))
    return (
        tables[0]
        if tables
        else text.strip()
        if 3 <= len(text.strip()) <= 40 and not re.search(r"\bselect\b", text, re.IGNORECASE)
        else ""
    )


def _of_code(text: str) -> str:
    found = [a or b for a, b in _CLASS.findall(text)]
    telling = [n for n in found if n not in ("print", "range", "import", "assign", "report", "drop")]
    return next((n for n in telling if n[0].isupper()), telling[0] if telling else "")
