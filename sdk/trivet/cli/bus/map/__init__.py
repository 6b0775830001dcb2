"""`trivet bus map`: a service as a picture that stands alone, or on tiles."""

from trivet.cli.bus.map.command import add

__all__ = ["add"]
