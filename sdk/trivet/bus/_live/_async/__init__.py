"""The polling of live boards."""
