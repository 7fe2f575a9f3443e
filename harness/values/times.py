"""Times in a text: dates and clocks are found one by one, joined where they stand together, then paired to ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import datetime

from harness.values import times_en as en
from harness.values import times_ko as ko
from harness.values.anchor import resolve
from harness.values.clock import Atom, Rule
from harness.values.model import DayPart, Relative, TimeValue

_DIGIT = re.compile(
    r"[0-9](?:(?<![a-z0-9_][0-9])|(?<=[0-9]t[0-9]))(?:(?<![0-9][.,:/-][0-9])|(?<=:[0-9]{2}-[0-9]))", re.ASCII
)
_HANGUL_AHEAD = re.compile(r"[0-9]{1,4}+(?: ?[가-힣]| ?[-~–] ?[0-9]{1,2}[시일])", re.ASCII)
_AT = re.compile(r"at ", re.ASCII)
_YEAR_BEFORE = re.compile(
    r"(?:\b(?:in|since|by|until|from|of|year|during|before|after|early|late|mid|fy)[ -]?)$", re.ASCII
)
_MONTH_BEFORE = re.compile(
    r"\b(?:in|by|until|till|since|of|from|during|through|before|after|early|late|mid)[ -]$", re.ASCII
)
_DAY_BEFORE = re.compile(
    r"(?P<word>\b(?:on|by|next|last|this|until|every|from) )$|(?:^|[(,/~–-] ?|\b(?:to|and|or) )$", re.ASCII
)
_DAY_AFTER = re.compile(r"[,).;:]|[-–~/]| at | [0-9]|$", re.ASCII)
_APPROXIMATE = re.compile(r"(?:\b(?:about|around|roughly|approximately|approx\.?|circa) |~ ?|(?:약|대략) ?)$", re.ASCII)
_APPROXIMATELY = re.compile(r" ?(?:쯤|정도|무렵|즈음|경(?![가-힣])|경(?=에|까지|부터))|-?ish\b", re.ASCII)
_JOIN = re.compile(r"\)?,? ?(?:at|on|of|by|around|@|from|in|, on)? ?\(?|t|에 ?|의 ?|날 ?| ?· ?", re.ASCII)
_RANGE = re.compile(r" ?(?P<sign>[-–—~]) ?| (?:to|till|until|through|thru|and) |(?:에서|부터),? ?", re.ASCII)
_BETWEEN = re.compile(r"\b(?:between|from) (?:the )?$", re.ASCII)
# "moved from Thursday to Friday" names two values, not a range
_CHANGE = re.compile(
    r"\b(?:mov|chang|shift|reschedul|push|postpon|delay|switch|brought|bump|updat|slipp|instead|replac)", re.ASCII
)
_CHANGED = re.compile(r"(?:으)?로|에서 ?변경|변경|연기", re.ASCII)
_DEADLINE = re.compile(r"\b(?:by|before|until|till|due|due on|due by|no later than)(?: on)? $", re.ASCII)
_AMBIGUOUS_WEEKDAYS = frozenset(("sun", "sat", "mon", "wed", "fri"))
_FIELDS = tuple(field.name for field in fields(TimeValue))


def find_times(text: str, low: str, anchor: datetime | None, *, days: bool = True) -> list[tuple[int, int, TimeValue]]:
    """Times in ``text`` (its lower case is ``low``, same offsets) as (start, end, value), in order, disjoint.

    ``days``: whether a Korean "3일" that could be three days is read as the third.
    """
    single = list(
        _disjoint(sorted((*_digit_atoms(low, days), *_word_atoms(text, low)), key=lambda a: (a.start, -a.end)))
    )
    joined = _join(_with_parts(single, low), low)
    paired = _pair(joined, low)
    return [_finish(atom, low, anchor) for atom in paired if not atom.weak]


# ------------------------------------------------------------------------------------------------------------ atoms


def _first(rules: tuple[Rule, ...], low: str, at: int) -> Atom | None:
    for pattern, build in rules:
        match = pattern.match(low, at)
        if match:
            value = build(match)
            if value is not None:
                return Atom(at, match.end(), value)
    return None


def _digit_atoms(low: str, days: bool) -> Iterator[Atom]:
    done = 0
    for match in _DIGIT.finditer(low):
        at = match.start()
        if at < done:
            continue
        atom = _digit_atom(low, at, days)
        if atom is not None:
            done = atom.end
            yield atom


def _digit_atom(low: str, at: int, days: bool) -> Atom | None:
    if _HANGUL_AHEAD.match(low, at):
        atom = _first(ko.DIGIT_RULES, low, at) or _korean_day(low, at, days)
        if atom is not None:
            return atom
    if en.DIGIT_AHEAD.match(low, at):
        atom = _first(en.DIGIT_RULES, low, at)
        if atom is not None and atom.value.end and " to " in low[at : atom.end] and _changes(low, at):
            atom = _first(en.PLAIN_DIGIT_RULES, low, at)
        if atom is not None:
            return atom
    if low[at : at + 2] in ("19", "20") and _YEAR_BEFORE.search(low, max(0, at - 9), at):
        return _first((en.YEAR_RULE,), low, at)
    return None


def _korean_day(low: str, at: int, days: bool) -> Atom | None:
    atom = _first((ko.DAY_RULE,), low, at)
    if (
        atom is None
        or not days
        or ko.DURATION_AHEAD.match(low, atom.end)
        or _DURATION_BEFORE.search(low, max(0, at - 4), at)
    ):
        return None
    return atom


_DURATION_BEFORE = re.compile(r"(?:약|최대|최소|대략|총|단|[0-9][-~–]) ?$", re.ASCII)


def _word_atoms(text: str, low: str) -> Iterator[Atom]:
    for trigger, rules, hangul in ((en.TRIGGER, en.WORD_RULES, False), (ko.TRIGGER, ko.WORD_RULES, True)):
        if hangul and low.isascii():
            break
        done = 0
        for match in trigger.finditer(low):
            at = match.start() if hangul or low[match.start()].isalnum() else match.start() + 1
            if at < done:
                continue
            atom = _first(rules, low, at)
            if atom is None and not hangul:
                atom = _bare_name(text, low, at)
            if atom is not None:
                done = atom.end
                yield atom
    for match in _AT.finditer(low):
        at = match.start()
        if at == 0 or not low[at - 1].isalnum():
            atom = _first((en.AT_HOUR_RULE,), low, match.end())
            if atom is not None:
                yield atom


def _bare_name(text: str, low: str, at: int) -> Atom | None:
    """A weekday or month without a number. Short forms and months are also words: they need a capital and a context."""
    atom = _first((en.WEEKDAY_RULE,), low, at)
    if atom is not None:
        word = low[at : atom.end]
        if len(word) > 5:
            return atom
        if not text[at].isupper() or text[at + 1].isupper():
            return None
        before = _DAY_BEFORE.search(low, max(0, at - 8), at)
        clear = before and (before["word"] or _DAY_AFTER.match(low, atom.end))
        return atom if clear or word not in _AMBIGUOUS_WEEKDAYS else atom._replace(weak=True)
    atom = _first((en.MONTH_RULE,), low, at)
    if atom is not None and text[at].isupper():
        return atom if _MONTH_BEFORE.search(low, max(0, at - 9), at) else atom._replace(weak=True)
    return None


def _disjoint(atoms: list[Atom]) -> Iterator[Atom]:
    done = 0
    for atom in atoms:
        if atom.start >= done:
            done = atom.end
            yield atom


def _with_parts(atoms: list[Atom], low: str) -> list[Atom]:
    """Dates that a part of the day follows ("tomorrow morning", 내일 저녁) take it in."""
    out: list[Atom] = []
    for index, atom in enumerate(atoms):
        limit = atoms[index + 1].start if index + 1 < len(atoms) else len(low)
        found = (
            _part_after(atom, low) if atom.value.has_date and not atom.value.part and not atom.value.has_clock else None
        )
        if found and found[0] <= limit:
            atom = atom._replace(end=found[0], value=replace(atom.value, part=found[1]))
        out.append(atom)
    return out


def _part_after(atom: Atom, low: str) -> tuple[int, DayPart] | None:
    match = ko.PART_RULE.match(low, atom.end)
    if match:
        return match.end(), ko.PARTS[match["part"]]
    match = en.PART_RULE.match(low, atom.end)
    return (match.end(), DayPart(match["part"] or match["night"])) if match else None


# ---------------------------------------------------------------------------------------------------------- joining


def _join(atoms: list[Atom], low: str) -> list[Atom]:
    out: list[Atom] = []
    for atom in atoms:
        last = out[-1] if out else None
        if (
            last
            and atom.start - last.end <= 10
            and _JOIN.fullmatch(low, last.end, atom.start)
            and _fit(last.value, atom.value)
        ):
            out[-1] = Atom(last.start, atom.end, _merged(last.value, atom.value))
        else:
            out.append(atom)
    return out


def _fit(a: TimeValue, b: TimeValue) -> bool:
    """Whether two neighbours can be parts of one time: nothing stated twice, and no distance beside a full date."""
    if a.end is not None or (b.end is not None and not b.has_clock):
        return False
    if any(_stated(a, name) and _stated(b, name) for name in _FIELDS):
        return False
    if a.part and b.part:
        return False
    relative, other = (a.relative, b) if a.relative else (b.relative, a)
    return relative is None or _fits_distance(relative, other)


def _stated(value: TimeValue, name: str) -> bool:
    part = getattr(value, name)
    return part is not None and part is not False  # not by truth: Monday and midnight are 0


def _fits_distance(relative: Relative, other: TimeValue) -> bool:
    if relative.unit == "minute":
        return False
    stated = {
        name for name in ("year", "quarter", "month", "day", "weekday", "edge") if getattr(other, name) is not None
    }
    allowed = {
        "week": {"weekday"}, "month": {"day", "edge", "weekday"}, "quarter": {"edge", "month"},
        "year": {"quarter", "month", "day", "edge", "weekday"}, "day": {"weekday"},
    }  # fmt: skip
    return stated <= allowed.get(relative.unit, set())


def _merged(a: TimeValue, b: TimeValue) -> TimeValue:
    changes = {name: getattr(b, name) for name in _FIELDS if _stated(b, name)}
    value = replace(a, **changes)
    if value.part and value.ambiguous and value.hour is not None:
        late = value.part in (DayPart.AFTERNOON, DayPart.EVENING) or (value.part is DayPart.NIGHT and value.hour > 4)
        return replace(value, hour=value.hour % 12 + 12 * late, ambiguous=False, part=None)
    return value


# ----------------------------------------------------------------------------------------------------------- ranges


def _pair(atoms: list[Atom], low: str) -> list[Atom]:
    out: list[Atom] = []
    for atom in atoms:
        last = out[-1] if out else None
        if last and atom.start - last.end <= 10 and _is_range(last, atom, low):
            out[-1] = Atom(last.start, atom.end, _range(last.value, atom.value))
        else:
            out.append(atom)
    return out


def _is_range(a: Atom, b: Atom, low: str) -> bool:
    gap = _RANGE.fullmatch(low, a.end, b.start)
    if gap is None or a.value.end or b.value.end or a.value.has_clock != b.value.has_clock:
        return False
    if gap["sign"]:
        return True
    if gap[0] == " and ":
        return bool(_BETWEEN.search(low, max(0, a.start - 12), a.start))
    return not _CHANGED.match(low, b.end) and not _changes(low, a.start)


def _changes(low: str, at: int) -> bool:
    before = low[max(0, at - 80) : at]
    return bool(_CHANGE.search(before, before.rfind(". ") + 1))


def _range(a: TimeValue, b: TimeValue) -> TimeValue:
    if a.has_clock:
        a, b = _settle(a, b)
    if b.has_date:
        names = ("year",) if b.month is not None else ("year", "month") if b.day is not None else ()
        b = replace(b, **{name: getattr(a, name) for name in names if getattr(b, name) is None})
        if (
            a.has_clock
            and (a.year, a.month, a.day, a.weekday) == (b.year, b.month, b.day, b.weekday)
            and a.relative == b.relative
        ):
            b = replace(b, year=None, month=None, day=None, weekday=None, relative=None)
    return replace(a, end=b)


def _settle(a: TimeValue, b: TimeValue) -> tuple[TimeValue, TimeValue]:
    """Halves of the day for a range of which one end has its half: the shortest forward range."""
    if a.hour is None or b.hour is None or a.ambiguous == b.ambiguous:
        return a, b
    if b.ambiguous:
        hours = (b.hour % 12, b.hour % 12 + 12)
        later = [hour for hour in hours if (hour, b.minute or 0) > (a.hour, a.minute or 0)]
        return a, replace(b, hour=min(later, default=hours[0]), ambiguous=False)
    hours = (a.hour % 12, a.hour % 12 + 12)
    earlier = [hour for hour in hours if (hour, a.minute or 0) < (b.hour, b.minute or 0)]
    return replace(a, hour=max(earlier, default=hours[1]), ambiguous=False), b


# --------------------------------------------------------------------------------------------------------- finishing


def settle_end(value: TimeValue) -> TimeValue:
    """A range whose rule left the end ambiguous, with the end on the half of the day that the start implies."""
    if value.end is None or not value.has_clock:
        return value
    start, end = _settle(replace(value, end=None), value.end)
    return replace(start, end=end)


def _finish(atom: Atom, low: str, anchor: datetime | None) -> tuple[int, int, TimeValue]:
    start, end, value = atom.start, atom.end, settle_end(atom.value)
    before = _APPROXIMATE.search(low, max(0, start - 15), start)
    after = _APPROXIMATELY.match(low, end)
    if before or after:
        start, end = before.start() if before else start, after.end() if after else end
        value = replace(value, approximate=True)
    if anchor is not None and value.weekday is not None and _is_deadline(value, low, start, end):
        value = replace(value, relative=Relative("weekday", 0))
    return start, end, resolve(value, anchor)


def _is_deadline(value: TimeValue, low: str, start: int, end: int) -> bool:
    if value.relative or value.day is not None or value.month is not None or value.end is not None:
        return False
    return low.startswith("까지", end) or bool(_DEADLINE.search(low, max(0, start - 18), start))
