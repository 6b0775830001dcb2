"""Everything that tasks and threads do differently: each function or class exists in an async and in a sync form.

The sync clients are derived from the async ones by renaming, so the two forms have the same methods and arguments.
"""
