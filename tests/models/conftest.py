"""A loopback server for the tests of models; sockets may reach 127.0.0.1 and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from pytest_socket import enable_socket, socket_allow_hosts

from tests.models.server import Script, serving


@dataclass(frozen=True)
class Loopback:
    """A running server."""

    script: Script
    url: str


@pytest.fixture
def loopback(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Loopback]:
    """A fresh server for a test that is marked ``loopback``."""
    assert request.node.get_closest_marker("loopback"), "mark the test: it opens sockets"
    enable_socket()
    socket_allow_hosts(["127.0.0.1"], allow_unix_socket=True)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret-of-the-test")
    script = Script()
    with serving(script) as url:
        yield Loopback(script, url)
