"""How a tool result is laid out: the head of a mail, lines of several programs, a first line that tells of a failure."""

from __future__ import annotations

import re
from collections.abc import Sequence

_HEADER = re.compile(
    r"^\W*(?:from|to|cc|bcc|date|sent|received|subject|re|reply-to|message-id|보낸 ?(?:사람|이|날짜|시각)|받는 ?(?:사람|이)|받은 ?(?:날짜|시각)|발신|수신|참조|제목|날짜|일시)\s*:|^on .{6,60} wrote:$",
    re.IGNORECASE,
)


def without_header(lines: Sequence[str]) -> list[str]:
    """The lines that say something, without the head of a mail: when it was sent is no fact that anybody told."""
    full = [s for s in lines if s.strip()]
    body = [s for s in full if ":" not in s or not _HEADER.match(s.strip())]
    return body if len(full) - len(body) > 1 else full


LOGGED = re.compile(
    r"error|\bwarn\b|fatal|panic|fail|exception|denied|refused|timed out|오류|에러|실패|거부|반려", re.IGNORECASE
)


SUBJECT = re.compile(r"^\W*(?:subject|제목)\s*:\s*(.{4,80}?)\s*$", re.IGNORECASE)


def opens(lines: Sequence[str]) -> bool:
    """Whether a result says in its first line that the call failed."""
    return bool(lines) and bool(
        re.match(r"^\W*(?:error|fatal|panic|traceback|http/?[\d.]*\s[45]\d\d|\w*실패|\w*오류)", lines[0], re.IGNORECASE)
    )


def tagged(lines: Sequence[str], command: str) -> list[str] | None:
    """Of a result in which several programs speak ("[webserver] …"), the lines of the one that was called; None where one speaks."""
    tags = [m[1] if (m := _TAG.match(s)) else "" for s in lines]
    if len(set(tags) - {""}) < 2:
        return None
    return [s for s, tag in zip(lines, tags, strict=True) if not tag or tag.casefold() in command.casefold()]


_TAG = re.compile(r"^\s*\[([A-Za-z][\w-]{2,})\]")
