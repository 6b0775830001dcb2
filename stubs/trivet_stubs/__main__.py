"""`python -m trivet_stubs` is the command `trivet-stub`."""

import sys

from trivet_stubs.commands.serve import main

if __name__ == "__main__":
    sys.exit(main())
