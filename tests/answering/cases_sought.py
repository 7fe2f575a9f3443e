"""Questions that seek the negative (what was turned down, what failed, what is exempt), numerals, bounds and torn answers."""

from __future__ import annotations

from harness.schema import Claim
from tests.answering.cases_en import Case, D, M, R
from tests.build import probe

CASES: list[Case] = [
    (
        probe(
            "claims",
            "the marquee",
            claims=(Claim(("marquee",)),),
            category="rejected_option",
            question="Which venue did we turn down for the fair?",
            quote="We are not taking the marquee for the fair, it blows over; the school gym it is.",
        ),
        {
            R: ("The marquee.", "We decided against the marquee.", "The marquee was turned down."),
            D: ("The school gym.", "The marquee was chosen."),
            M: ("The notes don't say which one.",),
        },
    ),
    (
        probe(
            "claims",
            "천막",
            claims=(Claim(("천막",)),),
            category="rejected_option",
            question="바자회 장소로 무엇을 버렸지?",
            quote="바자회는 천막을 쓰지 않기로 했습니다. 바람에 넘어가서요. 강당으로 갑니다.",
        ),
        {
            R: ("천막입니다.", "천막은 쓰지 않기로 했어요."),
            D: ("천막을 쓰기로 했습니다.",),
            M: ("요약에는 나와 있지 않습니다.",),
        },
    ),
    (
        probe(
            "claims",
            "draining the coolant",
            claims=(Claim(("draining coolant", "coolant drained")),),
            category="failed_attempt",
            question="What did we already try on the lathe that didn't help?",
            quote="Draining the coolant didn't help, the lathe still squeals.",
        ),
        {
            R: ("Draining the coolant.", "We drained the coolant, which didn't help."),
            D: ("Draining the coolant fixed it.", "We drained the coolant and that helped."),
            M: ("I have no record of what was tried.",),
        },
    ),
    (
        probe(
            "quantity",
            "2.5 seconds",
            accepted=("2.5 s",),
            wrong=("4 seconds",),
            category="quantity",
            question="How long may a page take to load?",
            quote="A page may take 2.5 seconds to load.",
        ),
        {R: ("two and a half seconds",), D: ("Four seconds.", "Unclear whether 2.5 or 4 seconds.")},
    ),
    (
        probe(
            "quantity",
            "18,432 rows",
            wrong=("18,342 rows",),
            category="quantity",
            question="How many rows did the export have?",
            quote="The export had 18,432 rows.",
        ),
        {R: ("18 432 rows",), D: ("18 342 rows",)},
    ),
]
