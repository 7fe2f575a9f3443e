"""The price table: what it costs, and what a wrong table says."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.errors import SettingsError
from harness.prices import Price, load_prices

GOOD = 'currency = "KRW"\ninput = 1000\noutput = 2000.0\ncache_write = 1.5\ncache_read = 0.5\nminimum = 10\n'


def test_cost_by_hand() -> None:
    p = Price(4.0, 20.0, 1.25, 0.1, 1024)
    million = 1_000_000
    assert p.cost(fresh=million) == pytest.approx(4)
    assert p.cost(written=million) == pytest.approx(5)
    assert p.cost(read=million) == pytest.approx(0.4)
    assert p.cost(produced=million) == pytest.approx(20)
    assert p.cost(fresh=million, written=million, read=million, produced=million) == pytest.approx(29.4)
    assert [p.pays(n) for n in (1, 2, 9)] == [False, True, True]


def test_an_own_table_stands_on_top_of_the_packaged_one(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f"[mine]\n{GOOD}\n[claude-sonnet-5-5]\ninput = 7\noutput = 9\n")
    prices = load_prices(path)
    assert prices.named("mine") == Price(1000, 2000.0, 1.5, 0.5, 10, "KRW")
    assert prices.of("claude-sonnet-5-5-20261101") == Price(7, 9)
    assert prices.of("claude-opus-5-5") == load_prices().of("claude-opus-5-5")


def test_the_longest_beginning_of_a_name_holds_and_an_unknown_model_costs_nothing_here(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("[a]\ninput = 1\noutput = 1\n[a-b]\ninput = 2\noutput = 2\n")
    prices = load_prices(path)
    assert [prices.of(name).input for name in ("a-c", "a-b", "a-b-c")] == [1, 2, 2]
    unknown = prices.of("zzz")
    assert (unknown.known, unknown.cost(fresh=10**9, produced=10**9)) == (False, 0)
    with pytest.raises(SettingsError, match="no price for 'zzz'; there are claude-"):
        prices.named("zzz")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a", "not a TOML file"),
        ("[a]\ninput = 1\n", "price 'a': wanted the keys input and output"),
        ("a = 1\n", "price 'a': wanted the keys"),
        ("[a]\ninput = 1\noutput = 1\nfree = 1\n", "price 'a': wanted the keys"),
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
