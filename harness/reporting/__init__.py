"""Projections of a run and its verdict: console table, HTML page, plots and JSON. They need a run folder only."""
