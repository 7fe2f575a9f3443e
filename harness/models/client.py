"""The only door to the ``anthropic`` SDK: one request out, one reply or one typed failure back. No retries here.

The SDK is imported when a client is opened, so that embedded runs neither load it nor open a socket.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from harness.errors import ModelError
from harness.models.wire import body_of, reply_of
from harness.ports import ModelCall, ModelReply

if TYPE_CHECKING:
    from anthropic import APIStatusError, AsyncAnthropic

KEY = "ANTHROPIC_API_KEY"
_FATAL = {
    401: "the key is not accepted",
    402: "payment is required",
    403: "the key may not do this",
    407: "the proxy wants a password",
}
_NO_COMPACTION = "the server does not know compaction on demand"
_NO_SUCH = (404, 405, 501)  # what a server says to a path that it does not know
_SPENT = frozenset({"enforced_spend_limit_reached", "contract_spend_limit_reached", "ramp_limit_exceeded"})


class TransientError(Exception):
    """A failure that a later attempt may not have. ``after`` is what the server asked to wait, in seconds; ``crowded`` says that
    there are too many requests at a time."""

    def __init__(self, reason: str, after: float | None = None, crowded: bool = False) -> None:
        """See the class."""
        super().__init__(reason)
        self.after, self.crowded = after, crowded


class RejectedError(Exception):
    """The server will not answer this request, however often it is asked."""


class GoneError(Exception):
    """The server does not know a batch (any more)."""


@dataclass
class Capabilities:
    """What the server can do; each is taken away when the server refuses it, and the call is sent without it."""

    structured: bool = True
    effort: bool = True
    caching: bool = True
    count_tokens: bool = True
    missing: list[str] = field(default_factory=list)

    def drop(self, message: str) -> bool:
        """Give up the capability that an error message names; false where it names none that is still in use."""
        named = {
            "caching": ("cache_control",),
            "structured": ("output_config.format", "output_config", "json_schema"),
            "effort": ("effort", "output_config"),
        }
        for name, words in named.items():
            if getattr(self, name) and any(w in message for w in words):
                setattr(self, name, False)
                self.missing.append(name)
                return True
        return False


class Client:
    """An open connection to a server that speaks the Messages API."""

    def __init__(self, sdk: AsyncAnthropic, where: str) -> None:
        """``where`` is the address as messages to the user show it."""
        self._sdk = sdk
        self._where = where
        self.can = Capabilities()

    async def send(self, call: ModelCall) -> ModelReply:
        """Send one request. Raises TransientError, RejectedError, or ModelError where no call can succeed."""
        while True:
            body = body_of(call, self.can.structured, self.can.effort, self.can.caching)
            try:
                return self._folded(call, reply_of(await self._create(call, body)))
            except RejectedError as error:
                if call.compaction is not None and "compaction" in str(error):
                    raise ModelError(f"{self._where}: {_NO_COMPACTION} ({error}); take --compactor model.") from None
                if not self.can.drop(str(error)):
                    raise

    def _folded(self, call: ModelCall, reply: ModelReply) -> ModelReply:
        """The reply; raises ModelError where a fold was asked for and the server, which does not know it, just answered."""
        if call.compaction is not None and reply.block is None and reply.failure in (None, "max_tokens"):
            raise ModelError(f"{self._where}: {_NO_COMPACTION} (it answered with text); take --compactor model.")
        return reply

    async def _create(self, call: ModelCall, body: dict[str, Any]) -> Mapping[str, Any]:
        import anthropic

        try:
            messages: Any = self._sdk.beta.messages if call.compaction is not None else self._sdk.messages
            # the JSON itself: building the SDK's models costs as much as all the rest of a call
            raw = await messages.with_raw_response.create(**body)
            if "html" in raw.headers.get("content-type", ""):
                raise ModelError(
                    f"{self._where}: answers with a web page, so no Messages API is there; check --base-url."
                )
            data = await raw.json()
            if not isinstance(data, dict) or not isinstance(data.get("content"), list):
                raise TransientError("unparseable: the reply is no message")
            return data
        except anthropic.APIStatusError as error:
            raise self._status(error) from None
        except anthropic.APITimeoutError:
            raise TransientError("network: timeout") from None
        except (anthropic.APIConnectionError, OSError) as error:
            raise TransientError(f"network: {_cause(error)}") from None
        except (anthropic.APIResponseValidationError, ValueError, AttributeError, TypeError) as error:
            if isinstance(error, TypeError) and "authentication" in str(error):
                raise ModelError(no_key()) from None
            raise TransientError("unparseable: the reply is not JSON of a message") from None

    def _status(self, error: APIStatusError) -> Exception:
        status, said = error.status_code, _said(error)
        if status in _FATAL:
            return ModelError(
                f"{self._where}: {_FATAL[status]} ({status}: {said}); set {KEY}, or choose another --base-url."
            )
        if status == 404:
            return ModelError(f"{self._where}: {said} (404); check --model and --base-url (without /v1).")
        if getattr(error, "error_code", None) in _SPENT:
            return ModelError(f"{self._where}: the spending limit of the account is reached ({said}).")
        if status in (408, 409, 429) or status >= 500:
            return TransientError(f"status {status}: {said}", _after(error.response.headers), status in (429, 529))
        return RejectedError(f"rejected: status {status}: {said}")

    async def count(self, call: ModelCall) -> int | None:
        """Input tokens of a call as the server counts them; None where it cannot count. Raises ModelError as ``send`` does."""
        import anthropic

        if not self.can.count_tokens:
            return None
        body = body_of(call, structured=False, effort=False, caching=False)
        try:
            counted = await self._sdk.messages.count_tokens(
                model=body["model"], messages=body["messages"], **({"system": s} if (s := body.get("system")) else {})
            )
            return int(counted.input_tokens)
        except anthropic.APIStatusError as error:
            if error.status_code not in _NO_SUCH and isinstance(refused := self._status(error), ModelError):
                raise refused from None
        except (anthropic.APIError, OSError, ValueError, TypeError, AttributeError):
            pass
        self.can.count_tokens = False
        self.can.missing.append("count_tokens")
        return None

    # -------------------------------------------------------------------------------------------------- batches

    async def submit(self, calls: Mapping[str, ModelCall]) -> str:
        """Hand calls (by key) to the Message Batches API; returns the batch's id. Raises as ``send`` does."""
        import anthropic

        can = self.can
        while True:
            bodies = {k: body_of(c, can.structured, can.effort, can.caching) for k, c in calls.items()}
            requests: Any = [{"custom_id": key, "params": body} for key, body in bodies.items()]
            try:
                return str((await self._sdk.messages.batches.create(requests=requests)).id)
            except anthropic.APIStatusError as error:
                self._batch_refused(error)
            except (anthropic.APIConnectionError, OSError) as error:
                raise TransientError(f"network: {_cause(error)}") from None

    def _batch_refused(self, error: APIStatusError) -> None:
        """Raise what a refused batch means; returns where it can be handed in again with a capability less."""
        if error.status_code in _NO_SUCH:
            raise ModelError(
                f"{self._where}: no Message Batches API there ({error.status_code}); leave --batch out."
            ) from None
        if isinstance(why := self._status(error), RejectedError):
            if self.can.drop(str(why)):
                return
            raise ModelError(f"{self._where}: the batch is refused ({why}).") from None
        raise why from None

    async def ended(self, batch: str) -> bool:
        """Whether a batch is done. Raises as ``send`` does, and GoneError where the server has no such batch."""
        import anthropic

        try:
            return str((await self._sdk.messages.batches.retrieve(batch)).processing_status) == "ended"
        except anthropic.APIStatusError as error:
            if error.status_code in _NO_SUCH:
                raise GoneError(batch) from None
            raise self._status(error) from None
        except (anthropic.APIConnectionError, OSError) as error:
            raise TransientError(f"network: {_cause(error)}") from None

    async def results(self, batch: str) -> AsyncIterator[tuple[str, ModelReply]]:
        """The replies of a batch by key, in any order; what errored or expired is a failure of the network kind. Raises TransientError
        where the connection breaks: what was read so far holds."""
        import anthropic

        try:
            async for entry in await self._sdk.messages.batches.results(batch):
                data = entry.to_dict(mode="json")
                result: Any = data["result"]
                if result["type"] == "succeeded":
                    yield str(data["custom_id"]), reply_of(result["message"])
                else:
                    yield str(data["custom_id"]), ModelReply("", f"network: batch entry {result['type']}")
        except anthropic.APIStatusError as error:
            raise self._status(error) from None
        except (anthropic.AnthropicError, OSError, ValueError) as error:
            raise TransientError(f"network: {_cause(error)}") from None

    async def close(self) -> None:
        """Close all connections."""
        await self._sdk.close()


