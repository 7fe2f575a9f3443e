"""Tables of outcomes that were measured elsewhere: one row per fact and number of folds, the columns named by option."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from harness.errors import TableError, plainly

_TRUE, _FALSE = {"1", "1.0", "true", "yes", "retained"}, {"0", "0.0", "false", "no", "missing"}


@dataclass(frozen=True)
class Columns:
    """Which column holds what. ``cluster`` is the unit of inference; ``by`` splits the table into groups (None: one group)."""

    age: str = "k"
    kept: str = "retained"
    cluster: str = "conversation"
    by: str | None = None


def read_table(path: Path, columns: Columns) -> pd.DataFrame:
    """The rows of a CSV file as columns group, conversation, age (whole, ≥ 0), retained (0 to 1).

    Raises TableError with file, line and column for what is missing or is no number of folds and no share.
    """
    raw = _read(path)
    wanted = [c for c in (columns.age, columns.kept, columns.cluster, columns.by) if c]
    if lacking := [c for c in wanted if c not in raw.columns]:
        raise TableError(
            f"{path}: no column {lacking[0]!r}; it has {', '.join(raw.columns)}. Name the columns with --age, --kept, --cluster, --by."
        )
    age = _each_value(raw[columns.age], lambda texts: pd.to_numeric(texts, errors="coerce"))
    _checked(path, raw[columns.age], age.notna() & (age >= 0) & (age % 1 == 0), columns.age, "a number of folds")
    kept = _each_value(raw[columns.kept], _shares)
    _checked(path, raw[columns.kept], kept.between(0, 1), columns.kept, "0, 1, true, false or a share between")
    group = raw[columns.by] if columns.by else "all"
    return pd.DataFrame(
        {"group": group, "conversation": raw[columns.cluster], "age": age.astype(int), "retained": kept}
    )


def _read(path: Path) -> pd.DataFrame:
    try:
        raw = pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise TableError(f"{path}: the table cannot be read: {plainly(error)}.") from None
    except OSError as error:
        raise TableError(f"{path}: the table cannot be read: {plainly(error)}; check the path.") from None
    except (ValueError, pd.errors.ParserError) as error:
        raise TableError(f"{path}{_torn(str(error))}; give a CSV file with a line of column names.") from None
    if raw.empty:
        raise TableError(f"{path}: the table has no rows.")
    return raw


def _each_value(texts: pd.Series, read: Callable[[pd.Series], pd.Series]) -> pd.Series:
    """Read every different text once: a million rows hold a few of them."""
    codes, different = pd.factorize(texts)
    return pd.Series(read(pd.Series(different, dtype=str)).to_numpy(dtype=float)[codes], index=texts.index)


def _torn(said: str) -> str:
    """What pandas means by its error: the line, and that it has more fields than the first one."""
    if found := re.search(r"Expected (\d+) fields in line (\d+), saw (\d+)", said):
        return f":{found[2]}: not a CSV table: {found[3]} fields in a line, where {found[1]} are wanted"
    return ": not a CSV table, or an empty one"


def _shares(texts: pd.Series) -> pd.Series:
    words = texts.str.strip().str.lower()
    numbers = pd.to_numeric(words, errors="coerce")
    return numbers.mask(words.isin(_TRUE), 1.0).mask(words.isin(_FALSE), 0.0)


def _checked(path: Path, texts: pd.Series, good: pd.Series, column: str, wanted: str) -> None:
    bad: Sequence[int] = list(texts.index[~good])
    if bad:
        raise TableError(f"{path}:{bad[0] + 2}: {column} is {texts[bad[0]]!r}; wanted {wanted}.")
