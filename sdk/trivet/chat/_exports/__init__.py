"""Exports of conversations and ratings."""
