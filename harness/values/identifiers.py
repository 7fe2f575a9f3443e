"""Identifiers in a text. What stands without white space is classified as a whole, once, so that time stays linear."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from harness.values.classify import FILE_ENDING, classify, with_port_or_version
from harness.values.model import IdentifierKind, IdentifierValue
from harness.values.surface import blank

Found = tuple[int, int, IdentifierValue]
IsOther = Callable[[str], bool]

_BACKTICK = re.compile(r"`(?<!``)([^`\n]{1,200}+)`(?!`)", re.ASCII)
_URL_TAIL = re.compile(r"://[^\s<>\"'`|\x00\uac00-\ud7a3]{1,2000}+", re.ASCII)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,15}$", re.ASCII)
_CHUNK_CLASS = r"A-Za-z0-9_./:@\\~#$+%-"
# A word of letters only is no identifier; the look-ahead skips it without a match object.
_CHUNK = re.compile(
    rf"[{_CHUNK_CLASS}](?<![{_CHUNK_CLASS}][{_CHUNK_CLASS}])"
    r"(?=[a-z]*+(?:[0-9_/@\\#~$A-Z-]|[.:](?=[A-Za-z0-9/\\_])|\(\))|(?:(?:ocker|ake)file|ocalhost)(?![a-z])|(?<=[0-9_/\\#~$.:@-]))"
    rf"[{_CHUNK_CLASS}]*+",
    re.ASCII,
)
_PLAIN = re.compile(r"(?!0[0-9]{2})[0-9]{1,6}(?:[.:/][0-9]{1,2})?%?", re.ASCII)
_THOUSANDS = re.compile(r"[0-9],[0-9]")  # what follows is the tail of a grouped number
_PORT = re.compile(r":[0-9]{4,5}[.,:;]?$", re.ASCII)
_CALL = re.compile(r"\(\)", re.ASCII)
_SPLIT = re.compile(r"[:@+]+|(?<=[A-Za-z0-9])/+", re.ASCII)
_KOREAN_FILE = re.compile(rf"[.](?:{FILE_ENDING})(?![A-Za-z0-9_.])", re.ASCII)
_KOREAN_STEM = re.compile(r"[A-Za-z0-9_가-힣-]{1,60}$", re.ASCII)
_TRAILING = ".,:;!?)%-+…"


def find_identifiers(text: str, is_other: IsOther) -> list[Found]:
    """Identifiers in ``text`` as (start, end, value), in order, disjoint.

    ``is_other`` says whether the whole content of backticks is a time or a quantity, which then keeps its own kind.
    """
    found: list[Found] = []
    rest = text
    for search in (lambda t: _in_backticks(t, is_other), _urls, _korean_files, with_port_or_version):
        more = list(search(rest))
        if more:
            rest = blank(rest, [(start, end) for start, end, _ in more])
            found += more
    found += _in_chunks(rest)
    return sorted(found, key=lambda f: f[0])


def _in_backticks(text: str, is_other: IsOther) -> Iterator[Found]:
    if "`" not in text:
        return
    for match in _BACKTICK.finditer(text):
        content = match[1].strip()
        if any(map(str.isalnum, content)) and content[0] not in ",.;)" and not is_other(content):
            start = match.start(1) + match[1].index(content)
            yield start, start + len(content), quoted(content)


def quoted(content: str) -> IdentifierValue:
    """What the content of backticks names: its own subtype where it has one, else a command or plain code."""
    value = classify(content)
    if value is not None:
        return value
    key = " ".join(content.split())
    return IdentifierValue(IdentifierKind.COMMAND if " " in key else IdentifierKind.CODE, key)


def _urls(text: str) -> Iterator[Found]:
    done = 0
    for match in _URL_TAIL.finditer(text):
        scheme = _SCHEME.search(text, max(done, match.start() - 16), match.start())
        if scheme:
            url = _trimmed(text[scheme.start() : match.end()])
            done = scheme.start() + len(url)
            yield scheme.start(), done, _url(url)


def _trimmed(url: str) -> str:
    url = url.rstrip(".,:;!?…*")
    while url.endswith((")", "]", "}")) and url.count(url[-1]) > url.count({")": "(", "]": "[", "}": "{"}[url[-1]]):
        url = url[:-1].rstrip(".,:;!?…")
    return url


def _url(url: str) -> IdentifierValue:
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return IdentifierValue(IdentifierKind.URL, f"{scheme.lower()}://{host.lower()}{slash}{path}".rstrip("/"))


def _korean_files(text: str) -> Iterator[Found]:
    """File names with Hangul in them; a name without is found as a chunk."""
    if text.isascii():
        return
    done = 0
    for match in _KOREAN_FILE.finditer(text):
        stem = _KOREAN_STEM.search(text, max(done, match.start() - 60), match.start())
        if stem and not stem[0].isascii():
            done = match.end()
            yield stem.start(), done, IdentifierValue(IdentifierKind.FILE, text[stem.start() : done])


def _in_chunks(text: str) -> Iterator[Found]:
    for match in _CHUNK.finditer(text):
        chunk = match[0]
        start = match.start()
        if _PLAIN.fullmatch(chunk) or _THOUSANDS.match(text, max(0, start - 2)):
            continue
        lead = 0 if _PORT.match(chunk) else len(chunk) - len(chunk.lstrip("+%:"))
        chunk = chunk[lead:].rstrip(_TRAILING)
        if not chunk or len(chunk) > 500:
            continue
        called = bool(_CALL.match(text, match.end()))
        value = classify(chunk, called=called)
        if value is not None:
            yield start + lead, start + lead + len(chunk), value
        else:
            yield from _in_pieces(chunk, start + lead)


def _in_pieces(chunk: str, offset: int) -> Iterator[Found]:
    """Parts of a chunk such as ``db-7/db-8`` or ``host:db-7`` that name nothing as a whole."""
    done = 0
    if not _SPLIT.search(chunk):
        return
    head, colon, tail = chunk.partition(":")
    value = classify(tail) if colon and tail.startswith(("/", "~", ".")) and head.isalnum() else None
    if value is not None:
        yield offset + len(head) + 1, offset + len(chunk), value
        return
    for separator in (*_SPLIT.finditer(chunk), None):
        end = separator.start() if separator else len(chunk)
        piece = chunk[done:end].strip(".-")
        value = classify(piece) if len(piece) > 2 else None
        if value is not None:
            start = chunk.index(piece, done)
            yield offset + start, offset + start + len(piece), value
        done = separator.end() if separator else end
