"""The search for lines that match a pattern, in a process that can be killed: a pattern may take for ever."""
