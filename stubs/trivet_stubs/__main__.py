"""`python -m trivet_stubs` is the command `trivet-stub`."""

import sys

from trivet_stubs.kernel.extra import advice


def main() -> int:
    """Run the command; without the packages of the extra, say how to install them and return 2."""
    try:
        from trivet_stubs.commands.serve import main as serve  # noqa: PLC0415  # it imports what the extra installs
    except ModuleNotFoundError as error:
        if (text := advice(error)) is None:
            raise
        sys.stderr.write(f"trivet-stub: {text}\n")
        return 2
    return serve()


if __name__ == "__main__":
    sys.exit(main())
