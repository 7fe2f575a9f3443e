"""What tools answered: failures with their cause, cells of tables, and ``key: value`` lines under the call's topic."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from harness.language import terms
from harness.probing.calls import command_of, reads_a_log, topic_of
from harness.probing.claims import claim_of
from harness.probing.draft import Draft, ask
from harness.probing.facts import different, specific
from harness.probing.nouns_ko import measured
from harness.probing.phrases_en import torn
from harness.probing.records import HEADER_KEY, record_drafts
from harness.probing.told import LOGGED, SUBJECT, opens, tagged, without_header
from harness.probing.worded_en import names_measure
from harness.probing.wordlists import listed
from harness.schema import LONGEST_RESULT, Evidence, Kind, Role, ToolCall, Turn
from harness.values import QuantityValue, Value, ValueKind, find

_MOST_ROWS = 12
_MOST_CELLS = 12
_FAILURE = re.compile(
    r"(?:^|[\s:\[(])(?:error|fatal|panic|failed|failure|denied|refused|timed out|timeout exceeded|cannot|could not|unable to|not found|rejected|killed|aborted|forbidden|unrecognised|out of memory|not permitted|exceeds)\b|"
    r"\w*(?:Error|Exception)\b[:(]|오류|에러|실패|거부됨|반려|(?:너무|초과).{0,12}(?:큽니다|많습니다|깁니다|됨|했습니다)",
    re.IGNORECASE,
)
_HARMLESS = re.compile(
    r"\b(?:0 (?:errors?|failed|failures)|errors?[:= ]+0\b|failed[:= ]+0\b|no errors?|warn(?:ing)?\b(?!.*(?:not permitted|denied|refused|removed|cannot|exceed))|0 fail)|오류 ?(?:0|없)|실패 ?(?:0|없)|에러 ?(?:0|없)|재시도",
    re.IGNORECASE,
)
_CAUSE = re.compile(r"^\W*(?:reason|cause|caused by|because|사유|원인|이유)\s*[:=]\s*(?P<why>.+)$", re.IGNORECASE)
_TELLS = re.compile(
    r"cannot|can't|could not find|not found|no space|no such|denied|refused|exceed|unable|unrecogni[sz]ed|not permitted|not allowed|invalid|unsupported|unsatisf|out of memory|too (?:large|long|many|small)|missing|conflict|timed out|already exists|protected|mismatch|not (?:registered|available)|no \w+ available",
    re.IGNORECASE,
)
_STAMP = re.compile(
    r"^(?:\[?\d{1,4}[-/:.]\d{1,2}(?:[-/:.]\d{1,4})?[T ]?(?:\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?Z?)?\]?\s+)+|^\W*(?:error|fatal|panic)\W+",
    re.IGNORECASE,
)
_READS = re.compile(
    r"(?:^|_)(?:get|read|search|list|query|fetch|view|show|find|describe)(?:_|$)|^(?:get|read|search|list|query|fetch|view|show|find|describe)",
    re.IGNORECASE,
)  # what they show failed elsewhere
_TRACE = re.compile(r"^\s*(?:at \S+|File \"|\.{3}|\d+\s*\||[-+]{3}|#\d+ )")
_KEY = re.compile(r"^(?P<key>[^\W\d][^:=|\t]{2,40}?)\s*(?::\s|=\s|\s=\s|\s{3,}|\s->\s|\t)\s*(?P<value>\S.{0,60})$")
_WORDS = re.compile(r"^[^\W\d_]+(?:[ /-][^\W\d_]+){0,4}(?: ?\([^)]{1,20}\))?$")
_SEGMENT = re.compile(r"\s[|/]\s|;\s|,\s|\s{2,}|\s[—–-]\s|\.\s")
_LIST_MARK = re.compile(r"^\s*(?:[-*•]|\[?\d{1,2}[.)\]]|제\d+조(?:의\d+)?|특약\d+)\s+")
_ENDS = re.compile(
    r"^\s?(?:$|[.(,)\]]|(?:은|는|이|가|을|를|이고|이며|으로|로|입니다|까지|까지입니다)?(?:\s.{0,12})?\.?$)"
)
_CONNECTED = re.compile(
    r"\b(?:of|from|to|in|on|at|by|the|a|an|is|are|was|were|and|or|with|for|than|not|no)$|(?:은|는|을|를|에|로|에서|까지|부터|이상|이하|시|의|면|중|총|각)$",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"^(?:see|no|all|others?|first|last|reached|built|same|write|skip|with|without|used|done|after|before|under|over|below|above|repeats?|lacks?|needs?|has|have|is|was|by|at|up|down|every|each)\b|\b(?:is|are|was|were|has|have|exceeds?|takes?|needs?|written|only)\b",
    re.IGNORECASE,
)
_MOST_KEYS = 8
_GENERIC = listed("tools", "generic")


def tool_drafts(turn: Turn, call: ToolCall | None, language: str, rarity: Mapping[str, int]) -> Iterator[Draft]:
    """Drafts from a tool result; ``language`` is that of the conversation."""
    if turn.role is not Role.TOOL or not turn.text or turn.length > LONGEST_RESULT:
        return
    lines = without_header(turn.text.splitlines())
    topic = topic_of(call)
    command = command_of(call)
    failure = _failure(turn, lines, topic, command, language, rarity)
    if failure:
        yield failure
        return
    topic = topic or (f"`{command}`" if command else "")
    parts = [without_header(part.splitlines()) for part in re.split(r"\n\s*\n", turn.text)]
    cells = _spread([d for part in parts for d in _table(turn, part, language)])
    told = cells or list(_keys(turn, lines, topic, language))
    yield from told
    if not cells:
        yield from record_drafts(turn, lines, topic, language, frozenset(d.expected for d in told))


_AGGREGATE = re.compile(
    r"(?:min|max|sum|avg|average|mean|median|std|stddev|stdev|n|q\d|p\d{1,2}|\d{1,2}%|최소|최대|합|합계|평균|중앙값|표준편차)",
    re.IGNORECASE,
)  # of what, only the query says


def _spread(cells: list[Draft]) -> list[Draft]:
    """A few cells of a table, over its length: one table must not crowd out the rest of the log."""
    step = max(1, -(-len(cells) // _MOST_CELLS))
    return cells[::step]


# ------------------------------------------------------------------------------------------------------- failures


def _failure(
    turn: Turn, lines: Sequence[str], topic: str, command: str, language: str, rarity: Mapping[str, int]
) -> Draft | None:
    reads = (bool(_READS.search(turn.tool or "")) and not turn.error and not opens(lines)) or (
        not topic and reads_a_log(command)
    )
    if not (topic or command) or (reads and not topic) or not (wrong := _wrong(turn, lines, topic)):
        return None
    if (own := tagged(lines, command)) is not None:
        lines, wrong = own, [s for s in wrong if s in own]
        if not wrong:
            return None
    best = next((s for s in lines if _CAUSE.match(s)), None) or next(
        (s for s in lines if _TELLS.search(s) and 10 <= len(s) <= 300), wrong[0]
    )
    claim = claim_of(
        _STAMP.sub("", _CAUSE.sub(lambda m: m["why"], best.strip())),
        set(terms(f"{topic} {command} {turn.tool or ''}")),
        rarity,
    )
    if claim is None or len(claim.forms[0].split()) < 2:
        return None
    if reads and topic and not LOGGED.search(best):
        return None  # what a document says cannot be done is no failure
    if reads and (title := next((m[1] for s in turn.text.splitlines() if (m := SUBJECT.match(s))), "")):
        topic = f"“{title}”"  # the mail that was found tells of it, not what was searched for
    form = "failed_log" if reads else "failed_tool" if topic else "failed_command"
    return Draft(
        "failed_attempt",
        Kind.CLAIMS,
        ask(form, language, topic or command, tool=turn.tool or "the tool"),
        topic or command,
        best.strip(),
        (Evidence(turn.index, best.strip(), 0),),
        language,
        "tool_failure",
        2.5,
        claims=(claim,),
        tool=turn.tool,
        form=form,
    )


def _wrong(turn: Turn, lines: Sequence[str], topic: str) -> list[str]:
    """The lines that tell a failure, not the title of a ticket; none where the result as a whole is no failure but only speaks of some."""
    wrong = [
        s
        for s in lines
        if _FAILURE.search(s)
        and not (topic and s.strip().startswith(f"{topic} ") and re.fullmatch(r"[A-Z]+-\d+", topic))
        and not _HARMLESS.search(s)
        and not _TRACE.match(s)
        and "|" not in s
        and "by user" not in s
        and 10 <= len(s) <= 300
    ]
    return wrong if turn.error or opens(lines) or (len(wrong) <= 3 and len(lines) <= 15) else []


# --------------------------------------------------------------------------------------------------------- tables


def _table(turn: Turn, lines: Sequence[str], language: str) -> Iterator[Draft]:
    """Cells of a ``label | value`` table with a header of words; rows are told apart by their first column."""
    rows = _rows(lines)
    if (
        not 2 <= len(rows) <= _MOST_ROWS
        or any(len(r) != len(rows[0]) for r in rows)
        or any(v.kind is not ValueKind.IDENTIFIER for h in rows[0] if any(c.isdigit() for c in h) for v in find(h))
    ):
        return
    header, body = rows[0], rows[1:]
    if len({r[0] for r in body}) != len(body):
        return
    for row in body:
        for column, cell in zip(header[1:], row[1:], strict=True):
            if (
                row[0] not in ("합계", "총계", "소계", "총합", "전체")
                and _label(row[0], 2)
                and _label(column, 2)
                and not _AGGREGATE.fullmatch(column)
                and not re.fullmatch(r"(?i)age|status|state|restarts|ready|time|created|updated|modified", column)
                and (value := _only(cell))
            ):
                line = next(
                    (s.strip() for s in lines if s.strip().strip("|").strip().startswith(row[0]) and cell in s), ""
                )
                siblings = tuple(
                    dict.fromkeys(
                        r[header.index(column)] for r in body if r is not row and r[header.index(column)] != cell
                    )
                )[:4]
                yield _cell(turn, row[0], column, value, line, siblings, language)


def _rows(lines: Sequence[str]) -> list[list[str]]:
    """The rows of the first table in a result: cells between bars, or columns that three spaces set apart."""
    plain = _first_table([s.strip() for s in lines])
    bars = [[c.strip() for c in s.strip("|").split("|")] for s in plain if s.count("|") >= 1]
    if len(bars) >= 2:
        return [r for r in bars if len(r) == len(bars[0])] if len(bars[0]) > 1 else []
    spaced = [re.split(r"\s{2,}", s) for s in plain]
    width = len(spaced[0]) if spaced else 0
    return [r for r in spaced if len(r) == width] if width >= 3 and all(_label(h, 2) for h in spaced[0]) else []


def _first_table(lines: Sequence[str]) -> list[str]:
    """The lines up to a second ruler; the header above that ruler belongs to the second table."""
    kept: list[str] = []
    rulers = 0
    for line in lines:
        if set(line) <= set("|+-=: "):
            rulers += 1
            if rulers == 2:
                return kept[:-1]
        else:
            kept.append(line)
    return kept


def _cell(
    turn: Turn, row: str, column: str, value: Value, line: str, siblings: tuple[str, ...], language: str
) -> Draft:
    question = ask(
        "cell",
        language,
        f"{row} {column}",
        tool=turn.tool or ("도구" if language == "ko" else "the tool"),
        row=row,
        column=column if language == "ko" else f"the {column}",
    )
    return Draft(
        "tool_fact",
        Kind(value.kind.value),
        question,
        f"{row} {column}",
        value.text,
        (Evidence(turn.index, line),),
        language,
        "tool_cell",
        2.0,
        wrong=siblings,
        tool=turn.tool,
        form="cell",
    )


def _only(cell: str) -> Value | None:
    """The value of a cell or of a key that is nothing but this value."""
    if not 1 < len(cell) <= 48 or not any(c.isdigit() or c == "@" for c in cell):
        return None
    found = find(cell)
    if (
        len(found) != 1
        or is_cut(cell, found[0])
        or not (specific(found[0]) or _number(found[0]))
        or len(found[0].text) < 0.6 * len(cell)
    ):
        return None
    return found[0] if found[0].kind is not ValueKind.IDENTIFIER or re.search(r"\d|@", found[0].text) else None


def is_cut(text: str, value: Value) -> bool:
    """Whether a value is only a part of a longer word or number: 7719 of Q-7719."""
    return bool(re.search(r"[A-Za-z0-9_/-]$", text[: value.start]) or re.match(r"[-/]?[A-Za-z0-9_]", text[value.end :]))


def _number(value: Value) -> bool:
    """A bare number of two digits or more: in a table its column says what it counts."""
    return isinstance(value.normal, QuantityValue) and len(re.sub(r"\D", "", value.text)) > 1


def _label(text: str, shortest: int) -> bool:
    return (
        shortest <= len(text) <= 40
        and bool(re.search(r"[^\W\d_]{2}", text))
        and not re.search(r"[{}\[\]<>$\\;\"]", text)
    )


# ----------------------------------------------------------------------------------------------------------- keys


def _keys(turn: Turn, lines: Sequence[str], topic: str, language: str) -> Iterator[Draft]:
    seen: dict[str, int] = {}
    found = []
    for line in lines:
        for key, value in _pairs(line.strip()):
            seen[key.casefold()] = seen.get(key.casefold(), 0) + 1
            if _good_key(key, topic) and _fits(key, value) and not set(terms(key)) & set(terms(value.text)):
                found.append((key, value, line.strip()))
    for key, value, line in found[:_MOST_KEYS]:
        if seen[key.casefold()] == 1 and not HEADER_KEY.match(key):
            siblings = tuple(v.text for _, v, _ in found if different(v, value))[:4]
            yield _key(turn, key, value, line, topic, siblings, language)


def _pairs(line: str) -> Iterator[tuple[str, Value]]:
    """Keys and values of a line: ``key: value``, or several in segments that bars, slashes or wide spaces set apart."""
    if (m := _KEY.match(line)) and _WORDS.match(m["key"].strip()) and (value := _only(m["value"].strip())):
        yield m["key"].strip(), value
        return
    if len(line) > 240:
        return
    for segment in _SEGMENT.split(_LIST_MARK.sub("", line)):
        values = find(segment) if any(c.isdigit() for c in segment) else ()
        if len(values) != 1 or not specific(values[0]):
            continue
        value = values[0]
        key = segment[: value.start].strip(" :=-·([")
        if re.match(r"\s?(?:\([^)]*\))?,\s?\d", line[line.find(segment) + value.end :]):
            continue
        if _WORDS.match(key) and _ENDS.match(segment[value.end :]) and _names_value(key, value):
            yield key, value


def _names_value(key: str, value: Value) -> bool:
    """Whether words before a value are its name: 보증금, "turn-on inrush peak", not "see" or a person."""
    if _CONNECTED.search(key) or _VERB.search(key):
        return False
    if re.search("[가-힣]", key):
        return measured(key) or (len(key.split()) > 1 and value.kind is ValueKind.IDENTIFIER)
    return len(key.split()) > 1


def _fits(key: str, value: Value) -> bool:
    """Whether an English key says what is measured, where its value is an amount with a unit: not "walls: 70 cm", not "dental unit: £6,980"."""
    unit = value.normal.unit if isinstance(value.normal, QuantityValue) else ""
    return not unit or not key.isascii() or (unit.isalpha() and unit.islower() and len(unit) > 4) or names_measure(key)


def _good_key(key: str, topic: str) -> bool:
    words = key.casefold().split()
    return (
        bool(topic)
        and not (key.isascii() and torn(key))
        and not (len(words) == 1 and words[0] in _GENERIC)
        and any(w not in _GENERIC and len(w) > 1 for w in words)
        and not re.search(r"\b(?:finished|started|created|uploaded|done|sent|saved|written)$", key)
    )


def _key(turn: Turn, key: str, value: Value, line: str, topic: str, siblings: tuple[str, ...], language: str) -> Draft:
    name = key if language == "ko" else f"the {key}" if not key.istitle() else key
    question = (
        ask("key_of", language, f"{key}", tool=turn.tool or "the tool", row=topic).replace(key, name, 1)
        if language == "en"
        else ask("key_of", language, key, tool=turn.tool or "도구", row=topic)
    )
    return Draft(
        "tool_fact",
        Kind(value.kind.value),
        question,
        f"{key} {topic}",
        value.text,
        (Evidence(turn.index, line),),
        language,
        "tool_key",
        1.5 + 0.3 * len(key.split()),
        wrong=siblings,
        tool=turn.tool,
        form="key",
    )
