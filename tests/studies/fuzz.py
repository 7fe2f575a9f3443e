"""Damaged logs: does every reader read them or say in one sentence why not?

``python -m tests.studies.fuzz [N] [READER …]`` reads N (default 10,000) mutations of each reader's own fixtures twice, with the
format named and with the format detected, and counts what was read, what was refused with a ``LogError``, and what failed:
any other exception, or a conversation that does not hold together. A failure is printed with the seed that repeats it:
``python -m tests.studies.fuzz --seed READER:NUMBER`` writes that file, says where, and reads it again.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from harness.errors import LogError
from harness.logs import FORMATS, detect, read_log
from harness.logs.redact import redacted
from harness.schema import Conversation
from tests.studies.mutations import mutated

LOGS = Path(__file__).resolve().parent.parent / "logs"
NAMES = ("a.jsonl", "a.json", "a.txt")
SHOWN = 5  # failures of each reader that are printed


@dataclass
class Count:
    """What became of a reader's files; each file is read twice."""

    read: int = 0
    refused: int = 0
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0
    slowest: tuple[float, str] = (0.0, "")


@cache
def sources(reader: str) -> tuple[Path, ...]:
    """The fixtures in a reader's format, and for OpenHands the events of a folder."""
    files = [*sorted((LOGS / "fixtures").iterdir()), *sorted((LOGS / "folders").rglob("*.json"))]
    return tuple(f for f in files if "torn.json" not in f.name[-9:] and _format(f) == reader)


def _format(path: Path) -> str | None:
    try:
        return detect(path)
    except LogError:
        return None


def fuzz(reader: str, numbers: Sequence[int], folder: Path) -> Count:
    """Read mutations of a reader's fixtures by their numbers; ``folder`` is for the files."""
    count = Count()
    start = time.perf_counter()
    for number in numbers:
        path = written(reader, number, folder)
        for named in (reader, None):
            before = time.perf_counter()
            try:
                outcome = tried(path, named)
            except Exception as e:  # whatever it is: that is what is looked for
                count.failures.append(f"{reader}:{number} ({named or 'detected'}): {_told(e)}")
                continue
            finally:
                count.slowest = max(count.slowest, (time.perf_counter() - before, f"{reader}:{number}"))
            count.read += outcome
            count.refused += not outcome
    count.seconds = time.perf_counter() - start
    return count


def written(reader: str, number: int, folder: Path) -> Path:
    """The mutated file of that number, written into ``folder``; an event of a folder stands among its neighbours."""
    rng = random.Random(f"{reader}:{number}")
    folder_of = rng.choice(
        sorted({f.parent for f in sources(reader)})
    )  # a folder of events counts as one fixture folder
    source = rng.choice([f for f in sources(reader) if f.parent == folder_of])
    data = mutated(source.read_bytes(), rng)
    if source.is_relative_to(LOGS / "folders"):
        session = LOGS / "folders" / source.relative_to(LOGS / "folders").parts[0]
        shutil.copytree(session, folder / session.name, dirs_exist_ok=True)
        path = folder / session.name / source.relative_to(session)
    else:
        path = folder / rng.choice(NAMES)
    path.write_bytes(data)
    return path


def tried(path: Path, reader: str | None) -> bool:
    """Whether the file was read; a ``LogError`` in one sentence is a refusal. Raises what must not happen."""
    try:
        conversations = list(read_log(path, reader))
    except LogError as e:
        sentence = str(e)
        sentence.encode("utf-8")
        assert sentence.strip(), "an error without a word"
        assert "\n" not in sentence, f"more than a line: {sentence!r}"
        return False
    assert conversations, "neither a conversation nor an error"
    for conversation in conversations:
        for text in faults(conversation):
            raise AssertionError(text)
        redacted(conversation)
    return True


def faults(c: Conversation) -> Iterator[str]:
    """What does not hold together in a conversation."""
    count = len(c.turns)
    if not count or [t.index for t in c.turns] != list(range(count)):
        yield "turns are missing or not numbered from 0"
    if [f.ordinal for f in c.folds] != list(range(1, len(c.folds) + 1)):
        yield "folds are not numbered from 1"
    if any(not 0 <= f.boundary <= count for f in c.folds) or any(k >= f.boundary for f in c.folds for k in f.kept):
        yield "a fold lies outside the conversation, or kept what came after it"
    if any(a.boundary > b.boundary for a, b in zip(c.folds, c.folds[1:], strict=False)):
        yield "folds are not in order"
    texts = [
        c.id,
        c.source,
        *(s.what for s in c.skipped),
        *(f.summary + (f.problem or "") + (f.trigger or "") for f in c.folds),
    ]
    texts += [t.text + (t.tool or "") + (t.call_id or "") + (t.task or "") for t in c.turns]
    texts += [call.id + call.name + call.arguments for t in c.turns for call in t.calls]
    texts += [p.question + p.expected + "".join(e.quote for e in p.evidence) for p in c.probes]
    if not _encodable(texts):
        yield "a text that UTF-8 cannot hold"
    if any("\n" in s.what for s in c.skipped):
        yield "a note of more than one line"
    if any(e.turn >= count or e.quote not in c.turns[e.turn].text for p in c.probes for e in p.evidence):
        yield "evidence that does not stand in its turn"


def _encodable(texts: list[str]) -> bool:
    try:
        "".join(texts).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _told(error: Exception) -> str:
    here = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {str(error)[:120]} ({Path(here.filename).name}:{here.lineno})"


def main(arguments: list[str]) -> int:
    """Print the table; 1 if anything failed."""
    if arguments[:1] == ["--seed"]:
        reader, number = arguments[1].split(":")
        path = written(reader, int(number), Path(tempfile.mkdtemp()))
        print(path)
        return print([tried(path, name) for name in (reader, None)]) or 0
    numbers = range(int(arguments[0]) if arguments and arguments[0].isdecimal() else 10_000)
    readers = [a for a in arguments if not a.isdecimal()] or list(FORMATS)
    print(f"{'reader':<12} {'inputs':>7} {'read':>7} {'refused':>8} {'failed':>7} {'seconds':>8}  slowest")
    failed = 0
    for reader in readers:
        with tempfile.TemporaryDirectory() as folder:
            c = fuzz(reader, numbers, Path(folder))
        failed += len(c.failures)
        row = f"{reader:<12} {len(numbers):>7} {c.read:>7} {c.refused:>8} {len(c.failures):>7} {c.seconds:>8.1f}"
        print(f"{row}  {c.slowest[0]:.2f} s ({c.slowest[1]})", flush=True)
        print("".join(f"  {f}\n" for f in c.failures[:SHOWN]), end="", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
