"""The generator; what it is made of stands in ``recipes.<language>.toml``."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

from harness.josa import with_josa
from harness.runs.jsonl import atomic, write_lines
from harness.schema import Claim, Evidence, Kind, Probe

_START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
_SPREAD = 0.85  # facts lie in the first 85 % of a log, so that most of them can be folded


@dataclass(frozen=True, slots=True)
class Planted:
    """A fact at its turn: the text to say, the tool whose result says it (if any), and its probe."""

    turn: int
    text: str
    tool: str | None
    probe: Probe | None


@cache
def recipe(language: str) -> dict[str, Any]:
    """The recipe of a language."""
    return tomllib.loads(resources.files("harness.synth").joinpath(f"recipes.{language}.toml").read_text("utf-8"))


def generate(seed: int, turns: int, language: str, variant: int = 0) -> tuple[Iterator[dict[str, Any]], list[Probe]]:
    """A log as an iterator of messages (OpenAI style, one per turn) and its probes.

    ``turns`` from 20 to 100,000; about one fact in six turns, at most 100. The same arguments give the same log.
    """
    name = log_name(seed, turns, language, variant)
    planted = plant(seed, turns, language, variant, name)
    probes = [p.probe for p in planted if p.probe] + _absent(seed, turns, language, name)
    return _messages({p.turn: p for p in planted}, seed, turns, language), probes


def log_name(seed: int, turns: int, language: str, variant: int = 0) -> str:
    """The stem of a synthetic log's file."""
    return f"synth-{language}-{seed:04d}-{turns}" + (f"-v{variant}" if variant else "")


def write(seed: int, turns: int, language: str, folder: Path, variant: int = 0) -> Path:
    """Stream a log to ``folder/logs`` and its probes to ``folder/probes``; returns the log's path."""
    messages, probes = generate(seed, turns, language, variant)
    name = log_name(seed, turns, language, variant)
    path = folder / "logs" / f"{name}.jsonl"
    with atomic(path) as file:
        for message in messages:
            file.write(json.dumps(message, ensure_ascii=False) + "\n")
    write_lines(folder / "probes" / f"{name}.jsonl", probes)
    return path


def _draw(*key: object) -> Random:
    return Random("/".join(map(str, key)))


# --------------------------------------------------------------------------------------------------------- facts


