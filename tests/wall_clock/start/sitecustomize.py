"""Shift the wall clock of a process: Python imports this module at its start if `sys.path` has its folder.

`WALL_CLOCK_SHIFT` has the seconds, and child processes inherit it. The time runs on, and monotonic clocks stay as they
are. time-machine replaces the functions of `time` and `datetime` in C: code that has imported them is shifted, too.
"""

import importlib.util
import os
import sys
import time

# The environments that some tests make have no time-machine.
if "WALL_CLOCK_SHIFT" in os.environ and importlib.util.find_spec("time_machine"):
    sys.modules["pytest"] = None  # type: ignore[assignment]  # it imports pytest for its fixture, in each process
    import time_machine

    del sys.modules["pytest"]
    time_machine.__doc__ = "PYTEST_DONT_REWRITE"  # pytest warns of a plugin that was imported before it
    time_machine.travel(time.time() + float(os.environ["WALL_CLOCK_SHIFT"])).start()
    time.time()  # the shifted time begins with the first call

    ctime = time.ctime
    time.ctime = lambda seconds=None, /: ctime(time.time() if seconds is None else seconds)  # not one of time-machine's
