"""The compactors that need no model: two controls, two embedded ones and a test piece of known retention."""

from harness.folding.compactors.extractive import Extractive
from harness.folding.compactors.phantom import Phantom
from harness.folding.compactors.plain import Empty, Identity, Window
from harness.folding.compactors.recorded import Recorded

__all__ = ["Empty", "Extractive", "Identity", "Phantom", "Recorded", "Window"]
