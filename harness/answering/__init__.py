"""Answering a probe from a context alone, and grading what was said."""
