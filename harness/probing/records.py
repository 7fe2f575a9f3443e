"""Values in the lines of a tool result that are neither a table nor plain ``key: value``: several labelled values in a line, lines that
open with the name of what they tell of, numbers beside a title."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harness.language import terms
from harness.probing.draft import Draft, ask
from harness.probing.facts import DURATION, MONEY
from harness.probing.nouns_ko import measured
from harness.probing.phrases_en import torn
from harness.probing.worded_en import names_measure
from harness.probing.wordlists import listed
from harness.schema import Evidence, Kind, Turn
from harness.values import QuantityValue, Value, ValueKind, find

_MOST = 16
_MOST_LINES = 24
_LONGEST = 200
_GENERIC = listed("tools", "generic")
_SEGMENT = re.compile(r"\s[|/]\s|;\s|,\s(?!\d)|\s{2,}|\t|\s[—–]\s|\s·\s|\s\+\s")
_LABELLED = re.compile(
    r"^(?P<k>[^\W\d][\w@%.+가-힣-]*(?: [\w@<>%.+가-힣()-]+){0,4}?)(?:\s*(?:[:=]|\.{3,}|->|→)\s*|\s+)(?P<v>[£$€~<>]?\s?[+-]?\d[\d.,:]*\s?(?:[A-Za-z%°℃가-힣/]{1,8}(?: [A-Za-z가-힣]{1,6})?)?)(?:\s?\([^)]*\))?[.,]?$"
)
_IDENTIFIED = re.compile(
    r"^(?P<k>[^\W\d][\w가-힣]*(?: [\w가-힣-]+){0,3})\s?[:=]\s?(?P<v>[\w./@#+~:-]*\d[\w./@#+~:-]*)[.,]?$"
)
_FLAG = re.compile(r"(?<=\s)(?P<k>--[a-z][a-z-]{3,24})[ =](?P<v>[\w./:-]*\d[\w./:-]*)(?=\s|$)")
_HEAD = re.compile(r"^(?P<h>[^:=]{2,44}?):\s+(?=\S)")
_TITLED = re.compile(
    r"^(?P<i>[A-Z]{2,8}-\d{1,6}|#\d{2,6}|[A-Z]{1,3}\d{3,6})\s+(?P<t>[^\W\d_][\w'-]*(?: [\w'-]+){2,9})(?=\s{2,}|$|\s\()"
)
_NOISE = re.compile(
    r"^(?:at|in|on|of|to|for|from|by|and|or|the|a|with|is|are|was|line|page|step|took|after|before|exit|code|pid|ms|s)$",
    re.IGNORECASE,
)
_UNFIT = re.compile(
    r"[@#]$|^(?:used|built|created|done|stopped|started|finished)\b|^(?:EUR|USD|GBP|KRW)$|(?:^|\s)\d[\w.-]*$|\.\.\.|\b(?:of|to|in|at|for|is|are|was)$|(?:은|는|을|를|에|까지|부터|하면|해도|되면|어도|아도)$"
)
_COUNTED = re.compile(
    r"^[가-힣]+\s\d+\s?명$|\s\d+\s?(?:층|호|동|년|개월)$"
)  # "보안팀 3명", "본사 7층": a part of a description
HEADER_KEY = re.compile(
    r"^(?:from|to|cc|bcc|date|sent|received|subject|re|fwd?|보낸 ?(?:사람|이|날짜|시각)|받는 ?(?:사람|이)|받은 ?(?:날짜|시각)|수신|발신|참조|제목|일시|작성 ?(?:일|일시|자)|등록 ?(?:일|일시|자)|수정 ?(?:일|일시)|조회 ?(?:일시|시각))$",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\s(?:전|후|뒤|이상|이하|미만|ago|later|or|more|less)\b")
_CODE = re.compile(
    r"[{}<>$\\;\"]|\bfn\b|\bdef\b|\blet\b|=>|::|//|^\s*(?:\d+\s{2,}|[-+]{3}|@@|#)|^\d{1,2}:\d{2}|^\[?\d{4}-\d{2}-\d{2}[T ]\d"
)
_PROSE = re.compile(r"[a-z]{3,}(?: [a-z]{2,}){5,}|[가-힣]+(?:습니다|어요|해요|니다)\.?$")


@dataclass(frozen=True, slots=True)
class Record:
    """A labelled value: what its line speaks of (may be empty), its label, the value as written, and the line."""

    of: str
    label: str
    value: Value
    line: str


def record_drafts(
    turn: Turn, lines: Sequence[str], topic: str, language: str, taken: frozenset[str]
) -> Iterator[Draft]:
    """Drafts for the labelled values of a result, each with its label and what the line speaks of; ``taken`` are values that other
    rules asked for."""
    found = [r for line in lines[:_MOST_LINES] for r in _records(line.strip())]
    labels = Counter((r.of.casefold(), r.label.casefold()) for r in found)
    kept = [
        r
        for r in found
        if labels[r.of.casefold(), r.label.casefold()] == 1
        and not any(r.value.text in t for t in taken)
        and _telling(r, topic)
    ]
    for record in kept[:_MOST]:
        yield _draft(turn, record, topic, language, [o for o in kept if o is not record])
    for line in lines[:_MOST_LINES]:
        if (m := _TITLED.match(line.strip())) and m["i"] not in taken:
            yield _titled(turn, m["i"], m["t"], line.strip(), language)


def _records(line: str) -> Iterator[Record]:
    if len(line) > _LONGEST or _CODE.search(line) or _PROSE.search(line):
        return
    for flag in _FLAG.finditer(line):
        if given := _value(flag["v"]):
            yield Record("", flag["k"], given, line)
    line_ = re.sub(r"^(?:[-*•·]|\[?\d{1,2}[.)\]]|제\d+조(?:의\d+)?|특약\d+)\s+", "", line)
    segments = [s.strip() for s in _SEGMENT.split(line_) if s.strip()]
    of = ""
    for i, segment in enumerate(segments):
        if (
            i == 0
            and (m := _HEAD.match(segment))
            and not re.fullmatch(r"\S{0,3}[\d.,:]+\S{0,8}", segment[m.end() :])
            and len(segments) + segment.count(" ") > 2
        ):
            of, segment = _level(m["h"]), segment[m.end() :]
        m = _LABELLED.match(segment) or _IDENTIFIED.match(segment)
        value = _value(m["v"].strip()) if m else None
        if (
            m
            and value
            and not _UNFIT.search(m["k"])
            and not _AFTER.search(m["v"])
            and m["k"].count("(") == m["k"].count(")")
            and not _NOISE.match(m["k"].split()[-1])
            and not _NOISE.match(m["k"].split()[0])
            and not HEADER_KEY.match(m["k"])
            and not (_COUNTED.search(segment) and segment[m.end("k") : m.start("v")].isspace() and not measured(m["k"]))
            and not re.search(r"\b\d{1,2} [A-Z][a-z]{2,8}$", m["k"])
            and not (m["k"].isascii() and _torn(m["k"]))
        ):
            yield Record(of, m["k"].strip(" :=."), value, line)
        elif (
            i == 0
            and not of
            and not any(c.isdigit() for c in segment.split()[-1])
            and len(segment) <= 40
            and len(segments) > 1
        ):
            of = re.sub(r"\s?\.{3,}.*$", "", segment.strip(" :"))
        elif (
            i == 0 and len(segments) > 1 and re.fullmatch(r"[\w.-]+", segment) and re.search(r"[a-zA-Z가-힣]", segment)
        ):
            of = segment
        elif len(re.findall(r"[^\W\d_]{2,}", segment)) > 1:
            of = ""  # what follows speaks of this segment, which has no label


def _torn(label: str) -> bool:
    """Whether an English label is no noun phrase: "recover after", "about"."""
    if " " not in label:
        return label.casefold() in _SMALL
    return bool(re.fullmatch(r"[A-Za-z ()-]+", label)) and torn(label)


_SMALL = frozenset(
    [
        "about",
        "around",
        "approx",
        "roughly",
        "over",
        "under",
        "up",
        "down",
        "only",
        "still",
        "each",
        "both",
        "all",
        "now",
        "then",
    ]
)


def _level(head: str) -> str:
    """What a line speaks of, without the dots that lead to its value; the level of a message is no such thing."""
    head = re.sub(r"\s?\.{3,}.*$", "", head)
    return (
        ""
        if re.fullmatch(r"(?i)err(?:or)?|warn(?:ing)?|info|note|debug|fatal|ok|메시지|참고|비고", head.strip())
        else head
    )


def _value(text: str) -> Value | None:
    found = find(text)
    if len(found) != 1 or len(found[0].text) < 0.7 * len(text):
        return None
    value = found[0]
    digits = re.sub(r"\D", "", value.text)
    plain = isinstance(value.normal, QuantityValue) and not value.normal.unit
    return (
        value if len(digits) > (1 if plain else 0) and not (plain and re.fullmatch(r"0[.,]?0*", value.text)) else None
    )


def _measures(record: Record) -> bool:
    """Whether an English label says what is measured, where the value has a physical unit: not "prep room 2.6 Mbit/s"."""
    n = record.value.normal
    unit = n.unit if isinstance(n, QuantityValue) else ""
    plain = (
        not unit
        or unit in MONEY
        or unit in DURATION
        or unit == "%"
        or (unit.islower() and unit.isalpha() and len(unit) > 4)
    )
    named = f"{record.of} {record.label}"
    return plain or not named.isascii() or names_measure(named) or "_" in record.label or "-" in record.label


def _telling(record: Record, topic: str) -> bool:
    label = record.label.casefold().split()
    full = [w for w in label if w not in _GENERIC and len(w) > 1]
    named = len(full) > 1 or bool(record.of) or bool(re.search(r"[_@]|--|[가-힣]{2}", record.label))
    return (
        bool(full)
        and named
        and bool(topic or len(full) > 1 or record.of)
        and not set(terms(record.label)) & set(terms(record.value.text))
        and _measures(record)
    )


def _draft(turn: Turn, r: Record, topic: str, language: str, others: Sequence[Record]) -> Draft:
    tool = turn.tool or ("도구" if language == "ko" else "the tool")
    label = r.label if language == "ko" or r.label.istitle() else f"the {r.label}"
    if r.of:
        swapped = (
            language == "ko" and bool(re.fullmatch(r"[A-Z]{1,4}-?\d+", r.label)) and not any(c.isdigit() for c in r.of)
        )
        row, column = (r.label, r.of) if swapped else (r.of, label)  # "배터리: T-03 41%": the battery of T-03
        question = ask("cell", language, f"{r.of} {r.label}", tool=tool, row=row, column=column)
        question = _with_topic(question, topic, language, tool)
    elif topic:
        question = ask("key_of", language, label, tool=tool, row=topic)
    else:
        question = ask("key", language, label, tool=tool)
    wrong = tuple(
        dict.fromkeys(o.value.text for o in others if o.value.kind is r.value.kind and o.value.text != r.value.text)
    )[:4]
    return Draft(
        "tool_fact", Kind(r.value.kind.value), question, f"{r.of} {r.label} {topic}".strip(), r.value.text, (Evidence(turn.index, r.line),), language,
        "tool_record", 1.6, wrong=wrong, tool=turn.tool, form="key",
    )  # fmt: skip


def _with_topic(question: str, topic: str, language: str, tool: str) -> str:
    """The question with what the tool was called for, where the same tool tells of the same row for several things."""
    if not topic or topic in question:
        return question
    return question.replace(tool, f"{tool}({topic})" if language == "ko" else f"{tool} for {topic}", 1)


def _titled(turn: Turn, number: str, title: str, line: str, language: str) -> Draft:
    tool = turn.tool or ("도구" if language == "ko" else "the tool")
    question = ask("titled", language, title, tool=tool)
    kind = ValueKind.IDENTIFIER
    return Draft(
        "tool_fact", Kind(kind.value), question, title, number, (Evidence(turn.index, line),), language, "tool_title", 2.0, tool=turn.tool, form="key",
    )  # fmt: skip
