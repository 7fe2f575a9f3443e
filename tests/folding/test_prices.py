"""The price table: what it costs, and what a wrong table says."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.errors import SettingsError
from harness.folding.prices import Price, load_prices, price

GOOD = 'currency = "KRW"\ninput = 1000\noutput = 2000.0\ncache_write = 1.5\ncache_read = 0.5\nminimum = 10\n'


def test_cost_by_hand() -> None:
    p = Price("USD", 4.0, 20.0, 1.25, 0.1, 1024)
    million = 1_000_000
    assert p.cost(fresh=million) == pytest.approx(4)
    assert p.cost(written=million) == pytest.approx(5)
    assert p.cost(read=million) == pytest.approx(0.4)
    assert p.cost(produced=million) == pytest.approx(20)
    assert p.cost(fresh=million, written=million, read=million, produced=million) == pytest.approx(29.4)
    assert [p.pays(n) for n in (1, 2, 9)] == [False, True, True]


def test_the_packaged_table_and_an_own_one(tmp_path: Path) -> None:
    assert {"sonnet", "uncached"} <= set(load_prices(None))
    path = tmp_path / "own.toml"
    path.write_text(f"[mine]\n{GOOD}")
    assert price("mine", path) == Price("KRW", 1000, 2000.0, 1.5, 0.5, 10)
    with pytest.raises(SettingsError, match="no price 'sonnet'; there are mine"):
        price("sonnet", path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a", "not a TOML file"),
        ("[a]\ninput = 1\n", "price 'a': wanted exactly the keys currency, input"),
        ("a = 1\n", "price 'a': wanted exactly the keys"),
        (f"[a]\n{GOOD.replace('1000', '-1')}", "price 'a': input must be a number of at least 0, not -1"),
        (f"[a]\n{GOOD.replace('1000', 'nan')}", "input must be a number"),
        (f"[a]\n{GOOD.replace('1000', 'true')}", "input must be a number"),
    ],
)
def test_a_wrong_table_is_one_sentence(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "p.toml"
    path.write_text(text)
    with pytest.raises(SettingsError, match=message):
        load_prices(path)


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        load_prices(tmp_path / "none.toml")
