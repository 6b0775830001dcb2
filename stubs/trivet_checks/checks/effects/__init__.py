"""The table of effects: what each write changes in every place that shows it. The walk judges a server by it."""
