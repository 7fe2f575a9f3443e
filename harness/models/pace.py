"""How many requests are in flight: fewer when the server is crowded, more again when it answers."""

from __future__ import annotations

import asyncio
from collections import deque


class Pace:
    """At most ``most`` at a time. A crowded server halves the number (once for each wave that was sent before the last cut);
    every answer raises it by one part of itself, so a full round of answers adds one."""

    def __init__(self, most: int) -> None:
        """Start at the most."""
        self._most = most
        self.limit = float(most)
        self.active = 0
        self._wave = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> int:
        """Wait for a place, first come first served; returns the wave, to be given to ``crowded``."""
        if self.active >= int(self.limit) or self._waiting:
            place = asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            try:
                await place
            except asyncio.CancelledError:
                if place.done() and not place.cancelled():
                    self.leave()  # the place was given just before
                raise
        else:
            self.active += 1
        return self._wave

    def leave(self) -> None:
        """Give the place back."""
        self.active -= 1
        self._admit()

    def _admit(self) -> None:
        while self._waiting and self.active < int(self.limit):
            place = self._waiting.popleft()
            if not place.done():
                self.active += 1
                place.set_result(None)

    def crowded(self, wave: int) -> None:
        """The server said that there are too many."""
        if wave == self._wave:
            self._wave += 1
            self.limit = max(1.0, self.limit / 2)

    def answered(self) -> None:
        """The server answered."""
        self.limit = min(float(self._most), self.limit + 1 / self.limit)
        self._admit()
