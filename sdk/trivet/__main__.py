"""`python -m trivet` is the command `trivet`."""

import sys

from trivet.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
