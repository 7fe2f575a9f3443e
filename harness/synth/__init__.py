"""Synthetic logs with planted facts: deterministic, streamed, of any length, English and Korean.

Each fact is typed, unguessable and mentioned once in passing (a revised one twice) in one of several wordings, between varied
filler; it comes with its probe and a second, differently worded question. Every choice has a random source of its own, keyed
by what it decides, so that a change of one value changes nothing else: ``variant`` gives a counterfactual twin, the same log
with other planted values.
"""

from harness.synth.generate import Planted, generate, write

__all__ = ["Planted", "generate", "write"]
