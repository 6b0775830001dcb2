# Generated from spec/bus.yaml by `python -m codegen`; do not edit.
"""The cattrs converter of the Bus Transport Data Service: `converter.structure(data, cls)`, `converter.unstructure(o)`."""

from __future__ import annotations

from cattrs import Converter

from ..._core.converter import make_converter
from . import models

__all__ = ["converter"]

converter: Converter = make_converter(models)
"""Its hooks are the client's own decoders, and `encode`."""
