"""Version control: what changed in a directory."""
