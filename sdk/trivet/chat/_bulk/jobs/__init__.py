"""What each bulk job changes: its arguments, its calls, and which rows it refuses."""
