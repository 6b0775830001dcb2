"""The table of effects: the changes of each write, in every place that shows them. The walk judges a server by it."""
