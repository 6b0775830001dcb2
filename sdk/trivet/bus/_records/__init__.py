"""Mixins of the generated bus records."""