def no_key() -> str:
    """What to do where there is no key."""
    return f"No key for the model: set {KEY} (a local server takes any value, with --base-url)."


def open_client(
    base_url: str | None, environment: Mapping[str, str] = os.environ, timeout: float = 300.0, connections: int = 64
) -> Client:
    """Open a client. Raises ModelError with the variable to set where there is no key."""
    if not (environment.get(KEY) or environment.get("ANTHROPIC_AUTH_TOKEN")):
        raise ModelError(no_key())
    from anthropic import AsyncAnthropic, DefaultAioHttpClient, Timeout
    from httpx2 import Limits

    limits = Limits(max_connections=connections + 8, max_keepalive_connections=connections + 8)
    sdk = AsyncAnthropic(
        base_url=base_url,
        max_retries=0,
        timeout=Timeout(timeout, connect=min(timeout, 10.0)),
        http_client=DefaultAioHttpClient(limits=limits),
        open_telemetry=False,
    )
    return Client(sdk, base_url or "the server")


def _said(error: APIStatusError) -> str:
    """The server's own words, in one line, without anything of the request."""
    body = error.body
    inner = body.get("error", body) if isinstance(body, dict) else None
    text = inner.get("message") if isinstance(inner, dict) else None
    return " ".join(str(text or json.dumps(body, ensure_ascii=False)).split())[:300]


def _after(headers: Mapping[str, str]) -> float | None:
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) / unit)
        except (KeyError, ValueError):
            continue
    return None


def _cause(error: BaseException) -> str:
    cause = error.__cause__ or error
    return f"{type(cause).__name__}: {cause}".split("\n")[0][:200] or "connection failed"
