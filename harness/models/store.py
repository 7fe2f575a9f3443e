"""The call store: every answer of a model, content-addressed, in one SQLite file that survives a kill at any moment.

An answer is one transaction (WAL). Long texts that many calls share are kept once. What is stored is the call and the reply:
no key, no header, no address. Failures of the network are no answers and are never stored. Each row carries a checksum, and a
file that is damaged is an error, never an empty store.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from harness.errors import StoreError, UsageError, plainly
from harness.models.wire import TEXTS, call_from, compact, key_of, reply_data, reply_from, text_digest
from harness.places import check_file, writing
from harness.ports import ModelCall, ModelReply

_VERSION = 1
_TABLES = """
CREATE TABLE texts (digest TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE calls (
  key TEXT PRIMARY KEY, role TEXT NOT NULL, model TEXT NOT NULL, chain INTEGER NOT NULL, trial INTEGER NOT NULL,
  session INTEGER NOT NULL, request TEXT NOT NULL, reply TEXT NOT NULL, checksum TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE batches (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('session', 0);
"""
_WIDTH = 200  # of a line in a diff
_CANDIDATES = 500  # recordings that are compared with a missed call


class CallStore:
    """An open store. ``sessions`` count live runs, so that a live run sees its own answers and no older ones."""

    def __init__(self, path: Path, readonly: bool = False, shown: Path | None = None) -> None:
        """Open or make the store; ``shown`` is the file that messages name instead. Raises StoreError where the file is damaged, foreign
        or of another version, or cannot be written."""
        self.path = shown or path
        self._seen: set[str] = set()
        _check_kind(path)
        with self._guarded():
            self._db = _opened(path, readonly)
            self.session = int(self._db.execute("SELECT value FROM meta WHERE name='session'").fetchone()[0])

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(
                f"{self.path}: the call store cannot be used ({error}); see that the disk has room and can be written, or choose another "
                "with --store. What was stored before is saved."
            ) from None
        except (sqlite3.DatabaseError, TypeError, IndexError) as error:
            raise StoreError(
                f"{self.path}: the call store is damaged ({error}); restore it, or move it away and record again."
            ) from None

    def begin_session(self) -> None:
        """Start a new live session: older answers no longer count for it."""
        with self._guarded():
            self._db.execute("UPDATE meta SET value = value + 1 WHERE name = 'session'")
            self.session += 1

    def get(self, call: ModelCall, since: int = 0) -> ModelReply | None:
        """The stored reply to a call, if it was stored in session ``since`` or later."""
        return self.by_key(key_of(call), since)

    def by_key(self, key: str, since: int = 0) -> ModelReply | None:
        """As ``get``, where the address is known already."""
        with self._guarded():
            row = self._db.execute(
                "SELECT session, request, reply, checksum FROM calls WHERE key = ?", (key,)
            ).fetchone()
        if row is None or row[0] < since:
            return None
        if _checksum(row[1], row[2]) != row[3]:
            raise StoreError(f"{self.path}: the recording {key[:12]} is damaged; restore the store or record it again.")
        return reply_from(json.loads(row[2]))

    def put(self, call: ModelCall, reply: ModelReply, key: str | None = None) -> None:
        """Store one answer, in one transaction."""
        request, answer = _dump(compact(call)), _dump(reply_data(reply))
        row = (key or key_of(call), call.role, call.model, call.chain, call.trial, self.session, request, answer)
        with self._guarded():
            new = {text_digest(t): t for name in TEXTS if (t := getattr(call, name))}
            fresh = {d: t for d, t in new.items() if d not in self._seen}
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._db.executemany(
                    "INSERT OR IGNORE INTO texts VALUES (?, ?)", [(d, _safe(t)) for d, t in fresh.items()]
                )
                self._db.execute(
                    "INSERT OR REPLACE INTO calls VALUES (?,?,?,?,?,?,?,?,?)", (*row, _checksum(request, answer))
                )
                self._db.execute("COMMIT")
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._seen.update(fresh)

    def note(self, name: str) -> str | None:
        """A note that an earlier run left."""
        with self._guarded():
            row = self._db.execute("SELECT value FROM meta WHERE name = ?", (f"note {name}",)).fetchone()
        return None if row is None else str(row[0])

    def put_note(self, name: str, text: str) -> None:
        """Leave a note; one of each name is kept."""
        with self._guarded():
            self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (f"note {name}", text))

    def batches(self) -> list[str]:
        """Batches that were handed in and not collected yet."""
        with self._guarded():
            return [str(r[0]) for r in self._db.execute("SELECT id FROM batches ORDER BY id")]

    def open_batch(self, batch: str) -> None:
        """Note a batch that was handed in."""
        with self._guarded():
            self._db.execute("INSERT OR IGNORE INTO batches VALUES (?)", (batch,))

    def close_batch(self, batch: str) -> None:
        """Forget a batch whose answers are stored."""
        with self._guarded():
            self._db.execute("DELETE FROM batches WHERE id = ?", (batch,))

    def __len__(self) -> int:
        with self._guarded():
            return int(self._db.execute("SELECT count(*) FROM calls").fetchone()[0])

    def close(self) -> None:
        """Close the file; the write-ahead log is folded into it."""
        self._db.close()

    # ------------------------------------------------------------------------------------------ export and import

    def export(self, path: Path) -> int:
        """Write all recordings as sorted JSONL (texts first, then calls by key), atomically; returns how many calls."""
        check_file(path)
        part = path.with_name(f".{path.name}.part")
        try:
            with writing(path):
                count = self._export(part)
                part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return count

    def _export(self, part: Path) -> int:
        with self._guarded(), part.open("w", encoding="utf-8", newline="\n") as file:
            for digest, content in self._db.execute("SELECT digest, content FROM texts ORDER BY digest"):
                file.write(_dump({"text": digest, "content": json.loads(content)}) + "\n")
            count = 0
            for key, request, reply in self._db.execute("SELECT key, request, reply FROM calls ORDER BY key"):
                file.write(_dump({"key": key, "request": json.loads(request), "reply": json.loads(reply)}) + "\n")
                count += 1
            file.flush()
            os.fsync(file.fileno())
        return count

    def load(self, path: Path) -> int:
        """Read recordings of ``export`` into the store; returns how many. Each is checked against its address.

        Raises UsageError with file and line.
        """
        texts: dict[str, str] = {}
        count = 0
        for number, line in enumerate(_lines(path), 1):
            try:
                data = json.loads(line)
            except ValueError:
                raise UsageError(
                    f"{path}:{number}: not a recording (not JSON); give a file that `afterfold calls export` wrote."
                ) from None
            try:
                if "text" in data:
                    texts[data["text"]] = data["content"]
                    if text_digest(data["content"]) != data["text"]:
                        raise ValueError("the text is not that of its digest")
                    continue
                call = call_from({k: texts[v] if k in TEXTS and v else v for k, v in data["request"].items()})
                if key_of(call) != data["key"]:
                    raise ValueError("the request is not that of its key")
                self.put(call, reply_from(data["reply"]), data["key"])
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise UsageError(f"{path}:{number}: not a recording ({error}).") from None
            count += 1
        return count

    # ---------------------------------------------------------------------------------------------- nearest recording

    def nearest(self, call: ModelCall) -> tuple[ModelCall, str] | None:
        """The recording most like a call that was missed, and the difference as a short unified diff."""
        with self._guarded():
            rows = self._db.execute(
                "SELECT request FROM calls WHERE role = ? ORDER BY model = ? DESC, key LIMIT ?",
                (call.role, call.model, _CANDIDATES),
            ).fetchall()
        wanted = compact(call)
        best = max((json.loads(r[0]) for r in rows), key=lambda r: _likeness(wanted, r), default=None)
        if best is None:
            return None
        found = call_from({k: self._text(v) if k in TEXTS and v else v for k, v in best.items()})
        diff = difflib.unified_diff(_shown(found), _shown(call), "recorded", "asked for", lineterm="", n=1)
        return found, "\n".join(list(diff)[:60])

    def _text(self, digest: str) -> str:
        with self._guarded():
            row = self._db.execute("SELECT content FROM texts WHERE digest = ?", (digest,)).fetchone()
        if row is None:
            raise StoreError(f"{self.path}: a text of a recording is missing; the call store is damaged.")
        return str(json.loads(row[0]))


def _check_kind(path: Path) -> None:
    if path.is_dir():
        raise UsageError(f"{path}: it is a folder and no call store; name a file with --store.")
    above = next(p for p in path.absolute().parents if p.exists())
    if not above.is_dir():
        raise UsageError(f"{path}: no call store can be there, because {above} is a file; name another with --store.")


def _opened(path: Path, readonly: bool) -> sqlite3.Connection:
    if path.exists() and path.stat().st_size == 0:
        raise sqlite3.DatabaseError("the file is empty")
    if readonly and not path.exists():
        raise StoreError(f"{path}: no such call store; record one with --calls record, or import one.")
    if readonly:
        return _checked(_to_read(path), path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{path}: its folder cannot be made: {plainly(error)}; choose another place with --store."
        ) from None
    fresh = not path.exists()
    db = sqlite3.connect(path, isolation_level=None, timeout=10)
    if fresh:
        db.execute("PRAGMA journal_mode=WAL")
        db.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version={_VERSION}; COMMIT;")
    _checked(db, path)
    db.execute("BEGIN IMMEDIATE")  # where the file cannot be written, that is said before anything is paid
    db.execute("UPDATE meta SET value = value WHERE name = 'session'")
    db.execute("COMMIT")
    db.execute(
        "PRAGMA synchronous=NORMAL"
    )  # a killed process loses nothing; only a power cut may lose the last answers
    return db


def _to_read(path: Path) -> sqlite3.Connection:
    """A connection that only reads. A file on a disk that cannot be written has no place for the index of its write-ahead log: it is then
    read as it is."""
    address = path.resolve().as_uri()
    db = sqlite3.connect(f"{address}?mode=ro", uri=True, isolation_level=None, timeout=10)
    try:
        db.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError:
        db.close()
        db = sqlite3.connect(f"{address}?immutable=1", uri=True, isolation_level=None)
    return db


def _checked(db: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version != _VERSION:
        raise StoreError(f"{path}: no call store of version {_VERSION} (it says {version}).")
    if (state := db.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
        raise sqlite3.DatabaseError(state.splitlines()[0])
    return db


def _dump(value: Any) -> str:
    return (
        json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        .encode("utf-8", "backslashreplace")
        .decode("utf-8")
    )


def _safe(text: str) -> str:
    return json.dumps(text)


def _checksum(request: str, reply: str) -> str:
    return hashlib.sha256(f"{request}\x1f{reply}".encode()).hexdigest()[:16]


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8") as file:
            yield from file
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{path}: the recordings cannot be read: {plainly(error)}; give a file that `afterfold calls export` wrote."
        ) from None


def _likeness(wanted: dict[str, Any], other: dict[str, Any]) -> float:
    same: float = sum(wanted[k] == other.get(k) for k in wanted)
    return same + difflib.SequenceMatcher(None, wanted["question"][:2000], str(other["question"])[:2000]).quick_ratio()


def _shown(call: ModelCall) -> list[str]:
    head = [f"{k}: {getattr(call, k)}" for k in ("role", "model", "chain", "trial", "max_tokens", "effort", "schema")]
    bodies = (call.system, call.context, _messages(call.history), call.compaction or "", call.question)
    return [*head, *(line[:_WIDTH] for text in bodies for line in text.splitlines())]


def _messages(history: str | None) -> str:
    """Messages as a person reads them: a line for each role, then its texts."""
    blocks = [(m["role"], b) for m in json.loads(history or "[]") for b in m["content"]]
    return "\n".join(f"{role}: {b.get('text') or b.get('content') or ''}" for role, b in blocks)
