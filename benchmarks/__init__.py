"""Ours beside the peers, in one run, as ratios that are held to budgets: `python -m benchmarks`."""
