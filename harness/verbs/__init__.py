"""The verbs about decay, comparison and gating: what they do, put together from the rooms."""
