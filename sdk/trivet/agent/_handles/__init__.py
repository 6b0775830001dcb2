"""Handles of sessions: a session with what a program gives it, such as its rules, its system text and its functions."""
