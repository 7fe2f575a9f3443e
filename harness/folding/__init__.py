"""Fold prompts, triggers, the replay, the folded context and the compactors."""
