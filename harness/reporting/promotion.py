"""Promotion as a console table, as sentences, as JSON, and as the ``memory.toml`` that a product reads."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tabulate import tabulate

from harness.analysis.intervals import Share
from harness.analysis.paired import Difference
from harness.analysis.promotion import Gain, Looked, Promoted, Promotion, Whole
from harness.analysis.summary import OVERALL
from harness.categories import Categories
from harness.reporting.strings import Strings
from harness.reporting.text import HOPELESS, interval, kind_title, short_interval, type_title, visible

VERSION = 1
RULES = {"constraint": "always", "decision": "similar", "fact": "similar_recent", "failure": "same_tool"}


@dataclass(frozen=True)
class View:
    """One row as text. ``few`` marks a row under the minimum."""

    title: str
    verdict: str
    name: str
    share: str
    few: bool
    rule: str
    items: str
    tokens: str
    harm: str
    worth: str
    without: str
    memory: str
    gain: str
    result: str
    lost: str


def rows(found: Promotion, categories: Categories, t: Strings, *, short: bool = False) -> list[View]:
    """The rows as text, ranked."""
    return [_view(r, categories, t, short_interval if short else interval) for r in found.rows]


def _view(row: Promoted, categories: Categories, t: Strings, shown: Any) -> View:
    j, g = row.judged, row.gain
    return View(
        visible(type_title(j.name, categories, t)),
        _verdict(row, t),
        j.verdict,
        f"{shown(j.share, '·' if j.few else '')} ({j.age})" if j.share else "–",
        j.few,
        f"{kind_title(row.kind, t)}: {t.pick(row.put_back)}",
        f"{row.price.items:.0f}" if row.price else "–",
        f"{row.price.tokens:.0f}" if row.price else "–",
        f"{row.weight:g}",
        f"{row.harm_per_token:.1f}" if row.harm_per_token is not None else "–",
        shown(g.without) if g else "–",
        shown(g.memory) if g else "–",
        difference(g.difference) if g else "–",
        t("promote." + g.verdict.replace(" ", "_")) if g else "–",
        " / ".join(str(g.lost[k]) for k in ("not_extracted", "not_selected", "not_answered")) if g else "–",
    )


def _verdict(row: Promoted, t: Strings) -> str:
    if row.judged.verdict == "undecided":
        if row.judged.missing > HOPELESS:
            return t("promote.undecided_close")
        return t("promote.undecided", missing=row.judged.missing)
    if row.judged.verdict == "keep" and row.judged.reader:
        return t("promote.keep_reader")
    return t(f"promote.{row.judged.verdict}")


def difference(found: Difference) -> str:
    """``+0.31 [+0.12, +0.50]``."""
    if found.low is None or found.high is None:
        return f"{found.value:+.2f}"
    return f"{found.value:+.2f} [{found.low:+.2f}, {found.high:+.2f}]"


def gains(found: Promotion | None) -> dict[str, Mapping[int, Gain]]:
    """What memory changed at each age, by type, and for all types together; nothing where it was not replayed."""
    if found is None or found.whole is None:
        return {}
    return {r.judged.name: r.ages for r in found.rows if r.ages} | {OVERALL: found.whole.ages}


def remembered(found: Mapping[int, Gain]) -> dict[int, Share]:
    """S_k with memory items put back."""
    return {k: g.memory for k, g in found.items()}


def sentences(found: Promotion, categories: Categories, t: Strings) -> list[str]:
    """What the second replay showed, what did not pay, and what could not be done."""
    said = [] if found.chosen else [t("promote.nothing", target=f"{found.target:g}")]
    if found.whole:
        said += _replayed(found.whole, t)
    elif found.chosen:
        said.append(t("promote.estimate"))
    for key, names in (("disappointed", found.disappointed), ("partly", found.partly)):
        if names:
            said.append(t(f"promote.{key}", types=", ".join(type_title(n, categories, t) for n in names)))
    if found.looked:
        said.append(t("promote.memory_probes", **_counts(found.looked)))
    return [visible(s) for s in (*said, *(_note(n, t) for n in found.notes))]


def _counts(looked: Looked) -> dict[str, int]:
    """How many were right and how many were looked at, by kind: ``before_r``, ``before_n`` and so on."""
    pairs = (("r", looked.right), ("n", looked.asked))
    return {f"{check}_{k}": counts.get(check, 0) for check in CHECKS for k, counts in pairs}


CHECKS = ("before", "after", "conflict", "stale")
_MOST_SLIPS = 100


def slips(looked: Looked, t: Strings) -> list[tuple[str, str, str]]:
    """What went wrong, what was asked for, and where; of many the first, and last how many more there are."""
    shown = [
        (
            t(f"promote.slip_{row['check']}"),
            visible(str(row["request"])),
            t("promote.slip_at", conversation=visible(str(row["conversation"])), fold=row["fold"]),
        )
        for row in looked.slips[:_MOST_SLIPS]
    ]
    more = len(looked.slips) - len(shown)
    return [*shown, (t("promote.slips_more", n=more), "", "")] if more else shown


_REFUSED = {"no such turn": "turn", "not carried": "carried", "secret": "secret", "malformed": "malformed"}


def _note(note: str, t: Strings) -> str:
    """A note of the promotion in words that say why; one that is not known stays as it is."""
    refused = re.fullmatch(r"Memory items refused: (\d+) \(([\w ]+)\)\.", note)
    if refused and refused[2] in _REFUSED:
        return t(f"promote.refused_{_REFUSED[refused[2]]}", n=refused[1])
    return t("promote.nothing_replayed") if note.startswith("Nothing is recommended on any part") else note


def _replayed(whole: Whole, t: Strings) -> list[str]:
    g = whole.gain
    said = [
        t(
            "promote.whole",
            without=interval(g.without),
            memory=interval(g.memory),
            gain=difference(g.difference),
            n=g.difference.probes,
            conversations=g.difference.conversations,
            tokens=f"{whole.tokens:.0f}",
            most=whole.most,
        ),
        t("promote.ages", ages="; ".join(_age(k, a) for k, a in sorted(whole.ages.items()))),
        t("promote.where", **g.lost, invalid=g.invalid),
        t(
            "promote.wrong",
            asks=whole.asks,
            stale=whole.memory["stale"],
            stale_without=whole.without["stale"],
            fabricated=whole.memory["fabricated"],
            fabricated_without=whole.without["fabricated"],
        ),
    ]
    return [*said, t("promote.alone", share=interval(whole.alone))] if whole.alone else said


def _age(age: int, g: Gain) -> str:
    return f"S_{age} {g.without.value:.2f} → {g.memory.value:.2f} ({difference(g.difference)}, n={g.difference.probes})"


def table(found: Promotion, categories: Categories, language: str = "en") -> str:
    """The console table, with the sentences below."""
    t = Strings(language)
    names = ["type", "verdict", "share", "rule", "items", "tokens", "harm", "worth"]
    names += ["without", "with", "gain", "result"] if found.whole else []
    head = [t(f"promote.{n}") for n in names]
    keys = ["title" if n == "type" else "memory" if n == "with" else n for n in names]
    body = [[getattr(v, k) for k in keys] for v in rows(found, categories, t, short=True)]
    widths = [14, 16, None, 22, *(None for _ in names[4:])]
    sides = ["left"] * 4 + ["right"] * 4 + ["left"] * (len(names) - 8)
    text = (
        str(tabulate(body, head, tablefmt="simple", disable_numparse=True, maxcolwidths=widths, colalign=sides))
        if body
        else ""
    )
    return "\n\n".join(filter(None, (text, "\n".join(sentences(found, categories, t)))))


# ----------------------------------------------------------------------------------------------------------- data


def promotion_json(found: Promotion) -> dict[str, Any]:
    """The whole of it as plain data, numbers rounded to six decimals."""
    return {
        "promotion_version": VERSION,
        "target": found.target,
        "budget": found.budget,
        "promoted": list(found.chosen),
        "did_not_pay": list(found.disappointed),
        "did_not_pay_in_parts": list(found.partly),
        "categories": [_row(r) for r in found.rows],
        "verified": _whole(found.whole) if found.whole else None,
        "choices": {c: list(names) for c, names in sorted(found.choices.items())},
        "memory_probes": {
            c: {"right": found.looked.right.get(c, 0), "asked": found.looked.asked.get(c, 0)} for c in CHECKS
        }
        if found.looked
        else None,
        "notes": list(found.notes),
    }


def _row(row: Promoted) -> dict[str, Any]:
    j = row.judged
    return {
        "name": j.name,
        "verdict": j.verdict,
        "age": j.age,
        "retention": _share(j.share),
        "few": j.few,
        "missing": j.missing,
        "reader_loses": j.reader,
        "lost_in_fold": round(j.folded, 6),
        "kind": row.kind,
        "put_back": RULES[row.kind],
        "harm": row.weight,
        "items_per_conversation": row.price.items if row.price else None,
        "tokens_per_request": row.price.tokens if row.price else None,
        "harm_avoided_per_1000_tokens": round(row.harm_per_token, 6) if row.harm_per_token is not None else None,
        "estimate": row.gain is None,
        "replay": _gain(row.gain) | {"ages": _ages(row.ages)} if row.gain else None,
    }


def _difference(d: Difference) -> dict[str, Any]:
    bounds = {k: _rounded(getattr(d, k)) for k in ("value", "low", "high")}
    return {**bounds, "n": d.probes, "conversations": d.conversations}


def _gain(g: Gain) -> dict[str, Any]:
    return {
        "verdict": g.verdict,
        "without": _share(g.without),
        "with_memory": _share(g.memory),
        "gain": _difference(g.difference),
        "invalid": g.invalid,
        "lost": dict(g.lost),
        "promoted_for": g.chosen,
        "conversations": g.parts,
    }


def _whole(whole: Whole) -> dict[str, Any]:
    return {
        **_gain(whole.gain),
        "tokens_per_request": _rounded(whole.tokens),
        "most_tokens": whole.most,
        "asks": whole.asks,
        "wrong_without": dict(whole.without),
        "wrong_with_memory": dict(whole.memory),
        "items_alone": _share(whole.alone),
        "ages": _ages(whole.ages),
    }


def _ages(found: Mapping[int, Gain]) -> dict[str, Any]:
    return {str(k): _gain(g) for k, g in sorted(found.items())}


def _share(share: Share | None) -> dict[str, Any] | None:
    if share is None:
        return None
    return {k: _rounded(getattr(share, k)) for k in ("value", "low", "high", "n", "conversations")}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(float(value), 6)


def memory_toml(found: Promotion) -> str:
    """What a product needs to know: which types to keep as items, of what kind, and when to put them back. A type that was recommended
    and did not pay when it was replayed is named in a comment only."""
    lines = [
        "# Written by `afterfold promote`: the information types to keep as memory items.",
        "# put_back: always · similar (to the request) · similar_recent · same_tool (in use)",
        "",
        f"format = {VERSION}",
        f"budget = {found.budget}  # tokens of memory items in one request; constraints are never cut",
        f"verified = {str(found.whole is not None).lower()}",
    ]
    if found.disappointed:
        lines.append(f"# recommended, but did not pay when it was replayed: {', '.join(found.disappointed)}")
    for row in found.rows:
        if row.judged.name in found.worth_keeping:
            lines += ["", "[[promote]]", *(f"{k} = {json.dumps(v)}" for k, v in _entry(row).items())]
    return "\n".join(lines) + "\n"


def _entry(row: Promoted) -> Mapping[str, Any]:
    share = row.judged.share
    entry = {
        "type": row.judged.name,
        "kind": row.kind,
        "put_back": RULES[row.kind],
        "harm": row.weight,
        "retention": _rounded(share.value) if share else None,
        "tokens_per_request": round(row.price.tokens, 1) if row.price else None,
        "gain": _rounded(row.gain.difference.value) if row.gain else None,
        "replayed": row.gain.verdict if row.gain else None,
    }
    return {k: v for k, v in entry.items() if v is not None}
