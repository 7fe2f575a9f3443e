"""Token counts; the only import of tiktoken.

The ranks of ``o200k_base`` come from the package ``bpe-openai`` when it is installed (extra ``offline``); then nothing is
downloaded. Otherwise tiktoken fetches them as usual, and where neither works a calibrated estimate is used and named as one.
For other vendors' models every count here is an estimate.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import math
import re
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import tiktoken

from harness.schema import Turn

_O200K_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
# The pattern and special tokens of o200k_base as published with tiktoken (tiktoken_ext/openai_public.py).
_O200K_PATTERN = "|".join(
    [
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""\p{N}{1,3}""",
        r""" ?[^\s\p{L}\p{N}]+[\r\n/]*""",
        r"""\s*[\r\n]+""",
        r"""\s+(?!\S)""",
        r"""\s+""",
    ]
)
_TURN_OVERHEAD = 4  # role and delimiters of one message in a chat request


class TokenCounter(Protocol):
    """Counts tokens of a text; ``name`` is what reports print, ``exact`` whether it is a real tokenizer."""

    name: str
    exact: bool

    def count(self, text: str) -> int:
        """Number of tokens of ``text``, at least 0."""
        ...


class _Exact:
    def __init__(self, encoding: tiktoken.Encoding) -> None:
        self._encoding = encoding
        self.name = encoding.name
        self.exact = True

    def count(self, text: str) -> int:
        return sum(len(self._encoding.encode_ordinary(piece)) for piece in _pieces(text))


class _Estimate:
    """Characters per token measured on this project's datasets with o200k_base: Hangul 1.6, digits 2.2, other text 4.4."""

    name = "estimate"
    exact = False
    _classes = re.compile(r"([가-힣ㄱ-ㆎ])|([0-9])|(\s)|(.)", re.DOTALL)

    def count(self, text: str) -> int:
        hangul = len(re.findall(r"[가-힣ㄱ-ㆎ]", text))
        digits = len(re.findall(r"[0-9]", text))
        return math.ceil(hangul / 1.6 + digits / 2.2 + (len(text) - hangul - digits) / 4.4)


def _pieces(text: str, size: int = 50_000) -> list[str]:
    # A run of a million letters without a break makes byte-pair merging quadratic; pieces keep it linear.
    return [text[i : i + size] for i in range(0, len(text), size)] if len(text) > size else [text]


def _packaged() -> tiktoken.Encoding | None:
    # Found without importing the package, which would load all of its encodings.
    found = find_spec("bpe_openai")
    if found is None or found.origin is None:
        return None
    try:
        packed = (Path(found.origin).parent / "data" / "o200k_base.tiktoken.gz").read_bytes()
    except OSError:
        return None
    plain = gzip.decompress(packed)
    if hashlib.sha256(plain).hexdigest() != _O200K_SHA256:
        return None  # other ranks than tiktoken's own: an estimate that says so is better than a wrong exact count
    # tiktoken's own loader would copy the file into a cache folder first; the format is a token and its rank a line.
    ranks = {
        base64.b64decode(token): int(rank) for token, rank in (line.split() for line in plain.splitlines() if line)
    }
    special = {"<|endoftext|>": 199999, "<|endofprompt|>": 200018}
    return tiktoken.Encoding("o200k_base", pat_str=_O200K_PATTERN, mergeable_ranks=ranks, special_tokens=special)


@lru_cache(maxsize=1)
def default_counter(allow_download: bool = False) -> TokenCounter:
    """The best counter to be had: packaged ranks, else tiktoken's own download if allowed, else the estimate."""
    encoding = _packaged()
    if encoding is None and allow_download:
        try:
            encoding = tiktoken.get_encoding("o200k_base")
        except Exception:  # whatever the network does, an estimate is better than no run; it is named as one
            encoding = None
    return _Exact(encoding) if encoding else _Estimate()


def turn_tokens(turn: Turn, counter: TokenCounter) -> int:
    """Tokens of one turn as it stands in a request: text, tool calls and the message's own overhead."""
    calls = sum(counter.count(f"{c.name} {c.arguments}") for c in turn.calls)
    said = counter.count(turn.text)
    if turn.omitted:  # what was left out is taken to be like what was kept
        said += round(said * turn.omitted / len(turn.text))
    return said + calls + _TURN_OVERHEAD
