"""The only code written for tasks and for threads: each module has an async and a sync class of the same methods."""
