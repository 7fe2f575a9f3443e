"""What the same subject was said to be at different turns: restated, revised, or contradictory."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from harness.language import normalise, terms
from harness.probing.draft import Draft, ask
from harness.probing.updates import Overturned, core
from harness.schema import Evidence, Kind
from harness.values import Match, compare, find

VALUES = frozenset([Kind.TIME, Kind.QUANTITY, Kind.IDENTIFIER])
_NOW = {Kind.TIME: "now_time", Kind.QUANTITY: "now_value", Kind.IDENTIFIER: "now_identifier"}
_POSTINGS = 60
_Postings = dict[tuple[str, str], list[tuple[frozenset[str], Draft]]]


def revised(drafts: Iterable[Draft], dropped: Counter[str]) -> list[Draft]:
    """Value drafts of one subject become one: the latest value if a later sentence says that it changed, none if they
    contradict each other without a word. Statements are passed on."""
    result: list[Draft] = []
    groups: dict[tuple[str, frozenset[str]], list[Draft]] = defaultdict(list)
    turned: list[Draft] = []
    for d in drafts:
        if d.form == "turned":
            turned.append(d)
        elif d.kind in VALUES and d.category != "tool_fact":
            groups[d.kind.value, core(d.subject)].append(d)
        else:
            result.append(d)
    held = [d for g in groups.values() for d in g]
    for group in _united(groups):
        result += _settled(sorted(group, key=_turn), dropped)
    return [*result, *(_until_changed(d, [*held, *turned]) for d in turned)]


def _until_changed(draft: Draft, others: Sequence[Draft]) -> Draft:
    """A question in the words of its clause holds until something it speaks of gets another value of that sort."""
    said = frozenset(terms(draft.question))
    later = [
        _turn(d)
        for d in others
        if d.kind is draft.kind and _turn(d) > _turn(draft) and core(d.subject) <= said and _comparable(d, draft)
    ]
    return replace(draft, until=min(later)) if later and draft.until is None else draft


def _united(groups: Mapping[tuple[str, frozenset[str]], list[Draft]]) -> Iterable[list[Draft]]:
    """A revision that names its subject more shortly or more fully than the earlier fact joins it, if only one fact fits."""
    by_term: dict[tuple[str, str], list[tuple[str, frozenset[str]]]] = defaultdict(list)
    for kind, own in groups:
        for term in own:
            if len(by_term[kind, term]) < _POSTINGS:
                by_term[kind, term].append((kind, own))
    home: dict[tuple[str, frozenset[str]], tuple[str, frozenset[str]]] = {}
    for key, group in groups.items():
        kind, own = key
        if all(d.revises for d in group):
            near = {k for t in own for k in by_term[kind, t] if k != key and (own < k[1] or k[1] < own)}
            near = {k for k in near if _turn(groups[k][0]) < _turn(group[0]) and _comparable(groups[k][0], group[0])}
            if len(near) == 1:
                home[key] = near.pop()
    joined: dict[tuple[str, frozenset[str]], list[Draft]] = defaultdict(list)
    for key, group in groups.items():
        target = home.get(key, key)
        target = home.get(target, target)
        longer = max(key, target, key=lambda k: len(k[1]))
        subject = groups[longer][0].subject
        joined[target] += [replace(d, subject=subject) if target != key else d for d in group]
    return joined.values()


def _comparable(a: Draft, b: Draft) -> bool:
    """Whether the values of two drafts are of one unit or one sort of time."""
    left, right = find(a.expected), find(b.expected)
    return len(left) == len(right) == 1 and compare(left[0].normal, right[0].normal) is Match.DIFFERENT


def still_held(drafts: Sequence[Draft], overturned: Sequence[Overturned], dropped: Counter[str]) -> list[Draft]:
    """The drafts without the values that a later turn put in doubt."""
    doubts: dict[tuple[str, frozenset[str]], int] = {}
    for o in overturned:
        doubts[o.kind, o.own] = max(o.turn, doubts.get((o.kind, o.own), -1))
    result = []
    for d in drafts:
        last = doubts.get((d.kind.value, core(d.subject)), -1)
        if d.form == "turned" and d.kind in VALUES and d.language == "ko":
            said = frozenset(terms(d.question))
            last = max((t for (k, own), t in doubts.items() if k == d.kind.value and own <= said), default=last)
        if d.kind in VALUES and d.until is None and max((e.turn for e in d.evidence), default=0) < last:
            dropped["overturned later"] += 1
        else:
            result.append(d)
    return result


def _turn(draft: Draft) -> int:
    return draft.evidence[0].turn if draft.evidence else 0


def same(a: str, b: str) -> bool:
    """Whether two expected answers are the same value, or one says more of it."""
    if normalise(a) == normalise(b):
        return True
    left, right = find(a), find(b)
    return len(left) == len(right) == 1 and compare(left[0].normal, right[0].normal) in (
        Match.EQUAL,
        Match.FINER,
        Match.COARSER,
    )


def _settled(group: Sequence[Draft], dropped: Counter[str]) -> list[Draft]:
    runs: list[list[Draft]] = []
    for d in group:
        if runs and same(runs[-1][-1].expected, d.expected):
            runs[-1].append(d)
        elif runs and d.rule.endswith("assistant") and not d.revises:
            dropped["more than one answer fits"] += 1
        else:
            runs.append([d])
    merged = [_joined(run, dropped) for run in runs]
    if len(merged) == 1:
        return merged
    if not all(d.revises for d in merged[1:]):
        dropped["more than one answer fits"] += len(merged)
        return []
    return _chain(merged)


def _joined(run: Sequence[Draft], dropped: Counter[str]) -> Draft:
    best = max(run, key=lambda d: (bool(d.stale), len(d.expected) if d.kind is Kind.TIME else 0, d.score))
    dropped["said again, merged"] += len(run) - 1
    others = [Evidence(e.turn, e.quote, best.evidence[0].piece) for d in run if d is not best for e in d.evidence]
    stale = tuple(dict.fromkeys(s for d in run for s in d.stale))
    return replace(
        best,
        evidence=tuple(sorted(dict.fromkeys([*best.evidence, *others]), key=lambda e: e.turn)),
        stale=stale,
        revises=any(d.revises for d in run),
    )


def _chain(merged: Sequence[Draft]) -> list[Draft]:
    """The last value with the earlier ones as stale; each earlier probe holds until the next value."""
    last = merged[-1]
    stale = tuple(dict.fromkeys([*(d.expected for d in merged[:-1]), *last.stale]))
    stale = tuple(s for s in stale if not same(s, last.expected))
    current = replace(
        last,
        category="superseded",
        stale=stale,
        question=last.question if last.form == "wh" else ask(_NOW[last.kind], last.language, last.subject),
        score=last.score + 1.0,
    )
    earlier = [replace(d, until=_turn(merged[i + 1])) for i, d in enumerate(merged[:-1])]
    if earlier and earlier[0].language == "ko":
        earlier = [replace(earlier[0], question=_at_first(earlier[0].question))]
    return [*earlier, current]


def _at_first(question: str) -> str:
    """The question for a value that was changed later, so that it asks for the first one also when read after the change."""
    return "처음에 " + question.removeprefix("아까 말한 ").replace("지금 ", "")


def unambiguous(drafts: Sequence[Draft], dropped: Counter[str]) -> list[Draft]:
    """Drop a value draft whose subject is a part of another's with another value: "the window" beside "the release window"."""
    by_term: _Postings = defaultdict(list)
    for d in drafts:
        if d.kind in VALUES and d.form != "turned":
            own = frozenset(terms(d.subject))
            for term in own:
                if len(by_term[d.kind.value, term]) < _POSTINGS:
                    by_term[d.kind.value, term].append((own, d))
    result = []
    for d in drafts:
        if d.kind not in VALUES or (d.form == "turned" and not _thin_clause(d)):
            result.append(d)
        elif not d.revises and _part_of_another(d, by_term):
            dropped["more than one answer fits"] += 1
        else:
            result.append(_held_until(d, by_term))
    return result


def _thin_clause(draft: Draft) -> bool:
    """Whether a Korean clause speaks of one bare word: it is checked against fuller subjects as a noun phrase is."""
    return draft.language == "ko" and draft.kind is Kind.TIME and len(draft.subject.split()) == 1


def _held_until(draft: Draft, by_term: _Postings) -> Draft:
    """A later sentence that gives a part of the subject another value may have revised it: hold the probe until then."""
    own = frozenset(terms(draft.subject))
    later = [
        _turn(d)
        for t in sorted(own)
        for other, d in by_term.get((draft.kind.value, t), ())
        if other < own and _turn(d) > max(_turn(draft), -1) and not same(d.expected, draft.expected)
    ]
    return replace(draft, until=min(later)) if later and draft.until is None else draft


def _part_of_another(draft: Draft, by_term: _Postings) -> bool:
    own = frozenset(terms(draft.subject))
    near = min((by_term.get((draft.kind.value, t), []) for t in own), key=len, default=[])
    return any(
        own < other and not same(d.expected, draft.expected) and d.until is None and draft.until is None
        for other, d in near
    )
