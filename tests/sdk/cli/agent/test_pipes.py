"""Pipes whose reader has gone."""

import os
import subprocess
import sys

CODE = """
import sys
from trivet.cli.agent.pipes import drop_output
try:
    while True:
        sys.stdout.write("line\\n")
        sys.stdout.flush()
except BrokenPipeError:
    drop_output()
sys.stdout.write("more")
"""


def test_process_ends_without_an_error_after_its_reader_has_gone():
    reader, writer = os.pipe()
    with subprocess.Popen([sys.executable, "-c", CODE], stdout=writer, stderr=subprocess.PIPE, text=True) as process:
        os.close(writer)
        os.read(reader, 5)
        os.close(reader)
        assert (process.stderr.read(), process.wait(60)) == ("", 0)
