"""The second matcher is simple enough to be checked by hand."""

from __future__ import annotations

import pytest

from harness.answering.plain import holds, plainly_right
from harness.schema import Claim
from tests.build import probe


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        ("$500", "the cap is $500.", True),
        ("$500", "the cap is $5000", False),
        ("40 GB", "it takes 140 GB", False),
        ("40 GB", "40GB", True),
        ("35,000원", "총 35000 원이에요", True),
        ("김하람", "\u1100\u1175\u11b7\u1112\u1161\u1105\u1161\u11b7 님", True),
        ("", "anything", False),
    ],
)
def test_holds(form: str, text: str, expected: bool) -> None:
    assert holds(form, text) is expected


def test_what_it_cannot_tell_it_does_not_tell() -> None:
    assert plainly_right(probe("open", "undecided", quote="x"), "undecided") is None
    assert plainly_right(probe("claims", "x", claims=(Claim(("restart",), True),), quote="x"), "never restart") is None
    assert (
        plainly_right(
            probe("claims", "x", claims=(Claim(("licence resale",)),), quote="x"), "the licence forbids resale"
        )
        is True
    )
