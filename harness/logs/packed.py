"""Compressed logs: told by their first bytes, not by their names, and unpacked as they are read."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from harness.errors import LogError

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
PACKED = (".gz", ".zst")
_BUFFER = 1 << 18
_FEED = 1 << 12  # packed bytes at a time: zstandard makes up to 32,000 times as many of them
_LARGE, _LIKELY = (
    1 << 30,
    1_000,
)  # unpacked bytes, and how many times the packed ones, beyond which a file is no log but zeros
_ERRORS: tuple[type[Exception], ...] = (OSError, EOFError, zlib.error)


def plain_name(path: str | Path) -> Path:
    """The path as it was before the file was compressed: ``a.jsonl`` for ``a.jsonl.gz``."""
    written = Path(path)
    return written.with_suffix("") if written.suffix.lower() in PACKED else written


def unpacked(file: BinaryIO, name: str) -> BinaryIO:
    """The file, or what is packed in it. ``name`` is what errors call it."""
    start = cast(io.BufferedReader, file).peek(4)[:4]
    if start.startswith(GZIP):
        return _checked(cast(IO[bytes], gzip.GzipFile(fileobj=file)), file, name)
    if start == ZSTD:
        return _checked(_zstd(file, name), file, name)
    return file


def _zstd(file: BinaryIO, name: str) -> IO[bytes]:
    if sys.version_info >= (3, 14):
        from compression import zstd

        return zstd.ZstdFile(file)
    try:
        import zstandard
    except ImportError:
        file.close()
        raise LogError(f"{name}: zstandard is missing to unpack it; `pip install zstandard` or `unzstd` it") from None
    return cast(IO[bytes], _Frames(file, zstandard.ZstdDecompressor().decompressobj))


class _Frames:
    """The content of zstandard frames, one after the other. A file that ends inside a frame raises EOFError, as gzip does: the
    package's own reader ends there as if nothing was missing."""

    def __init__(self, file: BinaryIO, begin: Callable[[], Any]) -> None:
        self.file = file
        self.begin = begin
        self.frame: Any = None  # the frame that has begun and has not ended
        self.rest = b""  # read from the file, and behind the end of the last frame
        self.out = io.BytesIO()

    def read(self, size: int) -> bytes:
        """The next bytes, at most ``size``; none at the end."""
        while not (got := self.out.read(size)):
            raw = self.rest or self.file.read(_FEED)
            if not raw and self.frame is not None:
                raise EOFError("it ends inside a frame")
            if not raw:
                return b""
            self.frame = self.frame or self.begin()
            self.out = io.BytesIO(self.frame.decompress(raw))
            self.rest = self.frame.unused_data
            self.frame = None if self.frame.eof else self.frame
        return got

    def close(self) -> None:
        """Nothing is held open here but the file, which its owner closes."""


def _checked(inner: IO[bytes], file: BinaryIO, name: str) -> BinaryIO:
    return cast(BinaryIO, io.BufferedReader(_Unpacking(inner, file, name), _BUFFER))


class _Unpacking(io.RawIOBase):
    """Reads from a decompressor and says in a sentence when the packed data is damaged."""

    def __init__(self, inner: IO[bytes], file: BinaryIO, name: str) -> None:
        self.inner = inner
        self.file = file
        self.name = name
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            got = self.inner.read(len(buffer))
        except _ERRORS + _zstd_errors() as e:
            raise LogError(
                f"{self.name}: its compressed data is damaged or cut off ({e}); unpack what can be saved by hand"
            ) from None
        self.count += len(got)
        if self.count > _LARGE and self.count > _LIKELY * self.file.tell():
            raise LogError(
                f"{self.name}: it unpacks to over {_LIKELY:,} times its size, as no log does; unpack it by hand and look"
            )
        buffer[: len(got)] = got
        return len(got)

    def close(self) -> None:
        if not self.closed:
            self.inner.close()
            self.file.close()
        super().close()


def _zstd_errors() -> tuple[type[Exception], ...]:
    if sys.version_info >= (3, 14):
        from compression import zstd

        return (zstd.ZstdError,)
    loaded = sys.modules.get("zstandard")
    return (loaded.ZstdError,) if loaded is not None else ()