def fact_count(turns: int) -> int:
    """How many facts a log of this length gets."""
    return max(6, min(100, turns // 6))


def plant(seed: int, turns: int, language: str, variant: int, name: str) -> list[Planted]:
    """All planted facts of a log, in the order of their turns; a revised value is planted twice."""
    facts = recipe(language)["facts"]
    subjects = _subjects(seed, language)
    places = iter(_places(seed, turns, language))
    planted: list[Planted] = []
    for i in range(fact_count(turns)):
        fact = facts[i % len(facts)]
        own = [next(places) for _ in range(2 if "first" in fact else 1)]
        planted += _planted(fact, i, subjects[i], sorted(own), seed, language, variant, name)
    return sorted(planted, key=lambda p: p.turn)


def _subjects(seed: int, language: str) -> list[str]:
    r = recipe(language)
    pairs = [f"{a} {b}" for a in r["names"] for b in r["things"]]
    return _draw(seed, language, "subjects").sample(pairs, 130)


def _places(seed: int, turns: int, language: str) -> list[int]:
    """Distinct odd turns (a person speaks there), shuffled."""
    last = max(16, int(turns * _SPREAD))
    odd = list(range(1, last, 2))
    wanted = min(len(odd), fact_count(turns) + fact_count(turns) // 6 + 2)
    return _draw(seed, language, "places").sample(odd, wanted)


def _planted(
    fact: Mapping[str, Any],
    number: int,
    subject: str,
    turns: Sequence[int],
    seed: int,
    language: str,
    variant: int,
    name: str,
) -> Iterator[Planted]:
    slots = _slots(fact, number, subject, seed, language, variant)
    wording = _draw(seed, language, number, "wording")
    if "first" in fact:
        yield Planted(turns[0], _said(wording.choice(fact["first"]), slots), None, None)
    text = _said(wording.choice(fact["say"]), slots)
    asked = [_said(q, slots) for q in fact["ask"]]
    yield Planted(
        turns[-1], text, fact.get("tool"), _probe(fact, number, slots, text, asked, turns[-1], language, name)
    )


def _said(form: str, slots: Mapping[str, str]) -> str:
    return with_josa(form.format(**slots))


def _slots(
    fact: Mapping[str, Any], number: int, subject: str, seed: int, language: str, variant: int
) -> dict[str, str]:
    values = recipe(language)["values"]
    value = _draw(seed, language, number, "value", variant)
    slots = {"s": subject, "v": "", "o": "", "w": "", "x": "", "why": ""}
    match fact["value"]:
        case "reason":
            slots |= {
                "why": value.choice(values["reason"]),
                "x": _draw(seed, language, number, "option").choice(values["option"]),
            }
        case "option":
            slots["v"] = value.choice(values["option"])
        case "two":
            slots["v"], slots["w"] = value.sample(values["option"], 2)
        case "rule":
            verb, participle = _draw(seed, language, number, "rule").choice(values["rule"])
            slots |= {"v": verb, "v2": participle}
        case "quantity":
            unit = _draw(seed, language, number, "unit").choice(values["units"])
            new, old = value.sample(range(11, 980), 2)
            slots |= {"v": _amount(new, unit, language), "o": _amount(old, unit, language)}
        case kind:
            slots["v"] = _value(kind, value, values)
    return slots


def _amount(number: int, unit: str, language: str) -> str:
    return f"{number}{unit}" if language == "ko" and not unit.isascii() else f"{number} {unit}"


def _value(kind: str, draw: Random, values: Mapping[str, Any]) -> str:
    match kind:
        case "clock":
            return str(values["clock"]).format(h=draw.randrange(7, 23), m=draw.randrange(1, 60))
        case "date":
            return str(values["date"]).format(d=draw.randrange(2, 29), month=draw.choice(values["months"]))
        case "identifier":
            return f"{draw.choice(['OPS', 'FIN', 'LAB', 'DES'])}-{draw.randrange(1000, 9999)}"
        case "path":
            return f"/srv/{draw.choice(['vault', 'attic', 'depot', 'shelf'])}/{draw.randrange(0x1000, 0xFFFF):x}"
    raise ValueError(f"recipe asks for a value of kind {kind!r}")


def _probe(
    fact: Mapping[str, Any],
    number: int,
    slots: Mapping[str, str],
    text: str,
    asked: Sequence[str],
    turn: int,
    language: str,
    name: str,
) -> Probe:
    kind = Kind(fact["kind"])
    claims, wrong, expected = _answer(fact, kind, slots, language)
    return Probe(
        f"{name}-{number:03d}",
        fact["category"],
        asked[0],
        kind,
        expected,
        wrong=wrong,
        stale=(slots["o"],) if "first" in fact else (),
        claims=claims,
        evidence=(Evidence(turn, text.split("\n")[1] if fact.get("tool") and "\n" in text else text),),
        tool=fact.get("tool"),
        conversation=name,
        language=language,
        rephrased=asked[1],
        origin="synth",
    )


def _answer(
    fact: Mapping[str, Any], kind: Kind, slots: Mapping[str, str], language: str
) -> tuple[tuple[Claim, ...], tuple[str, ...], str]:
    if kind is Kind.OPEN:
        return (), (slots["v"], slots["w"]), recipe(language)["values"]["undecided"]
    if kind is not Kind.CLAIMS:
        return (), (), slots["v"]
    if fact.get("negated"):
        return (Claim((slots["v"], slots["v2"]), True),), (), f"{slots['v']}: no"
    return (Claim((slots["why"],)),), (), slots["why"]


def _absent(seed: int, turns: int, language: str, name: str) -> list[Probe]:
    """Questions about real subjects that no fact answers."""
    r = recipe(language)
    subjects = _subjects(seed, language)[: fact_count(turns)]
    chosen = _draw(seed, language, "absent").sample(subjects, max(1, len(subjects) // 10))
    return [
        Probe(
            f"{name}-a{i:02d}",
            "absent",
            r["absent"][i % len(r["absent"])].format(s=s),
            Kind.ABSENT,
            r["values"]["not_stated"],
            conversation=name,
            language=language,
            origin="synth",
        )
        for i, s in enumerate(chosen)
    ]


# ------------------------------------------------------------------------------------------------------ messages


def _messages(planted: Mapping[int, Planted], seed: int, turns: int, language: str) -> Iterator[dict[str, Any]]:
    """The log: a person and an assistant in turn; now and then a tool call with its result takes two turns."""
    filler = _draw(seed, language, "filler")
    clock = _START.astimezone(timezone(timedelta(hours=9))) if language == "ko" else _START
    number = 0
    while number < turns:
        fact = planted.get(number)
        for message in _turns(fact, planted.get(number + 1), filler, recipe(language), number, turns):
            clock += timedelta(seconds=filler.randrange(20, 900))
            yield {**message, "timestamp": clock.isoformat()}
            number += 1


def _turns(
    fact: Planted | None, following: Planted | None, filler: Random, r: Mapping[str, Any], number: int, turns: int
) -> list[dict[str, Any]]:
    if following is not None and following.tool and number + 1 < turns:
        return _call(following.tool, following.text, number)
    if fact is not None:
        before, after = filler.choice(r["fillers_user"]), filler.choice(r["fillers_user"])
        return [{"role": "user", "content": f"{before} {fact.text} {after}"}]
    if number % 2 == 0 and number + 1 < turns and following is None and filler.random() < 0.08:
        return _call(filler.choice(r["tools"]), filler.choice(r["filler_tool"]), number)
    if number % 2:
        return [{"role": "user", "content": " ".join(filler.sample(r["fillers_user"], filler.randrange(1, 4)))}]
    return [{"role": "assistant", "content": " ".join(filler.sample(r["fillers_assistant"], filler.randrange(1, 4)))}]


def _call(tool: str, result: str, number: int) -> list[dict[str, Any]]:
    call = {"id": f"call_{number}", "type": "function", "function": {"name": tool, "arguments": "{}"}}
    return [
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"call_{number}", "name": tool, "content": result},
    ]
