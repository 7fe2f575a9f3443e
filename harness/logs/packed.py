"""Compressed logs: told by their first bytes, not by their names, and unpacked as they are read."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from harness.errors import LogError

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
PACKED = (".gz", ".zst")
_BUFFER = 1 << 18
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
    return cast(IO[bytes], zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True))


def _checked(inner: IO[bytes], file: BinaryIO, name: str) -> BinaryIO:
    return cast(BinaryIO, io.BufferedReader(_Unpacking(inner, file, name), _BUFFER))


class _Unpacking(io.RawIOBase):
    """Reads from a decompressor and says in a sentence when the packed data is damaged."""

    def __init__(self, inner: IO[bytes], file: BinaryIO, name: str) -> None:
        self.inner = inner
        self.file = file
        self.name = name

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            got = self.inner.read(len(buffer))
        except _ERRORS + _zstd_errors() as e:
            raise LogError(
                f"{self.name}: its compressed data is damaged or cut off ({e}); unpack what can be saved by hand"
            ) from None
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
