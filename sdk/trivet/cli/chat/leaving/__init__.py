"""What `trivet chat leavers` does, step by step, in a folder that it can be resumed from."""
