"""`trivet bus snapshot`: all lists in a folder; an interrupted run continues where it ended."""
