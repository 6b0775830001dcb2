"""Parsers of media types other than JSON."""
