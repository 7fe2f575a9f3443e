"""What a string without white space names: a table of subtypes, tried in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from harness.values.model import IdentifierKind as Kind
from harness.values.model import IdentifierValue

FILE_ENDING = (
    "py|pyi|ipynb|js|jsx|ts|tsx|mjs|json|jsonl|ya?ml|toml|ini|cfg|conf|env|md|rst|txt|log|csv|tsv|parquet|xlsx?|docx?|pptx?|hwpx?|pdf|png|jpe?g|"
    "gif|svg|webp|mp[34]|wav|mov|zip|tar|t?gz|bz2|xz|7z|rar|sh|bash|bat|ps1|sql|db|sqlite3?|html?|css|scss|xml|c|h|cc|cpp|hpp|cs|go|rs|java|kt|"
    "swift|rb|php|lua|r|scala|vue|lock|bak|tmp|pem|key|crt|pub|so|dll|exe|dmg|iso|img|bin|hex|whl|jar|war|proto|tf|gradle|dockerfile|patch|diff"
)
_TLD = (
    "com|net|org|io|dev|ai|app|edu|gov|mil|info|biz|cloud|tech|xyz|me|tv|co|kr|jp|cn|uk|de|fr|eu|us|ca|au|in|ch|nl|se|es|it|local|internal|lan|"
    "corp|test|example|invalid|home|arpa"
)
_SEGMENT = r"[A-Za-z0-9_.@+~%$-]+"
_HOST = rf"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{{0,62}})\.)+(?:{_TLD})"
_BRANCH = (
    "release|releases|feature|feat|fix|bugfix|hotfix|chore|refactor|dependabot|origin|upstream|topic"
    "|wip|experiment|user|users"
)
_ROOTS = (
    "src|lib|app|apps|tests?|docs|bin|etc|config|configs|scripts|packages|cmd|pkg|internal|data"
    "|datasets|assets|public|build|dist|var|usr|opt|home|tmp|node_modules"
)
_NOT_STEMS_TEXT = """
top mid pre post sub non under over late early at to the type one two three four five six seven
eight nine ten twenty thirty forty fifty sixty seventy eighty ninety jan feb mar apr may jun jul
aug sep sept oct nov dec january february march april june july august september october
november december mon tue wed thu fri sat sun q1 q2 q3 q4 utc gmt kst est pst day days week
month year hour part phase step no won usd krw eur half about approx max min and or by until x
"""
_NOT_STEMS = frozenset(_NOT_STEMS_TEXT.split())
_SPECIAL_TEXT = """
github gitlab javascript typescript postgresql youtube linkedin openai chatgpt whatsapp paypal
airbnb mongodb mysql
"""
_SPECIAL = frozenset(_SPECIAL_TEXT.split())
_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"


def _same(text: str) -> str:
    return text


def _path(text: str) -> str:
    text = re.sub(r":[0-9]+(?::[0-9]+)?$", "", text)
    while text.startswith("./"):
        text = text[2:]
    return text.rstrip("/") or "/"


def _windows(text: str) -> str:
    return text.replace("/", "\\").rstrip("\\").casefold()


def _version(text: str) -> str:
    return text.lower().removeprefix("v")


def _hash(text: str) -> str:
    return text.lower().rpartition(":")[2]


def _variable(text: str) -> str:
    return text.strip("${}")


def _name(text: str) -> str:
    """Hyphenated and letter-digit names are one whatever their case; snake_case and camelCase are not."""
    return text if "_" in text or "." in text or not any(c.isdigit() for c in text) else text.casefold()


class _Row(NamedTuple):
    kind: Kind
    pattern: re.Pattern[str]
    key: Callable[[str], str]


def _row(kind: Kind, pattern: str, key: Callable[[str], str] = _same) -> _Row:
    return _Row(kind, re.compile(pattern, re.ASCII), key)


_ROWS = (
    _row(Kind.URL, r"[A-Za-z][A-Za-z0-9+.-]{1,15}://\S+", lambda t: t.rstrip("/")),
    _row(Kind.EMAIL, r"[A-Za-z0-9_.+%-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}", str.lower),
    _row(Kind.UUID, r"[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}", str.lower),
    _row(Kind.IP, rf"{_OCTET}(?:\.{_OCTET}){{3}}(?::[0-9]{{1,5}}|/[0-9]{{1,2}})?"),
    _row(Kind.IP, r"(?=.*(?:::|[A-Fa-f]))(?=.*:.*:)[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}", str.lower),
    _row(
        Kind.HASH,
        r"(?:sha(?:1|256|512):|md5:)?(?=[A-Fa-f]*[0-9])(?=[0-9]*[A-Fa-f])(?![0-9]+[dDfF]$|[0-9]+[eE][0-9]+$)[0-9A-Fa-f]{7,128}",
        _hash,
    ),
    _row(Kind.VERSION, r"[vV][0-9]+(?:\.[0-9]+)*(?:[-+.]?(?:alpha|beta|rc|dev|post|a|b)?[-.]?[0-9A-Za-z]+)*", _version),
    _row(
        Kind.VERSION,
        r"(?!(?:19|20)[0-9]{2}\.(?:0?[1-9]|1[0-2])\.[0-9]{1,2}$)[0-9]+\.[0-9]+\.[0-9]+(?:\.[0-9]+)?(?:[-+.]?[A-Za-z][0-9A-Za-z.+-]*)?",
        _version,
    ),
    _row(Kind.VERSION, r"[0-9]+\.[0-9]+-?(?:alpha|beta|rc|dev)[.-]?[0-9]*", _version),
    _row(Kind.PATH, r"[A-Za-z]:[\\/](?!/)[\w.\\/ $@~%+-]*|\\\\[\w.$-]+(?:\\[\w.$ -]+)+\\?", _windows),
    _row(Kind.PATH, rf"/(?:{_SEGMENT}/)*{_SEGMENT}/?(?::[0-9]+)*", _path),
    _row(Kind.PATH, rf"(?:~|\.{{1,2}}|\$[A-Za-z_]+)/(?:{_SEGMENT}/)*(?:{_SEGMENT})?(?::[0-9]+)*", _path),
    _row(Kind.HOST, r"(?:localhost)(?::[0-9]{1,5})?", str.lower),
    _row(Kind.HOST, rf"{_HOST}:[0-9]{{1,5}}|www\.[A-Za-z0-9.-]+|[A-Za-z][A-Za-z0-9-]{{1,62}}:[0-9]{{4,5}}", str.lower),
    _row(Kind.NAME, r"0[0-9]{2,19}|0[0-9]{1,2}-[0-9]{3,4}-[0-9]{4}"),  # a leading zero makes a code, not an amount
    _row(Kind.TICKET, r"[A-Z][A-Z0-9]{1,9}-[0-9]{1,7}", str.casefold),
    _row(Kind.TICKET, r"(?:[\w.-]+/[\w.-]+)?#[0-9]{1,7}", str.casefold),
    _row(Kind.PORT, r":[0-9]{4,5}", lambda t: t[1:]),
    _row(Kind.COMMAND, r"--[A-Za-z][A-Za-z0-9-]*"),
    _row(Kind.BRANCH, rf"(?:{_BRANCH})/[A-Za-z0-9][\w./-]*"),
    _row(Kind.FILE, rf"[A-Za-z0-9_+@~-][\w.+@~-]*\.(?:{FILE_ENDING})(?::[0-9]+)*", _path),
    _row(Kind.FILE, r"Dockerfile|Makefile|\.(?:env|git|github|docker|npm|ssh|bash|zsh|vim|eslint|prettier)[\w.-]*"),
    _row(Kind.HOST, _HOST, str.lower),
    _row(Kind.PATH, rf"(?:[A-Za-z0-9_.@-]+/)+[\w.@+~-]*\.(?:{FILE_ENDING})(?::[0-9]+)*", _path),
    _row(Kind.PATH, rf"(?:{_ROOTS})/(?:{_SEGMENT}/)*(?:{_SEGMENT})?", _path),
    _row(
        Kind.PATH,
        rf"(?=[A-Za-z])(?=[^/]+/[^/]+/)(?=.*[a-z])(?!(?:[A-Z]\w*/)+)(?:{_SEGMENT}/){{2,}}(?:{_SEGMENT})?",
        _path,
    ),
    _row(Kind.VARIABLE, r"\$\{?[A-Za-z_][A-Za-z0-9_]*\}?|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+", _variable),
    _row(Kind.NAME, r"_{0,2}[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)+_{0,2}(?:\.[A-Za-z_]\w*)*|__[a-z0-9]+__"),
    _row(Kind.NAME, r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\.\w*_\w+|[a-z]{2,}[a-z0-9]*(?:\.[a-z][A-Za-z0-9]+){2,}"),
    _row(Kind.NAME, r"[a-z]{2,}[a-z0-9]*(?:[A-Z][a-z0-9]+)+[A-Z]{0,4}|(?:[A-Z][a-z0-9]+){2,}[A-Z]{0,4}"),
    _row(
        Kind.NAME, r"(?=[^0-9]*[0-9])[A-Za-z][A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*-[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)*", _name
    ),
    _row(
        Kind.NAME, r"[A-Za-z]{1,12}[0-9]{2,}[A-Za-z0-9]*|[A-Za-z]{2,12}[0-9][A-Za-z0-9]*|[A-Z][0-9][A-Z0-9]{2,}", _name
    ),
)
_CALLED = re.compile(r"[A-Za-z_][\w.]*", re.ASCII)
_UNIT_LIKE = re.compile(
    r"(?:usd|krw|eur|gbp|jpy|us\$|fy|utc|gmt)[+-]?[0-9].*|(?:q[1-4]|h[12])(?:[+-](?:19|20)?[0-9]{2}|(?:19|20)[0-9]{2})?|[ap]m[0-9]*|\$[0-9].*",
    re.IGNORECASE | re.ASCII,
)


def classify(chunk: str, *, called: bool = False) -> IdentifierValue | None:
    """The identifier that the whole of ``chunk`` is, or None. ``called``: "()" follows it."""
    if not chunk or len(chunk) > 500:
        return None
    if called and _CALLED.fullmatch(chunk):
        return IdentifierValue(Kind.NAME, chunk)
    for kind, pattern, key in _ROWS:
        if pattern.fullmatch(chunk):
            return None if _is_word(kind, chunk) else IdentifierValue(kind, key(chunk))
    return None


def _is_word(kind: Kind, chunk: str) -> bool:
    """Ordinary words and amounts in the shape of a name: mid-2026, top-10, Mar-5, GitHub, UTC+9."""
    if kind not in (Kind.NAME, Kind.TICKET, Kind.HASH, Kind.VARIABLE):
        return False
    if len(chunk) > 1 and chunk[1] == "-" and chunk[2:].isdigit():
        return True  # n-1
    stem = re.split(r"[-0-9]", chunk, maxsplit=1)[0].lower()
    return stem in _NOT_STEMS or chunk.lower() in _SPECIAL or bool(_UNIT_LIKE.fullmatch(chunk))


# ------------------------------------------------------------------------------------- numbers that a word makes names

_PRODUCTS = (
    "version|ver\\.?|python|node(?:\\.js)?|java|jdk|postgres(?:ql)?|mysql|mariadb|redis|ubuntu|debian|django|rails|ruby|golang|rust|php|"
    "kubernetes|k8s|docker|react|vue|angular|spring boot|macos|ios|android|cuda|pytorch"
    "|tensorflow|numpy|pandas|버전|파이썬|자바|우분투"
)
_NUMBER = re.compile(
    r"v?[0-9](?<![A-Za-z0-9_.,:/#$-]v[0-9])(?<![A-Za-z0-9_.,/#$-][0-9])(?:[0-9]{0,5}(?:\.[0-9]{1,4}){0,3}|[0-9a-f]{6,39})(?![0-9A-Za-z])",
    re.ASCII,
)
_NAMED = re.compile(
    rf"(?:(?P<port>\bports?(?: number)?(?: is|:|=)? ?|포트(?:는|번호|번호는)? ?:? ?)|(?P<hash>(?:\bcommit|\bsha|커밋) )"
    rf"|(?P<version>(?<![a-z0-9_])(?:{_PRODUCTS})(?: is| to|은|는|을)? ?))$",
    re.ASCII,
)
_BEHIND = re.compile(r"(?P<port>번? ?포트)|(?P<version> ?버전)", re.ASCII)
_SHAPES = {
    Kind.PORT: re.compile(r"[0-9]{2,5}", re.ASCII), Kind.HASH: re.compile(r"[0-9a-f]{7,40}", re.ASCII),
    Kind.VERSION: re.compile(r"v?[0-9]{1,3}(?:\.[0-9]{1,4}){0,3}", re.ASCII),
}  # fmt: skip
_WIDTH = 24


def with_port_or_version(text: str) -> Iterator[tuple[int, int, IdentifierValue]]:
    """Ports, versions and commits that only a neighbouring word tells from a number."""
    for match in _NUMBER.finditer(text):
        start, end = match.span()
        before = text[max(0, start - _WIDTH) : start].lower()
        found = (
            _NAMED.search(before) if before.rstrip(" :=")[-1:].isalpha() or before[-2:] == "js" else None
        ) or _BEHIND.match(text, end)
        if found and found.lastgroup:
            kind = Kind(found.lastgroup)
            if _SHAPES[kind].fullmatch(match[0]):
                yield start, end, IdentifierValue(kind, _version(match[0]) if kind is Kind.VERSION else match[0])
