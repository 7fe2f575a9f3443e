"""Compactors: controls, embedded ones, recorded chains, language models, other programs, and a test piece of known retention."""

from harness.folding.compactors.clear_tools import ClearTools
from harness.folding.compactors.command import Command
from harness.folding.compactors.extractive import Extractive
from harness.folding.compactors.loaded import load_compactor
from harness.folding.compactors.model import ModelCompactor
from harness.folding.compactors.phantom import Phantom
from harness.folding.compactors.plain import Empty, Identity, Window
from harness.folding.compactors.recorded import Recorded
from harness.folding.compactors.server import ServerCompactor

__all__ = [
    "ClearTools",
    "Command",
    "Empty",
    "Extractive",
    "Identity",
    "ModelCompactor",
    "Phantom",
    "Recorded",
    "ServerCompactor",
    "Window",
    "load_compactor",
]
