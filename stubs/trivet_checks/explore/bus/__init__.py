"""Walks on a bus server: requests that only read, whose answers are compared with each other by relations."""
