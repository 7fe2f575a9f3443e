"""Distances and edges turned into calendar dates."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import replace
from datetime import date, datetime, timedelta

from harness.values.model import Edge, Relative, TimeValue


def resolve(value: TimeValue, anchor: datetime | None) -> TimeValue:
    """``value`` with relative parts as dates counted from ``anchor`` (its own wall clock); unchanged without one.

    The end of a known month becomes its last day even without an anchor. A distance that leaves the calendar stays.
    """
    if anchor is not None and value.relative is not None:
        try:
            value = _absolute(value, value.relative, anchor)
        except (OverflowError, ValueError):
            return value
    if value.end is not None:
        value = replace(value, end=resolve(value.end, anchor))
    return _last_day(value)


def _absolute(value: TimeValue, relative: Relative, anchor: datetime) -> TimeValue:
    today, offset = anchor.date(), relative.offset
    if relative.unit == "minute":
        moment = anchor + timedelta(minutes=offset)
        return _on(replace(value, hour=moment.hour, minute=moment.minute), moment.date())
    if relative.unit == "day":
        return _on(value, today + timedelta(days=offset))
    if relative.unit == "weekday":
        return _on(value, _weekday(today, value.weekday or 0, offset))
    if relative.unit == "week":
        return _week(value, today, offset)
    return _period(value, relative, today)


def _on(value: TimeValue, day: date) -> TimeValue:
    weekday = None if value.weekday is None else day.weekday()
    return replace(value, year=day.year, month=day.month, day=day.day, weekday=weekday, relative=None)


def _weekday(today: date, weekday: int, offset: int) -> date:
    """The next such day from today on, ``offset`` weeks later; for a negative offset the last one before today."""
    ahead = (weekday - today.weekday()) % 7
    return today + timedelta(days=ahead + 7 * offset)


def _week(value: TimeValue, today: date, offset: int) -> TimeValue:
    monday = today + timedelta(days=7 * offset - today.weekday())
    if value.weekday is not None:
        return _on(value, monday + timedelta(days=value.weekday))
    if value.edge is not None:
        day = {Edge.START: 0, Edge.MIDDLE: 2, Edge.END: 4}[value.edge]  # a working week ends on Friday
        return _on(replace(value, edge=None), monday + timedelta(days=day))
    sunday = monday + timedelta(days=6)
    return _on(replace(value, end=TimeValue(year=sunday.year, month=sunday.month, day=sunday.day)), monday)


def _period(value: TimeValue, relative: Relative, today: date) -> TimeValue:
    plain = replace(value, relative=None)
    if relative.unit == "year":
        return replace(plain, year=today.replace(year=today.year + relative.offset, day=1).year)
    if relative.unit == "quarter":
        year, quarter = divmod(today.year * 4 + (today.month - 1) // 3 + relative.offset, 4)
        return replace(plain, year=year, quarter=quarter + 1)
    year, month = divmod(today.year * 12 + today.month - 1 + relative.offset, 12)
    plain = replace(plain, year=date(year, month + 1, 1).year, month=month + 1)
    if relative.unit == "months":
        return replace(plain, day=min(today.day, monthrange(year, month + 1)[1]))
    return plain


def _last_day(value: TimeValue) -> TimeValue:
    if value.edge is not Edge.END or value.day is not None:
        return value
    month = value.month
    if month is None and value.quarter is not None and value.year is not None:
        month = value.quarter * 3
    if month is None and value.year is not None and value.relative is None and value.quarter is None:
        month = 12
    if month is None or (month == 2 and value.year is None):
        return value
    day = monthrange(value.year or 2023, month)[1]
    return replace(value, month=month, day=day, edge=None, quarter=None)
