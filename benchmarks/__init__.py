"""Benchmarks: trivet and its peers in one run, as ratios with budgets: `python -m benchmarks`."""
