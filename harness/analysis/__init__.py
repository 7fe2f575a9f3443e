"""From the outcome table to retention, decay and advice. Needs a run folder only: no model, no key, no network."""

from harness.analysis.beside import Beside, beside
from harness.analysis.summary import Analysis, CategoryResult, analyse

__all__ = ["Analysis", "Beside", "CategoryResult", "analyse", "beside"]
