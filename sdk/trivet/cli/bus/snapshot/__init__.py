"""`trivet bus snapshot`: all lists in a folder, resumed where an earlier run broke off."""

from trivet.cli.bus.snapshot.command import add

__all__ = ["add"]
