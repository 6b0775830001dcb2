"""Recordings of the proxy: their form without secrets, and stubs that replay their answers."""
