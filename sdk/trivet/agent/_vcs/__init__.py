"""Version control: the changes in a directory."""
