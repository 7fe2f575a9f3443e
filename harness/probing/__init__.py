"""From a conversation to probes: rules, and the screen that drops bad ones."""

from harness.probing.generate import Generated, generate
from harness.probing.screen import Screened, screen

__all__ = ["Generated", "Screened", "generate", "screen"]
